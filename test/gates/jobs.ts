import { join } from "node:path"
import { Effect, type Redacted, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { freshDatabase, type GateAccount, makeAccounts, onDatabase, startPostgres } from "./support/database.ts"
import { type Gate, GateError, type GateRun } from "./support/gate.ts"
import { type GatewayOptions, runCli, startGateway } from "./support/gatewayProcess.ts"
import { percentile } from "./support/load.ts"

const pickUpMsMax = 10_000
const plugin = join(import.meta.dirname, "plugin")
/** Victims never end a job by themselves. */
const foreverMs = 600_000

const optionsOf = (
  databaseUrl: Redacted.Redacted<string>,
  settings: Readonly<Record<string, unknown>>
): GatewayOptions => ({
  databaseUrl,
  plugins: [],
  config: { jobs: { concurrency: 2 }, logs: { level: "Error" }, plugins: { gate: { package: plugin, ...settings } } }
})

const Begun = Schema.Array(
  Schema.Struct({ key: Schema.String, attempt: Schema.Int, pid: Schema.Int, atMs: Schema.Finite })
)
const begunOf = (url: Redacted.Redacted<string>) =>
  onDatabase(
    url,
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.flatMap(
        sql`SELECT key, attempt, pid, (extract(epoch FROM at) * 1000)::float8 AS "atMs" FROM gate_begun ORDER BY at`,
        Schema.decodeUnknownEffect(Begun)
      )
    )
  )
const Keys = Schema.Array(Schema.Struct({ key: Schema.String }))
const keysOf = (url: Redacted.Redacted<string>, table: "gate_effects" | "gate_orders" | "gate_ended") =>
  onDatabase(
    url,
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.map(Effect.flatMap(sql`SELECT key FROM ${sql(table)}`, Schema.decodeUnknownEffect(Keys)), (rows) =>
        rows.map(({ key }) => key)
      )
    )
  )
const Count = Schema.Tuple([Schema.Struct({ count: Schema.Int })])
const queued = (url: Redacted.Redacted<string>, key: string) =>
  onDatabase(
    url,
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.map(
        Effect.flatMap(
          sql`SELECT count(*)::int AS count FROM graphile_worker._private_jobs WHERE payload::text LIKE ${`%"${key}"%`}`,
          Schema.decodeUnknownEffect(Count)
        ),
        ([{ count }]) => count
      )
    )
  )

class NotYet extends Error {}
const eventually = <A>(what: string, limitMs: number, ask: Effect.Effect<A | undefined, GateError>) =>
  ask.pipe(
    Effect.flatMap((found) => (found === undefined ? Effect.fail(new NotYet()) : Effect.succeed(found))),
    Effect.retry({ while: (error) => error instanceof NotYet, schedule: Schedule.spaced(50) }),
    Effect.timeoutOrElse({
      duration: limitMs,
      orElse: () => Effect.fail(new GateError({ message: `not within ${limitMs} ms: ${what}` }))
    }),
    Effect.catch((error) => Effect.fail(error instanceof NotYet ? new GateError({ message: what }) : error))
  )

interface Order {
  readonly job: "work" | "poison"
  readonly key: string
  readonly commit?: boolean
  readonly attempts?: number
}

/** Enqueues over HTTP, in a transaction with an order; gives the status. */
const enqueue = (url: string, { apiKey }: GateAccount, { commit = true, ...order }: Order) =>
  Effect.tryPromise({
    try: async () => {
      const response = await fetch(`${url}/v1/gate/jobs`, {
        method: "POST",
        headers: { "x-api-key": apiKey, "content-type": "application/json" },
        body: JSON.stringify({ ...order, commit })
      })
      await response.arrayBuffer()
      return response.status
    },
    catch: (cause) => new GateError({ message: `enqueue: ${String(cause)}` })
  })

interface Killed {
  readonly keys: ReadonlyArray<string>
  readonly atMs: number
  readonly pid: number
}

