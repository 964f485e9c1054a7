import { Alerts, type Connection, plusDays, UpstreamError, VendorRefused, vendorText } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer } from "effect"
import { PlayVendor } from "../vendor/Vendor.ts"
import { alertOf } from "./alerts.ts"
import { keptMetrics, type MetricSet, type MetricSetName, metricSetNames, metricSets } from "./metricSets.ts"
import { dimensionOf, metricOf } from "./neutral.ts"
import type * as V from "./shapes.ts"
import { clampTo, momentOf, plusSlots, slotAt } from "./timelines.ts"
import { type Figure, VitalRows } from "./VitalRows.ts"
import { type DaysAsked, latestOf } from "./Vitals.ts"
import { VitalsVendor } from "./VitalsVendor.ts"

/** Something that couldn't be read. Of an app as a whole, or of all, where it names no metric set, or no app. */
export interface SyncProblem {
  readonly packageName: string | null
  readonly metricSet: MetricSetName | null
  readonly reason: string
}
export interface SyncOutcome {
  readonly rows: number
  readonly problems: ReadonlyArray<SyncProblem>
  /** False: the vendor took no more requests, or didn't answer, and the rest wasn't asked for. */
  readonly finished: boolean
}

export const syncDays = 30
const rowsMax = 50_000
/** An anomaly that ended before that is no news. */
const newsMs = 3 * 86_400_000
const alertsMax = 100
const isEnding = (error: unknown) => error instanceof UpstreamError && error.isPassing

/** By what the days are split: versions tell a new release from the one before it. */
const slicesOf = ({ name, required }: MetricSet): ReadonlyArray<string> =>
  required === null ? (name === "crashRate" || name === "anrRate" ? ["", "versionCode"] : [""]) : [required]

const figuresOf = (dimension: string, rows: ReadonlyArray<V.Row>): ReadonlyArray<Figure> =>
  rows.flatMap(({ dimensions, metrics, startTime }) => {
    const atMs = startTime ? momentOf("DAILY", startTime) : undefined
    const value =
      dimension === "" ? "" : (dimensions ?? []).map(dimensionOf).find((one) => one.dimension === dimension)?.value
    if (atMs === undefined || value === undefined || value === null) return []
    const day = slotAt("DAILY", atMs)
    return (metrics ?? [])
      .map(metricOf)
      .flatMap(({ lower, metric, upper, value: amount }) =>
        amount === null ? [] : [{ day, value, metric, amount, lower, upper }]
      )
  })

const reasonOf = (error: VendorRefused | UpstreamError): string =>
  error instanceof UpstreamError
    ? `${error.upstream}: ${error.reason}`
    : error.refusal === "permission"
      ? `the right "${error.right ?? "to read vitals"}" is missing`
      : error.refusal === "missing"
        ? "the store has no such app for this service account"
        : vendorText(error.said.sentence ?? `the store refused it (${error.status ?? "no status"})`)

const make = Effect.gen(function* () {
  const rows = yield* VitalRows
  const vendor = yield* VitalsVendor
  const console = yield* PlayVendor

  /** Reads the days of one metric set and puts them in place of what is there. Gives how many figures there are. */
  const readSet = Effect.fn("VitalsSync.readSet")(function* (
    connection: Connection,
    packageName: string,
    set: MetricSet,
    asked: DaysAsked
  ) {
    const { accountId, revision } = connection.saved
    const of = { accountId, revision, packageName, metricSet: set.name }
    const latestEnd = latestOf(yield* vendor.freshness(connection, packageName, set), "DAILY")
    let count = 0
    if (latestEnd !== null) {
      const to = asked.to ?? plusSlots(latestEnd, -1)
      const from = asked.from ?? plusDays(to, 1 - syncDays)
      const span = clampTo({ from, end: plusDays(to, 1) }, latestEnd)
      if (!span.empty) {
        for (const dimension of slicesOf(set)) {
          const { items } = yield* vendor.rows(
            connection,
            packageName,
            set,
            {
              from,
              end: span.end,
              period: "DAILY",
              metrics: keptMetrics(set),
              dimensions: dimension === "" ? [] : [dimension]
            },
            rowsMax
          )
          const figures = figuresOf(dimension, items)
          yield* rows.replace({ ...of, dimension }, span, figures)
          count += figures.length
        }
      }
    }
    yield* rows.note(of, "ok", { rows: count })
    return count
  })

  /** Tells people of what got worse: a channel tells the same thing once. */
  const announce = Effect.fn("VitalsSync.announce")(function* (connection: Connection, packageName: string) {
    const nowMs = yield* Clock.currentTimeMillis
    const from = slotAt("DAILY", nowMs - newsMs)
    const { items } = yield* vendor.anomalies(connection, packageName, from, undefined, alertsMax)
    for (const anomaly of items) {
      if (anomaly.endsAt !== null && Date.parse(anomaly.endsAt) < nowMs - newsMs) continue
      yield* Alerts.use((alerts) => alerts.notify(connection.saved.accountId, alertOf(packageName, anomaly)))
    }
  })

  /** One app. What can't be read is noted, and the rest goes on. */
  const app = Effect.fn("VitalsSync.app")(function* (
    connection: Connection,
    packageName: string,
    sets: ReadonlyArray<MetricSetName>,
    asked: DaysAsked
  ) {
    const { accountId, revision } = connection.saved
    const problems: Array<SyncProblem> = []
    let [count, finished] = [0, true]
    const guarded = <A, E, R>(metricSet: MetricSetName | null, part: Effect.Effect<A, E, R>) =>
      Effect.catchIf(
        part,
        (error): error is E & (VendorRefused | UpstreamError) =>
          error instanceof UpstreamError || (error instanceof VendorRefused && error.refusal !== "credentials"),
        (error) =>
          Effect.gen(function* () {
            const reason = reasonOf(error)
            problems.push({ packageName, metricSet, reason })
            finished = finished && !isEnding(error)
            if (metricSet !== null) {
              yield* rows.note({ accountId, revision, packageName, metricSet }, "failed", { problem: reason })
            }
            return undefined
          })
      )
    for (const name of sets) {
      if (!finished) break
      count += (yield* guarded(name, readSet(connection, packageName, metricSets[name], asked))) ?? 0
    }
    if (finished) yield* guarded(null, announce(connection, packageName))
    return { rows: count, problems, finished } satisfies SyncOutcome
  })

  return {
    app,
    /** All apps of the connection, as its schedule has it done; from the last `syncDays` days unless told otherwise. */
    sync: Effect.fn("VitalsSync.sync")(function* (connection: Connection, from?: string, to?: string) {
      const { items } = yield* console.apps(connection)
      const problems: Array<SyncProblem> = []
      let count = 0
      for (const { packageName } of items) {
        const outcome = yield* app(connection, packageName, metricSetNames, { from, to })
        count += outcome.rows
        problems.push(...outcome.problems)
        if (!outcome.finished) return { rows: count, problems, finished: false } satisfies SyncOutcome
      }
      return { rows: count, problems, finished: true } satisfies SyncOutcome
    }),
    /** Deletes all that was read of an account, in the caller's transaction. */
    purge: (accountId: string) => rows.purge(accountId),
    /** Whether anything that was read of an account is here. */
    keeps: (accountId: string) => rows.any(accountId)
  }
})

/** Keeps the vitals of a connection's apps by day. */
export class VitalsSync extends Context.Service<VitalsSync, Effect.Success<typeof make>>()(
  "@storeglass/connect-storeb/VitalsSync"
) {
  static readonly layer = Layer.effect(this, make)
}
