import { Accounts } from "@storeglass/core"
import { Effect, type Redacted } from "effect"
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
import type { Gate, GateRun } from "./support/gate.ts"
import { type GatewayProcess, startGateway } from "./support/gatewayProcess.ts"
import { type Answer, type Ask, askAll, percentile, startLoad, tally } from "./support/load.ts"
import { type ChargedRoutes, chargedRoutes } from "./support/routes.ts"

const limits = [5, 100] as const
const offers = [0.9, 2, 10] as const
const freeLimit = 100
/** As KeyRing states it, and the time of the requests themselves. */
const revocationMsMax = 5_000
const slackMs = 500

/** What a request costs: 1, 2, or now the one and now the other. */
const prices = ["1", "2", "mixed"] as const
type Price = (typeof prices)[number]
const priceOf = ({ tag }: Ask) => Number(tag)

/** Whether these balances, each right after its charge, are those of one order of all charges. */
const isOneOrder = (granted: ReadonlyArray<Answer>, limit: number) => {
  let left = limit
  for (const { ask, remaining } of granted.toSorted((one, other) => (other.remaining ?? 0) - (one.remaining ?? 0))) {
    left -= priceOf(ask)
    if (remaining !== left) return false
  }
  return true
}

/** One account on several nodes at once: its limit is granted to the last credit that fits, whatever is offered. */
const offer = Effect.fnUntraced(function* (
  run: GateRun,
  url: Redacted.Redacted<string>,
  gateways: ReadonlyArray<GatewayProcess>,
  account: GateAccount,
  routes: ChargedRoutes,
  limit: number,
  times: number,
  price: Price
) {
  const random = run.random.fork(`${gateways.length} ${limit} ${times} ${price}`)
  const asks: Array<Ask> = []
  for (let offered = 0; offered < Math.floor(limit * times); ) {
    const own = price === "mixed" ? random.pick(["1", "2"]) : price
    asks.push({ path: own === "1" ? routes.search(random) : routes.app(random), apiKey: account.apiKey, tag: own })
    offered += Number(own)
  }
  const label = `${gateways.length} nodes, limit ${limit}, offered ${times} times, price ${price}`
  const load = yield* askAll(0, asks, {
    connections: Math.min(asks.length, 30),
    port: (connection) => gateways[connection % gateways.length]?.port
  })
  const granted = load.answers.filter(({ status }) => status === 200)
  const refused = load.answers.filter(({ status }) => status === 429)
  const spent = granted.reduce((sum, { ask }) => sum + priceOf(ask), 0)
  const left = limit - spent
  run.check(
    `${label}: granted what fits into the limit, and no more`,
    left >= 0 &&
      (refused.length === 0 ? granted.length === asks.length : refused.every(({ ask }) => left < priceOf(ask))),
    `${granted.length} for ${spent} of ${limit}, ${refused.length} refused`
  )
  run.check(
    `${label}: the rest is 429 with what is left, which is too little`,
    granted.length + refused.length === asks.length &&
      refused.every(
        ({ ask, code, remaining }) =>
          remaining !== null && remaining < priceOf(ask) && remaining >= 0 && code === "RATE_LIMIT_EXCEEDED"
      ),
    tally(
      load.answers.map(({ code, remaining, status }) => `${status} ${code ?? ""} ${status === 429 ? remaining : ""}`)
    )
  )
  run.check(
    `${label}: the balances in the answers are those of one order of all charges`,
    isOneOrder(granted, limit),
    tally(granted.map(({ ask, remaining }) => `${remaining} after ${priceOf(ask)}`)).slice(0, 300)
  )
  const standing = standingCharges(yield* entriesOf(url, [account.accountId]))
  const entered = [...standing.values()].reduce((sum, { credits }) => sum + credits, 0)
  run.check(`${label}: the ledger has as much`, entered === spent, `${entered}, not ${spent}`)
  return load.answers
})

const matrix = Effect.fnUntraced(function* (
  run: GateRun,
  url: Redacted.Redacted<string>,
  gateways: ReadonlyArray<GatewayProcess>,
  routes: ChargedRoutes,
  answers: Array<Answer>
) {
  const repeats = run.rounds(3, 1)
  // In the short form what costs more than 1 is offered once over the limit.
  const cells = prices.flatMap((price) =>
    offers.filter((times) => !run.short || price === "1" || times === 2).map((times) => ({ price, times }))
  )
  let asked = 0
  for (const limit of limits) {
    const accounts = yield* makeAccounts(url, cells.length * repeats, { plan: "free", limit, planLimit: freeLimit })
    for (const [index, account] of accounts.entries()) {
      const { price, times } = cells[index % cells.length] ?? { price: "1", times: 1 }
      const given = yield* offer(run, url, gateways, account, routes, limit, times, price)
      asked += given.length
      answers.push(...given)
    }
  }
  yield* run.say(
    `${gateways.length} node${gateways.length === 1 ? "" : "s"}: ${asked} requests of 1, 2 and mixed credits against limits of 5 and 100`
  )
})

