import { Clock, Effect, Schedule, Schema, type Scope } from "effect"
import type { Journal } from "./Journal.ts"
import { decodeRows, type JournalRow } from "./rows.ts"
import { look, type Settler } from "./settle.ts"

const rowsMax = 50
const leaseMs = 60_000
const firstPauseMs = 5_000
const pauseMsMax = 60 * 60 * 1000
/** After that a row stays unknown. */
const givenUpMs = 30 * 24 * 60 * 60 * 1000

const Owners = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ owner: Schema.Int })))

/** Settles what no request is at work on any more: rows of dead nodes, and outcomes that were unknown before. */
export const makeSweeper = Effect.fnUntraced(function* (
  journal: Journal,
  options: { readonly sendMsMax: number; readonly everyMs: number }
) {
  const { columns, node, sql, time } = journal
  const settlers = new Map<string, Settler<never>>()

  const deadOwners = Effect.gen(function* () {
    const rows = yield* Effect.flatMap(
      sql`SELECT DISTINCT owner FROM core_vendor_writes WHERE outcome IS NULL AND owner NOT IN (0, ${node.id}::int)`,
      Owners
    )
    const owners = rows.map(({ owner }) => owner)
    return yield* Effect.filter(owners, (owner) => Effect.map(node.isAlive(owner), (alive) => !alive))
  })

  /** Rows that nobody has in hand. */
  const free = (dead: ReadonlyArray<number>, nowMs: number) =>
    sql`outcome IS NULL AND (owner = 0 OR lease_until <= ${time(nowMs)} OR owner = ANY (${dead}::int[])
      OR (owner = ${node.id}::int AND id <> ALL (${journal.inHand()}::uuid[])))`

  const lookAt = Effect.fnUntraced(function* (row: JournalRow) {
    const settler = settlers.get(row.operation)
    const looked = settler === undefined ? undefined : yield* look(journal, settler, row, row, options.sendMsMax)
    if (looked?._tag === "Applied" || looked?._tag === "Absent") {
      return yield* Effect.logInfo("Settled a vendor write").pipe(
        Effect.annotateLogs({ write: row.id, operation: row.operation, outcome: looked._tag.toLowerCase() })
      )
    }
    const pauseMs = Math.min(firstPauseMs * 2 ** Math.min(row.checks, 20), pauseMsMax)
    const nowMs = yield* Clock.currentTimeMillis
    yield* Effect.ignore(
      journal.looked(row, {
        sendEnded: false,
        checkAtMs: (looked?._tag === "Open" ? looked.againAtMs : undefined) ?? nowMs + pauseMs,
        problem: row.problem === null ? "its node died before the vendor's answer was kept" : undefined
      })
    )
  })

  const sweep = Effect.gen(function* () {
    const nowMs = yield* Clock.currentTimeMillis
    const dead = yield* deadOwners
    // Nothing of these was sent.
    yield* sql`UPDATE core_vendor_writes SET state = 'settled', outcome = 'absent', ended_at = ${time(nowMs)}, owner = 0,
        claim = claim + 1, problem = 'stopped before it was sent'
      WHERE ${free(dead, nowMs)} AND state = 'planned'`
    const rows = yield* Effect.flatMap(
      sql`UPDATE core_vendor_writes SET owner = ${node.id}::int, claim = claim + 1,
          lease_until = ${time(nowMs + leaseMs)}
        WHERE (month, id) IN (SELECT month, id FROM core_vendor_writes
          WHERE ${free(dead, nowMs)} AND check_at <= ${time(nowMs)} AND started_at > ${time(nowMs - givenUpMs)}
            AND (state = 'sent' OR operation = ANY (${[...settlers.keys()]}::text[]))
          ORDER BY check_at LIMIT ${rowsMax}::int FOR UPDATE SKIP LOCKED)
        RETURNING ${columns}`,
      decodeRows
    )
    for (const row of rows) journal.active.add(row.id)
    yield* Effect.forEach(
      rows,
      (row) =>
        Effect.ensuring(
          lookAt(row),
          Effect.sync(() => journal.active.delete(row.id))
        ),
      { concurrency: 8, discard: true }
    )
    yield* sql`DELETE FROM core_vendor_write_keys WHERE ctid IN (
      SELECT ctid FROM core_vendor_write_keys WHERE expires_at <= ${time(nowMs)} LIMIT 5000)`
  })

  yield* sweep.pipe(
    Effect.catchCause((cause) => Effect.logWarning("Couldn't check open vendor writes", cause)),
    Effect.repeat(Schedule.spaced(options.everyMs)),
    Effect.forkScoped
  )

  const register = Effect.fnUntraced(function* <R>(
    name: string,
    settler: Settler<R>
  ): Effect.fn.Return<void, never, R | Scope.Scope> {
    const context = yield* Effect.context<R>()
    const own: Settler<never> = {
      readsLagMs: settler.readsLagMs,
      verify: (row) => Effect.provideContext(settler.verify(row), context),
      undo: (row) => Effect.provideContext(settler.undo(row), context)
    }
    yield* Effect.acquireRelease(
      Effect.sync(() => settlers.set(name, own)),
      () => Effect.sync(() => settlers.delete(name))
    )
  })
  return { register }
})
