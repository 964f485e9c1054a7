import { answers, Data, declare, group, Param } from "@storeglass/plugin-api"
import { appErrors, storefront } from "@storeglass/stores/contract"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint } from "effect/http-api"
import * as A from "./appSchema.ts"
import { keywordErrors, liveErrors, marketErrors } from "./errors.ts"
import { changeTypes } from "./models/rankDiff.ts"
import * as Q from "./parameters.ts"
import * as S from "./schema.ts"

/** Answers that depend on the address alone may be served again for so long. */
const shared = 10_000
const params = { id: Param.appId }

const ranks = declare(
  HttpApiEndpoint.get("ranks", "/v1/keywords/ranks", {
    query: {
      ...Q.keyword,
      ...Q.market,
      date: Param.optional(
        Param.date({
          description: "A past day, YYYY-MM-DD in UTC, from what was collected. Default: now, from the store."
        })
      )
    },
    ...answers(S.RanksAnswer, liveErrors)
  }),
  {
    price: 2,
    summary: "Keyword ranks",
    description:
      "The apps that a search for the keyword gives, in order. A keyword that is asked for twice is collected daily from then on. A past day on which it was not collected is answered with status not_measured."
  }
)

const track = declare(
  HttpApiEndpoint.post("track", "/v1/keywords/track", {
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
    ...answers(S.TrackAnswer, keywordErrors)
  }),
  {
    price: 1,
    summary: "Track a keyword",
    description:
      "Puts the keyword into the daily collection; its history is there from the first collection on. Repeating it changes nothing.",
    tool: { idempotent: true }
  }
)

const suggestions = declare(
  HttpApiEndpoint.get("suggestions", "/v1/keywords/suggestions", {
    query: {
      ...Q.keyword,
      ...storefront,
      expand: Param.boolean({
        default: false,
        description: "Also the term followed by a letter, a to z. Default false."
      }),
      metrics: Param.boolean({ default: false, description: "Also the scores of the first ten. Default false." })
    },
    ...answers(S.SuggestionsAnswer, liveErrors)
  }),
  {
    price: 1,
    shared,
    summary: "Keyword suggestions",
    description: "What the store suggests to who types the term, in its order."
  }
)

const metrics = declare(
  HttpApiEndpoint.get("metrics", "/v1/keywords/metrics", {
    query: { ...Q.keyword, ...Q.market },
    ...answers(S.MetricsAnswer, liveErrors)
  }),
  {
    price: 2,
    shared,
    summary: "Keyword metrics",
    description:
      "Search volume and difficulty with range, confidence and inputs, and what the first ten places look like."
  }
)

const trending = declare(
  HttpApiEndpoint.get("trending", "/v1/keywords/trending", {
    query: {
      ...storefront,
      days: Q.days(1, 30, 7, "Length of the window"),
      limit: Param.limit({ of: "keywords", max: 100, default: 50 })
    },
    ...answers(S.TrendingAnswer, marketErrors)
  }),
  {
    price: 2,
    shared,
    summary: "Trending keywords",
    description:
      "Tracked keywords whose reach (ratings of the first app) has a larger maximum in the last `days` days than in the `days` before, by growth. Ratings rarely fall, so this tells for the most part where another app took the first place. Keywords without reach in the previous window have no growth and are left out."
  }
)

const compare = declare(
  HttpApiEndpoint.get("compare", "/v1/keywords/compare", {
    query: { ...Q.appId, ...Q.competitors, ...Q.pair, ...Q.market },
    ...answers(A.CompareAnswer, appErrors)
  }),
  {
    price: 3,
    shared,
    summary: "Compare two apps",
    description: "Keywords that an app and a competitor share, those of one alone, and the gaps."
  }
)

const compareCluster = declare(
  HttpApiEndpoint.get("compareCluster", "/v1/keywords/compare-cluster", {
    query: { ...Q.appId, ...Q.competitors, ...Q.market },
    ...answers(A.ClusterAnswer, appErrors)
  }),
  {
    price: 4,
    shared,
    summary: "Compare several apps",
    description: "The keywords of an app and up to five competitors by who ranks for them."
  }
)

const gap = declare(
  HttpApiEndpoint.get("gap", "/v1/keywords/gap", {
    query: {
      ...Q.appId,
      ...Q.competitors,
      ...Q.market,
      limit: Param.limit({ of: "opportunities", max: 100, default: 25 })
    },
    ...answers(A.GapAnswer, appErrors)
  }),
  {
    price: 4,
    shared,
    summary: "Keyword gaps",
    description: "Keywords that a competitor ranks for and the app does not, or only beyond 50, by opportunity."
  }
)

const visibility = declare(
  HttpApiEndpoint.get("visibility", "/v1/keywords/visibility", {
    query: { ...Q.appId, ...Q.market, days: Q.days(7, 90, 30, "Length of the series") },
    ...answers(A.VisibilityAnswer, appErrors)
  }),
  {
    price: 3,
    shared,
    summary: "Visibility",
    description: "How much of the searches for its collected keywords an app is seen in, day by day."
  }
)

const movers = declare(
  HttpApiEndpoint.get("movers", "/v1/keywords/movers", {
    query: {
      ...Q.appId,
      ...Q.market,
      days: Q.days(1, 90, 7, "How far back to compare"),
      limit: Param.limit({ of: "keywords of each kind", max: 50, default: 20 })
    },
    ...answers(A.MoversAnswer, appErrors)
  }),
  {
    price: 3,
    shared,
    summary: "Keyword movers",
    description: "Keywords that an app gained or lost ranks for, by |rank change| × volume."
  }
)

const appKeywords = declare(
  HttpApiEndpoint.get("appKeywords", "/v1/apps/:id/keywords", {
    params,
    query: { ...Q.market, limit: Param.limit({ of: "keywords", max: 500, default: 100 }) },
    ...answers(A.AppKeywordsAnswer, appErrors)
  }),
  {
    price: 3,
    shared,
    summary: "Keywords of an app",
    description:
      "Keywords that the app is ranked for, by what they bring. Where none are stored they are looked for: terms of its name and subtitle are searched and collected from then on."
  }
)

const trends = declare(
  HttpApiEndpoint.get("trends", "/v1/apps/:id/keywords/trends", {
    params,
    query: { ...Q.keyword, ...Q.market, days: Q.days(7, 90, 30, "Length of the history") },
    ...answers(A.TrendsAnswer, keywordErrors)
  }),
  {
    price: 2,
    shared,
    summary: "Keyword trend of an app",
    description:
      "Rank of the app for a keyword, day by day, from what was collected. Track the keyword to have it collected."
  }
)

const rankChanges = declare(
  HttpApiEndpoint.get("rankChanges", "/v1/internal/rank-changes", {
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
      limit: Param.limit({ of: "changes", max: 1000, default: 500 })
    },
    success: Data(A.RankChangesAnswer)
  }),
  {
    access: "internal",
    summary: "Rank changes",
    description:
      "Feed of changes of rank in collected keywords, in the order they were detected. Follow nextSince to miss none and get none twice."
  }
)

export class KeywordsApi extends HttpApi.make("keywords").add(
  group(
    "keywords",
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
) {}
