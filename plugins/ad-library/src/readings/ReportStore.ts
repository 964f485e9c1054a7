/** What reports read of kept rows: groups of them, and what was ever seen. */
import { rowsOf } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Asset, type DatePreset } from "../ads.ts"
import { Part } from "../results/summary.ts"
import type { Of } from "./ReadingStore.ts"

const text = Schema.NullOr(Schema.String)
const group = {
  totalAds: Schema.Int,
  distinctAds: Schema.Int,
  storefronts: Schema.Array(Schema.String),
  placements: Schema.Array(Schema.String),
  first: text,
  firstOverOneYear: Schema.Boolean,
  last: text
}
const creatives = rowsOf(
  Schema.Struct({
    id: Schema.String,
    ...group,
    assets: Schema.Array(Asset),
    icon: text,
    all: Schema.Int
  })
)
const pages = rowsOf(
  Schema.Struct({
    productPageId: Schema.String,
    ...group,
    adIds: Schema.Array(Schema.String),
    pictures: Schema.Array(Schema.String)
  })
)
const counts = rowsOf(Schema.Struct({ n: Schema.Int }))
const named = rowsOf(
  Schema.Struct({ appName: text, iconUrl: text, developerId: Schema.NullOr(Schema.Finite), developerName: text })
)
const totals = rowsOf(Schema.Struct({ n: Schema.Int, sinceMs: Schema.NullOr(Schema.Finite) }))
const seen = { firstSeenMs: Schema.Finite, lastSeenMs: Schema.Finite }
const seenAds = rowsOf(
  Schema.Struct({
    adId: Schema.String,
    country: Schema.String,
    placement: Schema.String,
    format: Schema.String,
    first: text,
    firstOverOneYear: Schema.Boolean,
    last: text,
    ...seen
  })
)
const seenCreatives = rowsOf(Schema.Struct({ url: Schema.String, ...seen }))

/** What was read of a developer in one storefront, by app. */
export const SellerReading = Schema.Struct({
  storefront: Schema.String,
  readMs: Schema.Finite,
  apps: Schema.Array(Schema.Struct({ appId: Schema.Int, appName: text, developerName: text, part: Part }))
})
export type SellerReading = typeof SellerReading.Type
const sellers = rowsOf(SellerReading)

