import { costs, Data, Metered, Param, SharedAnswer, StrictInput } from "@storeglass/plugin-api"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { appErrors, storeErrors } from "./errors.ts"
import * as Q from "./parameters.ts"
import { IntelligenceReport } from "./report.ts"
import * as S from "./schema.ts"

const params = { id: Param.appId }
const shared = { forMs: 10_000 }
const similarLimit = Param.int({ min: 1, max: 50, default: 20, description: "Most apps to give, 1 to 50. Default 20." })

const search = HttpApiEndpoint.get("search", "/v1/search", {
  query: {
    q: Param.text({
      max: 200,
      description: "Words to search for, or an app id for a direct lookup.",
      example: "photo editor"
    }),
    ...Q.store,
    limit: Param.int({ min: 1, max: 200, default: 25, description: "Most results to give, 1 to 200. Default 25." })
  },
  success: Data(S.SearchAnswer),
  error: storeErrors
})
  .annotateMerge(costs(1))
  .annotate(OpenApi.Summary, "Search apps")
  .annotate(OpenApi.Description, "Apps that the store finds for a keyword, in its order, or the app with the given id.")

const get = HttpApiEndpoint.get("get", "/v1/apps/:id", {
  params,
  query: { ...Q.store, device: Q.mainDevice },
  success: Data(S.AppRecord),
  error: appErrors
})
  .annotateMerge(costs(2))
  .annotate(OpenApi.Summary, "App metadata")
  .annotate(OpenApi.Description, "Everything that the store lists about one app in one country.")

const intelligence = HttpApiEndpoint.get("intelligence", "/v1/apps/:id/intelligence", {
  params,
  query: Q.store,
  success: Data(IntelligenceReport),
  error: appErrors
})
  .annotateMerge(costs(5))
  .annotate(OpenApi.Summary, "Intelligence report")
  .annotate(
    OpenApi.Description,
    "Estimated downloads and revenue with range, confidence and inputs, in-app purchases, similar apps and the sentiment of reviews. A part whose source fails is null with its reason."
  )

const countryRankings = HttpApiEndpoint.get("countryRankings", "/v1/apps/:id/country-rankings", {
  params,
  query: {
    ...Q.store,
    chart: Q.chart,
    genre: Param.optional(
      Param.text({ max: 60, description: "Genre id, or all for the overall chart. Default: the app's main genre." })
    ),
    countries: Param.optional(
      Param.list({
        of: Param.countryCode({ description: "A country." }),
        max: 250,
        description:
          "Only these storefronts, separated by commas. Default: all on storea; on storeb thirty large markets, which the config names (rankingsCountries)."
      })
    )
  },
  success: Data(S.CountryRankingsAnswer),
  error: appErrors
})
  .annotateMerge(costs(3))
  .annotate(OpenApi.Summary, "Chart positions by country")
  .annotate(
    OpenApi.Description,
    "Rank of the app in the chart of every storefront, or of those that are named. Charts are collected in the background: storefronts not collected yet are listed as unavailable and are there on a later call. `country` is where the app's record and main genre are read."
  )

const reviews = HttpApiEndpoint.get("reviews", "/v1/apps/:id/reviews", {
  params,
  query: {
    ...Q.store,
    page: Param.int({ min: 1, max: 10, default: 1, description: "Page, 1 to 10. Default 1." }),
    ...Q.reviewOrder
  },
  success: Data(S.ReviewsAnswer),
  error: appErrors
})
  .annotateMerge(costs(2))
  .annotate(OpenApi.Summary, "Reviews")
  .annotate(OpenApi.Description, "Written reviews, up to 500 of a country and order. Empty past the last page.")

const similar = HttpApiEndpoint.get("similar", "/v1/apps/:id/similar", {
  params,
  query: { ...Q.store, limit: similarLimit },
  success: Data(S.SimilarAnswer),
  error: appErrors
})
  .annotateMerge(costs(2))
  .annotate(OpenApi.Summary, "Similar apps")
  .annotate(OpenApi.Description, "Similar and competing apps, each with the way it was found.")

const screenshots = HttpApiEndpoint.get("screenshots", "/v1/apps/:id/screenshots", {
  params,
  query: { ...Q.store, device: Q.device },
  success: Data(S.ScreenshotsAnswer),
  error: appErrors
})
  .annotateMerge(costs(2))
  .annotate(OpenApi.Summary, "Screenshots")
  .annotate(OpenApi.Description, "Screenshots by device, and preview videos.")

const competitorScreenshots = HttpApiEndpoint.get("competitorScreenshots", "/v1/apps/:id/screenshots/competitors", {
  params,
  query: {
    ...Q.store,
    device: Q.device,
    limit: Param.int({ min: 1, max: 20, default: 5, description: "Most competitors to give, 1 to 20. Default 5." })
  },
  success: Data(S.CompetitorScreenshotsAnswer),
  error: appErrors
})
  .annotateMerge(costs(3))
  .annotate(OpenApi.Summary, "Screenshots of competitors")
  .annotate(OpenApi.Description, "The app's screenshots beside those of similar apps.")

export class AppsApi extends HttpApi.make("apps").add(
  HttpApiGroup.make("apps")
    .add(search, get, intelligence, countryRankings, reviews, similar, screenshots, competitorScreenshots)
    .annotateEndpoints(SharedAnswer, shared)
    .middleware(StrictInput)
    .middleware(Metered)
) {}
