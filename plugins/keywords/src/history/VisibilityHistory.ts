import { type Day, dayNumberOf, daysFrom } from "@storeglass/history"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { TrackedKeyword } from "../contract.ts"
import { ints, NullableInt, plannedRowsOf } from "../database.ts"
import { type DaySums, rankWeight } from "../models/visibility.ts"
import { KeywordLists } from "./KeywordLists.ts"
import { type Places, placesIn } from "./places.ts"
import { visible } from "./visible.ts"

/** The sums of a day over some keywords. */
export interface VisibilityDay extends DaySums {
  readonly day: Day
  readonly rankedCount: number
  readonly measuredCount: number
}
const keywordRows = plannedRowsOf(
  Schema.Struct({
    id: Schema.Int,
    keyword: Schema.String,
    volume: NullableInt,
    latestDay: Schema.NullOr(Schema.String),
    /** A digit a day from the latest back: whether there is a snapshot of the latest one's source. */
    measured: Schema.String
  })
)
const trackedRows = plannedRowsOf(
  Schema.Struct({
    place: Schema.Int,
    country: Schema.String,
    device: Schema.String,
    listingId: Schema.Int,
    name: Schema.String,
    id: Schema.Int,
    keyword: Schema.String,
    volume: NullableInt,
    latestDay: Schema.NullOr(Schema.String),
    measured: Schema.String
  })
)
export interface RankedKeyword {
  readonly id: number
  readonly keyword: string
  readonly volume: number | null
  /** Of each day of the window, oldest first. */
  readonly measured: ReadonlyArray<boolean>
}

/** An app in a market where an account tracks keywords, and those of its keywords that count today. */
export interface TrackedMarket {
  /** Of the app, among those asked about. */
  readonly place: number
  readonly country: string
  readonly device: string
  readonly listingId: number
  /** As lists call the app. */
  readonly name: string
  readonly keywords: ReadonlyArray<RankedKeyword>
}

/** Of the keywords that an account tracks, those it began to track last. */
const ownMax = 400

/** Of each day of a window, oldest first. */
const measuredOn = (latestDay: string | null, measured: string, from: Day, to: Day) => {
  const latest = latestDay === null ? Number.NaN : dayNumberOf(latestDay)
  return daysFrom(from, to).map((day) => measured[latest - dayNumberOf(day)] === "1")
}

/** The keywords of a basket, over the days of a window. */
export interface HeldKeyword extends RankedKeyword {
  readonly volume: number
}

/**
 * The sums that visibility is made of, day by day from one index of the window to another; days without a snapshot of any
 * of the keywords are absent.
 */
export const daysOf = (
  places: Places,
  held: ReadonlyArray<HeldKeyword>,
  days: ReadonlyArray<Day>,
  from: number,
  to: number
): ReadonlyArray<VisibilityDay> => {
  const volumeAll = held.reduce((sum, { volume }) => sum + volume, 0)
  return days.slice(from, to + 1).flatMap((day, index) => {
    const sums = { contribution: 0, rankedCount: 0, measuredCount: 0, volumeMeasured: 0 }
    for (const { id, measured, volume } of held) {
      const rank = measured[from + index] === true ? places.on(id, day) : undefined
      if (rank === undefined) continue
      sums.measuredCount += 1
      sums.volumeMeasured += volume
      if (rank === null) continue
      sums.rankedCount += 1
      sums.contribution += volume * rankWeight(rank)
    }
    return sums.measuredCount === 0 ? [] : [{ day, ...sums, volumeAll }]
  })
}

/** The sums that visibility is made of, read day by day. */
export class VisibilityHistory extends Context.Service<
  VisibilityHistory,
  {
    /** Where the listing was in these days. */
    readonly places: (listingId: number, from: Day, to: Day) => Effect.Effect<Places, SqlError.SqlError>
    /** The keywords that count for the listing and that it is ranked for anywhere in the window. */
    readonly keywords: (
      listing: { readonly listingId: number; readonly termsMax: number; readonly places: Places },
      from: Day,
      to: Day
    ) => Effect.Effect<ReadonlyArray<RankedKeyword>, SqlError.SqlError>
    /** In each market of these apps that lists have shown them in, the keywords that the account tracks there. */
    readonly tracked: (
      accountId: string,
      apps: ReadonlyArray<{ readonly platform: TrackedKeyword["platform"]; readonly appId: string }>,
      from: Day,
      to: Day
    ) => Effect.Effect<ReadonlyArray<TrackedMarket>, SqlError.SqlError>
  }
>()("@storeglass/keywords/VisibilityHistory") {
  static readonly layer = Layer.effect(
    VisibilityHistory,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const lists = yield* KeywordLists
      return VisibilityHistory.of({
        places: Effect.fn("VisibilityHistory.places")((listingId, from, to) => placesIn(lists, listingId, from, to)),
        keywords: Effect.fn("VisibilityHistory.keywords")(({ listingId, places, termsMax }, from, to) =>
          Effect.map(
            keywordRows(sql`
              SELECT k.id, k.term AS keyword, k.volume, k.latest_day::text AS "latestDay", k.measured::text AS measured
              FROM keywords_tracked k
              WHERE k.id = ANY(${ints(places.keywordIds.filter((id) => places.isIn(id, from, to)))}::int[])
                AND ${visible(sql, { listingId, termsMax, today: to })}
              ORDER BY k.term`),
            (rows) =>
              rows.map(({ latestDay, measured, ...row }) => ({
                ...row,
                measured: measuredOn(latestDay, measured, from, to)
              }))
          )
        ),
        tracked: Effect.fn("VisibilityHistory.tracked")(function* (accountId, apps, from, to) {
          if (apps.length === 0) return []
          const asked = JSON.stringify(apps.map(({ appId, platform }, n) => ({ n, p: platform, a: appId })))
          const rows = yield* trackedRows(sql`
            WITH own AS (SELECT keyword_id FROM keywords_watchers WHERE account_id = ${accountId}::uuid
              ORDER BY since DESC, keyword_id LIMIT ${ownMax}::int)
            SELECT asked.n AS place, m.country, m.device, l.id AS "listingId", l.name, k.id, k.term AS keyword,
              k.volume, k.latest_day::text AS "latestDay", k.measured::text AS measured
            FROM own JOIN keywords_tracked k ON k.id = own.keyword_id
            JOIN keywords_markets m ON m.id = k.market_id
            JOIN jsonb_to_recordset(${asked}::text::jsonb) AS asked (n int, p text, a text) ON asked.p = m.platform
            JOIN keywords_listings l ON l.market_id = m.id AND l.app_id = asked.a
            WHERE k.requested_day IS DISTINCT FROM ${to}::date
            ORDER BY asked.n, m.country, m.device, k.term`)
          return [...Map.groupBy(rows, ({ listingId }) => listingId).values()].flatMap((market) => {
            const [first] = market
            if (first === undefined) return []
            const { country, device, listingId, name, place } = first
            const keywords = market.map(({ id, keyword, latestDay, measured, volume }) => ({
              id,
              keyword,
              volume,
              measured: measuredOn(latestDay, measured, from, to)
            }))
            return [{ place, country, device, listingId, name, keywords }]
          })
        })
      })
    })
  )
}
