/** What pages of an account read of keywords: what is kept, and nothing of a store. */
import {
  Endpoint,
  Field,
  group,
  Param,
  PlatformUnsupported,
  Provenance,
  pageRead,
  View,
  windowQuery
} from "@storeglass/plugin-api"
import { storefront } from "@storeglass/stores/contract"
import { Schema } from "effect"
import { Estimates, VisibilityEstimates } from "../estimates.ts"
import * as Q from "../parameters.ts"
import { difficulty, keywordText, market, rankState, TrackedAnswer, volumeScore } from "../schema.ts"

const NullOr = Schema.NullOr
const { number, text, whole } = Field

const appId = text("App id: digits on storea, the package name on storeb.", "284882215")
const date = text("YYYY-MM-DD, UTC.")
const head = { ...market, appId, from: text("First day, YYYY-MM-DD in UTC."), to: text("Last day.") }
const errors = [PlatformUnsupported.wire] as const
const about = {
  appId: Param.text({ max: 255, description: "The app: a positive integer on storea, a package name on storeb." }),
  ...storefront,
  device: Q.market.device,
  ...windowQuery
}
const tracked = Schema.Boolean.annotate({ description: "Whether your account tracks the keyword." })

const moves = ["gainer", "loser", "entered", "dropped"] as const
const moved = {
  keyword: keywordText,
  move: Schema.Literals(moves),
  from: NullOr(whole("Rank then; null: it was beyond `depth`.")),
  to: NullOr(whole("Rank now; null: it is beyond `depth`.")),
  change: NullOr(whole("Positive is better; null where it came in or fell out.")),
  depth: whole("How deep both searches were read."),
  fromDate: text("Day of the earlier search, YYYY-MM-DD in UTC."),
  toDate: text("Day of the later search."),
  volumeScore,
  difficulty,
  estimates: Estimates
}

const ofAccount = {
  platform: market.platform,
  appId,
  app: NullOr(text("Name of the app; null if nothing that is kept tells it.")),
  country: market.country,
  device: market.device
}
const reason = Schema.Literals(["workspace", "tracked"]).annotate({
  description:
    "Whose apps these are. workspace: those that your account keeps; tracked: it keeps none, so those that are seen most for the keywords that it tracks."
})

export const MovedAnswer = Schema.Struct({
  days: whole("How many days lie between the two searches.", 7),
  reason,
  tracked: whole("Keywords that your account tracks and that were looked at, by app."),
  moves: Schema.Array(Schema.Struct({ ...ofAccount, ...moved }).annotate({ identifier: "MovedKeywordOfApp" })).annotate(
    {
      description: "By |change| × volume, the largest first."
    }
  ),
  provenance: Provenance
}).annotate({ identifier: "MovedKeywords" })
export type MovedAnswer = typeof MovedAnswer.Type

const movedEndpoint = Endpoint.get("moved", "/dashboard/api/keywords/moved", {
  query: { limit: Param.limit({ of: "moves", max: 50, default: 10 }) },
  answer: MovedAnswer,
  ...pageRead,
  summary: "What moved",
  description:
    "The largest changes of rank within a week, of the apps that your account watches for the keywords that it tracks. No store is asked.",
  view: View.table({
    rows: "moves",
    columns: [
      { field: "app", title: "App" },
      { field: "keyword", title: "Keyword" },
      { field: "country", title: "Country" },
      { field: "from", title: "A week ago" },
      { field: "to", title: "Now" },
      { field: "change", title: "Change" }
    ]
  })
})

export const WatchlistAnswer = Schema.Struct({
  days: whole("How many days lie between now and then.", 7),
  reason,
  apps: Schema.Array(
    Schema.Struct({
      ...ofAccount,
      keywords: whole("Keywords that your account tracks there."),
      measured: whole("Those searched for within a week."),
      ranked: NullOr(whole("Those that the app is ranked for; null if none was measured.")),
      visibility: NullOr(number("kw-visibility@1 over these keywords, 0 to 100; null if too little was measured.")),
      previousVisibility: NullOr(
        number("A week ago, over the same keywords as visibility; null if too few were measured at both times.")
      ),
      change: NullOr(number("The difference; null without both.")),
      status: Schema.Literals(["estimated", "not_measured"]),
      trend: Schema.Array(NullOr(Schema.Finite)).annotate({
        description:
          "Visibility on each of the last 30 days, oldest first, over the keywords measured on the first and the last of them; null where too little was."
      }),
      estimates: VisibilityEstimates
    }).annotate({ identifier: "WatchedAppKeywords" })
  ),
  provenance: Provenance
}).annotate({ identifier: "KeywordWatchlist" })
export type WatchlistAnswer = typeof WatchlistAnswer.Type

