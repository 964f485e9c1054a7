const dayMs = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone)
  if (known !== undefined) return known
  // The calendar of en-CA is written YYYY-MM-DD.
  const made = new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" })
  formats.set(zone, made)
  return made
}

/** Whether it is a time zone of this machine's database, such as `America/New_York`. */
export const isTimeZone = (zone: string): boolean => {
  try {
    formatOf(zone)
    return true
  } catch {
    return false
  }
}

/**
 * The calendar day, `YYYY-MM-DD`, that a moment (ms since the epoch) is in where the clocks show `zone`'s time. It throws a
 * RangeError for what `isTimeZone` refuses.
 */
export const dayIn = (zone: string, instantMs: number): string => formatOf(zone).format(instantMs)

/** The day so many days later, or earlier where `days` is negative. A calendar day has no zone. */
export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** When days begin, by zone and day: found in 28 steps, and asked for each row of a series. */
const starts = new Map<string, number>()
const startsKeptMax = 10_000

/**
 * The moment, ms since the epoch, at which a calendar day begins where the clocks show `zone`'s time: not midnight where the
 * clocks skip it. A day that a zone never had begins with the next.
 */
export const startOfDay = (zone: string, day: string): number => {
  const key = `${zone} ${day}`
  const known = starts.get(key)
  if (known !== undefined) return known
  const midnightMs = Date.parse(`${day}T00:00:00Z`)
  // No zone is further from UTC.
  let before = midnightMs - dayMs
  let at = midnightMs + dayMs
  while (at - before > 1) {
    const middle = Math.floor((before + at) / 2)
    if (dayIn(zone, middle) < day) before = middle
    else at = middle
  }
  if (starts.size >= startsKeptMax) starts.clear()
  starts.set(key, at)
  return at
}
