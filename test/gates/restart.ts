import { Effect, type Scope } from "effect"
import { auditDelivered, awaitSettled, checkAudit } from "./support/audit.ts"
import { freshDatabase, makeAccounts, startPostgres } from "./support/database.ts"
import { databaseProxy, type FaultProxy } from "./support/faultProxy.ts"
import type { Gate, GateError, GateRun } from "./support/gate.ts"
import { type GatewayProcess, startGateway, temporaryFolder } from "./support/gatewayProcess.ts"
import { type Answer, percentile, startLoad, tally } from "./support/load.ts"
import { mixedAsks } from "./support/mixedAsks.ts"
import { chargedRoutes } from "./support/routes.ts"

const connections = 50
const idleConnections = 10
const lameDuckMs = 500
const drainMsMax = 5_000
/** A balancer asks each node so often whether it is ready. */
const pollMs = 20
const hungMs = 4_000
const silentConnections = 10
const silentMsMax = 10_000
/** For what stops after the requests, as the gateway's stopLimit.ts has it, and for the machine. */
const exitSlackMs = 3_000 + 500

interface Node {
  readonly gateway: GatewayProcess
  ready: boolean
  /** When readiness was first seen false. */
  notReadyMs: number | undefined
}

/** Asks a node for its readiness again and again, as a load balancer does. */
const watch = Effect.fnUntraced(function* (node: Node) {
  yield* startLoad({
    connections: 1,
    port: () => (node.gateway.isAlive() ? node.gateway.port : undefined),
    next: () => ({ path: "/ready", apiKey: "" }),
    gapMs: pollMs,
    onAnswer: ({ status }) => {
      if (status === 200) return
      node.ready = false
      node.notReadyMs ??= performance.now()
    }
  })
})

/** Connections that ask once and then stay open. */
const holdIdle = (gateway: GatewayProcess, apiKey: string) =>
  Effect.gen(function* () {
    yield* startLoad({
      connections: idleConnections,
      port: () => gateway.port,
      next: () => ({ path: "/v1/auth/usage", apiKey }),
      gapMs: 120_000,
      reconnects: false
    })
  })

/**
 * A gateway that ends while the database takes requests and answers none: what never answers must not hold the process,
 * and what it could not confirm is settled by whoever starts next.
 */
const silentDatabase = Effect.fnUntraced(function* (
  run: GateRun,
  start: Effect.Effect<Node, GateError, Scope.Scope>,
  proxy: FaultProxy,
  apiKey: string,
  end: "stopped" | "killed"
) {
  const label = `a silent database, ${end}`
  const { gateway } = yield* start
  let keys = 0
  const load = yield* startLoad({
    connections: silentConnections,
    port: () => gateway.port,
    // Every other one with a key: what is known of a charge is kept differently then.
    next: (connection) => ({
      path: "/v1/search?q=photo&limit=2",
      apiKey,
      ...(connection % 2 === 0 ? {} : { idempotencyKey: `${end}-${keys++}` })
    }),
    reconnects: false,
    gapMs: 2
  })
  yield* Effect.sleep(500)
  proxy.set({ blackHole: true })
  if (end === "killed") {
    // Until the first were told that nothing was charged.
    const untilMs = performance.now() + silentMsMax
    while (load.answers.every(({ status }) => status === 200) && performance.now() < untilMs) yield* Effect.sleep(10)
    yield* gateway.kill
    proxy.restore()
    yield* load.done
  } else {
    yield* Effect.sleep(100)
    const exited = yield* gateway.terminate
    proxy.restore()
    yield* load.done
    run.check(
      `${label}: exit within the drain limit all the same`,
      exited.signal === null && exited.tookMs <= lameDuckMs + drainMsMax + exitSlackMs,
      `${exited.tookMs.toFixed(0)} ms, ${exited.signal}`
    )
    run.check(
      `${label}: every request is answered`,
      load.cuts.length === 0,
      tally(load.cuts.map(({ reason }) => reason))
    )
    run.measure(`${label}: exit after, ms`, exited.tookMs)
  }
  const unconfirmed = load.answers.filter(({ status }) => status === 503).length
  run.check(`${label}: some were not confirmed`, unconfirmed > 0, tally(load.answers.map(({ status }) => status)))
  yield* run.say(`${label}: ${unconfirmed} answers of 503, ${load.cuts.length} requests cut off`)
  return load
}, Effect.scoped)

