import { dayMs } from "@storeglass/history"
import { isoOf, type UpstreamError } from "@storeglass/plugin-api"
import { type AppStore, type AskedStore, reasonOf, type StoreApp } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer, Result } from "effect"
import type { ChartsConfig } from "../config.ts"
import { agoText } from "../time.ts"

export type FoundBy = "new_feed" | "search"

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
  readonly foundBy: FoundBy
}

export interface Releases {
  /** The newest first. */
  readonly apps: ReadonlyArray<Release>
  /** Age of the oldest answer that they are from; null when none came. */
  readonly asOfMs: number | null
  readonly stale: boolean
  /** What could not be asked, with the reason. */
  readonly unavailable: Readonly<Record<string, string>>
  readonly limitations: ReadonlyArray<string>
  /** The first failure, when nothing could be asked. */
  readonly failure: UpstreamError | null
}

type Dated = Pick<StoreApp, "appId" | "name" | "seller" | "iconUrl" | "genreName" | "releaseDate" | "url">
interface Found {
  readonly app: Dated
  readonly installs: number | null
  readonly foundBy: FoundBy
}
interface Source {
  readonly name: string
  readonly ask: Effect.Effect<
    { readonly found: ReadonlyArray<Found>; readonly asOfMs: number; readonly stale: boolean },
    UpstreamError
  >
}

/** The most that a store's search gives. */
const searchDepth = 200

/** Looks for new apps where the store shows some: it has no complete list of them. */
export class ReleaseFinder extends Context.Service<
  ReleaseFinder,
  {
    readonly find: (
      asked: AskedStore,
      options: { readonly maxDays: number; readonly feed: boolean }
    ) => Effect.Effect<Releases>
  }
>()("@storeglass/charts/ReleaseFinder") {
  static readonly layer = (
    config: Pick<ChartsConfig, "liveConcurrency" | "releasePages" | "releaseWaitMs" | "searchTerms">
  ) =>
    Layer.succeed(
      ReleaseFinder,
      ReleaseFinder.of({
        find: Effect.fn("ReleaseFinder.find")(function* ({ country, store }, { feed, maxDays }) {
          const hasFeed = feed && (store.charts?.includes("new") ?? true)
          const sources = [
            ...(hasFeed ? [newFeed(store, country)] : []),
            ...config.searchTerms.map((term) => search(store, country, term))
          ]
          const answers = yield* Effect.forEach(sources, ({ ask }) => Effect.result(ask), {
            concurrency: config.liveConcurrency
          })
          const said = answers.flatMap((answer) => (Result.isSuccess(answer) ? [answer.success] : []))
          const unavailable: Record<string, string> = {}
          answers.forEach((answer, index) => {
            const name = sources[index]?.name
            if (Result.isFailure(answer) && name !== undefined) unavailable[name] = reasonOf(answer.failure)
          })
          const found = new Map<string, Found>()
          for (const one of said.flatMap((answer) => answer.found)) {
            if (!found.has(one.app.appId)) found.set(one.app.appId, one)
          }
          const { dated, limitations } = yield* datesOf(store, country, [...found.values()], config)
          const nowMs = yield* Clock.currentTimeMillis
          const apps = dated
            .flatMap((one) => releaseOf(one, nowMs, maxDays) ?? [])
            .sort((a, b) =>
              a.releasedAt < b.releasedAt ? 1 : a.releasedAt > b.releasedAt ? -1 : a.appId < b.appId ? -1 : 1
            )
          return {
            apps,
            asOfMs: said.length === 0 ? null : Math.min(...said.map(({ asOfMs }) => asOfMs)),
            stale: said.some(({ stale }) => stale),
            unavailable,
            limitations,
            failure: said.length === 0 ? (answers.find(Result.isFailure)?.failure ?? null) : null
          }
        })
      })
    )
}

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

/**
 * A store that tells release dates on the pages of apps only is asked for some of these: those with the fewest installs,
 * since new apps have few. What was read before costs nothing, so that each call looks a little further.
 */
const datesOf = Effect.fnUntraced(function* (
  store: AppStore,
  country: string,
  found: ReadonlyArray<Found>,
  config: Pick<ChartsConfig, "liveConcurrency" | "releasePages" | "releaseWaitMs">
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
  ).pipe(Effect.timeoutOption(config.releaseWaitMs))
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
