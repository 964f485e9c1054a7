import {
  asDocumented,
  Caller,
  type InvalidAppId,
  isoOf,
  Param,
  rowsOf,
  type ServiceUnavailable,
  stored
} from "@storeglass/plugin-api"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { appIdOf } from "../results/appIdOf.ts"
import { textOf } from "../watch/moves.ts"
import { Watches } from "../watch/Watches.ts"
import type { KeptAdsAnswer } from "./api.ts"

const text = Schema.NullOr(Schema.String)
const creativeRows = rowsOf(
  Schema.Struct({
    picture: text,
    format: Schema.String,
    placement: Schema.String,
    storefronts: Schema.Array(Schema.String),
    totalAds: Schema.Int,
    first: text,
    last: text,
    lastSeenMs: Schema.Finite
  })
)
const countryRows = rowsOf(Schema.Struct({ code: Schema.String, ads: Schema.Int }))

/** Of an app with very many ads, those read last are grouped. */
const groupedMax = 5_000
const movesMax = 20
/** Codes that are told one by one. */
const namedMax = 5

const storefrontsText = (codes: ReadonlyArray<string>) =>
  codes.length <= namedMax
    ? codes.join(", ")
    : `${codes.slice(0, namedMax).join(", ")} and ${codes.length - namedMax} more`

const daysText = (first: string | null, last: string | null) =>
  first !== null && last !== null
    ? first === last
      ? first
      : `${first} to ${last}`
    : last !== null
      ? `until ${last}`
      : first !== null
        ? `since ${first}`
        : ""

/** What an app's page tells of its ads; the repository isn't asked. */
export class KeptAds extends Context.Service<
  KeptAds,
  {
    readonly of: (query: {
      readonly appId: string
      readonly limit: number
    }) => Effect.Effect<KeptAdsAnswer, InvalidAppId | ServiceUnavailable, Caller>
  }
>()("@storeglass/ad-library/KeptAds") {
  static readonly layer = Layer.effect(
    KeptAds,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const watches = yield* Watches
      return KeptAds.of({
        of: Effect.fn("KeptAds.of")(function* (query) {
          const { accountId } = yield* Caller
          const appId = yield* appIdOf(query.appId, "appId (query)")
          const creatives = yield* creativeRows(sql`
            WITH seen AS MATERIALIZED (
              SELECT storefront, first_impression, last_impression, last_seen_ms, ad FROM ad_library_seen
              WHERE app_id = ${appId}::bigint ORDER BY last_seen_ms DESC, ad_id, storefront LIMIT ${groupedMax}::int),
            shown AS (
              SELECT storefront, first_impression, last_impression, last_seen_ms, ad->>'format' AS format,
                ad->>'placement' AS placement, coalesce(
                  (SELECT a->>'pictureUrl' FROM jsonb_array_elements(ad->'assets') a
                    WHERE a->>'pictureUrl' IS NOT NULL LIMIT 1),
                  ad->'banner'->>'iconPictureUrl') AS picture
              FROM seen)
            SELECT picture, format, placement, array_agg(DISTINCT storefront ORDER BY storefront) AS storefronts,
              count(*)::int AS "totalAds", min(first_impression) AS first, max(last_impression) AS last,
              max(last_seen_ms)::float8 AS "lastSeenMs"
            FROM shown GROUP BY picture, format, placement
            ORDER BY max(last_seen_ms) DESC, count(*) DESC, picture, format, placement LIMIT ${query.limit}::int`)
          const countries = yield* countryRows(sql`
            SELECT storefront AS code, count(*)::int AS ads FROM ad_library_seen
            WHERE app_id = ${appId}::bigint GROUP BY storefront ORDER BY count(*) DESC, storefront`)
          const moves = yield* watches.movesOf(accountId, appId, movesMax)
          const totalAds = countries.reduce((sum, { ads }) => sum + ads, 0)
          return {
            appId,
            totalAds,
            creatives: creatives.map(({ first, format, last, lastSeenMs, picture, placement, ...creative }) => ({
              pictureUrl: picture,
              title: `${format} in ${placement.toLowerCase().replaceAll("_", " ")}`,
              format,
              placement,
              text: [storefrontsText(creative.storefronts), daysText(first, last)]
                .filter((part) => part !== "")
                .join(" · "),
              storefronts: creative.storefronts,
              totalAds: creative.totalAds,
              firstImpressionDate: first,
              lastImpressionDate: last,
              lastSeenAt: isoOf(lastSeenMs)
            })),
            countries: countries.map(({ ads, code }) => ({
              code,
              name: Param.countryName(code.toLowerCase()) ?? code,
              ads
            })),
            isWatched: moves !== null,
            moves: (moves ?? []).map(({ dataEnd, moves: told, seenMs }) => ({
              seenAt: isoOf(seenMs),
              dataEndDate: dataEnd,
              text: textOf(told)
            })),
            provenance: stored(creatives[0]?.lastSeenMs ?? null, {
              sampleSize: totalAds,
              limitations: [
                ...(totalAds === 0
                  ? [
                      "no ad of the app was read here yet: ask for them below, or keep the app in your workspace to have it read daily"
                    ]
                  : []),
                "EU storefronts only"
              ]
            })
          }
        }, asDocumented)
      })
    })
  )
}
