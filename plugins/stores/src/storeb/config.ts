import { Effect, Schema } from "effect"
import { baseUrl, cacheTimes, flag, section, text, whole, withDefault } from "../configFields.ts"

const BaseUrls = Schema.Struct({
  play: baseUrl("https://play.google.com", "Host of the store's pages and of their later requests.")
})

const RequestsPerMinute = Schema.Struct({
  page: whole(1, 10, "Pages of apps, developers, similar apps and data safety, and permissions, a minute."),
  search: whole(1, 10, "Searches a minute."),
  charts: whole(1, 30, "Charts a minute."),
  reviews: whole(1, 20, "Answers of 150 reviews a minute."),
  suggestions: whole(1, 20, "Search suggestions a minute.")
})

const Cache = cacheTimes({
  app: "How long an app's page is served without asking again.",
  absent: "How long 'no such app' is believed.",
  reviews: "How long reviews are served without asking again.",
  page: "The same, for similar apps, developers, data safety and permissions."
})

const Charts = Schema.Struct({ limit: whole(1, 200, "How many ranks to ask for; the store gives at most 200.") })
const Search = Schema.Struct({
  canaryTerm: text("game", "A term that always has hits; searched to confirm an empty result.")
})
const Suggestions = Schema.Struct({
  canaryTerm: text("game", "A prefix that always has suggestions; used to confirm an empty answer.")
})
const Reviews = Schema.Struct({
  suspectFromReviews: whole(
    1,
    1_000,
    "An app whose page counts this many written reviews, in all languages, isn't believed to have none in English."
  )
})
const Page = Schema.Struct({
  similarCluster: flag(
    true,
    "Follow the link to the whole list of similar apps. If false, or when that fails, there are six."
  )
})

export const StoreBConfig = Schema.Struct({
  baseUrls: section(BaseUrls, "Where the store answers; the sandbox and tests set their own.").pipe(withDefault({})),
  requestsPerMinute: section(RequestsPerMinute, "Cautious limits, shared by all nodes.").pipe(withDefault({})),
  timeoutMs: whole(100, 15_000, "For one attempt, from connecting to the last byte. Pages hold more than a megabyte."),
  queueMsMax: whole(0, 2_000, "How long a request may wait for its turn under the limit."),
  attempts: whole(1, 3, "Attempts in total."),
  appConcurrency: whole(1, 4, "Pages requested at the same time when several apps are wanted."),
  language: Schema.NullOr(Schema.String.check(Schema.isPattern(/^[a-z]{2,3}(-[A-Za-z0-9]{2,4})?$/)))
    .annotate({ description: "Language to ask in, such as en or pt-BR; null means each country's main one." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  userAgent: text("Storeglass/0.1 (self-hosted; app store intelligence)", "Sent with every request."),
  cache: section(Cache, "How long answers are kept.").pipe(withDefault({})),
  charts: section(Charts, "Charts.").pipe(withDefault({})),
  search: section(Search, "Search.").pipe(withDefault({})),
  suggestions: section(Suggestions, "Search suggestions.").pipe(withDefault({})),
  reviews: section(Reviews, "Reviews.").pipe(withDefault({})),
  page: section(Page, "App pages.").pipe(withDefault({}))
})
export type StoreBConfig = typeof StoreBConfig.Type
