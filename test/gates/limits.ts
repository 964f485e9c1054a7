import { spawn } from "node:child_process"
import { constants, setPriority } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { auditDelivered, awaitSettled, checkAudit, standingCharges } from "./support/audit.ts"
import { addKey, entriesOf, freshDatabase, makeAccounts, startPostgres } from "./support/database.ts"
import { type Gate, GateError, type GateRun } from "./support/gate.ts"
import { endChild, type GatewayProcess, startGateway } from "./support/gatewayProcess.ts"
import { type Answer, type Ask, askAll, headerOf, percentile, startLoad, tally } from "./support/load.ts"
import { findProgram, startRedis } from "./support/redis.ts"

const plugin = join(import.meta.dirname, "plugin")
const itemsPath = "/v1/gate/items"
const rate = { perSecond: 10, burst: 100 } as const
/** Of an account's rate, for one of its keys. */
const keyShare = 0.8
const secondMs = 1_000
/** Each node tells the others of a twentieth of a burst at a time, and answers what is under way meanwhile. */
const nodesSlack = 0.4
const shareMax = 2
/** What is faster than this is as fast as this: below, it is the machine that is measured. */
const aloneMsMin = 5

interface Refused {
  readonly answer: Answer
  readonly retryAfter: string | undefined
}

/** Sends many and gives the answers, with `Retry-After` of those that were refused for their number. */
const press = Effect.fnUntraced(function* (
  ports: ReadonlyArray<number>,
  asks: ReadonlyArray<Ask>,
  connections: number
) {
  const startedMs = performance.now()
  const refused: Array<Refused> = []
  const { answers, cuts } = yield* askAll(0, asks, {
    connections,
    port: (connection) => ports[connection % ports.length],
    onAnswer: (answer, wire) => {
      if (answer.status === 429) refused.push({ answer, retryAfter: headerOf(wire, "retry-after") })
    }
  })
  if (cuts.length > 0) return yield* new GateError({ message: `requests were cut off: ${cuts[0]?.reason}` })
  return { answers, refused, seconds: (performance.now() - startedMs) / secondMs }
})

/** What a rate lets pass in so many seconds. */
const allowedIn = (seconds: number) => rate.burst + rate.perSecond * seconds
const keyBurst = rate.burst * keyShare

const checkRefusals = (run: GateRun, what: string, refused: ReadonlyArray<Refused>) => {
  run.check(`${what}: some are refused for their number`, refused.length > 0, `${refused.length}`)
  const wrong = refused.filter(
    ({ answer: { code }, retryAfter }) =>
      code !== "TOO_MANY_REQUESTS" || retryAfter === undefined || !/^\d+$/.test(retryAfter) || Number(retryAfter) < 1
  )
  run.check(
    `${what}: 429 has a code that is not the month's end, and says when to come again`,
    wrong.length === 0,
    tally(wrong.map(({ answer: { code }, retryAfter }) => `${code} after ${retryAfter}`))
  )
  // A minute at most: it is no month.
  const longest = Math.max(0, ...refused.map(({ retryAfter }) => Number(retryAfter)))
  run.check(`${what}: it may come again soon`, longest <= 60, `${longest} s`)
}

