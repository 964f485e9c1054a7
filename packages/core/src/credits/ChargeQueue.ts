import { InternalError, ServiceUnavailable } from "@storeglass/plugin-api"
import { Cause, Clock, Data, Effect, Exit, Latch, Predicate, Schema, type Scope } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { within } from "../sql/within.ts"
import { monotonicMsOf } from "../time.ts"
import { isPrice } from "./prices.ts"

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
  /** UUID of the key or token that asked for it. */
  readonly credentialId?: string | undefined
  /** The run that it belongs to: nothing is charged once a newer run has taken its place. */
  readonly idempotency?: { readonly key: string; readonly owner: number; readonly attempt: number } | undefined
}

const ChargeRow = Schema.Struct({
  ord: Schema.Int,
  outcome: Schema.Literals(["peek", "charged", "duplicate", "voided", "refused", "unknown", "locked"]),
  plan: Schema.NullOr(Schema.String),
  credit_limit: Schema.BigInt,
  used: Schema.BigInt,
  held: Schema.BigInt
})

/** What the ledger answered, with the balance right after this item. */
export interface ChargeReceipt {
  /** `fenced`: a newer run of the same Idempotency-Key has taken its place, and nothing was charged. */
  readonly outcome: Exclude<(typeof ChargeRow.Type)["outcome"], "locked"> | "fenced"
  readonly plan: string | null
  readonly limit: number
  readonly used: number
  readonly held: number
}

export interface ChargeQueueOptions {
  /** Maximum items in one statement. */
  readonly batchMax: number
  /** Statements in flight at once. */
  readonly statementsMax: number
  /** Maximum items waiting; beyond that a request is refused with 503. */
  readonly queueMax: number
  /** How long an item may take in all, waiting for the database to come back included. */
  readonly patienceMs: number
  /** Makes the partition of a period exist before the first charge in it. */
  readonly ensurePeriod: (period: string) => Effect.Effect<void, SqlError.SqlError>
  /**
   * Takes over charges that must not stand: sent without an answer, or made for somebody who left meanwhile. True: they
   * are written down, so that none of them stands whatever happens to this process.
   */
  readonly onUnconfirmed: (items: ReadonlyArray<ChargeItem>) => Effect.Effect<boolean>
  /** Told of each receipt, with the monotonic time and how long it took. */
  readonly onSettled?: (nowMs: number, tookMs: number) => void
}

export type Settled = Exit.Exit<ChargeReceipt, ServiceUnavailable | InternalError>

/** Who waits for a charge. Neither function may throw. */
export interface Customer {
  readonly done: (settled: Settled) => void
  /** False: nobody waits any more, so an unsent charge is dropped, and one already made is given back. */
  readonly isThere: () => boolean
}

interface Waiting extends Customer {
  readonly item: ChargeItem
  readonly deadlineMs: number
  /** Statements that carried it and whose outcome is unknown. */
  unanswered: number
}

// Hundreds of rows arrive at a time, always in this shape: checked by hand in a tenth of the schema's time. The schema
// says what is wrong with one that isn't.
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
const unchargeable = (requestId: string) =>
  new InternalError(
    `this request can't be charged, and wasn't; that is a bug. Quote the request id ${requestId} when you report it`
  )
const away = (message: string) => Exit.fail(new ServiceUnavailable(message, { retryAfterSeconds: 1 }))

const notConfirmed = away("the ledger didn't confirm in time; nothing is charged, retry")
const maybeCharged = away(
  "the ledger didn't confirm in time; this may have been charged, and is given back once the database answers, unless this node is killed first"
)

/** After this long without a settled charge, the queue is at rest. */
const restMs = 10
/** How long a statement waits for a balance that another transaction has locked: the default of `core_charge`. */
const lockWaitMs = 100
/** The same for an account known to be locked: long enough to get a turn if it's merely busy. */
const turnWaitMs = 250

/** The partition of a period couldn't be made: no charge was sent, so nothing was refused either. */
class PeriodNotMade extends Data.TaggedError("PeriodNotMade")<{ readonly cause: SqlError.SqlError }> {}

/** Why the database refused a statement without doing any of it; undefined where that isn't certain. */
export const refusalOf = (cause: Cause.Cause<unknown>): "locked" | "content" | undefined => {
  const error = Cause.squash(cause)
  if (!SqlError.isSqlError(error)) return undefined
  const { reason } = error
  if (reason._tag === "LockTimeoutError") return "locked"
  if (reason._tag === "ConstraintError" || reason._tag === "UniqueViolation") return "content"
  const state = Predicate.hasProperty(reason.cause, "code") ? reason.cause.code : undefined
  return typeof state === "string" && /^(22|44|P0|XX)/.test(state) ? "content" : undefined
}

