const dayMs = 86_400_000

/** `2026-11-20`, a number of days before a moment. */
export const dayBefore = (nowMs: number, back: number): string =>
  new Date(nowMs - back * dayMs).toISOString().slice(0, 10)
