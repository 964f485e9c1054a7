/**
 * node --conditions development plugins/ad-library/bench/scale.ts [--rows 100000] [--asks 300] [--short] [--json]
 *
 * What answers about an app with very many kept ads take, once they're warm, and what memory keeping and asking takes.
 */
import { loadavg } from "node:os"
import { performance } from "node:perf_hooks"
import { parseArgs } from "node:util"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { Accounts } from "@storeglass/core"
import { contextOf, PluginContexts } from "@storeglass/gateway"
import { askBench, measureBench, startBenchGateway } from "@storeglass/testkit/bench"
import { Context, Effect, Redacted, Schema } from "effect"
import type { Ad } from "../src/ads.ts"
import plugin from "../src/plugin.ts"
import { ReadingStore } from "../src/readings/ReadingStore.ts"
import { covered } from "../src/storefronts.ts"

const flags = parseArgs({
  options: {
    rows: { type: "string" },
    asks: { type: "string" },
    short: { type: "boolean", default: false },
    json: { type: "boolean", default: false }
  }
}).values
const rows = Number(flags.rows ?? (flags.short ? 2_500 : 100_000))
const asks = Number(flags.asks ?? (flags.short ? 5 : 300))
const appId = 284882215
const msMax = 30
const memoryMbMax = 100
const say = (line: string) => Effect.sync(() => process.stderr.write(`${line}\n`))

const places = ["STORE_SEARCH_RESULTS", "STORE_TODAY_TAB", "STORE_SEARCH_TAB", "STORE_PRODUCT_PAGE"]
const urlOf = (n: number) => `https://is1-ssl.mzstatic.com/image/thumb/PurpleSource/v4/bench/${n}/600x1300bb.png`
const adOf = (n: number, country: string): Ad => ({
  // A third are of one storefront alone.
  adId: n % 3 === 0 ? `${n.toString(16).padStart(28, "0")}${country}00` : n.toString(16).padStart(32, "0"),
  country,
  appName: "Bench: photos and videos",
  developerId: 123456789,
  developerName: "Bench Incorporated",
  legalName: "Bench Incorporated",
  placement: places[n % places.length] ?? "",
  format: n % 2 === 0 ? "Icon Ad" : "Icon + Asset Ad",
  subFormat: null,
  first: "2026-08-20",
  firstOverOneYear: n % 50 === 0,
  last: new Date(Date.UTC(2026, 7, 20 + (n % 80))).toISOString().slice(0, 10),
  refinement: { age: n % 10 === 0, gender: false, location: false, customerType: null },
  banner: {
    subtitle: "Photos with friends",
    primaryCategory: "Photo & Video",
    iconPictureUrl: urlOf(0),
    promotionalText: "Now with even more of what you like in your photos and videos.",
    shortDescription: null,
    inAppPurchases: true,
    editorialBadge: null
  },
  assets: [1, 2, 3].map((order) => ({
    pictureUrl: urlOf(n * 3 + order),
    videoUrl: null,
    orientation: "PORTRAIT",
    width: 1242,
    height: 2688,
    order
  })),
  productPageId: null
})

setFlagsFromString("--expose-gc")
const collect = (): void => runInNewContext("gc")()
const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024)
/**
 * What `work` took of this process's memory beyond what it had before, MB: `mostMb` of the system at its most, with
 * what is garbage already, and `heldMb` of it that still is in use in the midst of it.
 */
const memoryOf = Effect.fnUntraced(function* <A, E, R>(work: (held: Effect.Effect<void>) => Effect.Effect<A, E, R>) {
  collect()
  const before = process.memoryUsage()
  const inUse = ({ external, heapUsed }: NodeJS.MemoryUsage) => external + heapUsed
  let most = before.rss
  let held = inUse(before)
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 5)
  const value = yield* work(
    Effect.sync(() => {
      collect()
      held = Math.max(held, inUse(process.memoryUsage()))
    })
  ).pipe(Effect.ensuring(Effect.sync(() => clearInterval(timer))))
  return { value, mostMb: megabytes(most - before.rss), heldMb: megabytes(held - inUse(before)) }
})

