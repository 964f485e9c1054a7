import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { composeFrom, loadConfig, type ServedOperation } from "@storeglass/gateway"
import { Effect, Exit, Schema } from "effect"
import { parse } from "yaml"
import { isFreePage } from "../freePages.ts"
import { type FuzzAnswer, fuzzClient } from "./fuzzClient.ts"
import { exampleOf, type FuzzRequest, fuzzRequest, makeHarvest, plainRequest, type ValueOf } from "./fuzzInputs.ts"
import { checkTenants } from "./fuzzTenants.ts"
import { standingCharges } from "./support/audit.ts"
import { differencesOf, entriesOf, freshDatabase, makeAccounts, startPostgres } from "./support/database.ts"
import { type Gate, GateError, type GateRun } from "./support/gate.ts"
import { type GatewayOptions, root, startGateway, writeConfig } from "./support/gatewayProcess.ts"
import { percentile, tally } from "./support/load.ts"

const lanes = 16
const plugin = join(import.meta.dirname, "plugin")

/** A 304 is given in place of a 200, at its price. */
const isPaid = (status: number) => (status >= 200 && status < 300) || status === 304

const Enabled = Schema.Struct({ plugins: Schema.Record(Schema.String, Schema.Unknown) })

/** An upstream that has nothing to complain of; gives its address. */
const contentUpstream = Effect.acquireRelease(
  Effect.callback<ReturnType<typeof createServer>>((resume) => {
    const server = createServer((_, response) => response.end("{}"))
    server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
  }),
  (server) =>
    Effect.sync(() => {
      server.close()
      server.closeAllConnections()
    })
).pipe(
  Effect.map((server) => {
    const address = server.address()
    return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
  })
)

/** The routes that the gateway of the gate serves, as their plugins declare them. */
const declaredRoutes = Effect.fnUntraced(function* (options: GatewayOptions) {
  const file = yield* writeConfig(options)
  const composition = yield* Effect.flatMap(loadConfig(file, {}), (loaded) => composeFrom(loaded)).pipe(
    Effect.mapError(({ message }) => new GateError({ message }))
  )
  return composition.operations.filter((row) => row.endpoint !== undefined)
})

/** Said again: a keyword that's tracked, or a project that's there. */
const isThereAlready = Schema.is(
  Schema.Struct({
    data: Schema.Union([
      Schema.Struct({ alreadyTracked: Schema.Literal(true) }),
      Schema.Struct({ existing: Schema.Literal(true) })
    ])
  })
)

/** Whether a success cost what its route declares: a question for several keywords as many times, what is there nothing. */
const isItsPrice = ({ path, row }: FuzzRequest, { json }: FuzzAnswer, credits: number, cost: number) => {
  if (isThereAlready(json) || isFreePage(row.id, json)) return cost === 0
  return path.includes("keywords=") ? cost > 0 && cost % credits === 0 : cost === credits
}

const Envelope = Schema.Struct({ error: Schema.Struct({ code: Schema.String, message: Schema.String }) })
const isEnvelope = Schema.is(Envelope)

const decodeFound = Schema.decodeUnknownEffect(
  Schema.Struct({ data: Schema.Struct({ results: Schema.NonEmptyArray(Schema.Struct({ trackId: Schema.Int })) }) })
)

const schemasOf = (row: ServedOperation) =>
  [...(row.endpoint?.success ?? [])].map((schema) =>
    Schema.decodeUnknownExit(Schema.make<Schema.Codec<unknown>>(schema.ast))
  )

const aboutOwnThings = new Set(["NOT_CONNECTED", "NOT_FOUND"])

/** A failure that names the upstream: not yet collected, or slower than its time limit on a busy machine. */
const blamesUpstream = ({ json, status }: FuzzAnswer) =>
  status >= 500 && isEnvelope(json) && /^(UPSTREAM_[A-Z_]+|FETCH_FAILED)$/.test(json.error.code)

interface Finding {
  readonly index: number
  readonly request: FuzzRequest
  readonly answer: FuzzAnswer
  readonly what: string
}

const shown = ({ answer, index, request, what }: Finding) =>
  `#${index} ${what}: ${request.method} ${request.path.slice(0, 160)} ${request.body?.toString("latin1").slice(0, 120) ?? ""} -> ${answer.status} ${answer.text.slice(0, 160)}`

/** A fragment is not the server's to see, and without it the address may be another route's. */
const servedBy = (rows: ReadonlyArray<ServedOperation>, { method, path, row }: FuzzRequest): ServedOperation => {
  if (!path.includes("#")) return row
  const address = (path.split("#", 1)[0] ?? "").split("?", 1)[0] ?? ""
  const serves = (other: ServedOperation) =>
    other.method === method && new RegExp(`^${other.path.replace(/:\w+/g, "[^/]+")}/?$`).test(address)
  return rows.find(serves) ?? row
}

