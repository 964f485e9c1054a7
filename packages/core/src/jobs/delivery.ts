import { type Job, type JobDelivery, type JobFailed, RetryAfter } from "@storeglass/plugin-api"
import { Cause, Data, Effect, Metric, Predicate, Result } from "effect"
import { counter } from "../metrics.ts"
import type { Ending } from "./endings.ts"

/** A failed attempt as it may be shown and stored: no more than what kind of failure it was. */
class AttemptFailed extends Data.TaggedError("AttemptFailed")<{
  readonly message: string
  readonly retryAfterMs: number | null
}> {}

const attempts = counter(
  "storeglass_job_attempts_total",
  "Attempts at jobs, by how they ended: done, failed (to be tried again), dead or aborted."
)

/** Counts an attempt. */
export const counted = (job: string, outcome: "done" | "failed" | "dead" | "aborted"): Effect.Effect<void> =>
  Metric.update(Metric.withAttributes(attempts, { job, outcome }), 1)

const textMax = 300
const retryAfterMsMax = 30 * 86_400_000

const plain = (text: string) => text.replace(/[^\x20-\x7e]+/g, " ").slice(0, textMax)

// Names of failures are written by programmers; their messages may quote a token, a payload or an upstream's answer.
const nameOf = (failure: unknown): string => {
  if (!Predicate.hasProperty(failure, "_tag") || !Predicate.isString(failure._tag)) {
    return failure instanceof Error ? failure.name : typeof failure
  }
  const reason = Predicate.hasProperty(failure, "reason") ? failure.reason : undefined
  if (Predicate.isString(reason)) return `${failure._tag} (${reason})`
  return Predicate.hasProperty(reason, "_tag") && Predicate.isString(reason._tag)
    ? `${failure._tag} (${reason._tag})`
    : failure._tag
}

const placeOf = (defect: unknown): string => {
  const line = defect instanceof Error ? defect.stack?.split("\n").find((line) => /^\s+at /.test(line)) : undefined
  return line === undefined ? "" : ` ${line.trim()}`
}

/** One line that says how an attempt ended, without anything that the job worked on. */
export const describeFailure = (cause: Cause.Cause<JobFailed>): string => {
  const failed = Cause.findError(cause)
  if (Result.isSuccess(failed)) return plain(`${failed.success.message}: ${nameOf(failed.success.cause)}`)
  const defect = Cause.findDefect(cause)
  if (Result.isSuccess(defect)) return plain(`defect: ${nameOf(defect.success)}${placeOf(defect.success)}`)
  return "interrupted"
}

/** Whether a failure asks for a retry after a time of its choice. */
const retryAfterOf = (cause: Cause.Cause<JobFailed>): number | null => {
  const failed = Cause.findError(cause)
  if (Result.isFailure(failed) || !(failed.success.cause instanceof RetryAfter)) return null
  return Math.min(Math.max(failed.success.cause.ms, 0), retryAfterMsMax)
}

/** One attempt at a job, to its end. It is only ever interrupted by its node's stop, or when the job is aborted. */
export const attempt = <R>(
  job: Job<R>,
  payload: unknown,
  delivery: JobDelivery
): Effect.Effect<Extract<Ending, { readonly _tag: "done" | "failed" }>, never, R> => {
  const last = delivery.attempt >= delivery.attemptsMax
  const { timeoutMs } = job
  const failed = (error: string, retryAfterMs: number | null = null) =>
    new AttemptFailed({ message: error, retryAfterMs })
  const work = Effect.suspend(() => job.run(payload, delivery)).pipe(
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.interrupt
        : Effect.fail(failed(describeFailure(cause), retryAfterOf(cause)))
    )
  )
  return (
    timeoutMs === undefined
      ? work
      : Effect.timeoutOrElse(work, {
          duration: timeoutMs,
          orElse: () => Effect.fail(failed(`took longer than ${timeoutMs} ms`))
        })
  ).pipe(
    // A root: its enqueuer's trace has long ended, and this process's boot is none of its business.
    Effect.withSpan(`job ${job.name}`, {
      root: true,
      kind: "consumer",
      attributes: { job: job.name, jobId: delivery.id, attempt: delivery.attempt }
    }),
    Effect.tap(() => Effect.andThen(counted(job.name, "done"), Effect.logDebug("Job done"))),
    Effect.as({ _tag: "done" } as const),
    Effect.catch(({ message, retryAfterMs }) =>
      Effect.as(
        Effect.andThen(
          counted(job.name, last ? "dead" : "failed"),
          Effect.annotateLogs(last ? Effect.logError("Job failed for good") : Effect.logWarning("Job failed"), {
            failure: message
          })
        ),
        { _tag: "failed", error: message, retryAfterMs } as const
      )
    ),
    Effect.annotateLogs({ job: job.name, jobId: delivery.id, attempt: delivery.attempt })
  )
}
