/** The plugin over a store in memory and a real PostgreSQL, without a gateway. */
import { PgClient } from "@effect/sql-pg"
import { migrate } from "@storeglass/core"
import { Jobs, type Provenance, Upstreams } from "@storeglass/plugin-api"
import { type AdjustableClock, adjustableClock, copiedDatabase, routeReader, standInHost } from "@storeglass/testkit"
import { Clock, Effect, Layer, ManagedRuntime, type Redacted, Schema } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { afterAll, afterEach, beforeEach } from "vitest"
import { ChartsApi } from "../src/api.ts"
import { ChartsConfig } from "../src/config.ts"
import type { ChartKey, ChartSnapshot } from "../src/contract.ts"
import { PositionsAnswer } from "../src/dashboard/api.ts"
import { handlers } from "../src/http.ts"
import plugin, { historyLayer, services } from "../src/plugin.ts"
import * as S from "../src/schema.ts"
import { makeWorld, storesLayer, type World } from "./memoryStore.ts"

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs
/** An afternoon; 12:00 began an interval of six hours. */
export const startMs = Date.UTC(2026, 9, 5, 13, 30)

export const settings = (over: Readonly<Record<string, unknown>> = {}) =>
  Schema.decodeUnknownSync(ChartsConfig)(
    { platforms: ["storea"], countries: ["us"], leadersWaitMs: 500, firstWaitMs: 500, ...over },
    { onExcessProperty: "error" }
  )

export const key = (over: Partial<ChartKey> = {}): ChartKey => ({
  platform: "storea",
  country: "us",
  chart: "top-free",
  genreId: null,
  ...over
})
export const snapshot = (asOfMs: number, ids: ReadonlyArray<string>, over: Partial<ChartSnapshot> = {}) => ({
  key: key(),
  asOfMs,
  source: "storea.charts",
  entries: ids.map((appId, index) => ({ rank: index + 1, appId, name: `App ${appId}` })),
  ...over
})

/** A job that was put in the queue. */
export interface Queued {
  readonly name: string
  readonly payload: unknown
  readonly key: string | undefined
  readonly runAtMs: number | undefined
}

interface Options {
  readonly worlds?: ReadonlyArray<World>
  readonly config?: Readonly<Record<string, unknown>>
  readonly databaseUrl?: Redacted.Redacted<string>
  readonly clock?: AdjustableClock
}

const migrations = migrate("charts", plugin.migrations ?? {})
const migrated = copiedDatabase("charts", (url) =>
  Effect.provide(migrations, PgClient.layer({ url, maxConnections: 1 }))
)

const makeNode = async (options: Options) => {
  const databaseUrl = options.databaseUrl ?? (await Effect.runPromise(migrated))
  const config = settings(options.config)
  const clock = options.clock ?? adjustableClock(startMs)
  const queue: Array<Queued> = []
  const described: Array<Provenance> = []
  const jobs = Layer.succeed(
    Jobs,
    Jobs.of({
      abort: () => Effect.succeed("none"),
      enqueue: (ref, payload, { key, runAtMs } = {}) =>
        Effect.sync(() => {
          const earlier = queue.findIndex((job) => key !== undefined && job.key === key)
          if (earlier !== -1) queue.splice(earlier, 1)
          queue.push({ name: ref.name, payload, key, runAtMs })
        })
    })
  )
  const upstreams = Layer.succeed(Upstreams, Upstreams.of({ make: () => Effect.die("no upstream here") }))
  const base = Layer.mergeAll(jobs, upstreams, storesLayer(options.worlds ?? [makeWorld()])).pipe(
    Layer.provideMerge(Layer.effectDiscard(migrations)),
    Layer.provideMerge(PgClient.layer({ url: databaseUrl, maxConnections: 3 })),
    Layer.provideMerge(Layer.succeed(Clock.Clock, clock.clock))
  )
  const history = historyLayer(config).pipe(Layer.provideMerge(base))
  const memoMap = Layer.makeMemoMapUnsafe()
  const runtime = ManagedRuntime.make(history, { memoMap })
  const app = HttpApiBuilder.layer(ChartsApi).pipe(
    Layer.provide(handlers),
    Layer.provide(services(config)),
    Layer.provide([history, standInHost(described)]),
    Layer.provide(HttpServer.layerServices)
  )
  const web = HttpRouter.toWebHandler(app, { disableLogger: true, memoMap })
  const dispose = async () => {
    await web.dispose()
    await runtime.dispose()
  }
  const { reader, ...asking } = routeReader(web.handler)
  return {
    databaseUrl,
    config,
    clock,
    queue,
    described,
    dispose,
    ...asking,
    run: runtime.runPromise,
    categories: reader(S.CategoriesAnswer, "/v1/categories"),
    top: reader(S.CategoryTopAnswer, "/v1/categories/:genreId/top", "all"),
    screenshots: reader(S.TopScreenshotsAnswer, "/v1/categories/:genreId/top/screenshots", "all"),
    newReleases: reader(S.NewReleasesAnswer, "/v1/new-releases"),
    discover: reader(S.DiscoverAnswer, "/v1/discover"),
    newNumberOne: reader(S.NewNumberOneAnswer, "/v1/discover/new-number-1"),
    movers: reader(S.MoversAnswer, "/v1/market/movers"),
    activity: reader(S.ActivityAnswer, "/v1/market/activity"),
    positions: reader(PositionsAnswer, "/dashboard/api/charts/positions")
  }
}
/** One node: its routes, and its services to look at and to drive. */
export type Node = Awaited<ReturnType<typeof makeNode>>

/** Gives what starts nodes. Those of a test end with it, so that their connections do not pile up; others with the suite. */
export const useNodes = () => {
  const open: Array<Node> = []
  let before = 0
  const disposeFrom = async (index: number) => {
    for (const node of open.splice(index)) await node.dispose()
  }
  beforeEach(() => {
    before = open.length
  })
  afterEach(() => disposeFrom(before))
  afterAll(() => disposeFrom(0))
  return async (options: Options = {}): Promise<Node> => {
    const node = await makeNode(options)
    open.push(node)
    return node
  }
}

/** How many rows a query counts. */
export const countOf = (node: Node, text: string) =>
  node.run(
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.map(sql.unsafe<{ n: number }>(`SELECT count(*)::int AS n FROM ${text}`), (rows) => rows[0]?.n ?? -1)
    )
  )
