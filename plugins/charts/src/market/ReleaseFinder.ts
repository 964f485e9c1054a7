import { dayMs, hourMs } from "@storeglass/history"
import { isoOf, UpstreamError } from "@storeglass/plugin-api"
import { type AppStore, type AskedStore, reasonOf } from "@storeglass/stores/contract"
import { Clock, Context, Deferred, Effect, Fiber, Layer, Result, type Scope } from "effect"
import type { ChartsConfig } from "../config.ts"
import { recordsOf } from "../current/AppRecords.ts"
import { agoText } from "../time.ts"
import { type Answer, type Found, KeptReleases } from "./KeptReleases.ts"

/** An app that was released lately. */
export interface Release {
  readonly appId: string
  readonly title: string
  readonly developer: string
  readonly icon: string | null
  readonly category: string | null
  readonly releasedAt: string
  readonly releasedAgo: string
  readonly url: string | null
  readonly foundBy: Found["foundBy"]
}

export interface Releases {
  /** The newest first. */
  readonly apps: ReadonlyArray<Release>
  /** Age of the oldest answer that they are from; null when none came. */
  readonly asOfMs: number | null
  readonly stale: boolean
  /** Whether the store was asked for some of them just now. */
  readonly live: boolean
  /** What could not be asked, with the reason. */
  readonly unavailable: Readonly<Record<string, string>>
  readonly limitations: ReadonlyArray<string>
  /** Whether some of them had not answered when the time was up. */
  readonly partial: boolean
  /** The first failure, when nothing could be asked. */
  readonly failure: UpstreamError | null
}

interface Source {
  readonly name: string
  readonly ask: Effect.Effect<Answer, UpstreamError>
}

/** The most that a store's search gives. */
const searchDepth = 200

/** What was told so lately isn't asked for again. */
const freshMs = hourMs

/** What was told so lately stands in while the store is slow or silent. */
const standInMs = 2 * dayMs

/** Looks for new apps where the store shows some: it has no complete list of them. */
export class ReleaseFinder extends Context.Service<
  ReleaseFinder,
  {
    readonly find: (
      asked: AskedStore,
      options: {
        readonly maxDays: number
        readonly feed: boolean
        /**
         * Absent: it asks the store and waits for all. Else what is kept is given with its age, the store is asked for
         * what is no longer fresh, and what is not there in time goes on for the next call.
         */
        readonly waitMs?: number
      }
    ) => Effect.Effect<Releases>
  }
>()("@storeglass/charts/ReleaseFinder") {
  static readonly layer = (
    config: Pick<ChartsConfig, "firstWaitMs" | "liveConcurrency" | "releasePages" | "releaseWaitMs" | "searchTerms">
  ) =>
    Layer.effect(
      ReleaseFinder,
      Effect.gen(function* () {
        const scope = yield* Effect.scope
        const releases = yield* KeptReleases
        return ReleaseFinder.of({
          find: Effect.fn("ReleaseFinder.find")(function* ({ country, store }, { feed, maxDays, waitMs }) {
            const startedMs = yield* Clock.currentTimeMillis
            const hasFeed = feed && (store.charts?.includes("new") ?? true)
            const sources = [
              ...(hasFeed ? [newFeed(store, country)] : []),
              ...config.searchTerms.map((term) => search(store, country, term))
            ]
            const kept =
              waitMs === undefined
                ? new Map<string, Answer>()
                : yield* releases.since(store, country, startedMs - standInMs)
            // What charts told is as welcome; those that told of nothing new don't count.
            const names = new Set(sources.map(({ name }) => name))
            const charted = [...kept].flatMap(([name, answer]) =>
              !names.has(name) && answer.found.some((one) => releaseOf(one, startedMs, maxDays) !== null)
                ? [answer]
                : []
            )
            const hasKept = charted.length > 0 || sources.some(({ name }) => kept.has(name))
            const came = new Map<string, Result.Result<Answer, UpstreamError>>()
            for (const { name } of sources) {
              const answer = kept.get(name)
              if (answer !== undefined && startedMs - answer.asOfMs < freshMs) came.set(name, Result.succeed(answer))
            }
            const asked = sources.filter(({ name }) => !came.has(name))
            const first = yield* Deferred.make<void>()
            const asking = yield* Effect.forEach(
              asked,
              Effect.fnUntraced(function* ({ ask, name }) {
                const answer = yield* Effect.result(ask)
                came.set(name, answer)
                yield* Deferred.succeed(first, undefined)
                if (Result.isSuccess(answer)) yield* releases.keep(store, country, name, answer.success)
              }),
              { concurrency: config.liveConcurrency, discard: true }
            ).pipe(Effect.forkIn(scope))
            if (waitMs === undefined) yield* Fiber.join(asking)
            else {
              yield* Effect.timeoutOption(Fiber.await(asking), waitMs)
              if (came.size === 0 && !hasKept) yield* Effect.timeoutOption(Deferred.await(first), config.firstWaitMs)
            }
            const said: Array<Answer> = []
            const unavailable: Record<string, string> = {}
            let failure: UpstreamError | null = null
            for (const { name } of sources) {
              const answer = came.get(name)
              if (answer !== undefined && Result.isSuccess(answer)) {
                said.push(answer.success)
                continue
              }
              if (answer === undefined) unavailable[name] = "the store hasn't answered yet; a later call will have it"
              else {
                unavailable[name] = reasonOf(answer.failure)
                failure ??= answer.failure
              }
              const older = kept.get(name)
              if (older !== undefined) said.push({ ...older, stale: true })
            }
            const live = asked.some(({ name }) => came.get(name)?._tag === "Success")
            said.push(...charted)
            const partial = came.size < sources.length
            const found = new Map<string, Found>()
            for (const one of said.flatMap((answer) => answer.found)) {
              if (!found.has(one.app.appId)) found.set(one.app.appId, one)
            }
            const leftMs = Effect.map(Clock.currentTimeMillis, (nowMs) =>
              waitMs === undefined ? config.releaseWaitMs : Math.max(0, startedMs + waitMs - nowMs)
            )
            const { dated, limitations } = yield* datesOf(store, country, [...found.values()], {
              ...config,
              releaseWaitMs: Math.min(config.releaseWaitMs, yield* leftMs),
              scope
            })
            const nowMs = yield* Clock.currentTimeMillis
            const recent = dated.flatMap((one) => releaseOf(one, nowMs, maxDays) ?? [])
            const sellers =
              waitMs === undefined ? new Map<string, string>() : yield* sellersOf(store, country, recent, yield* leftMs)
            const apps = recent
              .map((app) => ({ ...app, developer: sellers.get(app.appId) || app.developer }))
              .sort((a, b) =>
                a.releasedAt < b.releasedAt ? 1 : a.releasedAt > b.releasedAt ? -1 : a.appId < b.appId ? -1 : 1
              )
            return {
              apps,
              asOfMs: said.length === 0 ? null : Math.min(...said.map(({ asOfMs }) => asOfMs)),
              stale: said.some(({ stale }) => stale),
              live,
              unavailable,
              limitations,
              partial,
              failure: said.length === 0 ? (failure ?? (partial ? late(store) : null)) : null
            }
          })
        })
      })
    )
}

