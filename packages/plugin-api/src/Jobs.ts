import { Context, Data, Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"

/** Names a job and the shape of its payload; what enqueues it needs nothing else. */
export interface JobRef<A> {
  /** `<plugin>.<job>`, as in `keywords.collect`. */
  readonly name: string
  readonly payload: Schema.Codec<A, unknown>
}

/** Jobs that share slots. What is in one lane never waits for what is in another. */
export interface JobLane {
  /** Within the plugin, as in `scans`. */
  readonly name: string
  /** How many at once on each node. The operator may set another number: `jobs.lanes` in the config. */
  readonly concurrency: number
}

export interface JobOptions {
  /** How often it is tried in all before it becomes a dead letter. Default 10, with exponential backoff. */
  readonly attempts?: number
  /** Runs it on a schedule, once over all nodes: five fields of cron, UTC. The payload is then `cronPayload`. */
  readonly cron?: string
  /** Default: the plugin's own lane, in which `jobs.concurrency` of the config run at once on each node. */
  readonly lane?: JobLane
  /** An attempt that takes longer is interrupted and counts as failed. Default: none. */
  readonly timeoutMs?: number
  /**
   * For work that mostly waits, such as a long poll: a node that stops interrupts it at once, instead of waiting for its end,
   * and gives it back to the queue. The attempt doesn't count.
   */
  readonly interruptOnStop?: boolean
  /**
   * It runs also once the account named by `accountId` in its payload is forgotten. Default: it then ends without running, so
   * that a late one writes nothing that nobody deletes.
   */
  readonly runsOnceForgotten?: boolean
}

/** At most `max` jobs of the plugin with one key run at once, over all nodes. The others wait, without using a slot. */
export interface AtOnce<A> {
  readonly key: (payload: A) => string
  /** Default 1. */
  readonly max?: number
}

/** A job of a plugin: its reference and its work. Delivery is at least once, so `run` must be idempotent. */
export interface Job<R> extends JobOptions {
  readonly name: string
  readonly cronPayload: unknown
  readonly atOnce?: { readonly key: (payload: unknown) => Effect.Effect<string, JobFailed>; readonly max: number }
  /** Decodes the payload and runs. A failure is retried; the payload never reaches a log. */
  readonly run: (payload: unknown, delivery: JobDelivery) => Effect.Effect<void, JobFailed, R>
  /** The event, `<name>@<version>`, that it was made to handle: `on` of `definePlugin`. */
  readonly listensTo?: string
  readonly onDead?: (payload: unknown, letter: DeadJob) => Effect.Effect<void, JobFailed, R>
}

export interface JobDelivery {
  readonly id: string
  /** 1 for the first attempt. */
  readonly attempt: number
  /** With `attempt` equal to this, a failure makes it a dead letter. */
  readonly attemptsMax: number
}

/** A job that failed on its last attempt. */
export interface DeadJob {
  readonly id: string
  readonly attempts: number
  /** What kind of failure it was, without anything that the job worked on. */
  readonly error: string
}

export class JobFailed extends Data.TaggedError("JobFailed")<{
  readonly job: string
  readonly message: string
  readonly cause: unknown
}> {}

/** A job fails with it to be tried again after a time of its choice instead of the backoff. The attempt counts. */
export class RetryAfter extends Data.TaggedError("RetryAfter")<{ readonly ms: number; readonly cause?: unknown }> {}

/** @example const Collect = jobRef("keywords.collect", Schema.Struct({ day: Schema.String })) */
export const jobRef = <A, I>(name: string, payload: Schema.Codec<A, I>): JobRef<A> => ({ name, payload })

/** Gives a job reference its work. */
export const defineJob = <A, E, R, E2 = never, R2 = never>(
  ref: JobRef<A>,
  options: JobOptions & {
    readonly cronPayload?: A
    readonly atOnce?: AtOnce<A>
    readonly run: (payload: A, delivery: JobDelivery) => Effect.Effect<void, E, R>
    /**
     * Called when the job has become a dead letter, to release what it held. At least once and with its own retries, so
     * it must be idempotent. A dead letter that is retried and dies again calls it again.
     */
    readonly onDead?: (payload: A, letter: DeadJob) => Effect.Effect<void, E2, R2>
  }
): Job<R | R2> => {
  const failed = (message: string) => (cause: unknown) => new JobFailed({ job: ref.name, message, cause })
  const decoded = (payload: unknown) =>
    Effect.mapError(Schema.decodeUnknownEffect(ref.payload)(payload), failed("the payload doesn't decode"))
  const { atOnce, cronPayload, onDead, run, ...rest } = options
  return {
    ...rest,
    name: ref.name,
    cronPayload: cronPayload === undefined ? {} : Schema.encodeSync(ref.payload)(cronPayload),
    ...(atOnce === undefined
      ? {}
      : { atOnce: { key: (payload) => Effect.map(decoded(payload), atOnce.key), max: atOnce.max ?? 1 } }),
    ...(onDead === undefined
      ? {}
      : {
          onDead: (payload, letter) =>
            Effect.flatMap(decoded(payload), (decoded) => Effect.mapError(onDead(decoded, letter), failed("failed")))
        }),
    run: (payload, delivery) =>
      Effect.flatMap(decoded(payload), (decoded) => Effect.mapError(run(decoded, delivery), failed("failed")))
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
    /**
     * Ends the job of this key: one that waits is removed, one that runs is interrupted on whichever node it is, and is not
     * tried again. Joins the caller's transaction. Gives what it found; a dead letter is left alone.
     */
    readonly abort: (
      ref: { readonly name: string },
      key: string
    ) => Effect.Effect<"waiting" | "running" | "none", SqlError.SqlError, SqlClient.SqlClient>
  }
>()("@storeglass/plugin-api/Jobs") {}
