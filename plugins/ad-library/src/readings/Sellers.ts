import {
  databaseAway,
  Jobs,
  Locks,
  lockUnavailable,
  type ServiceUnavailable,
  type UpstreamError
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Option } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { DatePreset } from "../ads.ts"
import type { AdLibraryConfig } from "../config.ts"
import { fromRepository, type RepositoryFailure } from "../errors.ts"
import { ReadSeller } from "../jobRefs.ts"
import { partOf } from "../results/summary.ts"
import { AdRepository } from "../vendor/AdRepository.ts"
import { freshMs, groupsOf, Readings, staleMs, timedOut, type Waiting } from "./Readings.ts"
import { ReportStore, type SellerReading } from "./ReportStore.ts"

export interface WantedSeller {
  readonly developerId: number
  readonly datePreset: DatePreset
  /** In alphabetical order. */
  readonly storefronts: ReadonlyArray<string>
}

/** Of what failed: a developer's reading is one. */
const whole = "whole"

const make = Effect.fnUntraced(function* ({ deadlineMs, timeoutMs }: AdLibraryConfig) {
  const repository = yield* AdRepository
  const store = yield* ReportStore
  const readings = yield* Readings
  const locks = yield* Locks
  const jobs = yield* Jobs
  const sql = yield* SqlClient.SqlClient

  const kept = Effect.fnUntraced(function* ({ datePreset, developerId, storefronts }: WantedSeller) {
    const nowMs = yield* Clock.currentTimeMillis
    const found = yield* store.sellers(developerId, datePreset, storefronts, nowMs - staleMs)
    const fresh = new Set(found.filter(({ readMs }) => readMs > nowMs - freshMs).map(({ storefront }) => storefront))
    return { found, missing: storefronts.filter((storefront) => !fresh.has(storefront)) }
  })

  const readGroup = (
    wanted: WantedSeller,
    group: ReadonlyArray<string>
  ): Effect.Effect<void, UpstreamError | SqlError.SqlError> =>
    Effect.gen(function* () {
      const told = yield* repository.adsOfDeveloper(wanted.developerId, wanted.datePreset, group)
      if (told === "split") return yield* Effect.forEach(group, (one) => readGroup(wanted, [one]), { discard: true })
      const readMs = yield* Clock.currentTimeMillis
      yield* store.keepSellers(
        wanted.developerId,
        wanted.datePreset,
        group.map((storefront): SellerReading => {
          const there = told.filter(({ ad }) => ad.country === storefront)
          const apps = [...Map.groupBy(there, ({ appId }) => appId)].map(([appId, rows]) => {
            const ads = rows.map(({ ad }) => ad)
            const newest = ads.reduce((a, b) => ((b.last ?? "") > (a.last ?? "") ? b : a))
            const { appName, developerName } = newest
            return { appId, appName, developerName, part: partOf(storefront, ads) }
          })
          return { storefront, readMs, apps }
        })
      )
    })

  const keyOf = ({ datePreset, developerId }: WantedSeller) => `developer ${developerId}:${datePreset}`

  /** Reads what isn't fresh, one reading of a developer and window at a time over all nodes. */
  const refresh = Effect.fn("Sellers.refresh")(function* (wanted: WantedSeller, waitMs: number) {
    const read = Effect.gen(function* () {
      const { missing } = yield* kept(wanted)
      yield* Effect.forEach(groupsOf(missing), (group) => readGroup(wanted, group), { discard: true })
    })
    yield* locks.withKey(`ad-library.read:${keyOf(wanted)}`, read, { waitMs })
  })

  /** Who waited while it failed for another doesn't ask once more. */
  const refreshOnce = Effect.fnUntraced(function* (wanted: WantedSeller, waiting: Waiting) {
    const known = waiting.failureOf(whole)
    if (known !== undefined) return known
    const failure = yield* refresh(wanted, deadlineMs).pipe(
      Effect.as(undefined),
      Effect.catchTag("UpstreamError", Effect.succeed)
    )
    if (failure !== undefined) waiting.note(new Map([[whole, failure]]))
    return failure
  })

  const later = (wanted: WantedSeller) =>
    jobs
      .enqueue(ReadSeller, wanted, { key: `${keyOf(wanted)}:${wanted.storefronts.join(",")}` })
      .pipe(Effect.provideService(SqlClient.SqlClient, sql))

  /** As readings of an app: each storefront at most 6 hours ago, or 12 where the repository fails; all or nothing. */
  const of = Effect.fn("Sellers.of")(function* (wanted: WantedSeller, budgetMs: number) {
    const before = yield* kept(wanted)
    if (before.missing.length === 0) return { readings: before.found, isStale: false }
    const failure = yield* readings.waitFor(keyOf(wanted), (waiting) => refreshOnce(wanted, waiting), budgetMs)
    if (Option.isNone(failure)) yield* later(wanted)
    const after = yield* kept(wanted)
    if (after.found.length === wanted.storefronts.length) {
      return { readings: after.found, isStale: after.missing.length > 0 }
    }
    if (Option.isSome(failure) && failure.value !== undefined) return yield* fromRepository(failure.value)
    return yield* timedOut(
      "reading the developer's ads takes longer than a request may; it goes on, and nothing was charged: retry after 15 s"
    )
  })

  return {
    of: (
      wanted: WantedSeller,
      budgetMs: number
    ): Effect.Effect<
      { readonly readings: ReadonlyArray<SellerReading>; readonly isStale: boolean },
      RepositoryFailure | ServiceUnavailable
    > =>
      Effect.mapError(of(wanted, budgetMs), (error) => {
        if (error._tag === "SqlError") return databaseAway(error)
        return error._tag === "LockUnavailable" ? lockUnavailable(error) : error
      }),
    /** Reads on what a caller couldn't wait for. */
    goOn: (wanted: WantedSeller) => refresh(wanted, 20 * timeoutMs)
  }
})

/** Readings of all apps of a developer, kept by storefront as what each app adds to a summary. */
export class Sellers extends Context.Service<Sellers, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/ad-library/Sellers"
) {
  static readonly layer = (config: AdLibraryConfig) => Layer.effect(this, make(config))
}
