import { Effect, type Redacted } from "effect"
import { auditDelivered, awaitSettled, checkAudit } from "./support/audit.ts"
import { freshDatabase, makeAccounts, startPostgres, unflushed } from "./support/database.ts"
import { databaseProxy, type Faults } from "./support/faultProxy.ts"
import type { Gate, GateRun } from "./support/gate.ts"
import { type GatewayProcess, startGateway } from "./support/gatewayProcess.ts"
import { type Answer, type Ask, askAll, type Load, percentile, startLoad, tally } from "./support/load.ts"
import { mixedAsks } from "./support/mixedAsks.ts"
import { chargedRoutes } from "./support/routes.ts"

const connections = 50
/** Back so long after the database is. */
const backMsMax = 2_000
/** No request waits longer than the patiences on its way: of its keys, its idempotency record and its charge. */
const answerMsMax = 12_000
const isSuccess = ({ status }: Answer) => status >= 200 && status < 300

/** Between an outage's end and the first success after it; null when there was none. */
const backMsOf = (load: Load, backMs: number) => {
  const first = load.answers.find((answer) => isSuccess(answer) && answer.sentMs >= backMs)
  return first === undefined ? null : first.atMs - backMs
}

/** What an outage looked like from outside, once it is over. */
const checkOutage = (run: GateRun, label: string, load: Load, fromMs: number, backMs: number) => {
  const seen = load.answers.filter(({ atMs }) => atMs >= fromMs)
  const failures = seen.filter((answer) => !isSuccess(answer))
  const strange = failures.filter(
    ({ code, status }) =>
      !(status === 503 && code === "SERVICE_UNAVAILABLE") && !(status === 409 && code === "IDEMPOTENCY_IN_PROGRESS")
  )
  run.check(
    `${label}: what fails is 503 in the envelope`,
    strange.length === 0,
    tally(strange.map(({ ask, code, status }) => `${status} ${code} ${ask.path}`)) || "nothing else"
  )
  const late = failures.filter(({ sentMs, status }) => status === 503 && sentMs > backMs + backMsMax)
  const firstMs = backMsOf(load, backMs)
  run.check(
    `${label}: back within 2 s of the database`,
    firstMs !== null && firstMs <= backMsMax && late.length === 0,
    `first success after ${firstMs?.toFixed(0) ?? "-"} ms, ${late.length} failures of requests sent later than 2 s`
  )
  return { seen, failures, firstMs }
}

/** The end of a part: everything settled, nothing free, and what failed under a key is answered when sent again. */
const checkEnd = Effect.fnUntraced(function* (
  run: GateRun,
  label: string,
  url: Redacted.Redacted<string>,
  gateway: GatewayProcess,
  load: Load,
  before: ReadonlyArray<Answer>
) {
  const all = [...before, ...load.answers]
  const settled = yield* awaitSettled(url, all)
  run.check(
    `${label}: no lost acknowledgement is left unsettled`,
    settled.open === 0,
    `${settled.open} charges without an answer after ${Math.round(settled.tookMs)} ms`
  )
  run.check(
    `${label}: no request is cut off or hangs`,
    load.cuts.length === 0,
    tally(load.cuts.map(({ kind, reason }) => `${kind} ${reason}`))
  )
  const slowest = percentile(
    load.answers.map(({ atMs, sentMs }) => atMs - sentMs),
    100
  )
  run.check(`${label}: every answer within 12 s`, (slowest ?? 0) <= answerMsMax, `${slowest?.toFixed(0)} ms`)
  run.check(`${label}: the gateway is the same process`, gateway.isAlive(), "it ended")
  const answered = new Set(load.answers.filter(isSuccess).map(({ ask }) => ask.idempotencyKey))
  const unanswered = new Map<string, Ask>()
  for (const { ask } of load.answers) {
    if (ask.idempotencyKey !== undefined && !answered.has(ask.idempotencyKey)) unanswered.set(ask.idempotencyKey, ask)
  }
  const again = yield* askAll(gateway.port, [...unanswered.values()])
  run.check(
    `${label}: what failed under a key is answered when sent again`,
    again.answers.length === unanswered.size && again.answers.every(isSuccess),
    `${tally(again.answers.map(({ status }) => status))} of ${unanswered.size}`
  )
  const answers = [...all, ...again.answers]
  const audit = yield* auditDelivered(url, answers)
  checkAudit(run, label, audit)
  run.check(`${label}: every charge has its answer`, audit.undelivered.length === 0, `${audit.undelivered.length}`)
  run.measure(`${label}: answers`, tally(load.answers.map(({ status }) => status)))
  run.measure(`${label}: slowest answer, ms`, slowest)
  run.measure(`${label}: settled after, ms`, settled.tookMs)
})

