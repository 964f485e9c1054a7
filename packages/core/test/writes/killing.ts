import { spawn } from "node:child_process"
import { join } from "node:path"
import { PgClient } from "@effect/sql-pg"
import type { WriteRecord } from "@storeglass/plugin-api"
import { Effect, Fiber, Latch, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { eventually } from "../eventually.ts"
import { asRequest, SetValue, setValue, type startNode, verifyValue } from "./operation.ts"
import type { Vendor } from "./vendor.ts"

/**
 * Where a node is killed in the middle of a write.
 * - `unread` the vendor has not done it; `unanswered` it has, and has not said so
 * - `unrecorded` the vendor has answered, and the journal does not have that yet
 */
export const moments = ["unread", "unanswered", "unrecorded"] as const
export type Moment = (typeof moments)[number]

/** A process with a node of its own. */
const startChild = (databaseUrl: string, vendor: Vendor, account: string) =>
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof spawn>>((resume) => {
      const child = spawn(process.execPath, [join(import.meta.dirname, "child.ts"), databaseUrl, vendor.url, account], {
        stdio: ["pipe", "pipe", "inherit"]
      })
      child.stdout.once("data", () => resume(Effect.succeed(child)))
    }),
    (child) => Effect.sync(() => child.kill("SIGKILL"))
  )

export interface Killed {
  readonly moment: Moment
  readonly target: string
  readonly row: WriteRecord | undefined
  /** What the vendor had done when the repeat was answered. */
  readonly done: ReadonlyArray<string>
  readonly repeatSucceeded: boolean
  readonly settledMs: number
}

/** Kills a node in the middle of a write, then repeats that write elsewhere under its key. */
export const killOnce = Effect.fnUntraced(function* (
  databaseUrl: Redacted.Redacted<string>,
  vendor: Vendor,
  survivor: Effect.Success<ReturnType<typeof startNode>>,
  account: string,
  target: string,
  moment: Moment,
  repeats: boolean
) {
  return yield* Effect.scoped(
    Effect.gen(function* () {
      const child = yield* startChild(Redacted.value(databaseUrl), vendor, account)
      const arrived = yield* Latch.make(false)
      vendor.next.splice(0, Number.POSITIVE_INFINITY)
      vendor.next.push(moment === "unread" ? "silentNotDone" : moment === "unanswered" ? "silentDone" : "done")
      const held = moment === "unrecorded" ? yield* lockRow(databaseUrl, vendor, target) : undefined
      if (held === undefined) vendor.arrived = () => void arrived.openUnsafe()
      child.stdin?.write(`${target}\n`)
      yield* Effect.timeout(held === undefined ? arrived.await : held.answered, 60_000)
      const gone = yield* Latch.make(false)
      child.once("exit", () => gone.openUnsafe())
      child.kill("SIGKILL")
      yield* gone.await
      if (held !== undefined) yield* held.release
      vendor.arrived = () => undefined
      const startedMs = performance.now()
      const repeat = repeats
        ? yield* Effect.isSuccess(
            survivor.writes.run(setValue(vendor, target, "v")).pipe(
              asRequest(account, target),
              // As callers do: while it is open the answer is 409 or 502, each with Retry-After.
              Effect.retry({ times: 20, schedule: Schedule.spaced(100) })
            )
          )
        : true
      const rows = yield* eventually(
        Effect.map(survivor.log.list({ accountId: account, limit: 1_000 }), (all) =>
          all.filter((row) => row.target === target)
        ),
        (own) => own.length > 0 && own.every(({ outcome }) => outcome !== null)
      )
      const killed: Killed = {
        moment,
        target,
        row: rows.find(({ outcome }) => outcome === "applied") ?? rows[0],
        done: vendor.ledger.filter((line) => line.startsWith(`${target}=`)),
        repeatSucceeded: repeat,
        settledMs: performance.now() - startedMs
      }
      return killed
    })
  )
})

/** Holds the row of a write from when the vendor gets it, so that its answer comes and cannot be recorded. */
const lockRow = Effect.fnUntraced(function* (url: Redacted.Redacted<string>, vendor: Vendor, target: string) {
  const answered = yield* Latch.make(false)
  const release = yield* Latch.make(false)
  const arrived = yield* Latch.make(false)
  const locked = yield* Latch.make(false)
  vendor.hold = locked.await
  vendor.arrived = () => void arrived.openUnsafe()
  const fiber = yield* Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* arrived.await
    yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`SELECT 1 FROM core_vendor_writes WHERE target = ${target} AND outcome IS NULL FOR UPDATE`
        yield* locked.open
        // The statement that would record the answer waits for this row: so the answer has come.
        yield* eventually(
          Effect.map(
            // Within a transaction what was seen first is seen again, unless it is cleared.
            Effect.andThen(
              sql`SELECT pg_stat_clear_snapshot()`,
              sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_stat_activity
              WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'UPDATE core_vendor_writes%'`
            ),
            (rows) => rows[0]?.n ?? 0
          ),
          (waiting) => waiting > 0
        )
        yield* answered.open
        yield* release.await
      })
    )
  }).pipe(Effect.provide(PgClient.layer({ url, maxConnections: 1 })), Effect.forkScoped)
  return {
    answered: answered.await,
    release: Effect.andThen(
      release.open,
      Effect.andThen(
        Fiber.await(fiber),
        Effect.sync(() => (vendor.hold = Effect.void))
      )
    )
  }
})

/** Registers what settles the writes of the children, on a node that lives. */
export const registerSurvivor = (survivor: Effect.Success<ReturnType<typeof startNode>>, vendor: Vendor) =>
  survivor.writes.register(SetValue, { verify: verifyValue(vendor) })
