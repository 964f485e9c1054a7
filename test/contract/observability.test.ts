import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { askUrl, freshDatabase, root } from "@storeglass/testkit"
import { Effect, Redacted, Schema } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { parse, stringify } from "yaml"

const Traces = Schema.Struct({
  resourceSpans: Schema.Array(
    Schema.Struct({
      scopeSpans: Schema.Array(
        Schema.Struct({
          spans: Schema.Array(
            Schema.Struct({
              spanId: Schema.String,
              parentSpanId: Schema.optional(Schema.String),
              name: Schema.String
            })
          )
        })
      )
    })
  )
})
const readTraces = Schema.decodeSync(Schema.fromJsonString(Traces))

/** Every span with the names of those above it, from its root down: `a > b > c`. */
const waysOf = (received: ReadonlyArray<{ readonly path: string; readonly body: string }>) => {
  const spans = received
    .filter(({ path }) => path === "/v1/traces")
    .flatMap(({ body }) => readTraces(body).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const wayOf = ({ name, parentSpanId }: (typeof spans)[number]): string => {
    const parent = byId.get(parentSpanId ?? "")
    return parent === undefined ? name : `${wayOf(parent)} > ${name}`
  }
  return spans.map(wayOf)
}

/** A gateway as a process of its own, logging all it can, with a collector of OTLP beside it. */
describe("logs, traces and metrics of a gateway process", () => {
  const received: Array<{ readonly path: string; readonly body: string }> = []
  const collector = createServer((request, response) => {
    let body = ""
    request.setEncoding("utf8").on("data", (text: string) => {
      body += text
    })
    request.on("end", () => {
      received.push({ path: request.url ?? "", body })
      response.writeHead(200, { "content-type": "application/json" }).end("{}")
    })
  })
  const folder = mkdtempSync(join(tmpdir(), "storeglass-observed-"))
  let output = ""
  let url = ""
  let key = ""
  let gateway: ReturnType<typeof spawn> | undefined
  let metrics = ""

  const run = async (args: ReadonlyArray<string>, environment: Record<string, string>) => {
    const child = spawn(process.execPath, [join(root, "packages/gateway/src/cli.ts"), ...args], {
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "pipe"]
    })
    let text = ""
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk
    })
    await once(child, "close")
    return text
  }

  beforeAll(async () => {
    collector.listen(0, "127.0.0.1")
    await once(collector, "listening")
    const address = collector.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    const sandbox = parse(readFileSync(join(root, "config/sandbox.yaml"), "utf8"))
    const file = join(folder, "config.yaml")
    writeFileSync(
      file,
      stringify({
        ...sandbox,
        server: { port: 0 },
        dataDir: "data",
        logs: { level: "Debug", format: "json" },
        telemetry: { otlpUrl: `http://127.0.0.1:${port}` },
        plugins: { stores: sandbox.plugins.stores, apps: null, charts: { collectOnStart: false } }
      })
    )
    const databaseUrl = Redacted.value(await Effect.runPromise(freshDatabase()))
    const environment = { DATABASE_URL: databaseUrl }
    const made = JSON.parse(
      await run(
        ["account", "create", "--email", "o@example.com", "--plan", "small", "--json", "--config", file],
        environment
      )
    )
    key = made.apiKey
    gateway = spawn(process.execPath, [join(root, "packages/gateway/src/cli.ts"), "serve", "--config", file], {
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "pipe"]
    })
    for (const stream of [gateway.stdout, gateway.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        output += text
      })
    }
    await new Promise<void>((resolve, reject) => {
      gateway?.stdout?.on("data", () => /For the operator/.test(output) && resolve())
      gateway?.once("close", () => reject(new Error(output)))
    })
    url = /ready at (http:\/\/[\d.:]+)/.exec(output)?.[1] ?? ""
    const internal = /For the operator +(http:\/\/[\d.:]+)\//.exec(output)?.[1] ?? ""
    const { text: found } = await askUrl(`${url}/v1/search?q=photo`, { key })
    const appId = /"trackId":(\d+)/.exec(found)?.[1] ?? ""
    await askUrl(`${url}/v1/search?q=photo`, { key: `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}` })
    await askUrl(`${url}/v1/search?q=photo`, { headers: { authorization: `Bearer ${key}` } })
    await askUrl(`${url}/v1/apps/${appId}/intelligence`, { key })
    const done = /storeglass_job_attempts_total\{[^}]*charts\.partition[^}]*\} 1/
    while (!done.test(metrics)) metrics = (await askUrl(`${internal}/metrics`)).text
    gateway.kill("SIGTERM")
    await once(gateway, "close")
  }, 60_000)
  afterAll(() => {
    gateway?.kill("SIGKILL")
    collector.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it("ends with 0 after SIGTERM, within its drain limit", () => {
    assert.strictEqual(gateway?.exitCode, 0)
  })

  it("writes log lines as JSON, with level and time", () => {
    const lines = output.split("\n").filter((line) => line.startsWith("{"))
    assert.isNotEmpty(lines)
    for (const line of lines) assert.containsAllKeys(JSON.parse(line), ["level", "timestamp", "message"])
  })

  it("exports traces, logs and metrics to the configured collector", () => {
    const paths = new Set(received.map(({ path }) => path))
    assert.isTrue(paths.has("/v1/traces"), [...paths].join())
    assert.isTrue(paths.has("/v1/metrics"), [...paths].join())
    assert.isTrue(paths.has("/v1/logs"), [...paths].join())
  })

  it("shows the way of a request through a plugin: its services, the store's adapter, the upstream, the database", () => {
    const ways = waysOf(received)
    const report = "GET > Intelligence.report"
    assert.include(ways, `${report} > StoreA.reviews > upstream storea.reviews`)
    assert.include(ways, `${report} > MarketReadings.of > ChartRanks.get > StoreA.chart > upstream storea.charts`)
    assert.include(
      ways,
      `${report} > MarketReadings.of > RatingHistory.earlier > RatingSnapshotStore.earlier > postgres`
    )
  })

  it("shows an attempt at a job as a trace of its own, with the services that it uses below", () => {
    assert.include(waysOf(received), "job charts.partition > Partitions.maintain > postgres")
  })

  it("tells no key and no database password anywhere", () => {
    const demo = readFileSync(join(folder, "data/demo-key"), "utf8").trim()
    const everything = [...received.map(({ body }) => body), metrics].join("\n")
    for (const secret of [key, key.slice(8), demo]) assert.notInclude(everything, secret)
    assert.notInclude(output, key)
    // The demo key is shown once, on the first boot, and nowhere else.
    assert.strictEqual(output.split(demo).length, 2)
  })

  it("serves metrics for Prometheus: requests, upstreams and their states", () => {
    assert.match(metrics, /^storeglass_http_requests_total\{operation="GET \/v1\/search",status="200"\} 2$/m)
    assert.match(metrics, /^storeglass_http_requests_total\{operation="GET \/v1\/search",status="401"\} 1$/m)
    assert.match(metrics, /storeglass_upstream_requests_total\{[^}]*storea\.catalog/)
  })
})
