import type { UpstreamError } from "@storeglass/plugin-api"
import type { AppStore, StoreApp } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer, Result } from "effect"
import type { AskedStore } from "./Asked.ts"
import type { ChartsConfig } from "./config.ts"
import { reasonOf } from "./errors.ts"
import { agoText, dayMs, isoOf } from "./time.ts"

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
  readonly foundBy: "new_feed" | "search"
}

export interface Releases {
  /** The newest first. */
  readonly apps: ReadonlyArray<Release>
  /** Age of the oldest answer that they are from; null when none came. */
  readonly asOfMs: number | null
  readonly stale: boolean
  /** What could not be asked, with the reason. */
  readonly unavailable: Readonly<Record<string, string>>
  /** The first failure, when nothing could be asked. */
  readonly failure: UpstreamError | null
}

interface Source {
  readonly name: string
  readonly foundBy: Release["foundBy"]
  readonly ask: Effect.Effect<
    { readonly value: ReadonlyArray<Found>; readonly asOfMs: number; readonly stale: boolean },
    UpstreamError
  >
}
type Found = Pick<StoreApp, "appId" | "name" | "seller" | "iconUrl" | "genreName" | "releaseDate" | "url">

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
  static readonly layer = ({ liveConcurrency, searchTerms }: Pick<ChartsConfig, "liveConcurrency" | "searchTerms">) =>
    Layer.succeed(
      ReleaseFinder,
      ReleaseFinder.of({
        find: Effect.fnUntraced(function* ({ country, store }, { feed, maxDays }) {
          const hasFeed = feed && (store.charts?.includes("new") ?? true)
          const sources = [...(hasFeed ? [newFeed(store, country)] : []), ...searches(store, country, searchTerms)]
          const answers = yield* Effect.forEach(sources, ({ ask }) => Effect.result(ask), {
            concurrency: liveConcurrency
          })
          const nowMs = yield* Clock.currentTimeMillis
          const releases = new Map<string, Release>()
          const unavailable: Record<string, string> = {}
          let failure: UpstreamError | null = null
          let asOfMs: number | null = null
          let stale = false
          for (const [index, { foundBy, name }] of sources.entries()) {
            const answer = answers[index]
            if (answer === undefined) continue
            if (Result.isFailure(answer)) {
              unavailable[name] = reasonOf(answer.failure)
              failure ??= answer.failure
              continue
            }
            const said = answer.success
            asOfMs = Math.min(asOfMs ?? said.asOfMs, said.asOfMs)
            stale ||= said.stale
            for (const app of said.value) {
              const release = releaseOf(app, foundBy, nowMs, maxDays)
              if (release !== null && !releases.has(app.appId)) releases.set(app.appId, release)
            }
          }
          const apps = [...releases.values()].sort((a, b) =>
            a.releasedAt < b.releasedAt ? 1 : a.releasedAt > b.releasedAt ? -1 : a.appId < b.appId ? -1 : 1
          )
          return { apps, asOfMs, stale, unavailable, failure: asOfMs === null ? failure : null }
        })
      })
    )
}

const newFeed = (store: AppStore, country: string): Source => ({
  name: "new_feed",
  foundBy: "new_feed",
  ask: store.chart({ chart: "new", country, genreId: null })
})

const searches = (store: AppStore, country: string, terms: ReadonlyArray<string>): ReadonlyArray<Source> =>
  terms.map((term) => ({
    name: `search: ${term}`,
    foundBy: "search",
    ask: store.search({ term, country, limit: searchDepth })
  }))

const releaseOf = (app: Found, foundBy: Release["foundBy"], nowMs: number, maxDays: number): Release | null => {
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
