import { asDocumented, type ServiceUnavailable } from "@storeglass/plugin-api"
import type { AppFailure } from "@storeglass/stores/contract"
import { Context, Effect, Layer } from "effect"
import { Asked, type MarketQuery } from "../Asked.ts"
import type { AppKeywordsAnswer } from "../appSchema.ts"
import { available } from "../database.ts"
import { opportunityEstimates } from "../estimates.ts"
import type { SnapshotRank, Standing } from "../history/AppStandings.ts"
import { opportunity, opportunityModel } from "../models/opportunity.ts"
import { rankChange, trendLabel } from "../models/trend.ts"
import { rankWeight } from "../models/visibility.ts"
import { latestMs, noneOf, scoredFrom, searchOrder } from "../provenance.ts"
import { Discovery } from "./Discovery.ts"
import { appHead } from "./head.ts"

interface Query extends MarketQuery {
  readonly limit: number
}
type Answer = typeof AppKeywordsAnswer.Type

/** The three states of a rank in a snapshot that may not be. */
export const stateOf = (snapshot: SnapshotRank | null) =>
  snapshot === null
    ? { rank: null, status: "not_measured" as const, depth: null }
    : snapshot.rank === null
      ? { rank: null, status: "not_in_top_n" as const, depth: snapshot.depth }
      : { rank: snapshot.rank, status: "ranked" as const, depth: snapshot.depth }

const brings = ({ latest, volume }: Standing) => (volume ?? 0) * rankWeight(latest?.rank ?? null)

const opportunityOf = ({ difficulty, latest, volume }: Standing) => {
  const of = (scores: { readonly volume: number | null; readonly difficulty: number | null }) =>
    opportunity({ ...scores, rank: latest?.rank ?? null })
  const scores = { volume, difficulty }
  return { opportunity: of(scores), estimates: opportunityEstimates(scores, of) }
}

/** What brings most first; then the better rank. */
const byWorth = (a: Standing, b: Standing) =>
  brings(b) - brings(a) || (a.latest?.rank ?? 1_000) - (b.latest?.rank ?? 1_000) || (a.keyword < b.keyword ? -1 : 1)

/** The keywords that an app is ranked for. */
export class AppKeywords extends Context.Service<
  AppKeywords,
  { readonly of: (id: string, query: Query) => Effect.Effect<Answer, AppFailure | ServiceUnavailable> }
>()("@storeglass/keywords/AppKeywords") {
  static readonly layer = Layer.effect(
    AppKeywords,
    Effect.gen(function* () {
      const asks = yield* Asked
      const discovery = yield* Discovery

      const of = Effect.fn("AppKeywords.of")(function* (id: string, query: Query) {
        const asked = yield* asks.app(id, query)
        const [known] = yield* available(discovery.known([asked], 7))
        const ranked = (known?.standings ?? []).filter(({ latest }) => latest !== null && latest.rank !== null)
        return {
          ...appHead(asked),
          keywords: [...ranked]
            .sort(byWorth)
            .slice(0, query.limit)
            .map((standing) => ({
              keyword: standing.keyword,
              ...stateOf(standing.latest),
              appsCount: standing.resultCount,
              popularity: standing.volume,
              competitiveness: standing.difficulty,
              volumeScore: standing.volume,
              difficulty: standing.difficulty,
              ...opportunityOf(standing),
              rankChange7d: rankChange(standing.baseline, standing.latest),
              trend: trendLabel(standing.latest, standing.baseline, standing.monthAgo),
              date: standing.latest?.day ?? null
            })),
          total: ranked.length,
          discovered: known?.discovered ?? false,
          provenance: scoredFrom(latestMs(ranked.map((standing) => standing.latestMs)), {
            model: opportunityModel,
            sampleSize: ranked.length,
            limitations: [
              ...noneOf(ranked.length, asked),
              "only collected keywords are known",
              searchOrder,
              ...(known?.limitations ?? [])
            ]
          })
        }
      }, asDocumented)
      return AppKeywords.of({ of })
    })
  )
}
