import { Context, Effect, Layer, type Scope } from "effect"
import type { SqlClient, SqlError } from "effect/sql"

/** A connection that has just changed. */
export interface ConnectionChange {
  readonly accountId: string
  readonly kind: string
  /** The first part of `kind`. */
  readonly plugin: string
  readonly to: "connected" | "degraded" | "rejected" | "disconnected"
}

/** Runs in the transaction of the change: when it fails, nothing has changed. */
export type ConnectionHook = (change: ConnectionChange) => Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient>

/** What other services of the core do when a connection changes. */
export class ConnectionHooks extends Context.Service<
  ConnectionHooks,
  {
    readonly add: (hook: ConnectionHook) => Effect.Effect<void, never, Scope.Scope>
    readonly run: ConnectionHook
  }
>()("@storeglass/core/connections/ConnectionHooks") {}

export const layer: Layer.Layer<ConnectionHooks> = Layer.sync(ConnectionHooks, () => {
  const hooks = new Set<ConnectionHook>()
  return ConnectionHooks.of({
    add: (hook) =>
      Effect.asVoid(
        Effect.acquireRelease(
          Effect.sync(() => hooks.add(hook)),
          () => Effect.sync(() => hooks.delete(hook))
        )
      ),
    run: (change) => Effect.forEach([...hooks], (hook) => hook(change), { discard: true })
  })
})
