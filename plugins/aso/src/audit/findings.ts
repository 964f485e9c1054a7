import { Effect, Layer } from "effect"
import { AsoFindings } from "../contract.ts"
import { Snapshots } from "../snapshot/snapshot.ts"
import { Audits, standingIn } from "./Audits.ts"
import { auditOf } from "./audit.ts"
import { auditInputOf } from "./fromSnapshot.ts"
import { auditModel } from "./model.ts"

/** What other plugins may know of an app's audit. */
export const asoFindings = Layer.effect(
  AsoFindings,
  Effect.gen(function* () {
    const snapshots = yield* Snapshots
    const audits = yield* Audits
    return AsoFindings.of({
      of: Effect.fn("AsoFindings.of")(function* (query) {
        const snapshot = yield* snapshots.of(query)
        const { exactScore, factors, fixes, grade, measuredWeight, score } = auditOf(
          auditInputOf(snapshot, yield* audits.tools(snapshot))
        )
        return {
          snapshotId: snapshot.id,
          asOf: snapshot.asOf,
          model: auditModel,
          score,
          exactScore,
          grade,
          measuredWeight,
          factors,
          fixes,
          keywords: standingIn(snapshot),
          notMeasured: snapshot.notMeasured
        }
      })
    })
  })
)
