import {
  Endpoint,
  Forbidden,
  group,
  InvalidAppId,
  InvalidCountry,
  InvalidInput,
  NotFound,
  Param,
  ServiceUnavailable,
  View
} from "@storeglass/plugin-api"
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { datePresets } from "./ads.ts"
import { dashboard } from "./dashboard/api.ts"
import { InvalidQuery, repositoryErrors } from "./errors.ts"
import { includes } from "./results/reportSchema.ts"
import * as S from "./schema.ts"

const datePreset = Param.oneOf({
  values: datePresets,
  default: "LAST_90_DAYS",
  description: "The window: so many days before the repository's last day."
})

/** Where a page of ads ends. */
export const position = Schema.Struct({ last: Schema.String, adId: Schema.String, country: Schema.String })
export const adsCursor = Param.cursor(position)

const search = Endpoint.get("search", "/v1/ads/storea/search", {
  query: {
    q: Param.text({
      min: 2,
      max: 100,
      dropsMarks: true,
      error: InvalidQuery,
      description: "Words of an app's or a developer's name: whole words are matched.",
      example: "photo"
    }),
    types: Param.optional(
      Param.list({
        of: Param.oneOf({ values: ["APP", "DEVELOPER"], description: "Apps, or developers." }),
        max: 2,
        description: "What to look for. Default: both."
      })
    ),
    limit: Param.limit({ of: "entities", max: 50, default: 20 })
  },
  answer: S.Entities,
  errors: [...repositoryErrors, InvalidInput.wire],
  price: 1,
  summary: "Search advertisers",
  description:
    "Apps and developers with at least one ad shown in the EU, by whole words of their names. An app that isn't found can still be asked for by its id.",
  tool: { words: ["who advertises in the app store", "find an advertiser by name"] }
})

const ads = Endpoint.get("ads", "/v1/apps/:appId/storea-ads", {
  params: {
    appId: Param.text({
      max: 255,
      error: InvalidAppId,
      description:
        "App id: a positive integer, as storea has it. storeb publishes no ads, so a package name is refused.",
      example: "284882215",
      picks: "app"
    })
  },
  query: {
    countries: Param.optional(
      Param.text({
        min: 0,
        max: 400,
        error: InvalidCountry,
        description:
          "EU storefronts, comma-separated, such as DE,FR. Others are ignored and listed. Default: all that are covered."
      })
    ),
    datePreset,
    includeAds: Param.boolean({ default: true, description: "Whether to list the ads, beside their summary." }),
    limit: Param.optional(
      Param.int({ min: 1, max: 1_000, description: "Most ads to list. Default: up to 2,000 at once." })
    ),
    cursor: adsCursor,
    include: Param.optional(
      Param.list({
        of: Param.oneOf({
          values: includes,
          description:
            "creatives: ads with the same pictures as one; productPages: which ads lead to which custom page; history: what was ever seen here; developer: all advertised apps of its developer; moves: what changed since you watch it; restrictions: removed ads and suspended accounts."
        }),
        max: includes.length,
        description: "Reports to add to the answer. Default: none."
      })
    ),
    save: Param.boolean({
      default: false,
      description:
        "Keep the answer as a report in your workspace (GET /v1/user/reports); the key needs the scope write. Default false."
    })
  },
  answer: S.AdLibraryResult,
  errors: [...repositoryErrors, InvalidInput.wire, Forbidden.wire, ServiceUnavailable.wire],
  price: 3,
  summary: "An app's ads in the EU",
  description:
    "Ads of an app that the store published for its EU storefronts: a summary over all of them, and each ad with its texts and pictures. No spend, keywords, bids or impressions are published. An app that advertises elsewhere only has none here.",
  tool: {
    words: [
      "is a competitor running ads",
      "ads of an app in Europe, search ads creatives",
      "which countries does it advertise in"
    ]
  },
  view: View.table({
    rows: "ads",
    columns: [
      { field: "placement", title: "Placement" },
      { field: "format", title: "Format" },
      { field: "countryOrRegion", title: "Storefront" },
      { field: "firstImpressionDate", title: "First shown" },
      { field: "lastImpressionDate", title: "Last shown" }
    ]
  })
})

const ad = Endpoint.get("ad", "/v1/ads/storea/ads/:adId", {
  params: { adId: Param.opaqueId({ max: 64, description: "An ad's adId, as a list gives it." }) },
  query: { datePreset },
  answer: S.AdInFull,
  errors: [...repositoryErrors, InvalidInput.wire, NotFound.wire],
  price: 2,
  summary: "An ad in full",
  description:
    "One ad with its texts in each language, pictures and videos by device, icons, and by what its audience was narrowed. An ad that is shown in several countries comes for one of them.",
  tool: { words: ["show me the creative of an ad", "texts and pictures of an ad"] }
})

export class AdLibraryApi extends HttpApi.make("ad-library").add(group("adLibrary", search, ads, ad), dashboard) {}
