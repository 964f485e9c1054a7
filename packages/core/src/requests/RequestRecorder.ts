import { Clock, Context, Effect, Latch, Layer, Metric, Schedule, Schema, Semaphore } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { lastUsed } from "../cache/lastUsed.ts"
import { refusalOf } from "../credits/ChargeQueue.ts"
import { within } from "../sql/within.ts"
import { monotonicMsOf } from "../time.ts"
import { columnsOf, msOfId, type Noted, type Row, Sampling } from "./noted.ts"

export interface RequestLogOptions {
  /** False: nothing is logged. Default true. */
  readonly enabled?: boolean
  /** Rows are kept for so many days. Default 30. */
  readonly keepDays?: number
  /** Most rows of an account in a second; over that, successes are sampled. Default 100. */
  readonly rowsPerSecondMax?: number
  /** Most rows of the process in a second; over that, successes of the accounts that ask most are sampled. Default 1 000. */
  readonly processRowsPerSecondMax?: number
  /** Most rows that wait for the database; what comes then is dropped. Default 20 000. */
  readonly queueMax?: number
}

/** How many days rows are kept when nothing else is said. */
export const keepDaysDefault = 30
/** Rows wait for each other so long, and a second at most with the time to write them: what a killed process loses. */
const gatherMs = 250
/** Rows of a statement: making more at once would keep answers waiting. */
const batchMax = 100
const insertMsMax = 5_000
const retryMs = 500
/** How long a process that stops has for its last rows. */
const flushAtStopMsMax = 3_000
const dayMs = 24 * 60 * 60 * 1000
/** How soon all nodes know that an account switched its log on or off, with the time to ask. */
const settingsEveryMs = 4_000
/** Of so many accounts it is remembered how much was dropped. */
const droppedAccountsMax = 10_000

const written = Metric.counter("storeglass_request_log_rows_total", {
  description: "Rows written to the log of requests.",
  incremental: true
})
const dropped = Metric.counter("storeglass_request_log_dropped_total", {
  description: "Requests that aren't in the log: its queue was full, or the database refused them.",
  incremental: true
})
const sampled = Metric.counter("storeglass_request_log_sampled_total", {
  description:
    "Requests without a row of their own, as their account or the process had too many in a second; another row counts them.",
  incremental: true
})
const waiting = Metric.gauge("storeglass_request_log_queue", { description: "Rows that wait to be written." })

/** What became of the requests that the log was told of. */
export interface RequestLogState {
  readonly queued: number
  readonly written: number
  readonly dropped: number
  readonly sampled: number
  /** When a row was last dropped, by the process's own time; undefined: never. */
  readonly droppedMs: number | undefined
}

/**
 * Writes down requests, off their path: the guard hands over what it knows and goes on. Bounded, and lossy on purpose: what
 * was charged is told by the ledger.
 */
export class RequestRecorder extends Context.Service<
  RequestRecorder,
  {
    /** Whether anything is logged at all. */
    readonly isOn: boolean
    readonly note: (noted: Noted) => void
    readonly state: () => RequestLogState
    /** How many requests of an account this process couldn't write since it started. */
    readonly droppedOf: (accountId: string) => number
    /** Writes what waits now. */
    readonly flush: Effect.Effect<void>
    /** Reads anew who doesn't want to be logged. */
    readonly readSettings: Effect.Effect<void, SqlError.SqlError | Schema.SchemaError>
    /** Drops the partitions that are over, and makes those that are next. */
    readonly tend: Effect.Effect<void, SqlError.SqlError>
    /** For so many days rows are kept. */
    readonly keepDays: number
  }
>()("@storeglass/core/requests/RequestRecorder") {}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const daysOf = (rows: ReadonlyArray<Row>) =>
  new Set(rows.map(({ noted }) => Math.floor(msOfId(noted.requestId) / dayMs)))
const Off = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ id: Schema.String })))

