import { Effect } from "effect"

/** After so many rows a move rests, so that who waits for the database's log gets a turn. */
export type Pace =
  /** Always for so long. */
  | { readonly rows: number; readonly restMs: number }
  /** Longer while the ledger's charges take longer than they may, and shorter while they don't. */
  | {
      readonly rows: number
      /** The 99th percentile of what charges took lately, in ms; null: there were none. */
      readonly chargesP99Ms: Effect.Effect<number | null>
      readonly p99MsMax: number
    }

const restMsFirst = 200
export const defaultPace: Pace = { rows: 20_000, restMs: restMsFirst }
const restMsMin = 25
const restMsMax = 5_000

/** The next rest: twice the last while charges are slow, a fifth less while they aren't. */
export const nextRestMs = (restMs: number, p99Ms: number | null, p99MsMax: number): number =>
  p99Ms !== null && p99Ms > p99MsMax ? Math.min(restMs * 2, restMsMax) : Math.max(restMs * 0.8, restMsMin)

/** Counts rows and rests when it's time to; moves of one process share it. Null: it never rests. */
export const makePace = (pace: Pace | null): ((rows: number) => Effect.Effect<void>) => {
  let unrested = 0
  let restMs = restMsFirst
  return Effect.fnUntraced(function* (rows: number) {
    unrested += rows
    // A turn for everything else on this thread, in any case.
    if (pace === null || unrested < pace.rows) return yield* Effect.yieldNow
    unrested = 0
    restMs = "restMs" in pace ? pace.restMs : nextRestMs(restMs, yield* pace.chargesP99Ms, pace.p99MsMax)
    yield* Effect.sleep(restMs)
  })
}
