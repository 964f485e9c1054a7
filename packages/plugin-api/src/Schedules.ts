import { Context, Data, Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { asDocumented, type ServiceUnavailable } from "./errors.ts"
import type { JobRef } from "./Jobs.ts"

/** A schedule of an account: one of each purpose. */
export interface ScheduleId {
  readonly plugin: string
  readonly accountId: string
  /** What it is for, within the plugin, as in `sync`. */
  readonly name: string
}

/** All schedules of an account, or those of one plugin, or one. */
export interface ScheduleSelector {
  readonly accountId: string
  readonly plugin?: string
  readonly name?: string
}

/**
 * When a schedule comes due.
 * - `everyMs`, from a minute to 366 days: without `at` (epoch milliseconds) each account has its own place in the period, so
 *   that all of them are spread evenly over it; with `at` it is due then, and every period from then on.
 * - `cron`: five fields, UTC. `spreadMs` moves each account by its own part of that time; default 0. Not before `at`.
 */
export type ScheduleTime =
  | { readonly everyMs: number; readonly at?: number }
  | { readonly cron: string; readonly spreadMs?: number; readonly at?: number }

export interface ScheduleState extends ScheduleId {
  readonly nextAtMs: number
  /** When it was last enqueued; null before the first time. */
  readonly lastAtMs: number | null
  /** The reasons that stand against it; it runs when there is none. */
  readonly paused: ReadonlyArray<string>
}

/** A schedule, and the job that it enqueues. */
export type NewSchedule<A> = ScheduleId &
  ScheduleTime & {
    readonly job: JobRef<A>
    readonly payload: A
    /** Reasons that stand against a new one from the start. */
    readonly paused?: ReadonlyArray<string>
  }

/** A time that no schedule can have; the message says what is wrong. */
export class ScheduleInvalid extends Data.TaggedError("ScheduleInvalid")<{ readonly message: string }> {}

/**
 * Recurring jobs of accounts, each claimed once over all nodes. A minute's tick enqueues what is due, at most 500. After an
 * outage or a pause one run makes up for all that were missed. A run that has not begun when the next is due is replaced by it.
 * All of it joins the caller's transaction.
 */
export class Schedules extends Context.Service<
  Schedules,
  {
    /** Makes or replaces a schedule. With the same time it stays where it is in its period; reasons against it remain. */
    readonly set: <A>(
      schedule: NewSchedule<A>
    ) => Effect.Effect<void, ScheduleInvalid | SqlError.SqlError, SqlClient.SqlClient>
    /** Pauses for a reason, as `connection`, `plan` or `settings`. Gives how many schedules were found. */
    readonly pause: (
      which: ScheduleSelector,
      reason: string
    ) => Effect.Effect<number, SqlError.SqlError, SqlClient.SqlClient>
    /** Takes a reason back. Those without another go on, with one run if one was missed. */
    readonly resume: (
      which: ScheduleSelector,
      reason: string
    ) => Effect.Effect<number, SqlError.SqlError, SqlClient.SqlClient>
    /** Removes schedules; a run that is in the queue stays there. */
    readonly remove: (which: ScheduleSelector) => Effect.Effect<number, SqlError.SqlError, SqlClient.SqlClient>
    readonly list: (
      which: ScheduleSelector
    ) => Effect.Effect<ReadonlyArray<ScheduleState>, SqlError.SqlError, SqlClient.SqlClient>
  }
>()("@storeglass/plugin-api/Schedules") {}

/**
 * Sets schedules from a service, at times that the plugin states itself: one that can't be is a bug of the plugin, and a
 * database that's away is 503.
 */
export const makeScheduler: Effect.Effect<
  <A>(schedule: NewSchedule<A>) => Effect.Effect<void, ServiceUnavailable>,
  never,
  Schedules | SqlClient.SqlClient
> = Effect.gen(function* () {
  const schedules = yield* Schedules
  const sql = yield* SqlClient.SqlClient
  return (schedule) =>
    schedules
      .set(schedule)
      .pipe(
        Effect.provideService(SqlClient.SqlClient, sql),
        Effect.catchTag("ScheduleInvalid", Effect.die),
        asDocumented
      )
})