/** `again`: an earlier try may have written them. A row whose conflicts need no look costs a quarter less. */
const insert = (sql: SqlClient.SqlClient, rows: ReadonlyArray<Row>, again: boolean) => {
  const of = columnsOf(rows)
  // Most batches have none of these at all.
  const some = (texts: ReadonlyArray<string>) => (texts.every((text) => text === "") ? sql`NULL` : sql`${texts}`)
  // Their commit waits for no disk, which the ledger needs: a database that crashes may lose the last rows.
  return sql`WITH fast AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
    INSERT INTO core_requests (account_id, id, told_id, credential_id, hold_id, at, operation_id, credits, weight,
      ms, status, bucket, via, replayed, keyed, code, path, query, address, agent)
    SELECT r.account::uuid, r.id::uuid, nullif(r.told, '')::uuid, r.credential::uuid, nullif(r.hold, '')::uuid,
      r.at::timestamptz, r.operation, r.credits, r.weight, r.ms::real, r.status, r.bucket, r.via, r.flags & 1 = 1,
      r.flags & 2 = 2, nullif(r.code, ''), r.path, r.query, nullif(r.address, ''), nullif(r.agent, '')
    FROM fast, unnest(${of.account}::text[], ${of.id}::text[], ${some(of.told)}::text[], ${of.credential}::text[], ${some(of.hold)}::text[],
      ${of.at}::text[], ${of.operation}::int[], ${of.credits}::int[], ${of.weight}::int[], ${of.ms}::text[],
      ${of.status}::int[], ${of.bucket}::int[], ${of.via}::int[], ${of.flags}::int[],
      ${some(of.code)}::text[], ${of.path}::text[], ${of.query}::text[], ${of.address}::text[], ${of.agent}::text[])
      AS r (account, id, told, credential, hold, at, operation, credits, weight, ms, status, bucket, via, flags, code,
        path, query, address, agent)
    ${sql.literal(again ? "ON CONFLICT DO NOTHING" : "")}`
}

