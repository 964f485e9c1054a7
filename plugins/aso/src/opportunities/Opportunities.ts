import { pageOf, type ServiceUnavailable, stored } from "@storeglass/plugin-api"
import { type AppFailure, trackIdOf } from "@storeglass/stores/contract"
import { Context, Effect, Layer } from "effect"
import { languageAnswer, snapshotAnswer } from "../snapshot/schema.ts"
import { type Snapshot, type SnapshotBudget, type SnapshotQuery, Snapshots } from "../snapshot/snapshot.ts"
import { cursor } from "./api.ts"
import { adviceFor, byScore, opportunitiesIn, opportunityModel, textsOf } from "./model.ts"
import type { OpportunitiesAnswer } from "./schema.ts"

export interface OpportunitiesQuery extends SnapshotQuery {
  readonly limit: number
  readonly cursor?:
    | { readonly score: number | null; readonly relevance: number | null; readonly keyword: string }
    | undefined
}
type Answer = typeof OpportunitiesAnswer.Type

/** A page of the opportunities that a snapshot holds. Pure. */
export const answerOf = (snapshot: Snapshot, query: Pick<OpportunitiesQuery, "limit" | "cursor">): Answer => {
  const { asOf, country, platform, terms } = snapshot
  const { brandTerms, excluded, opportunities } = opportunitiesIn(snapshot)
  const rows = opportunities.map((found) => ({
    ...found,
    keyword: found.term.keyword,
    relevance: found.term.relevance
  }))
  const texts = textsOf(snapshot)
  const after = query.cursor
  const page = pageOf(after === undefined ? rows : rows.filter((row) => byScore(row, after) > 0), {
    limit: query.limit,
    cursor,
    positionOf: ({ keyword, relevance, score }) => ({ score, relevance, keyword })
  })
  const scored = opportunities.filter(({ score }) => score !== null).length
  return {
    appId: trackIdOf(platform, snapshot.app.appId),
    platform,
    country,
    total: rows.length,
    opportunities: page.items.map(({ range, score, term }) => {
      const [best] = term.competitors
      const { action, reason } = adviceFor(texts, term, snapshot.language)
      return {
        keyword: term.keyword,
        opportunityScore: score,
        range,
        volumeScore: term.volume.value,
        difficulty: term.difficulty.value,
        relevance: term.relevance,
        currentRank: term.rank,
        rankStatus: term.rankStatus,
        bestCompetitor: best === undefined ? null : trackIdOf(platform, best.appId),
        bestCompetitorRank: best?.rank ?? null,
        recommendedAction: action,
        reason
      }
    }),
    excluded: excluded.map(({ keyword, relevance, volume }) => ({ keyword, relevance, volumeScore: volume.value })),
    brandTerms: brandTerms.flatMap(({ brandOf, keyword, rank, rankStatus, volume }) =>
      brandOf === null
        ? []
        : [
            {
              keyword,
              brandOf: trackIdOf(platform, brandOf),
              volumeScore: volume.value,
              currentRank: rank,
              rankStatus
            }
          ]
    ),
    competitorsFrom: snapshot.competitorsFrom,
    nextCursor: page.nextCursor,
    notMeasured: snapshot.notMeasured,
    language: languageAnswer(snapshot),
    snapshot: snapshotAnswer(snapshot),
    model: opportunityModel,
    provenance: {
      ...stored(Date.parse(asOf), {
        status: scored === 0 ? "not_measured" : "estimated",
        model: opportunityModel,
        sampleSize: terms.length,
        stale: snapshot.inputs.some(({ stale }) => stale),
        limitations: [
          "volume and difficulty are estimates, and the weights of the score are a judgement",
          "only collected keywords and those that the budget of store requests lets be measured have a score"
        ]
      }),
      ...(scored === 0 ? {} : { confidence: "low" as const })
    }
  }
}

/** What there is to win with which keyword. */
export class Opportunities extends Context.Service<
  Opportunities,
  { readonly of: (query: OpportunitiesQuery) => Effect.Effect<Answer, AppFailure | ServiceUnavailable> }
>()("@storeglass/aso/Opportunities") {
  static readonly layer = (budget: SnapshotBudget) =>
    Layer.effect(
      Opportunities,
      Effect.map(Snapshots, (snapshots) =>
        Opportunities.of({
          of: Effect.fn("Opportunities.of")(function* ({ cursor: after, limit, ...query }) {
            return answerOf(yield* snapshots.of(query, budget), { limit, cursor: after })
          })
        })
      )
    )
}
