import { isoOf, type Param } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { KeyFields, keyOf, rowOf } from "../chartKey.ts"
import type { AppPosition, AskedReading, ChartKey, ChartReading, ListedApp, RankPoint } from "../contract.ts"
import { makeChartInterning } from "./Interning.ts"
import { Partitions } from "./Partitions.ts"
import type { CheckedSnapshot } from "./snapshot.ts"

const NullOr = Schema.NullOr
const Reading = Schema.Struct({
  asOfMs: Schema.Finite,
  source: Schema.String,
  appIds: Schema.Array(NullOr(Schema.String))
})
const LeaderRow = Schema.Struct({
  chartId: Schema.Int,
  asOfMs: Schema.Finite,
  appId: Schema.String,
  previousAppId: NullOr(Schema.String),
  previousAtMs: NullOr(Schema.Finite),
  reachedAtMs: NullOr(Schema.Finite),
  readSinceMs: Schema.Finite
})
export type LeaderRow = typeof LeaderRow.Type
const Point = Schema.Struct({
  asOfMs: Schema.Finite,
  source: Schema.String,
  rank: NullOr(Schema.Int),
  depth: Schema.Int
})
const Position = Schema.Struct({ ...KeyFields, asOfMs: Schema.Finite, rank: Schema.Int, depth: Schema.Int })
const App = Schema.Struct({
  appId: Schema.String,
  name: NullOr(Schema.String),
  seller: NullOr(Schema.String),
  iconUrl: NullOr(Schema.String),
  genreId: NullOr(Schema.String),
  genreName: NullOr(Schema.String)
})

const decodePlaced = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ place: Schema.Int, ...Reading.fields })))
const decodeReadings = Schema.decodeUnknownEffect(Schema.Array(Reading))
const decodeLeaders = Schema.decodeUnknownEffect(Schema.Array(LeaderRow))
const decodePoints = Schema.decodeUnknownEffect(Schema.Array(Point))
const decodePositions = Schema.decodeUnknownEffect(Schema.Array(Position))
const decodeApps = Schema.decodeUnknownEffect(Schema.Array(App))
const decodeAdded = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ added: Schema.Int })))
const json = Schema.encodeSync(Schema.fromJsonString(Schema.Unknown))

type Found<A> = Effect.Effect<A, SqlError.SqlError>

/** SQL of the history. */
export class ChartHistoryStore extends Context.Service<
  ChartHistoryStore,
  {
    /** Adds those that are not there; gives how many that were. */
    readonly addAll: (snapshots: ReadonlyArray<CheckedSnapshot>) => Found<number>
    /** Adds one, unless its chart was read at or after `unlessReadSinceMs`, by whatever node. */
    readonly addOnce: (snapshot: CheckedSnapshot, unlessReadSinceMs: number) => Found<boolean>
    /** The newest list up to `atMs`, of one source, of all but one, or of any. */
    readonly newest: (
      key: ChartKey,
      options: { readonly atMs: number; readonly source?: string; readonly notSource?: string }
    ) => Found<ChartReading | null>
    /** The newest list of each, in the order asked. */
    readonly newestOf: (asked: ReadonlyArray<AskedReading>) => Found<ReadonlyArray<ChartReading | null>>
    /** By the keys' own order; those without a list from `sinceMs` on are absent. */
    readonly leaders: (keys: ReadonlyArray<ChartKey>, sinceMs: number) => Found<ReadonlyMap<number, LeaderRow>>
    readonly ranks: (query: {
      readonly key: ChartKey
      readonly appId: string
      readonly fromMs: number
      readonly toMs: number
    }) => Found<ReadonlyArray<RankPoint>>
    readonly positions: (query: {
      readonly platform: Param.Platform
      readonly appId: string
      readonly sinceMs: number
      readonly country?: string
    }) => Found<ReadonlyArray<AppPosition>>
    readonly apps: (platform: Param.Platform, appIds: ReadonlyArray<string>) => Found<ReadonlyMap<string, ListedApp>>
  }
