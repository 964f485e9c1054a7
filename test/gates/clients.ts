import { readFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { Effect } from "effect"
import { openSocket, openSockets, statusesOf } from "./slowSockets.ts"
import { auditDelivered, checkAudit, standingCharges } from "./support/audit.ts"
import {
  entriesOf,
  freshDatabase,
  type GateAccount,
  makeAccounts,
  startPostgres,
  whileLocked
} from "./support/database.ts"
import { type Gate, GateError, type GateRun } from "./support/gate.ts"
import { type GatewayProcess, startGateway } from "./support/gatewayProcess.ts"
import { type Load, percentile, startLoad, tally } from "./support/load.ts"

const plugin = join(import.meta.dirname, "plugin")
/** So few that a handful of bad clients would take them all. */
const requestsMax = 20
const connectionsPerAddressMax = 100
const drainMsMax = 3_000
const runMs = 400
/** The server's limits on headers and bodies, its grace, and room for its clock and a busy machine. */
const headersMsMax = 10_000 + 1_000 + 6_000
const bodyMsMax = 30_000 + 1_000 + 8_000
/** What stops after the requests, and the machine. */
const exitSlackMs = 4_000
const answerMsMax = 5_000
/** Of requests that are answered in no time, a few answers are on their way before the network tells that the client is gone. */
const quickShareMax = 0.1
const memoryBytesMax = 300 * 1024 * 1024

/** Addresses of loopback: bad clients come from their own. */
const address = { neverClosing: "127.0.0.2", greedy: "127.0.0.3", slow: "127.0.0.4", unfinished: "127.0.0.5" } as const

/** Connections of this port in the kernel's table, by state: also those that no process has any more. Null off Linux. */
const statesOf = (port: number, from: string): ReadonlyArray<string> | null => {
  const hex = (text: string) =>
    text
      .split(".")
      .toReversed()
      .map((part) => Number(part).toString(16).padStart(2, "0"))
      .join("")
      .toUpperCase()
  try {
    return readFileSync("/proc/net/tcp", "utf8")
      .split("\n")
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(
        ([, local, remote]) =>
          local?.endsWith(`:${port.toString(16).padStart(4, "0").toUpperCase()}`) === true &&
          remote?.startsWith(`${hex(from)}:`) === true
      )
      .map(
        ([, , , state]) =>
          ({ "01": "open", "04": "FIN-WAIT-1", "05": "FIN-WAIT-2", "06": "TIME-WAIT" })[state ?? ""] ?? `${state}`
      )
      .filter((state) => state !== "TIME-WAIT")
  } catch {
    return null
  }
}

/** A client that stays after the server has said goodbye: it neither closes nor sends more. */
const neverClosing = (port: number, first: string, from: string = address.neverClosing) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const socket = connect({ host: "127.0.0.1", port, localAddress: from, allowHalfOpen: true, noDelay: true })
      let received = ""
      socket.on("data", (chunk) => {
        received += chunk.toString("latin1")
      })
      socket.on("error", () => {})
      socket.write(first)
      return { socket, received: () => received }
    }),
    ({ socket }) => Effect.sync(() => socket.destroy())
  )

const until = Effect.fnUntraced(function* (limitMs: number, holds: () => boolean) {
  const startedMs = performance.now()
  while (!holds() && performance.now() - startedMs < limitMs) yield* Effect.sleep(50)
  return performance.now() - startedMs
})

/** What a customer on another connection sees while bad clients are about. */
const checkOthers = (run: GateRun, what: string, others: Load, fromMs: number) => {
  const seen = others.answers.filter(({ sentMs }) => sentMs >= fromMs)
  const bad = seen.filter(({ status }) => status !== 200)
  const cuts = others.cuts.filter(({ sentMs }) => sentMs >= fromMs)
  const slowest = percentile(
    seen.map(({ atMs, sentMs }) => atMs - sentMs),
    100
  )
  run.check(
    `${what}: others are served meanwhile`,
    seen.length > 0 && bad.length === 0 && cuts.length === 0 && (slowest ?? 0) < answerMsMax,
    `${seen.length} answers (${tally(bad.map(({ ask, code, status }) => `${ask.path} ${status} ${code}`))}), ${cuts.length} cut, slowest ${slowest?.toFixed(0)} ms`
  )
  run.measure(`${what}: slowest answer of others, ms`, slowest)
}

