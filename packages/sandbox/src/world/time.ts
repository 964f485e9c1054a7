/** Milliseconds in a day; days are counted from 1970-01-01 in UTC. */
export const dayMs = 86_400_000

export const dayOf = (ms: number): number => Math.floor(ms / dayMs)

const pad = (value: number): string => (value < 10 ? `0${value}` : String(value))

interface Civil {
  readonly year: number
  readonly month: number
  readonly dayOfMonth: number
}

/** The Gregorian date of a day number, by arithmetic alone: pure, and cheap enough to call per row. */
export const civilOf = (day: number): Civil => {
  const shifted = day + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const dayOfMonth = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfMonth }
}

export const isoDate = (day: number): string => {
  const { year, month, dayOfMonth } = civilOf(day)
  return `${year}-${pad(month)}-${pad(dayOfMonth)}`
}

const clockOf = (ms: number): string => {
  const seconds = Math.floor((ms - dayOf(ms) * dayMs) / 1000)
  return `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`
}

/** `2026-07-23T09:26:58Z`, as lookups write it. */
export const isoInstant = (ms: number): string => `${isoDate(dayOf(ms))}T${clockOf(ms)}Z`

const pacificOffsetMs = 7 * 3_600_000

/** `2025-09-21T05:32:18-07:00`, as the feeds write it. */
export const pacificInstant = (ms: number): string => {
  const local = ms - pacificOffsetMs
  return `${isoDate(dayOf(local))}T${clockOf(local)}-07:00`
}

const weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"] as const
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const

const weekdayOf = (day: number): string => weekdays[((day % 7) + 7) % 7] ?? "Thu"

/** `Wed, 29 Jul 2026 05:28:29 +0000`. */
export const rfc2822 = (ms: number): string => {
  const day = dayOf(ms)
  const { year, month, dayOfMonth } = civilOf(day)
  return `${weekdayOf(day)}, ${dayOfMonth} ${months[month - 1]} ${year} ${clockOf(ms)} +0000`
}

/** `Wed Sep 02 2026 15:26:57 GMT+0000 (Coordinated Universal Time)`, as the app page writes it. */
export const browserDate = (ms: number): string => {
  const day = dayOf(ms)
  const { year, month, dayOfMonth } = civilOf(day)
  return `${weekdayOf(day)} ${months[month - 1]} ${pad(dayOfMonth)} ${year} ${clockOf(ms)} GMT+0000 (Coordinated Universal Time)`
}

/** The day of a `YYYY-MM-DD` at the start of the text, if there is one. */
export const dayFromText = (text: string): number | undefined => {
  const match = /(\d{4})-(\d{2})-(\d{2})/.exec(text)
  if (match === null) return undefined
  const ms = Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]))
  return Number.isNaN(ms) ? undefined : dayOf(ms)
}
