import { periodEndMs, periodOf } from "@storeglass/core"
import { Effect, type Redacted } from "effect"
import { auditDelivered, awaitSettled, checkAudit, standingCharges } from "./support/audit.ts"
import {
  entriesOf,
  freshDatabase,
  type GateAccount,
  makeAccounts,
  revokeUnheard,
  startPostgres
} from "./support/database.ts"
import { awaitFakeTime, type FakeTime, fakeTime } from "./support/fakeTime.ts"
import { databaseProxy, type FaultProxy } from "./support/faultProxy.ts"
import type { Gate, GateRun } from "./support/gate.ts"
import { type GatewayProcess, runCli, startGateway } from "./support/gatewayProcess.ts"
import { type Answer, type Ask, askAll, headerOf, startLoad, tally } from "./support/load.ts"
import { type ChargedRoutes, chargedRoutes } from "./support/routes.ts"

interface Boundary {
  readonly name: string
  /** The midnight that the load goes through, in UTC. */
  readonly at: string
}

const boundaries: ReadonlyArray<Boundary> = [
  { name: "a month's end", at: "2026-12-01T00:00:00Z" },
  { name: "a year's end", at: "2027-01-01T00:00:00Z" },
  { name: "28 to 29 February of a leap year", at: "2028-02-29T00:00:00Z" },
  { name: "the end of a leap February", at: "2028-03-01T00:00:00Z" }
]
const connections = 16
/** Of the load before midnight and after it. */
const sideMs = 2_500
const leadMs = 8_000
const planLimit = 10_000
/** How long a revoked key may go on at most. */
const revokedMsMax = 5_000
/** Longer than any request may wait, by the patiences on its way. */
const answerMsMax = 12_000
const silentMs = 16_000
/** Requests take a while, so that some begin in one period and end in the next. */
const latencyMs = 60

interface Nodes {
  readonly url: Redacted.Redacted<string>
  readonly proxy: FaultProxy
  readonly time: FakeTime
  readonly gateways: ReadonlyArray<GatewayProcess>
  readonly routes: ChargedRoutes
  /** Of an account that only warms what the nodes cache. */
  readonly warmKey: string
}

const usagePattern = /"general":\{"limit":(\d+),"used":(\d+),"remaining":(\d+)/
const usageOf = Effect.fnUntraced(function* (gateway: GatewayProcess, apiKey: string) {
  let text = ""
  yield* askAll(gateway.port, [{ path: "/v1/auth/usage", apiKey }], {
    onAnswer: (_answer, wire) => {
      text = wire.body.toString("utf8")
    }
  })
  const [, limit, used, remaining] = usagePattern.exec(text) ?? []
  return {
    limit: Number(limit),
    used: Number(used),
    remaining: Number(remaining),
    reset: /"resetDate":"([^"]+)"/.exec(text)?.[1]
  }
})

const spentIn = Effect.fnUntraced(function* (url: Redacted.Redacted<string>, accountId: string, period: string) {
  const standing = standingCharges(yield* entriesOf(url, [accountId]))
  return [...standing.values()].reduce((sum, entry) => sum + (entry.period === period ? entry.credits : 0), 0)
})