const half = (path: string, apiKey?: string) =>
  `POST ${path} HTTP/1.1\r\nHost: h\r\n${apiKey === undefined ? "" : `X-API-Key: ${apiKey}\r\n`}Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: 1000\r\n\r\n{`

/** Requests that never end, from clients that never close: with nobody's key, with a wrong one, and without an end of headers. */
const stayers = Effect.fnUntraced(function* (run: GateRun, gateway: GatewayProcess, others: Load) {
  const count = run.rounds(200, 40)
  const fromMs = performance.now()
  const { port } = gateway
  const headers = yield* Effect.forEach(Array.from({ length: Math.ceil(count / 4) }), () =>
    neverClosing(port, "GET /v1/health HTTP/1.1\r\nHost: h\r\nX-A: ")
  )
  const bodies = yield* Effect.forEach(Array.from({ length: count }), (_, index) =>
    neverClosing(
      port,
      index % 3 === 0 ? half("/mcp", "sg_wrong") : index % 3 === 1 ? half("/v1/gate/echo") : half("/mcp"),
      address.unfinished
    )
  )
  const from = { headers: address.neverClosing, bodies: address.unfinished }
  yield* until(answerMsMax, () => (statesOf(port, from.headers)?.length ?? headers.length) === headers.length)
  const tookMs = yield* until(headersMsMax, () => statesOf(port, from.headers)?.length === 0)
  const states = statesOf(port, from.headers)
  if (states !== null) {
    run.check(
      "unfinished headers of clients that never close are gone in time, from the kernel too",
      states.length === 0,
      `${tally(states)} after ${Math.round(tookMs)} ms`
    )
    run.measure("unfinished headers gone after, ms", tookMs)
  }
  const told = headers.filter(({ received }) => statusesOf(received())[0] === 408)
  run.check("each of them is told 408", told.length === headers.length, `${told.length} of ${headers.length}`)
  if (!run.short) {
    yield* until(bodyMsMax, () => statesOf(port, from.bodies)?.length === 0)
    const left = statesOf(port, from.bodies)
    if (left !== null) run.check("so are unfinished bodies", left.length === 0, tally(left))
  }
  checkOthers(run, `${count} clients that never close`, others, fromMs)
  yield* run.say(`${count} clients that never close: headers gone after ${Math.round(tookMs)} ms`)
  return bodies.length
})

/** More connections than an address may have. */
const greedy = Effect.fnUntraced(function* (run: GateRun, gateway: GatewayProcess, others: Load) {
  const fromMs = performance.now()
  const clients = yield* Effect.forEach(Array.from({ length: connectionsPerAddressMax * 2 }), () =>
    neverClosing(gateway.port, "GET /ready HTTP/1.1\r\nHost: h\r\n\r\n", address.greedy)
  )
  yield* until(
    answerMsMax,
    () => clients.filter(({ received }) => received() !== "").length >= connectionsPerAddressMax
  )
  yield* Effect.sleep(500)
  const answered = clients.filter(({ received }) => received().startsWith("HTTP/1.1 200")).length
  run.check(
    "an address has the connections that it may have, and no more",
    answered === connectionsPerAddressMax,
    `${answered} of ${clients.length} answered, ${connectionsPerAddressMax} allowed`
  )
  checkOthers(run, "an address with too many connections", others, fromMs)
}, Effect.scoped)

