import { type Connection, UpstreamError, VendorRefused } from "@storeglass/plugin-api"
import { Context, Effect, Layer } from "effect"
import type { PlayConfig } from "../config.ts"
import { type MetricSet, metricSets } from "./metricSets.ts"
import { dimensionOf, metricOf } from "./neutral.ts"
import type * as V from "./shapes.ts"
import { plusSlots, type Slot } from "./timelines.ts"
import { latestOf } from "./Vitals.ts"
import { VitalsVendor } from "./VitalsVendor.ts"

/** A rate of some version codes together over a window of days. */
export interface VersionRate {
  /** Share of users a day, 0 to 1: the days' rates weighted by their users, as the vendor weights its rolling ones. */
  readonly rate: number
  /** The bounds of the days' confidence intervals, weighted alike; null where the vendor told none. */
  readonly lower: number | null
  readonly upper: number | null
  /** The most users of one version on one day: they can't be added up. */
  readonly usersMax: number
}

export const comparedMetrics = ["crashRate", "userPerceivedCrashRate", "anrRate", "userPerceivedAnrRate"] as const
export interface ComparedRate {
  readonly metric: (typeof comparedMetrics)[number]
  /** Null: there's nothing, or too few users, to tell. */
  readonly candidate: VersionRate | null
  readonly baseline: VersionRate | null
  /** The candidate's rate by the baseline's; null where either is missing, or the baseline's is 0. */
  readonly ratio: number | null
  readonly worse: boolean
}
export interface VersionComparison {
  /**
   * - `worse` at least one rate of the candidate is clearly above the baseline's
   * - `ok` crash and ANR rates were compared, and none is
   * - `unknown` at least one of the two couldn't be, as `reason` says
   */
  readonly verdict: "ok" | "worse" | "unknown"
  /** Days of Los Angeles, both included; null where none was read. */
  readonly from: string | null
  readonly to: string | null
  readonly rates: ReadonlyArray<ComparedRate>
  readonly reason: string | null
}

export interface VersionsAsked {
  /** Version codes that are being rolled out. */
  readonly candidate: ReadonlyArray<string>
  /** Version codes that they replace. */
  readonly baseline: ReadonlyArray<string>
}
/** When a rate counts as worse. */
export interface Thresholds {
  /** Above so many times the baseline's rate. */
  readonly ratio: number
  /** And higher by so much, as a share of users. */
  readonly difference: number
  /** Versions with fewer users on their best day aren't compared. */
  readonly usersMin: number
}

const daysCompared = 7
const rowsMax = 20_000

interface Day {
  readonly version: string
  readonly users: number
  readonly value: number
  readonly lower: number | null
  readonly upper: number | null
}

const daysOf = (rows: ReadonlyArray<V.Row>, metric: string): ReadonlyArray<Day> =>
  rows.flatMap((row) => {
    const version = (row.dimensions ?? []).map(dimensionOf).find(({ dimension }) => dimension === "versionCode")?.value
    const told = (row.metrics ?? []).map(metricOf)
    const rate = told.find((one) => one.metric === metric)
    const users = told.find((one) => one.metric === "distinctUsers")?.value ?? null
    return version && rate !== undefined && rate.value !== null && users !== null && users > 0
      ? [{ version, users, value: rate.value, lower: rate.lower, upper: rate.upper }]
      : []
  })

const weighted = (days: ReadonlyArray<Day>, of: (day: Day) => number | null): number | null => {
  const weight = days.reduce((sum, { users }) => sum + users, 0)
  const values = days.map(of)
  if (weight === 0 || values.some((value) => value === null)) return null
  return days.reduce((sum, day) => sum + (of(day) ?? 0) * day.users, 0) / weight
}

/** The rate of some versions together; null where they have too few users to tell. */
export const rateOf = (
  rows: ReadonlyArray<V.Row>,
  metric: string,
  versions: ReadonlyArray<string>,
  usersMin: number
): VersionRate | null => {
  const days = daysOf(rows, metric).filter(({ version }) => versions.includes(version))
  const rate = weighted(days, ({ value }) => value)
  const usersMax = Math.max(0, ...days.map(({ users }) => users))
  if (rate === null || usersMax < usersMin) return null
  return {
    rate,
    lower: weighted(days, ({ lower }) => lower),
    upper: weighted(days, ({ upper }) => upper),
    usersMax
  }
}

