import { DateTime, Option } from "effect"

/** How long a vendor's `Retry-After` (seconds or an HTTP date) asks to wait, in ms; undefined when absent or unreadable. */
export const retryAfterMs = (header: string | undefined, nowMs: number): number | undefined => {
  if (header === undefined || header.trim() === "") return undefined
  const seconds = Number(header)
  const ms = Number.isFinite(seconds)
    ? seconds * 1_000
    : Option.getOrUndefined(Option.map(DateTime.make(header), (date) => DateTime.toEpochMillis(date) - nowMs))
  return ms === undefined ? undefined : Math.max(0, ms)
}
