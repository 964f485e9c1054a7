import { Effect } from "effect"
import { type Gate, GateSkipped } from "./support/gate.ts"

export const gate: Gate = {
  name: "calendar",
  proves: "not written yet",
  run: () => Effect.fail(new GateSkipped({ message: "not written yet" }))
}
