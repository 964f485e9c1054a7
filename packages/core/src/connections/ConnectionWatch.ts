import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Queue, Schedule, Schema, type Scope } from "effect"
import type { SqlError } from "effect/sql"
import { revocationBoundMs } from "../auth/KeyRing.ts"
import { lastUsed } from "../cache/lastUsed.ts"
import { within } from "../sql/within.ts"
import { monotonicMs } from "../time.ts"

/**
 * What `LISTEN` on this channel hears: `<account> <kind> <revision>` of a connection that was made, replaced or looked at, with
 * the revision that stands now; `-` for one that was rejected or ended.
 */
export const changedChannel = "core_connection_changed"
export const nameOf = (accountId: string, kind: string) => `${accountId} ${kind}`

/** A change that was heard: what is not of this revision has ended. */
export interface Change {
  readonly name: string
  readonly revision: string
}

/** What stands in the table now: the revision, and whether the vendor rejected it; undefined when there is none. */
export interface Current {
  readonly revision: string
  readonly rejected: boolean
}
type Failure = SqlError.SqlError | Schema.SchemaError | Effect.Error<ReturnType<typeof within>>

/** Knows on this node which connections still stand, as quickly as it hears of a revoked key. */
export class ConnectionWatch extends Context.Service<
  ConnectionWatch,
  {
    /** Memory is trusted only to say yes: anything other than `revision` is looked up. */
    readonly current: (accountId: string, kind: string, revision: string) => Effect.Effect<Current | undefined, Failure>
    /** Changes as they are heard. Some may be missed, so each use also asks `current`. */
    readonly onChange: (listener: (change: Change) => void) => Effect.Effect<void, never, Scope.Scope>
  }
>()("@storeglass/core/connections/ConnectionWatch") {}

const decode = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ revision: Schema.String, rejected: Schema.Boolean }))
)
const askMsMax = 3_000

export const layer = Layer.effect(
  ConnectionWatch,
  Effect.gen(function* () {
    const pg = yield* PgClient.PgClient
    const known = lastUsed<string, { readonly revision: string; readonly untilMs: number }>(20_000)
    const listeners = new Set<(change: Change) => void>()
    let heard = 0
    const tell = (payload: string) => {
      const [accountId = "", kind = "", revision = ""] = payload.split(" ")
      const name = nameOf(accountId, kind)
      heard += 1
      if (known.get(name)?.revision !== revision) known.delete(name)
      for (const listener of listeners) listener({ name, revision })
    }
    const forget = () => {
      heard += 1
      known.clear()
    }

    // Entries expire by themselves; hearing of a change makes it immediate.
    yield* pg.listen(changedChannel).pipe(
      Effect.tap(() => Effect.sync(forget)),
      Effect.flatMap((changes) => Effect.forever(Effect.map(Queue.take(changes), ({ payload }) => tell(payload)))),
      Effect.scoped,
      Effect.retry(Schedule.spaced("1 second")),
      Effect.forkScoped
    )

    return ConnectionWatch.of({
      current: Effect.fn("ConnectionWatch.current")(function* (accountId, kind, revision) {
        const key = nameOf(accountId, kind)
        const nowMs = yield* monotonicMs
        const remembered = known.get(key)
        if (remembered !== undefined && remembered.untilMs > nowMs && remembered.revision === revision) {
          return { revision, rejected: false }
        }
        const before = heard
        const rows = yield* within(
          Effect.flatMap(
            pg`SELECT revision::text AS revision, state = 'rejected' AS rejected FROM core_connections
              WHERE account_id = ${accountId}::uuid AND kind = ${kind}`,
            decode
          ),
          askMsMax
        )
        const [row] = rows
        // Not if a change was heard meanwhile: the row may predate it.
        if (row !== undefined && !row.rejected && before === heard) {
          known.set(key, { revision: row.revision, untilMs: nowMs + revocationBoundMs })
        }
        return row
      }),
      onChange: (listener) =>
        Effect.asVoid(
          Effect.acquireRelease(
            Effect.sync(() => listeners.add(listener)),
            () => Effect.sync(() => listeners.delete(listener))
          )
        )
    })
  })
)
