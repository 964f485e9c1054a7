import { Endpoint, Field, group, Param } from "@storeglass/plugin-api"
import { appErrors, storefront } from "@storeglass/stores/contract"
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import * as A from "./appSchema.ts"
import { dashboard } from "./dashboard/api.ts"
import { keywordErrors, liveErrors, marketErrors, trendsErrors } from "./errors.ts"
import { changeTypes } from "./models/rankDiff.ts"
import * as Q from "./parameters.ts"
import * as S from "./schema.ts"

/** Answers that depend on the address alone may be served again for so long. */
const shared = 10_000
const params = { id: Param.appId }

const ranks = Endpoint.get("ranks", "/v1/keywords/ranks", {
  query: {
    ...Q.keyword,
    ...Q.keywords,
    ...Q.market,
    date: Param.optional(
      Param.date({
        description: "A past day (YYYY-MM-DD, UTC), answered from collected data. Default: now, from the store."
      })
    )
  },
  answer: S.ManyRanksAnswer,
  errors: liveErrors,
  price: 2,
  summary: "Keyword ranks",
  tool: { essential: true, words: ["which apps show up when someone searches for a word", "search results"] },
  description:
    "The apps a search for the keyword returns, in order. A keyword requested twice is collected daily from then on. For a past day on which it wasn't collected, the status is not_measured."
})

const track = Endpoint.post("track", "/v1/keywords/track", {
  payload: Schema.Struct({
    keyword: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(100)).annotate({
      ...Field.standsFor("keyword"),
      description: "The keyword, 2 to 100 characters, or 1 of Chinese, Japanese or Korean.",
      examples: ["photo editor"]
    }),
    country: Schema.optionalKey(Field.countryCode("Storefront, as a two-letter ISO 3166-1 code. Default us.")),
    platform: Schema.optionalKey(Schema.Literals(Param.platforms).annotate({ description: "Default storea." })),
    device: Schema.optionalKey(
      Schema.Literals(Q.devices).annotate({
        description: "Device to search on: iphone on storea, phone on storeb. Default: the store's."
      })
    )
  }),
  answer: S.TrackAnswer,
  errors: keywordErrors,
  price: 1,
  summary: "Track a keyword",
  description:
    "Adds the keyword to the daily collection; its history starts with the first collection. If your account tracks it here already, nothing changes and nothing is charged. It's then collected whether or not an app of your workspace has it.",
  tool: { idempotent: true, essential: true, words: ["start watching a keyword every day, monitor, follow"] }
})

const tracked = Endpoint.get("tracked", "/v1/keywords/tracked", {
  query: {
    platform: Param.optional(Param.oneOf({ values: Param.platforms, description: "Only this store." })),
    country: Param.optional(Param.countryCode({ description: "Only this storefront." })),
    cursor: Q.trackedCursor,
    limit: Param.limit({ of: "keywords", max: 1000, default: 100 })
  },
  answer: S.TrackedAnswer,
  summary: "Tracked keywords",
  tool: { words: ["list of the keywords I watch, monitor or follow"] },
  description: "The keywords your account tracks, by keyword."
})

const untrack = Endpoint.delete("untrack", "/v1/keywords/track", {
  query: { ...Q.keyword, ...Q.market },
  answer: S.UntrackAnswer,
  errors: keywordErrors,
  summary: "Untrack a keyword",
  description: "Your account no longer tracks the keyword. What was collected stays.",
  tool: { idempotent: true, words: ["no longer watch a keyword, remove or delete it from my list"] }
})

const suggestions = Endpoint.get("suggestions", "/v1/keywords/suggestions", {
  query: {
    ...Q.keyword,
    ...storefront,
    expand: Param.boolean({
      default: false,
      description: "Also suggest for the term followed by each letter, a to z. Default false."
    }),
    metrics: Param.boolean({ default: false, description: "Also return scores for the first ten. Default false." })
  },
  answer: S.SuggestionsAnswer,
  errors: liveErrors,
  price: 1,
  shared,
  summary: "Keyword suggestions",
  tool: {
    essential: true,
    words: ["ideas for more keywords", "autocomplete: what people type into the search of the store"]
  },
  description: "What the store suggests when the term is typed, in its order."
})

const metrics = Endpoint.get("metrics", "/v1/keywords/metrics", {
  query: {
    ...Q.keyword,
    ...Q.keywords,
    ...Q.market,
    official: Param.boolean({
      default: false,
      description:
        "Adds the ads vendor's own search popularity of the last week, by your account's search ads connection. storea only."
    })
  },
  answer: S.ManyMetricsAnswer,
  errors: liveErrors,
  price: 2,
  summary: "Keyword metrics",
  tool: {
    essential: true,
    words: ["how hard it is to rank for a keyword, and how many people search for it", "is a keyword worth it"]
  },
  description:
    "Search volume and difficulty with range, confidence and inputs, and an analysis of the first ten places."
})

const trending = Endpoint.get("trending", "/v1/keywords/trending", {
  query: {
    ...storefront,
    days: Q.days(1, 30, 7, "Length of the window"),
    limit: Param.limit({ of: "keywords", max: 100, default: 50 })
  },
  answer: S.TrendingAnswer,
  errors: marketErrors,
  price: 2,
  shared,
  summary: "Trending keywords",
  tool: { words: ["which searches are trending or popular right now"] },
  description:
    "Tracked keywords whose reach (ratings of the first app) has a larger maximum in the last `days` days than in the `days` before, by growth. Ratings rarely fall, so this mostly shows where another app took first place. Keywords without reach in the previous window have no growth and are left out."
})