>()("@storeglass/charts/ChartHistoryStore") {
  static readonly layer = Layer.effect(
    ChartHistoryStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const partitions = yield* Partitions
      const { chartIds, internApps, sourceId } = yield* makeChartInterning

      /** Rows with numbers for names. These are written first and by themselves: a number without a list does no harm. */
      const rowsOf = Effect.fnUntraced(function* (snapshots: ReadonlyArray<CheckedSnapshot>) {
        yield* partitions.ensure(snapshots.map(({ snapshot }) => snapshot.asOfMs))
        const ids = yield* chartIds(snapshots.map(({ snapshot }) => snapshot.key))
        const numberOf = yield* internApps(snapshots.map(({ apps, snapshot }) => ({ ...snapshot.key, apps })))
        const sources = yield* Effect.forEach(snapshots, ({ snapshot }) => sourceId(snapshot.source))
        return snapshots.map(({ appIds, snapshot: { asOfMs, key } }, index) => ({
          chart_id: ids[index],
          at: isoOf(asOfMs),
          source_id: sources[index],
          apps: appIds.map((appId) => (appId === null ? null : numberOf(key.platform, appId)))
        }))
      })

      const insert = (rows: ReadonlyArray<object>) =>
        sql`
          WITH added AS (
            INSERT INTO charts_snapshots (chart_id, at, source_id, apps)
            SELECT chart_id, at, source_id, apps
            FROM jsonb_to_recordset(${json(rows)}::text::jsonb)
              AS given (chart_id int, at timestamptz, source_id smallint, apps int[])
            ON CONFLICT (chart_id, at) DO NOTHING
            RETURNING chart_id, at
          ), read AS (
            UPDATE charts_keys k SET read_at = greatest(k.read_at, newest.at)
            FROM (SELECT chart_id, max(at) AS at FROM added GROUP BY chart_id) newest WHERE k.id = newest.chart_id
          )
          SELECT count(*)::int AS added FROM added`.pipe(
          Effect.flatMap((found) => Effect.orDie(decodeAdded(found))),
          Effect.map((found) => found[0]?.added ?? 0)
        )

      const addAll = Effect.fn("ChartHistoryStore.addAll")(function* (snapshots: ReadonlyArray<CheckedSnapshot>) {
        return snapshots.length === 0 ? 0 : yield* insert(yield* rowsOf(snapshots))
      })

      const addOnce = Effect.fn("ChartHistoryStore.addOnce")(function* (
        snapshot: CheckedSnapshot,
        unlessReadSinceMs: number
      ) {
        const rows = yield* rowsOf([snapshot])
        const [chartId] = yield* chartIds([snapshot.snapshot.key])
        return yield* sql.withTransaction(
          Effect.gen(function* () {
            // The row's lock makes two nodes that read the same chart take turns.
            const free = yield* sql`
              SELECT 1 FROM charts_keys
              WHERE id = ${chartId} AND (read_at IS NULL OR read_at < ${isoOf(unlessReadSinceMs)}::timestamptz)
              FOR UPDATE`
            return free.length > 0 && (yield* insert(rows)) > 0
          })
        )
      })

      const newest = Effect.fn("ChartHistoryStore.newest")(function* (
        key: ChartKey,
        options: { readonly atMs: number; readonly source?: string; readonly notSource?: string }
      ) {
        const [chartId] = yield* chartIds([key])
        const sameSource =
          options.source === undefined ? sql`` : sql`AND source_id = ${yield* sourceId(options.source)}::smallint`
        const otherSource =
          options.notSource === undefined
            ? sql``
            : sql`AND source_id <> ${yield* sourceId(options.notSource)}::smallint`
        const rows = yield* sql`
          SELECT (extract(epoch FROM found.at) * 1000)::float8 AS "asOfMs", s.name AS source,
            ARRAY(SELECT a.app_id FROM unnest(found.apps) WITH ORDINALITY AS listed (id, rank)
              LEFT JOIN charts_apps a ON a.id = listed.id ORDER BY listed.rank) AS "appIds"
          FROM (
            SELECT at, source_id, apps FROM charts_snapshots
            WHERE chart_id = ${chartId} AND at <= ${isoOf(options.atMs)}::timestamptz ${sameSource} ${otherSource}
            ORDER BY at DESC LIMIT 1
          ) found JOIN charts_sources s ON s.id = found.source_id`
        return (yield* Effect.orDie(decodeReadings(rows)))[0] ?? null
      })

      const newestOf = Effect.fn("ChartHistoryStore.newestOf")(function* (asked: ReadonlyArray<AskedReading>) {
        if (asked.length === 0) return []
        const given = asked.map(({ fromMs, key, source, toMs }, place) => ({
          ...rowOf(key),
          place,
          source,
          since: isoOf(fromMs),
          until: isoOf(toMs)
        }))
        const rows = yield* sql`
          SELECT asked.place, (extract(epoch FROM found.at) * 1000)::float8 AS "asOfMs", s.name AS source,
            ARRAY(SELECT a.app_id FROM unnest(found.apps) WITH ORDINALITY AS listed (id, rank)
              LEFT JOIN charts_apps a ON a.id = listed.id ORDER BY listed.rank) AS "appIds"
          FROM jsonb_to_recordset(${json(given)}::text::jsonb) AS asked (
            place int, platform text, country text, chart text, genre text, source text,
            since timestamptz, until timestamptz)
          JOIN charts_keys k ON k.platform = asked.platform AND k.country = asked.country
            AND k.chart = asked.chart AND k.genre = asked.genre
          CROSS JOIN LATERAL (
            SELECT at, source_id, apps FROM charts_snapshots h
            WHERE h.chart_id = k.id AND h.at BETWEEN asked.since AND asked.until
              AND (asked.source IS NULL OR h.source_id = (SELECT id FROM charts_sources WHERE name = asked.source))
            ORDER BY at DESC LIMIT 1
          ) found JOIN charts_sources s ON s.id = found.source_id`
        const byPlace = new Map((yield* Effect.orDie(decodePlaced(rows))).map(({ place, ...found }) => [place, found]))
        return asked.map((_, place) => byPlace.get(place) ?? null)
      })

      const leaders = Effect.fn("ChartHistoryStore.leaders")(function* (
        keys: ReadonlyArray<ChartKey>,
        sinceMs: number
      ) {
        const ids = yield* chartIds(keys)
        const rows = yield* sql`
          SELECT asked.id AS "chartId", (extract(epoch FROM newest.at) * 1000)::float8 AS "asOfMs",
            app.app_id AS "appId", before.app_id AS "previousAppId",
            (extract(epoch FROM other.at) * 1000)::float8 AS "previousAtMs",
            (extract(epoch FROM reached.at) * 1000)::float8 AS "reachedAtMs",
            (extract(epoch FROM oldest.at) * 1000)::float8 AS "readSinceMs"
          FROM (SELECT DISTINCT value::int AS id FROM jsonb_array_elements_text(${json(ids)}::text::jsonb)) asked
          CROSS JOIN LATERAL (
            SELECT at, leader, source_id FROM charts_snapshots
            WHERE chart_id = asked.id AND at >= ${isoOf(sinceMs)}::timestamptz ORDER BY at DESC LIMIT 1
          ) newest
          JOIN charts_apps app ON app.id = newest.leader
          LEFT JOIN LATERAL (
            SELECT at, leader FROM charts_snapshots
            WHERE chart_id = asked.id AND source_id = newest.source_id AND at < newest.at AND leader <> newest.leader
            ORDER BY at DESC LIMIT 1
          ) other ON true
          LEFT JOIN charts_apps before ON before.id = other.leader
          LEFT JOIN LATERAL (
            SELECT at FROM charts_snapshots
            WHERE chart_id = asked.id AND source_id = newest.source_id AND at > other.at AND leader = newest.leader
            ORDER BY at LIMIT 1
          ) reached ON true
          CROSS JOIN LATERAL (
            SELECT at FROM charts_snapshots
            WHERE chart_id = asked.id AND source_id = newest.source_id ORDER BY at LIMIT 1
          ) oldest`
        const byId = new Map((yield* Effect.orDie(decodeLeaders(rows))).map((row) => [row.chartId, row]))
        return new Map(
          ids.flatMap((id, index) => {
            const row = byId.get(id)
            return row === undefined ? [] : [[index, row] as const]
          })
        )
      })

      const ranks = Effect.fn("ChartHistoryStore.ranks")(function* (query: {
        readonly key: ChartKey
        readonly appId: string
        readonly fromMs: number
        readonly toMs: number
      }) {
        const [chartId] = yield* chartIds([query.key])
        const rows = yield* sql`
          SELECT (extract(epoch FROM h.at) * 1000)::float8 AS "asOfMs", s.name AS source,
            CASE WHEN a.id IS NOT NULL THEN array_position(h.apps, a.id)::int END AS rank,
            cardinality(h.apps)::int AS depth
          FROM charts_snapshots h JOIN charts_sources s ON s.id = h.source_id
          LEFT JOIN charts_apps a ON a.platform = ${query.key.platform} AND a.app_id = ${query.appId}
          WHERE h.chart_id = ${chartId}
            AND h.at BETWEEN ${isoOf(query.fromMs)}::timestamptz AND ${isoOf(query.toMs)}::timestamptz
          ORDER BY h.at`
        return yield* Effect.orDie(decodePoints(rows))
      })

      const positions = Effect.fn("ChartHistoryStore.positions")(function* (query: {
        readonly platform: Param.Platform
        readonly appId: string
        readonly sinceMs: number
        readonly country?: string
      }) {
        const inCountry = query.country === undefined ? sql`` : sql`AND k.country = ${query.country}`
        const rows = yield* sql`
          SELECT k.platform, k.country, k.chart, k.genre, (extract(epoch FROM newest.at) * 1000)::float8 AS "asOfMs",
            array_position(newest.apps, a.id)::int AS rank, cardinality(newest.apps)::int AS depth
          FROM charts_apps a JOIN charts_keys k ON k.platform = a.platform
          CROSS JOIN LATERAL (
            SELECT at, apps FROM charts_snapshots h
            WHERE h.chart_id = k.id AND h.at >= ${isoOf(query.sinceMs)}::timestamptz ORDER BY at DESC LIMIT 1
          ) newest
          WHERE a.platform = ${query.platform} AND a.app_id = ${query.appId} ${inCountry}
            AND a.id = ANY (newest.apps)
          ORDER BY rank, k.country, k.chart, k.genre`
        const found = yield* Effect.orDie(decodePositions(rows))
        return found.map(({ asOfMs, depth, rank, ...row }) => ({ key: keyOf(row), asOfMs, rank, depth }))
      })

      const apps = Effect.fn("ChartHistoryStore.apps")(function* (
        platform: Param.Platform,
        appIds: ReadonlyArray<string>
      ) {
        if (appIds.length === 0) return new Map<string, ListedApp>()
        const rows = yield* sql`
          SELECT app_id AS "appId", name, seller, icon_url AS "iconUrl", genre_id AS "genreId", genre_name AS "genreName"
          FROM charts_apps
          WHERE platform = ${platform} AND app_id IN (SELECT jsonb_array_elements_text(${json(appIds)}::text::jsonb))`
        return new Map((yield* Effect.orDie(decodeApps(rows))).map((app) => [app.appId, app]))
      })

      return ChartHistoryStore.of({ addAll, addOnce, newest, newestOf, leaders, ranks, positions, apps })
    })
  )
}
