import { CreditLedger, Database, Primary, periodOf } from "@storeglass/core"
import { Clock, Effect, Layer } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { auditDelivered, awaitSettled, checkAudit } from "./support/audit.ts"
import { makeAccounts } from "./support/database.ts"
import { type Gate, GateError, type GateRun } from "./support/gate.ts"
import { startGateway } from "./support/gatewayProcess.ts"
import { type Answer, percentile, startLoad, tally } from "./support/load.ts"
import { mixedAsks } from "./support/mixedAsks.ts"
import { chargedRoutes } from "./support/routes.ts"
import {
  cancelWaits,
  comeBack,
  countOf,
  kill,
  type Pair,
  promote,
  stall,
  startPair,
  synchronise
} from "./support/standby.ts"

const connections = 50
/** Answers again so long after the standby was promoted. */
const backMsMax = 10_000
const stallMs = 400
const isSuccess = ({ status }: Answer) => status >= 200 && status < 300
/** Requests that were answered with a success between two moments. */
const between = (answers: ReadonlyArray<Answer>, fromMs: number, toMs: number) =>
  answers.filter((answer) => isSuccess(answer) && answer.atMs > fromMs && answer.atMs < toMs).length

const startUnder = Effect.fnUntraced(function* (run: GateRun, label: string, pair: Pair) {
  const gateway = yield* startGateway({ databaseUrl: pair.url })
  const apiKeys = (yield* makeAccounts(pair.primaryUrl, 8)).map(({ apiKey }) => apiKey)
  const before: Array<Answer> = []
  const routes = yield* chargedRoutes(gateway, apiKeys[0] ?? "", 8, before)
  const next = mixedAsks(run.random.fork(label), apiKeys, routes, { label: label.replaceAll(" ", "-") })
  const load = (gapMs: number) => startLoad({ connections, port: () => gateway.port, next, gapMs, hungMs: 30_000 })
  return { gateway, before, load }
})

/** The primary's machine is lost under load while its standby lags; the standby takes over. */
const failover = Effect.fnUntraced(function* (run: GateRun, label: string, synchronous: boolean) {
  const pair = yield* startPair
  if (synchronous) yield* synchronise(pair)
  const { before, gateway, load: start } = yield* startUnder(run, label, pair)
  const load = yield* start(synchronous ? 5 : 2)
  yield* Effect.sleep(1_500)

  const stalledMs = performance.now()
  const goOn = yield* stall(pair)
  yield* Effect.sleep(stallMs / 2)
  let cancelled = 0
  const cancelledMs = performance.now()
  if (synchronous) {
    // Each is sent again and waits again; one that is taken for a success is lost with the primary.
    for (let times = 0; times < 4; times++) {
      cancelled += yield* cancelWaits(pair)
      yield* Effect.sleep(stallMs / 8)
    }
    run.check(`${label}: there were waits to cancel`, cancelled > 0, `${cancelled}`)
  } else yield* Effect.sleep(stallMs / 2)
  const killedMs = performance.now()
  yield* kill(pair)
  yield* goOn
  const promotedMs = yield* promote(pair)
  const upMs = performance.now()
  yield* Effect.sleep(run.short ? 3_000 : 5_000)

  // Two that both are no standby: what was promoted last is the primary, even where the other alone answers.
  yield* comeBack(pair)
  const there = yield* countOf(pair.primaryUrl, "core_credit_entries")
  const others = "pg_stat_activity WHERE application_name LIKE 'storeglass%' AND application_name <> 'storeglass-look'"
  let strangers = 0
  for (let times = 0; times < 10; times++) {
    if (times === 5) yield* Effect.orDie(pair.standby.stopImmediate)
    yield* Effect.sleep(200)
    strangers += yield* countOf(pair.primaryUrl, others)
  }
  yield* Effect.orDie(pair.standby.restart)
  const backAgainMs = performance.now()
  yield* Effect.sleep(2_500)
  strangers += yield* countOf(pair.primaryUrl, others)
  yield* load.stop
  run.check(`${label}: nothing connects to the old primary when it comes back`, strangers === 0, `${strangers}`)
  const written = (yield* countOf(pair.primaryUrl, "core_credit_entries")) - there
  run.check(`${label}: nothing is charged on the old primary`, written === 0, `${written} entries`)

  const first = load.answers.find((answer) => isSuccess(answer) && answer.sentMs >= upMs)
  const backMs = first === undefined ? null : first.atMs - upMs
  run.check(
    `${label}: answers again within 10 s of the promotion`,
    backMs !== null && backMs <= backMsMax,
    `${backMs?.toFixed(0) ?? "-"} ms`
  )
  run.check(
    `${label}: answers again when the new primary was restarted beside the old one`,
    load.answers.some((answer) => isSuccess(answer) && answer.sentMs >= backAgainMs),
    "none"
  )
  const strange = load.answers.filter(
    ({ code, status }) =>
      status >= 300 &&
      !(status === 503 && code === "SERVICE_UNAVAILABLE") &&
      !(status === 409 && code === "IDEMPOTENCY_IN_PROGRESS")
  )
  run.check(
    `${label}: what fails is 503 in the envelope`,
    strange.length === 0,
    tally(strange.map(({ ask, code, status }) => `${status} ${code} ${ask.path}`)) || "nothing else"
  )
  run.check(
    `${label}: the start warns of a standby that isn't synchronous, and of no other`,
    /standby b isn't synchronous/.test(gateway.stderr()) !== synchronous,
    "it's the other way round"
  )
  run.check(`${label}: the gateway is the same process`, gateway.isAlive(), "it ended")
  run.check(
    `${label}: no request is cut off or hangs`,
    load.cuts.length === 0,
    tally(load.cuts.map(({ kind, reason }) => `${kind} ${reason}`))
  )

  const answers = [...before, ...load.answers]
  if (synchronous) {
    const settled = yield* awaitSettled(pair.standbyUrl, answers)
    run.check(
      `${label}: no lost acknowledgement is left unsettled`,
      settled.open === 0,
      `${settled.open} charges without an answer after ${Math.round(settled.tookMs)} ms`
    )
  }
  const audit = yield* auditDelivered(pair.standbyUrl, answers)
  const lost = audit.free.length
  if (synchronous) {
    checkAudit(run, label, audit)
    run.check(
      `${label}: a wait that was cancelled is no acknowledgement`,
      between(load.answers, cancelledMs + 50, killedMs) === 0,
      `${between(load.answers, cancelledMs + 50, killedMs)} successes while no standby had them`
    )
  } else {
    // What this shows is that the gate would see a loss.
    run.check(`${label}: without synchrony what the standby hadn't got is lost`, lost > 0, `${lost} lost`)
    run.check(`${label}: no duplicate charge`, audit.duplicates.length === 0, `${audit.duplicates.length}`)
  }
  run.measure(`${label}: answers`, tally(load.answers.map(({ status }) => status)))
  run.measure(`${label}: lost`, lost)
  run.measure(`${label}: promoted in, ms`, promotedMs)
  run.measure(`${label}: back after the promotion, ms`, backMs)
  if (synchronous) run.measure(`${label}: waits cancelled`, cancelled)
  yield* run.say(
    `${label}: ${audit.delivered} answered, ${lost} lost, ${audit.duplicates.length} double, ${cancelled} waits cancelled, ` +
      `stalled ${Math.round(killedMs - stalledMs)} ms, promoted in ${Math.round(promotedMs)} ms, back after ${backMs?.toFixed(0) ?? "-"} ms`
  )
})

