import { createHash, randomBytes } from "node:crypto"
import { createServer, type IncomingMessage } from "node:http"
import { join } from "node:path"
import { listening } from "@storeglass/testkit"
import { Effect, Redacted, type Scope } from "effect"
import { type FuzzAnswer, fuzzClient } from "./fuzzClient.ts"
import { type Canary, collector, dumpDatabase, dumpRedis, foundIn } from "./secretsSinks.ts"
import { sendRaw } from "./slowSockets.ts"
import { execute, freshDatabase, makeAccounts, startPostgres } from "./support/database.ts"
import { type Gate, GateError, type GateRun } from "./support/gate.ts"
import { type GatewayOptions, runCli, startGateway } from "./support/gatewayProcess.ts"
import { startRedis } from "./support/redis.ts"

const plugin = join(import.meta.dirname, "plugin")

type Misdeed = (request: IncomingMessage) =>
  | {
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body: string
    }
  | "reset"

/** An upstream that answers with secrets of its own, in all the places that an answer has. */
const upstream = (
  canary: string
): Effect.Effect<{ readonly url: string; readonly seen: ReadonlyArray<string> }, never, Scope.Scope> =>
  Effect.gen(function* () {
    const misdeeds: ReadonlyArray<Misdeed> = [
      () => ({ status: 500, body: `{"error":"token ${canary} is not valid"}` }),
      () => ({ status: 401, headers: { "www-authenticate": `Bearer error="${canary}"` }, body: canary }),
      () => ({ status: 302, headers: { location: `http://127.0.0.1:9/?token=${canary}` }, body: canary }),
      () => ({ status: 429, headers: { "retry-after": "1", "x-debug": canary }, body: canary }),
      () => ({ status: 503, headers: { "set-cookie": `session=${canary}` }, body: `<html>${canary}</html>` }),
      () => ({ status: 200, headers: { "content-encoding": "gzip" }, body: canary }),
      () => ({ status: 200, headers: { "content-length": "100000" }, body: canary }),
      (request) => ({ status: 500, body: JSON.stringify(request.headers) }),
      () => "reset",
      () => ({ status: 200, body: canary })
    ]
    const seen: Array<string> = []
    const server = createServer((request, response) => {
      seen.push(JSON.stringify(request.headers))
      const answer = misdeeds[(seen.length - 1) % misdeeds.length]?.(request)
      if (answer === undefined || answer === "reset") return request.socket.destroy()
      response.writeHead(answer.status, answer.headers)
      response.write(answer.body)
      if (answer.headers?.["content-length"] === undefined) response.end()
      else setTimeout(() => request.socket.destroy(), 50)
    })
    const { origin } = yield* listening(server)
    return { url: origin, seen }
  })