const late = ({ platform }: AppStore) =>
  new UpstreamError({ upstream: `${platform}.search`, reason: "timeout", detail: "no search was answered in time" })

const newFeed = (store: AppStore, country: string): Source => ({
  name: "new_feed",
  ask: Effect.map(store.chart({ chart: "new", country, genreId: null }), ({ asOfMs, stale, value }) => ({
    found: value.map((app) => ({ app, installs: null, foundBy: "new_feed" as const })),
    asOfMs,
    stale
  }))
})

const search = (store: AppStore, country: string, term: string): Source => ({
  name: `search: ${term}`,
  ask: Effect.map(
    store.search({ term, country, limit: Math.min(searchDepth, store.searchDepth ?? searchDepth) }),
    ({ asOfMs, stale, value }) => ({
      found: value.map((app) => ({ app, installs: app.installs?.min ?? null, foundBy: "search" as const })),
      asOfMs,
      stale
    })
  )
})

/** Lists name the artist, records the seller: an app has one seller name in all answers. */
const sellersOf = (store: AppStore, country: string, apps: ReadonlyArray<Release>, waitMs: number) => {
  const listed = apps.flatMap(({ appId, foundBy }) => (foundBy === "search" ? [] : [appId]))
  return Effect.map(
    Effect.timeoutOption(recordsOf(store, listed, country), waitMs),
    (read) =>
      new Map(
        read._tag === "None"
          ? []
          : [...read.value.records].map(([appId, { seller }]): [string, string] => [appId, seller])
      )
  )
}

/**
 * A store that tells release dates on the pages of apps only is asked for some of these: those with the fewest installs,
 * since new apps have few. What was read before costs nothing, so that each call looks a little further.
 */
const datesOf = Effect.fnUntraced(function* (
  store: AppStore,
  country: string,
  found: ReadonlyArray<Found>,
  config: Pick<ChartsConfig, "liveConcurrency" | "releasePages" | "releaseWaitMs"> & { readonly scope: Scope.Scope }
) {
  const dated = found.filter(({ app }) => app.releaseDate !== null)
  const undated = found.filter(({ app }) => app.releaseDate === null)
  if (undated.length === 0 || store.known === undefined) return { dated, limitations: [] }
  const kept = new Map(
    (yield* store.known(
      undated.map(({ app }) => app.appId),
      country
    )).flatMap((app) => (app.releaseDate === null ? [] : [[app.appId, app] as const]))
  )
  const candidates = undated
    .filter(({ app }) => !kept.has(app.appId))
    .sort((a, b) => (a.installs ?? Number.MAX_VALUE) - (b.installs ?? Number.MAX_VALUE))
    .slice(0, config.releasePages)
  yield* Effect.forEach(
    candidates,
    ({ app }) =>
      Effect.match(store.app(app.appId, country), {
        onSuccess: ({ value }) => void kept.set(value.appId, value),
        // Its date stays unknown, which the answer says of most.
        onFailure: () => undefined
      }),
    { concurrency: config.liveConcurrency, discard: true }
  ).pipe(
    Effect.forkIn(config.scope),
    Effect.flatMap((reading) => Effect.timeoutOption(Fiber.await(reading), config.releaseWaitMs))
  )
  const read = undated.flatMap((one) => {
    const app = kept.get(one.app.appId)
    return app === undefined ? [] : [{ ...one, app }]
  })
  return {
    dated: [...dated, ...read],
    limitations: [
      `this store shows release dates only on app pages: ${read.length} of ${undated.length} apps were read, fewest installs first`
    ]
  }
})

const releaseOf = ({ app, foundBy }: Found, nowMs: number, maxDays: number): Release | null => {
  const releasedMs = app.releaseDate === null ? Number.NaN : Date.parse(app.releaseDate)
  // What is announced for a later day is not released.
  if (!(releasedMs <= nowMs && nowMs - releasedMs <= maxDays * dayMs)) return null
  return {
    appId: app.appId,
    title: app.name,
    developer: app.seller,
    icon: app.iconUrl,
    category: app.genreName,
    releasedAt: isoOf(releasedMs),
    releasedAgo: agoText(releasedMs, nowMs),
    url: app.url,
    foundBy
  }
}
