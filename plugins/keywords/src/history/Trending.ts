import { addDays, type Day, dayOf } from "@storeglass/history"
import { InternalError, type PlatformUnsupported } from "@storeglass/plugin-api"
import type { BadRequest } from "@storeglass/stores/contract"
import { Cause, Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Asked, type MarketQuery } from "../Asked.ts"
import { NullableInt, plannedRowsOf } from "../database.ts"
import { estimatesOf } from "../estimates.ts"
import { reachGrowth, reachGrowthModel } from "../models/reachGrowth.ts"
import { latestMs, scoredFrom } from "../provenance.ts"
import type { TrendingAnswer } from "../schema.ts"
import { KeywordKeys, type Market } from "./KeywordKeys.ts"

interface Query extends MarketQuery {
  readonly days: number
  readonly limit: number
}
type Answer = typeof TrendingAnswer.Type

const rows = plannedRowsOf(
  Schema.Struct({
    keyword: Schema.String,
    maxReach: Schema.Finite,
    minReach: Schema.Finite,
    previousMaxReach: Schema.Finite,
    currentReach: Schema.Finite,
    volume: NullableInt,
    difficulty: NullableInt,
    resultCount: NullableInt,
    latestMs: Schema.NullOr(Schema.Finite),
    total: Schema.Int
  })
)

/** Keywords whose first place has become more crowded. */
export class Trending extends Context.Service<
  Trending,
  { readonly of: (query: Query) => Effect.Effect<Answer, BadRequest | PlatformUnsupported | InternalError> }
>()("@storeglass/keywords/Trending") {
  static readonly layer = Layer.effect(
    Trending,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const asks = yield* Asked
      const keys = yield* KeywordKeys

      const compute = Effect.fnUntraced(function* (market: Market, today: Day, days: number, limit: number) {
        const windows = windowsOf(today, days)
        const marketId = yield* keys.marketId(market)
        if (marketId === null) return []
        return yield* rows(sql`
          WITH reach AS (
            SELECT keyword_id, source_id,
              CASE day WHEN ${today}::date THEN current[${days}::int] ELSE next_current[${days}::int] END AS current_max,
              CASE day WHEN ${today}::date THEN previous[${days}::int] ELSE next_previous[${days}::int] END AS previous_max
            FROM keywords_reach
            WHERE market_id = ${marketId} AND day BETWEEN ${addDays(today, -1)}::date AND ${today}::date
            UNION ALL
            -- What was not collected for a day and more is summed up here.
            SELECT f.keyword_id, f.source_id,
              max(f.reach) FILTER (WHERE f.day >= ${windows.current.from}::date),
              max(f.reach) FILTER (WHERE f.day < ${windows.current.from}::date)
            FROM keywords_reach late JOIN keywords_facts f
              ON f.keyword_id = late.keyword_id AND f.source_id = late.source_id
            WHERE late.market_id = ${marketId} AND (late.day < ${addDays(today, -1)}::date OR late.day > ${today}::date)
              AND f.day BETWEEN ${windows.previous.from}::date AND ${today}::date
            GROUP BY f.keyword_id, f.source_id),
          growing AS (
            SELECT k.id, k.term, k.volume, k.difficulty, k.result_count, k.latest_ms, k.source_id,
              current_max, previous_max, (current_max - previous_max)::float8 / previous_max AS growth,
              count(*) OVER ()::int AS total
            FROM reach JOIN keywords_tracked k ON k.id = reach.keyword_id AND k.source_id = reach.source_id
            WHERE previous_max > 0 AND current_max > previous_max AND k.tracked_at IS NOT NULL
            ORDER BY growth DESC, k.term LIMIT ${limit})
          SELECT term AS keyword, current_max::float8 AS "maxReach", latest.min_reach AS "minReach",
            previous_max::float8 AS "previousMaxReach", latest.reach AS "currentReach", volume, difficulty,
            result_count AS "resultCount", latest_ms AS "latestMs", total
          FROM growing g CROSS JOIN LATERAL (
            SELECT min(f.reach)::float8 AS min_reach, (array_agg(f.reach ORDER BY f.day DESC))[1]::float8 AS reach
            FROM keywords_facts f
            WHERE f.keyword_id = g.id AND f.source_id = g.source_id AND f.reach IS NOT NULL
              AND f.day BETWEEN ${windows.current.from}::date AND ${today}::date) latest
          ORDER BY growth DESC, term`)
      })

      const of = Effect.fn("Trending.of")(function* ({ days, limit, ...query }: Query) {
        const { country, device, platform } = yield* asks.market(query)
        const today = dayOf(yield* Clock.currentTimeMillis)
        const found = yield* compute({ platform, country, device }, today, days, limit).pipe(
          Effect.catchCause((cause) =>
            Cause.hasInterruptsOnly(cause)
              ? Effect.interrupt
              : Effect.fail(
                  new InternalError("trending keywords couldn't be computed; nothing was charged, retry later", {
                    cause
                  })
                )
          )
        )
        return {
          country,
          period: `${days}d`,
          keywords: found.flatMap(({ latestMs: _, total: __, volume, resultCount, ...row }) => {
            const growthPercent = reachGrowth(row.maxReach, row.previousMaxReach)
            return growthPercent === null
              ? []
              : [
                  {
                    ...row,
                    growthPercent,
                    volumeScore: volume,
                    resultCount: resultCount ?? 0,
                    estimates: estimatesOf({ volume, difficulty: row.difficulty })
                  }
                ]
          }),
          total: found[0]?.total ?? 0,
          platform,
          days,
          windows: windowsOf(today, days),
          provenance: scoredFrom(latestMs(found.map((row) => row.latestMs)), {
            model: reachGrowthModel,
            sampleSize: found[0]?.total ?? 0,
            limitations: [
              ...(found.length > 0
                ? []
                : [
                    `nothing collected in ${country} has more reach than in the window before: POST /v1/keywords/track (country ${country}, platform ${platform}) has a keyword collected daily; growth shows after ${days + 1} days`
                  ]),
              "reach is the first app's number of ratings, which rarely falls: growth mostly means a different first app",
              "keywords without reach in the previous window are left out"
            ]
          })
        }
      })
      return Trending.of({ of })
    })
  )
}

/** The last `days` days with today, and the `days` before them. */
export const windowsOf = (today: Day, days: number): Answer["windows"] => ({
  current: { from: addDays(today, 1 - days), to: today },
  previous: { from: addDays(today, 1 - 2 * days), to: addDays(today, -days) }
})
