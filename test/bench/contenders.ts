import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { Effect, Redacted, Schema } from "effect"
import { parse, stringify } from "yaml"
import type { Customer } from "./database.ts"
import { BenchError, type ServerProcess, startServer } from "./processes.ts"

/** The record that everyone serves: its path in the gateway, and its bytes. */
export interface Answer {
  readonly path: string
  readonly bytes: Buffer
  readonly file: string
  /** A file of the headers that are the same in each answer. */
  readonly headersFile: string
}

export interface Contender {
  readonly name: string
  /** More than one: the connections are spread over them. */
  readonly servers: ReadonlyArray<ServerProcess>
  /** Undefined for the one that charges nothing. */
  readonly database: Redacted.Redacted<string> | undefined
}

export const gatewayName = "gateway"
/** The same gateway, which keeps no log of requests: what the log costs is the difference. */
export const unloggedName = "gateway without its log"
export const limitName = "node:http"
/** In the order of the table. */
export const peers = [
  { name: limitName, script: "nodeHttp.ts", charges: false },
  { name: "fastify transaction", script: "fastifyTransaction.ts", charges: true },
  { name: "fastify batch", script: "fastifyBatch.ts", charges: true },
  { name: "fastify rate-limiter-flexible", script: "fastifyRateLimiter.ts", charges: true }
] as const
export const names: ReadonlyArray<string> = [...peers.map(({ name }) => name), unloggedName, gatewayName]

export const root = resolve(import.meta.dirname, "../..")
const Config = Schema.Struct({ plugins: Schema.Struct({ stores: Schema.Unknown, apps: Schema.Unknown }) })

/** The default config of the gateway, on a free port and without the plugins that collect in the background. */
const configText = Effect.fnUntraced(function* (folder: string, isLogged: boolean) {
  const text = readFileSync(join(root, "config/sandbox.yaml"), "utf8")
  const { plugins } = yield* Schema.decodeUnknownEffect(Config)(parse(text))
  return stringify({
    server: { host: "127.0.0.1", port: 0 },
    logs: { level: "Warn" },
    dataDir: folder,
    // One customer is to take all there is, as with the others.
    limits: { address: null, accounts: null },
    sandbox: { seed: 1 },
    requestLog: { enabled: isLogged },
    plugins
  })
})

/** The real gateway, by its own command. */
export const startGateway = Effect.fn("startGateway")(function* (
  folder: string,
  database: Redacted.Redacted<string>,
  { isLogged = true, profile }: { readonly isLogged?: boolean; readonly profile?: string | undefined }
) {
  const own = join(folder, isLogged ? "logged" : "unlogged")
  mkdirSync(own)
  const file = join(own, "gateway.yaml")
  writeFileSync(file, yield* configText(own, isLogged))
  if (profile !== undefined) mkdirSync(profile, { recursive: true })
  const node = profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${resolve(profile)}`]
  const cli = join(root, "packages/gateway/src/cli.ts")
  return yield* startServer(gatewayName, [...node, cli, "serve", "--config", file], {
    DATABASE_URL: Redacted.value(database)
  })
})

export const startPeer = (
  script: string,
  answer: Answer,
  database: Redacted.Redacted<string> | undefined,
  period: string
) =>
  startServer(script, [
    join(import.meta.dirname, "peers", script),
    `--path=${answer.path}`,
    `--record=${answer.file}`,
    `--headers=${answer.headersFile}`,
    `--period=${period}`,
    ...(database === undefined ? [] : [`--database-url=${Redacted.value(database)}`])
  ])

const Found = Schema.fromJsonString(
  Schema.Struct({ data: Schema.Struct({ results: Schema.NonEmptyArray(Schema.Struct({ trackId: Schema.Int })) }) })
)

const ask = (port: number, path: string, key: string) =>
  Effect.tryPromise({
    try: async () => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { "x-api-key": key } })
      const bytes = Buffer.from(await response.arrayBuffer())
      if (!response.ok) throw new Error(`${response.status} ${bytes.toString()}`)
      return { bytes, headers: response.headers }
    },
    catch: (cause) => new BenchError({ message: `GET ${path} of the gateway: ${String(cause)}` })
  })

/** Headers that say something of one answer, or of one connection. */
const ofOneAnswer =
  /^(?:x-request-id|x-ratelimit-.*|x-credit-.*|x-plan|date|connection|keep-alive|content-(?:length|type|encoding)|transfer-encoding)$/

/** Finds an app of the sandbox and takes the gateway's answer for it, once that is complete. */
export const takeAnswer = Effect.fn("takeAnswer")(function* (folder: string, port: number, { key }: Customer) {
  const search = yield* ask(port, "/v1/search?q=photo&limit=1", key)
  const { data } = yield* Schema.decodeUnknownEffect(Found)(search.bytes.toString()).pipe(
    Effect.mapError((error) => new BenchError({ message: `the gateway's search: ${error.message}` }))
  )
  const path = `/v1/apps/${data.results[0].trackId}`
  yield* ask(port, path, key)
  const { bytes, headers } = yield* ask(port, path, key)
  const file = join(folder, "record.json")
  writeFileSync(file, bytes)
  const headersFile = join(folder, "headers.json")
  const same = Object.fromEntries([...headers].filter(([name]) => !ofOneAnswer.test(name)))
  writeFileSync(headersFile, JSON.stringify(same))
  const answer: Answer = { path, bytes, file, headersFile }
  return answer
})
