import { Context, Data, Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"

/** Names a job and the shape of its payload; what enqueues it needs nothing else. */
export interface JobRef<A> {
  /** `<plugin>.<job>`, as in `keywords.collect`. */
  readonly name: string
  readonly payload: Schema.Codec<A, unknown>
}

export interface JobOptions {
  /** How often it is tried in all before it becomes a dead letter. Default 10, with exponential backoff. */
  readonly attempts?: number
  /** Runs it by itself, once over all nodes: five fields of cron, UTC. The payload is then `cronPayload`. */
  readonly cron?: string
}

/** A job of a plugin: its reference and its work. Delivery is at least once, so `run` must be idempotent. */
export interface Job<R> extends JobOptions {
  readonly name: string
  readonly cronPayload: unknown
  /** Decodes the payload and runs. A failure is retried; the payload never reaches a log. */
  readonly run: (payload: unknown, delivery: JobDelivery) => Effect.Effect<void, JobFailed, R>
}

export interface JobDelivery {
  readonly id: string
  /** 1 for the first attempt. */
  readonly attempt: number
}

export class JobFailed extends Data.TaggedError("JobFailed")<{
  readonly job: string
  readonly message: string
  readonly cause: unknown
}> {}

/** @example const Collect = jobRef("keywords.collect", Schema.Struct({ day: Schema.String })) */
export const jobRef = <A, I>(name: string, payload: Schema.Codec<A, I>): JobRef<A> => ({ name, payload })

/** Gives a job reference its work. */
export const defineJob = <A, E, R>(
  ref: JobRef<A>,
  options: JobOptions & {
    readonly cronPayload?: A
    readonly run: (payload: A, delivery: JobDelivery) => Effect.Effect<void, E, R>
  }
): Job<R> => {
  const failed = (message: string) => (cause: unknown) => new JobFailed({ job: ref.name, message, cause })
  return {
    ...options,
    name: ref.name,
    cronPayload: options.cronPayload === undefined ? {} : Schema.encodeSync(ref.payload)(options.cronPayload),
    run: (payload, delivery) =>
      Schema.decodeUnknownEffect(ref.payload)(payload).pipe(
        Effect.mapError(failed("the payload does not decode")),
        Effect.flatMap((decoded) => Effect.mapError(options.run(decoded, delivery), failed("failed")))
      )
  }
}

/** The queue over all nodes. */
export class Jobs extends Context.Service<
  Jobs,
  {
    /**
     * Adds a job; inside `sql.withTransaction` it joins that transaction and exists only if it commits.
     * `key`: at most one waiting job has it; adding it again replaces the payload and time.
     */
    readonly enqueue: <A>(
      ref: JobRef<A>,
      payload: A,
      options?: { readonly key?: string; readonly runAtMs?: number; readonly attempts?: number }
    ) => Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient>
  }
>()("@storeglass/plugin-api/Jobs") {}
