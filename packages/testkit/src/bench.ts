/** For benches: the whole gateway over a PostgreSQL of its own, asked as its customers ask it. Needs no vitest. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { Agent, request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { performance } from "node:perf_hooks"
import { EmbeddedPostgres } from "@storeglass/embedded-postgres"
import { boot } from "@storeglass/gateway"
import { Effect, Redacted, References } from "effect"
import { root } from "./settings.ts"

export interface BenchGatewayOptions {
  /** In the name of its folder. */
  readonly name: string
  /** Keeps the database from run to run. */
  readonly dir?: string | undefined
  /** Lines of the config under `plugins:`, beside the stores. */
  readonly plugins: string
}

/** The stores are the sandbox's, which is asked for nothing. */
const config = (folder: string, plugins: string) => `
server: { host: 127.0.0.1, port: 0 }
logs: { level: Warn }
dataDir: ${folder}
limits: { address: null, accounts: null }
sandbox: { seed: 1 }
plugins:
  stores:
    storea:
      baseUrls:
        itunes: "\${sandbox.itunes}"
        search: "\${sandbox.search}"
        rssV2: "\${sandbox.rssV2}"
        apps: "\${sandbox.apps}"
${plugins}
`

/** A gateway that anybody may ask as often as they like. */
export const startBenchGateway = Effect.fnUntraced(function* ({ dir, name, plugins }: BenchGatewayOptions) {
  const folder = mkdtempSync(join(tmpdir(), `storeglass-${name}-bench-`))
  yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(folder, { recursive: true, force: true })))
  const server = yield* EmbeddedPostgres.start({ dataDir: dir ?? join(folder, "postgres"), maxConnections: 50 })
  const file = join(folder, "gateway.yaml")
  writeFileSync(file, config(folder, plugins))
  return yield* boot({
    configFile: file,
    environment: { DATABASE_URL: Redacted.value(server.url), PATH: process.env.PATH, HOME: root }
  }).pipe(Effect.provideService(References.MinimumLogLevel, "Warn"))
})

export interface BenchAnswer {
  readonly status: number
  readonly text: string
  readonly ms: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
/** Asks over one connection that stays; dies of any answer but a 200. */
export const askBench = (
  url: string,
  key: string,
  { body, method = "GET" }: { readonly method?: string; readonly body?: unknown } = {}
): Effect.Effect<BenchAnswer> =>
  Effect.callback((resume) => {
    const startMs = performance.now()
    const sent = body === undefined ? undefined : JSON.stringify(body)
    const headers = { "x-api-key": key, ...(sent === undefined ? {} : { "content-type": "application/json" }) }
    const outgoing = request(url, { method, agent, headers }, (answer) => {
      const pieces: Array<Buffer> = []
      answer.on("data", (piece: Buffer) => pieces.push(piece))
      answer.on("end", () => {
        const text = Buffer.concat(pieces).toString()
        const status = answer.statusCode ?? 0
        const given = { status, text, ms: performance.now() - startMs }
        resume(
          status === 200 ? Effect.succeed(given) : Effect.die(new Error(`${url}: ${status} ${text.slice(0, 500)}`))
        )
      })
    })
    outgoing.on("error", (error) => resume(Effect.die(error)))
    outgoing.end(sent)
  })

/** What most and the slowest waited for. */
export const figuresOf = (times: ReadonlyArray<number>) => {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10
  return { asks: sorted.length, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), maxMs: at(1) }
}

/** Warms up, then asks so often, turn by turn of several addresses. */
export const measureBench = Effect.fnUntraced(function* (
  asks: number,
  turn: (
    n: number
  ) => { readonly url: string; readonly key: string; readonly method?: string; readonly body?: unknown } | undefined
) {
  const times: Array<number> = []
  for (let n = -20; n < asks; n++) {
    const one = turn(Math.abs(n))
    if (one === undefined) break
    const { ms } = yield* askBench(one.url, one.key, one)
    if (n >= 0) times.push(ms)
  }
  return figuresOf(times)
})