export const creativesMax = 200
export const pagesMax = 100
const adIdsMax = 50
const picturesMax = 20
const seenMax = 500

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const ofThese = ({ appId, datePreset, storefronts }: Of) =>
    sql`app_id = ${appId}::bigint AND preset = ${datePreset} AND storefront = ANY(${[...storefronts]}::text[])`
  const grouped = sql`
    count(*)::int AS "totalAds", count(DISTINCT ad_id)::int AS "distinctAds",
    array_agg(DISTINCT storefront) AS storefronts, array_agg(DISTINCT ad->>'placement') AS placements,
    min(ad->>'first') AS first, bool_or((ad->>'firstOverOneYear')::boolean) AS "firstOverOneYear",
    nullif(max(last_impression), '') AS last`

  return {
    creatives: Effect.fn("ReportStore.creatives")(function* (of: Of) {
      // One ad of a group has the group's pictures: the others' needn't be gathered.
      return yield* creatives(sql`
        WITH groups AS (
          SELECT creative, ${grouped}, min(storefront || ' ' || ad_id) AS sample, (count(*) OVER ())::int AS "all"
          FROM ad_library_rows WHERE ${ofThese(of)} AND creative IS NOT NULL
          GROUP BY creative ORDER BY count(*) DESC, creative LIMIT ${creativesMax}
        )
        SELECT g.creative AS id, g."totalAds", g."distinctAds", g.storefronts, g.placements, g.first, g."firstOverOneYear",
          g.last, g."all", r.ad->'assets' AS assets, r.ad->'banner'->>'iconPictureUrl' AS icon
        FROM groups g JOIN ad_library_rows r ON r.app_id = ${of.appId}::bigint AND r.preset = ${of.datePreset}
          AND r.storefront = split_part(g.sample, ' ', 1) AND r.ad_id = substr(g.sample, strpos(g.sample, ' ') + 1)
        ORDER BY g."totalAds" DESC, g.creative`)
    }),

    productPages: Effect.fn("ReportStore.productPages")(function* (of: Of) {
      const found = yield* pages(sql`
        WITH shown AS MATERIALIZED (
          SELECT * FROM ad_library_rows WHERE ${ofThese(of)} AND product_page IS NOT NULL
        ), pictures AS (
          SELECT product_page, array_agg(DISTINCT a->>'pictureUrl') AS urls
          FROM shown CROSS JOIN LATERAL jsonb_array_elements(ad->'assets') a
          WHERE a->>'pictureUrl' IS NOT NULL GROUP BY product_page
        ), pages AS (
          SELECT product_page, ${grouped}, (array_agg(DISTINCT ad_id))[1:${adIdsMax}::int] AS "adIds"
          FROM shown GROUP BY product_page ORDER BY count(*) DESC, product_page LIMIT ${pagesMax}
        )
        SELECT p.product_page AS "productPageId", p."totalAds", p."distinctAds", p.storefronts, p.placements, p.first,
          p."firstOverOneYear", p.last, p."adIds", coalesce(u.urls[1:${picturesMax}::int], '{}') AS pictures
        FROM pages p LEFT JOIN pictures u USING (product_page) ORDER BY p."totalAds" DESC, p.product_page`)
      const [without] = yield* counts(sql`
        SELECT count(*)::int AS n FROM ad_library_rows WHERE ${ofThese(of)} AND product_page IS NULL`)
      return { pages: found, without: without?.n ?? 0 }
    }),

    /** What an app and its developer are called by the ad that was shown last; undefined: it has none. */
    named: Effect.fn("ReportStore.named")(function* (of: Of) {
      const [row] = yield* named(sql`
        SELECT ad->>'appName' AS "appName", ad->'banner'->>'iconPictureUrl' AS "iconUrl",
          (ad->>'developerId')::float8 AS "developerId", ad->>'developerName' AS "developerName"
        FROM ad_library_rows WHERE ${ofThese(of)} ORDER BY last_impression DESC, ad_id, storefront LIMIT 1`)
      return row
    }),

    /** All that was ever seen of an app, the last of it first. */
    history: Effect.fn("ReportStore.history")(function* (appId: number) {
      const [total] = yield* totals(sql`
        SELECT count(*)::int AS n, min(first_seen_ms)::float8 AS "sinceMs" FROM ad_library_seen
        WHERE app_id = ${appId}::bigint`)
      const ads = yield* seenAds(sql`
        SELECT ad_id AS "adId", storefront AS country, ad->>'placement' AS placement, ad->>'format' AS format,
          first_impression AS first, (first_impression IS NULL AND (ad->>'firstOverOneYear')::boolean) AS "firstOverOneYear",
          last_impression AS last, first_seen_ms::float8 AS "firstSeenMs",
          last_seen_ms::float8 AS "lastSeenMs"
        FROM (SELECT * FROM ad_library_seen WHERE app_id = ${appId}::bigint
          ORDER BY last_seen_ms DESC, ad_id, storefront LIMIT ${seenMax}) s
        ORDER BY s.last_seen_ms DESC, s.ad_id, s.storefront`)
      const creatives = yield* seenCreatives(sql`
        SELECT url, first_seen_ms::float8 AS "firstSeenMs", last_seen_ms::float8 AS "lastSeenMs"
        FROM ad_library_creatives WHERE app_id = ${appId}::bigint
        ORDER BY last_seen_ms DESC, url LIMIT ${seenMax}`)
      return { total: total?.n ?? 0, sinceMs: total?.sinceMs ?? null, ads, creatives }
    }),

    sellers: Effect.fn("ReportStore.sellers")(function* (
      developerId: number,
      datePreset: DatePreset,
      storefronts: ReadonlyArray<string>,
      sinceMs: number
    ) {
      return yield* sellers(sql`
        SELECT storefront, read_ms::float8 AS "readMs", apps FROM ad_library_sellers
        WHERE developer_id = ${developerId}::bigint AND preset = ${datePreset}
          AND storefront = ANY(${[...storefronts]}::text[]) AND read_ms > ${sinceMs}::bigint`)
    }),
    keepSellers: Effect.fn("ReportStore.keepSellers")(function* (
      developerId: number,
      datePreset: DatePreset,
      told: ReadonlyArray<SellerReading>
    ) {
      yield* sql`
        INSERT INTO ad_library_sellers (developer_id, preset, storefront, read_ms, apps)
        SELECT ${developerId}::bigint, ${datePreset}, storefront, "readMs", apps
        FROM jsonb_to_recordset(${JSON.stringify(told)}::text::jsonb) AS r (storefront text, "readMs" bigint, apps jsonb)
        ORDER BY 3
        ON CONFLICT (developer_id, preset, storefront) DO UPDATE SET read_ms = excluded.read_ms, apps = excluded.apps`
    })
  }
})

/** What reports are made of. */
export class ReportStore extends Context.Service<ReportStore, Effect.Success<typeof make>>()(
  "@storeglass/ad-library/ReportStore"
) {
  static readonly layer = Layer.effect(this, make)
}
