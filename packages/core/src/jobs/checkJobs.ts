import { Cron, DateTime, Duration, Effect, Iterable } from "effect"
import { type ParsedCronItem, parseCronItem } from "graphile-worker"
import { JobsMisconfigured } from "./errors.ts"
import type { JobDeclaration } from "./Jobs.ts"

/** How often a job is tried where neither it nor its enqueuer says. */
export const defaultAttempts = 10

const attemptsMax = 1000
const backfillMax = Duration.days(31)
const nameMax = 128

const misconfigured = (message: string) => Effect.fail(new JobsMisconfigured({ message }))

/** Refuses names and numbers that the queue would refuse later, or take to mean something else. */
export const checkJobs = Effect.fnUntraced(function* (
  jobs: ReadonlyArray<JobDeclaration>
): Effect.fn.Return<void, JobsMisconfigured> {
  const names = new Set<string>()
  for (const { name, attempts = defaultAttempts } of jobs) {
    if (name === "" || name.length > nameMax) {
      return yield* misconfigured(`The job "${name}" needs a name of at most ${nameMax} characters.`)
    }
    if (names.has(name)) return yield* misconfigured(`The job "${name}" is declared twice.`)
    if (!Number.isInteger(attempts) || attempts < 1 || attempts > attemptsMax) {
      return yield* misconfigured(`The job "${name}" must have between 1 and ${attemptsMax} attempts.`)
    }
    names.add(name)
  }
  yield* cronItems(jobs)
})

// Long enough to reach back to the tick before, and no longer: the queue looks at every minute of it.
const backfillPeriod = (pattern: string, now: DateTime.Utc): number => {
  const ticks = Array.from(Iterable.take(Cron.sequence(Cron.parseUnsafe(pattern, "UTC"), now), 8), (tick) =>
    tick.getTime()
  )
  const gaps = ticks.slice(1).map((tick, index) => tick - (ticks[index] ?? tick))
  return Math.min(Math.max(...gaps), Duration.toMillis(backfillMax))
}

/**
 * The jobs with a schedule, as the queue wants them. Nodes agree in the database on who enqueues a tick. A tick that came
 * while no node was up is made good, once. The key keeps ticks from piling up behind a job that does not get its turn.
 */
export const cronItems = Effect.fnUntraced(function* (
  jobs: ReadonlyArray<JobDeclaration>
): Effect.fn.Return<Array<ParsedCronItem>, JobsMisconfigured> {
  const now = yield* DateTime.now
  const items: Array<ParsedCronItem> = []
  for (const { name, cron, cronPayload, attempts = defaultAttempts } of jobs) {
    if (cron === undefined) continue
    const item = yield* Effect.try({
      try: () => {
        if (cron.trim().split(/\s+/).length !== 5) throw new Error("it must have five fields")
        return parseCronItem({
          task: name,
          match: cron,
          identifier: name,
          payload: { payload: cronPayload },
          options: {
            backfillPeriod: backfillPeriod(cron, now),
            maxAttempts: attempts,
            jobKey: `cron:${name}`,
            jobKeyMode: "replace"
          }
        })
      },
      catch: (cause) =>
        new JobsMisconfigured({
          message: `The job "${name}" has the schedule "${cron}": ${cause instanceof Error ? cause.message : String(cause)}`
        })
    })
    items.push(item)
  }
  return items
})