/** Starts a worker, gives it jobs until it is in the middle of one, and kills it there. */
const killMidJob = (
  run: GateRun,
  url: Redacted.Redacted<string>,
  survivorUrl: string,
  account: GateAccount,
  round: number
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const victim = yield* startGateway(optionsOf(url, { holdMs: foreverMs, holdAfterEffect: run.random.chance(0.5) }))
      const keys: Array<string> = []
      for (let number = 0; number < 200; number++) {
        const key = `round-${round}-${number}`
        const status = yield* enqueue(number % 2 === 0 ? survivorUrl : victim.url, account, { job: "work", key })
        if (status === 200) keys.push(key)
        yield* Effect.sleep(20)
        const held = (yield* begunOf(url)).filter(({ pid }) => pid === victim.pid)
        if (held.length === 0) continue
        yield* Effect.sleep(run.random.int(0, 150))
        const lost = (yield* begunOf(url)).filter(({ pid }) => pid === victim.pid).map(({ key }) => key)
        const atMs = Date.now()
        yield* victim.kill
        const killed: Killed = { keys: lost, atMs, pid: victim.pid }
        return { killed, keys }
      }
      return yield* new GateError({ message: "no job reached the worker that was to be killed" })
    })
  )

const Dead = Schema.fromJsonString(
  Schema.Array(
    Schema.Struct({
      id: Schema.String,
      job: Schema.String,
      attempts: Schema.Int,
      lastError: Schema.NullOr(Schema.String)
    })
  )
)

/** A job that fails for good, and one whose worker dies on its last attempt: both listed, and retried, by the CLI. */
const deadLetters = Effect.fnUntraced(function* (
  run: GateRun,
  url: Redacted.Redacted<string>,
  survivorUrl: string,
  account: GateAccount
) {
  const cli = (...args: ReadonlyArray<string>) => runCli(args, optionsOf(url, {}))
  const listed = Effect.flatMap(cli("jobs", "dead", "--json"), (text) =>
    Effect.mapError(Schema.decodeUnknownEffect(Dead)(text), (error) => new GateError({ message: error.message }))
  )
  const letterOf = (count: number) =>
    eventually(
      `${count} dead letters are listed`,
      60_000,
      Effect.map(listed, (letters) => (letters.length === count ? letters : undefined))
    )
  const before = yield* listed
  run.check("no job of the rounds became a dead letter", before.length === 0, JSON.stringify(before.slice(0, 3)))
  yield* enqueue(survivorUrl, account, { job: "poison", key: "poison", attempts: 1 })
  const [letter] = yield* letterOf(before.length + 1)
  run.check(
    "a job that fails on its last attempt is a dead letter with its name and no payload",
    letter?.job === "gate.poison" && letter.attempts === 1 && !JSON.stringify(letter).includes('"poison"'),
    JSON.stringify(letter)
  )
  const again = yield* Effect.exit(cli("jobs", "retry", "999999999"))
  run.check("a retry of no dead letter says so and fails", again._tag === "Failure")
  yield* onDatabase(
    url,
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql`INSERT INTO gate_mended VALUES ('poison')`)
  )
  yield* cli("jobs", "retry", letter?.id ?? "")
  const done = yield* Effect.exit(
    eventually(
      "the retried dead letter is done",
      15_000,
      Effect.map(keysOf(url, "gate_effects"), (keys) => (keys.includes("poison") ? true : undefined))
    )
  )
  const left = yield* eventually(
    "the queue is empty",
    15_000,
    Effect.map(queued(url, "poison"), (n) => (n === 0 ? 0 : undefined))
  )
  run.check(
    "once its cause is fixed the CLI retries it, and it is done and gone",
    done._tag === "Success" && left === 0
  )
  run.check("and is listed no more", (yield* listed).length === before.length)
})

