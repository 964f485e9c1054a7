// The load generator, a process of its own. Prints what it measured as one line of JSON.
import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { Connection } from "./Connection.ts"
import { cpuMs } from "./cpu.ts"

const { values } = parseArgs({
  options: {
    // Several, with commas: the connections go to each in turn, as a balancer would send them.
    ports: { type: "string", default: "" },
    path: { type: "string", default: "" },
    "keys-file": { type: "string", default: "" },
    keys: { type: "string", default: "1" },
    connections: { type: "string", default: "50" },
    "warm-up-ms": { type: "string", default: "1000" },
    "measure-ms": { type: "string", default: "4000" },
    "body-bytes": { type: "string", default: "" },
    pids: { type: "string", default: "" }
  }
})
const ports = values.ports.split(",").map(Number)
const bodyBytes = Number(values["body-bytes"])
const serverPids = values.pids.split(",").map(Number)
const drainMsMax = 5_000

const requests = readFileSync(values["keys-file"], "utf8")
  .split("\n", Number(values.keys))
  .map((key) =>
    Buffer.from(`GET ${values.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${key}\r\nAccept: */*\r\n\r\n`)
  )

let phase: "warm-up" | "measure" | "drain" = "warm-up"
let turn = 0
let sent = 0
let delivered = 0
let otherLength = 0
const others: Record<string, number> = {}
const latenciesMs: Array<number> = []

const driver = {
  next: () => {
    if (phase === "drain") return undefined
    sent++
    turn = turn + 1 === requests.length ? 0 : turn + 1
    return requests[turn]
  },
  answered: (status: number, bytes: number, sentMs: number, nowMs: number) => {
    if (status >= 200 && status < 300) {
      delivered++
      if (bytes !== bodyBytes) otherLength++
    } else others[status] = (others[status] ?? 0) + 1
    if (phase === "measure") latenciesMs.push(nowMs - sentMs)
  },
  broken: (reason: string) => {
    others[reason] = (others[reason] ?? 0) + 1
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
for (let index = 0; index < Number(values.connections); index++) {
  new Connection(ports[index % ports.length] ?? 0, driver)
}
await wait(Number(values["warm-up-ms"]))
const serverCpuMs = cpuMs(serverPids)
const ownCpuMs = cpuMs([process.pid])
const beginMs = performance.now()
phase = "measure"
await wait(Number(values["measure-ms"]))
phase = "drain"
const tookMs = performance.now() - beginMs
const serverCpuEndMs = cpuMs(serverPids)
const ownCpuEndMs = cpuMs([process.pid])

// What is under way gets its answer, so that the ledger can be held against what was delivered.
const answered = () => delivered + Object.values(others).reduce((sum, count) => sum + count, 0)
for (const limitMs = performance.now() + drainMsMax; answered() < sent && performance.now() < limitMs; ) await wait(5)

const sorted = Float64Array.from(latenciesMs).sort()
const quantile = (q: number) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? null
const perRequestUs = (begin: number | null, end: number | null) =>
  begin === null || end === null || sorted.length === 0 ? null : ((end - begin) * 1000) / sorted.length
process.stdout.write(
  `${JSON.stringify({
    rps: (sorted.length * 1000) / tookMs,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    cpuUs: perRequestUs(serverCpuMs, serverCpuEndMs),
    clientCpuUs: perRequestUs(ownCpuMs, ownCpuEndMs),
    delivered,
    unanswered: sent - answered(),
    otherLength,
    others
  })}\n`
)