/** Clients that ask for much and read nothing. */
const slowReaders = Effect.fnUntraced(function* (
  run: GateRun,
  gateway: GatewayProcess,
  others: Load,
  { apiKey }: GateAccount
) {
  const fromMs = performance.now()
  const before = gateway.residentBytes() ?? 0
  yield* Effect.forEach(Array.from({ length: run.rounds(50, 20) }), () =>
    Effect.map(neverClosing(gateway.port, "", address.slow), ({ socket }) => {
      socket.pause()
      socket.write(`GET /openapi.json HTTP/1.1\r\nHost: h\r\nX-API-Key: ${apiKey}\r\n\r\n`.repeat(10))
    })
  )
  yield* Effect.sleep(2_000)
  const more = (gateway.residentBytes() ?? 0) - before
  run.check("slow readers: memory is bounded", more < memoryBytesMax, `${Math.round(more / 1024 / 1024)} MiB more`)
  checkOthers(run, "slow readers", others, fromMs)
}, Effect.scoped)

const runRequest = (apiKey: string, key: string) => {
  const body = JSON.stringify({ key, once: false })
  return `POST /v1/gate/runs HTTP/1.1\r\nHost: h\r\nX-API-Key: ${apiKey}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

const itemOf = ({ apiKey }: GateAccount) => `GET /v1/gate/items HTTP/1.1\r\nHost: h\r\nX-API-Key: ${apiKey}\r\n\r\n`

/** Clients that go away before their answer: what they asked for is not charged. */
const leavers = Effect.fnUntraced(function* (run: GateRun, gateway: GatewayProcess, others: Load, url: GateUrl) {
  const fromMs = performance.now()
  const [closing, piping, hasty, parting] = yield* makeAccounts(url, 4)
  if (closing === undefined || piping === undefined || hasty === undefined || parting === undefined)
    return yield* new GateError({ message: "no accounts" })
  const count = run.rounds(100, 40)
  const chargesOf = (account: GateAccount) =>
    Effect.map(entriesOf(url, [account.accountId]), (entries) => standingCharges(entries).size)

  // At once, and in the middle of the work.
  for (let index = 0; index < count; index += 10) {
    const lanes = Array.from({ length: 10 }, (_, lane) => {
      const opened = openSocket(gateway.port)
      opened.socket.write(runRequest(closing.apiKey, `leaving-${index + lane}`))
      return opened
    })
    yield* Effect.sleep((index / 10) % 2 === 0 ? 5 : runMs / 2)
    for (const [lane, { socket }] of lanes.entries()) {
      if (lane % 2 === 0) socket.resetAndDestroy()
      else socket.destroy()
    }
  }
  // All on one connection, which is closed after the first answer, with the rest at work or waiting.
  const lane = openSocket(gateway.port)
  lane.socket.write(
    Array.from({ length: requestsMax - 5 }, (_, index) => runRequest(piping.apiKey, `piped-${index}`)).join("")
  )
  yield* Effect.sleep(runMs / 2)
  lane.socket.resetAndDestroy()

  // And where the work is done in no time.
  for (let index = 0; index < count; index++) {
    const { socket } = openSocket(gateway.port)
    socket.write(itemOf(hasty), () => socket.destroy())
    if (index % 5 === 4) yield* Effect.sleep(20)
  }

  // And while the charge waits for its balance, which is there from the first on.
  const stays = openSocket(gateway.port)
  stays.socket.write(itemOf(parting))
  yield* until(5_000, () => stays.received() !== "")
  for (let round = 0; round < run.rounds(10, 4); round++) {
    const leaving = Effect.gen(function* () {
      const lanes = Array.from({ length: 8 }, () => openSocket(gateway.port))
      for (const { socket } of lanes) socket.write(itemOf(parting))
      yield* Effect.sleep(40)
      for (const { socket } of lanes) socket.destroy()
      yield* Effect.sleep(20)
    })
    yield* whileLocked(url, parting.accountId, leaving)
  }
  stays.socket.destroy()

  yield* Effect.sleep(runMs * 3)
  const parted = yield* chargesOf(parting)
  const quick = yield* chargesOf(hasty)
  const [left, piped] = [yield* chargesOf(closing), yield* chargesOf(piping)]
  run.check(`of ${count} requests whose clients went away none is charged`, left === 0, `${left} are`)
  run.check("nor is what was pipelined on a connection that closed", piped === 0, `${piped} are`)
  run.check("a charge that its client left in the middle of is given back", parted === 1, `${parted - 1} aren't`)
  run.check(
    "of quick requests few are charged whose clients went away",
    quick <= count * quickShareMax,
    `${quick} of ${count}`
  )
  run.measure("quick requests charged whose clients went away", `${quick} of ${count}`)
  checkOthers(run, "clients that go away", others, fromMs)
  yield* run.say(`${count} clients that go away: ${left} charged; pipelined: ${piped}; quick ones: ${quick}`)
})

