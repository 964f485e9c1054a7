import { spawn } from "node:child_process"
import { join } from "node:path"
import { Effect } from "effect"
import { framings } from "./slowFraming.ts"
import { type Lane, openSocket, openSockets, sendRaw, statusesOf } from "./slowSockets.ts"
import { auditDelivered } from "./support/audit.ts"
import { freshDatabase, type GateAccount, makeAccounts, startPostgres } from "./support/database.ts"
import { type Gate, GateError, type GateRun } from "./support/gate.ts"
import { endChild, type GatewayProcess, startGateway } from "./support/gatewayProcess.ts"
import { type Answer, type Load, percentile, startLoad, tally } from "./support/load.ts"
import { findProgram } from "./support/redis.ts"

const plugin = join(import.meta.dirname, "plugin")
const mebibyte = 1024 * 1024
/** The server's own limits, and room for its clock and a busy machine. */
const headersMsMax = 10_000 + 8_000
const requestMsMax = 30_000 + 8_000
const growthBytesMax = 300 * mebibyte

const memoryOf = (gateway: GatewayProcess) => gateway.residentBytes() ?? 0
const toMebibytes = (bytes: number) => Math.round(bytes / mebibyte)

/** What others saw while something went on, and what it took of memory. */
const meanwhile = Effect.fnUntraced(function* <A, E, R>(
  run: GateRun,
  { gateway, others }: { readonly gateway: GatewayProcess; readonly others: Load },
  what: string,
  work: Effect.Effect<A, E, R>
) {
  const from = { answers: others.answers.length, cuts: others.cuts.length, bytes: memoryOf(gateway) }
  let most = from.bytes
  const watch = setInterval(() => {
    most = Math.max(most, memoryOf(gateway))
  }, 100)
  const result = yield* Effect.ensuring(
    work,
    Effect.sync(() => clearInterval(watch))
  )
  const seen: ReadonlyArray<Answer> = others.answers.slice(from.answers)
  const bad = seen.filter(({ status }) => status !== 200)
  run.check(
    `${what}: others are served meanwhile`,
    seen.length > 0 && bad.length === 0 && others.cuts.length === from.cuts,
    `${seen.length} answers (${tally(seen.map(({ status }) => status))}), ${others.cuts.length - from.cuts} cut`
  )
  run.check(
    `${what}: memory is bounded`,
    most - from.bytes < growthBytesMax,
    `${toMebibytes(most - from.bytes)} MiB more`
  )
  run.measure(
    `${what}: p99 of others, ms`,
    percentile(
      seen.map(({ atMs, sentMs }) => atMs - sentMs),
      99
    )
  )
  run.measure(`${what}: memory more, MiB`, toMebibytes(most - from.bytes))
  return result
})

/** Adds a little to each connection every second, until they are closed or the time is over. */
const drip = Effect.fnUntraced(function* (lanes: ReadonlyArray<Lane>, bytes: string, limitMs: number) {
  const startedMs = performance.now()
  while (performance.now() - startedMs < limitMs && lanes.some((lane) => lane.closedAfterMs() === undefined)) {
    for (const lane of lanes) if (lane.closedAfterMs() === undefined) lane.socket.write(bytes)
    yield* Effect.sleep(1_000)
  }
  const lasted = lanes.map((lane) => lane.closedAfterMs() ?? Number.POSITIVE_INFINITY)
  return { longestMs: Math.max(...lasted), standing: lasted.filter((ms) => ms === Number.POSITIVE_INFINITY).length }
})

/** Sends a body that never fits and counts what is taken of it. */
const pour = Effect.fnUntraced(function* (gateway: GatewayProcess, head: string, totalBytes: number, chunked: boolean) {
  const lane = openSocket(gateway.port)
  lane.socket.write(head)
  const piece = Buffer.alloc(65_536, 0x78)
  const framed = chunked ? Buffer.concat([Buffer.from("10000\r\n"), piece, Buffer.from("\r\n")]) : piece
  const startedMs = performance.now()
  let sent = 0
  while (sent < totalBytes && lane.closedAfterMs() === undefined && performance.now() - startedMs < 20_000) {
    if (lane.socket.writableLength < mebibyte && !lane.socket.destroyed) {
      lane.socket.write(framed)
      sent += piece.length
    } else yield* Effect.sleep(5)
    if (sent % (16 * piece.length) === 0) yield* Effect.sleep(0)
  }
  yield* Effect.sleep(200)
  const taken = lane.socket.bytesWritten - lane.socket.writableLength
  lane.socket.destroy()
  return { taken, statuses: statusesOf(lane.received()), tookMs: performance.now() - startedMs }
})

