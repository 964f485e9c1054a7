import { Data } from "effect"

/** The database did not take the queue's tables, or cannot be reached. */
export class JobsUnavailable extends Data.TaggedError("JobsUnavailable")<{
  readonly message: string
  readonly cause: unknown
}> {}

/** A job is declared wrongly; the message names it and the fix. */
export class JobsMisconfigured extends Data.TaggedError("JobsMisconfigured")<{ readonly message: string }> {}

/** For `Effect.tryPromise`: what failed, in the driver's words. */
export const unavailable =
  (doing: string) =>
  (cause: unknown): JobsUnavailable => {
    const detail = cause instanceof Error ? cause.message : String(cause)
    return new JobsUnavailable({ message: `Cannot ${doing}: ${detail}`, cause })
  }
