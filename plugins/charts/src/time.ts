import { dayMs, hourMs } from "@storeglass/history"

/** How long ago a moment of the past was, in words. */
export const agoText = (ms: number, nowMs: number): string => {
  const days = Math.floor((nowMs - ms) / dayMs)
  if (days >= 1) return days === 1 ? "1 day ago" : `${days} days ago`
  const hours = Math.floor((nowMs - ms) / hourMs)
  if (hours >= 1) return hours === 1 ? "1 hour ago" : `${hours} hours ago`
  return "less than an hour ago"
}