const refuseLarge = Effect.fnUntraced(function* (run: GateRun, gateway: GatewayProcess, { apiKey }: GateAccount) {
  const bytes = 200 * mebibyte
  const head = (key: string, length: string) =>
    `POST /v1/gate/echo HTTP/1.1\r\nHost: h\r\n${key}Content-Type: application/json\r\n${length}\r\n\r\n`
  const withKey = `X-API-Key: ${apiKey}\r\n`
  const cases = [
    ["declared", head(withKey, `Content-Length: ${bytes}`), false, 413],
    ["declared, without a key", head("", `Content-Length: ${bytes}`), false, 401],
    ["in chunks", head(withKey, "Transfer-Encoding: chunked"), true, 413],
    ["in chunks, without a key", head("", "Transfer-Encoding: chunked"), true, 401]
  ] as const
  for (const [name, text, chunked, status] of cases) {
    const { statuses, taken, tookMs } = yield* pour(gateway, text, bytes, chunked)
    run.check(
      `a body of 200 MB, ${name}, is answered ${status} and not read`,
      statuses[0] === status && statuses.length === 1 && taken < 16 * mebibyte,
      `${statuses.join(" ") || "no answer"}, ${toMebibytes(taken)} MiB taken in ${Math.round(tookMs)} ms`
    )
    run.measure(`200 MB ${name}: taken, MiB`, toMebibytes(taken))
  }
})