/** Pipelining without an end: answered in order, and no more than a customer's share. */
const pipelined = Effect.fnUntraced(function* (
  run: GateRun,
  gateway: GatewayProcess,
  others: Load,
  { apiKey }: GateAccount
) {
  const fromMs = performance.now()
  const count = 100
  const [lane] = yield* openSockets(gateway.port, 1, undefined)
  if (lane === undefined) return yield* new GateError({ message: "no connection" })
  lane.socket.write(
    Array.from(
      { length: count },
      (_, index) => `GET /v1/gate/items?n=${index} HTTP/1.1\r\nHost: h\r\nX-API-Key: ${apiKey}\r\n\r\n`
    ).join("")
  )
  yield* until(10_000, () => statusesOf(lane.received()).length >= count || lane.closedAfterMs() !== undefined)
  const statuses = statusesOf(lane.received())
  run.check(
    `${count} requests in one piece are each answered`,
    statuses.length === count && statuses.every((status) => status === 400 || status === 503),
    tally(statuses)
  )
  checkOthers(run, "pipelining", others, fromMs)
}, Effect.scoped)

type GateUrl = Parameters<typeof entriesOf>[0]

const runClients = Effect.fn("clients")(function* (run: GateRun) {
  const server = yield* startPostgres
  const url = yield* freshDatabase(server)
  const gateway = yield* startGateway({
    databaseUrl: url,
    plugins: ["stores", "apps", "mcp"],
    config: {
      server: { requestsMax, requestsPerAccountMax: requestsMax / 2, connectionsPerAddressMax, drainMsMax },
      plugins: { gate: { package: plugin, runMs } }
    }
  })
  const [other, customer] = yield* makeAccounts(url, 2)
  if (other === undefined || customer === undefined) return yield* new GateError({ message: "no accounts" })
  const paths = ["/v1/gate/items", "/v1/health", "/ready", "/v1/gate/items"] as const
  const others = yield* startLoad({
    connections: paths.length,
    gapMs: 20,
    hungMs: 10_000,
    port: () => gateway.port,
    next: (connection) => ({ path: paths[connection] ?? "/ready", apiKey: other.apiKey })
  })
  yield* Effect.sleep(500)
  yield* greedy(run, gateway, others)
  yield* slowReaders(run, gateway, others, customer)
  yield* leavers(run, gateway, others, url)
  yield* pipelined(run, gateway, others, customer)
  const staying = yield* stayers(run, gateway, others)
  yield* others.stop
  const audit = yield* auditDelivered(url, others.answers, [other.accountId])
  checkAudit(run, "others", { ...audit, free: audit.free.filter(({ ask }) => ask.path === "/v1/gate/items") })

  // Those with unfinished bodies are still there in the short form.
  const exited = yield* gateway.terminate
  run.check(
    "clients that never close keep no gateway from stopping in time, and cleanly",
    exited.code === 0 && exited.tookMs < drainMsMax + exitSlackMs,
    `code ${exited.code}, ${exited.signal}, ${Math.round(exited.tookMs)} ms, ${staying} stayed`
  )
  run.measure("exit after, ms", exited.tookMs)
})

export const gate: Gate = {
  name: "clients",
  proves: "clients that never close, take too much, read nothing, go away or pipeline lock nobody out and cost nothing",
  run: runClients
}
