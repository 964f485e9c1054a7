import {
  asDocumented,
  ConnectionPermissionMissing,
  ConnectionRejected,
  Connections,
  ConnectionUnusable,
  defineJob,
  Jobs,
  jobRef,
  Locks,
  makeScheduler,
  NoConnection,
  NotConnected,
  type ServiceUnavailable,
  VendorRefused,
  vendorText
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Exit, Layer, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { kind, PlayConnection } from "../PlayConnection.ts"
import { KeptData } from "./KeptData.ts"
import { type Room, Rooms } from "./Rooms.ts"
import { SyncStates } from "./SyncStates.ts"

const Task = Schema.Struct({ id: Schema.String, asked: Schema.Json })
const SyncOf = Schema.Struct({ accountId: Schema.String, room: Schema.String, task: Schema.NullOr(Task) })
type SyncOf = typeof SyncOf.Type

/** A run of one part of an account's sync. */
export const SyncRoom = jobRef("connect-storeb.sync", SyncOf)

const placeOf = ({ accountId, room }: Pick<SyncOf, "accountId" | "room">) => `${accountId}/${room}`
const keyOf = ({ task, ...of }: SyncOf) => (task === null ? placeOf(of) : `${placeOf(of)}/${task.id}`)
/** The queue runs one of an account and part; this is for one whose node was taken for dead. */
const lockMs = 60_000
const taskAttempts = 5

/** Whether a repeat would meet the same: its owner must change something first, or the next connection's run reads it. */
const isFinal = (error: unknown): boolean =>
  error instanceof VendorRefused ||
  error instanceof NoConnection ||
  error instanceof NotConnected ||
  error instanceof ConnectionUnusable ||
  error instanceof ConnectionRejected ||
  error instanceof ConnectionPermissionMissing
const sentence = (error: { readonly message: string }) =>
  error instanceof NoConnection
    ? "the account was disconnected meanwhile"
    : error instanceof ConnectionUnusable && error.reason === "replaced"
      ? "the account was connected again meanwhile; the next run reads the rest"
      : vendorText(error.message)

const make = Effect.gen(function* () {
  const connection = yield* PlayConnection
  const connections = yield* Connections
  const jobs = yield* Jobs
  const kept = yield* KeptData
  const locks = yield* Locks
  const rooms = yield* Rooms
  const setSchedule = yield* makeScheduler
  const sql = yield* SqlClient.SqlClient
  const states = yield* SyncStates

  const enqueue = Effect.fnUntraced(
    function* (of: SyncOf) {
      const runAtMs = yield* Clock.currentTimeMillis
      yield* jobs.enqueue(SyncRoom, of, { key: keyOf(of), runAtMs, attempts: taskAttempts })
    },
    Effect.provideService(SqlClient.SqlClient, sql)
  )

  yield* connections.onPurge(kind, (accountId) =>
    Effect.gen(function* () {
      for (const { name, purge } of yield* rooms.all) yield* kept.purge(name, accountId, purge(accountId))
      yield* states.purge(accountId)
    })
  )

  const readWith = Effect.fnUntraced(function* (room: Room, { accountId, task }: SyncOf) {
    const ready = yield* connection.ready(accountId)
    const nowMs = yield* Clock.currentTimeMillis
    const sinceMs = yield* kept.write(room.name, ready.saved, states.begin(accountId, room.name, nowMs))
    const done = yield* Effect.exit(room.sync(ready, { nowMs, sinceMs, task }))
    const problems = Exit.match(done, {
      onSuccess: (told) => told,
      onFailure: (cause) => {
        const failure = cause.reasons.find((reason) => reason._tag === "Fail")
        return [failure === undefined ? "it was cut off, and is tried again" : sentence(failure.error)]
      }
    })
    const state = Exit.isFailure(done) ? "failed" : problems.length === 0 ? "ok" : "partial"
    const isComplete = state === "ok" && task === null
    yield* states.end(accountId, room.name, state, problems, isComplete ? nowMs : null)
    yield* done
  })

  const run = Effect.fn("Syncs.run")(function* (of: SyncOf) {
    const room = yield* rooms.named(of.room)
    if (room === undefined) return
    yield* Effect.catchIf(readWith(room, of), isFinal, () => Effect.void)
  })

  return {
    /** Runs each part at once, and as often as it says from now on, as long as the account is connected. */
    begin: Effect.fn("Syncs.begin")(function* (accountId: string): Effect.fn.Return<void, ServiceUnavailable> {
      for (const { everyMs, name } of yield* rooms.all) {
        if (everyMs === null) continue
        const payload: SyncOf = { accountId, room: name, task: null }
        yield* setSchedule({ plugin: kind, accountId, name, everyMs, job: SyncRoom, payload })
        yield* asDocumented(enqueue(payload))
      }
    }),
    /** Has a part run for a request, after those of the account that wait already; gives the id of the run. */
    start: Effect.fn("Syncs.start")(function* (
      accountId: string,
      room: string,
      asked: Schema.Json
    ): Effect.fn.Return<string, ServiceUnavailable> {
      const id = uuidV7Unsafe()
      yield* asDocumented(enqueue({ accountId, room, task: { id, asked } }))
      return id
    }),
    /** Whether anything is here that was read for an account. */
    keeps: Effect.fn("Syncs.keeps")(function* (accountId: string): Effect.fn.Return<boolean, ServiceUnavailable> {
      for (const room of yield* rooms.all) if (yield* asDocumented(room.keeps(accountId))) return true
      return false
    }),
    /** One of an account and part at a time, over all nodes. */
    run: (of: SyncOf) => locks.withKey(`connect-storeb/sync/${placeOf(of)}`, run(of), { waitMs: lockMs }),
    /** Notes that a run was given up. */
    died: ({ accountId, room }: SyncOf) =>
      states.end(accountId, room, "failed", ["it failed again and again, and waits for its next turn"], null)
  }
})

/** Reads what accounts' consoles have, part by part, by schedule and when asked to. */
export class Syncs extends Context.Service<Syncs, Effect.Success<typeof make>>()("@storeglass/connect-storeb/Syncs") {
  static readonly layer = Layer.effect(this, make)
}

export const syncRoom = defineJob(SyncRoom, {
  lane: { name: "sync", concurrency: 2 },
  atOnce: { key: placeOf },
  timeoutMs: 3_600_000,
  attempts: taskAttempts,
  run: (of) => Syncs.use((syncs) => syncs.run(of)),
  onDead: (of) => Syncs.use((syncs) => syncs.died(of))
})
