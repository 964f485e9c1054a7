import { Clock, Cron, Effect } from "effect"
import { JobsMisconfigured } from "./errors.ts"
import type { JobDeclaration } from "./Jobs.ts"

/** How often a job is tried where neither it nor its enqueuer says. */
export const defaultAttempts = 10

const attemptsMax = 1000
// The queue takes 128; the rest is for the suffix of the job that is told of dead letters.
const nameMax = 120
const timeoutMsMax = 24 * 3_600_000

const misconfigured = (message: string) => Effect.fail(new JobsMisconfigured({ message }))

/** Refuses names and numbers that the queue would refuse later, or take to mean something else. */
export const checkJobs = Effect.fnUntraced(function* (
  jobs: ReadonlyArray<JobDeclaration>
): Effect.fn.Return<void, JobsMisconfigured> {
  const now = yield* Clock.currentTimeMillis
  const names = new Set<string>()
  for (const { name, attempts = defaultAttempts, cron, timeoutMs = 1 } of jobs) {
    if (name === "" || name.length > nameMax) {
      return yield* misconfigured(`The job "${name}" needs a name of at most ${nameMax} characters.`)
    }
    if (names.has(name)) return yield* misconfigured(`The job "${name}" is declared twice.`)
    if (!Number.isInteger(attempts) || attempts < 1 || attempts > attemptsMax) {
      return yield* misconfigured(`The job "${name}" must have between 1 and ${attemptsMax} attempts.`)
    }
    if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > timeoutMsMax) {
      return yield* misconfigured(`The job "${name}" must have a timeoutMs between 1 and ${timeoutMsMax}.`)
    }
    names.add(name)
    if (cron !== undefined) yield* checkCron(`The job "${name}"`, cron, now)
  }
})

/** Refuses a pattern that is not five fields of cron, or that no moment fits. `subject` begins the message. */
export const checkCron = (subject: string, cron: string, now: number): Effect.Effect<void, JobsMisconfigured> =>
  Effect.try({
    try: () => {
      if (cron.trim().split(/\s+/).length !== 5) throw new Error("it must have five fields")
      Cron.next(Cron.parseUnsafe(cron, "UTC"), now)
    },
    catch: (cause) =>
      new JobsMisconfigured({
        message: `${subject} has the schedule "${cron}": ${cause instanceof Error ? cause.message : String(cause)}`
      })
  })