const watchlist = Endpoint.get("watchlist", "/dashboard/api/keywords/watchlist", {
  query: { limit: Param.limit({ of: "apps", max: 20, default: 6 }) },
  answer: WatchlistAnswer,
  ...pageRead,
  summary: "Watchlist",
  description:
    "Each app that your account watches, by country: how many keywords it tracks there, and how much of the searches for them the app is seen in, now and a week ago. No store is asked.",
  view: View.stat({
    rows: "apps",
    title: "app",
    value: "visibility",
    previous: "previousVisibility",
    status: "status"
  })
})

export const RankLinesAnswer = Schema.Struct({
  ...head,
  lines: Schema.Array(
    Schema.Struct({
      name: keywordText,
      tracked,
      days: Schema.Array(Schema.Struct({ date, ...rankState }).annotate({ identifier: "KeptRankOnDay" })).annotate({
        description: "Each day, oldest first; days without a search are not_measured."
      })
    }).annotate({ identifier: "KeywordRankLine" })
  ).annotate({ description: "Tracked keywords first, then by rank." }),
  provenance: Provenance
}).annotate({ identifier: "KeywordRankLines" })
export type RankLinesAnswer = typeof RankLinesAnswer.Type

const ranks = Endpoint.get("ranks", "/dashboard/api/keywords/ranks", {
  query: { ...about, limit: Param.limit({ of: "keywords", max: 20, default: 10 }) },
  answer: RankLinesAnswer,
  errors,
  ...pageRead,
  summary: "Ranks over time",
  description:
    "The app's ranks day by day, for keywords that your account tracks first, then for others that are collected and that it is ranked for. No store is asked.",
  view: View.ranks({ lines: "lines", name: "name", rows: "days", x: "date", y: "rank", status: "status" })
})

export const KeptKeywordsAnswer = Schema.Struct({
  ...head,
  keywords: Schema.Array(
    Schema.Struct({
      keyword: keywordText,
      tracked,
      ...rankState,
      change: NullOr(whole("Places gained since the first day; positive is better; null without both ranks.")),
      best: NullOr(whole("Best rank of these days; null if there was none.")),
      asOf: NullOr(text("Day of the search, YYYY-MM-DD in UTC; null if not measured.")),
      volumeScore,
      difficulty,
      estimates: Estimates
    }).annotate({ identifier: "KeptKeyword" })
  ).annotate({ description: "Tracked keywords first, then by rank; at most `limit`." }),
  movers: Schema.Array(Schema.Struct(moved).annotate({ identifier: "MovedKeyword" })).annotate({
    description: "By |change| × volume, the largest first; at most `limit`."
  }),
  provenance: Provenance
}).annotate({ identifier: "KeptKeywords" })
export type KeptKeywordsAnswer = typeof KeptKeywordsAnswer.Type

const keywords = Endpoint.get("keywords", "/dashboard/api/keywords/keywords", {
  query: { ...about, limit: Param.limit({ of: "keywords", max: 200, default: 50 }) },
  answer: KeptKeywordsAnswer,
  errors,
  ...pageRead,
  summary: "Keywords and what moved",
  description:
    "How the app stands for the keywords that your account tracks and for others that are collected and that it is ranked for, and what moved in these days. No store is asked.",
  view: View.table({
    rows: "keywords",
    columns: [
      { field: "keyword", title: "Keyword" },
      { field: "rank", title: "Rank" },
      { field: "status", title: "Status" },
      { field: "change", title: "Change" },
      { field: "best", title: "Best" },
      { field: "volumeScore", title: "Volume" },
      { field: "difficulty", title: "Difficulty" }
    ]
  })
})

