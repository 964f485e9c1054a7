import { Data, Effect, Result } from "effect"

/** One mistake: where in the config file, as keys from its root, and what to do about it. */
export interface Problem {
  readonly at: ReadonlyArray<string>
  readonly message: string
}

/** Why the gateway does not start: one message that names the culprit and the fix. */
export class BootError extends Data.TaggedError("BootError")<{
  /** The plugin, config path or dependency at fault. */
  readonly subject: string
  readonly reason: string
  readonly cause?: unknown
  /** What is wrong with the config file, one by one. */
  readonly problems?: ReadonlyArray<Problem>
}> {
  override get message() {
    return `${this.subject}: ${this.reason}`
  }
}

/** Where a failure lies: at what it names itself, else at `at`. */
export const problemsIn = (error: BootError, at: ReadonlyArray<string>): ReadonlyArray<Problem> =>
  error.problems ?? [{ at, message: error.message }]

/** Several failures as one, a line each. */
export const combined = (errors: ReadonlyArray<BootError>): BootError | undefined => {
  const [first, ...rest] = errors
  if (first === undefined || rest.length === 0) return first
  return new BootError({
    subject: first.subject,
    reason: [first.reason, ...rest.map(({ message }) => message)].join("\n  "),
    cause: first.cause,
    problems: errors.flatMap((error) => problemsIn(error, []))
  })
}

/** Runs all of them, so that all that fails is known: what worked, and what did not. */
export const gather = <A, R>(effects: Iterable<Effect.Effect<A, BootError, R>>) =>
  Effect.map(
    Effect.forEach(effects, (effect) => Effect.result(effect), { concurrency: "unbounded" }),
    (results) => ({
      done: results.filter(Result.isSuccess).map(({ success }) => success),
      failed: results.filter(Result.isFailure).map(({ failure }) => failure)
    })
  )
