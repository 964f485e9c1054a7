import type { Connection } from "@storeglass/plugin-api"
import { Context, Effect, Layer, type Schema, type Scope } from "effect"
import type { SqlError } from "effect/sql"

/** What a run is for. */
export interface SyncWindow {
  /** When it began. */
  readonly nowMs: number
  /** When the last scheduled run began that read everything; null: none did yet. */
  readonly sinceMs: number | null
  /** Of a run that a request asked for, its id and what it asked for; null: the schedule's. */
  readonly task: { readonly id: string; readonly asked: Schema.Json } | null
}

/** A part of the sync, such as the reviews: what it reads, how often, and what it keeps. */
export interface Room {
  readonly name: string
  /** How often it runs while the account is connected; each account has its own place in that time. Null: only when asked to. */
  readonly everyMs: number | null
  /**
   * Gives what it couldn't read, a sentence each, in words for the owner; none: everything was read. It's run again after it
   * failed or was cut off, so it must be idempotent. Of an account one runs at a time. It writes by `KeptData`.
   */
  readonly sync: (
    connection: Connection,
    window: SyncWindow
  ) => Effect.Effect<ReadonlyArray<string>, { readonly _tag: string; readonly message: string }>
  /** Deletes what was read for an account; it joins the transaction of `KeptData.purge`. */
  readonly purge: (accountId: string) => Effect.Effect<void, SqlError.SqlError>
  /** Whether anything that was read for an account is here. */
  readonly keeps: (accountId: string) => Effect.Effect<boolean, SqlError.SqlError>
}

const make = Effect.sync(() => {
  const rooms = new Map<string, Room>()
  return {
    add: (room: Room): Effect.Effect<void, never, Scope.Scope> =>
      Effect.asVoid(
        Effect.acquireRelease(
          Effect.sync(() => rooms.set(room.name, room)),
          () => Effect.sync(() => rooms.delete(room.name))
        )
      ),
    all: Effect.sync((): ReadonlyArray<Room> => [...rooms.values()]),
    named: (name: string) => Effect.sync(() => rooms.get(name))
  }
})

/** The parts of which the sync is made; each adds itself. */
export class Rooms extends Context.Service<Rooms, Effect.Success<typeof make>>()("@storeglass/connect-storeb/Rooms") {
  static readonly layer = Layer.effect(this, make)
}
