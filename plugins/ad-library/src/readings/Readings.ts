import {
  type Cache,
  type Cached,
  databaseAway,
  Jobs,
  Locks,
  lockUnavailable,
  type ServiceUnavailable,
  UpstreamError
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Option, Semaphore } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { AdLibraryConfig } from "../config.ts"
import { AdRepositoryRateLimited, AdRepositoryTimedOut, fromRepository, type RepositoryFailure } from "../errors.ts"
import { Read } from "../jobRefs.ts"
import { storefrontsAtOnce } from "../storefronts.ts"
import { AdRepository } from "../vendor/AdRepository.ts"
import { type Of, type Reading, ReadingStore } from "./ReadingStore.ts"

const hourMs = 3_600_000
/** A reading is served for so long without asking again. */
export const freshMs = 6 * hourMs
/** And for so long where the repository fails. */
export const staleMs = 12 * hourMs

/** Storefronts in alphabetical order. */
type Wanted = Of
/** What is kept of each storefront, and whether some of it is served because the repository failed. */
export interface Told {
  readonly readings: ReadonlyArray<Reading>
  readonly isStale: boolean
}

export const groupsOf = (storefronts: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> =>
  Array.from({ length: Math.ceil(storefronts.length / storefrontsAtOnce) }, (_, i) =>
    storefronts.slice(i * storefrontsAtOnce, (i + 1) * storefrontsAtOnce)
  )
/** What those who wait for one reading share of it. */
export interface Waiting {
  /** How a part failed since this caller waits; undefined: it didn't. */
  readonly failureOf: (part: string) => UpstreamError | undefined
  readonly note: (failures: ReadonlyMap<string, UpstreamError>) => void
}
interface Waited {
  callers: number
  /** Counts callers and failures, so that a caller can tell a failure of its time from an older one. */
  moment: number
  readonly failures: Map<string, { readonly error: UpstreamError; readonly moment: number }>
  readonly turn: Semaphore.Semaphore
}
/** A reading that takes longer than its request may. */
export const timedOut = (message: string) => new AdRepositoryTimedOut(message, { retryAfterSeconds: 15 })
const anotherReads = timedOut(
  "another request reads the same ads and takes longer than this one may; nothing was charged, retry after 15 s"
)

/** After these the others wouldn't fare better: they aren't asked. */
export const isForAll = ({ reason }: UpstreamError) =>
  reason === "rate_limited" || reason === "circuit_open" || reason === "timeout"

const make = Effect.fnUntraced(function* ({ deadlineMs, timeoutMs, waitingMax }: AdLibraryConfig) {
  const repository = yield* AdRepository
  const store = yield* ReadingStore
  const locks = yield* Locks
  const jobs = yield* Jobs
  const sql = yield* SqlClient.SqlClient
  /** Readings that callers wait for, by app and window: each once, however many wait. */
  const waited = new Map<string, Waited>()

  const kept = Effect.fnUntraced(function* (wanted: Wanted) {
    const nowMs = yield* Clock.currentTimeMillis
    const readings = yield* store.find(wanted, nowMs - staleMs)
    const fresh = new Set(readings.filter(({ readMs }) => readMs > nowMs - freshMs).map(({ storefront }) => storefront))
    return { readings, missing: wanted.storefronts.filter((storefront) => !fresh.has(storefront)) }
  })

  /** Reads a group, or each storefront of one that is too large, and keeps what was read. */
  const readGroup = (
    wanted: Wanted,
    group: ReadonlyArray<string>
  ): Effect.Effect<void, UpstreamError | SqlError.SqlError> =>
    Effect.gen(function* () {
      const told = yield* repository.adsOf(wanted.appId, wanted.datePreset, group)
      if (told === "split") {
        return yield* Effect.forEach(group, (one) => readGroup(wanted, [one]), { discard: true })
      }
      const { ads, dataEnd, dataStart } = told
      yield* store.keep(
        wanted.appId,
        wanted.datePreset,
        group.map((storefront) => ({
          storefront,
          dataStart,
          dataEnd,
          ads: ads.filter(({ country }) => country === storefront)
        }))
      )
    })

  /** Reads what isn't fresh, one reading of an app and window at a time over all nodes; what failed, by storefront. */
  const refresh = Effect.fn("Readings.refresh")(function* (wanted: Wanted, waitMs: number) {
    const failures = new Map<string, UpstreamError>()
    const read = Effect.gen(function* () {
      const { missing } = yield* kept(wanted)
      for (const group of groupsOf(missing)) {
        const failure = yield* readGroup(wanted, group).pipe(
          Effect.as(undefined),
          Effect.catchTag("UpstreamError", Effect.succeed)
        )
        if (failure === undefined) continue
        for (const storefront of group) failures.set(storefront, failure)
        if (isForAll(failure)) {
          for (const storefront of missing) if (!failures.has(storefront)) failures.set(storefront, failure)
          break
        }
      }
    })
    yield* locks.withKey(`ad-library.read:${wanted.appId}:${wanted.datePreset}`, read, { waitMs })
    return failures
  })

  const later = (wanted: Wanted) =>
    jobs
      .enqueue(Read, wanted, { key: `${wanted.appId}:${wanted.datePreset}:${wanted.storefronts.join(",")}` })
      .pipe(Effect.provideService(SqlClient.SqlClient, sql))

  /** Work that callers wait for, for so long: one at a time of each key, and not too many keys on a node. */
  const waitFor = <A, E, R>(key: string, work: (waiting: Waiting) => Effect.Effect<A, E, R>, budgetMs: number) =>
    Effect.acquireUseRelease(
      Effect.suspend(() => {
        const reading = waited.get(key) ?? {
          callers: 0,
          moment: 0,
          failures: new Map(),
          turn: Semaphore.makeUnsafe(1)
        }
        if (reading.callers === 0 && waited.size >= waitingMax) {
          return Effect.fail(
            new AdRepositoryRateLimited(
              "too many readings of the ad repository are waiting; nothing was charged, retry after 10 s",
              { retryAfterSeconds: 10 }
            )
          )
        }
        reading.callers += 1
        reading.moment += 1
        waited.set(key, reading)
        return Effect.succeed({ reading, since: reading.moment })
      }),
      ({ reading, since }) => {
        const waiting: Waiting = {
          failureOf: (part) => {
            const failed = reading.failures.get(part)
            return failed === undefined || failed.moment <= since ? undefined : failed.error
          },
          note: (failures) => {
            reading.moment += 1
            for (const [part, error] of failures) reading.failures.set(part, { error, moment: reading.moment })
          }
        }
        return Effect.timeoutOption(reading.turn.withPermits(1)(work(waiting)), budgetMs)
      },
      ({ reading }) =>
        Effect.sync(() => {
          reading.callers -= 1
          if (reading.callers === 0) waited.delete(key)
        })
    )

  /** Who waited while all that it lacks failed for another doesn't ask once more. */
  const refreshOnce = Effect.fnUntraced(function* (wanted: Wanted, waiting: Waiting) {
    const { missing } = yield* kept(wanted)
    const known = missing.flatMap((storefront) => {
      const failure = waiting.failureOf(storefront)
      return failure === undefined ? [] : [[storefront, failure] as const]
    })
    if (known.length === missing.length) return new Map(known)
    const failures = yield* refresh(wanted, deadlineMs)
    waiting.note(failures)
    return failures
  })

  /**
   * What the repository told of an app's ads, each storefront at most 6 hours ago, or 12 where it fails. All or nothing:
   * one that is neither kept nor readable is the failure of its cause.
   */
  const of = Effect.fn("Readings.of")(function* (wanted: Wanted, budgetMs: number) {
    const before = yield* kept(wanted)
    if (before.missing.length === 0) return { readings: before.readings, isStale: false }
    const key = `${wanted.appId}:${wanted.datePreset}`
    const failures = yield* waitFor(key, (waiting) => refreshOnce(wanted, waiting), budgetMs)
    if (Option.isNone(failures)) {
      yield* later(wanted)
      return yield* timedOut(
        "reading the ad repository takes longer than a request may; it goes on, and nothing was charged: retry after 15 s"
      )
    }
    const after = yield* kept(wanted)
    const has = new Set(after.readings.map(({ storefront }) => storefront))
    const lacking = wanted.storefronts.find((storefront) => !has.has(storefront))
    if (lacking !== undefined) {
      const cause =
        failures.value.get(lacking) ??
        new UpstreamError({ upstream: "storea.ads", reason: "failed", detail: `${lacking} wasn't read` })
      return yield* fromRepository(cause)
    }
    return { readings: after.readings, isStale: after.missing.length > 0 }
  })

  const goOn = Effect.fn("Readings.goOn")(function* (wanted: Wanted) {
    const [failure] = (yield* refresh(wanted, 20 * timeoutMs)).values()
    if (failure !== undefined) return yield* failure
  })

  return {
    of: (wanted: Wanted, budgetMs = deadlineMs): Effect.Effect<Told, RepositoryFailure | ServiceUnavailable> =>
      Effect.mapError(of(wanted, budgetMs), (error) => {
        if (error._tag === "SqlError") return databaseAway(error)
        if (error._tag !== "LockUnavailable") return error
        return error.reason === "busy" ? anotherReads : lockUnavailable(error)
      }),
    /** What is kept, however old: without asking. */
    peek: kept,
    waitFor,
    /** What a cache has fresh, or a look-up gives in time; where it doesn't, what is still kept. */
    cached: Effect.fn("Readings.cached")(function* <A, E, R>(
      cache: Cache<A>,
      name: string,
      key: string,
      lookup: Effect.Effect<A, E, R>,
      budgetMs = deadlineMs
    ): Effect.fn.Return<Cached<A>, E | AdRepositoryRateLimited | AdRepositoryTimedOut, R> {
      const before = yield* cache.peek(key)
      if (before !== undefined && !before.stale) return before
      const told = yield* waitFor(`${name} ${key}`, () => cache.get(key, lookup), budgetMs)
      if (Option.isSome(told)) return told.value
      return (
        before ??
        (yield* timedOut(
          "the ad repository takes longer to answer than a request may; nothing was charged: retry after 15 s"
        ))
      )
    }),
    /** Reads on what a caller couldn't wait for; fails where a storefront did. */
    goOn,
    /** All storefronts, each read at most 6 hours ago, for work that nobody waits for; fails where one can't be read. */
    whole: Effect.fn("Readings.whole")(function* (wanted: Wanted) {
      yield* goOn(wanted)
      const { missing, readings } = yield* kept(wanted)
      if (missing.length > 0) {
        return yield* new UpstreamError({ upstream: "storea.ads", reason: "failed", detail: `${missing} weren't read` })
      }
      return readings
    })
  }
})

/** Readings of the repository, kept by app, window and storefront. */
export class Readings extends Context.Service<Readings, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/ad-library/Readings"
) {
  static readonly layer = (config: AdLibraryConfig) => Layer.effect(this, make(config))
}
