/**
 * aso-competitors@1: where an app is ahead of its competitors and where behind, by rules over figures.
 *
 * A difference tells from .2 of the average rating, twice the ratings, twice the reviews of 30 days, 10 points of
 * visibility, 3 screenshots or 60 days of the version's age on. What one side lacks isn't compared.
 */
import { round2 } from "../audit/model.ts"

export const reportModel = "aso-competitors@1"

/** What is compared of an app; null: not measured. */
export interface Figures {
  readonly average: number | null
  readonly ratings: number | null
  /** Reviews of 30 days. */
  readonly velocity: number | null
  /** 0 to 100, over one basket. */
  readonly visibility: number | null
  readonly screenshots: number | null
  /** Days since the present version. */
  readonly age: number | null
}

export const measures = ["average", "ratings", "velocity", "visibility", "screenshots", "age"] as const
export type Measure = (typeof measures)[number]

const tolerance = 1e-9
const apart = (by: number) => (own: number, other: number) => own - other >= by - tolerance
const times = (factor: number) => (own: number, other: number) => own > other && own >= factor * other

interface Rule {
  /** Whether the first is ahead of the second. */
  readonly isAhead: (own: number, other: number) => boolean
  readonly name: string
  readonly action: (behind: string) => string
}

const rules: Readonly<Record<Measure, Rule>> = {
  average: {
    isAhead: apart(0.2),
    name: "average rating",
    action: (behind) => `Fix what low reviews complain about: ${behind} rated at least .2 better.`
  },
  ratings: {
    isAhead: times(2),
    name: "number of ratings",
    action: (behind) => `Ask for ratings at a good moment in the app: ${behind} at least twice as many.`
  },
  velocity: {
    isAhead: times(2),
    name: "reviews in 30 days",
    action: (behind) => `Ask for reviews after a success: ${behind} at least twice as many in 30 days.`
  },
  visibility: {
    isAhead: apart(10),
    name: "visibility",
    action: (behind) => `Work on the keywords in which they are ahead: ${behind} at least 10 points more visible.`
  },
  screenshots: {
    isAhead: apart(3),
    name: "screenshots",
    action: (behind) => `Show more screenshots: ${behind} at least 3 more.`
  },
  age: {
    isAhead: (own, other) => other - own >= 60,
    name: "age of the version",
    action: (behind) => `Release an update: ${behind} a version that is at least 60 days newer.`
  }
}

export interface Difference {
  readonly measure: Measure
  readonly appId: string
  readonly yours: number
  readonly theirs: number
  readonly message: string
}

export interface Compared {
  readonly strengths: ReadonlyArray<Difference>
  readonly weaknesses: ReadonlyArray<Difference>
}

export interface Named {
  readonly appId: string
  readonly name: string
  readonly figures: Figures
}

const shown = (measure: Measure, value: number) => (measure === "age" ? `${value} days` : String(round2(value)))

/** Measure by measure, in the order of the competitors. */
export const compared = (own: Figures, competitors: ReadonlyArray<Named>): Compared => {
  const strengths: Array<Difference> = []
  const weaknesses: Array<Difference> = []
  for (const measure of measures) {
    const { isAhead, name } = rules[measure]
    const yours = own[measure]
    for (const { appId, figures, name: rival } of competitors) {
      const theirs = figures[measure]
      if (yours === null || theirs === null) continue
      const message = `${name}: ${shown(measure, yours)}, ${rival} ${shown(measure, theirs)}`
      const difference = { measure, appId, yours: round2(yours), theirs: round2(theirs), message }
      if (isAhead(yours, theirs)) strengths.push(difference)
      else if (isAhead(theirs, yours)) weaknesses.push(difference)
    }
  }
  return { strengths, weaknesses }
}

export interface Recommendation {
  readonly code: string
  readonly action: string
  /** Competitors that are ahead in it. */
  readonly behind: ReadonlyArray<string>
  readonly keywords: ReadonlyArray<string>
}

const verb = {
  average: "are",
  ratings: "have",
  velocity: "get",
  visibility: "are",
  screenshots: "show",
  age: "have"
} as const
const singular = {
  average: "is",
  ratings: "has",
  velocity: "gets",
  visibility: "is",
  screenshots: "shows",
  age: "has"
} as const

/** What to do: by measure where most competitors are ahead first, then the keywords that they have and the app lacks. */
export const recommendationsFor = (
  { weaknesses }: Compared,
  competitors: number,
  missing: ReadonlyArray<string>
): ReadonlyArray<Recommendation> => {
  const behind = measures
    .map((measure) => ({ measure, ids: weaknesses.flatMap((one) => (one.measure === measure ? [one.appId] : [])) }))
    .filter(({ ids }) => ids.length > 0)
    .sort((a, b) => b.ids.length - a.ids.length || measures.indexOf(a.measure) - measures.indexOf(b.measure))
  return [
    ...behind.map(({ ids, measure }) => ({
      code: measure,
      action: rules[measure].action(`${ids.length} of ${competitors} ${(ids.length === 1 ? singular : verb)[measure]}`),
      behind: ids,
      keywords: []
    })),
    ...(missing.length === 0
      ? []
      : [
          {
            code: "keywords",
            action: `Aim for keywords that they are in the first ten for and you aren't ranked for: ${missing.join(", ")}.`,
            behind: [],
            keywords: missing
          }
        ])
  ]
}

/** How many reviews come in 30 days. */
export interface Velocity {
  readonly per30Days: number | null
  /** `counted` over the 30 days, or `extrapolated` from newer reviews alone, as no older ones were read; null: not measured. */
  readonly basis: "counted" | "extrapolated" | null
  readonly sampleSize: number
  readonly reason: string | null
}

const dayMs = 86_400_000
const window = 30

/** From the newest reviews; `isWhole`: there are no older ones. */
export const velocityOf = (
  dates: ReadonlyArray<string | null>,
  { asOfMs, isWhole }: { readonly asOfMs: number; readonly isWhole: boolean }
): Velocity => {
  const ages = dates.flatMap((date) => (date === null ? [] : [(asOfMs - Date.parse(date)) / dayMs]))
  const sampleSize = ages.length
  if (sampleSize === 0)
    return isWhole && dates.length === 0
      ? { per30Days: 0, basis: "counted", sampleSize, reason: null }
      : { per30Days: null, basis: null, sampleSize, reason: "its reviews have no dates" }
  const inside = ages.filter((age) => age <= window).length
  const oldest = Math.max(...ages)
  if (isWhole || oldest > window) return { per30Days: inside, basis: "counted", sampleSize, reason: null }
  // The newest page of a much reviewed app reaches back hours only.
  const days = Math.max(oldest, 1 / 24)
  return { per30Days: Math.round((sampleSize / days) * window), basis: "extrapolated", sampleSize, reason: null }
}

/** A term for which one of the two is ranked. */
export interface Contested {
  readonly keyword: string
  readonly volume: number | null
  readonly yours: number | null
  readonly theirs: number | null
}

export type Meeting = "shared" | "only_you" | "only_them"
export const meetingOf = ({ theirs, yours }: Contested): Meeting =>
  theirs === null ? "only_you" : yours === null ? "only_them" : "shared"
