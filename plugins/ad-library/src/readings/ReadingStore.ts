import { rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Ad, creativesOf, type DatePreset } from "../ads.ts"

/** What the repository told of an app's ads in one storefront and window. */
export const Reading = Schema.Struct({
  storefront: Schema.String,
  readMs: Schema.Finite,
  dataStart: Schema.NullOr(Schema.String),
  dataEnd: Schema.NullOr(Schema.String),
  ads: Schema.Array(Ad)
})
export type Reading = typeof Reading.Type

const readings = rowsOf(Reading)
const Deleted = Schema.Struct({ n: Schema.Int })
const deleted = rowsOf(Deleted)
const checks = rowsOf(Schema.Struct({ storefronts: Schema.Array(Schema.String), checkedMs: Schema.Finite }))

/** Rows that a statement deletes: short enough to be in nobody's way. */
const deletedAtOnce = 5_000

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  return {
    find: Effect.fn("ReadingStore.find")(function* (
      appId: number,
      preset: DatePreset,
      storefronts: ReadonlyArray<string>,
      sinceMs: number
    ) {
      return yield* readings(sql`
        SELECT storefront, read_ms::float8 AS "readMs", data_start AS "dataStart", data_end AS "dataEnd", ads
        FROM ad_library_readings
        WHERE app_id = ${appId}::bigint AND preset = ${preset} AND storefront = ANY(${[...storefronts]}::text[])
          AND read_ms > ${sinceMs}::bigint`)
    }),

    /** Keeps readings, and notes what was seen in them. */
    keep: Effect.fn("ReadingStore.keep")(function* (
      appId: number,
      preset: DatePreset,
      told: ReadonlyArray<Omit<Reading, "readMs">>
    ) {
      const nowMs = yield* Clock.currentTimeMillis
      const ads = told.flatMap(({ ads }) => ads)
      const urls = [...new Set(ads.flatMap(creativesOf))]
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`
            INSERT INTO ad_library_readings (app_id, preset, storefront, read_ms, data_start, data_end, ads)
            SELECT ${appId}::bigint, ${preset}, r.storefront, ${nowMs}::bigint, r."dataStart", r."dataEnd", r.ads
            FROM jsonb_to_recordset(${JSON.stringify(told)}::text::jsonb)
              AS r (storefront text, "dataStart" text, "dataEnd" text, ads jsonb)
            ON CONFLICT (app_id, preset, storefront) DO UPDATE SET read_ms = excluded.read_ms,
              data_start = excluded.data_start, data_end = excluded.data_end, ads = excluded.ads`
          if (ads.length > 0) {
            yield* sql`
              INSERT INTO ad_library_seen (app_id, ad_id, storefront, first_seen_ms, last_seen_ms, first_impression,
                last_impression, ad)
              SELECT ${appId}::bigint, ad->>'adId', ad->>'country', ${nowMs}::bigint, ${nowMs}::bigint, ad->>'first',
                ad->>'last', ad
              FROM jsonb_array_elements(${JSON.stringify(ads)}::text::jsonb) ad
              ORDER BY 2, 3
              ON CONFLICT (app_id, ad_id, storefront) DO UPDATE SET last_seen_ms = excluded.last_seen_ms,
                first_impression = coalesce(ad_library_seen.first_impression, excluded.first_impression),
                last_impression = coalesce(excluded.last_impression, ad_library_seen.last_impression),
                ad = excluded.ad`
          }
          if (urls.length > 0) {
            yield* sql`
              INSERT INTO ad_library_creatives (app_id, url_hash, url, first_seen_ms, last_seen_ms)
              SELECT ${appId}::bigint, sha256(convert_to(url, 'UTF8')), url, ${nowMs}::bigint, ${nowMs}::bigint
              FROM unnest(${urls}::text[]) url ORDER BY 2
              ON CONFLICT (app_id, url_hash) DO UPDATE SET last_seen_ms = excluded.last_seen_ms`
          }
        })
      )
    }),

    /** Deletes what was last seen before `seenMs`, and readings older than `readMs`; how many rows. */
    prune: Effect.fn("ReadingStore.prune")(function* (seenMs: number, readMs: number) {
      let rows = 0
      for (const statement of [
        sql`WITH gone AS (DELETE FROM ad_library_seen WHERE ctid IN
          (SELECT ctid FROM ad_library_seen WHERE last_seen_ms < ${seenMs}::bigint LIMIT ${deletedAtOnce}) RETURNING 1)
          SELECT count(*)::int AS n FROM gone`,
        sql`WITH gone AS (DELETE FROM ad_library_creatives WHERE ctid IN
          (SELECT ctid FROM ad_library_creatives WHERE last_seen_ms < ${seenMs}::bigint LIMIT ${deletedAtOnce}) RETURNING 1)
          SELECT count(*)::int AS n FROM gone`,
        sql`WITH gone AS (DELETE FROM ad_library_readings WHERE ctid IN
          (SELECT ctid FROM ad_library_readings WHERE read_ms < ${readMs}::bigint LIMIT ${deletedAtOnce}) RETURNING 1)
          SELECT count(*)::int AS n FROM gone`
      ]) {
        for (;;) {
          const [told] = yield* deleted(statement)
          rows += told?.n ?? 0
          if ((told?.n ?? 0) < deletedAtOnce) break
        }
      }
      return rows
    }),

    /** The repository's own list of its storefronts, as it was last read. */
    check: Effect.fnUntraced(function* (storefronts: ReadonlyArray<string>) {
      const nowMs = yield* Clock.currentTimeMillis
      yield* sql`
        INSERT INTO ad_library_checks (storefronts, checked_ms)
        VALUES (${JSON.stringify(storefronts)}::text::jsonb, ${nowMs}::bigint)
        ON CONFLICT (is_one) DO UPDATE SET storefronts = excluded.storefronts, checked_ms = excluded.checked_ms`
    }),
    checked: Effect.map(
      checks(sql`SELECT storefronts, checked_ms::float8 AS "checkedMs" FROM ad_library_checks`),
      ([row]) => row
    )
  }
})

/** What was read of the repository: the windows that answers are made of, and all that was ever seen. */
export class ReadingStore extends Context.Service<ReadingStore, Effect.Success<typeof make>>()(
  "@storeglass/ad-library/ReadingStore"
) {
  static readonly layer = Layer.effect(this, make)
}