const compare = Endpoint.get("compare", "/v1/keywords/compare", {
  query: { ...Q.pair, ...Q.market },
  answer: A.CompareAnswer,
  errors: appErrors,
  price: 3,
  shared,
  summary: "Compare two apps",
  tool: { words: ["compare my app with a rival on keywords"] },
  description: "Keywords that an app and a competitor share, those only one has, and the gaps."
})

const compareCluster = Endpoint.get("compareCluster", "/v1/keywords/compare-cluster", {
  query: { ...Q.appId, ...Q.competitors, ...Q.market },
  answer: A.ClusterAnswer,
  errors: appErrors,
  price: 4,
  shared,
  summary: "Compare several apps",
  tool: { words: ["keywords that several competitors share, that all of them or only one of them has"] },
  description: "The keywords of an app and up to five competitors, grouped by which of them rank."
})

const gap = Endpoint.get("gap", "/v1/keywords/gap", {
  query: {
    ...Q.appId,
    ...Q.competitors,
    ...Q.market,
    limit: Param.limit({ of: "opportunities", max: 100, default: 25 })
  },
  answer: A.GapAnswer,
  errors: appErrors,
  price: 4,
  shared,
  summary: "Keyword gaps",
  tool: { essential: true, words: ["keywords my competitor ranks for and I don't", "opportunities I miss"] },
  description: "Keywords a competitor ranks for and the app doesn't, or only below rank 50, sorted by opportunity."
})

const visibility = Endpoint.get("visibility", "/v1/keywords/visibility", {
  query: { ...Q.appId, ...Q.market, days: Q.days(7, 90, 30, "Length of the series") },
  answer: A.VisibilityAnswer,
  errors: appErrors,
  price: 3,
  shared,
  summary: "Visibility",
  tool: { words: ["is my app's visibility in search going up or down"] },
  description: "The share of searches for its collected keywords in which an app is seen, day by day."
})

const movers = Endpoint.get("movers", "/v1/keywords/movers", {
  query: {
    ...Q.appId,
    ...Q.market,
    days: Q.days(1, 90, 7, "How far back to compare"),
    limit: Param.limit({ of: "keywords of each kind", max: 50, default: 20 })
  },
  answer: A.MoversAnswer,
  errors: appErrors,
  price: 3,
  shared,
  summary: "Keyword movers",
  tool: { words: ["which keywords an app gained or lost rank on"] },
  description: "Keywords for which an app's rank rose or fell, by |rank change| × volume."
})

const appKeywords = Endpoint.get("appKeywords", "/v1/apps/:id/keywords", {
  params,
  query: { ...Q.market, limit: Param.limit({ of: "keywords", max: 500, default: 100 }) },
  answer: A.AppKeywordsAnswer,
  errors: appErrors,
  price: 3,
  shared,
  summary: "Keywords of an app",
  tool: { essential: true, words: ["which keywords my app ranks for"] },
  description:
    "Keywords the app ranks for, by the traffic they bring. Once in 30 days terms from its name and subtitle are searched first; those it ranks for are collected from then on."
})

const trends = Endpoint.get("trends", "/v1/apps/:id/keywords/trends", {
  params,
  query: { ...Q.keyword, ...Q.market, days: Q.days(7, 90, 30, "Length of the history") },
  answer: A.TrendsAnswer,
  errors: trendsErrors,
  price: 2,
  summary: "Keyword trend of an app",
  tool: { words: ["how my app's rank for a keyword changed over time, its history"] },
  description: "The app's rank for a keyword, day by day, from collected data. Track the keyword to have it collected."
})

const rankChanges = Endpoint.get("rankChanges", "/v1/internal/rank-changes", {
  query: {
    since: Param.text({
      max: 40,
      description: "Only changes detected after this time (ISO 8601).",
      example: "2026-11-01T00:00:00Z"
    }),
    until: Param.optional(
      Param.text({ max: 40, description: "Only changes detected up to this time (ISO 8601). Default: now." })
    ),
    app_ids: Param.optional(
      Param.list({
        of: Param.text({ max: 255, description: "An app id.", picks: "app" }),
        max: 100,
        description: "Only these apps, separated by commas; ids from both stores."
      })
    ),
    country: Param.optional(Param.countryCode({ description: "Only this storefront." })),
    platform: Param.optional(Param.oneOf({ values: Param.platforms, description: "Only this store." })),
    device: Param.optional(Param.oneOf({ values: Q.devices, description: "Only this device." })),
    change_types: Param.optional(
      Param.list({
        of: Param.oneOf({ values: changeTypes, description: "A kind of change." }),
        max: changeTypes.length,
        description: "Only these kinds: moved, entered_top, fell_out, separated by commas."
      })
    ),
    limit: Param.limit({ of: "changes", max: 1000, default: 500 })
  },
  answer: A.RankChangesAnswer,
  access: "internal",
  summary: "Rank changes",
  description:
    "Feed of rank changes in collected keywords, in the order detected. Follow nextSince to get each change exactly once."
})

export class KeywordsApi extends HttpApi.make("keywords").add(
  group(
    "keywords",
    appKeywords,
    trends,
    ranks,
    track,
    tracked,
    untrack,
    suggestions,
    metrics,
    compare,
    compareCluster,
    gap,
    visibility,
    movers,
    trending,
    rankChanges
  ),
  dashboard
) {}
