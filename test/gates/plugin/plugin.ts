// The plugin of the gates: what the plugins of the house do not have yet, or not in a form that can be watched. It is
// loaded from the config like any plugin from elsewhere.
import {
  Alerts,
  Caller,
  defineJob,
  definePlugin,
  Exchange,
  fromUpstream,
  Jobs,
  jobRef,
  NotFound,
  ServiceUnavailable,
  Upstreams,
  Vault
} from "@storeglass/plugin-api"
import { Effect, Redacted, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { HttpApiBuilder } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { Api } from "./api.ts"
import manifest from "./package.json" with { type: "json" }

const Config = Schema.Struct({
  upstreamUrl: Schema.optionalKey(Schema.String).annotate({ description: "Where `check` asks." }),
  upstreamKey: Schema.optionalKey(Schema.String).annotate({ description: "A secret of the operator, sent there." }),
  holdMs: Schema.optionalKey(Schema.Int).annotate({ description: "How long a job is at work." }),
  holdAfterEffect: Schema.optionalKey(Schema.Boolean).annotate({ description: "It waits after its effect." }),
  runMs: Schema.optionalKey(Schema.Int).annotate({ description: "How long a run takes." }),
  quotesBadly: Schema.optionalKey(Schema.Boolean).annotate({ description: "Quotes what is no price when asked to." })
})
type Config = typeof Config.Type

const told = "gate.told"
const Work = jobRef("gate.work", Schema.Struct({ key: Schema.String }))
const Poison = jobRef("gate.poison", Schema.Struct({ key: Schema.String }))

const badQuotes = {
  negative: -5,
  fraction: 1.5,
  huge: 3e9,
  endless: Number.POSITIVE_INFINITY,
  nan: Number.NaN
} as const

const Ids = Schema.Array(Schema.Struct({ id: Schema.String, name: Schema.String, sealed: Schema.String }))
const isUuid = Schema.is(Schema.String.check(Schema.isUUID()))
const unavailable = (cause: unknown) =>
  new ServiceUnavailable("the database is away; retry", { retryAfterSeconds: 1, cause })

/** What is the account's, and nothing else. */
const itemOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, id: string) {
  const { accountId } = yield* Caller
  const rows = isUuid(id)
    ? yield* sql`SELECT id::text, name, sealed FROM gate_items WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid`
    : []
  const [item] = yield* Effect.orDie(Schema.decodeUnknownEffect(Ids)(rows))
  return item ?? (yield* new NotFound("no such item"))
})

