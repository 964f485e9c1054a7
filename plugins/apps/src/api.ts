import { Endpoint, group, Param } from "@storeglass/plugin-api"
import { appErrors, device, InvalidGenre, storeErrors, storefront } from "@storeglass/stores/contract"
import type { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { dashboard } from "./dashboard/api.ts"
import * as Q from "./parameters.ts"
import { IntelligenceReport } from "./report.ts"
import * as S from "./schema.ts"

/** Answers depend on the address alone and may be served again for so long. */
const shared = 10_000

/** Of every route about one app. */
const ofApp = <S extends Schema.Top>(answer: S) => ({ params: { id: Param.appId }, answer, errors: appErrors })
const similarLimit = Param.limit({ of: "apps", max: 50, default: 20 })

const search = Endpoint.get("search", "/v1/search", {
  query: {
    q: Param.text({
      max: 200,
      description: "Words to search for, or an app id for a direct lookup.",
      example: "photo editor"
    }),
    ...storefront,
    limit: Param.limit({ of: "results", max: 200, default: 25 })
  },
  answer: S.SearchAnswer,
  errors: storeErrors,
  price: 1,
  shared,
  summary: "Search apps",
  tool: { essential: true, words: ["find an app by its name", "look up the id of an app"] },
  description: "Apps the store finds for a keyword, in its order, or the app with the given id."
})

const get = Endpoint.get("get", "/v1/apps/:id", {
  ...ofApp(S.AppRecord),
  query: { ...storefront, device: Q.mainDevice },
  price: 2,
  shared,
  summary: "App metadata",
  description: "Everything the store lists about an app in one country.",
  tool: {
    essential: true,
    words: ["store page, listing, details: price, version, developer, release date, size, rating"]
  }
})

const intelligence = Endpoint.get("intelligence", "/v1/apps/:id/intelligence", {
  ...ofApp(IntelligenceReport),
  query: { ...storefront, currency: Q.currency },
  price: 5,
  summary: "Intelligence report",
  tool: {
    essential: true,
    words: [
      "how many downloads or installs, how successful an app is",
      "how much money an app makes a month, revenue, earnings, sales"
    ]
  },
  description:
    "Estimated downloads and revenue with range, confidence and inputs; in-app purchases, similar apps and review sentiment. A part whose source fails is null, with the reason."
})

const countryRankings = Endpoint.get("countryRankings", "/v1/apps/:id/country-rankings", {
  params: { id: Param.appId },
  answer: S.CountryRankingsAnswer,
  errors: [...appErrors, InvalidGenre.wire],
  query: {
    ...storefront,
    chart: Q.chart,
    days: Q.historyDays,
    genre: Param.optional(
      Param.text({
        max: 60,
        error: InvalidGenre,
        description: "Genre id, or all for the overall chart. Default: the app's main genre."
      })
    ),
    countries: Param.optional(
      Param.list({
        of: Param.countryCode({ description: "A country." }),
        max: 250,
        description:
          "Only these storefronts, separated by commas. Default: all on storea; on storeb thirty large markets, set in the config (rankingsCountries)."
      })
    )
  },
  price: 3,
  shared,
  summary: "Chart positions by country",
  tool: {
    words: ["in which countries an app is popular, or where it stands in the charts", "chart position of my app"]
  },
  description:
    "The app's rank in the chart of every storefront, or of those named. Charts are collected in the background: storefronts not collected yet are listed as unavailable and appear in a later call. The app's record and main genre are read in `country`."
})

const reviews = Endpoint.get("reviews", "/v1/apps/:id/reviews", {
  ...ofApp(S.ReviewsAnswer),
  query: {
    ...storefront,
    page: Param.page({ max: 10 }),
    ...Q.reviewOrder
  },
  price: 2,
  shared,
  summary: "Reviews",
  tool: { essential: true, words: ["what people say, users like, hate or complain about", "bugs that users report"] },
  description: "Written reviews, up to 500 per country and order. Empty past the last page."
})

const similar = Endpoint.get("similar", "/v1/apps/:id/similar", {
  ...ofApp(S.SimilarAnswer),
  query: { ...storefront, limit: similarLimit },
  price: 2,
  shared,
  summary: "Similar apps",
  description: "Similar and competing apps, each with how it was found.",
  tool: {
    essential: true,
    words: ["competitors, rivals and alternatives of an app", "apps like it, other apps of the same kind"]
  }
})

const screenshots = Endpoint.get("screenshots", "/v1/apps/:id/screenshots", {
  ...ofApp(S.ScreenshotsAnswer),
  query: { ...storefront, device },
  price: 2,
  shared,
  summary: "Screenshots",
  tool: { words: ["pictures and videos on an app's store page, by phone or tablet"] },
  description: "Screenshots by device, and preview videos."
})

const competitorScreenshots = Endpoint.get("competitorScreenshots", "/v1/apps/:id/screenshots/competitors", {
  ...ofApp(S.CompetitorScreenshotsAnswer),
  query: {
    ...storefront,
    device,
    limit: Param.limit({ of: "competitors", max: 20, default: 5 })
  },
  price: 3,
  shared,
  summary: "Screenshots of competitors",
  tool: { words: ["how rivals present themselves in pictures, compared with mine"] },
  description: "The app's screenshots alongside those of similar apps."
})

export class AppsApi extends HttpApi.make("apps").add(
  group("apps", search, get, intelligence, countryRankings, reviews, similar, screenshots, competitorScreenshots),
  dashboard
) {}
