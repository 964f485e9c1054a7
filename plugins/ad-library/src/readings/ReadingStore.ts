import { rowsOf } from "@storeglass/plugin-api"
import { Array as Arr, Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Ad, creativeKeyOf, creativesOf, type DatePreset } from "../ads.ts"
import { Part, partOf } from "../results/summary.ts"

/** What the repository told of an app's ads in one storefront and window. Its rows are read page by page. */
export const Reading = Schema.Struct({
  storefront: Schema.String,
  readMs: Schema.Finite,
  dataStart: Schema.NullOr(Schema.String),
  dataEnd: Schema.NullOr(Schema.String),
  part: Part
})
export type Reading = typeof Reading.Type

/** Storefronts of an app and window. */
export interface Of {
  readonly appId: number
  readonly datePreset: DatePreset
  readonly storefronts: ReadonlyArray<string>
}
/** What was read of one of them. */
export interface NewReading {
  readonly storefront: string
  readonly dataStart: string | null
  readonly dataEnd: string | null
  readonly ads: ReadonlyArray<Ad>
}

const readings = rowsOf(Reading)
const listed = rowsOf(Schema.Struct({ ad: Ad }))
const distinctRows = rowsOf(Schema.Struct({ ads: Schema.Int, creatives: Schema.Int }))
const Deleted = Schema.Struct({ n: Schema.Int })
const deleted = rowsOf(Deleted)
const checks = rowsOf(Schema.Struct({ storefronts: Schema.Array(Schema.String), checkedMs: Schema.Finite }))

/** Rows that a statement deletes: short enough to be in nobody's way. */
const deletedAtOnce = 5_000
/** Ads that a statement writes: as many as are worth a statement, and no more in memory than that. */
const writtenAtOnce = 1_000

