import { ServiceUnavailable } from "@storeglass/plugin-api"
import { Clock, Effect, Exit, Latch, Predicate, Schema, type Scope } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { within } from "../sql/within.ts"

/** One request to settle. `credits` 0 only reads the balance. */
export interface ChargeItem {
  /** UUID; the id under which it is settled once. */
  readonly id: string
  readonly accountId: string
  readonly bucket: number
  /** `YYYY-MM-01`. */
  readonly period: string
  readonly credits: number
  readonly operationId: number
}

const ChargeRow = Schema.Struct({
  ord: Schema.Int,
  outcome: Schema.Literals(["peek", "charged", "duplicate", "voided", "refused", "unknown"]),
  plan: Schema.NullOr(Schema.String),
  credit_limit: Schema.BigInt,
  used: Schema.BigInt,
  held: Schema.BigInt
})

/** What the ledger answered, with the balance right after this item. */
export interface ChargeReceipt {
  readonly outcome: (typeof ChargeRow.Type)["outcome"]
  readonly plan: string | null
  readonly limit: number
  readonly used: number
  readonly held: number
}

export interface ChargeQueueOptions {
  /** Most items in one statement. */
  readonly batchMax: number
  /** Statements in flight at once. */
  readonly statementsMax: number
  /** Most items waiting; over that a request is refused with 503. */
  readonly queueMax: number
  /** How long an item may take in all, waiting for the database to come back included. */
  readonly patienceMs: number
  /** Makes the partition of a period exist before the first charge in it. */
  readonly ensurePeriod: (period: string) => Effect.Effect<void, SqlError.SqlError>
  /** Takes over what could not be confirmed: it was sent, and no answer came. */
  readonly onUnconfirmed: (items: ReadonlyArray<ChargeItem>) => Effect.Effect<void>
}

export type Settled = Exit.Exit<ChargeReceipt, ServiceUnavailable>

/** Who waits for a charge. Neither function may throw. */
export interface Customer {
  readonly done: (settled: Settled) => void
  /** False: nobody waits any more, so what is not sent yet is dropped and charges nothing. */
  readonly isThere: () => boolean
}

interface Waiting extends Customer {
  readonly item: ChargeItem
  readonly deadlineMs: number
  sent: boolean
}

// Hundreds of rows arrive at a time, and always in this shape: told by hand in a tenth of the time of the schema, which
// says what is wrong where it is not.
const outcomes: ReadonlySet<unknown> = new Set(ChargeRow.fields.outcome.literals)
const isChargeRow = (row: unknown): row is typeof ChargeRow.Type =>
  Predicate.isObject(row) &&
  "ord" in row &&
  Number.isInteger(row.ord) &&
  "outcome" in row &&
  outcomes.has(row.outcome) &&
  "plan" in row &&
  (row.plan === null || typeof row.plan === "string") &&
  "credit_limit" in row &&
  typeof row.credit_limit === "bigint" &&
  "used" in row &&
  typeof row.used === "bigint" &&
  "held" in row &&
  typeof row.held === "bigint"
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(ChargeRow))
const away = (message: string) => Exit.fail(new ServiceUnavailable(message, { retryAfterSeconds: 1 }))

/**
 * Group commit. No timer: whatever arrives while statements are in flight forms the next batch. A batch whose
 * connection broke is sent again with the same ids until it is confirmed or its patience ends.
 */