const seenOver = {
  model: text("Model and version.", "kw-visibility@1"),
  keywords: whole("Keywords that the score is over."),
  days: Schema.Array(
    Schema.Struct({
      date,
      score: NullOr(number("0 to 100; null if too little was measured that day.")),
      low: NullOr(number("The score lies between low and high, if the volumes are as far off as they may be.")),
      high: NullOr(number("The other end of that range.")),
      rankedCount: NullOr(whole("Keywords ranked for that day; null without a score.")),
      measuredCount: NullOr(whole("Keywords measured that day; null without a score.")),
      status: Schema.Literals(["estimated", "not_measured"])
    }).annotate({ identifier: "KeptVisibilityOnDay" })
  ).annotate({ description: "Each day, oldest first." })
}

export const VisibilityDaysAnswer = Schema.Struct({
  ...head,
  ...seenOver,
  provenance: Provenance
}).annotate({ identifier: "KeptVisibility" })
export type VisibilityDaysAnswer = typeof VisibilityDaysAnswer.Type

const visibility = Endpoint.get("visibility", "/dashboard/api/keywords/visibility", {
  query: about,
  answer: VisibilityDaysAnswer,
  errors,
  ...pageRead,
  summary: "Visibility over time",
  description:
    "The share of searches for its collected keywords in which an app was seen, day by day with its range, over the keywords measured on the first and the last of these days. It reaches back 95 days. No store is asked.",
  view: View.series({ rows: "days", x: "date", y: "score", low: "low", high: "high", status: "status" })
})

export const VisibilityLinesAnswer = Schema.Struct({
  from: head.from,
  to: head.to,
  reason,
  lines: Schema.Array(
    Schema.Struct({
      name: text(
        "The app and the country; where another line has both alike, also the store, device or id that tells them apart.",
        "Glow Meditation · US"
      ),
      ...ofAccount,
      ...seenOver
    }).annotate({ identifier: "VisibilityLine" })
  ).annotate({
    description: "At most 6: each app in its own country first; without those of which nothing was measured."
  }),
  provenance: Provenance
}).annotate({ identifier: "VisibilityLines" })
export type VisibilityLinesAnswer = typeof VisibilityLinesAnswer.Type

export const CompetitorsAnswer = Schema.Struct({
  competitors: Schema.Array(
    Schema.Struct({ appId, name: NullOr(text("Its name; null: it isn't known.")) }).annotate({
      identifier: "TrackedCompetitor"
    })
  )
}).annotate({ identifier: "TrackedCompetitors" })

const competitors = Endpoint.get("competitors", "/dashboard/api/keywords/competitors", {
  query: { appId: about.appId, platform: storefront.platform },
  answer: CompetitorsAnswer,
  errors,
  ...pageRead,
  summary: "Competitors to compare with",
  description: "The competitors that your account keeps with an app. None where no plugin keeps any."
})

const visibilityLines = Endpoint.get("visibilityLines", "/dashboard/api/keywords/visibility-lines", {
  answer: VisibilityLinesAnswer,
  ...pageRead,
  summary: "Visibility of your apps",
  description:
    "The share of searches for the keywords that your account tracks in which each of its apps was seen, by country, day by day over 30 days, with its range. Each is over the keywords measured on the first and the last of these days. No store is asked.",
  view: View.series({
    lines: "lines",
    name: "name",
    rows: "days",
    x: "date",
    y: "score",
    low: "low",
    high: "high",
    status: "status"
  })
})

const trackedKeywords = Endpoint.get("tracked", "/dashboard/api/keywords/tracked", {
  query: {
    platform: Param.optional(Param.oneOf({ values: Param.platforms, description: "Only this store." })),
    country: Param.optional(Param.countryCode({ description: "Only this storefront." })),
    cursor: Q.trackedCursor,
    limit: Param.limit({ of: "keywords", max: 200, default: 100 })
  },
  answer: TrackedAnswer,
  ...pageRead,
  summary: "Tracked keywords",
  description: "The keywords that your account tracks, for forms to offer."
})

export const dashboard = group(
  "keywordsDashboard",
  trackedKeywords,
  movedEndpoint,
  watchlist,
  ranks,
  keywords,
  visibility,
  visibilityLines,
  competitors
)
