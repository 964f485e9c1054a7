import { type Upstream, UpstreamError, type UpstreamFailureReason } from "@storeglass/plugin-api"
import { Effect, Result } from "effect"

/** A failure of this upstream that is no drift. */
export const failure = (upstream: Upstream, reason: UpstreamFailureReason, detail: string) =>
  new UpstreamError({ upstream: upstream.name, reason, detail })

/** Why an answer could not be read, for the log. */
export interface Misread {
  readonly detail: string
  readonly cause?: unknown
  /** The answer is there to keep us out. */
  readonly blocked?: boolean
}
export type Read<A> = Result.Result<A, Misread>

export const misread = (detail: string, cause?: unknown): Read<never> => Result.fail({ detail, cause })

/** What was read; what could not be is drift. `ask` says in the log what was asked. */
export const orDrift = <A>(upstream: Upstream, ask: string, read: Read<A>): Effect.Effect<A, UpstreamError> => {
  if (Result.isSuccess(read)) return Effect.succeed(read.success)
  const { blocked, cause, detail } = read.failure
  return blocked === true
    ? Effect.fail(failure(upstream, "blocked", `${ask}: ${detail}`))
    : upstream.drift(`${ask}: ${detail}`, cause)
}
