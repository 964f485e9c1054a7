import { isoOf } from "@storeglass/plugin-api"

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** YYYY-MM-DD, UTC. */
export const dayOf = (ms: number): string => isoOf(ms).slice(0, 10)

/** Start of the interval of so many hours that a moment is in; intervals start at midnight UTC. */
export const slotOf = (ms: number, everyHours: number): number => ms - (ms % (everyHours * hourMs))

/** How long ago a moment of the past was, in words. */
export const agoText = (ms: number, nowMs: number): string => {
  const days = Math.floor((nowMs - ms) / dayMs)
  if (days >= 1) return days === 1 ? "1 day ago" : `${days} days ago`
  const hours = Math.floor((nowMs - ms) / hourMs)
  if (hours >= 1) return hours === 1 ? "1 hour ago" : `${hours} hours ago`
  return "less than an hour ago"
}
