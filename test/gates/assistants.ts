import { startSandbox } from "@storeglass/sandbox"
import { Effect, type Redacted, Schedule, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import double from "../../plugins/ai-visibility/sandbox/index.ts"
import {
  differencesOf,
  freshDatabase,
  type GateAccount,
  makeAccounts,
  onDatabase,
  startPostgres
} from "./support/database.ts"
import { type Gate, GateError, type GateRun } from "./support/gate.ts"
import { type GatewayOptions, startGateway } from "./support/gatewayProcess.ts"

const appId = "284882215"
const base = `/v1/ai-visibility/${appId}`
/** Credits of a call: document 3, "Costs". */
const prices = { model_a: 9, model_b: 15, model_c: 5, model_d: 3 } as const
const models = ["model_a", "model_b", "model_c", "model_d"] as const
const modelIds = {
  model_a: "gpt-5.5-mini",
  model_b: "claude-sonnet-5",
  model_c: "gemini-3.5-flash",
  model_d: "perplexity/sonar"
} as const
type Model = (typeof models)[number]
const hostOf = (model: Model) => `assistant-${model.slice(-1)}` as "assistant-a"
const atOnce = 8
/** How long an assistant takes, so that there's always some call under way. */
const answerMs = 40
/** A dead worker's jobs come back within four seconds. */
const stuckMsMax = 60_000
const endMsMax = 300_000

/** A call as the double knows it, and as its row does. */
const callOf = (model: string, prompt: string) => `${model} ${prompt}`

const field = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>(
    (found, name) => (typeof found === "object" && found !== null ? Reflect.get(found, name) : undefined),
    value
  )
const Asked = Schema.Array(Schema.Struct({ host: Schema.String, body: Schema.Unknown }))
const promptOf = (body: unknown) =>
  String(
    field(body, "input") ?? field(body, "messages", 0, "content") ?? field(body, "contents", 0, "parts", 0, "text")
  )

const Rows = Schema.Array(
  Schema.Struct({
    model: Schema.Literals(models),
    prompt: Schema.String,
    fingerprint: Schema.String,
    status: Schema.String
  })
)
const answersOf = (url: Redacted.Redacted<string>, accountId: string) =>
  onDatabase(
    url,
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.flatMap(
        sql`SELECT model_slug AS model, prompt_text AS prompt, fingerprint, status FROM ai_visibility_answers
          WHERE account_id = ${accountId}::uuid`,
        Schema.decodeUnknownEffect(Rows)
      )
    )
  )

const Progress = Schema.Tuple([Schema.Struct({ answered: Schema.Int, isOver: Schema.Boolean })])
/** Waits until so many calls are answered, or the run is over; gives which. */
const answered = (url: Redacted.Redacted<string>, accountId: string, wanted: number | "over", limitMs: number) =>
  onDatabase(
    url,
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.flatMap(
        sql`SELECT (SELECT count(*)::int FROM ai_visibility_answers WHERE account_id = ${accountId}::uuid AND status <> 'waiting') AS answered,
            (SELECT bool_and(finished_ms IS NOT NULL) FROM ai_visibility_runs WHERE account_id = ${accountId}::uuid) AS "isOver"`,
        Schema.decodeUnknownEffect(Progress)
      ).pipe(
        Effect.map(([progress]) => progress),
        Effect.repeat({
          until: (progress) => progress.isOver || (wanted !== "over" && progress.answered >= wanted),
          schedule: Schedule.spaced(10)
        }),
        Effect.timeoutOrElse({
          duration: limitMs,
          orElse: () => Effect.fail(new GateError({ message: `not within ${limitMs} ms: ${wanted} answers` }))
        })
      )
    )
  )

const Found = Schema.Tuple([
  Schema.Struct({
    status: Schema.String,
    answered: Schema.Int,
    errors: Schema.Int,
    pending: Schema.Int,
    charged: Schema.Int,
    used: Schema.Int,
    held: Schema.Int,
    openHolds: Schema.Int,
    captured: Schema.Int,
    summed: Schema.Int
  })
])
const foundOf = (url: Redacted.Redacted<string>, accountId: string) =>
  onDatabase(
    url,
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.map(
        Effect.flatMap(
          sql`SELECT status, answered, errors, pending, credits_charged AS charged,
              (SELECT sum(used)::int FROM core_credit_balances WHERE account_id = ${accountId}::uuid) AS used,
              (SELECT sum(held)::int FROM core_credit_balances WHERE account_id = ${accountId}::uuid) AS held,
              (SELECT count(*)::int FROM core_credit_holds WHERE account_id = ${accountId}::uuid AND state = 'held') AS "openHolds",
              (SELECT sum(captured)::int FROM core_credit_holds WHERE account_id = ${accountId}::uuid) AS captured,
              (SELECT sum(ok + refused + unread + failed)::int FROM ai_visibility_rollups
                WHERE account_id = ${accountId}::uuid) AS summed
            FROM ai_visibility_runs WHERE account_id = ${accountId}::uuid`,
          Schema.decodeUnknownEffect(Found)
        ),
        ([found]) => found
      )
    )
  )

