/** Periods are calendar months in UTC, named by their first day. */

/** The period of an instant, `YYYY-MM-01`. */
export const periodOf = (epochMs: number): string => `${new Date(epochMs).toISOString().slice(0, 7)}-01`

/** When the period after this one begins, ms since the epoch. */
export const periodEndMs = (period: string): number => {
  const start = new Date(`${period}T00:00:00Z`)
  return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1)
}
