import { Context, Data, Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"

/** Something that happened in a plugin and that others may want to know. It is declared in the plugin's contract. */
export interface EventRef<A> {
  /** `<plugin>.<event>`, as in `workspace.app-added`. */
  readonly name: string
  /** A new version is another event: its payload does not fit the handlers of the one before. */
  readonly version: number
  readonly payload: Schema.Codec<A, unknown>
}

/** @example const AppAdded = defineEvent("workspace.app-added", Schema.Struct({ accountId: Schema.String })) */
export const defineEvent = <A, I>(name: string, payload: Schema.Codec<A, I>, version = 1): EventRef<A> => ({
  name,
  version,
  payload
})

export interface EventDelivery {
  /** The same at each attempt, and for each handler. */
  readonly id: string
  readonly publishedAtMs: number
  /** 1 for the first attempt. */
  readonly attempt: number
  readonly attemptsMax: number
}

export class EventFailed extends Data.TaggedError("EventFailed")<{
  readonly event: string
  readonly message: string
  readonly cause: unknown
}> {}

export interface EventOptions {
  /** Tells two handlers of one event in one plugin apart. */
  readonly name?: string
  /** How often it is tried in all before it is a dead letter. Default 10, with exponential backoff. */
  readonly attempts?: number
  readonly timeoutMs?: number
}

/** What a plugin does when an event was published. Delivery is at least once, so it must be idempotent. */
export interface EventHandler<R> extends EventOptions {
  readonly event: Pick<EventRef<unknown>, "name" | "version">
  readonly handle: (payload: unknown, delivery: EventDelivery) => Effect.Effect<void, EventFailed, R>
}

/** Gives an event its handler, for `on` of `definePlugin`. Each handler is retried separately. */
export const onEvent = <A, E, R>(
  event: EventRef<A>,
  handler: (payload: A, delivery: EventDelivery) => Effect.Effect<void, E, R>,
  options: EventOptions = {}
): EventHandler<R> => {
  const failed = (message: string) => (cause: unknown) => new EventFailed({ event: event.name, message, cause })
  return {
    ...options,
    event: { name: event.name, version: event.version },
    handle: (payload, delivery) =>
      Schema.decodeUnknownEffect(event.payload)(payload).pipe(
        Effect.mapError(failed("the payload doesn't decode")),
        Effect.flatMap((decoded) => Effect.mapError(handler(decoded, delivery), failed("failed")))
      )
  }
}

/** What plugins tell each other. */
export class Events extends Context.Service<
  Events,
  {
    /**
     * Tells every enabled plugin that listens. Inside `sql.withTransaction` it joins that transaction: an event of work that
     * was rolled back never was. Where no enabled plugin listens, nothing is written.
     */
    readonly publish: <A>(event: EventRef<A>, payload: A) => Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient>
    /**
     * The same for many at once, with ids in this order: one statement for each 5,000, where a call of `publish` for each
     * would take seconds.
     */
    readonly publishAll: <A>(
      event: EventRef<A>,
      payloads: ReadonlyArray<A>
    ) => Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient>
    /** Whether an enabled plugin listens: what nobody hears needn't be read, where that takes long. */
    readonly isHeard: <A>(event: EventRef<A>) => boolean
  }
>()("@storeglass/plugin-api/Events") {}