const measuredMs = 4_000

/** So many charges wait at a time, for so long. */
const charging = Effect.fnUntraced(function* (accountIds: ReadonlyArray<string>, waiting: number) {
  const ledger = yield* CreditLedger.CreditLedger
  const operationId = yield* ledger.operationId("gate")
  const period = periodOf(yield* Clock.currentTimeMillis)
  const tookMs: Array<number> = []
  const endMs = performance.now() + measuredMs
  yield* Effect.forEach(
    Array.from({ length: waiting }, (_, index) => accountIds[index % accountIds.length] ?? ""),
    Effect.fnUntraced(function* (accountId) {
      while (performance.now() < endMs) {
        const startedMs = performance.now()
        yield* ledger.settle({ id: uuidV7Unsafe(), accountId, bucket: 0, period, credits: 1, operationId })
        tookMs.push(performance.now() - startedMs)
      }
    }),
    { concurrency: "unbounded", discard: true }
  )
  return { perSecond: tookMs.length / (measuredMs / 1000), p50: percentile(tookMs, 50) ?? 0 }
})

/** What synchrony costs the ledger: the same charges on the same servers, with and without, in turns. */
const price = Effect.fnUntraced(function* (run: GateRun) {
  const pair = yield* startPair
  yield* startGateway({ databaseUrl: pair.url })
  const accountIds = (yield* makeAccounts(pair.primaryUrl, 64)).map(({ accountId }) => accountId)
  const measured = Effect.fnUntraced(function* (waiting: number) {
    yield* charging(accountIds, waiting)
    const found = { none: 0, remote_apply: 0 }
    const p50 = { none: 0, remote_apply: 0 }
    const turns = 3
    for (let turn = 0; turn < turns; turn++) {
      for (const level of ["none", "remote_apply"] as const) {
        yield* synchronise(pair, level)
        const { p50: middle, perSecond } = yield* charging(accountIds, waiting)
        found[level] += perSecond / turns
        p50[level] += middle / turns
      }
    }
    run.measure(
      `price: ${waiting} charges waiting, a second, none and remote_apply`,
      `${Math.round(found.none)}, ${Math.round(found.remote_apply)}`
    )
    run.measure(
      `price: ${waiting} charges waiting, p50, ms, none and remote_apply`,
      `${p50.none.toFixed(1)}, ${p50.remote_apply.toFixed(1)}`
    )
    run.measure(`price: ${waiting} charges waiting, share`, found.remote_apply / found.none)
  })
  yield* Effect.provide(Effect.andThen(measured(50), measured(400)), ledgerOf(pair)).pipe(
    Effect.mapError((error) => new GateError({ message: `the ledger: ${error.message}` }))
  )
})

const ledgerOf = ({ primaryUrl }: Pair) =>
  CreditLedger.layer().pipe(
    Layer.provide(Database.layer({ maxConnections: 6, applicationName: "gate" })),
    Layer.provide(Primary.layer(primaryUrl))
  )

export const gate: Gate = {
  name: "failover",
  proves:
    "the primary's machine lost under load, its standby promoted: with a synchronous one nothing confirmed is lost, double or free",
  run: Effect.fnUntraced(function* (run) {
    const rounds = run.rounds(3, 1)
    for (let round = 1; round <= rounds; round++) yield* Effect.scoped(failover(run, `synchronous ${round}`, true))
    yield* Effect.scoped(failover(run, "asynchronous", false))
    if (!run.short) yield* Effect.scoped(price(run))
  })
}