/** A key in use on every node is revoked: how long each goes on taking it. */
const revoke = Effect.fnUntraced(function* (
  run: GateRun,
  url: Redacted.Redacted<string>,
  gateways: ReadonlyArray<GatewayProcess>,
  deaf: boolean
) {
  const label = deaf ? "a key revoked unheard" : "a revoked key"
  const [account] = yield* makeAccounts(url, 1)
  if (account === undefined) return yield* Effect.die("no account")
  const load = yield* startLoad({
    connections: gateways.length * 2,
    port: (connection) => gateways[connection % gateways.length]?.port,
    next: () => ({ path: "/v1/auth/usage", apiKey: account.apiKey }),
    gapMs: 10
  })
  yield* Effect.sleep(500)
  // Those who listen for revocations are cut off: what remains is the bound of the cache itself.
  if (deaf) {
    yield* execute(
      url,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ILIKE 'listen%' AND pid <> pg_backend_pid()"
    )
  }
  yield* onDatabase(
    url,
    Effect.flatMap(Accounts.Accounts, (accounts) => accounts.revokeKey(account.keyId))
  )
  const revokedMs = performance.now()
  yield* Effect.sleep(revocationMsMax + 2 * slackMs)
  yield* load.stop
  const before = load.answers.filter(({ atMs }) => atMs < revokedMs)
  run.check(
    `${label} worked before`,
    before.length > 0 && before.some(({ status }) => status === 200),
    tally(before.map(({ status }) => status))
  )
  const lastMs = gateways.map(({ port }) => {
    const taken = load.answers.filter((answer) => answer.port === port && answer.status === 200)
    return (taken.at(-1)?.atMs ?? revokedMs) - revokedMs
  })
  const last = percentile(lastMs, 100) ?? 0
  run.check(`${label} is refused on every node within 5 s`, last <= revocationMsMax + slackMs, `${last.toFixed(0)} ms`)
  const after = load.answers.filter(({ sentMs }) => sentMs > revokedMs + revocationMsMax)
  run.check(
    `${label} is refused with 401 INVALID_API_KEY from then on`,
    after.length > 0 &&
      gateways.every(({ port }) => after.some((answer) => answer.port === port)) &&
      after.every(({ code, status }) => status === 401 && code === "INVALID_API_KEY"),
    tally(after.map(({ code, status }) => `${status} ${code ?? ""}`))
  )
  run.measure(`${label}: taken for so long at most, ms`, last)
  yield* run.say(`${label}: refused everywhere after ${last.toFixed(0)} ms`)
}, Effect.scoped)

/** Three nodes on an empty database at once. */
const firstBoot = Effect.fnUntraced(function* (run: GateRun, server: Parameters<typeof freshDatabase>[0]) {
  const rounds = run.rounds(10, 2)
  const boots: Array<number> = []
  for (let round = 1; round <= rounds; round++) {
    yield* Effect.scoped(
      Effect.gen(function* () {
        const url = yield* freshDatabase(server)
        const started = yield* Effect.exit(
          Effect.all(
            [1, 2, 3].map(() => startGateway({ databaseUrl: url })),
            { concurrency: "unbounded" }
          )
        )
        run.check(
          `first boot ${round}: three nodes come up`,
          started._tag === "Success",
          String(started._tag === "Failure" ? started.cause : "")
        )
        if (started._tag === "Failure") return
        const [account] = yield* makeAccounts(url, 1)
        for (const gateway of started.value) {
          const path = "/v1/search?q=photo&limit=2"
          const { answers } = yield* askAll(gateway.port, [{ path, apiKey: account?.apiKey ?? "" }])
          run.check(
            `first boot ${round}: each serves a charged request`,
            answers[0]?.status === 200,
            tally(answers.map(({ status }) => status))
          )
        }
        const spent = standingCharges(yield* entriesOf(url)).size
        run.check(`first boot ${round}: each charge is in the one ledger`, spent === 3, `${spent}`)
        boots.push(...started.value.map(({ bootMs }) => bootMs))
      })
    )
  }
  yield* run.say(`first boot of three nodes at once, ${rounds} times: ${percentile(boots, 100)?.toFixed(0)} ms at most`)
  run.measure("first boots of three nodes", rounds)
  run.measure("first boot of three at once, ms, median", percentile(boots, 50))
  run.measure("first boot of three at once, ms, most", percentile(boots, 100))
})

const runNodes = Effect.fn("nodes")(function* (run: GateRun) {
  const server = yield* startPostgres
  const url = yield* freshDatabase(server)
  const gateways: Array<GatewayProcess> = []
  const answers: Array<Answer> = []
  for (const count of [1, 2, 3]) {
    const gateway = yield* startGateway({ databaseUrl: url })
    gateways.push(gateway)
    const [warm] = yield* makeAccounts(url, 1)
    const routes = yield* chargedRoutes(gateway, warm?.apiKey ?? "", 8, answers)
    if (run.short && count === 2) continue
    yield* matrix(run, url, gateways, routes, answers)
  }
  const audit = yield* auditDelivered(url, answers)
  checkAudit(run, "limits", audit)
  run.check("limits: every charge has its answer", audit.undelivered.length === 0, `${audit.undelivered.length}`)
  run.measure("requests against limits", answers.length)
  yield* revoke(run, url, gateways, false)
  yield* revoke(run, url, gateways, true)
  for (const gateway of gateways) yield* gateway.terminate
  yield* firstBoot(run, server)
})

export const gate: Gate = {
  name: "nodes",
  proves:
    "1, 2 and 3 processes on one database: exactly the limit is granted, revoked keys are refused, all boot at once",
  run: runNodes
}