/** An app whose prompts are there, as a bootstrap would leave it: nothing of it is charged. */
const begin = (url: Redacted.Redacted<string>, { accountId }: GateAccount, prompts: number) =>
  onDatabase(
    url,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const intent = uuidV7Unsafe()
      const profile = JSON.stringify({ names: ["Photo Studio"], category: ["photo", "editor"] })
      yield* sql`INSERT INTO ai_visibility_settings (account_id, app_id, country, language, enabled, models, cadence_days,
          last_bootstrap_ms, profile, profile_ms, created_ms)
        VALUES (${accountId}::uuid, ${appId}, 'us', 'en', false, ${JSON.stringify(models)}, 0, 1, ${profile}, 9000000000000, 1)`
      yield* sql`INSERT INTO ai_visibility_intents (account_id, id, app_id, country, language, label, status, source, seed,
          created_ms, updated_ms)
        VALUES (${accountId}::uuid, ${intent}::uuid, ${appId}, 'us', 'en', 'Edit photos', 'active', 'user', 'edit photos', 1, 1)`
      yield* sql`INSERT INTO ai_visibility_prompts (account_id, id, intent, app_id, country, language, text, folded, seed, style,
          status, source, created_ms, updated_ms)
        SELECT ${accountId}::uuid, gen_random_uuid(), ${intent}::uuid, ${appId}, 'us', 'en', text, lower(text), lower(text),
          'unbranded', 'active', 'user', 1, 1
        FROM generate_series(1, ${prompts}::int) AS n,
          LATERAL (SELECT 'Which app is best for editing photos, question ' || n || '?' AS text) AS asked`
    })
  )

