import { databaseAway, type ServiceUnavailable, type UpstreamError } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Option } from "effect"
import type { SqlError } from "effect/sql"
import type { DatePreset } from "../ads.ts"
import { AdRepositoryTimedOut, fromRepository, type RepositoryFailure } from "../errors.ts"
import { partOf } from "../results/summary.ts"
import { AdRepository } from "../vendor/AdRepository.ts"
import { freshMs, groupsOf, Readings, staleMs } from "./Readings.ts"
import { ReportStore, type SellerReading } from "./ReportStore.ts"

export interface WantedSeller {
  readonly developerId: number
  readonly datePreset: DatePreset
  /** In alphabetical order. */
  readonly storefronts: ReadonlyArray<string>
}

const make = Effect.gen(function* () {
  const repository = yield* AdRepository
  const store = yield* ReportStore
  const readings = yield* Readings

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

  const refresh = Effect.fn("Sellers.refresh")(function* (wanted: WantedSeller) {
    const { missing } = yield* kept(wanted)
    return yield* Effect.forEach(groupsOf(missing), (group) => readGroup(wanted, group), { discard: true }).pipe(
      Effect.as(undefined),
      Effect.catchTag("UpstreamError", Effect.succeed)
    )
  })

  /** As readings of an app: each storefront at most 6 hours ago, or 12 where the repository fails; all or nothing. */
  const of = Effect.fn("Sellers.of")(function* (wanted: WantedSeller, budgetMs: number) {
    const before = yield* kept(wanted)
    if (before.missing.length === 0) return { readings: before.found, isStale: false }
    const key = `developer ${wanted.developerId}:${wanted.datePreset}`
    const failure = yield* readings.waitFor(key, refresh(wanted), budgetMs)
    const after = yield* kept(wanted)
    if (after.found.length === wanted.storefronts.length) {
      return { readings: after.found, isStale: after.missing.length > 0 }
    }
    if (Option.isSome(failure) && failure.value !== undefined) return yield* fromRepository(failure.value)
    return yield* new AdRepositoryTimedOut(
      "reading the developer's ads takes longer than a request may; what was read is kept, and nothing was charged: retry after 15 s",
      { retryAfterSeconds: 15 }
    )
  })

  return {
    of: (
      wanted: WantedSeller,
      budgetMs: number
    ): Effect.Effect<
      { readonly readings: ReadonlyArray<SellerReading>; readonly isStale: boolean },
      RepositoryFailure | ServiceUnavailable
    > => Effect.catchTag(of(wanted, budgetMs), "SqlError", (error) => Effect.fail(databaseAway(error)))
  }
})

/** Readings of all apps of a developer, kept by storefront as what each app adds to a summary. */
export class Sellers extends Context.Service<Sellers, Effect.Success<typeof make>>()("@storeglass/ad-library/Sellers") {
  static readonly layer = Layer.effect(this, make)
}