const keyOf = ({ adId, country }: Ad) => `${adId} ${country}`

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  return {
    find: Effect.fn("ReadingStore.find")(function* ({ appId, datePreset, storefronts }: Of, sinceMs: number) {
      return yield* readings(sql`
        SELECT storefront, read_ms::float8 AS "readMs", data_start AS "dataStart", data_end AS "dataEnd", part
        FROM ad_library_readings
        WHERE app_id = ${appId}::bigint AND preset = ${datePreset} AND storefront = ANY(${[...storefronts]}::text[])
          AND read_ms > ${sinceMs}::bigint`)
    }),

    /** Ads in the order in which they are listed, after that place, at most so many. */
    page: Effect.fn("ReadingStore.page")(function* (
      { appId, datePreset, storefronts }: Of,
      after: { readonly last: string; readonly adId: string; readonly country: string } | undefined,
      most: number
    ) {
      const rows = yield* listed(sql`
        SELECT ad FROM ad_library_rows
        WHERE app_id = ${appId}::bigint AND preset = ${datePreset} AND storefront = ANY(${[...storefronts]}::text[])
          AND ${
            after === undefined
              ? sql`true`
              : sql`last_impression <= ${after.last} AND (last_impression < ${after.last}
                  OR (ad_id, storefront) > (${after.adId}::text COLLATE "C", ${after.country}::text COLLATE "C"))`
          }
        ORDER BY last_impression DESC, ad_id, storefront LIMIT ${most}`)
      return rows.map(({ ad }) => ad)
    }),

    /** Ads by id, and pictures and videos by address, over the storefronts. */
    distinct: Effect.fn("ReadingStore.distinct")(function* ({ appId, datePreset, storefronts }: Of) {
      const [row] = yield* distinctRows(sql`
        SELECT
          (SELECT count(*)::int FROM (SELECT DISTINCT ad_id FROM ad_library_rows WHERE app_id = ${appId}::bigint
            AND preset = ${datePreset} AND storefront = ANY(${[...storefronts]}::text[])) a) AS ads,
          (SELECT count(*)::int FROM (SELECT DISTINCT c FROM ad_library_readings, unnest(creatives) c
            WHERE app_id = ${appId}::bigint AND preset = ${datePreset}
              AND storefront = ANY(${[...storefronts]}::text[])) c) AS creatives`)
      return row ?? { ads: 0, creatives: 0 }
    }),

    /** Keeps readings, and notes what was seen in them. */
    keep: Effect.fn("ReadingStore.keep")(function* (
      appId: number,
      datePreset: DatePreset,
      told: ReadonlyArray<NewReading>
    ) {
      const nowMs = yield* Clock.currentTimeMillis
      const each = told.map(({ ads, ...reading }) => ({
        ...reading,
        part: partOf(reading.storefront, ads),
        urls: [...new Set(ads.flatMap(creativesOf))]
      }))
      // In one order, so that two that write the same rows wait for each other and don't lock each other out.
      const ads = told.flatMap(({ ads }) => ads).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
      const urls = [...new Set(each.flatMap(({ urls }) => urls))]
      yield* sql.withTransaction(
        Effect.gen(function* () {
          // One that reads the same at the same time would add rows that this one doesn't see.
          yield* sql`
            INSERT INTO ad_library_readings (app_id, preset, storefront, read_ms, data_start, data_end, part, creatives)
            SELECT ${appId}::bigint, ${datePreset}, r.storefront, ${nowMs}::bigint, r."dataStart", r."dataEnd", r.part,
              ARRAY(SELECT hashtextextended(url, 0) FROM unnest(r.urls) url)
            FROM jsonb_to_recordset(${JSON.stringify(each)}::text::jsonb)
              AS r (storefront text, "dataStart" text, "dataEnd" text, part jsonb, urls text[])
            ORDER BY 3
            ON CONFLICT (app_id, preset, storefront) DO UPDATE SET read_ms = excluded.read_ms,
              data_start = excluded.data_start, data_end = excluded.data_end, part = excluded.part,
              creatives = excluded.creatives`
          yield* sql`
            DELETE FROM ad_library_rows WHERE app_id = ${appId}::bigint AND preset = ${datePreset}
              AND storefront = ANY(${told.map(({ storefront }) => storefront)}::text[])`
          for (const chunk of Arr.chunksOf(ads, writtenAtOnce)) {
            const part = chunk.map((ad) => ({ ad, creative: creativeKeyOf(ad) }))
            yield* sql`
              WITH told AS MATERIALIZED (
                SELECT ad, creative FROM jsonb_to_recordset(${JSON.stringify(part)}::text::jsonb) AS r (ad jsonb, creative text)
              ), listed AS (
                INSERT INTO ad_library_rows (app_id, preset, storefront, ad_id, last_impression, creative, product_page, ad)
                SELECT ${appId}::bigint, ${datePreset}, ad->>'country', ad->>'adId', coalesce(ad->>'last', ''),
                  left(encode(sha256(convert_to(creative, 'UTF8')), 'hex'), 32), ad->>'productPageId', ad
                FROM told
              )
              INSERT INTO ad_library_seen (app_id, ad_id, storefront, first_seen_ms, last_seen_ms, first_impression,
                last_impression, ad)
              SELECT ${appId}::bigint, ad->>'adId', ad->>'country', ${nowMs}::bigint, ${nowMs}::bigint, ad->>'first',
                ad->>'last', ad
              FROM told ORDER BY 2, 3
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
        sql`WITH gone AS (DELETE FROM ad_library_sellers WHERE ctid IN
          (SELECT ctid FROM ad_library_sellers WHERE read_ms < ${readMs}::bigint LIMIT ${deletedAtOnce}) RETURNING 1)
          SELECT count(*)::int AS n FROM gone`,
        sql`WITH gone AS (DELETE FROM ad_library_rows WHERE ctid IN
          (SELECT w.ctid FROM ad_library_rows w JOIN ad_library_readings r USING (app_id, preset, storefront)
            WHERE r.read_ms < ${readMs}::bigint LIMIT ${deletedAtOnce}) RETURNING 1)
          SELECT count(*)::int AS n FROM gone`,
        sql`WITH gone AS (DELETE FROM ad_library_readings r WHERE read_ms < ${readMs}::bigint
            AND NOT EXISTS (SELECT 1 FROM ad_library_rows w WHERE (w.app_id, w.preset, w.storefront) =
              (r.app_id, r.preset, r.storefront)) RETURNING 1)
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
