import { costs, Data, internal, Metered, Param, SharedAnswer, StrictInput, ToolHints } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as A from "./appSchema.ts"
import { appErrors, keywordErrors, liveErrors, marketErrors } from "./errors.ts"
import { changeTypes } from "./models/rankDiff.ts"
import * as Q from "./parameters.ts"
import * as S from "./schema.ts"

/** Answers that depend on the address alone may be served again for so long. */
const shared = { forMs: 10_000 }
const params = { id: Param.appId }

const ranks = HttpApiEndpoint.get("ranks", "/v1/keywords/ranks", {
  query: {
    ...Q.keyword,
    ...Q.market,
    date: Param.optional(
      Param.date({
        description: "A past day, YYYY-MM-DD in UTC, from what was collected. Default: now, from the store."
      })
    )
  },
  success: Data(S.RanksAnswer),
  error: liveErrors
})
  .annotateMerge(costs(2))
  .annotate(OpenApi.Summary, "Keyword ranks")
  .annotate(
    OpenApi.Description,
    "The apps that a search for the keyword gives, in order. A keyword that is asked for twice is collected daily from then on. A past day on which it was not collected is answered with status not_measured."
  )

const track = HttpApiEndpoint.post("track", "/v1/keywords/track", {
  payload: Schema.Struct({
    keyword: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(100)).annotate({
      description: "The keyword, 2 to 100 characters.",
      examples: ["photo editor"]
    }),
    country: Schema.optionalKey(
      Schema.String.check(Schema.isPattern(/^[A-Za-z]{2}$/)).annotate({
        description: "Storefront, as a two-letter ISO 3166-1 code. Default us."
      })
    ),
    platform: Schema.optionalKey(Schema.Literals(Param.platforms).annotate({ description: "Default storea." })),
    device: Schema.optionalKey(
      Schema.Literals(Q.devices).annotate({
        description: "Device whose search is meant. Default: the store's main phone."
      })
    )
  }),
  success: Data(S.TrackAnswer),
  error: keywordErrors
})
  .annotateMerge(costs(1))
  .annotate(ToolHints, { idempotent: true })
  // A misspelt country must not become tracking in the default one.
  .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: "error" })
  .annotate(OpenApi.Summary, "Track a keyword")
  .annotate(
    OpenApi.Description,
    "Puts the keyword into the daily collection; its history is there from the first collection on. Repeating it changes nothing."
  )

const suggestions = HttpApiEndpoint.get("suggestions", "/v1/keywords/suggestions", {
  query: {
    ...Q.keyword,
    ...Q.storefront,
    expand: Param.boolean({
      default: false,
      description: "Also the term followed by a letter, a to z. Default false."
    }),
    metrics: Param.boolean({ default: false, description: "Also the scores of the first ten. Default false." })
  },
  success: Data(S.SuggestionsAnswer),
  error: liveErrors
})
  .annotateMerge(costs(1))
  .annotate(SharedAnswer, shared)
  .annotate(OpenApi.Summary, "Keyword suggestions")
  .annotate(OpenApi.Description, "What the store suggests to who types the term, in its order.")

const metrics = HttpApiEndpoint.get("metrics", "/v1/keywords/metrics", {
  query: { ...Q.keyword, ...Q.market },
  success: Data(S.MetricsAnswer),
  error: liveErrors
})
  .annotateMerge(costs(2))
  .annotate(SharedAnswer, shared)
  .annotate(OpenApi.Summary, "Keyword metrics")
  .annotate(
    OpenApi.Description,
    "Search volume and difficulty with range, confidence and inputs, and what the first ten places look like."
  )

const trending = HttpApiEndpoint.get("trending", "/v1/keywords/trending", {
  query: {
    ...Q.storefront,
    days: Q.days(1, 30, 7, "Length of the window"),
    limit: Q.limit(100, 50, "Most keywords to give")
  },
  success: Data(S.TrendingAnswer),
  error: marketErrors
})
  .annotateMerge(costs(2))
  .annotate(SharedAnswer, shared)
  .annotate(OpenApi.Summary, "Trending keywords")
  .annotate(
    OpenApi.Description,
    "Tracked keywords whose reach (ratings of the first app) has a larger maximum in the last `days` days than in the `days` before, by growth. Ratings rarely fall, so this tells for the most part where another app took the first place. Keywords without reach in the previous window have no growth and are left out."
  )

const compare = HttpApiEndpoint.get("compare", "/v1/keywords/compare", {
  query: { ...Q.appId, ...Q.competitors, ...Q.pair, ...Q.market },
  success: Data(A.CompareAnswer),
  error: appErrors
})
  .annotateMerge(costs(3))
  .annotate(SharedAnswer, shared)
  .annotate(OpenApi.Summary, "Compare two apps")
  .annotate(OpenApi.Description, "Keywords that an app and a competitor share, those of one alone, and the gaps.")

