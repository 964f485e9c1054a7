import { isoOf, Param, rowsOf } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type SqlError, SqlSchema } from "effect/sql"
import type { RatedDay } from "../contract.ts"

/** The counters of an app in a country at one moment. */
export const RatingSnapshot = Schema.Struct({
  platform: Schema.String,
  country: Schema.String,
  appId: Schema.String,
  /** YYYY-MM-DD, UTC. */
  day: Schema.String,
  /** ISO 8601. */
  observedAt: Schema.String,
  ratingCount: Schema.NullOr(Schema.Int),
  averageRating: Schema.NullOr(Schema.Finite),
  installs: Schema.NullOr(Schema.Int)
})
export type RatingSnapshot = typeof RatingSnapshot.Type

const ratedRows = rowsOf(
  Schema.Struct({ day: Schema.String, average: Schema.Finite, count: Schema.NullOr(Schema.Finite) })
)

const CountedRow = Schema.Struct({
  day: Schema.String,
  observedAtMs: Schema.Finite,
  ratingCount: Schema.NullOr(Schema.Int),
  averageRating: Schema.NullOr(Schema.Finite),
  installs: Schema.NullOr(Schema.Int)
})
/** The counters of a day. */
export type CountedDay = typeof CountedRow.Type
const countedRows = rowsOf(CountedRow)

/** Counters seen earlier, with their age. */
const EarlierRow = Schema.Struct({
  observedAtMs: Schema.Finite,
  ratingCount: Schema.NullOr(Schema.Int),
  installs: Schema.NullOr(Schema.Int)
})
export type EarlierCounters = typeof EarlierRow.Type

const Asked = Schema.Struct({
  platform: Schema.Literals(Param.platforms),
  country: Schema.String,
  appId: Schema.String,
  fromMs: Schema.Finite,
  toMs: Schema.Finite
})

/** SQL of the daily counters. */
export class RatingSnapshotStore extends Context.Service<
  RatingSnapshotStore,
  {
    /** The first of a day stays. */
    readonly add: (snapshots: ReadonlyArray<RatingSnapshot>) => Effect.Effect<void, SqlError.SqlError>
    /** The oldest that is from `fromMs` to `toMs`. */
    readonly earlier: (
      asked: typeof Asked.Type
    ) => Effect.Effect<EarlierCounters | null, SqlError.SqlError | Schema.SchemaError>
    /** Averages from a day on, the oldest first. */
    readonly since: (
      app: Pick<RatingSnapshot, "platform" | "country" | "appId">,
      fromDay: string
    ) => Effect.Effect<ReadonlyArray<RatedDay>, SqlError.SqlError>
    /** All of these days, both included, the oldest first. */
    readonly within: (
      app: Pick<RatingSnapshot, "platform" | "country" | "appId">,
      days: { readonly from: string; readonly to: string }
    ) => Effect.Effect<ReadonlyArray<CountedDay>, SqlError.SqlError>
    /** Removes those before `day`; gives how many. */
    readonly prune: (day: string) => Effect.Effect<number, SqlError.SqlError>
  }
>()("@storeglass/apps/RatingSnapshotStore") {
  static readonly layer = Layer.effect(
    RatingSnapshotStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const encode = Schema.encodeSync(Schema.fromJsonString(Schema.Array(RatingSnapshot)))

      const add = Effect.fn("RatingSnapshotStore.add")((snapshots: ReadonlyArray<RatingSnapshot>) =>
        Effect.asVoid(sql`
          INSERT INTO apps_rating_snapshots
            (platform, country, app_id, day, observed_at, rating_count, average_rating, installs)
          SELECT platform, country, "appId", day, "observedAt", "ratingCount", "averageRating", installs
          FROM jsonb_to_recordset(${encode(snapshots)}::text::jsonb) AS seen (
            platform text, country text, "appId" text, day date, "observedAt" timestamptz,
            "ratingCount" bigint, "averageRating" double precision, installs bigint)
          ON CONFLICT DO NOTHING`)
      )

      const find = SqlSchema.findOneOption({
        Request: Asked,
        Result: EarlierRow,
        execute: ({ appId, country, fromMs, platform, toMs }) => sql`
          SELECT extract(epoch FROM observed_at)::float8 * 1000 AS "observedAtMs",
            rating_count::float8 AS "ratingCount", installs::float8 AS installs
          FROM apps_rating_snapshots
          WHERE platform = ${platform} AND country = ${country} AND app_id = ${appId}
            AND observed_at BETWEEN ${isoOf(fromMs)}::timestamptz AND ${isoOf(toMs)}::timestamptz
          ORDER BY observed_at LIMIT 1`
      })
      const earlier = Effect.fn("RatingSnapshotStore.earlier")((asked: typeof Asked.Type) =>
        Effect.map(find(asked), Option.getOrNull)
      )

      const since = Effect.fn("RatingSnapshotStore.since")(
        ({ appId, country, platform }: Pick<RatingSnapshot, "platform" | "country" | "appId">, fromDay: string) =>
          ratedRows(sql`
            SELECT day::text AS day, average_rating AS average, rating_count::float8 AS count FROM apps_rating_snapshots
            WHERE platform = ${platform} AND country = ${country} AND app_id = ${appId} AND day >= ${fromDay}::date
              AND average_rating IS NOT NULL
            ORDER BY day LIMIT 400`)
      )

      const within = Effect.fn("RatingSnapshotStore.within")(
        (
          { appId, country, platform }: Pick<RatingSnapshot, "platform" | "country" | "appId">,
          { from, to }: { readonly from: string; readonly to: string }
        ) =>
          countedRows(sql`
            SELECT day::text AS day, (extract(epoch FROM observed_at) * 1000)::float8 AS "observedAtMs",
              rating_count::float8 AS "ratingCount", average_rating AS "averageRating", installs::float8 AS installs
            FROM apps_rating_snapshots
            WHERE platform = ${platform} AND country = ${country} AND app_id = ${appId}
              AND day BETWEEN ${from}::date AND ${to}::date
            ORDER BY day`)
      )

      const prune = Effect.fn("RatingSnapshotStore.prune")((day: string) =>
        sql`DELETE FROM apps_rating_snapshots WHERE day < ${day}::date RETURNING 1`.pipe(
          Effect.map((rows) => rows.length)
        )
      )

      return RatingSnapshotStore.of({ add, earlier, since, within, prune })
    })
  )
}
