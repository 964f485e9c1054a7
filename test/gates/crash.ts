import { Effect, type Redacted } from "effect"
import { auditDelivered, checkAudit, standingCharges } from "./support/audit.ts"
import { entriesOf, freshDatabase, idempotencyOf, makeAccounts, startPostgres } from "./support/database.ts"
import type { Gate, GateRun } from "./support/gate.ts"
import { type GatewayProcess, startGateway } from "./support/gatewayProcess.ts"
import { type Ask, askAll, type Load, startLoad, tally } from "./support/load.ts"
import { mixedAsks } from "./support/mixedAsks.ts"
import { chargedRoutes } from "./support/routes.ts"

const connections = 50
const accountsARound = 4
const loadMsMax = 10_000
interface Totals {
  delivered: number
  cut: number
  undelivered: number
  undeliveredMost: number
  retried: number
  chargedBefore: number
}

/** Load, kill -9 under it, and what was left behind. */
const crashOnce = Effect.fnUntraced(function* (
  run: GateRun,
  gateway: GatewayProcess,
  next: () => Ask,
  answersMin: number
) {
  return yield* Effect.scoped(
    Effect.gen(function* () {
      const load = yield* startLoad({ connections, port: () => gateway.port, next, reconnects: false })
      // By answers and not by time, or a slow machine would be killed while it warms up.
      const untilMs = performance.now() + loadMsMax
      while (load.answers.length < answersMin && performance.now() < untilMs) yield* Effect.sleep(1)
      const inFlight = load.waiting()
      yield* gateway.kill
      yield* load.done
      run.check("a kill leaves requests under way", inFlight > 0, `${inFlight}`)
      return load
    })
  )
})

/** Sends again, with their keys, the requests that got no answer; holds the charges before against those after. */
const retry = Effect.fnUntraced(function* (
  run: GateRun,
  url: Redacted.Redacted<string>,
  accountIds: ReadonlyArray<string>,
  gateway: GatewayProcess,
  load: Load,
  totals: Totals
) {
  const label = "a retry with its Idempotency-Key"
  const asks = [
    ...new Map(
      load.cuts.flatMap(({ ask }) => (ask.idempotencyKey === undefined ? [] : [[ask.idempotencyKey, ask]]))
    ).values()
  ]
  const before = standingCharges(yield* entriesOf(url, accountIds))
  const idOf = new Map((yield* idempotencyOf(url)).map(({ key, requestId }) => [key, requestId]))
  const retried = yield* askAll(gateway.port, asks)
  const after = standingCharges(yield* entriesOf(url, accountIds))
  const wrong = retried.answers.filter(({ status }) => status !== 200)
  run.check(
    `${label} is answered`,
    retried.answers.length === asks.length && wrong.length === 0,
    `${tally(retried.answers.map(({ status }) => status))} of ${asks.length}`
  )
  const moved = retried.answers.filter(({ ask, requestId }) => {
    const id = idOf.get(ask.idempotencyKey ?? "")
    return id !== undefined && id !== requestId
  })
  run.check(`${label} runs under the id of the first`, moved.length === 0, `${moved.length}`)
  const added = [...after.keys()].filter((id) => !before.has(id))
  const owed = new Set(retried.answers.flatMap(({ requestId }) => (before.has(requestId) ? [] : [requestId])))
  run.check(
    `${label} costs nothing when its first was charged, and else once`,
    added.length === owed.size && added.every((id) => owed.has(id)),
    `${added.length} charges for ${owed.size} uncharged`
  )
  totals.retried += asks.length
  totals.chargedBefore += retried.answers.filter(({ requestId }) => before.has(requestId)).length
  return retried.answers
})

const runCrash = Effect.fn("crash")(function* (run: GateRun) {
  const rounds = run.rounds(20, 3)
  const server = yield* startPostgres
  const url = yield* freshDatabase(server)
  const totals: Totals = { delivered: 0, cut: 0, undelivered: 0, undeliveredMost: 0, retried: 0, chargedBefore: 0 }
  let gateway = yield* startGateway({ databaseUrl: url })
  const timing = run.random.fork("timing")
  for (let round = 1; round <= rounds; round++) {
    const accounts = yield* makeAccounts(url, accountsARound)
    const accountIds = accounts.map(({ accountId }) => accountId)
    const routes = yield* chargedRoutes(gateway, (yield* makeAccounts(url, 1))[0]?.apiKey ?? "")
    const apiKeys = accounts.map(({ apiKey }) => apiKey)
    const next = mixedAsks(run.random.fork(`round ${round}`), apiKeys, routes, { label: `crash-${round}` })
    const load = yield* crashOnce(run, gateway, next, timing.int(50, 1_500))
    gateway = yield* startGateway({ databaseUrl: url })

    const audit = yield* auditDelivered(url, load.answers, accountIds)
    checkAudit(run, `round ${round}`, audit)
    run.check(
      `round ${round}: charges without an answer at most the requests under way`,
      audit.undelivered.length <= load.cuts.length && load.cuts.length <= connections,
      `${audit.undelivered.length} of ${load.cuts.length} under way`
    )
    const strange = load.answers.filter(({ status }) => status !== 200 && status !== 409)
    run.check(
      `round ${round}: every answer is a success`,
      strange.length === 0,
      tally(load.answers.map(({ status }) => status))
    )
    const again = yield* retry(run, url, accountIds, gateway, load, totals)
    checkAudit(
      run,
      `round ${round}, after the retries`,
      yield* auditDelivered(url, [...load.answers, ...again], accountIds)
    )
    totals.delivered += audit.delivered
    totals.cut += load.cuts.length
    totals.undelivered += audit.undelivered.length
    totals.undeliveredMost = Math.max(totals.undeliveredMost, audit.undelivered.length)
    yield* run.say(
      `round ${round}/${rounds}: ${audit.delivered} delivered, ${audit.charges} charges, ${load.cuts.length} under way, ` +
        `${audit.undelivered.length} of them charged; back in ${Math.round(gateway.bootMs)} ms`
    )
  }
  run.measure("kills", rounds)
  run.measure("answers delivered", totals.delivered)
  run.measure("requests under way when killed", totals.cut)
  run.measure("charged and not delivered", totals.undelivered)
  run.measure("charged and not delivered, most in a kill", totals.undeliveredMost)
  run.measure("retried with their key", totals.retried)
  run.measure("retried that had been charged", totals.chargedBefore)
})

export const gate: Gate = {
  name: "crash",
  proves: "kill -9 under 50 connections: no answer without its entry, no double charge, and a retry costs nothing more",
  run: runCrash
}
