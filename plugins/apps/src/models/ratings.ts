/**
 * Two models that need no chart: people who rate are a small share of those who install. The share is the app's own
 * where its store counts both, else that of apps of its age, price, category and number of ratings.
 */
import { candidate, type Evidence, type Factors, type ModelAnswer, noBasis, together } from "./Candidate.ts"
import { daysPerMonth, daysPerMonthOfYear, ratingsPerInstall } from "./calibration.ts"
import { chance, ownShare, pace } from "./growth.ts"
import { tooYoung } from "./lifetimeInstalls.ts"
import { daysMin, installsByRatings, ratingShare, ratingsMin } from "./ratingShare.ts"

/** What the share of ratings depends on. */
export interface RatedApp {
  readonly ratingCount: number | null
  readonly ageDays: number | null
  readonly paid: boolean
  /** A category of the fitted share; null: as the average one. */
  readonly category: string | null
}

/** The fitted share is of storeb. Where this model is needed, on storea, its level is another and nothing measures it. */
const onStorea = (evidence: Evidence): Evidence => ({
  ...evidence,
  coverageObserved: null,
  n: null,
  calibratedOn: `${evidence.calibratedOn}; the level on storea is a published rule of thumb`
})

/** All installs of an app of storea by its ratings. */
const installsOf = (rated: { ratings: number; ageDays: number; paid: boolean; category: string | null }) => {
  const { evidence, factors, installs } = installsByRatings({ ...rated, years: rated.ageDays / 365.25 })
  return {
    installs: installs * (Math.exp(ratingShare.level) / ratingsPerInstall),
    factors,
    evidence: onStorea(evidence)
  }
}

/** Installs by all ratings so far, over the app's age, at the pace that apps keep. */
export const lifetimeRatings = ({ ageDays, category, paid, ratingCount }: RatedApp): ModelAnswer => {
  const model = "lifetime-ratings@2"
  if (ratingCount === null) return noBasis(model, "the store has no rating count")
  if (ageDays === null) return noBasis(model, "the store has no release date")
  if (ratingCount === 0) return noBasis(model, "no one has rated it yet", true)
  if (ageDays < daysMin) return noBasis(model, tooYoung, true)
  if (ratingCount < ratingsMin) return noBasis(model, `fewer than ${ratingsMin} ratings`, true)
  const { evidence, factors, installs } = installsOf({ ratings: ratingCount, ageDays, paid, category })
  const months = ageDays / daysPerMonthOfYear
  return candidate({
    model,
    value: (installs / months) * pace.share,
    factors: together(factors, pace.factors),
    evidence,
    inputs: [
      { name: "ratingCount", value: ratingCount },
      { name: "ageMonths", value: Number(months.toFixed(1)) },
      { name: "ratingsPerInstall", value: Number((ratingCount / installs).toPrecision(3)) },
      { name: "pace", value: pace.share }
    ],
    limitations: ["from the app's whole lifetime, at the pace that apps of its kind keep"]
  })
}

/** A rating count or install counter seen on an earlier day. */
export interface Earlier {
  readonly count: number
  readonly days: number
}

/** Days that must lie between two counts. */
export const growthDaysMin = 7

const shareOf = (
  app: RatedApp & { readonly ownShare?: number | null }
): { readonly share: number; readonly factors: Factors; readonly evidence: Evidence } | undefined => {
  const { ageDays, category, ownShare: own, paid, ratingCount } = app
  if (own !== null && own !== undefined) return { share: own, factors: ownShare.factors, evidence: ownShare.evidence }
  if (ratingCount === null || ratingCount < ratingsMin || ageDays === null || ageDays < daysMin) return
  const { evidence, factors, installs } = installsOf({ ratings: ratingCount, ageDays, paid, category })
  return { share: ratingCount / installs, factors: together(factors, ownShare.factors), evidence }
}

/** New ratings a day over the observed days, at the app's own share of ratings or that of apps like it. */
export const ratingGrowth = (
  input: RatedApp & {
    readonly earlier: Earlier | null
    /** Ratings for an install of this very app, in a store that counts both. */
    readonly ownShare?: number | null
  }
): ModelAnswer => {
  const model = "rating-growth@2"
  if (input.ratingCount === null) return noBasis(model, "the store has no rating count")
  if (input.earlier === null || input.earlier.days < growthDaysMin)
    return noBasis(model, `no stored count is ${growthDaysMin} days old yet`, true)
  const grown = input.ratingCount - input.earlier.count
  if (grown < 0) return noBasis(model, "the rating count fell: ratings were reset or removed")
  if (grown === 0) return noBasis(model, `no new rating in ${Math.round(input.earlier.days)} days`)
  const known = shareOf(input)
  if (known === undefined)
    return noBasis(model, `too young, or fewer than ${ratingsMin} ratings: its share of ratings isn't known`, true)
  return candidate({
    model,
    value: (grown / input.earlier.days / known.share) * daysPerMonth,
    factors: together(known.factors, chance(grown)),
    evidence: known.evidence,
    inputs: [
      { name: "newRatings", value: grown },
      { name: "days", value: input.earlier.days },
      { name: "ratingsPerInstall", value: Number(known.share.toPrecision(3)) }
    ],
    limitations: []
  })
}