export const makeChargeQueue = Effect.fnUntraced(function* (
  options: ChargeQueueOptions
): Effect.fn.Return<(item: ChargeItem, customer: Customer) => void, never, SqlClient.SqlClient | Scope.Scope> {
  const sql = yield* SqlClient.SqlClient
  const clock = yield* Clock.Clock
  const waiting: Array<Waiting> = []
  const inFlight = new Set<string>()
  const arrived = yield* Latch.make(false)
  let closed = false

  const take = (): Array<Waiting> => {
    const batch: Array<Waiting> = []
    const kept: Array<Waiting> = []
    const nowMs = clock.currentTimeMillisUnsafe()
    let scanned = 0
    for (; scanned < waiting.length && batch.length < options.batchMax; scanned++) {
      const entry = waiting[scanned]
      if (entry === undefined) continue
      if (!entry.isThere()) {
        entry.done(away("nobody is waiting for this charge; nothing was charged"))
      } else if (entry.deadlineMs <= nowMs) {
        entry.done(away("the ledger is busy or unavailable; nothing was charged, retry"))
      } else if (inFlight.has(entry.item.id)) {
        // The same id is being settled right now: wait for that, then read it back.
        kept.push(entry)
      } else {
        inFlight.add(entry.item.id)
        batch.push(entry)
      }
    }
    waiting.splice(0, scanned, ...kept)
    return batch
  }

  const statement = (batch: ReadonlyArray<Waiting>) => {
    const items = batch.map((entry) => entry.item)
    const nowMs = clock.currentTimeMillisUnsafe()
    for (const entry of batch) entry.sent = true
    return sql`SELECT ord, outcome, plan, credit_limit, used, held FROM core_charge(
      ${items.map((item) => item.id)}::uuid[], ${items.map((item) => item.accountId)}::uuid[],
      ${items.map((item) => item.bucket)}::smallint[], ${items.map((item) => item.period)}::date[],
      ${items.map((item) => item.credits)}::int[], ${items.map((item) => item.operationId)}::int[],
      ${new Date(nowMs).toISOString()}::timestamptz)`.withoutTransform
  }

  // A statement costs much and a charge in it little: a further one goes when it has as many charges as are in flight.
  const isDue = () => waiting.length > 0 && waiting.length >= inFlight.size

  const settle = Effect.fnUntraced(function* (batch: ReadonlyArray<Waiting>) {
    for (const period of new Set(batch.map((entry) => entry.item.period))) yield* options.ensurePeriod(period)
    const answered = yield* statement(batch)
    const rows = answered.every(isChargeRow) ? answered : yield* decodeRows(answered)
    for (const entry of batch) inFlight.delete(entry.item.id)
    // The next goes before these are answered, so that the database is not kept waiting by that.
    if (isDue()) arrived.openUnsafe()
    for (const row of rows) {
      batch[row.ord - 1]?.done(
        Exit.succeed({
          outcome: row.outcome,
          plan: row.plan,
          limit: Number(row.credit_limit),
          used: Number(row.used),
          held: Number(row.held)
        })
      )
    }
  })

  const giveUp = Effect.fnUntraced(function* (batch: ReadonlyArray<Waiting>) {
    const unconfirmed = batch.filter((entry) => entry.sent && entry.item.credits > 0)
    if (unconfirmed.length > 0) yield* options.onUnconfirmed(unconfirmed.map((entry) => entry.item))
    for (const entry of batch) entry.done(away("the ledger didn't confirm in time; nothing is charged, retry"))
  })

  const settleUntilConfirmed = Effect.fnUntraced(function* (batch: ReadonlyArray<Waiting>) {
    let open = batch
    let pauseMs = 20
    for (;;) {
      const firstMs = Math.min(...open.map((entry) => entry.deadlineMs))
      const exit = yield* Effect.exit(within(settle(open), firstMs - clock.currentTimeMillisUnsafe()))
      if (exit._tag === "Success") return
      yield* Effect.logWarning("A ledger batch wasn't confirmed", exit.cause)
      const untilMs = clock.currentTimeMillisUnsafe() + pauseMs
      const late = open.filter((entry) => entry.deadlineMs <= untilMs)
      if (late.length > 0) yield* giveUp(late)
      open = open.filter((entry) => entry.deadlineMs > untilMs)
      if (open.length === 0) return
      yield* Effect.sleep(pauseMs)
      pauseMs = Math.min(pauseMs * 2, 250)
    }
  })

  // After all that arrived in the same turn of the event loop, so that it goes together.
  let waking = false
  const wake = () => {
    if (waking || !isDue()) return
    waking = true
    setImmediate(() => {
      waking = false
      arrived.openUnsafe()
    })
  }

  const worker = Effect.gen(function* () {
    for (;;) {
      const batch = isDue() ? take() : []
      if (batch.length === 0) {
        if (isDue()) yield* Effect.sleep(5)
        else arrived.closeUnsafe()
        yield* arrived.await
        continue
      }
      // Entries resolve their callers by themselves; a caller that went away leaves the entry to be settled.
      yield* Effect.uninterruptible(settleUntilConfirmed(batch))
      for (const entry of batch) inFlight.delete(entry.item.id)
    }
  })
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      closed = true
      for (const entry of waiting.splice(0)) entry.done(away("the gateway is stopping; nothing was charged, retry"))
    })
  )
  for (let index = 0; index < options.statementsMax; index++) yield* Effect.forkScoped(worker)

  return (item, { done, isThere }) => {
    if (closed || waiting.length >= options.queueMax) {
      return done(away("the gateway has too many requests in flight; nothing was charged, retry"))
    }
    waiting.push({ item, done, isThere, deadlineMs: clock.currentTimeMillisUnsafe() + options.patienceMs, sent: false })
    wake()
  }
})
