/** A canary in every place that holds a secret of the trial's customers or of its vendor. */
import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PgClient } from "@effect/sql-pg"
import { startSandbox } from "@storeglass/sandbox"
import { askUrl, codeOf, freshDatabase, processOutput, root } from "@storeglass/testkit"
import { Effect, Exit, Redacted, Schema, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { stringify } from "yaml"
import vendor from "../sandbox/index.ts"
import { plugins } from "./support.ts"

const canary = () => `cnry${randomBytes(12).toString("hex")}`
const webhookCanary = `whsec_${Buffer.from(canary()).toString("base64")}`

/** A gateway as a process of its own that logs all it can, with a collector of OTLP and the trial's vendor beside it. */
const startProcess = Effect.gen(function* () {
  const exported: Array<string> = []
  const collector = createServer((request, response) => {
    request.on("data", (chunk: Buffer) => exported.push(chunk.toString()))
    request.on("end", () => response.writeHead(200, { "content-type": "application/json" }).end("{}"))
  }).listen(0, "127.0.0.1")
  yield* Effect.promise(() => once(collector, "listening"))
  yield* Effect.addFinalizer(() => Effect.sync(() => collector.close()))
  const folder = mkdtempSync(join(tmpdir(), "storeglass-secrets-"))
  yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(folder, { recursive: true, force: true })))
  const sandbox = yield* startSandbox({ doubles: [vendor], size: 10 })
  const address = collector.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const file = join(folder, "config.yaml")
  const trial = {
    package: plugins.trial.package,
    apiUrl: sandbox.baseUrls["trial-api"],
    tokenUrl: sandbox.baseUrls["trial-token"],
    webhookSecret: webhookCanary
  }
  const config = {
    server: { port: 0 },
    dataDir: folder,
    logs: { level: "Debug", format: "json" },
    telemetry: { otlpUrl: `http://127.0.0.1:${port}`, keptAnswersEvery: 1 },
    plugins: { crier: plugins.crier, trial, mcp: null }
  }
  writeFileSync(file, stringify(config))
  const database = yield* freshDatabase()
  const env = { ...process.env, DATABASE_URL: Redacted.value(database) }
  const cli = (...args: ReadonlyArray<string>) =>
    spawn(process.execPath, [join(root, "packages/gateway/src/cli.ts"), ...args, "--config", file], {
      env,
      stdio: ["ignore", "pipe", "pipe"]
    })
  const account = ["account", "create", "--email", "c@example.com", "--plan", "medium", "--json"]
  const { err, out } = yield* Effect.promise(() => processOutput(cli(...account)))
  const made = yield* Effect.mapError(Schema.decodeEffect(Made)(out), () => new Error(`${out} ${err}`))
  const child = cli("serve")
  yield* Effect.addFinalizer(() => Effect.sync(() => child.kill("SIGKILL")))
  let logs = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (logs += chunk.toString()))
  const url = yield* Effect.promise(async () => {
    for (;;) {
      const found = /ready at (http:\/\/[\d.:]+)/.exec(logs)?.[1]
      if (found !== undefined) return found
      if (child.exitCode !== null) throw new Error(logs)
      await once(child.stdout, "data")
    }
  })
  const stop = async () => {
    child.kill("SIGTERM")
    await once(child, "close")
    return { logs, exported: exported.join("\n") }
  }
  const internal = () => /For the operator +(http:\/\/[\d.:]+)\//.exec(logs)?.[1] ?? ""
  return { url, internal, key: made.apiKey, control: sandbox.control, database, stop }
})
const Made = Schema.fromJsonString(Schema.Struct({ apiKey: Schema.String }))
type Running = Effect.Success<typeof startProcess>

let scope: Scope.Closeable
let gateway: Running
beforeAll(async () => {
  scope = await Effect.runPromise(Scope.make())
  gateway = await Effect.runPromise(Scope.provide(startProcess, scope))
}, 90_000)
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const Rows = Schema.Array(Schema.Struct({ row: Schema.NullOr(Schema.String) }))
const Client = Schema.Struct({ clientId: Schema.String, privateKey: Schema.String })
const Names = Schema.Array(Schema.Struct({ name: Schema.String }))
const dump = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* Schema.decodeUnknownEffect(Names)(
    yield* sql`SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`
  )
  const texts: Array<string> = []
  for (const { name } of tables) {
    const rows = yield* Schema.decodeUnknownEffect(Rows)(yield* sql`SELECT t::text AS row FROM ${sql(name)} t`)
    texts.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return texts.join("\n")
})
const formsOf = (value: string) => [value, encodeURIComponent(value), Buffer.from(value).toString("hex")]

