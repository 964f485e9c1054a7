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
import { KeywordLists } from "./KeywordLists.ts"

interface Query extends MarketQuery {
  readonly days: number
  readonly limit: number
}
type Answer = typeof TrendingAnswer.Type

const rows = plannedRowsOf(
  Schema.Struct({
    id: Schema.Int,
    sourceId: Schema.Int,
    keyword: Schema.String,
    maxReach: Schema.Finite,
    previousMaxReach: Schema.Finite,
    volume: NullableInt,
    difficulty: NullableInt,
    resultCount: NullableInt,
    latestMs: Schema.NullOr(Schema.Finite),
    total: Schema.Int
  })
)

const aheadRows = plannedRowsOf(Schema.Struct({ id: Schema.Int, sourceId: Schema.Int }))
const aheadAtOnce = 500

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
      const lists = yield* KeywordLists

      /** Of keywords that were collected later than today, as a clock may be set back, the maxima of both windows. */
      const aheadOf = Effect.fnUntraced(function* (marketId: number, { current, previous }: Answer["windows"]) {
        const ahead = yield* aheadRows(sql`
          SELECT keyword_id AS id, source_id AS "sourceId" FROM keywords_reach
          WHERE market_id = ${marketId} AND day > ${current.to}::date`)
        const ids = ahead.map(({ id }) => id)
        const parts = Array.from({ length: Math.ceil(ids.length / aheadAtOnce) }, (_, part) =>
          ids.slice(part * aheadAtOnce, (part + 1) * aheadAtOnce)
        )
        const found = yield* Effect.forEach(parts, (part) => lists.facts(part, previous.from, current.to))
        const own = Map.groupBy(
          found.flatMap(({ facts }) => facts),
          ({ owner }) => owner
        )
        return ahead.map(({ id, sourceId }) => {
          const reached = (from: Day, to: Day) =>
            (own.get(id) ?? []).reduce<number | null>((max, { day, facts: { reach }, source }) => {
              const counts = reach !== null && source === sourceId && day >= from && day <= to
              return counts && (max === null || reach > max) ? reach : max
            }, null)
          return {
            id,
            sourceId,
            current: reached(current.from, current.to),
            previous: reached(previous.from, previous.to)
          }
        })
      })

      const compute = Effect.fnUntraced(function* (market: Market, today: Day, days: number, limit: number) {
        const windows = windowsOf(today, days)
        const marketId = yield* keys.marketId(market)
        if (marketId === null) return []
        const ahead = yield* aheadOf(marketId, windows)
        const column = (of: (one: (typeof ahead)[number]) => number | null) =>
          `{${ahead.map((one) => of(one) ?? "NULL").join(",")}}`
        // Where `passed` days have passed since a keyword's latest one, its windows are put together of those it had then.
        const found = yield* rows(sql`
          WITH reach AS (
            SELECT keyword_id, source_id, current[n - passed] AS current_max,
              CASE WHEN n > passed THEN (SELECT max(reach) FROM unnest(
                  previous[n - passed : n - passed + passed / 2]
                  || CASE WHEN passed % 2 = 1 THEN next_previous[n - passed + passed / 2 + 1 : n - passed + passed / 2 + 1] END) AS reach)
                ELSE current[2 * n - passed] END AS previous_max
            FROM (SELECT *, ${today}::date - day AS passed, ${days}::int AS n FROM keywords_reach
              WHERE market_id = ${marketId} AND day BETWEEN ${windows.previous.from}::date AND ${today}::date) AS kept
            UNION ALL SELECT * FROM unnest(${column(({ id }) => id)}::int[], ${column(({ sourceId }) => sourceId)}::smallint[],
              ${column(({ current }) => current)}::int[], ${column(({ previous }) => previous)}::int[])),
          growing AS (
            SELECT k.id, k.term, k.volume, k.difficulty, k.result_count, k.latest_ms, k.source_id,
              current_max, previous_max, (current_max - previous_max)::float8 / previous_max AS growth,
              count(*) OVER ()::int AS total
            FROM reach JOIN keywords_tracked k ON k.id = reach.keyword_id AND k.source_id = reach.source_id
            WHERE previous_max > 0 AND current_max > previous_max AND k.tracked_at IS NOT NULL
            ORDER BY growth DESC, k.term LIMIT ${limit})
          SELECT id, source_id AS "sourceId", term AS keyword, current_max::float8 AS "maxReach",
            previous_max::float8 AS "previousMaxReach", volume, difficulty, result_count AS "resultCount",
            latest_ms AS "latestMs", total
          FROM growing ORDER BY growth DESC, term`)
        const { facts } = yield* lists.facts(
          found.map(({ id }) => id),
          windows.current.from,
          today
        )
        const own = Map.groupBy(facts, ({ owner }) => owner)
        return found.flatMap(({ id, sourceId, ...row }) => {
          const reached = (own.get(id) ?? []).flatMap(({ facts: { reach }, source }) =>
            reach === null || source !== sourceId ? [] : [reach]
          )
          const currentReach = reached.at(-1)
          return currentReach === undefined ? [] : [{ ...row, minReach: Math.min(...reached), currentReach }]
        })
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