/** A bucket's worth and no more, whatever the requests cost; what is refused is not charged. */
const rates = Effect.fnUntraced(function* (run: GateRun, redisUrl: string | undefined) {
  const server = yield* startPostgres
  const url = yield* freshDatabase(server)
  const options = {
    databaseUrl: url,
    redisUrl,
    plugins: [],
    config: {
      limits: { address: rate, accounts: { large: rate } },
      plugins: { gate: { package: plugin } }
    }
  }
  const nodes = yield* Effect.all([startGateway(options), startGateway(options)], { concurrency: "unbounded" })
  const [one, other] = nodes
  const [single, spread, poor, customer] = yield* makeAccounts(url, 4)
  if (single === undefined || spread === undefined || poor === undefined || customer === undefined) {
    return yield* new GateError({ message: "no accounts" })
  }
  const many = (count: number, ask: Ask) => Array.from({ length: count }, () => ask)
  const offered = rate.burst * 3
  const all: Array<Answer> = []

  const alone = yield* press([one.port], many(offered, { path: itemsPath, apiKey: single.apiKey }), 20)
  all.push(...alone.answers)
  const passed = alone.answers.filter(({ status }) => status === 200).length
  run.check(
    "a key has its burst and its rate, and no more",
    passed >= keyBurst && passed <= allowedIn(alone.seconds) * keyShare + 1,
    `${passed} of ${offered} in ${alone.seconds.toFixed(1)} s`
  )
  checkRefusals(run, "a key", alone.refused)
  const leftOver = rate.burst - keyBurst
  const otherKey = yield* addKey(url, single.accountId)
  const besideIt = yield* press([one.port], many(offered, { path: itemsPath, apiKey: otherKey }), 20)
  all.push(...besideIt.answers)
  const passedBeside = besideIt.answers.filter(({ status }) => status === 200).length
  run.check(
    "an account's other keys have what one of them may not take, and no more",
    passedBeside >= leftOver && passed + passedBeside <= allowedIn(alone.seconds + besideIt.seconds) + 1,
    `${passedBeside} of ${offered} after ${passed}`
  )
  checkRefusals(run, "an account", besideIt.refused)
  const wait = Math.max(...alone.refused.map(({ retryAfter }) => Number(retryAfter)), 1)
  yield* Effect.sleep(Math.min(wait, 10) * secondMs)
  const again = yield* press([one.port], [{ path: itemsPath, apiKey: single.apiKey }], 1)
  all.push(...again.answers)
  run.check(
    "after Retry-After it is served",
    again.answers[0]?.status === 200,
    tally(again.answers.map(({ status }) => status))
  )

  // Requests that cost nothing count too.
  const refusals = yield* press([one.port], many(offered, { path: `${itemsPath}?no=such`, apiKey: poor.apiKey }), 20)
  all.push(...refusals.answers)
  checkRefusals(run, "refused requests", refusals.refused)

  if (redisUrl !== undefined) {
    const both = yield* press([one.port, other.port], many(offered, { path: itemsPath, apiKey: spread.apiKey }), 20)
    all.push(...both.answers)
    const granted = both.answers.filter(({ status }) => status === 200).length
    run.check(
      "a key has one rate over all nodes",
      granted >= keyBurst * (1 - nodesSlack) &&
        granted <= (allowedIn(both.seconds) + rate.burst * nodesSlack) * keyShare,
      `${granted} of ${offered} in ${both.seconds.toFixed(1)} s`
    )
    checkRefusals(run, "an account on two nodes", both.refused)
  } else run.measure("rates over nodes, with Redis", null)

  // A customer that was here before is served beside whoever tries keys from the same address.
  const known = yield* press([one.port], [{ path: itemsPath, apiKey: customer.apiKey }], 1)
  const guesses = Array.from({ length: offered }, (_, index) => ({ path: itemsPath, apiKey: `sg_live_guess${index}` }))
  const guessed = yield* press([one.port], guesses, 20)
  const taken = guessed.answers.filter(({ status }) => status === 401).length
  run.check(
    "failed authentication from an address has its rate, and no more",
    taken <= allowedIn(guessed.seconds) + 1 && taken + guessed.refused.length === offered,
    `${tally(guessed.answers.map(({ code, status }) => `${status} ${code}`))} in ${guessed.seconds.toFixed(1)} s`
  )
  checkRefusals(run, "failed authentication", guessed.refused)
  const beside = yield* press([one.port], many(20, { path: itemsPath, apiKey: customer.apiKey }), 4)
  run.check(
    "a customer at the address of whoever tries keys is served",
    beside.answers.every(({ status }) => status === 200),
    tally(beside.answers.map(({ code, status }) => `${status} ${code}`))
  )
  all.push(...known.answers, ...beside.answers)

  yield* awaitSettled(url, all)
  checkAudit(run, "rates", yield* auditDelivered(url, all))
  const unpaid = standingCharges(yield* entriesOf(url, [poor.accountId])).size
  run.check("what is refused for its number costs nothing", unpaid === 0, `${unpaid} charges`)
  run.measure("of a key, passed", passed)
  yield* run.say(`${passed} of ${offered} of a key passed, ${taken} of ${offered} guesses`)
}, Effect.scoped)

interface Round {
  readonly aloneMs: number
  readonly besideMs: number
  readonly ratio: number
}