const compareCluster = HttpApiEndpoint.get("compareCluster", "/v1/keywords/compare-cluster", {
  query: { ...Q.appId, ...Q.competitors, ...Q.market },
  success: Data(A.ClusterAnswer),
  error: appErrors
})
  .annotateMerge(costs(4))
  .annotate(SharedAnswer, shared)
  .annotate(OpenApi.Summary, "Compare several apps")
  .annotate(OpenApi.Description, "The keywords of an app and up to five competitors by who ranks for them.")

const gap = HttpApiEndpoint.get("gap", "/v1/keywords/gap", {
  query: { ...Q.appId, ...Q.competitors, ...Q.market, limit: Q.limit(100, 25, "Most opportunities to give") },
  success: Data(A.GapAnswer),
  error: appErrors
})
  .annotateMerge(costs(4))
  .annotate(SharedAnswer, shared)
  .annotate(OpenApi.Summary, "Keyword gaps")
  .annotate(
    OpenApi.Description,
    "Keywords that a competitor ranks for and the app does not, or only beyond 50, by opportunity."
  )

const visibility = HttpApiEndpoint.get("visibility", "/v1/keywords/visibility", {
  query: { ...Q.appId, ...Q.market, days: Q.days(7, 90, 30, "Length of the series") },
  success: Data(A.VisibilityAnswer),
  error: appErrors
})
  .annotateMerge(costs(3))
  .annotate(SharedAnswer, shared)
  .annotate(OpenApi.Summary, "Visibility")
  .annotate(OpenApi.Description, "How much of the searches for its collected keywords an app is seen in, day by day.")

const movers = HttpApiEndpoint.get("movers", "/v1/keywords/movers", {
  query: {
    ...Q.appId,
    ...Q.market,
    days: Q.days(1, 90, 7, "How far back to compare"),
    limit: Q.limit(50, 20, "Most keywords of each kind to give")
  },
  success: Data(A.MoversAnswer),
  error: appErrors
})
  .annotateMerge(costs(3))
  .annotate(SharedAnswer, shared)
  .annotate(OpenApi.Summary, "Keyword movers")
  .annotate(OpenApi.Description, "Keywords that an app gained or lost ranks for, by |rank change| × volume.")

const appKeywords = HttpApiEndpoint.get("appKeywords", "/v1/apps/:id/keywords", {
  params,
  query: { ...Q.market, limit: Q.limit(500, 100, "Most keywords to give") },
  success: Data(A.AppKeywordsAnswer),
  error: appErrors
})
  .annotateMerge(costs(3))
  .annotate(SharedAnswer, shared)
  .annotate(OpenApi.Summary, "Keywords of an app")
  .annotate(
    OpenApi.Description,
    "Keywords that the app is ranked for, by what they bring. Where none are stored they are looked for: terms of its name and subtitle are searched and collected from then on."
  )

const trends = HttpApiEndpoint.get("trends", "/v1/apps/:id/keywords/trends", {
  params,
  query: { ...Q.keyword, ...Q.market, days: Q.days(7, 90, 30, "Length of the history") },
  success: Data(A.TrendsAnswer),
  error: keywordErrors
})
  .annotateMerge(costs(2))
  .annotate(SharedAnswer, shared)
  .annotate(OpenApi.Summary, "Keyword trend of an app")
  .annotate(
    OpenApi.Description,
    "Rank of the app for a keyword, day by day, from what was collected. Track the keyword to have it collected."
  )

const rankChanges = HttpApiEndpoint.get("rankChanges", "/v1/internal/rank-changes", {
  query: {
    since: Param.text({
      max: 40,
      description: "ISO 8601; changes detected after this moment.",
      example: "2026-11-01T00:00:00Z"
    }),
    until: Param.optional(Param.text({ max: 40, description: "ISO 8601; up to this moment. Default: now." })),
    app_ids: Param.optional(
      Param.list({
        of: Param.text({ max: 255, description: "An app id." }),
        max: 100,
        description: "Only these apps, separated by commas; ids of both stores."
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
    limit: Q.limit(1000, 500, "Most changes to give")
  },
  success: Data(A.RankChangesAnswer)
})
  .annotateMerge(internal())
  .annotate(OpenApi.Summary, "Rank changes")
  .annotate(
    OpenApi.Description,
    "Feed of changes of rank in collected keywords, in the order they were detected. Follow nextSince to miss none and get none twice."
  )

export class KeywordsApi extends HttpApi.make("keywords").add(
  HttpApiGroup.make("keywords")
    .add(
      appKeywords,
      trends,
      ranks,
      track,
      suggestions,
      metrics,
      compare,
      compareCluster,
      gap,
      visibility,
      movers,
      trending,
      rankChanges
    )
    .middleware(StrictInput)
    .middleware(Metered)
) {}
