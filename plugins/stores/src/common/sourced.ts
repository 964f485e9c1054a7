import type { Cached } from "@storeglass/plugin-api"
import { Clock, Effect } from "effect"
import type { Sourced } from "../contract.ts"

/** A kept answer with where it came from. */
export const sourced = <A>(
  { asOfMs, stale }: Pick<Cached<unknown>, "asOfMs" | "stale">,
  value: A,
  source: Sourced<A>["source"],
  upstream: string
): Sourced<A> => ({ value, asOfMs, stale, source, upstream })

/** An answer given just now that is not kept. */
export const unkept = <A>(value: A): Effect.Effect<Cached<A>> =>
  Effect.map(Clock.currentTimeMillis, (asOfMs) => ({ value, asOfMs, stale: false }))

/** When several answers make one, it is as old as the oldest, and stale when one is. */
export const together = (
  parts: ReadonlyArray<Pick<Cached<unknown>, "asOfMs" | "stale">>
): Effect.Effect<Pick<Cached<unknown>, "asOfMs" | "stale">> =>
  Effect.map(Clock.currentTimeMillis, (nowMs) => ({
    asOfMs: parts.reduce((oldest, { asOfMs }) => Math.min(oldest, asOfMs), nowMs),
    stale: parts.some(({ stale }) => stale)
  }))
