import { Effect } from "effect"

/** For all that stops after the requests: jobs, ledger, connections. */
const restMsMax = 3_000
const drainMsMaxDefault = 10_000

/**
 * Makes sure that the process ends after SIGTERM or Ctrl-C, even where something never answers, such as a database gone
 * silent: what it was asked to settle is settled as after a crash. Gives the way to set the limit of the requests.
 */
export const stopLimit = Effect.sync(() => {
  let drainMsMax = drainMsMaxDefault
  const arm = () => {
    const end = () => {
      process.stderr.write("storeglass: something didn't stop in time; exiting anyway\n")
      process.exit(1)
    }
    setTimeout(end, drainMsMax + restMsMax).unref()
  }
  process.once("SIGTERM", arm).once("SIGINT", arm)
  return (ms: number) => {
    drainMsMax = ms
  }
})