const run = Effect.fn("slow")(function* (run: GateRun) {
  const server = yield* startPostgres
  const url = yield* freshDatabase(server)
  const gateway = yield* startGateway({
    databaseUrl: url,
    plugins: [],
    // All of them come from one address here.
    config: { server: { connectionsPerAddressMax: 20_000 }, plugins: { gate: { package: plugin } } }
  })
  const [attacker, other] = yield* makeAccounts(url, 2)
  if (attacker === undefined || other === undefined) return yield* new GateError({ message: "no accounts" })
  const others = yield* startLoad({
    connections: 4,
    gapMs: 10,
    hungMs: 10_000,
    port: () => gateway.port,
    next: () => ({ path: "/v1/gate/items", apiKey: other.apiKey })
  })
  const around = { gateway, others }
  yield* meanwhile(run, around, "nothing", Effect.sleep(2_000))
  const restBytes = memoryOf(gateway)
  run.measure("memory at rest, MiB", toMebibytes(restBytes))

  const slowCount = run.rounds(1_000, 200)
  const opening = "GET /v1/version HTTP/1.1\r\nHost: h\r\n"
  const heads = yield* meanwhile(
    run,
    around,
    "slow headers",
    Effect.scoped(
      Effect.flatMap(openSockets(gateway.port, slowCount, opening), (lanes) =>
        drip(lanes, "X-A: b\r\n", headersMsMax + 5_000)
      )
    )
  )
  run.check(
    `each of ${slowCount} connections with slow headers is closed in time`,
    heads.longestMs < headersMsMax,
    `${heads.standing} stand, longest ${Math.round(heads.longestMs)} ms`
  )
  run.measure("slow headers: longest, ms", heads.longestMs)

  const posting = `POST /v1/gate/echo HTTP/1.1\r\nHost: h\r\nX-API-Key: ${attacker.apiKey}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{`
  const bodyCount = Math.min(slowCount, 400)
  const bodies = yield* meanwhile(
    run,
    around,
    "slow bodies",
    Effect.scoped(
      Effect.flatMap(openSockets(gateway.port, bodyCount, posting), (lanes) => drip(lanes, " ", requestMsMax + 5_000))
    )
  )
  run.check(
    `each of ${bodyCount} connections with slow bodies is closed in time`,
    bodies.longestMs < requestMsMax,
    `${bodies.standing} stand, longest ${Math.round(bodies.longestMs)} ms`
  )
  run.measure("slow bodies: longest, ms", bodies.longestMs)

  const idleCount = run.short ? 1_000 : 10_000
  const idle = yield* meanwhile(
    run,
    around,
    "idle connections",
    Effect.scoped(
      Effect.gen(function* () {
        const lanes = yield* openSockets(gateway.port, idleCount, "GET /ready HTTP/1.1\r\nHost: h\r\n\r\n")
        yield* Effect.sleep(3_000)
        const standing = lanes.filter((lane) => lane.connected() && lane.closedAfterMs() === undefined)
        const answered = standing.filter((lane) => lane.received().startsWith("HTTP/1.1 200"))
        for (const lane of standing) lane.socket.write("GET /ready HTTP/1.1\r\nHost: h\r\n\r\n")
        yield* Effect.sleep(run.short ? 1_000 : 6_000)
        const again = standing.filter((lane) => statusesOf(lane.received()).length === 2)
        return { standing: standing.length, answered: answered.length, again: again.length }
      })
    )
  )
  run.check(
    `${idleCount} idle connections stand, and each is answered when it speaks`,
    idle.answered === idleCount && idle.again === idleCount,
    `${idle.standing} stand, ${idle.answered} were answered, ${idle.again} again`
  )
  run.measure("idle connections reached", idle.standing)

  yield* meanwhile(run, around, "large bodies", refuseLarge(run, gateway, attacker))

  const count = 100
  const piped = yield* meanwhile(
    run,
    around,
    "pipelining",
    sendRaw(
      gateway.port,
      Array.from(
        { length: count },
        (_, index) =>
          `GET /v1/gate/items${index % 2 === 0 ? "" : `?n=${index}`} HTTP/1.1\r\nHost: h\r\nX-API-Key: ${attacker.apiKey}\r\n\r\n`
      ).join(""),
      1_500
    )
  )
  const order = Array.from({ length: count }, (_, index) => (index % 2 === 0 ? 200 : 400))
  run.check(
    `${count} requests in one piece are answered in their order`,
    JSON.stringify(piped.statuses) === JSON.stringify(order),
    `${piped.statuses.length} answers: ${tally(piped.statuses)}`
  )

  const forms = framings(attacker.apiKey)
  const wrong: Array<string> = []
  yield* meanwhile(
    run,
    around,
    "bad framing",
    Effect.gen(function* () {
      for (const { bytes, name, successesMax } of forms) {
        const { closed, statuses } = yield* sendRaw(gateway.port, bytes)
        const successes = statuses.filter((status) => status < 300).length
        if (successes > successesMax) wrong.push(`${name}: ${statuses.join(" ")}`)
        else if (statuses.some((status) => status >= 500)) wrong.push(`${name}: ${statuses.join(" ")}`)
        else if (statuses.length === 0 && !closed) wrong.push(`${name}: neither answered nor closed`)
      }
    })
  )
  run.check(
    `none of ${forms.length} bad framings is served, or leaves the connection hanging`,
    wrong.length === 0,
    wrong.join("; ")
  )

  const tool = findProgram("slowhttptest")
  if (tool !== undefined) {
    for (const [mode, name] of [
      ["-H", "slowhttptest headers"],
      ["-B", "slowhttptest body"]
    ] as const) {
      yield* meanwhile(
        run,
        around,
        name,
        Effect.callback<void>((resume) => {
          const child = spawn(
            tool,
            [mode, "-c", "400", "-r", "200", "-i", "2", "-l", "12", "-u", `${gateway.url}/v1/gate/echo`],
            { stdio: "ignore" }
          )
          child.once("error", () => resume(Effect.void)).once("close", () => resume(Effect.void))
          return endChild(child, "SIGKILL")
        })
      )
    }
  } else run.measure("slowhttptest", null)

  yield* others.stop
  yield* Effect.sleep(3_000)
  run.check("the gateway is still there", gateway.isAlive(), gateway.stderr().slice(-300))
  run.check(
    "what it took of memory stays bounded",
    memoryOf(gateway) - restBytes < growthBytesMax,
    `${toMebibytes(memoryOf(gateway) - restBytes)} MiB more`
  )
  run.measure("memory after, MiB", toMebibytes(memoryOf(gateway)))
  const audit = yield* auditDelivered(url, others.answers, [other.accountId])
  run.check(
    "the others are charged for what they got, and for nothing else",
    audit.free.length + audit.duplicates.length + audit.undelivered.length + audit.imbalances === 0,
    `${audit.free.length} free, ${audit.duplicates.length} twice, ${audit.undelivered.length} undelivered`
  )
})

export const gate: Gate = {
  name: "slow",
  proves:
    "slow, idle, endless and malformed connections cost little, end in time, and keep nobody else from being served",
  run
}
