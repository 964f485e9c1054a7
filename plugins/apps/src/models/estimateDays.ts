/**
 * The figures of the report day by day, from what is kept: the place in the charts of the day, and how far the store's counters
 * had moved by then. What only the store's record tells (price, release date) isn't kept, so the models that need it are left out.
 */
import type { Param } from "@storeglass/plugin-api"
import type { Calibration } from "../config.ts"
import { storeFacts } from "../storeFacts.ts"
import { type ModelAnswer, noBasis } from "./Candidate.ts"
import { isGame } from "./categories.ts"
import { type ChartPosition, type Places, positionIn } from "./chartPosition.ts"
import { type Combined, combine, type Nothing } from "./combine.ts"
import { installGrowth } from "./installGrowth.ts"
import { grossingRevenue, rankDownloads } from "./rankCurve.ts"
import { type Earlier, growthDaysMin, ratingGrowth } from "./ratings.ts"

export const measures = ["downloads", "revenue"] as const
export type Measure = (typeof measures)[number]

/** Growth is taken over at most this long, as in the report. */
export const growthDaysMax = 35

/** What a store's counters said on a day; null: not told. */
export interface Counters {
  /** Whole days since the epoch. */
  readonly dayNumber: number
  readonly ratingCount: number | null
  readonly installs: number | null
}

/** What is kept of a day. */
export interface DayInput {
  readonly dayNumber: number
  /** Undefined: the chart wasn't read. */
  readonly places: Places | undefined
  readonly counters: Counters | undefined
}

export interface AppInput {
  readonly platform: Param.Platform
  readonly country: string
  readonly genreId: string | null
  readonly isPaid: boolean
  readonly calibration: Calibration
}

const placed = ({ platform }: AppInput, places: Places | undefined): ChartPosition => {
  if (!storeFacts[platform].hasRankCurves)
    return { _tag: "Unplaced", reason: `no rank curve is fitted to ${platform} charts` }
  return places === undefined ? { _tag: "Unplaced", reason: "the chart wasn't read on the day" } : positionIn(places)
}

/** The oldest counter that is from a week to `growthDaysMax` before. */
const earlierOf = (
  { dayNumber }: DayInput,
  all: ReadonlyArray<Counters>,
  of: (counters: Counters) => number | null
): Earlier | null => {
  for (const counters of all) {
    const [count, days] = [of(counters), dayNumber - counters.dayNumber]
    if (count !== null && days >= growthDaysMin && days <= growthDaysMax) return { count, days }
  }
  return null
}

/** USD a month. */
export const revenueOfDay = (app: AppInput, day: DayInput): Combined | Nothing =>
  combine([
    grossingRevenue({
      position: placed(app, day.places),
      chart: "top-grossing",
      country: app.country,
      isGame: isGame(app.genreId),
      ...app.calibration
    })
  ])

/** Downloads a month. `all`: the counters of the days before, the oldest first. */
export const downloadsOfDay = (app: AppInput, day: DayInput, all: ReadonlyArray<Counters>): Combined | Nothing => {
  const { ratingCount = null, installs = null } = day.counters ?? {}
  const counted = storeFacts[app.platform].scope === "worldwide"
  const uncounted = counted && day.counters === undefined
  const growth: ModelAnswer = uncounted
    ? noBasis("install-growth@2", "the store's counter wasn't read on the day", true)
    : installGrowth({
        installs: installs === null ? null : { count: installs, exact: true },
        earlier: earlierOf(day, all, (counters) => counters.installs)
      })
  const share = installs === null || ratingCount === null || ratingCount === 0 ? null : ratingCount / installs
  return combine([
    growth,
    rankDownloads({
      position: placed(app, day.places),
      chart: app.isPaid ? "top-paid" : "top-free",
      country: app.country,
      isGame: isGame(app.genreId),
      ...app.calibration
    }),
    ...(share === null || share > 1
      ? []
      : [
          ratingGrowth({
            ratingCount,
            ageDays: null,
            paid: app.isPaid,
            category: null,
            earlier: earlierOf(day, all, (counters) => counters.ratingCount),
            ownShare: share
          })
        ])
  ])
}