const run = Effect.fn("jobs")(function* (run: GateRun) {
  const server = yield* startPostgres
  const url = yield* freshDatabase(server)
  const survivor = yield* startGateway(optionsOf(url, { holdMs: 0 }))
  const [account] = yield* makeAccounts(url, 1)
  if (account === undefined) return yield* new GateError({ message: "no account" })

  const rounds = run.rounds(50, 5)
  const wanted: Array<string> = []
  const kills: Array<Killed> = []
  for (let round = 1; round <= rounds; round++) {
    // The next worker starts while the jobs of the one before wait to be found.
    const { keys, killed } = yield* killMidJob(run, url, survivor.url, account, round)
    wanted.push(...keys)
    kills.push(killed)
    if (round % 10 === 0 || round === rounds) yield* run.say(`${round} of ${rounds} workers killed mid-job`)
  }
  yield* eventually(
    "every job is done",
    30_000,
    Effect.map(keysOf(url, "gate_ended"), (ended) => (wanted.every((key) => ended.includes(key)) ? true : undefined))
  ).pipe(Effect.ignore)
  const [begun, effects, ended] = yield* Effect.all([
    begunOf(url),
    keysOf(url, "gate_effects"),
    keysOf(url, "gate_ended")
  ])
  const notDone = wanted.filter((key) => !ended.includes(key))
  run.check(
    `each of ${wanted.length} jobs is done`,
    notDone.length === 0,
    `${notDone.length} are not, as ${notDone[0]}`
  )
  const stray = effects.filter((key) => !wanted.includes(key))
  run.check(
    "each has its effect once, and nothing has one that was not asked for",
    new Set(effects).size === effects.length && effects.length === wanted.length && stray.length === 0,
    `${effects.length} effects`
  )
  const survivors = begun.filter(({ pid }) => pid === survivor.pid)
  const interrupted = kills.flatMap(({ atMs, keys }) => keys.map((key) => ({ key, atMs })))
  const pickUps = interrupted.map(({ atMs, key }) => {
    const again = survivors.find((row) => row.key === key)
    return again === undefined ? Number.POSITIVE_INFINITY : again.atMs - atMs
  })
  const slow = pickUps.filter((ms) => ms > pickUpMsMax)
  run.check(
    `each of ${interrupted.length} jobs whose worker was killed is picked up within ${pickUpMsMax / 1000} s`,
    slow.length === 0 && interrupted.length >= rounds,
    `${slow.length} were not; longest ${Math.max(...pickUps)} ms`
  )
  const stolen = begun.filter(
    ({ atMs, key, pid }) => pid === survivor.pid && kills.some((kill) => kill.keys.includes(key) && atMs < kill.atMs)
  )
  run.check("no job of a living worker is taken from it", stolen.length === 0, `${stolen.length} were`)
  run.measure("workers killed", kills.length)
  run.measure("jobs interrupted", interrupted.length)
  run.measure("picked up, median ms", percentile(pickUps, 50))
  run.measure("picked up, longest ms", percentile(pickUps, 100))

  const rolledBack: Array<string> = []
  for (let number = 0; number < 20; number++) {
    const key = `rolled-back-${number}`
    const status = yield* enqueue(survivor.url, account, { job: "work", key, commit: false })
    if (status !== 404 || (yield* queued(url, key)) > 0) rolledBack.push(key)
  }
  yield* Effect.sleep(1_000)
  const [orders, effectsNow] = yield* Effect.all([keysOf(url, "gate_orders"), keysOf(url, "gate_effects")])
  const leaked = [...orders, ...effectsNow].filter((key) => key.startsWith("rolled-back"))
  run.check(
    "a job whose transaction is rolled back never was, nor the order beside it",
    rolledBack.length === 0 && leaked.length === 0,
    `${rolledBack.length} jobs, ${leaked.length} rows of 20`
  )
  yield* deadLetters(run, url, survivor.url, account)
})

export const gate: Gate = {
  name: "jobs",
  proves:
    "workers killed mid-job: every job is done, its effect once, picked up within 10 seconds; dead letters can be repaired",
  run
}
