/** Reviews in the second store. They are shown by language, wherever their writers are. */
import type { Json } from "@storeglass/sandbox"
import { hash, type InventedApp, type InventedReview, reviewsPage, unit } from "@storeglass/sandbox/world"
import type { PlayReview } from "../formats/playReviews.ts"
import { type Storefront, storefronts } from "../formats/storefronts.ts"

const byWeight = [...storefronts].sort((a, b) => b.weight - a.weight)

/** The market that writes most in a language. */
const marketOf = (language: string): Storefront | undefined =>
  byWeight.find((storefront) => storefront.language === language.slice(0, 2)) ??
  byWeight.find(({ country }) => country === "us")

const pages = 10
const keptMax = 64
const kept = new Map<string, ReadonlyArray<PlayReview>>()

/** All that the store gives, newest first. */
export const playReviews = (app: InventedApp, language: string, day: number): ReadonlyArray<PlayReview> => {
  const key = `${app.key} ${language} ${day}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const market = marketOf(language)
  if (market === undefined) return []
  const reviews = Array.from({ length: pages }, (_, i) => reviewsPage(app, market, day, "mostrecent", i + 1))
    .flat()
    .map((review) => ({
      atMs: review.atMs,
      stars: review.rating,
      thumbs: Math.max(0, review.voteSum),
      row: rowOf(app, review)
    }))
  if (kept.size >= keptMax) kept.clear()
  kept.set(key, reviews)
  return reviews
}

const hex = (value: number): string => value.toString(16).padStart(8, "0")

const uuid = (app: InventedApp, review: InventedReview): string => {
  const part = (salt: number): string => hex(hash(app.key, review.authorId, salt, Math.floor(review.atMs / 1000)))
  const [a, b, c, d] = [part(1), part(2), part(3), part(4)]
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-8${c.slice(1, 4)}-${c.slice(4)}${d}`
}

const instant = (ms: number): Json => [Math.floor(ms / 1000), Math.floor(ms % 1000) * 1_000_000]

/** Reviewers' ids and pictures are sent, as the vendor does; nobody should keep them. */
const rowOf = (app: InventedApp, review: InventedReview): Json => {
  const picture: Json = [null, 2, null, [null, null, `https://avatars.example/${review.authorId}`]]
  const answered = unit(review.authorId, app.key, 0xd1) < 0.25
  const reply: Json = [
    app.developer.name,
    review.rating >= 4 ? "Thank you for your kind words!" : "We are sorry to hear that. Please write to our support.",
    instant(review.atMs + 86_400_000)
  ]
  const version = unit(review.authorId, app.key, 0xd2) < 0.75 ? review.version : null
  return [
    uuid(app, review),
    [review.author, picture],
    review.rating,
    null,
    review.text,
    instant(review.atMs),
    Math.max(0, review.voteSum),
    answered ? reply : null,
    null,
    [String(1e20 + review.authorId), review.author, null, [picture, true]],
    version,
    null,
    null,
    null,
    null,
    null,
    1
  ]
}