interface Part {
  readonly url: Redacted.Redacted<string>
  readonly gateway: GatewayProcess
  readonly load: Load
  /** What was asked before the load. */
  readonly before: ReadonlyArray<Answer>
}

const startPart = Effect.fnUntraced(function* (
  run: GateRun,
  label: string,
  url: Redacted.Redacted<string>,
  through: Redacted.Redacted<string>
) {
  const gateway = yield* startGateway({ databaseUrl: through })
  const accounts = yield* makeAccounts(url, 8)
  const apiKeys = accounts.map(({ apiKey }) => apiKey)
  const before: Array<Answer> = []
  const routes = yield* chargedRoutes(gateway, apiKeys[0] ?? "", 8, before)
  const next = mixedAsks(run.random.fork(label), apiKeys, routes, { label })
  const load = yield* startLoad({ connections, port: () => gateway.port, next, gapMs: 5, hungMs: 30_000 })
  const part: Part = { url, gateway, load, before }
  return part
})

/** PostgreSQL stopped as by a crash, and started again. */
const stops = Effect.fnUntraced(function* (run: GateRun) {
  const label = "stops"
  const rounds = run.rounds(4, 1)
  const server = yield* startPostgres
  const url = yield* freshDatabase(server)
  yield* unflushed(url)
  const part = yield* startPart(run, label, url, url)
  const timing = run.random.fork("timing")
  const backs: Array<number> = []
  for (let round = 1; round <= rounds; round++) {
    yield* Effect.sleep(1_000)
    const fromMs = performance.now()
    yield* Effect.orDie(server.stopImmediate)
    yield* Effect.sleep(timing.int(200, 2_000))
    yield* Effect.orDie(server.restart)
    const backMs = performance.now()
    yield* Effect.sleep(3_500)
    const { failures, firstMs } = checkOutage(run, `stop ${round}`, part.load, fromMs, backMs)
    if (firstMs !== null) backs.push(firstMs)
    yield* run.say(
      `stop ${round}/${rounds}: away ${Math.round(backMs - fromMs)} ms, ${failures.length} answers of 503, back ${firstMs?.toFixed(0) ?? "-"} ms after the database`
    )
  }
  yield* part.load.stop
  yield* checkEnd(run, label, url, part.gateway, part.load, part.before)
  run.measure("stops: back after the database, ms, most", percentile(backs, 100))
})

/** What goes wrong on the way to PostgreSQL, and for how long. */
const faultsOf = (run: GateRun): ReadonlyArray<readonly [name: string, faults: Faults, ms: number]> => {
  const random = run.random.fork("faults")
  const all = [
    ["latency of 40 ms", { latencyMs: 40 }, 2_000],
    ["resets", { resetProbability: 0.01 }, 3_000],
    ["cut after some bytes", { cutAfterBytes: random.int(500, 8_000) }, 2_000],
    ["cut after more bytes", { cutAfterBytes: random.int(8_000, 60_000) }, 2_000],
    ["black hole", { blackHole: true }, 1_500],
    ["long black hole", { blackHole: true }, 5_000],
    ["down", { down: true }, 1_500]
  ] as const
  // The long one outlasts the patience of a charge: what was sent and not confirmed must be given back.
  return run.short ? [all[1], all[2], all[5]] : all
}

const connectionFaults = Effect.fnUntraced(function* (run: GateRun) {
  const label = "connections"
  const server = yield* startPostgres
  const url = yield* freshDatabase(server)
  const { proxy, url: through } = yield* databaseProxy(url, run.random.fork("proxy"))
  const part = yield* startPart(run, label, url, through)
  for (const [name, faults, ms] of faultsOf(run)) {
    yield* Effect.sleep(800)
    const fromMs = performance.now()
    proxy.set(faults)
    yield* Effect.sleep(ms)
    proxy.restore()
    const backMs = performance.now()
    yield* Effect.sleep(3_500)
    const { failures, firstMs, seen } = checkOutage(run, name, part.load, fromMs, backMs)
    if (firstMs !== null) run.measure(`${name}: back after, ms`, firstMs)
    yield* run.say(
      `${name}: ${seen.length - failures.length} answered, ${tally(failures.map(({ status }) => status)) || "none failed"}, back after ${firstMs?.toFixed(0) ?? "-"} ms`
    )
  }
  yield* part.load.stop
  yield* checkEnd(run, label, url, part.gateway, part.load, part.before)
  run.measure("connections broken", proxy.broken())
})

export const gate: Gate = {
  name: "database",
  proves:
    "PostgreSQL stopped and its connections broken under load: 503 meanwhile, nothing free, all settled, back in 2 s",
  run: (run) => Effect.andThen(Effect.scoped(stops(run)), Effect.scoped(connectionFaults(run)))
}