const make = Effect.fnUntraced(function* (options: RequestLogOptions) {
  const sql = yield* SqlClient.SqlClient
  const clock = yield* Clock.Clock
  const metrics = yield* Effect.context<never>()
  const keepDays = options.keepDays ?? keepDaysDefault
  const queueMax = options.queueMax ?? 20_000
  const sampling = new Sampling(
    options.rowsPerSecondMax ?? 100,
    options.processRowsPerSecondMax ?? 1_000,
    1_000 / gatherMs
  )
  const days = new Set<number>()
  const hasRows = yield* Latch.make(false)
  const one = yield* Semaphore.make(1)
  let off: ReadonlySet<string> = new Set()
  let queue: Array<Row> = []
  /** Sent, and not confirmed. */
  let unsent: ReadonlyArray<Row> = []
  const counts = { written: 0, dropped: 0, sampled: 0 }
  const told = { ...counts }
  let droppedMs: number | undefined
  const droppedOf = lastUsed<string, number>(droppedAccountsMax)

  const secondNow = () => Math.floor(monotonicMsOf(clock) / 1000)
  const drop = (rows: ReadonlyArray<Row>) => {
    for (const { noted, weight } of rows) {
      counts.dropped += weight
      const accountId = noted.holder?.accountId
      if (accountId !== undefined) droppedOf.set(accountId, (droppedOf.get(accountId) ?? 0) + weight)
    }
    droppedMs = monotonicMsOf(clock)
  }
  const put = (row: Row) => {
    if (queue.length >= queueMax) return drop([row])
    queue.push(row)
    if (queue.length === 1) hasRows.openUnsafe()
  }
  const note = (noted: Noted) => {
    const accountId = noted.holder?.accountId
    if (accountId === undefined || off.has(accountId)) return
    if (sampling.takes(noted, accountId, secondNow())) return put({ noted, weight: 1 })
    counts.sampled += 1
    hasRows.openUnsafe()
  }

  const ensureDays = Effect.fnUntraced(function* (rows: ReadonlyArray<Row>) {
    for (const day of daysOf(rows)) {
      if (days.has(day)) continue
      yield* sql`SELECT core_request_partition(${dayOf(day * dayMs)}::date)`
      days.add(day)
    }
  })
  const tellMetrics = Effect.sync(() => {
    waiting.updateUnsafe(queue.length + unsent.length, metrics)
    for (const [metric, name] of [
      [written, "written"],
      [dropped, "dropped"],
      [sampled, "sampled"]
    ] as const) {
      if (counts[name] > told[name]) metric.updateUnsafe(counts[name] - told[name], metrics)
      told[name] = counts[name]
    }
  })

  /** Writes one batch; false: the database is away, and it waits. */
  const writeBatch = Effect.gen(function* () {
    const again = unsent.length > 0
    if (!again) {
      unsent = queue.slice(0, batchMax)
      queue = queue.slice(batchMax)
    }
    if (unsent.length === 0) return true
    const rows = unsent
    const exit = yield* Effect.exit(within(Effect.andThen(ensureDays(rows), insert(sql, rows, again)), insertMsMax))
    if (exit._tag === "Success") {
      unsent = []
      counts.written += rows.length
      return true
    }
    // A day that was dropped meanwhile, or by another's hand, is made again.
    days.clear()
    if (refusalOf(exit.cause) !== "content") return false
    // Some of them may be there: once more, with a look.
    if (!again) return true
    unsent = []
    drop(rows)
    yield* Effect.logError("The database refused rows of the request log", exit.cause)
    return true
  })
  /** Whether more wait for their turn. */
  const drain = (all = false) => {
    const { isMore, rows } = sampling.drain(secondNow(), all)
    for (const row of rows) put(row)
    return isMore
  }
  const writeWaiting = Effect.gen(function* () {
    let isThere = true
    while (isThere && (queue.length > 0 || unsent.length > 0)) isThere = yield* writeBatch
    yield* tellMetrics
    return isThere
  }).pipe(one.withPermits(1))
  const writeAll = Effect.suspend(() => {
    drain(true)
    return writeWaiting
  })

  const readSettings = Effect.gen(function* () {
    const rows = yield* Effect.flatMap(sql`SELECT account_id AS id FROM core_request_settings WHERE NOT is_on`, Off)
    off = new Set(rows.map(({ id }) => id))
  })
  const tend = Effect.gen(function* () {
    const nowMs = yield* Clock.currentTimeMillis
    yield* sql`SELECT core_request_partition(${dayOf(nowMs)}::date), core_request_partition(${dayOf(nowMs + dayMs)}::date)`
    yield* sql.withTransaction(
      Effect.andThen(
        // It waits for no one for long: all rows would wait behind it.
        sql`SET LOCAL lock_timeout = '500ms'`,
        sql`SELECT core_request_drop(${dayOf(nowMs - keepDays * dayMs)}::date)`
      )
    )
  })

  yield* Effect.addFinalizer(() => Effect.ignore(within(writeAll, flushAtStopMsMax)))
  yield* Effect.gen(function* () {
    for (;;) {
      yield* hasRows.await
      yield* Effect.sleep(gatherMs)
      hasRows.closeUnsafe()
      if (drain()) hasRows.openUnsafe()
      if (yield* writeWaiting) continue
      hasRows.openUnsafe()
      yield* Effect.sleep(retryMs)
    }
  }).pipe(Effect.forkScoped)
  yield* Effect.delay(tend, "20 seconds").pipe(
    Effect.catchCause((cause) => Effect.logWarning("Couldn't maintain the request log", cause)),
    Effect.andThen(Effect.sleep("10 minutes")),
    Effect.forever,
    Effect.forkScoped
  )
  yield* readSettings.pipe(
    Effect.catchCause((cause) => Effect.logDebug("Couldn't read who switched the request log off", cause)),
    Effect.repeat(Schedule.spaced(settingsEveryMs)),
    Effect.forkScoped
  )

  return RequestRecorder.of({
    isOn: true,
    note,
    state: () => ({ queued: queue.length + unsent.length, ...counts, droppedMs }),
    droppedOf: (accountId) => droppedOf.get(accountId) ?? 0,
    flush: Effect.asVoid(writeAll),
    readSettings,
    tend,
    keepDays
  })
})

/** Writes nothing; `settings` are told as of the config. */
const idleWith = ({ enabled = true, keepDays = keepDaysDefault }: RequestLogOptions) =>
  RequestRecorder.of({
    isOn: enabled,
    note: () => undefined,
    state: () => ({ queued: 0, written: 0, dropped: 0, sampled: 0, droppedMs: undefined }),
    droppedOf: () => 0,
    flush: Effect.void,
    readSettings: Effect.void,
    tend: Effect.void,
    keepDays
  })

/** For commands, which only look and switch. */
export const idle = (options: RequestLogOptions = {}) => Layer.succeed(RequestRecorder, idleWith(options))

export const layer = (options: RequestLogOptions = {}) =>
  options.enabled === false ? idle(options) : Layer.effect(RequestRecorder, make(options))