describe("the trial's secrets", () => {
  it("are in no log, trace, metric, table, journal or tool's result", async () => {
    const { control, database, internal, key, stop, url } = gateway
    const canaries = new Map<string, string>([["the secret of webhooks", webhookCanary]])
    const planted = (label: string) => {
      const value = canary()
      canaries.set(label, value)
      return value
    }
    const client = Schema.decodeUnknownSync(Client)(await control.act("trial", "issue"))
    // The middle of a real key: it signs, and is sealed.
    canaries.set("a customer's key", client.privateKey.split("\n")[1] ?? "")
    const ask = (
      method: string,
      path: string,
      more: { readonly body?: unknown; readonly headers?: Record<string, string> } = {}
    ) => askUrl(`${url}${path}`, { method, key, ...more })
    canaries.set("the API key", key)
    const answers: Array<string> = []
    const keep = async (answer: ReturnType<typeof ask>) => {
      const { headers, json, text } = await answer
      answers.push(`${JSON.stringify([...headers])} ${text}`)
      return codeOf(json)
    }
    assert.isUndefined(await keep(ask("PUT", "/v1/trial/connection", { body: client })))
    const rejected = { clientId: planted("a client id that is refused"), privateKey: planted("a key that is refused") }
    assert.strictEqual(await keep(ask("PUT", "/v1/trial/connection", { body: rejected })), "CREDENTIALS_REJECTED")
    const unknown = { ...client, token: planted("an unknown field") }
    assert.strictEqual(await keep(ask("PUT", "/v1/trial/connection", { body: unknown })), "INVALID_INPUT")
    const nested = { clientId: "x", privateKey: { pem: planted("a key of a wrong type") } }
    assert.strictEqual(await keep(ask("PUT", "/v1/trial/connection", { body: nested })), "INVALID_INPUT")
    await keep(ask("POST", "/v1/trial/signatures", { body: { privateKey: planted("a key to sign with") } }))
    const header = { "x-trial-region": "eu", "x-trial-token": planted("a secret header") }
    await keep(ask("GET", "/v1/trial/greeting", { headers: header }))
    await keep(ask("GET", "/v1/trial/greeting", { headers: { ...header, "x-trial-region": "" } }))
    const forged = { "webhook-id": "1", "webhook-timestamp": "1", "webhook-signature": `v1,${planted("a signature")}` }
    assert.strictEqual(await keep(ask("POST", "/hooks/trial", { headers: forged, body: "x" })), "HOOK_REJECTED")
    const rpc = (name: string, args: object, headers: Record<string, string> = {}) =>
      ask("POST", "/mcp", {
        headers,
        body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }
      })
    await keep(
      rpc(
        "trial_greet",
        { "x-trial-region": "eu" },
        { "x-trial-token": planted("a secret header beside a tool's call") }
      )
    )
    await keep(rpc("trialVendor_connect", { ...rejected, privateKey: planted("a key in a tool's call") }))
    // A vendor whose refusals hold secrets, and whose answers nobody can read.
    const campaign = "/v1/trial/campaigns/one"
    for (const kind of ["500", "malformed", "reset", "lostAnswer"] as const) {
      control.fail({
        kind,
        upstream: "trial-api",
        times: 1,
        ...(kind === "500" ? { message: planted("a vendor's error") } : {})
      })
      await keep(ask("GET", campaign))
    }
    control.fail({ kind: "lostAnswer", upstream: "trial-api", method: "PUT", times: 1 })
    assert.isUndefined(await keep(ask("PUT", campaign, { body: { budget: 5, confirm: true } })))
    await keep(rpc("trialVendor_campaign", { campaignId: "one" }))

    const metrics = await askUrl(`${internal()}/metrics`)
    const health = await askUrl(`${internal()}/health`)
    const tables = await Effect.runPromise(Effect.provide(dump, PgClient.layer({ url: database, maxConnections: 1 })))
    const { exported, logs } = await stop()
    const sinks = {
      logs,
      telemetry: exported,
      metrics: `${metrics.text}\n${health.text}`,
      database: tables,
      answers: answers.join("\n")
    }
    // There is something to find in each.
    assert.include(sinks.database, "core_vendor_writes")
    assert.include(sinks.database, "core_connections")
    assert.include(sinks.metrics, "trial.api")
    assert.include(sinks.logs, "trial")
    assert.include(sinks.telemetry, "Connections.connect")
    for (const [sink, text] of Object.entries(sinks)) {
      for (const [label, value] of canaries) {
        for (const form of formsOf(value)) assert.isFalse(text.includes(form), `${label} is in: ${sink}`)
      }
    }
  })
})
