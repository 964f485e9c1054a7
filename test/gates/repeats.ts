import { join } from "node:path"
import { Effect, Fiber, type Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { auditDelivered, checkAudit, standingCharges } from "./support/audit.ts"
import {
  entriesOf,
  execute,
  freshDatabase,
  type GateAccount,
  makeAccounts,
  onDatabase,
  startPostgres
} from "./support/database.ts"
import { databaseProxy, type FaultProxy } from "./support/faultProxy.ts"
import { type Gate, GateError, type GateRun } from "./support/gate.ts"
import { type GatewayProcess, startGateway } from "./support/gatewayProcess.ts"
import { type Answer, type Ask, askAll, tally } from "./support/load.ts"

const plugin = join(import.meta.dirname, "plugin")
const runPath = "/v1/gate/runs"
const runCost = 3
/** How long a run takes: long enough for a reset in its middle, and for the repeat of it elsewhere. */
const runMs = 1_500
const finalMsMax = 30_000
const isSuccess = ({ status }: Pick<Answer, "status">) => status >= 200 && status < 300

/** An answer with its body. */
interface Told {
  readonly answer: Answer
  readonly body: string
}

const ask = Effect.fnUntraced(function* (gateway: GatewayProcess, asks: ReadonlyArray<Ask>) {
  const told: Array<Told> = []
  const { cuts } = yield* askAll(gateway.port, asks, {
    hungMs: finalMsMax,
    onAnswer: (answer, wire) => told.push({ answer, body: wire.body.toString("utf8") })
  })
  if (cuts.length > 0) return yield* new GateError({ message: `requests were cut off: ${cuts[0]?.reason}` })
  return told
})

const countOf = (told: ReadonlyArray<Told>) =>
  tally(told.map(({ answer: { code, status } }) => `${status} ${code ?? ""}`))

/** One key, used by two accounts, with one body and with two: each has its own run, its own answer and its own charge. */
const tenants = Effect.fnUntraced(function* (
  run: GateRun,
  url: Redacted.Redacted<string>,
  nodes: readonly [GatewayProcess, GatewayProcess]
) {
  const pairs = run.rounds(20, 4)
  const accounts = yield* makeAccounts(url, pairs * 2)
  const all: Array<Told> = []
  for (let pair = 0; pair < pairs; pair++) {
    const [one, other] = accounts.slice(pair * 2, pair * 2 + 2)
    if (one === undefined || other === undefined) return yield* new GateError({ message: "no accounts" })
    const isSame = pair % 2 === 0
    const label = `one key of two accounts, ${isSame ? "one body" : "two bodies"}`
    const asked = ({ apiKey }: GateAccount, name: string): Ask => ({
      path: runPath,
      apiKey,
      idempotencyKey: `pair-${pair}`,
      body: JSON.stringify({ key: `pair-${pair}-${isSame ? "both" : name}`, once: false })
    })
    // At once, and again on the other node.
    const firsts = yield* Effect.all(
      [ask(nodes[0], [asked(one, "one")]), ask(nodes[pair % 2 === 0 ? 1 : 0], [asked(other, "other")])],
      { concurrency: "unbounded" }
    )
    const seconds = [...(yield* ask(nodes[1], [asked(one, "one")])), ...(yield* ask(nodes[0], [asked(other, "other")]))]
    const [mine, theirs] = firsts.flat()
    all.push(...firsts.flat(), ...seconds)
    run.check(
      `${label}: both run`,
      firsts.flat().every(({ answer }) => answer.status === 200 && !answer.replayed),
      countOf(firsts.flat())
    )
    run.check(`${label}: neither sees the other's answer`, mine?.body !== theirs?.body, mine?.body)
    run.check(
      `${label}: a repeat gives each its own again`,
      seconds.every(({ answer, body }, index) => answer.replayed && body === [mine, theirs][index]?.body),
      countOf(seconds)
    )
    const changed = { ...asked(one, "one"), body: JSON.stringify({ key: `pair-${pair}-changed`, once: false }) }
    const reused = yield* ask(pair % 2 === 0 ? nodes[0] : nodes[1], [changed])
    all.push(...reused)
    run.check(
      "a key that is used with another request is refused",
      reused.every(({ answer }) => answer.code === "IDEMPOTENCY_KEY_REUSED"),
      countOf(reused)
    )
  }
  const audit = yield* auditDelivered(
    url,
    all.map(({ answer }) => answer),
    accounts.map(({ accountId }) => accountId)
  )
  checkAudit(run, "keys of two accounts", audit)
  run.check(
    "keys of two accounts: each account pays for its own run, once",
    audit.charges === accounts.length && audit.undelivered.length === 0,
    `${audit.charges} charges of ${accounts.length} accounts, ${audit.undelivered.length} without an answer`
  )
  yield* run.say(`${pairs} keys of two accounts each: ${countOf(all)}`)
})

interface Node {
  readonly gateway: GatewayProcess
  readonly proxy: FaultProxy
}

/** Sends a request again and again until it has an answer that is not of the moment. */
const untilFinal = Effect.fnUntraced(function* (gateway: GatewayProcess, request: Ask) {
  const untilMs = performance.now() + finalMsMax
  for (;;) {
    const [told] = yield* ask(gateway, [request])
    if (told === undefined) return yield* new GateError({ message: "no answer" })
    const isOfTheMoment = told.answer.status === 409 || told.answer.status === 503
    if (!isOfTheMoment || performance.now() > untilMs) return told
    yield* Effect.sleep(100)
  }
})

const BegunRows = Schema.Array(Schema.Struct({ key: Schema.String }))
/** Every run that was begun. */
const begun = (url: Redacted.Redacted<string>) =>
  onDatabase(
    url,
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.flatMap(sql`SELECT key FROM gate_begun`, Schema.decodeUnknownEffect(BegunRows))
    )
  )

