import { join } from "node:path"
import { Effect, type Redacted } from "effect"
import { auditDelivered, checkAudit } from "./support/audit.ts"
import { freshDatabase, type GateAccount, makeAccounts, startPostgres } from "./support/database.ts"
import { type Gate, GateError, type GateRun } from "./support/gate.ts"
import { type GatewayProcess, startGateway } from "./support/gatewayProcess.ts"
import { type Answer, type Ask, askAll, tally } from "./support/load.ts"

const plugin = join(import.meta.dirname, "plugin")
const runPath = "/v1/gate/runs"
const runMs = 300
const finalMsMax = 30_000

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

const runRepeats = Effect.fn("repeats")(function* (run: GateRun) {
  const server = yield* startPostgres
  const url = yield* freshDatabase(server)
  const options = { databaseUrl: url, plugins: [], config: { plugins: { gate: { package: plugin, runMs } } } }
  const [one, other] = [yield* startGateway(options), yield* startGateway(options)]
  yield* tenants(run, url, [one, other])
  run.check("the nodes are the same processes", one.isAlive() && other.isAlive(), "one ended")
})

export const gate: Gate = {
  name: "repeats",
  proves:
    "an Idempotency-Key belongs to its account and its request, and gives one answer and one charge on every node",
  run: runRepeats
}