/**
 * Group commit. No timer: whatever arrives while statements are in flight forms the next batch. A batch whose
 * connection broke is sent again with the same ids until it is confirmed or its patience ends. One that the database
 * refuses for what it says is halved until the charge at fault stands alone. Accounts whose balance another transaction
 * keeps locked are set apart, so that nobody else waits for them.
 */
export const makeChargeQueue = Effect.fnUntraced(function* (
  options: ChargeQueueOptions
): Effect.fn.Return<(item: ChargeItem, customer: Customer) => void, never, SqlClient.SqlClient | Scope.Scope> {
  const sql = yield* SqlClient.SqlClient
  const clock = yield* Clock.Clock
  const waiting: Array<Waiting> = []
  const inFlight = new Set<string>()
  const arrived = yield* Latch.make(false)
  // Accounts whose balance was found locked, by when they last had a turn; and their charges.
  const locked = new Map<string, number>()
  const apart: Array<Waiting> = []
  const inFlightApart = new Set<string>()
  const arrivedApart = yield* Latch.make(false)
  const doubted: Array<Waiting> = []
  let closed = false

  const putApart = (entry: Waiting) => {
    apart.push(entry)
    arrivedApart.openUnsafe()
  }

  /** Ends an entry that is not sent again. */
  const drop = (entry: Waiting, message: string) => {
    if (entry.unanswered > 0) doubted.push(entry)
    else entry.done(away(`${message}; nothing was charged, retry`))
  }

  const take = (from: Array<Waiting>, busy: Set<string>): Array<Waiting> => {
    const batch: Array<Waiting> = []
    const kept: Array<Waiting> = []
    const nowMs = monotonicMsOf(clock)
    let scanned = 0
    for (; scanned < from.length && batch.length < options.batchMax; scanned++) {
      const entry = from[scanned]
      if (entry === undefined) continue
      if (!entry.isThere()) {
        drop(entry, "nobody is waiting for this charge")
      } else if (entry.deadlineMs <= nowMs) {
        drop(entry, "the ledger is busy or unavailable")
      } else if (from === waiting && locked.size > 0 && entry.item.credits > 0 && locked.has(entry.item.accountId)) {
        putApart(entry)
      } else if (busy.has(entry.item.id)) {
        // The same id is being settled right now: wait for that, then read it back.
        kept.push(entry)
      } else {
        busy.add(entry.item.id)
        batch.push(entry)
      }
    }
    from.splice(0, scanned, ...kept)
    return batch
  }

  const statement = (batch: ReadonlyArray<Waiting>, waitMs: number) => {
    const items = batch.map((entry) => entry.item)
    const nowMs = clock.currentTimeMillisUnsafe()
    for (const entry of batch) entry.unanswered += 1
    const credits = sql`${items.map((item) => item.credits)}::int[]`
    // The client has no type for an array of nulls alone.
    const credentials = items.some((item) => item.credentialId !== undefined)
      ? sql`${items.map((item) => item.credentialId ?? null)}`
      : sql`NULL`
    const fenced = items.some((item) => item.idempotency !== undefined)
      ? sql`core_fence(${items.map((item) => item.id)}::uuid[], ${items.map((item) => item.accountId)}::uuid[], ${credits},
          ${items.map((item) => item.idempotency?.key ?? null)}::text[],
          ${items.map((item) => item.idempotency?.attempt ?? null)}::int[])`
      : credits
    return sql`SELECT ord, outcome, plan, credit_limit, used, held FROM core_charge(
      ${items.map((item) => item.id)}::uuid[], ${items.map((item) => item.accountId)}::uuid[],
      ${items.map((item) => item.bucket)}::smallint[], ${items.map((item) => item.period)}::date[],
      ${fenced}, ${items.map((item) => item.operationId)}::int[],
      ${new Date(nowMs).toISOString()}::timestamptz, ${waitMs}::int,
      ${credentials}::uuid[])`.withoutTransform
  }

  // A statement is costly and a charge in it cheap: another is sent once it has as many charges as are in flight.
  const isDue = () => waiting.length > 0 && waiting.length >= inFlight.size

  /** Gives the entries that weren't settled, as their balance is locked. */
  const settle = Effect.fnUntraced(function* (batch: ReadonlyArray<Waiting>, waitMs: number) {
    for (const period of new Set(batch.map((entry) => entry.item.period))) {
      yield* Effect.mapError(options.ensurePeriod(period), (cause) => new PeriodNotMade({ cause }))
    }
    const answered = yield* statement(batch, waitMs)
    const rows = answered.every(isChargeRow) ? answered : yield* decodeRows(answered)
    for (const entry of batch) inFlight.delete(entry.item.id)
    settledMs = monotonicMsOf(clock)
    // The next is sent before these are answered, so that the database isn't kept waiting.
    if (isDue()) arrived.openUnsafe()
    const unsettled: Array<Waiting> = []
    // An earlier statement that never came back may still charge what was refused since, if credits arrive.
    const again = batch.some((entry) => entry.unanswered > 1) ? rows : []
    const overtaken = again.flatMap(({ ord, outcome }) => {
      const entry = batch[ord - 1]
      return outcome === "refused" && entry !== undefined && entry.unanswered > 1 ? [entry.item] : []
    })
    if (overtaken.length > 0) yield* options.onUnconfirmed(overtaken)
    const left: Array<ChargeItem> = []
    for (const { credit_limit, held, ord, outcome, plan, used } of rows) {
      const entry = batch[ord - 1]
      if (entry === undefined) continue
      if (outcome === "locked") {
        entry.unanswered -= 1
        unsettled.push(entry)
        continue
      }
      if (locked.size > 0 && outcome !== "peek") locked.delete(entry.item.accountId)
      if (outcome === "charged" && !entry.isThere()) left.push(entry.item)
      options.onSettled?.(settledMs, settledMs - (entry.deadlineMs - options.patienceMs))
      entry.done(Exit.succeed({ outcome, plan, limit: Number(credit_limit), used: Number(used), held: Number(held) }))
    }
    if (left.length > 0) yield* options.onUnconfirmed(left)
    return unsettled
  })

  // Promises must hold: that nothing is charged is said only when it will outlive this process.
  const giveUp = Effect.fnUntraced(function* (batch: ReadonlyArray<Waiting>) {
    const unconfirmed = batch.filter((entry) => entry.unanswered > 0 && entry.item.credits > 0)
    const isKept = unconfirmed.length === 0 || (yield* options.onUnconfirmed(unconfirmed.map((entry) => entry.item)))
    const doubtful = new Set(isKept ? [] : unconfirmed)
    for (const entry of batch) entry.done(doubtful.has(entry) ? maybeCharged : notConfirmed)
  })
  const giveUpDoubted = Effect.suspend(() => (doubted.length === 0 ? Effect.void : giveUp(doubted.splice(0)))).pipe(
    Effect.uninterruptible
  )

  /** The database rejects this charge by itself: only its own request fails. */
  const refuse = Effect.fnUntraced(function* (entry: Waiting, cause: Cause.Cause<unknown>) {
    const { id, operationId } = entry.item
    yield* Effect.annotateLogs(Effect.logError("The database refused a charge for what it says", cause), {
      requestId: id,
      operationId
    })
    if (entry.unanswered > 0) yield* options.onUnconfirmed([entry.item])
    entry.done(Exit.fail(unchargeable(id)))
  })

  /**
   * Settles a batch until it is confirmed, refused, or patience ends. Returns the entries whose balance stayed locked
   * throughout.
   */
  const settleUntilConfirmed = Effect.fnUntraced(function* (
    batch: ReadonlyArray<Waiting>,
    waitsMs: ReadonlyArray<number>
  ): Effect.fn.Return<ReadonlyArray<Waiting>> {
    let open = batch
    let pauseMs = 20
    let [waitMs = 0, ...furtherMs] = waitsMs
    const unsettled: Array<Waiting> = []
    while (open.length > 0) {
      const firstMs = Math.min(...open.map((entry) => entry.deadlineMs))
      const exit = yield* Effect.exit(within(settle(open, waitMs), firstMs - monotonicMsOf(clock)))
      if (Exit.isSuccess(exit)) return unsettled.concat(exit.value)
      const refusal = refusalOf(exit.cause)
      if (refusal !== undefined) for (const entry of open) entry.unanswered -= 1
      if (refusal === "locked") {
        const [nextMs, ...restMs] = furtherMs
        if (nextMs === undefined) return unsettled.concat(open)
        waitMs = nextMs
        furtherMs = restMs
        continue
      }
      const [only] = open
      if (refusal === "content" && only !== undefined) {
        if (open.length === 1) {
          yield* refuse(only, exit.cause)
          return unsettled
        }
        const half = Math.ceil(open.length / 2)
        unsettled.push(...(yield* settleUntilConfirmed(open.slice(0, half), [waitMs, ...furtherMs])))
        open = open.slice(half)
        continue
      }
      yield* Effect.logWarning("A ledger batch wasn't confirmed", exit.cause)
      const untilMs = monotonicMsOf(clock) + pauseMs
      const late = open.filter((entry) => entry.deadlineMs <= untilMs)
      if (late.length > 0) yield* giveUp(late)
      open = open.filter((entry) => entry.deadlineMs > untilMs)
      if (open.length === 0) return unsettled
      yield* Effect.sleep(pauseMs)
      pauseMs = Math.min(pauseMs * 2, 250)
    }
    return unsettled
  })

  // After everything that arrived in the same turn of the event loop, so that it goes together; at rest, after the next turn,
  // which shows the callers that closed their connections right behind their requests. Under load the database would wait
  // a long turn for that, then get all callers in one batch and wait again: those who left get their charge back instead.
  let waking = false
  let settledMs = Number.NEGATIVE_INFINITY
  const isAtRest = () => inFlight.size === 0 && monotonicMsOf(clock) - settledMs >= restMs
  const wake = () => {
    if (waking || !isDue()) return
    waking = true
    const go = () => {
      waking = false
      arrived.openUnsafe()
    }
    setImmediate(isAtRest() ? () => setImmediate(go) : go)
  }

  const worker = Effect.gen(function* () {
    for (;;) {
      const batch = isDue() ? take(waiting, inFlight) : []
      yield* giveUpDoubted
      if (batch.length === 0) {
        if (isDue()) yield* Effect.sleep(5)
        else arrived.closeUnsafe()
        yield* arrived.await
        continue
      }
      // Entries resolve their callers by themselves; a caller that went away leaves the entry to be settled.
      yield* Effect.uninterruptible(
        Effect.map(settleUntilConfirmed(batch, [lockWaitMs, 0]), (unsettled) => {
          for (const entry of batch) inFlight.delete(entry.item.id)
          for (const entry of unsettled) {
            locked.set(entry.item.accountId, 0)
            putApart(entry)
          }
        })
      )
    }
  })

  // Whatever is free again goes at once; then the locked accounts wait for their rows one at a time.
  const workerApart = Effect.gen(function* () {
    for (;;) {
      const batch = take(apart, inFlightApart)
      yield* giveUpDoubted
      if (batch.length === 0) {
        arrivedApart.closeUnsafe()
        yield* arrivedApart.await
        continue
      }
      yield* Effect.uninterruptible(
        Effect.gen(function* () {
          const unsettled = yield* settleUntilConfirmed(batch, [0])
          const accounts = [...new Set(unsettled.map((entry) => entry.item.accountId))]
          const [next] = accounts.sort((one, other) => (locked.get(one) ?? 0) - (locked.get(other) ?? 0))
          const nowMs = monotonicMsOf(clock)
          for (const accountId of accounts) locked.set(accountId, locked.get(accountId) ?? 0)
          if (next !== undefined) locked.set(next, nowMs)
          const turn = unsettled.filter((entry) => entry.item.accountId === next)
          // So that it is answered before it is given up.
          const leftMs = Math.min(...turn.map((entry) => entry.deadlineMs)) - nowMs - 50
          const waitMs = Math.max(5, Math.min(turnWaitMs, leftMs))
          const still = turn.length === 0 ? [] : yield* settleUntilConfirmed(turn, [waitMs])
          for (const entry of batch) inFlightApart.delete(entry.item.id)
          for (const entry of unsettled) if (entry.item.accountId !== next) apart.push(entry)
          apart.push(...still)
        })
      )
    }
  })

  yield* Effect.addFinalizer(
    Effect.fnUntraced(function* () {
      closed = true
      for (const entry of [...waiting.splice(0), ...apart.splice(0)]) drop(entry, "the gateway is stopping")
      yield* giveUpDoubted
    })
  )
  for (let index = 0; index < options.statementsMax; index++) yield* Effect.forkScoped(worker)
  yield* Effect.forkScoped(workerApart)

  return (item, { done, isThere }) => {
    if (!isPrice(item.credits)) return done(Exit.fail(unchargeable(item.id)))
    if (closed || waiting.length + apart.length >= options.queueMax) {
      return done(away("the gateway has too many requests in flight; nothing was charged, retry"))
    }
    waiting.push({
      item,
      done,
      isThere,
      deadlineMs: monotonicMsOf(clock) + options.patienceMs,
      unanswered: 0
    })
    wake()
  }
})
