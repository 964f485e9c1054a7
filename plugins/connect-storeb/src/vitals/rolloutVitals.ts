import { Effect, Layer } from "effect"
import { saved } from "../asked.ts"
import { RolloutVitals } from "../edits/RolloutGuard.ts"
import { VersionVitals } from "./VersionVitals.ts"

/** The guard of rollouts compares versions by the account's own vitals. */
export const rolloutVitals = Layer.effect(
  RolloutVitals,
  Effect.map(VersionVitals, ({ compare }) =>
    RolloutVitals.of({
      compare: (connection, packageName, versions) => saved(compare(connection, packageName, versions))
    })
  )
)
