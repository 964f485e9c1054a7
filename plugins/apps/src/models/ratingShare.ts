/**
 * How many of those who install an app rate it: `ln share = level + a·ln(R/300) + b·ln(age in years) + paid + category`,
 * a median regression over apps whose store counts ratings and installs both. `npm run -s backtest -- --fit` makes the
 * numbers anew from such data; docs/estimators.md says from which.
 */
import { Schema } from "effect"
import type { Evidence, Factors } from "./Candidate.ts"
import fitted from "./ratingShare.gen.json" with { type: "json" }

const Band = Schema.Struct({
  /** Years since the release, from this on. */
  yearsFrom: Schema.Finite,
  ratingsFrom: Schema.Finite,
  /** Installs ÷ estimate at both ends of the interval. */
  below: Schema.Finite,
  above: Schema.Finite,
  n: Schema.Int,
  coverageObserved: Schema.Finite
})

export const RatingShare = Schema.Struct({
  level: Schema.Finite,
  ratings: Schema.Finite,
  years: Schema.Finite,
  paid: Schema.Finite,
  categories: Schema.Record(Schema.String, Schema.Finite),
  bands: Schema.NonEmptyArray(Band),
  calibratedOn: Schema.String,
  fittedAt: Schema.String
})
export type RatingShare = typeof RatingShare.Type

export const ratingShare: RatingShare = Schema.decodeUnknownSync(RatingShare)(fitted)

/** Fewer ratings than in the data say little about installs. */
export const ratingsMin = 20
/** Younger apps than in the data are in their launch. */
export const daysMin = 30

/** Below this age the data are few, so it counts as this. */
const yearsMin = 0.1

export interface Rated {
  readonly ratings: number
  readonly years: number
  readonly paid: boolean
  /** Null: as the average one. */
  readonly category: string | null
}

/** Natural logarithm of ratings ÷ installs. */
export const logShareOf = (model: RatingShare, { category, paid, ratings, years }: Rated): number =>
  model.level +
  model.ratings * Math.log(ratings / 300) +
  model.years * Math.log(Math.max(years, yearsMin)) +
  (paid ? model.paid : 0) +
  (category === null ? 0 : (model.categories[category] ?? 0))

export const bandOf = <B extends { readonly yearsFrom: number; readonly ratingsFrom: number }>(
  bands: readonly [B, ...ReadonlyArray<B>],
  { ratings, years }: Pick<Rated, "ratings" | "years">
): B => bands.findLast((band) => years >= band.yearsFrom && ratings >= band.ratingsFrom) ?? bands[0]

/** All installs so far of an app with so many ratings. */
export const installsByRatings = (
  rated: Rated,
  model: RatingShare = ratingShare
): { readonly installs: number; readonly factors: Factors; readonly evidence: Evidence } => {
  const { above, below, coverageObserved, n } = bandOf(model.bands, rated)
  return {
    installs: rated.ratings / Math.exp(logShareOf(model, rated)),
    factors: { below, above },
    evidence: { coverageObserved, n, calibratedOn: model.calibratedOn, fittedAt: model.fittedAt }
  }
}
