import { Clock, Effect } from "effect"

/** What a text calls past is past by UTC. */
export const yearOf = (ms: number): number => new Date(ms).getUTCFullYear()

export const currentYear = Effect.map(Clock.currentTimeMillis, yearOf)