/**
 * A live node loses its database connections in the middle of a keyed request, which is sent again elsewhere: whoever
 * runs it, one answer is given to all, and it is paid once if it is a success and else not at all.
 */
const resets = Effect.fnUntraced(function* (run: GateRun, url: Redacted.Redacted<string>, first: Node, other: Node) {
  const rounds = run.rounds(12, 4)
  let twice = 0
  let lost = 0
  for (let round = 1; round <= rounds; round++) {
    const terminates = round % 2 === 0
    const label = `reset ${round}, ${terminates ? "by the server" : "on the way"}`
    const accounts = yield* makeAccounts(url, 6)
    const requests = accounts.map(
      ({ apiKey }, index): Ask => ({
        path: runPath,
        apiKey,
        idempotencyKey: `reset-${round}`,
        // Of every other one a second run ends otherwise than the first.
        body: JSON.stringify({ key: `reset-${round}-${index}`, once: index % 2 === 1 })
      })
    )
    const before = (yield* begun(url)).length
    const load = yield* Effect.forkChild(ask(first.gateway, requests))
    const untilMs = performance.now() + 10_000
    while ((yield* begun(url)).length < before + requests.length && performance.now() < untilMs) yield* Effect.sleep(20)
    yield* Effect.sleep(run.random.int(0, 400))
    if (terminates) {
      const pids = first.proxy.backends()
      if (pids.length === 0) return yield* new GateError({ message: "no backend of a node is known" })
      yield* execute(url, `SELECT pg_terminate_backend(pid) FROM unnest(ARRAY[${pids.join(",")}]) AS pid`)
    } else first.proxy.reset()
    const repeated = yield* Effect.forEach(requests, (request) => untilFinal(other.gateway, request), {
      concurrency: "unbounded"
    })
    const firsts = yield* Fiber.join(load)
    const again = yield* Effect.forEach(requests, (request) => untilFinal(first.gateway, request), {
      concurrency: "unbounded"
    })
    const runs = (yield* begun(url)).filter(({ key }) => key.startsWith(`reset-${round}-`)).length
    run.check(
      `${label}: a live node's run is not taken over`,
      runs === requests.length,
      `${runs} runs of ${requests.length}`
    )
    for (const [index, account] of accounts.entries()) {
      const told = [...firsts, ...repeated, ...again].filter(({ answer }) => answer.ask.apiKey === account.apiKey)
      const final = told.filter(({ answer: { status } }) => status !== 409 && status !== 503)
      const bodies = new Set(
        final.map(({ answer: { status }, body }) => `${status} ${isSuccess({ status }) ? body : ""}`)
      )
      run.check(`${label}: one key has one answer`, bodies.size === 1, [...bodies].join(" and "))
      const entries = standingCharges(yield* entriesOf(url, [account.accountId]))
      const paid = [...entries.values()].reduce((sum, { credits }) => sum + credits, 0)
      const owed = final.some(({ answer }) => isSuccess(answer)) ? runCost : 0
      run.check(
        `${label}: a success is paid once, and nothing else`,
        paid === owed,
        `${paid} paid, ${owed} owed, request ${index}`
      )
      const strange = told.filter(({ answer: { status } }) => ![200, 404, 409, 503].includes(status))
      run.check(`${label}: what is not final is told so`, strange.length === 0, countOf(strange))
      if (bodies.size > 1) twice += 1
    }
    lost += firsts.filter(({ answer }) => !isSuccess(answer)).length
    yield* run.say(
      `${label}: ${countOf(firsts)} where it began, ${countOf(repeated)} elsewhere, ${countOf(again)} again`
    )
  }
  run.measure("resets of a live node", rounds)
  run.measure("keys with two answers", twice)
  run.measure("first runs that were given up", lost)
})

const runRepeats = Effect.fn("repeats")(function* (run: GateRun) {
  const server = yield* startPostgres
  const url = yield* freshDatabase(server)
  const start = Effect.fnUntraced(function* (name: string) {
    const { proxy, url: through } = yield* databaseProxy(url, run.random.fork(name))
    const gateway = yield* startGateway({
      databaseUrl: through,
      plugins: [],
      config: { plugins: { gate: { package: plugin, runMs } } }
    })
    const node: Node = { gateway, proxy }
    return node
  })
  const [one, other] = [yield* start("one"), yield* start("other")]
  yield* tenants(run, url, [one.gateway, other.gateway])
  yield* resets(run, url, one, other)
  run.check("the nodes are the same processes", one.gateway.isAlive() && other.gateway.isAlive(), "one ended")
})

export const gate: Gate = {
  name: "repeats",
  proves:
    "an Idempotency-Key belongs to its account, and gives one answer and one charge, though its node loses the database",
  run: runRepeats
}