/** Whether a rate is above another by more than the thresholds, and by more than chance where intervals are told. */
export const isWorse = (
  candidate: VersionRate | null,
  baseline: VersionRate | null,
  { difference, ratio }: Thresholds
): boolean => {
  if (candidate === null || baseline === null) return false
  if (candidate.rate <= baseline.rate * ratio || candidate.rate - baseline.rate < difference) return false
  return candidate.lower === null || baseline.upper === null || candidate.lower > baseline.upper
}

const nothing = (reason: string): VersionComparison => ({ verdict: "unknown", from: null, to: null, rates: [], reason })
const pairs: ReadonlyArray<readonly [MetricSet, ReadonlyArray<(typeof comparedMetrics)[number]>]> = [
  [metricSets.crashRate, ["crashRate", "userPerceivedCrashRate"]],
  [metricSets.anrRate, ["anrRate", "userPerceivedAnrRate"]]
]

const make = Effect.fnUntraced(function* (thresholds: Thresholds) {
  const vendor = yield* VitalsVendor

  const daysBack = Effect.fnUntraced(function* (
    connection: Connection,
    packageName: string,
    set: MetricSet,
    metrics: ReadonlyArray<string>
  ) {
    const latestEnd = latestOf(yield* vendor.freshness(connection, packageName, set), "DAILY")
    if (latestEnd === null) return undefined
    const from: Slot = plusSlots(latestEnd, -daysCompared)
    const { items } = yield* vendor.rows(
      connection,
      packageName,
      set,
      { from, end: latestEnd, period: "DAILY", metrics: [...metrics, "distinctUsers"], dimensions: ["versionCode"] },
      rowsMax
    )
    return { from, to: plusSlots(latestEnd, -1), items }
  })

  return {
    /**
     * Compares crash and ANR rates of the last 7 days that the vendor has, a candidate's with a baseline's, from the account's
     * own vitals. Where the vendor doesn't tell, the verdict is `unknown`: it's the caller's to decide what that means.
     */
    compare: Effect.fn("VersionVitals.compare")(function* (
      connection: Connection,
      packageName: string,
      { baseline, candidate }: VersionsAsked
    ) {
      if (candidate.length === 0 || baseline.length === 0) return nothing("there are no two versions to compare")
      const compared = Effect.gen(function* () {
        const rates: Array<ComparedRate> = []
        const days: Array<{ readonly from: string; readonly to: string }> = []
        for (const [set, metrics] of pairs) {
          const told = yield* daysBack(connection, packageName, set, metrics)
          if (told !== undefined) days.push(told)
          for (const metric of metrics) {
            const [ours, theirs] = [candidate, baseline].map((versions) =>
              rateOf(told?.items ?? [], metric, versions, thresholds.usersMin)
            )
            rates.push({
              metric,
              candidate: ours ?? null,
              baseline: theirs ?? null,
              ratio: ours && theirs && theirs.rate > 0 ? ours.rate / theirs.rate : null,
              worse: isWorse(ours ?? null, theirs ?? null, thresholds)
            })
          }
        }
        const lacking = rates.find((one) => one.candidate === null || one.baseline === null)
        const verdict = rates.some(({ worse }) => worse) ? "worse" : lacking === undefined ? "ok" : "unknown"
        const versions = lacking?.candidate === null ? candidate : baseline
        return {
          verdict,
          from: days.map(({ from }) => from).sort()[0] ?? null,
          to:
            days
              .map(({ to }) => to)
              .sort()
              .at(-1) ?? null,
          rates,
          reason:
            verdict === "unknown"
              ? `version ${versions.join(", ")} had fewer than ${thresholds.usersMin} users on each of the last ${daysCompared} days, or the store has no ${lacking?.metric} of it`
              : null
        } satisfies VersionComparison
      })
      return yield* Effect.catchIf(
        compared,
        (error) =>
          error instanceof UpstreamError || (error instanceof VendorRefused && error.refusal !== "credentials"),
        (error): Effect.Effect<VersionComparison> =>
          Effect.succeed(nothing(`the vitals couldn't be read: ${error.message}`))
      )
    })
  }
})

/** Whether a version is worse than the one before it: what a guard of staged rollouts asks. */
export class VersionVitals extends Context.Service<VersionVitals, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/connect-storeb/VersionVitals"
) {
  static readonly layer = ({ guardDifference, guardRatio, guardUsersMin }: PlayConfig) =>
    Layer.effect(this, make({ ratio: guardRatio, difference: guardDifference, usersMin: guardUsersMin }))
}
