import {
  asConnectorError,
  asDocumented,
  Connections,
  dayIn,
  defineJob,
  Jobs,
  jobRef,
  Locks,
  makeScheduler,
  plusDays,
  type ServiceUnavailable,
  UpstreamError,
  VendorRefused,
  whileConnected
} from "@storeglass/plugin-api"
import { Array as Arr, Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AdsConnection, connectRoute, kind, type Ready } from "../AdsConnection.ts"
import type { AdsConfig } from "../config.ts"
import { nextOffsetOf } from "../reads/Campaigns.ts"
import type { Campaign } from "../schema.ts"
import { keywordRowOf, metricsOf } from "../vendor/neutral.ts"
import { AdsVendor, type Window } from "../vendor/Vendor.ts"
import { type CampaignDay, Copies, CopyGone, daysUntil } from "./Copies.ts"

export const CopySpend = jobRef("connect-ads.copy", Schema.Struct({ accountId: Schema.String }))

const dayMs = 86_400_000
/** When what the vendor couldn't tell just now is asked for again. */
const againMs = 3_600_000
/** The queue runs one of an account; this is for one whose node was taken for dead. */
const lockMs = 60_000
/** The vendor tells days for 90, of which today isn't over. */
const reachDays = 89
/** Days of one report, and campaigns: some MB at most. */
const windowDays = 30
const campaignsAtOnce = 100
const listPage = 1_000
/** Beyond what an ad account has. */
const campaignsMax = 5_000
/** Keywords are read for so many days, of the campaigns with the highest spend in them. */
const keywordDays = 30
const keywordCampaignsMax = 200
/** Of a campaign, those with the highest spend. */
const keywordsMax = 5_000

const sentenceOf = asConnectorError({ credentials: "saved", connectRoute })

const isProblem = (error: unknown): error is VendorRefused | UpstreamError =>
  error instanceof VendorRefused || error instanceof UpstreamError
/** Days to read, in windows of adjacent ones, the latest first: those that are corrected, and those that lack. */
export const windowsOf = (
  yesterday: string,
  restated: number,
  measured: ReadonlySet<string>
): ReadonlyArray<Window> => {
  const windows: Array<Window> = []
  for (let back = 0; back < reachDays; back++) {
    const day = plusDays(yesterday, -back)
    if (back >= restated && measured.has(day)) continue
    const last = windows.at(-1)
    const adjoins = last !== undefined && plusDays(day, 1) === last.from && plusDays(day, windowDays) > last.to
    if (adjoins) windows[windows.length - 1] = { from: day, to: last.to }
    else windows.push({ from: day, to: day })
  }
  return windows
}

