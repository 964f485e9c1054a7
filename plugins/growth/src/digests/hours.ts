/** Hours of the day where a person is. */
import { dayIn, plusDays, startOfDay } from "@storeglass/plugin-api"

const hourMs = 3_600_000
const clocks = new Map<string, Intl.DateTimeFormat>()
const clockOf = (zone: string): Intl.DateTimeFormat => {
  const known = clocks.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23"
  })
  clocks.set(zone, made)
  return made
}
const timeIn = (zone: string, atMs: number) => {
  const [hour = 0, minute = 0, second = 0] = clockOf(zone).format(atMs).split(":").map(Number)
  return { hour, intoMs: minute * 60_000 + second * 1_000 + (atMs % 1_000) }
}

export interface Quiet {
  readonly zone: string
  readonly quietFrom: number | null
  readonly quietTo: number | null
}

const isQuiet = ({ quietFrom, quietTo, zone }: Quiet, atMs: number): boolean => {
  if (quietFrom === null || quietTo === null) return false
  const { hour } = timeIn(zone, atMs)
  return quietFrom < quietTo ? hour >= quietFrom && hour < quietTo : hour >= quietFrom || hour < quietTo
}

/** The first moment from this one on that isn't quiet. Hour by hour, as clocks are put forward and back. */
export const loudFrom = (quiet: Quiet, fromMs: number): number => {
  let atMs = fromMs
  while (isQuiet(quiet, atMs)) atMs += hourMs - timeIn(quiet.zone, atMs).intoMs
  return atMs
}

/** When a day's hour comes; where the clocks skip it, as soon as it's past. */
const hourOn = (zone: string, day: string, hour: number): number => {
  const startMs = startOfDay(zone, day)
  const end = startOfDay(zone, plusDays(day, 1))
  for (let atMs = startMs; atMs < end; atMs += hourMs) if (timeIn(zone, atMs).hour >= hour) return atMs
  return end
}

/** When the next digest is due: at its hour, on a day that has had none, and not in quiet hours. */
export const nextDigest = (
  settings: Quiet & { readonly hour: number; readonly toldMs: number | null },
  nowMs: number
): number => {
  const { hour, toldMs, zone } = settings
  const told = toldMs === null ? "" : dayIn(zone, toldMs)
  // Yesterday's may have waited for quiet hours to end.
  for (let day = plusDays(dayIn(zone, nowMs), -1); ; day = plusDays(day, 1)) {
    const atMs = loudFrom(settings, hourOn(zone, day, hour))
    if (atMs > nowMs && dayIn(zone, atMs) > told) return atMs
  }
}
