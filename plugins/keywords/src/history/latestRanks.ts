import { addDays, dayOf } from "@storeglass/history"
import { isoOf } from "@storeglass/plugin-api"
import { Clock, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { LatestRanks, type TrackedKeyword } from "../contract.ts"
import { NullableInt, plannedRowsOf } from "../database.ts"
import { termOf } from "../models/term.ts"
import { freshDays } from "./AppStandings.ts"

const NullableMs = Schema.NullOr(Schema.Finite)
const latestRows = plannedRowsOf(
  Schema.Struct({
    position: Schema.Int,
    sinceMs: NullableMs,
    latestMs: NullableMs,
    latestDay: Schema.NullOr(Schema.String),
    depth: NullableInt,
    rank: NullableInt
  })
)
const dayRows = plannedRowsOf(
  Schema.Struct({ position: Schema.Int, day: Schema.String, depth: Schema.Int, rank: NullableInt })
)
const measuredRows = plannedRowsOf(
  Schema.Struct({
    position: Schema.Int,
    day: Schema.String,
    depth: Schema.Int,
    source: Schema.String,
    rank: NullableInt
  })
)
const isoOrNull = (ms: number | null | undefined) => (ms == null ? null : isoOf(ms))

/** The keywords as rows, each with its place among them. */
const askedOf = (keywords: ReadonlyArray<Omit<TrackedKeyword, "platform">>) =>
  JSON.stringify(keywords.map(({ country, device, keyword }, n) => ({ n, c: country, d: device, t: termOf(keyword) })))

export const latestRanksLayer = Layer.effect(
  LatestRanks,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const of: LatestRanks["Service"]["of"] = Effect.fn("LatestRanks.of")(function* (accountId, app, keywords) {
      if (keywords.length === 0) return []
      const oldest = addDays(dayOf(yield* Clock.currentTimeMillis), -freshDays)
      const asked = askedOf(keywords)
      const rows = yield* latestRows(sql`
        SELECT asked.n AS position, (extract(epoch FROM w.since) * 1000)::float8 AS "sinceMs",
          k.latest_ms AS "latestMs", k.latest_day::text AS "latestDay", k.depth, r.rank
        FROM jsonb_to_recordset(${asked}::text::jsonb) AS asked (n int, c text, d text, t text)
        JOIN keywords_markets m ON m.platform = ${app.platform} AND m.country = asked.c AND m.device = asked.d
        CROSS JOIN LATERAL (SELECT id, latest_ms, latest_day, depth FROM keywords_tracked
          WHERE market_id = m.id AND term = asked.t OFFSET 0) AS k
        LEFT JOIN keywords_watchers w ON w.account_id = ${accountId}::uuid AND w.keyword_id = k.id
        LEFT JOIN keywords_listings l ON l.market_id = m.id AND l.app_id = ${app.appId}
        LEFT JOIN keywords_ranks r ON r.listing_id = l.id AND r.day = k.latest_day AND r.keyword_id = k.id`)
      const found = new Map(rows.map((row) => [row.position, row]))
      return keywords.map((_, position) => {
        const row = found.get(position)
        const isFresh = row !== undefined && row.latestDay !== null && row.latestDay >= oldest
        const rank = isFresh ? row.rank : null
        return {
          since: isoOrNull(row?.sinceMs),
          lastCollectedAt: isoOrNull(row?.latestMs),
          rank,
          rankStatus: !isFresh ? "not_measured" : rank === null ? "not_in_top_n" : "ranked",
          depth: isFresh ? row.depth : null
        }
      })
    })
    const upTo: LatestRanks["Service"]["upTo"] = Effect.fn("LatestRanks.upTo")(function* (app, keywords, day) {
      if (keywords.length === 0) return []
      const asked = askedOf(keywords)
      const rows = yield* dayRows(sql`
        SELECT asked.n AS position, f.day::text AS day, f.depth, r.rank
        FROM jsonb_to_recordset(${asked}::text::jsonb) AS asked (n int, c text, d text, t text)
        JOIN keywords_markets m ON m.platform = ${app.platform} AND m.country = asked.c AND m.device = asked.d
        CROSS JOIN LATERAL (SELECT id FROM keywords_tracked WHERE market_id = m.id AND term = asked.t OFFSET 0) AS k
        CROSS JOIN LATERAL (SELECT day, depth FROM keywords_facts
          WHERE keyword_id = k.id AND day <= ${day}::date AND day >= ${addDays(day, -freshDays)}::date
          ORDER BY day DESC LIMIT 1) AS f
        LEFT JOIN keywords_listings l ON l.market_id = m.id AND l.app_id = ${app.appId}
        LEFT JOIN keywords_ranks r ON r.listing_id = l.id AND r.day = f.day AND r.keyword_id = k.id`)
      const found = new Map(rows.map((row) => [row.position, row]))
      return keywords.map((_, position) => {
        const row = found.get(position)
        if (row === undefined) return { day: null, rank: null, rankStatus: "not_measured" as const, depth: null }
        const { day, depth, rank } = row
        return { day, depth, rank, rankStatus: rank === null ? ("not_in_top_n" as const) : ("ranked" as const) }
      })
    })
    const within: LatestRanks["Service"]["within"] = Effect.fn("LatestRanks.within")(function* (
      app,
      keywords,
      { from, to }
    ) {
      if (keywords.length === 0) return []
      const rows = yield* measuredRows(sql`
          SELECT asked.n AS position, f.day::text AS day, f.depth, s.name AS source, r.rank
          FROM jsonb_to_recordset(${askedOf(keywords)}::text::jsonb) AS asked (n int, c text, d text, t text)
          JOIN keywords_markets m ON m.platform = ${app.platform} AND m.country = asked.c AND m.device = asked.d
          CROSS JOIN LATERAL (SELECT id FROM keywords_tracked WHERE market_id = m.id AND term = asked.t OFFSET 0) AS k
          CROSS JOIN LATERAL (SELECT day, depth, source_id FROM keywords_facts
            WHERE keyword_id = k.id AND day BETWEEN ${from}::date AND ${to}::date OFFSET 0) AS f
          JOIN keywords_sources s ON s.id = f.source_id
          LEFT JOIN keywords_listings l ON l.market_id = m.id AND l.app_id = ${app.appId}
          LEFT JOIN keywords_ranks r ON r.listing_id = l.id AND r.day = f.day AND r.keyword_id = k.id
          ORDER BY position, f.day`)
      const found = Map.groupBy(rows, ({ position }) => position)
      return keywords.map((_, position) => (found.get(position) ?? []).map(({ position: _p, ...measured }) => measured))
    })
    return LatestRanks.of({ of, upTo, within })
  })
)
