import { createHash } from "node:crypto"
import { type ScheduleId, ScheduleInvalid, type ScheduleTime } from "@storeglass/plugin-api"
import { Cron, Effect } from "effect"
import { checkCron } from "../jobs/checkJobs.ts"

/** What a schedule's next time is computed from. */
export interface Timing {
  readonly everyMs: number | null
  readonly cron: string | null
  /** With `everyMs` a moment at which it is due; with `cron` how much later than the pattern. */
  readonly anchorMs: number
}

const everyMsMin = 60_000
const everyMsMax = 366 * 86_400_000

/** A schedule's own place in a period, evenly spread: from 0 to less than the period. */
const placeOf = ({ accountId, name, plugin }: ScheduleId, periodMs: number): number =>
  periodMs <= 1
    ? 0
    : createHash("sha256")
        .update(JSON.stringify([accountId, plugin, name]))
        .digest()
        .readUIntBE(0, 6) % periodMs

const invalid = (message: string) => new ScheduleInvalid({ message })

/** The next time after `now`. */
export const nextMs = ({ anchorMs, cron, everyMs }: Timing, now: number): number => {
  if (cron !== null) return Cron.next(Cron.parseUnsafe(cron, "UTC"), now - anchorMs).getTime() + anchorMs
  if (everyMs === null) return now
  return anchorMs > now ? anchorMs : anchorMs + (Math.floor((now - anchorMs) / everyMs) + 1) * everyMs
}

/** Checks a time and gives what it means for this schedule. */
export const timingOf = (id: ScheduleId, time: ScheduleTime, now: number): Effect.Effect<Timing, ScheduleInvalid> => {
  const subject = `The schedule ${id.plugin}.${id.name}`
  if ("cron" in time) {
    const { cron, spreadMs = 0 } = time
    if (!Number.isInteger(spreadMs) || spreadMs < 0 || spreadMs > everyMsMax) {
      return Effect.fail(invalid(`${subject} must have a spreadMs between 0 and ${everyMsMax}.`))
    }
    return checkCron(subject, cron, now).pipe(
      Effect.mapError(({ message }) => invalid(message)),
      Effect.as({ everyMs: null, cron, anchorMs: placeOf(id, spreadMs) })
    )
  }
  const { at, everyMs } = time
  if (!Number.isInteger(everyMs) || everyMs < everyMsMin || everyMs > everyMsMax) {
    return Effect.fail(invalid(`${subject} must have an everyMs between ${everyMsMin} and ${everyMsMax}.`))
  }
  // The same place in the first period of all, so that it does not depend on when it was set.
  return Effect.succeed({ everyMs, cron: null, anchorMs: at ?? placeOf(id, everyMs) })
}
