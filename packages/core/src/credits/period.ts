/** Periods are calendar months in UTC, named by their first day. */

interface Month {
  readonly period: string
  readonly startMs: number
  readonly endMs: number
}

const monthOf = (epochMs: number): Month => {
  const date = new Date(epochMs)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth()
  return {
    period: `${date.toISOString().slice(0, 7)}-01`,
    startMs: Date.UTC(year, month, 1),
    endMs: Date.UTC(year, month + 1, 1)
  }
}

// Every request asks, and nearly always for the month of the one before.
let last = monthOf(0)

/** The period of an instant, `YYYY-MM-01`. */
export const periodOf = (epochMs: number): string => {
  if (!(epochMs >= last.startMs && epochMs < last.endMs)) last = monthOf(epochMs)
  return last.period
}

/** When the period after this one begins, ms since the epoch. */
export const periodEndMs = (period: string): number =>
  period === last.period ? last.endMs : monthOf(Date.parse(`${period}T00:00:00Z`)).endMs
