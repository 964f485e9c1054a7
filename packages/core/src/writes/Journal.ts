import { type Cause, Clock, Context, Effect, Queue, Schedule, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { periodOf } from "../credits/period.ts"
import { NodeIdentity } from "../sql/NodeIdentity.ts"
import { within } from "../sql/within.ts"
import { decodeRows, journalColumns } from "./rows.ts"
import { scrubbedJson, scrubbedProblem } from "./scrub.ts"

export type JournalFailure = SqlError.SqlError | Schema.SchemaError | Cause.TimeoutError

/** How long a write with an Idempotency-Key is the same write. */
const keptForMs = 24 * 60 * 60 * 1000
/** How long the database may take, including retries after a lost connection. */
const patienceMs = 3_000

export interface Planned {
  readonly id: string
  readonly accountId: string
  readonly keyId: string | undefined
  readonly requestId: string | undefined
  readonly key: string | undefined
  readonly fingerprint: Buffer
  readonly connection: string | undefined
  readonly operation: string
  readonly target: string
  readonly before: unknown
  readonly intent: unknown
}

/** A row in this process's hands: changes under an older claim do nothing. */
export interface Held {
  readonly id: string
  readonly month: string
  readonly claim: number
}

const BegunRows = Schema.Tuple([
  Schema.Struct({
    outcome: Schema.Literals(["new", "open", "done", "busy", "none"]),
    id: Schema.String,
    month: Schema.String,
    claim: Schema.Int
  })
])
const decodeBegun = Schema.decodeUnknownEffect(BegunRows)
export type Begun = (typeof BegunRows.Type)[0]

export interface Ending {
  readonly state: "confirmed" | "rejected" | "settled"
  readonly outcome: "applied" | "absent"
  /** Encoded. */
  readonly after?: unknown
  readonly vendorRequestId?: string | undefined
  readonly problem?: string | undefined
}

export interface Looked {
  readonly problem?: string | undefined
  readonly sendEnded: boolean
  /** When the next look is due; undefined: the row stays in this process's hands. */
  readonly checkAtMs: number | undefined
}

/**
 * The rows of `core_vendor_writes`. Every statement commits by itself, outside whatever transaction the caller is in,
 * and is asked again after a lost connection.
 */
export const makeJournal = Effect.fnUntraced(function* (options: { readonly leaseMs: number }) {
  const sql = yield* SqlClient.SqlClient
  const node = yield* NodeIdentity
  /** Rows that a fibre of this process is at work on. */
  const active = new Set<string>()
  const columns = journalColumns(sql)
  const time = (epochMs: number) => sql`${new Date(epochMs).toISOString()}::timestamptz`
  const json = (value: unknown) => sql`${scrubbedJson(value)}::json`

  const outside = <A, E>(effect: Effect.Effect<A, E>) =>
    Effect.updateContext(effect, (context: Context.Context<never>) => Context.omit(sql.transactionService)(context))
  const persistently = <A, E>(effect: Effect.Effect<A, E>) =>
    outside(within(Effect.retry(effect, Schedule.spaced(100)), patienceMs))

  // What a database that went away did not take is written once it is back.
  const late = yield* Queue.unbounded<{
    readonly id: string
    readonly statement: Effect.Effect<unknown, SqlError.SqlError>
  }>()
  const unwritten = new Set<string>()
  yield* Queue.take(late).pipe(
    Effect.flatMap(({ id, statement }) =>
      Effect.ensuring(
        Effect.retry(within(statement, patienceMs), Schedule.spaced(500)),
        Effect.sync(() => unwritten.delete(id))
      )
    ),
    Effect.forever,
    Effect.forkScoped
  )
  const persistentlyOrLate = (id: string, statement: Effect.Effect<unknown, SqlError.SqlError>) =>
    Effect.tapError(persistently(statement), () => {
      unwritten.add(id)
      return Queue.offer(late, { id, statement })
    })
  const inHand = () => [...active, ...unwritten]

  const open = ({ id, month }: Held) => sql`month = ${month}::date AND id = ${id}::uuid AND outcome IS NULL`
  const mine = ({ claim, id, month }: Held) =>
    sql`month = ${month}::date AND id = ${id}::uuid AND claim = ${claim}::int`

  const begin = (planned: Planned, insert: boolean) =>
    persistently(
      Effect.gen(function* () {
        const nowMs = yield* Clock.currentTimeMillis
        const rows = yield* sql`SELECT outcome, write_id AS id, to_char(write_month, 'YYYY-MM-DD') AS month,
            write_claim AS claim
          FROM core_vendor_write_begin(${insert}::boolean, ${planned.id}::uuid, ${periodOf(nowMs)}::date,
            ${planned.accountId}::uuid, ${planned.keyId ?? null}::uuid, ${planned.requestId ?? null}::uuid,
            ${planned.key ?? null}::text, ${planned.fingerprint}::bytea, ${planned.connection ?? null}::text,
            ${planned.operation}, ${planned.target}, ${json(planned.before)}, ${json(planned.intent)},
            ${node.id}::int, ${inHand()}::uuid[], ${time(nowMs)}, ${time(nowMs + options.leaseMs)},
            ${time(nowMs + keptForMs)})`
        const [begun] = yield* decodeBegun(rows)
        return begun
      })
    )

  const read = ({ id, month }: Pick<Held, "id" | "month">) =>
    persistently(
      Effect.flatMap(
        sql`SELECT ${columns} FROM core_vendor_writes WHERE month = ${month}::date AND id = ${id}::uuid`,
        decodeRows
      )
    ).pipe(Effect.map((rows) => rows[0]))

  /** False: somebody else has the row by now. */
  const markSent = (held: Held) =>
    persistently(
      Effect.gen(function* () {
        const now = time(yield* Clock.currentTimeMillis)
        const rows = yield* sql`UPDATE core_vendor_writes SET state = 'sent', sent_at = coalesce(sent_at, ${now})
          WHERE ${mine(held)} AND state IN ('planned', 'sent') RETURNING 1`
        return rows.length > 0
      })
    )

  const note = (held: Held, progress: unknown) =>
    persistently(sql`UPDATE core_vendor_writes SET progress = ${json(progress)} WHERE ${open(held)}`)

  /**
   * Written later where the database is away; the failure then only says so. Who sent it knows best, also after a node
   * that took this one for dead has the row.
   */
  const end = Effect.fnUntraced(function* (held: Held, ending: Ending) {
    const now = time(yield* Clock.currentTimeMillis)
    const problem = ending.problem === undefined ? null : scrubbedProblem(ending.problem)
    const after = ending.after === undefined ? sql`NULL` : json(ending.after)
    const statement = sql`UPDATE core_vendor_writes SET state = ${ending.state}, outcome = ${ending.outcome},
        after_state = ${after}, vendor_request_id = coalesce(${ending.vendorRequestId ?? null}, vendor_request_id),
        problem = coalesce(${problem}, problem), ended_at = ${now}, owner = 0
      WHERE ${ending.state === "settled" ? mine(held) : sql`true`} AND ${open(held)}`
    yield* persistentlyOrLate(held.id, statement)
  })

  const looked = Effect.fnUntraced(function* (held: Held, look: Looked) {
    const now = time(yield* Clock.currentTimeMillis)
    const problem = look.problem === undefined ? null : scrubbedProblem(look.problem)
    const statement = sql`UPDATE core_vendor_writes SET state = 'unknown',
        send_ended_at = ${look.sendEnded ? sql`coalesce(send_ended_at, ${now})` : sql`send_ended_at`},
        problem = coalesce(${problem}, problem)
        ${look.checkAtMs === undefined ? sql`` : sql`, owner = 0, checks = checks + 1, check_at = ${time(look.checkAtMs)}`}
      WHERE ${mine(held)} AND outcome IS NULL`
    yield* persistentlyOrLate(held.id, statement)
  })

  return {
    active,
    /** Rows of this process that no other fibre may take. */
    inHand,
    node,
    begin,
    read,
    markSent,
    note,
    end,
    looked,
    sql,
    columns,
    time
  }
})

export type Journal = Effect.Success<ReturnType<typeof makeJournal>>
