import { assert, describe, it } from "@effect/vitest"
import { Caller } from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"
import { Saving } from "../../src/saving.ts"

const caller = Layer.succeed(Caller, {
  accountId: "019c8e2a-7b41-7c3d-9e5f-2a6b8c0d1e3f",
  keyId: "019c8e2a-7b41-7c3d-9e5f-2a6b8c0d1e40",
  credential: "key",
  personId: undefined,
  plan: "free",
  scopes: ["read", "write"]
})

describe("save where there is no workspace", () => {
  it.effect("is refused before any work, naming the plugin, and leaves other answers alone", () =>
    Effect.gen(function* () {
      const saving = yield* Saving
      let worked = 0
      const work = Effect.sync(() => ({ score: ++worked }))
      const report = () => ({ kind: "aso.audit", title: "Audit", model: "aso-audit@1", params: {} })
      const refused = yield* Effect.flip(saving.keep(true, work, report))
      assert.deepStrictEqual([refused._tag, worked], ["INVALID_INPUT", 0])
      assert.match(refused.message, /plugin workspace/)
      assert.deepStrictEqual(yield* saving.keep(false, work, report), { score: 1 })
    }).pipe(Effect.provide([Saving.layer, caller]))
  )
})