const runAssistants = Effect.fn("assistants")(function* (run: GateRun) {
  const kills = run.rounds(50, 4)
  const prompts = run.short ? 12 : 96
  const total = prompts * models.length
  const server = yield* startPostgres
  const url = yield* freshDatabase(server)
  // Beside the gateway, not within it: it must outlive each kill and tell what it was asked.
  const { baseUrls, control } = yield* Effect.mapError(
    startSandbox({ doubles: [double], size: 400 }),
    ({ message }) => new GateError({ message })
  )
  control.fail({ kind: "slow", delayMs: answerMs })
  // An answer without text is asked for again by design, which would hide what is bought twice.
  control.fail({ kind: "said" })
  const askedSince = Effect.flatMap(
    Effect.promise(() => control.act("assistants", "asked")),
    (all) => Effect.orDie(Schema.decodeUnknownEffect(Asked)(all))
  ).pipe(Effect.map((all) => all.map(({ body, host }) => callOf(`model_${host.slice(-1)}`, promptOf(body)))))
  const options: GatewayOptions = {
    databaseUrl: url,
    plugins: ["stores"],
    config: {
      logs: { level: "Error" },
      plugins: {
        "ai-visibility": {
          callsAtOnce: atOnce,
          assistants: Object.fromEntries(
            models.map((model) => [
              model,
              {
                model: modelIds[model],
                apiKey: `sandbox-key-of-${hostOf(model)}`,
                baseUrl: baseUrls[hostOf(model)],
                requestsPerMinute: 60_000,
                concurrency: atOnce
              }
            ])
          )
        }
      }
    }
  }
  // One without the plugin takes the demo account along, which would be scanned too.
  yield* Effect.scoped(startGateway({ databaseUrl: url, plugins: ["stores"] }))
  const account = yield* Effect.scoped(
    Effect.gen(function* () {
      const gateway = yield* startGateway(options)
      const [made] = yield* makeAccounts(url, 1)
      if (made === undefined) return yield* new GateError({ message: "no account" })
      yield* begin(url, made, prompts)
      const response = yield* Effect.promise(() =>
        fetch(`${gateway.url}${base}/scan`, { method: "POST", headers: { "x-api-key": made.apiKey } })
      )
      const text = yield* Effect.promise(() => response.text())
      if (response.status !== 201) return yield* new GateError({ message: `the scan: ${response.status} ${text}` })
      // The first kill is that of the node that took the scan.
      yield* gateway.kill
      return made
    })
  )
  const timing = run.random.fork("timing")
  const asked = new Map<string, number>()
  const wrong: Array<string> = []
  let underWay = 0
  let last = 0
  const life = Effect.fnUntraced(function* (until: Effect.Effect<unknown, GateError>) {
    const before = new Set(
      (yield* answersOf(url, account.accountId))
        .filter(({ status }) => status !== "waiting")
        .map(({ model, prompt }) => callOf(model, prompt))
    )
    yield* Effect.scoped(
      Effect.gen(function* () {
        const gateway = yield* startGateway(options)
        yield* until
        yield* gateway.kill
      })
    )
    // What was sent before the kill comes to its double yet.
    yield* Effect.sleep(answerMs + 100)
    const calls = yield* askedSince
    const rows = yield* answersOf(url, account.accountId)
    const waiting = new Set(
      rows.flatMap(({ model, prompt, status }) => (status === "waiting" ? [callOf(model, prompt)] : []))
    )
    for (const [index, call] of calls.entries()) {
      asked.set(call, (asked.get(call) ?? 0) + 1)
      if (before.has(call)) wrong.push(`${call} had its answer`)
      if (calls.indexOf(call) < index) wrong.push(`${call} twice in one life`)
    }
    const cut = calls.filter((call) => waiting.has(call)).length
    if (cut > atOnce) wrong.push(`${cut} were under way at once`)
    underWay += cut
    last = rows.length - waiting.size
    return cut
  })
  // Before its first call, or with one: the node that took it was killed already.
  let killed = 1
  let inVain = 0
  for (; killed < kills; killed++) {
    const isLast = killed === kills - 1
    const wanted = isLast ? total : Math.min(total - 1, Math.max(last + 1, Math.round((total * killed) / kills)))
    const pauseMs = isLast ? 0 : timing.int(0, 2 * answerMs)
    const cut = yield* life(Effect.andThen(answered(url, account.accountId, wanted, stuckMsMax), Effect.sleep(pauseMs)))
    if (cut === 0) inVain++
    if (killed % 10 === 0 || isLast) yield* run.say(`${killed + 1}/${kills} kills, ${last} of ${total} answered`)
  }
  yield* life(answered(url, account.accountId, "over", endMsMax))
  const found = yield* foundOf(url, account.accountId)
  const rows = yield* answersOf(url, account.accountId)
  const all = [...asked.values()].reduce((sum, count) => sum + count, 0)
  const delivered = rows.filter(({ status }) => status !== "error" && status !== "waiting")
  const worth = delivered.reduce((sum, { model }) => sum + prices[model], 0)
  run.check(
    "the scan ends complete",
    found.status === "finished" && found.answered === total && found.errors === 0 && found.pending === 0,
    JSON.stringify(found)
  )
  run.check(
    "every fingerprint is answered once",
    rows.length === total &&
      delivered.length === total &&
      new Set(rows.map(({ fingerprint }) => fingerprint)).size === total,
    `${delivered.length} of ${rows.length} rows for ${total} calls`
  )
  run.check(
    "what is captured is what was delivered times its price",
    found.captured === worth && found.charged === worth && found.used === worth,
    `delivered for ${worth}, captured ${found.captured}, told ${found.charged}, used ${found.used}`
  )
  run.check("no hold is left open", found.openHolds === 0 && found.held === 0, `${found.openHolds} for ${found.held}`)
  run.check("what is read has every answer in it once", found.summed === total, `${found.summed} of ${total}`)
  run.check(
    "a call is bought again only where a kill cut it off, and once for each such kill",
    wrong.length === 0 && all === total + underWay,
    `${all} calls for ${total}, ${underWay} under way when killed${wrong[0] === undefined ? "" : `; ${wrong.length} wrong, as ${wrong[0]}`}`
  )
  run.check(
    "kills leave calls under way",
    underWay >= kills / 2,
    `${underWay} in ${kills} kills, ${inVain} without one`
  )
  const differences = yield* differencesOf(url)
  run.check(
    "the ledger's figures are the sums of its entries",
    differences.length === 0,
    differences[0] === undefined ? "" : JSON.stringify(differences[0])
  )
  run.measure("kills", kills)
  run.measure("calls of the scan", total)
  run.measure("calls under way when killed", underWay)
  run.measure("calls that the assistants saw", all)
})

export const gate: Gate = {
  name: "assistants",
  proves:
    "kill -9 while assistants are asked: each call is answered and charged once, and at most those under way are bought again",
  run: runAssistants
}