/** What is wrong with an answer by itself. */
const problemsOf = (
  request: FuzzRequest,
  answer: FuzzAnswer,
  schemas: ReadonlyMap<ServedOperation, ReadonlyArray<(json: unknown) => Exit.Exit<unknown, unknown>>>
): ReadonlyArray<string> => {
  const problems: Array<string> = []
  const { headers, json, status } = answer
  if (status === 0) problems.push("no answer")
  if (status >= 500) problems.push("5xx")
  if (headers["x-evil"] !== undefined) problems.push("a header was smuggled into the answer")
  if (status >= 400 && request.method !== "HEAD" && !isEnvelope(json)) problems.push("an error without its envelope")
  if (status >= 200 && status < 300 && request.method === request.row.method) {
    const decoders = schemas.get(request.row) ?? []
    if (!decoders.some((decode) => Exit.isSuccess(decode(json))))
      problems.push("a success that its schema does not take")
  }
  if (status > 0 && status !== 400 && headers["x-request-id"] === undefined) problems.push("no X-Request-Id")
  const cost = Number(headers["x-credit-cost"] ?? 0)
  if (cost > 0 && (status < 200 || status >= 300)) problems.push("a failure says that it cost")
  return problems
}

const run = Effect.fn("fuzz")(function* (run: GateRun) {
  const server = yield* startPostgres
  const url = yield* freshDatabase(server)
  const { plugins } = yield* Effect.orDie(
    Schema.decodeUnknownEffect(Enabled)(parse(readFileSync(join(root, "config/sandbox.yaml"), "utf8")))
  )
  const options: GatewayOptions = {
    databaseUrl: url,
    plugins: Object.keys(plugins),
    config: { plugins: { gate: { package: plugin, upstreamUrl: yield* contentUpstream } } }
  }
  const rows = yield* declaredRoutes(options)
  const gateway = yield* startGateway(options)
  const accounts = yield* makeAccounts(url, 3, { plan: "large" })
  const [owner, stranger, other] = accounts
  if (owner === undefined || stranger === undefined || other === undefined)
    return yield* new GateError({ message: "no accounts" })
  const [operator] = yield* makeAccounts(url, 1, { plan: "large", scopes: ["internal"] })
  if (operator === undefined) return yield* new GateError({ message: "no operator" })
  /** Every other internal request is made by who may. */
  const keyFor = ({ access }: ServedOperation, index: number) =>
    access === "public"
      ? undefined
      : access === "internal" && (index >> 3) % 2 === 0
        ? operator.apiKey
        : index % 2 === 0
          ? owner.apiKey
          : other.apiKey
  const ask = yield* fuzzClient(gateway.port, lanes)
  const harvest = makeHarvest()
  const schemas = new Map(rows.map((row) => [row, schemasOf(row)]))
  const keyed = rows.filter(({ access }) => access === "key")

  const total = run.rounds(20_000, 600)
  const findings: Array<Finding> = []
  const delivered: Array<{
    readonly id: string
    readonly status: number
    readonly cost: number
    readonly finding: Finding
  }> = []
  const noteDelivered = (finding: Finding) => {
    const { headers, status } = finding.answer
    delivered.push({ id: headers["x-request-id"] ?? "", status, cost: Number(headers["x-credit-cost"] ?? 0), finding })
  }
  const later: Array<Finding> = []
  const statuses: Array<number> = []
  const tookMs: Array<number> = []
  const reached = new Set<ServedOperation>()
  const succeeded = new Set<ServedOperation>()
  const searching = rows.find(({ id }) => id === "apps_search")
  if (searching === undefined) return yield* new GateError({ message: "no route searches" })
  const search = { row: searching, method: "GET", path: "/v1/search?q=photo", headers: {}, body: undefined }
  const found = yield* ask(search, owner.apiKey)
  noteDelivered({ index: 0, request: search, answer: found, what: "" })
  const appId = yield* Effect.mapError(
    Effect.map(decodeFound(found.json), ({ data }) => String(data.results[0].trackId)),
    () => new GateError({ message: `nothing was found: ${found.text.slice(0, 200)}` })
  )
  /** As its example says; an app that the sandbox's store has, for that of the documents. */
  const asExample: ValueOf = (type) => exampleOf(type)?.replace("284882215", appId)
  const plain = { path: asExample, query: asExample }
  // A key opens none of the sessions' routes: each is asked once.
  const byKey = rows.filter(({ access }) => access !== "session")
  let next = 0
  const lane = Effect.gen(function* () {
    while (next < total) {
      const index = next++
      const random = run.random.fork(String(index))
      // In the first round each route is asked for what it should give.
      const isPlain = index < rows.length
      const row = isPlain ? rows[index] : byKey[(index - rows.length) % byKey.length]
      if (row === undefined) return
      const made = yield* isPlain ? plainRequest(random, row, harvest, plain) : fuzzRequest(random, row, harvest)
      const request = { ...made, row: servedBy(rows, made) }
      const startedMs = performance.now()
      const answer = yield* ask(request, keyFor(row, index))
      tookMs.push(performance.now() - startedMs)
      statuses.push(answer.status)
      reached.add(row)
      if (answer.status >= 200 && answer.status < 300) {
        succeeded.add(row)
        harvest.add(answer.json)
      }
      if (blamesUpstream(answer)) later.push({ index, request, answer, what: "" })
      else for (const what of problemsOf(request, answer, schemas)) findings.push({ index, request, answer, what })
      noteDelivered({ index, request, answer, what: "" })
      if (index % 2_000 === 1_999) yield* run.say(`${index + 1} of ${total}, ${tally(statuses)}`)
    }
  })
  yield* Effect.all(
    Array.from({ length: lanes }, () => lane),
    { concurrency: "unbounded" }
  )

  // The sandbox has no faults here, so whatever blamed it must work once nobody presses.
  for (const { index, request } of later) {
    const key = keyFor(request.row, index)
    let answer = yield* ask(request, key)
    for (let times = 0; times < 5 && blamesUpstream(answer); times++) {
      yield* Effect.sleep(2_000)
      answer = yield* ask(request, key)
    }
    const finding = { index, request, answer, what: "" }
    for (const what of problemsOf(request, answer, schemas)) findings.push({ ...finding, what })
    noteDelivered(finding)
  }
  run.measure("asked again, as they blamed the upstream", later.length)

  const kinds = [
    ["no request is answered 5xx, or not at all", ["5xx", "no answer"]],
    ["every success is what its schema says", ["a success that its schema does not take"]],
    [
      "every failure has its envelope, and every answer its request id",
      ["an error without its envelope", "no X-Request-Id"]
    ],
    ["nothing of a request gets into the headers of an answer", ["a header was smuggled into the answer"]]
  ] as const
  for (const [guarantee, whats] of kinds) {
    const found = findings.filter(({ what }) => whats.some((each) => each === what))
    run.check(guarantee, found.length === 0, `${found.length} of ${total}; ${found.slice(0, 4).map(shown).join(" | ")}`)
  }

  // The demo account's first calls are charged too, and aren't the gate's.
  const entries = yield* entriesOf(
    url,
    [...accounts, operator].map(({ accountId }) => accountId)
  )
  const standing = standingCharges(entries)
  const priced = delivered.filter(({ cost, status }) => isPaid(status) && cost > 0)
  const free = priced.filter(({ cost, id }) => standing.get(id)?.credits !== cost)
  const wrongPrice = delivered.filter(
    ({ cost, finding: { answer, request }, status }) =>
      isPaid(status) &&
      request.method === request.row.method &&
      request.row.credits !== "quoted" &&
      !isItsPrice(request, answer, request.row.credits, cost)
  )
  const deliveredIds = new Set(priced.map(({ id }) => id))
  const charged = [...standing.keys()].filter((id) => !deliveredIds.has(id))
  const culprit = delivered.find(({ id }) => charged.includes(id))
  run.check(
    "every 2xx is charged, its declared price",
    free.length + wrongPrice.length === 0,
    `${free.length} without entry, ${wrongPrice.length} of another price${wrongPrice[0] === undefined ? "" : `, ${shown(wrongPrice[0].finding)}`}`
  )
  run.check(
    "nothing but a 2xx, and a 304 in its place, is charged",
    charged.length === 0,
    `${charged.length} are${culprit === undefined ? "" : `, ${shown(culprit.finding)}`}`
  )
  const differences = yield* differencesOf(url)
  run.check("balances are the sums of their entries", differences.length === 0, `${differences.length} differ`)
  // What is about a connection or about things of one's own is 409 or 404 for who has none.
  // Routes of sessions are asked too, and a key opens none of them.
  const open = rows.filter(
    ({ access, shapes }) => access !== "session" && !shapes.errors.some(({ code }) => aboutOwnThings.has(code))
  )
  const answered = open.filter((row) => succeeded.has(row))
  run.check(
    "every route was asked and most have answered",
    reached.size === rows.length && answered.length > open.length / 2,
    `${answered.length} of the ${open.length} that need nothing of one's own answered 2xx`
  )
  run.check(
    "the gateway is still there, and logged no defect",
    gateway.isAlive() && !/failed by a defect|outside its route/.test(gateway.stderr()),
    gateway
      .stderr()
      .split("\n")
      .find((line) => /defect|outside its route/.test(line))
      ?.slice(0, 600)
  )
  run.measure("requests", total)
  run.measure("routes", rows.length)
  run.measure("routes that answered 2xx", succeeded.size)
  run.measure("statuses", tally(statuses.toSorted((one, two) => one - two)))
  run.measure("charges", priced.length)
  run.measure("p99 ms", percentile(tookMs, 99))

  yield* checkTenants(run, keyed, ask, [owner, stranger], harvest)
})

export const gate: Gate = {
  name: "fuzz",
  proves: "whatever is asked, the answer is declared, never a 5xx, charged if and only if it is a 2xx, and one's own",
  run
}