/** What one customer waits, alone and beside another that does its worst. */
const fairness = Effect.fnUntraced(function* (run: GateRun) {
  const server = yield* startPostgres
  const url = yield* freshDatabase(server)
  const gateway: GatewayProcess = yield* startGateway({
    databaseUrl: url,
    plugins: ["mcp"],
    // As an operator sets them on a small machine.
    config: {
      server: { requestsMax: 200, requestsPerAccountMax: 20 },
      limits: { address: { perSecond: 20, burst: 50 }, accounts: { indie: { perSecond: 20, burst: 50 } } },
      plugins: { gate: { package: plugin } }
    }
  })
  const [customer] = yield* makeAccounts(url, 1)
  const [offender] = yield* makeAccounts(url, 1, { plan: "indie" })
  if (customer === undefined || offender === undefined) return yield* new GateError({ message: "no accounts" })
  const load = yield* startLoad({
    connections: 4,
    gapMs: 10,
    port: () => gateway.port,
    next: () => ({ path: itemsPath, apiKey: customer.apiKey })
  })
  const phaseMs = run.short ? 3_000 : 8_000
  const p99 = Effect.fnUntraced(function* () {
    const fromMs = performance.now()
    yield* Effect.sleep(phaseMs)
    const seen = load.answers.filter(({ sentMs }) => sentMs >= fromMs)
    return percentile(
      seen.map(({ atMs, sentMs }) => atMs - sentMs),
      99
    )
  })
  yield* Effect.sleep(2_000)
  const rounds: Array<Round> = []
  const most = run.rounds(8, 6)
  for (let round = 1; round <= most; round++) {
    const aloneMs = Math.max((yield* p99()) ?? 0, aloneMsMin)
    const besideMs =
      (yield* Effect.scoped(
        Effect.gen(function* () {
          yield* Effect.acquireRelease(
            Effect.sync(() => {
              const child = spawn(
                process.execPath,
                [join(import.meta.dirname, "limitsOffender.ts"), String(gateway.port), offender.apiKey],
                { stdio: "ignore" }
              ).on("error", () => {})
              // Whoever floods has a machine of its own: here it takes what processor time the gateway leaves.
              if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
              return child
            }),
            (child) => endChild(child, "SIGKILL")
          )
          // Its burst is part of its worst, but its start is not.
          yield* Effect.sleep(500)
          return yield* p99()
        })
      )) ?? Number.POSITIVE_INFINITY
    rounds.push({ aloneMs, besideMs, ratio: besideMs / aloneMs })
    yield* run.say(`round ${round}: p99 ${aloneMs.toFixed(1)} ms alone, ${besideMs.toFixed(1)} ms beside the other`)
    if (besideMs <= shareMax * aloneMs) break
    yield* Effect.sleep(500)
  }
  yield* load.stop
  // The machine is shared too: the best of the rounds is what the gateway can be held to.
  const best = Math.min(...rounds.map(({ ratio }) => ratio))
  run.check(
    "one customer at its worst leaves another's p99 within twice of alone",
    best <= shareMax,
    rounds.map(({ aloneMs, besideMs }) => `${besideMs.toFixed(1)} of ${aloneMs.toFixed(1)} ms`).join(", ")
  )
  const failed = load.answers.filter(({ status }) => status !== 200)
  run.check(
    "one customer at its worst makes no request of another fail",
    failed.length === 0 && load.cuts.length === 0,
    `${tally(failed.map(({ code, status }) => `${status} ${code}`))}, ${load.cuts.length} cut`
  )
  run.measure("p99 beside another at its worst, of alone", best)
  run.measure("answers", load.answers.length)
  checkAudit(run, "beside another", yield* auditDelivered(url, load.answers, [customer.accountId]))
}, Effect.scoped)

const runLimits = Effect.fn("limits")(function* (run: GateRun) {
  // Without Redis each node counts for itself, and the rest holds as well.
  const redis = findProgram("redis-server") === undefined ? undefined : yield* startRedis
  yield* rates(run, redis?.path)
  yield* fairness(run)
})

export const gate: Gate = {
  name: "limits",
  proves:
    "rates answer 429 with their own code, over all nodes, and one customer at its worst slows another down little",
  run: runLimits
}