const runRestart = Effect.fn("restart")(function* (run: GateRun) {
  const rounds = run.rounds(5, 2)
  const server = yield* startPostgres
  const url = yield* freshDatabase(server)
  // Requests take a while, so that there are always some under way.
  const { proxy, url: through } = yield* databaseProxy(url, run.random.fork("proxy"))
  const options = { databaseUrl: through, config: { server: { lameDuckMs, drainMsMax } } }
  const start = Effect.fnUntraced(function* (dataDir?: string) {
    const config = { ...options.config, ...(dataDir === undefined ? {} : { dataDir }) }
    const node: Node = { gateway: yield* startGateway({ ...options, config }), ready: true, notReadyMs: undefined }
    yield* watch(node)
    return node
  })
  let [current, other] = [yield* start(), yield* start()]
  const accounts = yield* makeAccounts(url, 8)
  const apiKeys = accounts.map(({ apiKey }) => apiKey)
  const before: Array<Answer> = []
  const routes = yield* chargedRoutes(current.gateway, apiKeys[0] ?? "", 8, before)
  const load = yield* startLoad({
    connections,
    // A balancer: each connection goes to a node that is ready.
    port: (connection) => {
      const nodes = [current, other].filter(({ ready }) => ready)
      return nodes[connection % Math.max(nodes.length, 1)]?.gateway.port
    },
    next: mixedAsks(run.random.fork("asks"), apiKeys, routes, { label: "restart", keyedShare: 0.1 }),
    gapMs: 2,
    hungMs
  })
  const exits: Array<number> = []
  for (let round = 1; round <= rounds; round++) {
    // Every other time what is under way takes longer than the lame duck.
    const slow = round % 2 === 0
    proxy.set({ latencyMs: slow ? 200 : 15 })
    yield* holdIdle(current.gateway, apiKeys[0] ?? "")
    yield* Effect.sleep(slow ? 2_000 : 1_200)
    const { gateway } = current
    const signalMs = performance.now()
    const underWay = load.answers.filter(({ port }) => port === gateway.port).length
    const exited = yield* gateway.terminate
    proxy.set({ latencyMs: 15 })
    exits.push(exited.tookMs)
    const label = `restart ${round}`
    run.check(`${label}: the node had been serving`, underWay > 0, `${underWay}`)
    run.check(
      `${label}: readiness goes false at once`,
      current.notReadyMs !== undefined && current.notReadyMs - signalMs < 1_000,
      `${current.notReadyMs === undefined ? "never" : `${(current.notReadyMs - signalMs).toFixed(0)} ms`}`
    )
    run.check(
      `${label}: it ends by itself within the drain limit`,
      exited.signal === null && exited.tookMs <= lameDuckMs + drainMsMax + exitSlackMs,
      `${exited.tookMs.toFixed(0)} ms, code ${exited.code}, ${exited.signal}`
    )
    const last = load.answers.filter(({ atMs, port }) => port === gateway.port && atMs > (current.notReadyMs ?? 0))
    const stays = last.filter(({ closes, sentMs }) => !closes && sentMs > (current.notReadyMs ?? 0))
    run.check(
      `${label}: answers carry Connection: close from then on`,
      stays.length === 0,
      `${stays.length} of ${last.length}`
    )
    const cuts = load.cuts.filter(({ atMs }) => atMs >= signalMs)
    run.check(
      `${label}: none reset, none hung`,
      cuts.length === 0,
      tally(cuts.map(({ kind, reason }) => `${kind} ${reason}`))
    )
    yield* run.say(
      `restart ${round}/${rounds}${slow ? ", slow requests" : ""}: ready no more after ${((current.notReadyMs ?? 0) - signalMs).toFixed(0)} ms, ${last.length} answers after that, exit after ${exited.tookMs.toFixed(0)} ms`
    )
    const fresh = yield* start()
    current = other
    other = fresh
  }
  yield* Effect.sleep(500)
  yield* load.stop
  const failed = load.answers.filter(({ status }) => status !== 200)
  run.check(
    "every answer is a success, while nodes come and go",
    failed.length === 0,
    tally(failed.map(({ code, status }) => `${status} ${code}`)) || "none failed"
  )
  run.check("no connection is refused", load.refused() === 0, `${load.refused()}`)
  // One after the other on one folder, as a node that is started again: what it left in doubt is its own to settle.
  const dataDir = yield* temporaryFolder
  const apiKey = apiKeys[0] ?? ""
  const stopped = yield* silentDatabase(run, start(dataDir), proxy, apiKey, "stopped")
  const killed = yield* silentDatabase(run, start(dataDir), proxy, apiKey, "killed")
  yield* start(dataDir)
  const answers = [...before, ...load.answers, ...stopped.answers, ...killed.answers]
  const settled = yield* awaitSettled(url, answers, killed.cuts.length)
  run.measure("settled after the next start, ms", settled.tookMs)
  const audit = yield* auditDelivered(url, answers)
  checkAudit(run, "restart", audit)
  run.check(
    "every charge has its answer, but for what a kill cut off",
    audit.undelivered.length <= killed.cuts.length,
    `${audit.undelivered.length}, and ${killed.cuts.length} cut off`
  )
  run.measure("restarts", rounds)
  run.measure("answers", load.answers.length)
  run.measure("reset or hung", load.cuts.length)
  run.measure(`exit after, ms, of which ${lameDuckMs} lame duck, median`, percentile(exits, 50))
  run.measure("exit after, ms, most", percentile(exits, 100))
})

export const gate: Gate = {
  name: "restart",
  proves:
    "SIGTERM under 50 keep-alive connections: none hung, none reset, every answer a success, exit within the limit",
  run: runRestart
}
