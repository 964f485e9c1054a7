import { type CreditsExhausted, Exchange, type ServiceUnavailable, stored } from "@storeglass/plugin-api"
import { type AppFailure, AppStores, trackIdOf } from "@storeglass/stores/contract"
import { Context, Effect, Layer } from "effect"
import { MetadataRules } from "../contract.ts"
import { languageAnswer, snapshotAnswer } from "../snapshot/schema.ts"
import { type Snapshot, type SnapshotQuery, Snapshots } from "../snapshot/snapshot.ts"
import { auditOf } from "./audit.ts"
import type { AuditConfig } from "./config.ts"
import { type AuditTools, auditInputOf } from "./fromSnapshot.ts"
import { auditModel } from "./model.ts"
import type { AuditAnswer } from "./schema.ts"

type Answer = typeof AuditAnswer.Type

/** What a snapshot says of the keywords that the app is ranked for; null where none was measured. */
export const standingIn = ({ standings, terms }: Pick<Snapshot, "standings" | "terms">): Answer["keywords"] =>
  terms.some(({ rankStatus }) => rankStatus !== "not_measured")
    ? { ranked: standings.ranked, top10: standings.top10, avgRank: standings.avgRank }
    : { ranked: null, top10: null, avgRank: null }

/** Where the figures of an analysis over a snapshot come from. */
export const provenanceOf = ({ asOf, inputs, terms }: Snapshot, model: string): Answer["provenance"] => ({
  ...stored(Date.parse(asOf), {
    status: "estimated",
    model,
    sampleSize: terms.length,
    stale: inputs.some(({ stale }) => stale),
    limitations: [
      "weights and thresholds are a judgement, and points are points of this score, never installs",
      "volume and difficulty, by which terms are chosen, are estimates"
    ]
  }),
  confidence: "low"
})

/** The audit that a snapshot holds. Pure. */
export const answerOf = (snapshot: Snapshot, tools: AuditTools): Answer => {
  const { fixes: _, ...audit } = auditOf(auditInputOf(snapshot, tools))
  const { app, country, notMeasured, platform } = snapshot
  return {
    appId: trackIdOf(platform, app.appId),
    platform,
    country,
    ...audit,
    keywords: standingIn(snapshot),
    notMeasured,
    language: languageAnswer(snapshot),
    snapshot: snapshotAnswer(snapshot),
    model: auditModel,
    provenance: provenanceOf(snapshot, auditModel)
  }
}

/** Who gets no score pays nothing. */
export const freeWithoutScore = Effect.fnUntraced(function* <A>(answer: A, scoreOf: (answer: A) => number | null) {
  if (scoreOf(answer) === null) yield* (yield* Exchange).quote({ credits: 0 })
  return answer
})

/** How well listings are made. */
export class Audits extends Context.Service<
  Audits,
  {
    /** An audit without a score is free. */
    readonly of: (
      query: SnapshotQuery
    ) => Effect.Effect<Answer, AppFailure | ServiceUnavailable | CreditsExhausted, Exchange>
    readonly tools: (snapshot: Pick<Snapshot, "platform">) => Effect.Effect<AuditTools, AppFailure>
  }
>()("@storeglass/aso/Audits") {
  static readonly layer = ({ conversionBenchmarks }: AuditConfig) =>
    Layer.effect(
      Audits,
      Effect.gen(function* () {
        const snapshots = yield* Snapshots
        const stores = yield* AppStores
        const rules = yield* MetadataRules
        const benchmark: AuditTools["benchmark"] = ({ genreId, platform }) =>
          genreId === null ? undefined : conversionBenchmarks?.[platform]?.[genreId]
        const tools = ({ platform }: Pick<Snapshot, "platform">) =>
          Effect.map(stores.get(platform), ({ devices }) => ({ devices, benchmark, check: rules.check }))
        return Audits.of({
          tools,
          of: Effect.fn("Audits.of")(function* (query) {
            const snapshot = yield* snapshots.of(query)
            return yield* freeWithoutScore(answerOf(snapshot, yield* tools(snapshot)), ({ score }) => score)
          })
        })
      })
    )
}
