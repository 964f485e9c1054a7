import { join } from "node:path"
import { Effect } from "effect"
import { auditDelivered, checkAudit } from "./support/audit.ts"
import { freshDatabase, makeAccounts, startPostgres } from "./support/database.ts"
import { faultProxy } from "./support/faultProxy.ts"
import type { Gate, GateError, GateRun } from "./support/gate.ts"
import { startGateway } from "./support/gatewayProcess.ts"
import { type Answer, askAll, type Load, percentile, startLoad, tally } from "./support/load.ts"
import { startRedis } from "./support/redis.ts"
import { chargedRoutes } from "./support/routes.ts"

const connections = 20
const gapMs = 10
const phaseMs = 4_000
/** Latency is normal again so long after Redis is back. */
const normalAfterMs = 3_000
const answerMsMax = 5_000
const words = ["photo", "music", "run", "budget", "chess", "weather", "recipe", "travel", "sleep", "draw"] as const

const tookMs = ({ atMs, sentMs }: Answer) => atMs - sentMs
const between = (load: Load, fromMs: number, toMs: number) =>
  load.answers.filter(({ sentMs }) => sentMs >= fromMs && sentMs < toMs)

const runRedis = Effect.fn("redis")(function* (run: GateRun) {
  const redis = yield* startRedis
  const server = yield* startPostgres
  const url = yield* freshDatabase(server)
  const proxy = yield* faultProxy({ path: redis.path }, run.random.fork("proxy"), "redis.sock")
  const gateway = yield* startGateway({ databaseUrl: url, redisUrl: join(proxy.path, "redis.sock") })
  const accounts = yield* makeAccounts(url, 8)
  const apiKeys = accounts.map(({ apiKey }) => apiKey)
  const before: Array<Answer> = []
  const { app } = yield* chargedRoutes(gateway, apiKeys[0] ?? "", 8, before)

  // Thousands of addresses: most answers need the shared cache, and not what a process has at hand.
  const random = run.random.fork("asks")
  const load = yield* startLoad({
    connections,
    port: () => gateway.port,
    gapMs,
    next: () => ({
      path: random.chance(0.2)
        ? app(random)
        : `/v1/search?q=${random.pick(words)}%20${random.pick(words)}&limit=${random.int(1, 50)}`,
      apiKey: apiKeys[random.int(0, apiKeys.length - 1)] ?? ""
    })
  })
  const cacheState = Effect.gen(function* () {
    let text = ""
    yield* askAll(gateway.port, [{ path: "/v1/health", apiKey: "" }], {
      onAnswer: (_answer, wire) => {
        text = wire.body.toString("utf8")
      }
    })
    return /"cache":"(\w+)"/.exec(text)?.[1] ?? "unknown"
  })

  yield* Effect.sleep(2_000)
  const baseFromMs = performance.now()
  yield* Effect.sleep(phaseMs)
  const base = between(load, baseFromMs, performance.now()).map(tookMs)
  const baseP99 = percentile(base, 99) ?? 0
  run.check("Redis is in use", (yield* redis.size) > 0, `${yield* redis.size} keys`)
  run.check("health says that the cache is there", (yield* cacheState) === "ok", yield* cacheState)
  run.measure("normal: p50, ms", percentile(base, 50))
  run.measure("normal: p99, ms", baseP99)
  yield* run.say(`normal: ${base.length} answers, p99 ${baseP99.toFixed(1)} ms`)

  const outages: ReadonlyArray<readonly [string, Effect.Effect<void, GateError>, Effect.Effect<void, GateError>]> = [
    ["killed", redis.kill, redis.restart],
    ["black hole", Effect.sync(() => proxy.set({ blackHole: true })), Effect.sync(proxy.restore)],
    ["frozen", redis.freeze, redis.thaw],
    ["resets", Effect.sync(() => proxy.set({ resetProbability: 0.05 })), Effect.sync(proxy.restore)]
  ]
  for (let round = 1; round <= run.rounds(1, 1); round++) {
    for (const [name, begin, end] of run.short ? outages.slice(0, 2) : outages) {
      const fromMs = performance.now()
      yield* begin
      yield* Effect.sleep(phaseMs)
      const seenState = name === "resets" ? "degraded" : yield* cacheState
      const backMs = performance.now()
      yield* end
      yield* Effect.sleep(normalAfterMs)
      const normalMs = performance.now()
      yield* Effect.sleep(phaseMs)
      const away = between(load, fromMs, backMs)
      const after = between(load, normalMs, performance.now()).map(tookMs)
      const p99 = percentile(after, 99)
      const failed = load.answers.filter(({ atMs, status }) => atMs >= fromMs && status !== 200)
      run.check(
        `${name}: every answer is a success`,
        failed.length === 0 && away.length > 0,
        tally(failed.map(({ code, status }) => `${status} ${code}`)) || `${away.length} answers`
      )
      const slowest = percentile(away.map(tookMs), 100) ?? 0
      run.check(`${name}: slower, not down`, slowest <= answerMsMax, `${slowest.toFixed(0)} ms`)
      run.check(`${name}: health says so meanwhile`, seenState === "degraded", seenState)
      // The machine is shared: what counts is that the outage's timeouts are gone.
      run.check(
        `${name}: latency is normal 3 s after`,
        p99 !== null && p99 <= Math.max(3 * baseP99, baseP99 + 100),
        `p99 ${p99?.toFixed(1) ?? "-"} ms, ${baseP99.toFixed(1)} ms before`
      )
      run.check(`${name}: health says that it is back`, (yield* cacheState) === "ok", yield* cacheState)
      run.measure(`${name}: p99 meanwhile, ms`, percentile(away.map(tookMs), 99))
      run.measure(`${name}: p99 after, ms`, p99)
      yield* run.say(
        `${name}: ${away.length} answers meanwhile, slowest ${slowest.toFixed(0)} ms; p99 after ${p99?.toFixed(1) ?? "-"} ms`
      )
    }
  }
  yield* load.stop
  run.check("no request is cut off or hangs", load.cuts.length === 0, tally(load.cuts.map(({ reason }) => reason)))
  run.check("the gateway is the same process", gateway.isAlive(), "it ended")
  const audit = yield* auditDelivered(url, [...before, ...load.answers])
  checkAudit(run, "redis", audit)
  run.check("every charge has its answer", audit.undelivered.length === 0, `${audit.undelivered.length}`)
  run.measure("answers", tally(load.answers.map(({ status }) => status)))
})

export const gate: Gate = {
  name: "redis",
  proves: "Redis killed, black-holed and frozen under load: no failure, nothing free, latency normal again in seconds",
  run: runRedis
}
