import { isoOf, Param, plusDays, rowsOf } from "@storeglass/plugin-api"
import { Clock, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { KeyFields, keyOf } from "../chartKey.ts"
import { ChartedApps, type ChartedDays, type ChartMove } from "../contract.ts"

const dayMs = 86_400_000
const NullOr = Schema.NullOr

const dayRows = rowsOf(
  Schema.Struct({
    ...KeyFields,
    source: Schema.String,
    day: Schema.String,
    asOfMs: Schema.Finite,
    rank: NullOr(Schema.Int),
    depth: Schema.Int,
    ofGenre: NullOr(Schema.Int)
  })
)
const moveRows = rowsOf(
  Schema.Struct({
    ...KeyFields,
    appId: Schema.String,
    name: NullOr(Schema.String),
    asOfMs: Schema.Finite,
    rank: NullOr(Schema.Int),
    depth: Schema.Int,
    previousAsOfMs: Schema.Finite,
    previousRank: NullOr(Schema.Int),
    previousDepth: Schema.Int
  })
)
const appRows = rowsOf(
  Schema.Struct({
    platform: Schema.Literals(Param.platforms),
    appId: Schema.String,
    name: NullOr(Schema.String),
    seller: NullOr(Schema.String),
    iconUrl: NullOr(Schema.String),
    genreId: NullOr(Schema.String),
    genreName: NullOr(Schema.String),
    country: NullOr(Schema.String)
  })
)

/** Letters and digits alone, so that nothing in them is an operator. */
const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const newestRank = ({ days }: ChartedDays) => days.at(-1)?.rank ?? Number.POSITIVE_INFINITY
const within = (rank: number | null, depth: number) => (rank === null || rank > depth ? null : rank)
const sizeOf = ({ depth, previousRank, rank }: ChartMove) => Math.abs((previousRank ?? depth + 1) - (rank ?? depth + 1))

export const chartedApps = Layer.effect(
  ChartedApps,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = sql.literal(`a.platform, a.app_id AS "appId", a.name, a.seller, a.icon_url AS "iconUrl",
      a.genre_id AS "genreId", a.genre_name AS "genreName", a.country`)

    const daysOf: ChartedApps["Service"]["within"] = Effect.fn("ChartedApps.within")(function* (
      { appId, country, platform },
      { from, to },
      options = {}
    ) {
      const [since, until] = [`${from}T00:00:00Z`, `${plusDays(to, 1)}T00:00:00Z`]
      const rows = yield* dayRows(
        sql`
        WITH app AS (SELECT id, genre_id FROM charts_apps WHERE platform = ${platform} AND app_id = ${appId}),
        keys AS (
          SELECT k.id, k.platform, k.country, k.chart, k.genre, newest.source_id, app.id AS app, app.genre_id
          FROM app CROSS JOIN charts_keys k CROSS JOIN LATERAL (
            SELECT source_id, apps FROM charts_snapshots h
            WHERE h.chart_id = k.id AND h.at >= ${since}::timestamptz AND h.at < ${until}::timestamptz
            ORDER BY at DESC LIMIT 1) newest
          WHERE k.platform = ${platform} AND k.country = ${country}
            AND (k.genre IN ('all', app.genre_id) OR app.id = ANY (newest.apps))),
        last AS MATERIALIZED (
          SELECT k.id, (h.at AT TIME ZONE 'UTC')::date AS day, max(h.at) AS at
          FROM keys k JOIN charts_snapshots h ON h.chart_id = k.id AND h.source_id = k.source_id
          WHERE h.at >= ${since}::timestamptz AND h.at < ${until}::timestamptz GROUP BY 1, 2)
        SELECT k.platform, k.country, k.chart, k.genre, s.name AS source, last.day::text AS day,
          (extract(epoch FROM last.at) * 1000)::float8 AS "asOfMs", h.rank, h.depth, h.of_genre AS "ofGenre"
        FROM keys k JOIN last ON last.id = k.id JOIN charts_sources s ON s.id = k.source_id
        -- By the index, list by list: OFFSET keeps the planner from reading whole months instead.
        CROSS JOIN LATERAL (
          SELECT array_position(h.apps, k.app)::int AS rank, cardinality(h.apps)::int AS depth,
            CASE WHEN ${options.withGenre === true}::boolean AND k.genre = 'all' AND NOT k.app = ANY (h.apps) THEN (SELECT count(*)::int FROM unnest(h.apps) AS listed (id)
              JOIN charts_apps a ON a.id = listed.id WHERE a.genre_id = k.genre_id) END AS of_genre
          FROM charts_snapshots h WHERE h.chart_id = last.id AND h.at = last.at
            AND h.at >= ${since}::timestamptz AND h.at < ${until}::timestamptz OFFSET 0) h
        ORDER BY k.chart, k.genre, last.day`.unprepared
      )
      const charts = Map.groupBy(rows, ({ chart, genre }) => `${chart} ${genre}`)
      return [...charts.values()]
        .flatMap((days): ReadonlyArray<ChartedDays> => {
          const [first] = days
          return first === undefined
            ? []
            : [
                {
                  key: keyOf(first),
                  source: first.source,
                  days: days.map(({ asOfMs, day, depth, ofGenre, rank }) => ({ day, asOfMs, rank, depth, ofGenre }))
                }
              ]
        })
        .sort((a, b) => newestRank(a) - newestRank(b))
    })

    const moves: ChartedApps["Service"]["moves"] = Effect.fn("ChartedApps.moves")(function* (apps, days) {
      if (apps.length === 0) return []
      const asked = JSON.stringify(apps.map(({ appId, country, platform }) => ({ p: platform, a: appId, c: country })))
      const since = isoOf((yield* Clock.currentTimeMillis) - days * dayMs)
      const rows = yield* moveRows(sql`
        SELECT k.platform, k.country, k.chart, k.genre, a.app_id AS "appId", a.name,
          (extract(epoch FROM newest.at) * 1000)::float8 AS "asOfMs", array_position(newest.apps, a.id)::int AS rank,
          cardinality(newest.apps)::int AS depth, (extract(epoch FROM was.at) * 1000)::float8 AS "previousAsOfMs",
          array_position(was.apps, a.id)::int AS "previousRank", cardinality(was.apps)::int AS "previousDepth"
        FROM jsonb_to_recordset(${asked}::text::jsonb) AS asked (p text, a text, c text)
        JOIN charts_apps a ON a.platform = asked.p AND a.app_id = asked.a
        JOIN charts_keys k ON k.platform = asked.p AND k.country = asked.c
        CROSS JOIN LATERAL (
          SELECT at, source_id, apps FROM charts_snapshots h
          WHERE h.chart_id = k.id AND h.at >= ${since}::timestamptz ORDER BY at DESC LIMIT 1) newest
        CROSS JOIN LATERAL (
          SELECT at, apps FROM charts_snapshots h
          WHERE h.chart_id = k.id AND h.source_id = newest.source_id
            AND h.at BETWEEN newest.at - ${2 * days}::int * interval '1 day' AND newest.at - ${days}::int * interval '1 day'
          ORDER BY at DESC LIMIT 1) was
        WHERE a.id = ANY (newest.apps) OR a.id = ANY (was.apps)`)
      return rows
        .map(({ appId, asOfMs, name, previousAsOfMs, previousRank, rank, ...row }): ChartMove => {
          const depth = Math.min(row.depth, row.previousDepth)
          return {
            platform: row.platform,
            appId,
            name,
            key: keyOf(row),
            asOfMs,
            previousAsOfMs,
            rank: within(rank, depth),
            previousRank: within(previousRank, depth),
            depth
          }
        })
        .filter(({ previousRank, rank }) => rank !== previousRank)
        .sort((a, b) => sizeOf(b) - sizeOf(a) || (a.rank ?? a.depth + 1) - (b.rank ?? b.depth + 1))
    })

    const find: ChartedApps["Service"]["find"] = Effect.fn("ChartedApps.find")(function* ({ limit, platform, q }) {
      const inStore = platform === undefined ? sql`true` : sql`a.platform = ${platform}`
      if (q === undefined) {
        return yield* appRows(sql`
          SELECT ${columns} FROM (SELECT DISTINCT platform AS name FROM charts_keys) stores
          CROSS JOIN LATERAL (
            SELECT h.apps FROM charts_keys k JOIN charts_snapshots h ON h.chart_id = k.id AND h.at = k.read_at
            WHERE k.platform = stores.name AND k.chart = 'top-free' AND k.genre = 'all'
            ORDER BY k.country <> 'us', k.country LIMIT 1) newest
          CROSS JOIN LATERAL unnest(newest.apps) WITH ORDINALITY AS listed (id, rank)
          JOIN charts_apps a ON a.id = listed.id
          WHERE ${inStore} ORDER BY listed.rank, a.platform LIMIT ${limit}::int`)
      }
      const words = wordsIn(q)
      const named =
        words.length === 0
          ? sql`false`
          : sql`to_tsvector('simple'::regconfig, a.name) @@ to_tsquery('simple', ${words.map((word) => `${word}:*`).join(" & ")})`
      return yield* appRows(sql`
        SELECT ${columns} FROM charts_apps a WHERE ${inStore} AND (a.app_id = ${q} OR ${named})
        ORDER BY a.app_id = ${q} DESC, lower(a.name) = ${q.toLowerCase()} DESC, length(a.name), a.name, a.platform
        LIMIT ${limit}::int`)
    })

    const of: ChartedApps["Service"]["of"] = Effect.fn("ChartedApps.of")(function* (apps) {
      if (apps.length === 0) return []
      const asked = JSON.stringify(apps.map(({ appId, platform }) => ({ p: platform, a: appId })))
      return yield* appRows(sql`
        SELECT ${columns} FROM jsonb_to_recordset(${asked}::text::jsonb) AS asked (p text, a text)
        JOIN charts_apps a ON a.platform = asked.p AND a.app_id = asked.a`)
    })

    return ChartedApps.of({ within: daysOf, moves, find, of })
  })
)
