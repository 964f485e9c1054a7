import { type InventedApp, isBadRelease, versionOn } from "./InventedApp.ts"
import type { Market } from "./markets.ts"
import { reviewerName } from "./names.ts"
import { phrasesFor } from "./phrases/index.ts"
import { type ReviewTheme, reviewThemes } from "./phrases/Phrases.ts"
import { hash, poisson, Random, unit } from "./random.ts"
import { ratingAverage, ratingsPerDay, starShares } from "./ratings.ts"
import { dayMs } from "./time.ts"

export interface InventedReview {
  readonly id: string
  readonly atMs: number
  readonly rating: number
  readonly version: string
  readonly author: string
  readonly authorId: number
  readonly title: string
  readonly text: string
  readonly voteSum: number
  readonly voteCount: number
}

/** Where a review is: the rest of it follows from this. */
interface ReviewRef {
  readonly day: number
  readonly index: number
  /** How many were written on that day. */
  readonly count: number
  readonly key: number
}

const reviewsMax = 500

/** One rating in thirty comes with words. */
const reviewsPerDay = (app: InventedApp, market: Market): number => Math.min(40, ratingsPerDay(app, market) / 30)

/** The newest first, up to the end of the day before: a review is not shown on the day that it is written. */
const newestRefs = (app: InventedApp, market: Market, day: number): ReadonlyArray<ReviewRef> => {
  const rate = reviewsPerDay(app, market)
  const place = hash(app.key, market.key, 50)
  const refs: Array<ReviewRef> = []
  for (let written = day - 1; written >= app.releaseDay && refs.length < reviewsMax; written--) {
    const count = Math.min(99, poisson(rate, unit(place, written)))
    for (let index = count - 1; index >= 0; index--)
      refs.push({ day: written, index, count, key: hash(place, written, index) })
  }
  return refs.slice(0, reviewsMax)
}

const ratingOf = (shares: ReadonlyArray<number>, u: number): number => {
  let rest = u
  for (const [i, share] of shares.entries()) {
    rest -= share
    if (rest < 0) return 5 - i
  }
  return 1
}

/** What an app is praised or blamed for stays much the same over its life. */
const themeOf = (app: InventedApp, random: Random, rating: number, badRelease: boolean): ReviewTheme => {
  if (badRelease && rating <= 2 && random.chance(0.6)) return random.pick(["crashes", "speed", "sync"])
  if (rating >= 4) return random.chance(0.55) ? "content" : random.pick(reviewThemes)
  const favourite = reviewThemes[hash(app.key, 51) % reviewThemes.length] ?? "content"
  return random.chance(0.4) ? favourite : random.pick(reviewThemes)
}

const votesOf = (key: number, ageDays: number): { readonly sum: number; readonly count: number } => {
  const u = unit(key, 61)
  const count = u < 0.7 ? 0 : Math.floor((u - 0.7) ** 2 * 300 * Math.min(1, ageDays / 30))
  return { count, sum: Math.round(count * unit(key, 62)) }
}

const writeReview = (app: InventedApp, market: Market, ref: ReviewRef, day: number): InventedReview => {
  const random = new Random(ref.key)
  const version = versionOn(app, ref.day)
  const badRelease = isBadRelease(app, version) && ref.day - version.day < 12
  const mean = ratingAverage(app, market, ref.day) - 0.55 - (badRelease ? 1.5 : 0)
  const rating = ratingOf(starShares(Math.max(1.1, mean)), random.next())
  const good = rating >= 4
  const phrases = phrasesFor(market.language)
  const topic = phrases.themes[themeOf(app, random, rating, badRelease)]
  const fill = (text: string): string =>
    text
      .replace("{app}", app.name.split(/[:-]/)[0]?.trim() ?? app.name)
      .replace("{feature}", random.pick(app.theme.features))
  const short = random.chance(0.2)
  const sentences = short
    ? [random.pick(good ? phrases.shortGood : phrases.shortBad)]
    : [
        random.pick(good ? topic.good : topic.bad),
        ...(random.chance(0.5) ? [random.pick(good ? phrases.goodClosers : phrases.badClosers)] : [])
      ]
  const votes = votesOf(ref.key, day - ref.day)
  return {
    id: `${ref.day + 30_000}${String(hash(app.key, market.key, 52) % 10_000_000).padStart(7, "0")}${String(ref.index).padStart(2, "0")}`,
    // Later ones of a day come later in the day.
    atMs: ref.day * dayMs + Math.floor(((ref.index + random.next()) / ref.count) * dayMs),
    rating,
    version: version.text,
    author: reviewerName(random),
    authorId: 20_000_000 + (ref.key % 1_500_000_000),
    title: fill(random.pick(good ? topic.goodTitles : topic.badTitles)),
    text: sentences.map(fill).join(market.language === "ja" ? "" : " "),
    voteSum: votes.sum,
    voteCount: votes.count
  }
}

/** One page of an app's reviews in a country. */
export const reviewsPage = (
  app: InventedApp,
  market: Market,
  day: number,
  sort: "mostrecent" | "mosthelpful",
  page: number
): ReadonlyArray<InventedReview> => {
  const refs = newestRefs(app, market, day)
  const ordered =
    sort === "mostrecent"
      ? refs
      : refs
          .map((ref) => ({ ref, votes: votesOf(ref.key, day - ref.day).sum }))
          .sort((a, b) => b.votes - a.votes || b.ref.day - a.ref.day || b.ref.index - a.ref.index)
          .map(({ ref }) => ref)
  return ordered.slice((page - 1) * 50, page * 50).map((ref) => writeReview(app, market, ref, day))
}
