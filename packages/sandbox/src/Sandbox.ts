import type { Server } from "node:http"
import { Clock, Context, Effect, Layer, Schema, type Scope } from "effect"
import type { ActiveFault, Fault } from "./control/Faults.ts"
import { Faults } from "./control/Faults.ts"
import { Ledger, type LedgerEntry, type LedgerFilter } from "./control/Ledger.ts"
import { makeListener } from "./http/listener.ts"
import { recordedChartLists } from "./recordings/chartLists.ts"
import { loadRecordings } from "./recordings/index.ts"
import type { CatalogSource } from "./store/CatalogSource.ts"
import type { ChartHistory } from "./store/ChartLists.ts"
import type { PlaySource } from "./store/PlaySource.ts"
import { noSearchHistory, type SearchHistory } from "./store/SearchLists.ts"
import { type BaseUrls, baseUrlsOf, type UpstreamName } from "./upstreams/index.ts"
import { worldChartLists } from "./world/chartLists.ts"
import { PlayWorld } from "./world/PlayWorld.ts"
import { playWorldSource } from "./world/PlayWorldSource.ts"
import { worldSearches } from "./world/searchLists.ts"
import { World } from "./world/World.ts"
import { worldSource } from "./world/WorldSource.ts"

export interface SandboxOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number
  /** A folder of recorded answers to serve instead of the invented store. */
  readonly recordings?: string
  /** The same seed gives the same store. Default 1. */
  readonly seed?: number
  /** How many apps the invented store has. Default 3000. */
  readonly size?: number
  /** The moment that the store is at. Default: Effect's Clock. */
  readonly nowMs?: () => number
}

export interface SandboxControl {
  /** Tells an upstream to fail; gives the fault's id. */
  readonly fail: (fault: Fault) => number
  /** Ends one fault, those of an upstream, or all. */
  readonly clearFaults: (which?: { readonly id?: number; readonly upstream?: UpstreamName }) => void
  readonly faults: () => ReadonlyArray<ActiveFault>
  /** What was asked, oldest first. */
  readonly requests: (filter?: LedgerFilter) => ReadonlyArray<LedgerEntry>
  readonly clearRequests: () => void
}

/** The upstreams as servers on loopback. */
export class Sandbox extends Context.Service<
  Sandbox,
  {
    /** `http://127.0.0.1:4711`. */
    readonly origin: string
    readonly baseUrls: BaseUrls
    readonly control: SandboxControl
  }
>()("@storeglass/sandbox/Sandbox") {}

/** The sandbox cannot start: the port is taken, or the folder of recordings cannot be read. */
export class SandboxError extends Schema.TaggedError<SandboxError>()("SandboxError", {
  message: Schema.String
}) {}

const listen = (server: Server, port: number): Effect.Effect<number, SandboxError, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<number, SandboxError>((resume) => {
      server.once("error", (error) => resume(Effect.fail(new SandboxError({ message: error.message }))))
      server.listen(port, "127.0.0.1", () => {
        const address = server.address()
        resume(
          address === null || typeof address === "string"
            ? Effect.fail(new SandboxError({ message: "The server has no port." }))
            : Effect.succeed(address.port)
        )
      })
    }),
    () =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )

interface Stores {
  readonly catalog: (nowMs: number, origin: string) => CatalogSource
  readonly play: (nowMs: number, origin: string) => PlaySource
  readonly chartHistory: ChartHistory
  readonly searchHistory: SearchHistory
}

const openStores = Effect.fnUntraced(function* (options: SandboxOptions): Effect.fn.Return<Stores, SandboxError> {
  const { recordings } = options
  if (recordings === undefined) {
    const size = { seed: options.seed ?? 1, size: options.size ?? 3000 }
    const world = new World(size)
    const second = new PlayWorld(size, world)
    return {
      catalog: (nowMs, origin) => worldSource(world, nowMs, origin),
      play: (nowMs, origin) => playWorldSource(second, nowMs, origin),
      chartHistory: worldChartLists(world, second),
      searchHistory: worldSearches(world, second)
    }
  }
  const recorded = yield* Effect.tryPromise({
    try: () => loadRecordings(recordings),
    catch: (cause) => new SandboxError({ message: `Cannot read the recordings in ${recordings}: ${String(cause)}` })
  })
  return { ...recorded, chartHistory: recordedChartLists(recorded), searchHistory: noSearchHistory }
})

/** Starts the upstreams on loopback; they stop with the scope. */
export const startSandbox = Effect.fnUntraced(function* (
  options: SandboxOptions = {}
): Effect.fn.Return<Sandbox["Service"], SandboxError, Scope.Scope> {
  const clock = yield* Clock.Clock
  const stores = yield* openStores(options)
  const faults = new Faults()
  const ledger = new Ledger()
  const nowMs = options.nowMs ?? (() => clock.currentTimeMillisUnsafe())
  const port = yield* listen(makeListener({ nowMs, ...stores, faults, ledger }), options.port ?? 0)
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    baseUrls: baseUrlsOf(origin),
    control: {
      fail: (fault) => faults.add(fault),
      clearFaults: (which) => faults.clear(which),
      faults: () => faults.list(),
      requests: (filter) => ledger.list(filter),
      clearRequests: () => ledger.clear()
    }
  }
})

/** `startSandbox` as a layer. */
export const layer = (options: SandboxOptions = {}): Layer.Layer<Sandbox, SandboxError> =>
  Layer.effect(Sandbox, startSandbox(options))
