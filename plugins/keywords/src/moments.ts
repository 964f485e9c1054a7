import { isoOf } from "@storeglass/plugin-api"

/** Moments in microseconds since the epoch: finer than a clock, so that each change of a snapshot has its own. */

const shape = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d{1,9}))?(Z|[+-]\d{2}:?\d{2})?)?$/i

/** Null: no moment in ISO 8601. A date is its start, and a time without an offset is UTC. */
export const usOf = (text: string): number | null => {
  // A plus in an address that was not encoded arrives as a space.
  const match = shape.exec(text.trim().replace(/ (\d{2}:?\d{2})$/, "+$1"))
  if (match === null) return null
  const [, date = "", time = "00:00:00", fraction = "", zone = "Z"] = match
  const offset = zone.toUpperCase() === "Z" ? "Z" : zone.includes(":") ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`
  const seconds = time.length === 5 ? `${time}:00` : time
  const ms = Date.parse(`${date}T${seconds}${offset}`)
  return Number.isNaN(ms) ? null : ms * 1_000 + Number(fraction.slice(0, 6).padEnd(6, "0"))
}

/** `2026-11-21T08:00:00.123045Z`. */
export const isoOfUs = (us: number): string => {
  const micros = ((us % 1_000) + 1_000) % 1_000
  return `${isoOf((us - micros) / 1_000).slice(0, -1)}${String(micros).padStart(3, "0")}Z`
}