const make = Effect.fnUntraced(function* ({ historyDays, restatedDays }: AdsConfig) {
  const connection = yield* AdsConnection
  const connections = yield* Connections
  const copies = yield* Copies
  const jobs = yield* Jobs
  const locks = yield* Locks
  const setSchedule = yield* makeScheduler
  const sql = yield* SqlClient.SqlClient
  const vendor = yield* AdsVendor
  yield* connections.onPurge(kind, copies.forget)

  const soon = (accountId: string, inMs: number) =>
    Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
      jobs.enqueue(CopySpend, { accountId }, { key: accountId, runAtMs: nowMs + inMs })
    ).pipe(Effect.provideService(SqlClient.SqlClient, sql))

  const campaignsOf = Effect.fnUntraced(function* ({ access }: Ready) {
    const found = new Map<string, Campaign>()
    for (let offset = 0; offset < campaignsMax; offset += listPage) {
      const page = { limit: listPage, offset }
      const { items, total } = yield* vendor.campaigns(access, page)
      for (const campaign of items) found.set(campaign.id, campaign)
      if (nextOffsetOf(page, items.length, total) === null) return { found, complete: true }
    }
    return { found, complete: false }
  })

  /** What each campaign brought on each of these days; a day that the vendor leaves out had nothing. */
  const daysIn = Effect.fnUntraced(function* ({ access }: Ready, ids: ReadonlyArray<string>, window: Window) {
    const told: Array<CampaignDay> = []
    for (const some of Arr.chunksOf(ids, campaignsAtOnce)) {
      for (const { granularMetrics, metadata } of yield* vendor.campaignReport(access, some, window, { daily: true })) {
        for (const { date, ...metrics } of granularMetrics ?? []) {
          const day = date.slice(0, 10)
          if (day < window.from || day > window.to) continue
          told.push({ campaignId: metadata.id, day, metrics: metricsOf(metrics) })
        }
      }
    }
    return told
  })

  const keywordsOf = Effect.fnUntraced(function* (ready: Ready, campaignId: string, window: Window) {
    const page = { limit: keywordsMax, offset: 0 }
    const { pagination, result } = yield* vendor.keywords(ready.access, campaignId, window, page)
    const rows = (result?.rows ?? []).map((row) => keywordRowOf(row, ready.adAccount.currency))
    const total = pagination?.totalCount ?? rows.length
    yield* copies.replaceKeywords(ready, campaignId, window, rows, Math.max(0, total - rows.length))
  })

  /** Reads it all, part by part; gives whether to ask again soon. A part that fails is noted, and takes nothing away. */
  const read = Effect.fnUntraced(function* (ready: Ready) {
    const { accountId } = ready.saved
    const { timeZone } = ready.adAccount
    const yesterday = plusDays(dayIn(timeZone ?? "UTC", yield* Clock.currentTimeMillis), -1)
    const met: { problem: string | null; again: boolean } = { problem: null, again: false }
    /** Undefined where the vendor refused it, or is away. */
    const part = <A, E, R, E2, R2>(
      work: Effect.Effect<A, E | VendorRefused | UpstreamError, R>,
      failed: Effect.Effect<unknown, E2, R2>
    ) =>
      Effect.catchIf(work, isProblem, (error) =>
        Effect.sync(() => {
          met.problem ??= sentenceOf(error).message
          met.again ||= error instanceof UpstreamError && error.isPassing
        }).pipe(Effect.andThen(failed), Effect.as(undefined))
      )

    const windows = windowsOf(yesterday, restatedDays, yield* copies.measured(accountId))
    const campaigns = yield* part(
      campaignsOf(ready),
      Effect.forEach(windows, (window) => copies.failed(ready, window), { discard: true })
    )
    let whole = campaigns !== undefined
    for (const window of campaigns === undefined ? [] : windows) {
      const found = campaigns?.found ?? new Map<string, Campaign>()
      const told = yield* part(daysIn(ready, [...found.keys()], window), copies.failed(ready, window))
      if (told === undefined) whole = false
      else yield* copies.replace(ready, window, told, found)
      if (met.again) break
    }
    const window = daysUntil(yesterday, keywordDays)
    const active = yield* copies.active(accountId, window)
    for (const campaignId of active.slice(0, keywordCampaignsMax)) {
      // A vendor that is away is asked again later.
      if (met.again) break
      yield* part(keywordsOf(ready, campaignId, window), copies.keywordsFailed(ready, campaignId))
    }
    if (whole) yield* copies.prune(ready, plusDays(yesterday, 1 - historyDays), active)
    if (campaigns?.complete === false) {
      met.problem ??= `the ad account has more than ${campaignsMax} campaigns: the others aren't read`
    }
    yield* copies.ended(ready, met.problem)
    return met.again
  })

  const run = Effect.fn("Copying.run")(function* (accountId: string) {
    const ready = yield* connection.ready(accountId)
    yield* copies.begin(ready)
    // Its owner may have ended it meanwhile.
    if ((yield* connections.status(accountId, kind)) === undefined) return yield* copies.forget(accountId)
    const again = yield* Effect.catchIf(
      read(ready),
      (error) => error instanceof CopyGone,
      () => Effect.succeed(false)
    )
    if (again) yield* soon(accountId, againMs)
  })

  return {
    /** Reads at once, and once a day from now on, as long as the account is connected. */
    begin: (accountId: string): Effect.Effect<void, ServiceUnavailable> =>
      Effect.andThen(
        setSchedule({ plugin: kind, accountId, name: "copy", everyMs: dayMs, job: CopySpend, payload: { accountId } }),
        asDocumented(soon(accountId, 0))
      ),
    /** One of an account at a time, over all nodes. */
    run: (accountId: string) => locks.withKey(`connect-ads/copy/${accountId}`, run(accountId), { waitMs: lockMs })
  }
})

/** The daily copy of what ads of connected accounts cost and brought. */
export class Copying extends Context.Service<Copying, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/connect-ads/Copying"
) {
  static readonly layer = (config: AdsConfig) => Layer.effect(Copying, make(config))
}

export const copySpend = defineJob(CopySpend, {
  lane: { name: "copy", concurrency: 1 },
  atOnce: { key: ({ accountId }) => accountId },
  timeoutMs: 1_800_000,
  attempts: 5,
  run: ({ accountId }) => Effect.asVoid(whileConnected(Copying.use((copying) => copying.run(accountId))))
})
