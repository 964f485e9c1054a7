import { addDays, type Day, dayOf, daysFrom } from "@storeglass/history"
import { isoOf } from "@storeglass/plugin-api"
import { Clock, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { LatestRanks, type MeasuredRank, type TrackedKeyword } from "../contract.ts"
import { NullableInt, plannedRowsOf } from "../database.ts"
import { termOf } from "../models/term.ts"
import { freshDays } from "./AppStandings.ts"
import { KeywordKeys } from "./KeywordKeys.ts"
import { KeywordLists } from "./KeywordLists.ts"
import { byListing, measuredDays, noPlaces, placesOfAll } from "./places.ts"

const NullableMs = Schema.NullOr(Schema.Finite)
const asked = { position: Schema.Int, keywordId: Schema.Int, listingId: NullableInt }
const keywordRows = plannedRowsOf(Schema.Struct(asked))
const latestRows = plannedRowsOf(
  Schema.Struct({
    ...asked,
    sinceMs: NullableMs,
    latestMs: NullableMs,
    latestDay: Schema.NullOr(Schema.String),
    depth: NullableInt
  })
)
type Asked = Effect.Success<ReturnType<typeof keywordRows>>[number]
const isoOrNull = (ms: number | null | undefined) => (ms == null ? null : isoOf(ms))

/** The keywords as rows, each with its place among them. */
const askedOf = (keywords: ReadonlyArray<Omit<TrackedKeyword, "platform">>) =>
  JSON.stringify(keywords.map(({ country, device, keyword }, n) => ({ n, c: country, d: device, t: termOf(keyword) })))

export const latestRanksLayer = Layer.effect(
  LatestRanks,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const keys = yield* KeywordKeys
    const lists = yield* KeywordLists

    /** The keywords as `asked`, with their markets `m`. */
    const askedIn = (platform: string, keywords: ReadonlyArray<Omit<TrackedKeyword, "platform">>) => sql`
      jsonb_to_recordset(${askedOf(keywords)}::text::jsonb) AS asked (n int, c text, d text, t text)
      JOIN keywords_markets m ON m.platform = ${platform} AND m.country = asked.c AND m.device = asked.d`
    /** Those that are known, and the app's listing in their market. */
    const known = (
      app: { readonly platform: string; readonly appId: string },
      keywords: ReadonlyArray<Omit<TrackedKeyword, "platform">>
    ) =>
      keywordRows(sql`
        SELECT asked.n AS position, k.id AS "keywordId", l.id AS "listingId" FROM ${askedIn(app.platform, keywords)}
        CROSS JOIN LATERAL (SELECT id FROM keywords_tracked WHERE market_id = m.id AND term = asked.t OFFSET 0) AS k
        LEFT JOIN keywords_listings l ON l.market_id = m.id AND l.app_id = ${app.appId}`)
    /** When each was measured in these days, and where the app was. */
    const readIn = Effect.fnUntraced(function* (rows: ReadonlyArray<Asked>, from: Day, to: Day) {
      const ids = [...new Set(rows.map(({ keywordId }) => keywordId))]
      const measured = yield* measuredDays(lists, ids, from, to)
      const places = yield* placesOfAll(lists, byListing(rows), from, to)
      const on = ({ keywordId, listingId }: Asked, day: Day) =>
        (listingId === null ? noPlaces : (places.get(listingId) ?? noPlaces)).on(keywordId, day)
      return { measured, on }
    })

    const of: LatestRanks["Service"]["of"] = Effect.fn("LatestRanks.of")(function* (accountId, app, keywords) {
      if (keywords.length === 0) return []
      const today = dayOf(yield* Clock.currentTimeMillis)
      const oldest = addDays(today, -freshDays)
      const rows = yield* latestRows(sql`
        SELECT asked.n AS position, (extract(epoch FROM w.since) * 1000)::float8 AS "sinceMs",
          k.latest_ms AS "latestMs", k.latest_day::text AS "latestDay", k.depth, k.id AS "keywordId", l.id AS "listingId"
        FROM ${askedIn(app.platform, keywords)}
        CROSS JOIN LATERAL (SELECT id, latest_ms, latest_day, depth FROM keywords_tracked
          WHERE market_id = m.id AND term = asked.t OFFSET 0) AS k
        LEFT JOIN keywords_watchers w ON w.account_id = ${accountId}::uuid AND w.keyword_id = k.id
        LEFT JOIN keywords_listings l ON l.market_id = m.id AND l.app_id = ${app.appId}`)
      const fresh = rows.filter(({ latestDay }) => latestDay !== null && latestDay >= oldest)
      const days = fresh.flatMap(({ latestDay }) => latestDay ?? []).toSorted()
      const places = yield* placesOfAll(lists, byListing(fresh), days[0] ?? today, days.at(-1) ?? today)
      const found = new Map(rows.map((row) => [row.position, row]))
      return keywords.map((_, position) => {
        const row = found.get(position)
        const at = row?.latestDay ?? null
        const on = row === undefined ? noPlaces : (places.get(row.listingId ?? 0) ?? noPlaces)
        const told = row === undefined || at === null || at < oldest ? undefined : on.on(row.keywordId, at)
        const isFresh = told !== undefined
        const rank = told ?? null
        return {
          since: isoOrNull(row?.sinceMs),
          lastCollectedAt: isoOrNull(row?.latestMs),
          rank,
          rankStatus: !isFresh ? "not_measured" : rank === null ? "not_in_top_n" : "ranked",
          depth: isFresh ? (row?.depth ?? null) : null
        }
      })
    })
    const upTo: LatestRanks["Service"]["upTo"] = Effect.fn("LatestRanks.upTo")(function* (app, keywords, day) {
      if (keywords.length === 0) return []
      const rows = yield* known(app, keywords)
      const first = addDays(day, -freshDays)
      const { measured, on } = yield* readIn(rows, first, day)
      const found = new Map(rows.map((row) => [row.position, row]))
      return keywords.map((_, position) => {
        const row = found.get(position)
        const last = row === undefined ? null : measured.last(row.keywordId, first, day)
        const rank = row === undefined || last === null ? undefined : on(row, last.day)
        if (last === null || rank === undefined)
          return { day: null, rank: null, rankStatus: "not_measured" as const, depth: null }
        const rankStatus = rank === null ? ("not_in_top_n" as const) : ("ranked" as const)
        return { day: last.day, rank, rankStatus, depth: last.depth }
      })
    })
    const within: LatestRanks["Service"]["within"] = Effect.fn("LatestRanks.within")(function* (
      app,
      keywords,
      { from, to }
    ) {
      if (keywords.length === 0) return []
      const rows = yield* known(app, keywords)
      const { measured, on } = yield* readIn(rows, from, to)
      const sources = new Map<number, string>()
      const found = new Map<number, ReadonlyArray<MeasuredRank>>()
      for (const row of rows) {
        const own: Array<MeasuredRank> = []
        for (const day of daysFrom(from, to)) {
          const at = measured.on(row.keywordId, day)
          const rank = at === null ? undefined : on(row, day)
          if (at === null || rank === undefined) continue
          const source = sources.get(at.source) ?? (yield* keys.sourceName(at.source)) ?? ""
          sources.set(at.source, source)
          own.push({ day, depth: at.depth, source, rank })
        }
        found.set(row.position, own)
      }
      return keywords.map((_, position) => found.get(position) ?? [])
    })
    return LatestRanks.of({ of, upTo, within })
  })
)
