/** A store that the tests fill and make fail while it is used. */
import type { Param, UpstreamError } from "@storeglass/plugin-api"
import type { AppStore, ChartEntry, Genre, StoreApp } from "@storeglass/stores/contract"
import * as Testing from "@storeglass/stores/testing"
import { Effect } from "effect"

export { chartEntry, storeApp, storeShots, upstreamError } from "@storeglass/stores/testing"

export interface World {
  readonly platform: Param.Platform
  genres: ReadonlyArray<Genre>
  countries: ReadonlyArray<string>
  /** `country:chart:genre` to ids, or to whole entries; all others are empty. */
  readonly charts: Map<string, ReadonlyArray<string | ChartEntry>>
  readonly apps: Map<string, StoreApp>
  /** Term to ids. */
  readonly searches: Map<string, ReadonlyArray<string>>
  /** Called before each answer; an error that it gives is the answer. */
  fails: (method: Testing.StoreMethod, what: string) => UpstreamError | "never" | undefined
  /** How long an answer is kept when the caller does not mind its age. */
  keptMs: number
  upstream: string
  readonly asked: Array<string>
  /** Where records cost a request an app. */
  perApp: boolean
}

export const makeWorld = (over: Partial<World> = {}): World => ({
  platform: "storea",
  genres: [
    { id: "6002", name: "Utilities", parentId: null },
    { id: "6014", name: "Games", parentId: null },
    { id: "7001", name: "Action", parentId: "6014" }
  ],
  countries: ["us", "de", "gb", "jp"],
  charts: new Map(),
  apps: new Map(),
  searches: new Map(),
  fails: () => undefined,
  keptMs: 0,
  upstream: "storea.charts",
  asked: [],
  perApp: false,
  ...over
})

export const memoryStore = (world: World): AppStore =>
  Testing.memoryStore({
    platform: world.platform,
    countries: world.countries,
    asked: world.asked,
    app: (appId) => world.apps.get(appId) ?? Testing.storeApp(appId, { platform: world.platform }),
    search: (term) => world.searches.get(term) ?? [],
    chart: (name) => world.charts.get(name) ?? [],
    fails: (method, what) => world.fails(method, what),
    says: () => ({ upstream: world.upstream }),
    keptMs: () => world.keptMs,
    over: {
      genres: world.genres,
      devices: ["iphone", "ipad"],
      ...(world.perApp ? { known: (ids) => Effect.succeed(ids.flatMap((id) => world.apps.get(id) ?? [])) } : {})
    }
  })

export const storesLayer = (worlds: ReadonlyArray<World>) => Testing.memoryStores(...worlds.map(memoryStore))
