import { type Bucket, Credits, type InternalError, LedgerLoad, type ServiceUnavailable } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Exit, Latch, Layer, Schedule, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { recordChange } from "../security/SecurityChanges.ts"
import { within } from "../sql/within.ts"
import { monotonicMs } from "../time.ts"
import { type ChargeItem, type ChargeReceipt, type Customer, makeChargeQueue, refusalOf } from "./ChargeQueue.ts"
import { makeChargeTimes } from "./chargeTimes.ts"
import { doubtsFolder, makeDoubts } from "./Doubts.ts"
import { expireHolds, makeCredits } from "./holds.ts"
import { periodEndMs, periodOf } from "./period.ts"
import { bucketNumber, buckets, plans } from "./plans.ts"
import { assertAmount } from "./prices.ts"

export interface CreditLedgerOptions {
  /** Maximum charges in one statement. Default 256. */
  readonly batchMax?: number
  /** Statements in flight at once. Default 2: one forms while the other commits. */
  readonly statementsMax?: number
  /** Most requests waiting for the ledger. Default 10 000. */
  readonly queueMax?: number
  /** How long a charge may wait for the database in all. Default 3 000. */
  readonly patienceMs?: number
  /** Where charges are written down that were never confirmed. Without it they are known in memory alone. */
  readonly doubtsDir?: string
}

/** One bucket in the running period. */
export interface BucketState {
  readonly limit: number
  readonly used: number
  readonly held: number
  readonly remaining: number
}

export interface Usage {
  readonly plan: string
  readonly resetMs: number
  readonly buckets: Readonly<Record<Bucket, BucketState>>
  readonly byOperation: ReadonlyArray<{
    readonly operation: string
    readonly credits: number
    readonly requests: number
  }>
}

/** A charge, and the idempotency record that belongs to it. */
export type Charge = ChargeItem

/** The ledger as the host uses it; plugins see `Credits`. */
export class CreditLedger extends Context.Service<
  CreditLedger,
  {
    /**
     * Settles one request in the next batch. Never fails for a lack of credits: the receipt says `refused`. Where nobody
     * waits any more it is dropped while it can be, unless a repeat with its idempotency key would get its answer.
     */
    readonly settle: (
      charge: Charge,
      isThere?: () => boolean
    ) => Effect.Effect<ChargeReceipt, ServiceUnavailable | InternalError>
    /** The same without a fibre, and without an idempotency record. */
    readonly submit: (item: ChargeItem, customer: Customer) => void
    /**
     * Takes back a charge whose answer isn't given, and the record of its key with it, as soon as the database answers;
     * unless a repeat got that answer.
     */
    readonly takeBack: (charge: Charge) => Effect.Effect<void>
    /** The number of an operation name, made on first use. */
    readonly operationId: (name: string) => Effect.Effect<number, SqlError.SqlError>
    /** Makes the numbers of many names at once, as a gateway has hundreds of routes when it starts. */
    readonly knowOperations: (names: ReadonlyArray<string>) => Effect.Effect<void, SqlError.SqlError>
    readonly usage: (accountId: string) => Effect.Effect<Usage | undefined, SqlError.SqlError | Schema.SchemaError>
    /** Adds credits to a bucket for the running period; gives what is granted in all. */
    readonly grant: (grant: {
      readonly id: string
      readonly accountId: string
      readonly bucket: Bucket
      readonly credits: number
      /** Why, for the audit log. */
      readonly reason?: string | undefined
    }) => Effect.Effect<number, SqlError.SqlError | Schema.SchemaError>
    /** Charges that were sent, never confirmed, and not settled yet. */
    readonly unconfirmed: Effect.Effect<number>
  }
>()("@storeglass/core/credits/CreditLedger") {}

/** How long the database may take to void a charge, before it is asked again. */
const voidMsMax = 5_000
/** How long a stopping ledger waits for what isn't settled. */
const settleAtStopMsMax = 3_000

const UsageRow = Schema.Struct({
  bucket: Schema.Int,
  plan: Schema.String,
  credit_limit: Schema.BigInt,
  used: Schema.BigInt,
  held: Schema.BigInt
})
const OperationRow = Schema.Struct({ name: Schema.String, credits: Schema.BigInt, requests: Schema.BigInt })
const GrantRow = Schema.Struct({ granted: Schema.BigInt })

