/**
 * Two models that need no chart: people who rate are a small, fairly steady share of those who install. The share
 * (0.012) and the factors for charting apps come from a published rule of thumb with a stated error of ±25 to 50 %.
 */
import { candidate, clampSpread, type ModelAnswer, noBasis } from "./Candidate.ts"
import { daysPerMonth, daysPerMonthOfYear, ratingsPerInstall } from "./calibration.ts"

/** Installs so far, spread evenly over the app's age, more when it charts now and less when it does not. */
export const lifetimeRatings = (input: {
  readonly ratingCount: number | null
  readonly ageDays: number | null
  /** Null when the charts could not be read. */
  readonly charting: boolean | null
}): ModelAnswer => {
  const model = "lifetime-ratings@1"
  if (input.ratingCount === null) return noBasis(model, "the store has no rating count")
  if (input.ageDays === null) return noBasis(model, "the store has no release date")
  if (input.ratingCount === 0) return noBasis(model, "no one has rated it yet")
  // A young app has not had a month; dividing by days would multiply its launch week.
  const months = Math.max(1, input.ageDays / daysPerMonthOfYear)
  const momentum = input.charting === null ? 1 : input.charting ? 1.5 : 0.6
  return candidate({
    model,
    value: (input.ratingCount / ratingsPerInstall / months) * momentum,
    weight: 0.25,
    spread: 3,
    grade: "coarse",
    inputs: [
      { name: "ratingCount", value: input.ratingCount },
      { name: "ageMonths", value: Number(months.toFixed(1)) },
      { name: "momentum", value: momentum }
    ],
    limitations: ["averages over the app's whole lifetime"]
  })
}

/** A rating count or install counter seen on an earlier day. */
export interface Earlier {
  readonly count: number
  readonly days: number
}

/** Days that must lie between two counts. */
export const growthDaysMin = 7

/** New ratings a day over the observed days, at the usual share of ratings or at the app's own where that is known. */
export const ratingGrowth = (input: {
  readonly ratingCount: number | null
  readonly earlier: Earlier | null
  /** Ratings for an install of this very app, in a store that counts both. */
  readonly ownShare?: number | null
}): ModelAnswer => {
  const model = "rating-growth@1"
  const share = input.ownShare ?? ratingsPerInstall
  if (input.ratingCount === null) return noBasis(model, "the store has no rating count")
  if (input.earlier === null || input.earlier.days < growthDaysMin)
    return noBasis(model, `no stored count is ${growthDaysMin} days old yet`)
  const grown = input.ratingCount - input.earlier.count
  if (grown < 0) return noBasis(model, "the rating count fell: ratings were reset or removed")
  // None at all means less than one, which is not zero downloads.
  const counted = Math.max(grown, 0.5)
  return candidate({
    model,
    value: (counted / input.earlier.days / share) * daysPerMonth,
    weight: 0.6,
    spread: clampSpread(Math.max(1.6, 1 + 2 / Math.sqrt(counted))),
    grade: "calibrated",
    inputs: [
      { name: "newRatings", value: grown },
      { name: "days", value: input.earlier.days },
      { name: "ratingsPerInstall", value: Number(share.toPrecision(3)) }
    ],
    limitations: grown === 0 ? ["no new rating in these days; counted as one half"] : []
  })
}
