import { isoOf, Param } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { KeyFields, keyOf, rowOf } from "../chartKey.ts"
import type { ChartKey } from "../contract.ts"

const decodeKeys = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct(KeyFields)))
const decodeProgress = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Struct({
      platform: Schema.Literals(Param.platforms),
      planned: Schema.Int,
      read: Schema.Int,
      lagMs: Schema.NullOr(Schema.Finite)
    })
  )
)
const json = Schema.encodeSync(Schema.fromJsonString(Schema.Unknown))

type Found<A> = Effect.Effect<A, SqlError.SqlError>

/** SQL of which charts are read, and when they were. */
export class CollectionStore extends Context.Service<
  CollectionStore,
  {
    /** Notes that these are asked for. */
    readonly asked: (keys: ReadonlyArray<ChartKey>, nowMs: number) => Found<void>
    /** What callers asked for since then, last asked first. */
    readonly askedSince: (platform: Param.Platform, sinceMs: number, limit: number) => Found<ReadonlyArray<ChartKey>>
    /** Notes that these are to be read in an interval. */
    readonly plan: (keys: ReadonlyArray<ChartKey>, slotMs: number) => Found<void>
    /** Those planned for an interval and not read in it, the ones never read or longest ago first. */
    readonly unread: (platform: Param.Platform, slotMs: number, limit: number) => Found<ReadonlyArray<ChartKey>>
    readonly isRead: (key: ChartKey, sinceMs: number) => Found<boolean>
    /** Notes that a chart was read that has nothing to keep. */
    readonly markRead: (key: ChartKey, asOfMs: number) => Found<void>
    readonly progress: (
      slotMs: number,
      nowMs: number
    ) => Found<
      ReadonlyArray<{
        readonly platform: Param.Platform
        readonly planned: number
        readonly read: number
        readonly lagMs: number | null
      }>
    >
  }
>()("@storeglass/charts/CollectionStore") {
  static readonly layer = Layer.effect(
    CollectionStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const keysOf = (rows: unknown) =>
        Effect.map(Effect.orDie(decodeKeys(rows)), (found) => found.map((row) => keyOf(row)))

      // In one order everywhere, so that two writers wait for each other and do not lock up.
      const note = (column: "asked_at" | "planned_at", keys: ReadonlyArray<ChartKey>, atMs: number) =>
        Effect.asVoid(sql`
          INSERT INTO charts_keys (platform, country, chart, genre, ${sql(column)})
          SELECT DISTINCT platform, country, chart, genre, ${isoOf(atMs)}::timestamptz
          FROM jsonb_to_recordset(${json(keys.map(rowOf))}::text::jsonb)
            AS asked (platform text, country text, chart text, genre text)
          ORDER BY 1, 2, 3, 4
          ON CONFLICT (platform, country, chart, genre) DO UPDATE SET ${sql(column)} = EXCLUDED.${sql(column)}`)

      const asked = Effect.fn("CollectionStore.asked")((keys: ReadonlyArray<ChartKey>, nowMs: number) =>
        note("asked_at", keys, nowMs)
      )

      const plan = Effect.fn("CollectionStore.plan")((keys: ReadonlyArray<ChartKey>, slotMs: number) =>
        note("planned_at", keys, slotMs)
      )

      const askedSince = Effect.fn("CollectionStore.askedSince")(
        (platform: Param.Platform, sinceMs: number, limit: number) =>
          Effect.flatMap(
            sql`
            SELECT platform, country, chart, genre FROM charts_keys
            WHERE platform = ${platform} AND asked_at >= ${isoOf(sinceMs)}::timestamptz
            ORDER BY asked_at DESC, id LIMIT ${limit}::int`,
            keysOf
          )
      )

      const unread = Effect.fn("CollectionStore.unread")((platform: Param.Platform, slotMs: number, limit: number) =>
        Effect.flatMap(
          sql`
            SELECT platform, country, chart, genre FROM charts_keys
            WHERE platform = ${platform} AND planned_at = ${isoOf(slotMs)}::timestamptz
              AND (read_at IS NULL OR read_at < ${isoOf(slotMs)}::timestamptz)
            ORDER BY date_trunc('day', read_at) NULLS FIRST, genre <> 'all', id LIMIT ${limit}::int`,
          keysOf
        )
      )

      const isRead = Effect.fn("CollectionStore.isRead")((key: ChartKey, sinceMs: number) => {
        const { chart, country, genre, platform } = rowOf(key)
        return Effect.map(
          sql`
            SELECT 1 FROM charts_keys
            WHERE platform = ${platform} AND country = ${country} AND chart = ${chart} AND genre = ${genre}
              AND read_at >= ${isoOf(sinceMs)}::timestamptz`,
          (rows) => rows.length > 0
        )
      })

      const markRead = Effect.fn("CollectionStore.markRead")((key: ChartKey, asOfMs: number) => {
        const { chart, country, genre, platform } = rowOf(key)
        return Effect.asVoid(sql`
          INSERT INTO charts_keys AS kept (platform, country, chart, genre, read_at)
          VALUES (${platform}, ${country}, ${chart}, ${genre}, ${isoOf(asOfMs)}::timestamptz)
          ON CONFLICT (platform, country, chart, genre)
          DO UPDATE SET read_at = greatest(kept.read_at, EXCLUDED.read_at)`)
      })

      const progress = Effect.fn("CollectionStore.progress")((slotMs: number, nowMs: number) =>
        Effect.flatMap(
          sql`
            SELECT platform, count(*)::int AS planned,
              (count(*) FILTER (WHERE read_at >= ${isoOf(slotMs)}::timestamptz))::int AS read,
              CASE WHEN bool_and(read_at IS NOT NULL)
                THEN (extract(epoch FROM ${isoOf(nowMs)}::timestamptz - min(read_at)) * 1000)::float8 END AS "lagMs"
            FROM charts_keys WHERE planned_at = (SELECT max(planned_at) FROM charts_keys) GROUP BY platform ORDER BY 1`,
          (rows) => Effect.orDie(decodeProgress(rows))
        )
      )

      return CollectionStore.of({ asked, askedSince, plan, unread, isRead, markRead, progress })
    })
  )
}
