import type { CreditsExhausted, Exchange, ServiceUnavailable } from "@storeglass/plugin-api"
import { type AppFailure, trackIdOf } from "@storeglass/stores/contract"
import { Context, Effect, Layer } from "effect"
import { Audits, freeWithoutScore, provenanceOf, standingIn } from "../audit/Audits.ts"
import { auditOf } from "../audit/audit.ts"
import { type AuditTools, auditInputOf, lintScoreIn } from "../audit/fromSnapshot.ts"
import { answerOf as opportunitiesOf } from "../opportunities/Opportunities.ts"
import { languageAnswer, snapshotAnswer } from "../snapshot/schema.ts"
import { type Snapshot, type SnapshotQuery, Snapshots } from "../snapshot/snapshot.ts"
import { actionsMax, briefModel, clustersIn, headlineOf, opportunitiesMax, readinessOf, warningsOf } from "./brief.ts"
import type { BriefAnswer } from "./schema.ts"

type Answer = typeof BriefAnswer.Type

/** The brief that a snapshot holds. Pure. */
export const answerOf = (snapshot: Snapshot, tools: AuditTools): Answer => {
  const { app, country, platform } = snapshot
  const input = auditInputOf(snapshot, tools)
  const audit = auditOf(input)
  const { avgRank, ranked, top10 } = standingIn(snapshot)
  return {
    appId: trackIdOf(platform, app.appId),
    platform,
    country,
    summary: {
      headline: headlineOf(audit, audit.fixes),
      asoScore: audit.score,
      grade: audit.grade,
      keywordsRanked: ranked,
      top10,
      avgRank
    },
    storefrontReadiness: readinessOf(audit.factors, lintScoreIn(input)),
    intentClusters: clustersIn(snapshot),
    prioritizedActions: audit.fixes.slice(0, actionsMax),
    opportunitiesTop: opportunitiesOf(snapshot, { limit: opportunitiesMax }).opportunities,
    meta: { warnings: warningsOf(snapshot, audit) },
    language: languageAnswer(snapshot),
    snapshot: snapshotAnswer(snapshot),
    model: briefModel,
    provenance: provenanceOf(snapshot, briefModel)
  }
}

/** Where apps stand, in a page. */
export class Briefs extends Context.Service<
  Briefs,
  {
    /** A brief without a score is free. */
    readonly of: (
      query: SnapshotQuery
    ) => Effect.Effect<Answer, AppFailure | ServiceUnavailable | CreditsExhausted, Exchange>
  }
>()("@storeglass/aso/Briefs") {
  static readonly layer = Layer.effect(
    Briefs,
    Effect.gen(function* () {
      const snapshots = yield* Snapshots
      const audits = yield* Audits
      return Briefs.of({
        of: Effect.fn("Briefs.of")(function* (query) {
          const snapshot = yield* snapshots.of(query)
          return yield* freeWithoutScore(
            answerOf(snapshot, yield* audits.tools(snapshot)),
            ({ summary }) => summary.asoScore
          )
        })
      })
    })
  )
}