const live = ({ quotesBadly = false, runMs = 0, upstreamKey, upstreamUrl }: Config) =>
  HttpApiBuilder.group(
    Api,
    "gate",
    Effect.fn(function* (handlers) {
      const sql = yield* SqlClient.SqlClient
      const vault = yield* Vault
      const jobs = yield* Jobs
      const { notify } = yield* Alerts
      const upstreams = yield* Upstreams
      const upstream = yield* upstreams.make({
        name: "gate.upstream",
        baseUrl: upstreamUrl ?? "http://127.0.0.1:9",
        attempts: 1,
        breaker: { failures: 1_000_000, cooldownMs: 1 },
        ...(upstreamKey === undefined ? {} : { headers: { "x-operator-key": upstreamKey } })
      })
      return handlers.handleAll({
        create: ({ payload }) =>
          Effect.gen(function* () {
            const { accountId } = yield* Caller
            const id = uuidV7Unsafe()
            const sealed = yield* vault.seal(Redacted.make(payload.secret), `gate_items:${id}`)
            yield* sql`INSERT INTO gate_items (id, account_id, name, sealed)
              VALUES (${id}::uuid, ${accountId}::uuid, ${payload.name}, ${sealed})`
            return { data: { id, name: payload.name } }
          }).pipe(Effect.catchTag("SqlError", (cause) => Effect.fail(unavailable(cause)))),
        list: () =>
          Effect.gen(function* () {
            const { accountId } = yield* Caller
            const rows = yield* sql`SELECT id::text, name, sealed FROM gate_items
              WHERE account_id = ${accountId}::uuid ORDER BY id DESC LIMIT 20`
            const items = yield* Effect.orDie(Schema.decodeUnknownEffect(Ids)(rows))
            return { data: items.map(({ id, name }) => ({ id, name })) }
          }).pipe(Effect.catchTag("SqlError", (cause) => Effect.fail(unavailable(cause)))),
        get: ({ params }) =>
          itemOf(sql, params.id).pipe(
            Effect.map(({ id, name }) => ({ data: { id, name } })),
            Effect.catchTag("SqlError", (cause) => Effect.fail(unavailable(cause)))
          ),
        rename: ({ params, payload }) =>
          Effect.gen(function* () {
            const { id } = yield* itemOf(sql, params.id)
            yield* sql`UPDATE gate_items SET name = ${payload.name} WHERE id = ${id}::uuid`
            return { data: { id, name: payload.name } }
          }).pipe(Effect.catchTag("SqlError", (cause) => Effect.fail(unavailable(cause)))),
        check: ({ params }) =>
          Effect.gen(function* () {
            const { id, sealed } = yield* itemOf(sql, params.id)
            const secret = yield* Effect.orDie(vault.open(sealed, `gate_items:${id}`))
            const { status } = yield* upstream.request({ path: "/check", headers: { authorization: secret } })
            return { data: { status } }
          }).pipe(
            Effect.catchTags({
              SqlError: (cause) => Effect.fail(unavailable(cause)),
              UpstreamError: (error) => Effect.fail(fromUpstream(error))
            })
          ),
        echo: ({ payload }) => Effect.succeed({ data: { text: payload.text, count: payload.count } }),
        quote: ({ payload: { bad, credits } }) =>
          Effect.gen(function* () {
            const exchange = yield* Exchange
            yield* exchange.quote({ credits: bad !== undefined && quotesBadly ? badQuotes[bad] : credits })
            return { data: { credits } }
          }),
        run: ({ payload: { key, once } }) =>
          Effect.gen(function* () {
            const before = yield* sql`SELECT 1 FROM gate_begun WHERE key = ${key}`
            yield* sql`INSERT INTO gate_begun (key, attempt, pid) VALUES (${key}, ${before.length + 1}, ${process.pid})`
            yield* Effect.sleep(runMs)
            return once && before.length > 0 ? yield* new NotFound("it ran before") : { data: { run: uuidV7Unsafe() } }
          }).pipe(Effect.catchTag("SqlError", (cause) => Effect.fail(unavailable(cause)))),
        enqueue: ({ payload }) =>
          sql
            .withTransaction(
              Effect.gen(function* () {
                yield* sql`INSERT INTO gate_orders (key) VALUES (${payload.key}) ON CONFLICT DO NOTHING`
                yield* jobs.enqueue(
                  payload.job === "work" ? Work : Poison,
                  { key: payload.key },
                  payload.attempts === undefined ? {} : { attempts: payload.attempts }
                )
                return payload.commit ? { data: { key: payload.key } } : yield* new NotFound("rolled back, as asked")
              })
            )
            .pipe(
              Effect.provideService(SqlClient.SqlClient, sql),
              Effect.catchTag("SqlError", (cause) => Effect.fail(unavailable(cause)))
            ),
        tell: ({ payload: { count, key } }) =>
          Effect.gen(function* () {
            const { accountId } = yield* Caller
            const alert = (n: number) => ({
              kind: told,
              key: `${key}-${n}`,
              title: `${key}-${n}`,
              text: "It happened."
            })
            yield* sql.withTransaction(
              Effect.forEach(
                Array.from({ length: count }, (_, n) => n),
                (n) => notify(accountId, alert(n)),
                { discard: true }
              )
            )
            return { data: { key } }
          }).pipe(Effect.catchTag("SqlError", (cause) => Effect.fail(unavailable(cause))))
      })
    })
  )

/** Leaves its effect once, however often it is delivered; waits before it or after it. */
const work = ({ holdAfterEffect = false, holdMs = 0 }: Config) =>
  defineJob(Work, {
    run: ({ key }, { attempt }) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const effect = sql`INSERT INTO gate_effects (key) VALUES (${key}) ON CONFLICT DO NOTHING`
        if (holdAfterEffect) yield* effect
        yield* sql`INSERT INTO gate_begun (key, attempt, pid) VALUES (${key}, ${attempt}, ${process.pid})`
        yield* Effect.sleep(holdMs)
        if (!holdAfterEffect) yield* effect
        yield* sql`INSERT INTO gate_ended (key, pid) VALUES (${key}, ${process.pid})`
      })
  })

/** Fails until somebody fixes the cause. */
const poison = defineJob(Poison, {
  run: ({ key }) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const mended = yield* sql`SELECT 1 FROM gate_mended WHERE key = ${key}`
      if (mended.length === 0) return yield* Effect.fail(new Error(`not mended: ${key}`))
      yield* sql`INSERT INTO gate_effects (key) VALUES (${key})`
    })
})

const tables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE gate_items (id uuid PRIMARY KEY, account_id uuid NOT NULL, name text NOT NULL, sealed text NOT NULL)`
  yield* sql`CREATE TABLE gate_orders (key text PRIMARY KEY)`
  yield* sql`CREATE TABLE gate_begun (key text NOT NULL, attempt int NOT NULL, pid int NOT NULL, at timestamptz NOT NULL DEFAULT now())`
  yield* sql`CREATE TABLE gate_ended (key text NOT NULL, pid int NOT NULL, at timestamptz NOT NULL DEFAULT now())`
  yield* sql`CREATE TABLE gate_effects (key text PRIMARY KEY)`
  yield* sql`CREATE TABLE gate_mended (key text PRIMARY KEY)`
})

export default definePlugin({
  id: "gate",
  manifest,
  description: "What the gates watch.",
  config: Config,
  api: Api,
  live,
  migrations: { "0001_tables": tables },
  alerts: { [told]: { title: "Something happened", description: "Sent when a gate says so." } },
  jobs: (config) => [work(config), poison]
})
