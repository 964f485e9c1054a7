import { Effect, Schema } from "effect"
import { baseUrl, cacheTimes, flag, section, text, whole, withDefault } from "./configFields.ts"
import { StoreBConfig } from "./storeb/config.ts"

const chartSources = (description: string) =>
  Schema.NonEmptyArray(Schema.Literals(["charts", "feed"]))
    .annotate({ description })
    .pipe(withDefault(["charts", "feed"]))

const BaseUrls = Schema.Struct({
  itunes: baseUrl("https://itunes.apple.com", "Host of lookup, search, chart feeds and review feeds."),
  search: baseUrl("https://search.itunes.apple.com", "Host of search suggestions and the device search."),
  rssV2: baseUrl("https://rss.marketingtools.apple.com", "Host of the newer chart feed."),
  apps: baseUrl("https://apps.apple.com", "Host of the app pages.")
})

const RequestsPerMinute = Schema.Struct({
  catalog: whole(
    1,
    12,
    "Lookups and searches a minute. The vendor mentions about 20; blocks are silent, so stay below that."
  ),
  charts: whole(1, 20, "Chart feeds a minute."),
  feed: whole(1, 20, "Newer chart feeds a minute."),
  reviews: whole(1, 12, "Review pages a minute."),
  suggestions: whole(1, 20, "Search suggestions a minute."),
  page: whole(1, 10, "App pages a minute.")
})

const Cache = cacheTimes({
  app: "How long an app's record is served without asking again.",
  absent: "How long 'not listed in this country' is believed.",
  reviews: "How long a page of reviews is served without asking again.",
  page: "How long an app's page is served without asking again."
})

const Charts = Schema.Struct({
  topFree: chartSources("Feeds to ask for top-free across all genres, in this order. Other charts have only one."),
  topPaid: chartSources("Feeds to ask for top-paid across all genres, in this order."),
  limit: whole(2, 100, "How many ranks to ask for; the store gives at most 100.")
})

const Search = Schema.Struct({
  deviceOrder: flag(
    false,
    "Take search order from the undocumented device search, and from the documented one when that fails."
  ),
  canaryTerm: text("game", "A term that always has hits; searched to confirm an empty result.")
})

const Suggestions = Schema.Struct({
  canaryTerm: text("game", "A prefix that always has suggestions; used to confirm an empty answer.")
})

const Reviews = Schema.Struct({
  suspectFromRatings: whole(
    1,
    50,
    "An app with this many ratings isn't believed to have no reviews: the feed is empty when it throttles."
  )
})

const Page = Schema.Struct({
  language: Schema.NullOr(Schema.String.check(Schema.isPattern(/^[a-z]{2}(-[A-Za-z]{2,4})?$/)))
    .annotate({ description: "Language of the page, such as en-US; null means the storefront's own." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  similarFallback: flag(true, "Ask the older list of similar apps when the page has none.")
})

export const StoreAConfig = Schema.Struct({
  baseUrls: section(BaseUrls, "Where the store answers; the sandbox and tests set their own.").pipe(withDefault({})),
  requestsPerMinute: section(RequestsPerMinute, "Cautious limits, shared by all nodes.").pipe(withDefault({})),
  timeoutMs: whole(100, 10_000, "For one attempt, from connecting to the last byte."),
  queueMsMax: whole(0, 2_000, "How long a request may wait for its turn under the limit."),
  attempts: whole(1, 3, "Attempts in total."),
  batchWindowMs: whole(0, 15, "How long to collect lookups into one call of up to 100 apps."),
  userAgent: text("Storeglass/0.1 (self-hosted; app store intelligence)", "Sent with every request."),
  pageUserAgent: Schema.NullOr(Schema.NonEmptyString)
    .annotate({ description: "Sent to app pages and the device search instead; null means userAgent." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  cache: section(Cache, "How long answers are kept.").pipe(withDefault({})),
  charts: section(Charts, "Which feed answers which chart.").pipe(withDefault({})),
  search: section(Search, "Search.").pipe(withDefault({})),
  suggestions: section(Suggestions, "Search suggestions.").pipe(withDefault({})),
  reviews: section(Reviews, "Reviews.").pipe(withDefault({})),
  page: section(Page, "App pages.").pipe(withDefault({}))
})
export type StoreAConfig = typeof StoreAConfig.Type

/** The plugin's section of the config file. */
export const StoresConfig = Schema.Struct({
  storea: StoreAConfig.annotate({ description: "The adapter of storea." }).pipe(withDefault({})),
  storeb: StoreBConfig.annotate({ description: "The adapter of storeb." }).pipe(withDefault({}))
})
export type StoresConfig = typeof StoresConfig.Type