const run = Effect.fn("secrets")(function* (run: GateRun) {
  const server = yield* startPostgres
  const fresh = yield* freshDatabase(server)
  const redis = yield* Effect.catchTag(startRedis, "GateSkipped", () => Effect.succeed(undefined))
  const otlp = yield* collector
  const canaries: Array<Canary> = []
  const canary = (label: string, allowed: ReadonlyArray<string> = []) => {
    const value = `cnry${randomBytes(12).toString("hex")}`
    canaries.push({ label, value, allowed })
    return value
  }
  const known = (label: string, value: string) => {
    canaries.push({ label, value })
    return value
  }
  const host = yield* upstream(canary("an answer of the upstream"))
  const password = canary("the password of the database")
  const url = Redacted.make(Redacted.value(fresh).replace(/\/\/([^:@/]*)(:[^@/]*)?@/, `//$1:${password}@`))
  const options: GatewayOptions = {
    databaseUrl: url,
    ...(redis === undefined ? {} : { redisUrl: redis.path }),
    plugins: ["stores", "apps"],
    env: {
      GATE_UPSTREAM_KEY: canary("a secret setting of a plugin"),
      GATE_VAULT_KEY: known("the vault's key", randomBytes(32).toString("base64"))
    },
    config: {
      logs: { level: "Debug" },
      telemetry: { otlpUrl: otlp.url },
      vault: { currentKeyId: "k1", keys: { k1: "${GATE_VAULT_KEY}" } },
      plugins: { gate: { package: plugin, upstreamUrl: host.url, upstreamKey: "${GATE_UPSTREAM_KEY}" } }
    }
  }
  const gateway = yield* startGateway(options)
  const [account] = yield* makeAccounts(fresh, 1)
  if (account === undefined) return yield* new GateError({ message: "no account" })
  known("an API key", account.apiKey)
  known("the random part of an API key", account.apiKey.split("_").at(-1) ?? account.apiKey)

  const send = yield* fuzzClient(gateway.port, 4)
  const answers: Array<FuzzAnswer> = []
  const ask = Effect.fnUntraced(function* (
    method: string,
    path: string,
    given: {
      readonly key?: string | undefined
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
    } = {}
  ) {
    const answer = yield* send(
      {
        method,
        path,
        headers: { ...(given.body === undefined ? {} : { "content-type": "application/json" }), ...given.headers },
        body: given.body === undefined ? undefined : Buffer.from(given.body)
      },
      "key" in given ? given.key : account.apiKey
    )
    answers.push(answer)
    return answer
  })

  const rounds = run.rounds(10, 2)
  let made = 0
  for (let round = 0; round < rounds; round++) {
    yield* ask("GET", "/v1/auth/usage")
    yield* ask("GET", "/v1/search?q=photo&limit=5")
    yield* ask("GET", "/v1/gate/items", { key: canary("a wrong API key") })
    yield* ask("GET", "/v1/gate/items", {
      key: `${account.apiKey.slice(0, -1)}${account.apiKey.endsWith("0") ? "1" : "0"}`
    })
    yield* ask("GET", "/v1/gate/items", {
      key: undefined,
      headers: { authorization: `Bearer ${canary("a wrong bearer token")}` }
    })
    yield* ask("GET", "/v1/gate/items", { key: undefined, headers: { authorization: `Bearer ${account.apiKey}` } })
    yield* ask("GET", "/v1/gate/items", {
      headers: {
        authorization: `Basic ${Buffer.from(`u:${canary("a password in Authorization")}`).toString("base64")}`,
        cookie: `session=${canary("a cookie")}`,
        "x-secret": canary("a header of the caller"),
        "proxy-authorization": canary("Proxy-Authorization")
      }
    })
    yield* ask("GET", `/v1/gate/items?api_key=${canary("a key in the address")}`)
    yield* ask("GET", `/v1/search?q=${canary("a search term", ["answers", "redis", "database"])}`)
    yield* ask("GET", `/v1/no/such/route/${canary("an unknown path", ["telemetry"])}`)
    const secret = canary("a secret field")
    const created = yield* ask("POST", "/v1/gate/items", {
      body: JSON.stringify({ name: `item ${round}`, secret }),
      headers: { "idempotency-key": canary("an Idempotency-Key", ["database"]) }
    })
    const id = /"id":"([0-9a-f-]{36})"/.exec(created.text)?.[1]
    if (created.status === 200 && id !== undefined) made += 1
    for (let misdeed = 0; misdeed < 10; misdeed++) yield* ask("POST", `/v1/gate/items/${id}/check`)
    const wrong: ReadonlyArray<unknown> = [
      { name: "n", secret: { nested: canary("a secret field of a wrong type") } },
      { name: "n", secret: [canary("a secret field in a list")] },
      { name: "n", secret: canary("a secret field that is too long").repeat(20) },
      { name: "n", secret: `\u0000${canary("a secret field with a control")}` },
      { name: 7, secret: canary("a secret field beside a wrong one") },
      { name: "n", secret: "s", password: canary("an unknown field") }
    ]
    for (const body of wrong) yield* ask("POST", "/v1/gate/items", { body: JSON.stringify(body) })
    yield* ask("POST", "/v1/gate/items", { body: `{"name":"n","secret":"${canary("a body that is no JSON")}` })
    yield* ask("POST", "/v1/gate/items", {
      body: `secret=${canary("a body of another type")}`,
      headers: { "content-type": "text/plain" }
    })
    yield* ask("POST", "/v1/gate/jobs", {
      body: JSON.stringify({
        job: "poison",
        key: canary("the payload of a job", ["database", "answers"]),
        commit: true,
        attempts: 1
      })
    })
    const raw = yield* sendRaw(
      gateway.port,
      `GET /v1/gate/items HTTP/1.1\r\nHost: h\r\nX-API-Key: ${canary("a malformed request")}\x00\r\n\r\n`,
      200
    )
    answers.push({ status: 0, headers: {}, text: raw.text, json: undefined })
    // Its pool is cut off, so that errors of the database are logged too.
    yield* execute(
      fresh,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'storeglass%'"
    )
    yield* Effect.all(
      [1, 2, 3].map(() => ask("GET", "/v1/gate/items")),
      { concurrency: "unbounded" }
    )
    yield* Effect.sleep(200)
  }
  yield* run.say(`${answers.length} requests, ${canaries.length} canaries`)

  const sendInternal = yield* fuzzClient(gateway.internalPort(), 1)
  const metrics = yield* sendInternal({ method: "GET", path: "/metrics", headers: {}, body: undefined }, undefined)
  const openApi = yield* send({ method: "GET", path: "/openapi.json", headers: {}, body: undefined }, undefined)
  const health = yield* sendInternal({ method: "GET", path: "/health", headers: {}, body: undefined }, undefined)
  const database = yield* dumpDatabase(fresh)
  const redisText = redis === undefined ? undefined : yield* dumpRedis(redis)
  const redisKeys = redis === undefined ? 0 : yield* redis.size
  yield* gateway.terminate
  const broken = {
    ...options,
    config: {
      ...options.config,
      plugins: { gate: { package: plugin, upstreamKey: ["${GATE_UPSTREAM_KEY}"], holdMs: "${GATE_UPSTREAM_KEY}" } }
    }
  }
  const refusals = yield* Effect.forEach(
    [
      runCli(["config", "check"], broken),
      runCli(["migrate"], { ...options, databaseUrl: Redacted.make(`postgres://gate:${password}@127.0.0.1:9/none`) }),
      runCli(["account", "list", "--json"], options),
      runCli(["plugins", "--json"], options)
    ],
    Effect.match({ onFailure: ({ message }) => message, onSuccess: (text) => text })
  )

  const sinks: Readonly<Record<string, string>> = {
    logs: `${gateway.stdout()}\n${gateway.stderr()}`,
    telemetry: otlp.text(),
    metrics: `${metrics.text}\n${openApi.text}\n${health.text}`,
    answers: answers.map(({ headers, text }) => `${JSON.stringify(headers)} ${text}`).join("\n"),
    cli: refusals.join("\n"),
    database: database.text,
    ...(redisText === undefined ? {} : { redis: redisText })
  }
  for (const [sink, text] of Object.entries(sinks)) {
    const found = foundIn(sink, text, canaries)
    run.check(
      `none of ${canaries.length} canaries is in: ${sink}`,
      found.length === 0,
      `${found.length}: ${found.slice(0, 6).join(" | ")}`
    )
    run.measure(`${sink}, KiB searched`, Math.round(text.length / 1024))
  }
  run.measure("canaries", canaries.length)
  run.measure("tables", database.tables)
  if (redis === undefined) run.measure("redis", null)

  // What shows that there was something to find.
  const hash = createHash("sha256").update(account.apiKey).digest("hex")
  run.check("the database knows the API key by its hash", database.text.includes(hash))
  run.check(
    "items were made, and their secrets sealed",
    made === rounds && database.text.includes("gate_items"),
    `${made} of ${rounds}`
  )
  run.check(
    "the upstream was sent the secrets",
    canaries.some(
      ({ label, value }) => label === "a secret field" && host.seen.some((headers) => headers.includes(value))
    ) && host.seen.some((headers) => headers.includes(options.env?.GATE_UPSTREAM_KEY ?? "?")),
    `${host.seen.length} requests`
  )
  run.check(
    "logs, traces and metrics were written",
    sinks.logs?.includes("gate") === true && /v1\/traces/.test(otlp.text()) && metrics.text.includes("/v1/gate/items"),
    `${sinks.logs?.length} characters of logs`
  )
  if (redis !== undefined) run.check("Redis holds something", redisKeys > 0, `${redisKeys} keys`)
})

export const gate: Gate = {
  name: "secrets",
  proves:
    "a canary in every secret field, header and upstream error shows up in no log, trace, metric, answer, table or cache",
  run
}