const make = Effect.fnUntraced(function* (options: CreditLedgerOptions) {
  const sql = yield* SqlClient.SqlClient
  const operations = new Map<string, number>()
  const periods = new Set<string>()

  const included = Object.entries(plans).flatMap(([plan, credits]) =>
    buckets.map((bucket) => ({ plan, bucket: bucketNumber[bucket], credits: credits[bucket] }))
  )
  yield* sql`INSERT INTO core_plans (plan, bucket, credits)
    SELECT * FROM unnest(${included.map(({ plan }) => plan)}::text[], ${included.map(({ bucket }) => bucket)}::smallint[],
      ${included.map(({ credits }) => credits)}::int[])
    ON CONFLICT (plan, bucket) DO UPDATE SET credits = excluded.credits WHERE core_plans.credits <> excluded.credits`

  /** Makes those that there are not yet, in the order of the names: so do other nodes that start at the same time. */
  const numbersOf = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
    const found = sql<{ id: number; name: string }>`SELECT id, name FROM core_operations
      WHERE name = ANY(${names}::text[])`
    const there = yield* found
    if (there.length === names.length) return there
    const known = new Set(there.map(({ name }) => name))
    const missing = names.filter((name) => !known.has(name)).toSorted()
    yield* sql`INSERT INTO core_operations (name) SELECT unnest(${missing}::text[]) ON CONFLICT (name) DO NOTHING`
    return yield* found
  })
  const knowOperations = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
    const unknown = [...new Set(names)].filter((name) => !operations.has(name))
    if (unknown.length === 0) return
    const rows = yield* numbersOf(unknown)
    // In a plugin's transaction they exist only once that commits.
    yield* sql.afterCommit(
      Effect.sync(() => {
        for (const { id, name } of rows) operations.set(name, id)
      })
    )
  })
  const operationId = Effect.fnUntraced(function* (name: string) {
    const known = operations.get(name)
    if (known !== undefined) return known
    const [row] = yield* numbersOf([name])
    if (row === undefined) return yield* Effect.die(new Error(`the operation ${name} wasn't given a number`))
    yield* sql.afterCommit(Effect.sync(() => operations.set(name, row.id)))
    return row.id
  })

  const ensurePeriod = Effect.fnUntraced(function* (period: string) {
    if (periods.has(period)) return
    yield* sql`SELECT core_credit_partition(${period}::date)`
    yield* sql.afterCommit(Effect.sync(() => periods.add(period)))
  })
  const nowMs = yield* Clock.currentTimeMillis
  yield* ensurePeriod(periodOf(nowMs))
  yield* ensurePeriod(periodOf(periodEndMs(periodOf(nowMs))))

  const voidCharge = Effect.fnUntraced(function* (charge: Charge) {
    yield* ensurePeriod(charge.period)
    const at = new Date(yield* Clock.currentTimeMillis).toISOString()
    // With an idempotency key, a repeat may have taken the id over, or got the answer: then the charge stays.
    const settled =
      charge.idempotency === undefined
        ? sql`core_void(${charge.id}::uuid, ${charge.accountId}::uuid, ${charge.bucket}::smallint,
            ${charge.period}::date, ${charge.operationId}::int, ${at}::timestamptz, ${charge.credentialId ?? null}::uuid)`
        : sql`core_idempotency_take_back(${charge.accountId}::uuid, ${charge.idempotency.key}, ${charge.id}::uuid,
            ${charge.idempotency.attempt}::int, ${charge.bucket}::smallint, ${charge.period}::date,
            ${charge.operationId}::int, ${at}::timestamptz)`
    const rows = yield* sql<{ outcome: string }>`SELECT ${settled} AS outcome`
    yield* Effect.logInfo("Settled an unconfirmed charge").pipe(
      Effect.annotateLogs({ requestId: charge.id, outcome: rows[0]?.outcome })
    )
  })

  const doubts = options.doubtsDir === undefined ? undefined : yield* makeDoubts(yield* doubtsFolder(options.doubtsDir))
  const unsettled = new Map<Charge, string | undefined>()
  /** How many of a file's charges are open. */
  const files = new Map<string, number>()
  const hasWork = yield* Latch.make(false)
  const watch = (charges: ReadonlyArray<Charge>, path: string | undefined) => {
    for (const charge of charges) unsettled.set(charge, path)
    if (path !== undefined) files.set(path, charges.length)
    hasWork.openUnsafe()
  }
  const settledFor = Effect.fnUntraced(function* (charge: Charge, path: string | undefined) {
    unsettled.delete(charge)
    if (path === undefined || doubts === undefined) return
    const left = (files.get(path) ?? 1) - 1
    files.set(path, left)
    if (left > 0) return
    yield* doubts.remove(path)
    files.delete(path)
  })
  // What can't be settled yet, because its balance is locked or the database is away, must not hold up the rest.
  const settleDoubt = Effect.fnUntraced(function* (charge: Charge, path: string | undefined) {
    const exit = yield* Effect.exit(within(voidCharge(charge), voidMsMax))
    if (Exit.isFailure(exit)) {
      if (refusalOf(exit.cause) !== "content") return
      yield* Effect.annotateLogs(
        Effect.logError("The database refused to void a charge for what it says", exit.cause),
        {
          requestId: charge.id
        }
      )
    }
    yield* settledFor(charge, path)
  })
  yield* Effect.gen(function* () {
    for (;;) {
      if (unsettled.size === 0) hasWork.closeUnsafe()
      yield* hasWork.await
      yield* Effect.forEach([...unsettled], ([charge, path]) => settleDoubt(charge, path), {
        concurrency: 4,
        discard: true
      })
      if (unsettled.size > 0) yield* Effect.sleep(500)
    }
  }).pipe(Effect.forkScoped)
  if (doubts !== undefined) {
    yield* Effect.catch(doubts.check, ({ message }) =>
      Effect.logWarning(
        `Charges that the database doesn't confirm can't be written down: ${message}. Their callers are told that they may have been charged; set ledger.doubtsDir to a folder that lasts`
      )
    )
    // Those of this node's last run, and of others that use the folder and are gone.
    yield* doubts.read.pipe(
      Effect.tap((batches) =>
        Effect.sync(() => {
          for (const { doubts: charges, path } of batches) watch(charges, path)
        })
      ),
      Effect.catchCause((cause) => Effect.logWarning("Couldn't read the charges in doubt", cause)),
      Effect.repeat(Schedule.spaced("30 seconds")),
      Effect.forkScoped
    )
  }
  // A gateway that stops settles what it could not confirm first, if the database is there.
  yield* Effect.addFinalizer(
    Effect.fnUntraced(function* () {
      const untilMs = (yield* monotonicMs) + settleAtStopMsMax
      while (unsettled.size > 0 && (yield* monotonicMs) < untilMs) yield* Effect.sleep(20)
    })
  )

  /** True: they are on the disk, and are settled even if this process isn't there to do it. */
  const handOver = Effect.fnUntraced(function* (charges: ReadonlyArray<Charge>) {
    const batch = doubts === undefined ? undefined : yield* doubts.write(charges)
    watch(batch?.doubts ?? charges, batch?.path)
    return batch !== undefined
  })
  /** Charges under an Idempotency-Key that nobody has taken over yet. Two runs of one key have one id. */
  const withKey = new Set<Charge>()
  const times = makeChargeTimes()
  const submit = yield* makeChargeQueue({
    onSettled: times.add,
    batchMax: options.batchMax ?? 256,
    statementsMax: options.statementsMax ?? 2,
    queueMax: options.queueMax ?? 10_000,
    patienceMs: options.patienceMs ?? 3_000,
    ensurePeriod,
    onUnconfirmed: (items) => {
      for (const item of items) withKey.delete(item)
      return handOver(items)
    }
  })
  const submitted = (charge: Charge, isThere: () => boolean) =>
    Effect.callback<ChargeReceipt, ServiceUnavailable | InternalError>((resume) => {
      let there = true
      submit(charge, { done: resume, isThere: () => there && isThere() })
      return Effect.sync(() => {
        there = false
      })
    })
  const always = () => true
  const settle = (charge: Charge, isThere = always) => {
    if (charge.idempotency === undefined) return submitted(charge, isThere)
    // Sent or not, a failed charge frees its idempotency key, so that a repeat can run.
    withKey.add(charge)
    return Effect.uninterruptible(submitted(charge, always)).pipe(
      // The fence leaves a run without its place only a look at the balance.
      Effect.map(
        (receipt): ChargeReceipt =>
          receipt.outcome === "peek" && charge.credits > 0 ? { ...receipt, outcome: "fenced" } : receipt
      ),
      Effect.tapError(() => (withKey.has(charge) ? handOver([charge]) : Effect.void)),
      Effect.ensuring(Effect.sync(() => withKey.delete(charge)))
    )
  }

  const usage = Effect.fn("CreditLedger.usage")(function* (accountId: string) {
    const period = periodOf(yield* Clock.currentTimeMillis)
    const rows = yield* Effect.flatMap(
      sql`SELECT p.bucket, a.plan, p.credits + coalesce(b.granted, 0) AS credit_limit,
          coalesce(b.used, 0) AS used, coalesce(b.held, 0) AS held
        FROM core_accounts a JOIN core_plans p ON p.plan = a.plan
        LEFT JOIN core_credit_balances b ON b.account_id = a.id AND b.bucket = p.bucket AND b.period = ${period}::date
        WHERE a.id = ${accountId}::uuid`,
      Schema.decodeUnknownEffect(Schema.Array(UsageRow))
    )
    const first = rows[0]
    if (first === undefined) return undefined
    const byOperation = yield* Effect.flatMap(
      sql`SELECT o.name, sum(u.credits)::bigint AS credits, sum(u.requests)::bigint AS requests
        FROM core_credit_usage_days u JOIN core_operations o ON o.id = u.operation_id
        WHERE u.account_id = ${accountId}::uuid AND u.day >= ${period}::date
          AND u.day < ${new Date(periodEndMs(period)).toISOString().slice(0, 10)}::date
        GROUP BY o.name HAVING sum(u.requests) > 0 ORDER BY credits DESC, o.name`,
      Schema.decodeUnknownEffect(Schema.Array(OperationRow))
    )
    const state = (bucket: Bucket): BucketState => {
      const row = rows.find((candidate) => candidate.bucket === bucketNumber[bucket])
      const limit = Number(row?.credit_limit ?? 0)
      const used = Number(row?.used ?? 0)
      const held = Number(row?.held ?? 0)
      return { limit, used, held, remaining: Math.max(0, limit - used - held) }
    }
    return {
      plan: first.plan,
      resetMs: periodEndMs(period),
      buckets: { general: state("general"), aiVisibility: state("aiVisibility"), creative: state("creative") },
      byOperation: byOperation.map((row) => ({
        operation: row.name,
        credits: Number(row.credits),
        requests: Number(row.requests)
      }))
    }
  })

  const grant = Effect.fn("CreditLedger.grant")(function* (input: {
    readonly id: string
    readonly accountId: string
    readonly bucket: Bucket
    readonly credits: number
    readonly reason?: string | undefined
  }) {
    yield* assertAmount("a grant", input.credits, 1)
    const nowMs = yield* Clock.currentTimeMillis
    const period = periodOf(nowMs)
    yield* ensurePeriod(period)
    const operation = yield* operationId("grant")
    const change = {
      id: input.id,
      event: "security.credits_granted" as const,
      accountId: input.accountId,
      detail: {
        bucket: input.bucket,
        credits: input.credits,
        month: period.slice(0, 7),
        ...(input.reason === undefined ? {} : { reason: input.reason })
      }
    }
    const granting = Effect.andThen(
      Effect.provideService(recordChange(change), SqlClient.SqlClient, sql),
      sql`SELECT core_grant(${input.id}::uuid, ${input.accountId}::uuid, ${bucketNumber[input.bucket]}::smallint,
        ${period}::date, ${input.credits}::int, ${operation}::int, ${new Date(nowMs).toISOString()}::timestamptz) AS granted`
    )
    const rows = yield* Effect.flatMap(
      sql.withTransaction(granting),
      Schema.decodeUnknownEffect(Schema.Array(GrantRow))
    )
    return Number(rows[0]?.granted ?? 0)
  })

  return {
    ensurePeriod,
    load: LedgerLoad.of({ chargesP99Ms: Effect.map(monotonicMs, times.p99Ms) }),
    ledger: CreditLedger.of({
      settle,
      submit,
      takeBack: (charge) => Effect.asVoid(handOver([charge])),
      operationId,
      knowOperations,
      usage,
      grant,
      unconfirmed: Effect.sync(() => unsettled.size)
    })
  }
})

/** The ledger and the plugins' view of it. The core's migrations must have run. */
export const layer = (options: CreditLedgerOptions = {}) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const { ensurePeriod, ledger, load } = yield* make(options)
      yield* expireHolds().pipe(
        Effect.catchCause((cause) => Effect.logWarning("Couldn't expire holds", cause)),
        Effect.repeat(Schedule.spaced("30 seconds")),
        Effect.forkScoped
      )
      return Context.make(CreditLedger, ledger).pipe(
        Context.add(Credits, makeCredits(ledger.operationId, ensurePeriod)),
        Context.add(LedgerLoad, load)
      )
    })
  )