const Listed = Schema.fromJsonString(
  Schema.Struct({
    data: Schema.Struct({
      summary: Schema.Struct({ totalAds: Schema.Int }),
      distinctAds: Schema.Int,
      distinctCreatives: Schema.Int,
      nextCursor: Schema.NullOr(Schema.String)
    })
  })
)

const measureAll = Effect.fn("measureAll")(function* (url: string) {
  const store = yield* ReadingStore
  const each = rows / covered.length
  const window = { dataStart: "2026-08-20", dataEnd: "2026-11-18" }
  const startMs = performance.now()
  const kept = yield* memoryOf((held) =>
    Effect.forEach(covered, (storefront) =>
      store
        .keep(appId, "LAST_90_DAYS", [
          { storefront, ...window, ads: Array.from({ length: each }, (_, n) => adOf(n, storefront)) }
        ])
        .pipe(Effect.andThen(held))
    )
  )
  const keepSeconds = Math.round((performance.now() - startMs) / 100) / 10
  yield* say(`kept ${rows} rows in ${keepSeconds} s, with ${kept.mostMb} MB`)

  const accounts = yield* Accounts.Accounts
  const { id: accountId } = yield* accounts.create({ email: "bench@example.com", plan: "large" })
  const key = Redacted.value((yield* accounts.createKey({ accountId, name: "bench" })).value)
  const path = `/v1/apps/${appId}/storea-ads`
  const first = yield* askBench(`${url}${path}?limit=100`, key)
  const { data } = yield* Effect.orDie(Schema.decodeEffect(Listed)(first.text))
  const cursor = encodeURIComponent(data.nextCursor ?? "")
  const gets = [
    ["the summary", "?includeAds=false"],
    ["20 ads", "?limit=20"],
    ["100 ads", "?limit=100"],
    ["the next 100", `?limit=100&cursor=${cursor}`],
    ["20 ads of one storefront", "?countries=DE&limit=20"],
    ["20 ads of seven", "?countries=DE,FR,IT,ES,SE,PL,NL&limit=20"],
    ["1,000 ads", "?limit=1000"],
    ["all that are listed at once", ""],
    ["creatives", "?include=creatives&includeAds=false"]
  ] as const
  const measured: Array<Readonly<Record<string, unknown>>> = []
  const asked = yield* memoryOf((held) =>
    Effect.forEach(gets, ([get, query]) =>
      Effect.gen(function* () {
        const figures = yield* measureBench(asks, () => ({ url: `${url}${path}${query}`, key }))
        measured.push({ get, ...figures })
        yield* held
        yield* say(`${get}: ${JSON.stringify(figures)}`)
      })
    )
  )
  return {
    load: loadavg().map((load) => Math.round(load * 10) / 10),
    rows: data.summary.totalAds,
    distinctAds: data.distinctAds,
    distinctCreatives: data.distinctCreatives,
    firstMs: Math.round(first.ms),
    keepSeconds,
    keepMb: { most: kept.mostMb, held: kept.heldMb },
    askMb: { most: asked.mostMb, held: asked.heldMb },
    overMs: measured.filter(({ p95Ms }) => Number(p95Ms) >= msMax).map(({ get }) => get),
    isUnderMemory: Math.max(kept.heldMb, asked.heldMb) < memoryMbMax,
    gets: measured
  }
})

const program = Effect.gen(function* () {
  const gateway = yield* startBenchGateway({ name: "ad-library", plugins: "  ad-library: {}" })
  const context = Context.merge(gateway.services, contextOf(Context.get(gateway.services, PluginContexts), plugin))
  return yield* Effect.provideContext(measureAll(gateway.url), context)
})

const report = await Effect.runPromise(Effect.scoped(program))
process.stdout.write(`${JSON.stringify(report, undefined, flags.json ? undefined : 1)}\n`)
