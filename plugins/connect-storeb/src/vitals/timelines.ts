/** Days and hours of the vendor's timelines. Its days are Los Angeles', its hours UTC's. */
import { dayIn, isTimeZone, plusDays, startOfDay } from "@storeglass/plugin-api"

export const storeZone = "America/Los_Angeles"
export const periods = ["DAILY", "HOURLY", "FULL_RANGE"] as const
export type Period = (typeof periods)[number]

const hourMs = 3_600_000
const hourForm = /^\d{4}-\d{2}-\d{2}T\d{2}:00:00Z$/

export const zoneOf = (period: Period): string => (period === "HOURLY" ? "UTC" : storeZone)

/**
 * A day, `2026-11-01`, or an hour by its beginning, `2026-11-01T05:00:00Z`. Those of one kind are in order as texts.
 */
export type Slot = string
const slotOfHour = (ms: number): Slot => new Date(ms).toISOString().replace(/\.\d+Z$/, "Z")
export const isHour = (slot: Slot): boolean => hourForm.test(slot)

/** The next day or hour, or the one so many later. */
export const plusSlots = (slot: Slot, count: number): Slot =>
  isHour(slot) ? slotOfHour(Date.parse(slot) + count * hourMs) : plusDays(slot, count)

/** The moment at which it begins, ms since the epoch. */
export const beginningOf = (slot: Slot): number => (isHour(slot) ? Date.parse(slot) : startOfDay(storeZone, slot))

/** How many slots there are from one to another. */
export const slotsBetween = (from: Slot, end: Slot): number =>
  isHour(from)
    ? (Date.parse(end) - Date.parse(from)) / hourMs
    : Math.round((Date.parse(end) - Date.parse(from)) / (24 * hourMs))

/** The slot that a moment is in. */
export const slotAt = (period: Period, ms: number): Slot =>
  period === "HOURLY" ? slotOfHour(Math.floor(ms / hourMs) * hourMs) : dayIn(storeZone, ms)

/** The slot of a caller's text, `which` of a window it is; undefined where it isn't one of this period. */
export const readSlot = (period: Period, text: string, which: "from" | "to"): Slot | undefined => {
  const day = /^(\d{4}-\d{2}-\d{2})$/.exec(text)?.[1]
  if (day !== undefined) {
    const midnight = new Date(`${day}T00:00:00Z`)
    if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return undefined
    // A day in a query by the hour is all of its hours.
    return period === "HOURLY" ? slotOfHour(midnight.getTime() + (which === "to" ? 23 : 0) * hourMs) : day
  }
  const [, date = "", hour = ""] = /^(\d{4}-\d{2}-\d{2})T(\d{2}):00(?::00(?:\.0{1,3})?)?Z$/.exec(text) ?? []
  if (period !== "HOURLY" || date === "" || Number(hour) > 23) return undefined
  return readSlot("DAILY", date, "from") === undefined ? undefined : `${date}T${hour}:00:00Z`
}

/** The vendor's civil time. */
export interface VendorTime {
  readonly year?: number | null
  readonly month?: number | null
  readonly day?: number | null
  readonly hours?: number | null
  readonly minutes?: number | null
  readonly timeZone?: { readonly id?: string | null } | null
  readonly utcOffset?: string | null
}

/** A slot as the vendor writes it: of a day no hours, of an hour nothing finer. */
export const vendorTime = (slot: Slot) => {
  const [year = 0, month = 0, day = 0] = slot.slice(0, 10).split("-").map(Number)
  return isHour(slot)
    ? { year, month, day, hours: Number(slot.slice(11, 13)), timeZone: { id: "UTC" } }
    : { year, month, day, timeZone: { id: storeZone } }
}

const two = (value: number) => String(value).padStart(2, "0")
const clocks = new Map<string, Intl.DateTimeFormat>()
const clockOf = (zone: string): Intl.DateTimeFormat => {
  const known = clocks.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", hourCycle: "h23" })
  clocks.set(zone, made)
  return made
}

/**
 * The moment that a civil time of the vendor's is, ms since the epoch. In `period`'s zone where it names none. Of an hour
 * that the clocks show twice the first; undefined where it's no time.
 */
export const momentOf = (period: Period, time: VendorTime): number | undefined => {
  const { day, hours, minutes, month, timeZone, utcOffset, year } = time
  if (!year || !month || !day) return undefined
  const date = `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`
  if (readSlot("DAILY", date, "from") === undefined) return undefined
  const hour = hours ?? 0
  if (utcOffset) {
    const seconds = Number(/^(-?\d+)s$/.exec(utcOffset)?.[1] ?? Number.NaN)
    const ms = Date.parse(`${date}T00:00:00Z`) + hour * hourMs + (minutes ?? 0) * 60_000 - seconds * 1_000
    return Number.isNaN(ms) ? undefined : ms
  }
  const zone = timeZone?.id || zoneOf(period)
  if (!isTimeZone(zone)) return undefined
  const beginMs = startOfDay(zone, date)
  // A day has at most 25 hours.
  for (let passed = 0; passed <= 25; passed++) {
    const at = beginMs + passed * hourMs
    if (Number(clockOf(zone).format(at)) === hour && dayIn(zone, at) === date) return at + (minutes ?? 0) * 60_000
  }
  // The clocks skip it, or it is the vendor's 24:00.
  return beginMs + hour * hourMs
}

/** A window of slots, of which the last isn't in it. */
export interface Span {
  readonly from: Slot
  readonly end: Slot
}

export interface Clamped extends Span {
  /** Whether it was cut off at what the vendor has. */
  readonly clamped: boolean
  /** Whether nothing is left. */
  readonly empty: boolean
}

/** Ends a window where the vendor's data end: it refuses a query that goes further. `latestEnd`: null if it has none. */
export const clampTo = ({ end, from }: Span, latestEnd: Slot | null): Clamped => {
  const until = latestEnd === null ? from : end > latestEnd ? latestEnd : end
  return { from, end: until < from ? from : until, clamped: until < end, empty: until <= from }
}
