/** The feed of reviews: ten pages of fifty for a country and order. */
import type { Upstream, UpstreamError } from "@storeglass/plugin-api"
import { Effect, Result, Schema } from "effect"
import { orDrift, type Read } from "../common/answers.ts"
import { isoDate, loose, Whole } from "../common/loose.ts"
import type { StoreReview } from "../contract.ts"
import { bodyOf, misfit, readJson } from "./answers.ts"
import { type Body, readBody } from "./body.ts"
import { Id, Label, oneOrMany } from "./fields.ts"
import { atomEntries } from "./reviewFeedXml.ts"

export const reviewDepth = { pages: 10, perPage: 50 } as const

/** The orders that the feed itself knows. */
export type FeedSort = "mostRecent" | "mostHelpful"
const slugs: Readonly<Record<FeedSort, string>> = { mostRecent: "mostrecent", mostHelpful: "mosthelpful" }

const labelled = <S extends Schema.ConstraintDecoder<unknown>>(label: S) => Schema.Struct({ label })
const Stars = Whole.check(Schema.isBetween({ minimum: 1, maximum: 5 }))

/** Reviewers' addresses and pictures are there too; they are never read. */
const Entry = Schema.Struct({
  id: labelled(Id),
  "im:rating": labelled(Stars),
  author: loose(Schema.Struct({ name: Label })),
  title: loose(Label),
  content: loose(Label),
  "im:version": loose(Label),
  updated: loose(Label),
  "im:voteSum": loose(labelled(Whole))
})
const decodeEntries = Schema.decodeUnknownResult(Schema.Array(Entry))

/** In old feeds the first entry is the app itself, which has no stars. */
const isReview = Schema.is(Schema.Struct({ "im:rating": Schema.Unknown }))

const readFeed = readJson(Schema.Struct({ feed: Schema.Struct({ entry: Schema.optionalKey(Schema.Unknown) }) }))

export const readReviewEntries = (entries: unknown): Read<ReadonlyArray<StoreReview>> =>
  Result.mapBoth(decodeEntries(oneOrMany(entries).filter((entry) => isReview(entry))), {
    onFailure: (cause) => ({ detail: "a review without id or stars", cause }),
    onSuccess: (reviews) => reviews.map(reviewOf)
  })

export const readReviews = (body: Body): Read<ReadonlyArray<StoreReview>> => {
  if (isPastTheEnd(body)) return Result.succeed([])
  if (body.kind === "markup") {
    const entries = atomEntries(body.text)
    return entries === undefined ? misfit(body) : readReviewEntries(entries)
  }
  return Result.flatMap(readFeed(body), ({ feed }) => readReviewEntries(feed.entry))
}

const isPastTheEnd = (body: Body): boolean => body.kind === "text" && /page depth is limited/i.test(body.text)

const textOrNull = (label: { readonly label: string } | null): string | null => {
  const text = label?.label.trim() ?? ""
  return text === "" ? null : text
}

const reviewOf = (entry: typeof Entry.Type): StoreReview => ({
  id: entry.id.label,
  author: entry.author?.name.label ?? "",
  rating: entry["im:rating"].label,
  title: textOrNull(entry.title),
  text: entry.content?.label ?? "",
  version: textOrNull(entry["im:version"]),
  date: isoDate(entry.updated?.label ?? null),
  helpfulCount: entry["im:voteSum"]?.label ?? null,
  developerReply: null
})

export const fetchReviews = (
  upstream: Upstream,
  appId: string,
  country: string,
  sort: FeedSort,
  page: number
): Effect.Effect<ReadonlyArray<StoreReview>, UpstreamError> => {
  const ask = `reviews of ${appId} in ${country}, page ${page}`
  const path = `/${encodeURIComponent(country)}/rss/customerreviews/page=${page}/id=${encodeURIComponent(appId)}/sortby=${slugs[sort]}/json`
  return Effect.flatMap(upstream.request({ path }), (response) =>
    // The plain text about the depth comes with a bad status, too.
    isPastTheEnd(readBody(response.body))
      ? Effect.succeed([])
      : Effect.flatMap(bodyOf(upstream, ask, response), (body) => orDrift(upstream, ask, readReviews(body)))
  )
}
