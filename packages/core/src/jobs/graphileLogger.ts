import { Effect } from "effect"
import { Logger, type LogLevel } from "graphile-worker"

const levels = { error: "Error", warning: "Warn", info: "Debug", debug: "Trace" } as const

const isLevel = (level: string): level is keyof typeof levels => level in levels

/**
 * The queue's logger, into ours. It leaves out what the queue says of each job's end, which we log ourselves, and the details
 * it gives beside a message, which hold payloads.
 */
export const graphileLogger: Effect.Effect<Logger> = Effect.map(Effect.context<never>(), (context) => {
  const run = Effect.runForkWith(context)
  return new Logger(() => (level: LogLevel, message, details) => {
    if (details?.failure === true || details?.success === true) return
    run(Effect.logWithLevel(isLevel(level) ? levels[level] : "Debug")(`Job queue: ${message}`))
  })
})