/** The usage route on every node, and the CLI, say what the ledger has of the running period. */
const checkUsage = Effect.fnUntraced(function* (
  run: GateRun,
  label: string,
  nodes: Nodes,
  account: GateAccount,
  period: string
) {
  const spent = yield* spentIn(nodes.url, account.accountId, period)
  for (const gateway of nodes.gateways) {
    const usage = yield* usageOf(gateway, account.apiKey)
    const right =
      usage.used === spent &&
      usage.limit === planLimit &&
      usage.remaining === planLimit - spent &&
      Date.parse(usage.reset ?? "") === periodEndMs(period)
    run.check(`${label}: usage is that of ${period}`, right, `${JSON.stringify(usage)}, the ledger has ${spent}`)
  }
  const shown = yield* runCli(["credits", "show", account.accountId, "--json"], {
    databaseUrl: nodes.url,
    env: nodes.time.env
  })
  const used = /"general": \{\s*"limit": \d+,\s*"used": (\d+)/.exec(shown)?.[1]
  run.check(`${label}: the CLI says the same`, Number(used) === spent, `${used}, the ledger has ${spent}`)
})

/** What each charge of the load says against its entry and the clock. */
const checkCharges = Effect.fnUntraced(function* (
  run: GateRun,
  label: string,
  nodes: Nodes,
  answers: ReadonlyArray<Answer>,
  accountId: string
) {
  const entries = new Map((yield* entriesOf(nodes.url, [accountId])).map((entry) => [entry.id, entry]))
  const charged = answers.filter(({ replayed, status }) => status === 200 && !replayed)
  const periodIn = ({ requestId }: Answer) => entries.get(requestId)?.period
  const misplaced = charged.filter((answer) => {
    // The period is that of the request's start, on the node's clock.
    const begun = periodOf(nodes.time.at(answer.sentMs))
    const ended = periodOf(nodes.time.at(answer.atMs))
    const period = periodIn(answer)
    return period !== begun && period !== ended
  })
  run.check(
    `${label}: every charge is in the period in which its request came`,
    misplaced.length === 0,
    `${misplaced.length} of ${charged.length}`
  )
  const wrongReset = charged.filter(
    (answer) => answer.resetSeconds !== periodEndMs(periodIn(answer) ?? "1970-01-01") / 1000
  )
  run.check(
    `${label}: X-RateLimit-Reset is the end of that period`,
    wrongReset.length === 0,
    `${wrongReset.length} of ${charged.length}`
  )
  // Within a period, each answer's balance is one step of a single order of all charges.
  for (const period of new Set(charged.map(periodIn))) {
    const within = charged.filter((answer) => periodIn(answer) === period)
    const left = within.map(({ remaining }) => remaining ?? -1)
    const least = Math.min(...left)
    const spent = yield* spentIn(nodes.url, accountId, period ?? "")
    run.check(
      `${label}: balances of ${period} count from the full limit`,
      least === planLimit - spent && new Set(left).size === left.length,
      `${planLimit} less ${spent} is not ${least}`
    )
  }
  const straddling = charged.filter(
    (answer) => periodOf(nodes.time.at(answer.sentMs)) !== periodOf(nodes.time.at(answer.atMs))
  )
  return { charged, straddling: straddling.length, periods: tally(charged.map((answer) => periodIn(answer) ?? "none")) }
})

/** Load on two nodes while their clocks go through a midnight. */
const goThrough = Effect.fnUntraced(function* (run: GateRun, nodes: Nodes, { at, name }: Boundary) {
  const midnightMs = Date.parse(at)
  const [before, after] = [periodOf(midnightMs - 1), periodOf(midnightMs)]
  const [account] = yield* makeAccounts(nodes.url, 1, { plan: "small" })
  if (account === undefined) return yield* Effect.die("no account")
  nodes.time.set(midnightMs, leadMs + sideMs)
  for (const gateway of nodes.gateways) yield* awaitFakeTime(gateway, nodes.time)
  // The invented store moves with the clock, too: its apps of that day.
  let routes = nodes.routes
  for (const gateway of nodes.gateways) routes = yield* chargedRoutes(gateway, nodes.warmKey)
  const random = run.random.fork(at)
  const answers: Array<Answer> = []
  const keyed: Ask = { path: routes.search(random), apiKey: account.apiKey, idempotencyKey: `calendar-${at}` }
  const [first] = nodes.gateways
  if (first === undefined) return yield* Effect.die("no gateway")
  answers.push(...(yield* askAll(first.port, [keyed])).answers)
  yield* checkUsage(run, `${name}, before`, nodes, account, before)
  const untilMs = (epochMs: number) => epochMs - nodes.time.at(performance.now())
  yield* Effect.sleep(Math.max(0, untilMs(midnightMs - sideMs)))
  nodes.proxy.set({ latencyMs })
  const load = yield* startLoad({
    connections,
    port: (connection) => nodes.gateways[connection % nodes.gateways.length]?.port,
    next: () => ({ path: routes.any(random), apiKey: account.apiKey }),
    gapMs: 5
  })
  yield* Effect.sleep(Math.max(0, untilMs(midnightMs + sideMs)))
  yield* load.stop
  nodes.proxy.restore()
  answers.push(...load.answers)
  const failed = load.answers.filter(({ status }) => status !== 200)
  run.check(
    `${name}: every answer is a success`,
    failed.length === 0 && load.cuts.length === 0,
    tally(failed.map(({ code, status }) => `${status} ${code}`))
  )
  const again = yield* askAll(first.port, [keyed])
  run.check(
    `${name}: a key from before gives its first answer again`,
    again.answers[0]?.replayed === true && again.answers[0].requestId === answers[0]?.requestId,
    tally(again.answers.map(({ status }) => status))
  )
  const { charged, periods, straddling } = yield* checkCharges(run, name, nodes, answers, account.accountId)
  for (const gateway of nodes.gateways) {
    const own = load.answers.filter(({ port }) => port === gateway.port)
    const sides = [
      own.some(({ atMs }) => nodes.time.at(atMs) < midnightMs),
      own.some(({ sentMs }) => nodes.time.at(sentMs) >= midnightMs)
    ]
    run.check(`${name}: each node was at work on both sides`, sides.every(Boolean), `${own.length} answers`)
  }
  yield* checkUsage(run, `${name}, after`, nodes, account, after)
  const audit = yield* auditDelivered(nodes.url, [...answers, ...again.answers], [account.accountId])
  checkAudit(run, name, audit)
  run.check(`${name}: every charge has its answer`, audit.undelivered.length === 0, `${audit.undelivered.length}`)
  run.measure(`${name}: charges by period`, periods)
  run.measure(`${name}: requests over midnight`, straddling)
  yield* run.say(`${name}: ${charged.length} charges, ${periods}; ${straddling} over midnight`)
}, Effect.scoped)

/** A plan that changes in the middle of a month takes effect with the next request, on every node. */
const changePlan = Effect.fnUntraced(function* (run: GateRun, nodes: Nodes) {
  const period = "2026-11-01"
  nodes.time.set(Date.parse("2026-11-15T12:00:00Z"), 0)
  for (const gateway of nodes.gateways) yield* awaitFakeTime(gateway, nodes.time)
  const [account] = yield* makeAccounts(nodes.url, 1, { plan: "free" })
  if (account === undefined) return yield* Effect.die("no account")
  const random = run.random.fork("plan")
  const answers: Array<Answer> = []
  const plans = new Set<string>()
  const ask = Effect.fnUntraced(function* (count: number) {
    plans.clear()
    const asks = Array.from(
      { length: count },
      (): Ask => ({ path: nodes.routes.search(random), apiKey: account.apiKey })
    )
    const load = yield* askAll(0, asks, {
      connections: 2,
      port: (connection) => nodes.gateways[connection % nodes.gateways.length]?.port,
      onAnswer: (_answer, wire) => plans.add(headerOf(wire, "x-plan") ?? "none")
    })
    answers.push(...load.answers)
    return load.answers
  })
  const to = (plan: string) =>
    runCli(["account", "plan", account.accountId, plan], { databaseUrl: nodes.url, env: nodes.time.env })
  const expect = (label: string, seen: ReadonlyArray<Answer>, status: number, limit: number, plan: string) =>
    run.check(
      `plan change: ${label}`,
      seen.length > 0 &&
        seen.every(
          (answer) =>
            answer.status === status && answer.limit === limit && answer.resetSeconds === periodEndMs(period) / 1000
        ) &&
        plans.size === 1 &&
        plans.has(plan),
      `${tally(seen.map((answer) => `${answer.status} of ${answer.limit}`))}, ${[...plans].join(" ")}`
    )
  expect("free has 100", yield* ask(100), 200, 100, "free")
  expect("and no more", yield* ask(6), 429, 100, "free")
  yield* to("indie")
  expect("a larger plan takes effect at once", yield* ask(20), 200, 5_000, "indie")
  run.check(
    "plan change: what was used stays used",
    answers.some(({ remaining }) => remaining === 4_880),
    "no answer has 4880 left"
  )
  yield* to("free")
  const refused = yield* ask(6)
  expect("a smaller one too", refused, 429, 100, "free")
  run.check(
    "plan change: nothing is left, and not less",
    refused.every(({ remaining }) => remaining === 0),
    tally(refused.map(({ remaining }) => remaining ?? -1))
  )
  const entries = (yield* entriesOf(nodes.url, [account.accountId])).filter(({ kind }) => kind === "charge")
  run.check(
    "plan change: every charge is in the one period",
    entries.length === 120 && entries.every((entry) => entry.period === period),
    tally(entries.map((entry) => entry.period))
  )
  checkAudit(run, "plan change", yield* auditDelivered(nodes.url, answers, [account.accountId]))
  yield* run.say(`plan changes: ${tally(answers.map(({ status }) => status))}`)
})

/** The wall clock is set back by an hour: deadlines and lifetimes in memory go on as if nothing had happened. */
const clockBack = Effect.fnUntraced(function* (run: GateRun, nodes: Nodes) {
  const noonMs = Date.parse("2026-11-20T12:00:00Z")
  const { proxy, time } = nodes
  const setBack = () => time.set(noonMs - 3_600_000, 0)
  const atNoon = Effect.suspend(() => {
    time.set(noonMs, 0)
    return Effect.forEach(nodes.gateways, (gateway) => awaitFakeTime(gateway, time), { discard: true })
  })
  const [account] = yield* makeAccounts(nodes.url, 1)
  if (account === undefined) return yield* Effect.die("no account")
  const random = run.random.fork("clock")
  const load = Effect.suspend(() =>
    startLoad({
      connections,
      port: (connection) => nodes.gateways[connection % nodes.gateways.length]?.port,
      next: () => ({ path: nodes.routes.any(random), apiKey: account.apiKey }),
      gapMs: 5,
      hungMs: 60_000
    })
  )

  yield* atNoon
  const silent = yield* load
  yield* Effect.sleep(500)
  proxy.set({ blackHole: true })
  yield* Effect.sleep(300)
  setBack()
  yield* Effect.sleep(silentMs)
  proxy.restore()
  yield* silent.stop
  const slowestMs = Math.max(...silent.answers.map(({ atMs, sentMs }) => atMs - sentMs))
  run.check(
    "clock set back: a silent database keeps nobody waiting over 12 s",
    silent.cuts.length === 0 && slowestMs <= answerMsMax,
    `${slowestMs.toFixed(0)} ms, ${silent.cuts.length} cut off`
  )
  yield* awaitSettled(nodes.url, silent.answers)
  checkAudit(run, "clock set back", yield* auditDelivered(nodes.url, silent.answers, [account.accountId]))

  yield* atNoon
  const revoked = yield* load
  yield* Effect.sleep(500)
  // Nobody is told, as if the connection that listens had just been lost.
  yield* revokeUnheard(nodes.url, account.keyId)
  const revokedMs = performance.now()
  setBack()
  yield* Effect.sleep(revokedMsMax + 2_000)
  yield* revoked.stop
  const late = revoked.answers.filter(({ sentMs, status }) => status === 200 && sentMs > revokedMs + revokedMsMax + 500)
  run.check(
    "clock set back: a revoked key is refused within 5 s",
    late.length === 0 && revoked.answers.some(({ status }) => status === 401),
    tally(late.map(({ status }) => status)) || "none refused"
  )
  yield* run.say(`clock set back: slowest answer ${slowestMs.toFixed(0)} ms`)
}, Effect.scoped)

const runCalendar = Effect.fn("calendar")(function* (run: GateRun) {
  const time = yield* fakeTime
  const server = yield* startPostgres
  const url = yield* freshDatabase(server)
  const { proxy, url: through } = yield* databaseProxy(url, run.random.fork("proxy"))
  time.set(Date.parse("2026-11-15T12:00:00Z"), 0)
  const options = { databaseUrl: through, env: time.env }
  const gateways = [yield* startGateway(options), yield* startGateway(options)] as const
  const [warm] = yield* makeAccounts(url, 1)
  const warmKey = warm?.apiKey ?? ""
  const [first, second] = gateways
  yield* chargedRoutes(first, warmKey)
  const nodes: Nodes = { url, proxy, time, gateways, warmKey, routes: yield* chargedRoutes(second, warmKey) }
  yield* changePlan(run, nodes)
  yield* clockBack(run, nodes)
  for (let round = 1; round <= run.rounds(1, 1); round++) {
    for (const boundary of run.short ? [boundaries[0], boundaries[3]] : boundaries) {
      if (boundary !== undefined) yield* goThrough(run, nodes, boundary)
    }
  }
})

export const gate: Gate = {
  name: "calendar",
  proves:
    "two processes through the ends of months, of a leap February and of a year, and an hour back: each charge in exactly one period, and no deadline moves",
  run: runCalendar
}
