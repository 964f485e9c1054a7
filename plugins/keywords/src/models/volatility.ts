/**
 * rank-volatility@1: how much the first ten of a keyword move from one snapshot to the next.
 *
 * Source: product research 3.4, derived fields: the mean |Δrank| of the apps in the first ten between successive daily
 * snapshots, where coming in and falling out count as 11 − rank; null until there are three snapshots. Only snapshots
 * of one source compare, and successive means a day apart: what happened over a gap is not known.
 */

export const volatilityModel = "rank-volatility@1"

export interface TopTen {
  /** Days since an epoch. */
  readonly dayNumber: number
  readonly source: string
  /** At most ten apps, first is best. */
  readonly apps: ReadonlyArray<string | number>
}

const snapshotsMin = 3

const moves = (before: TopTen, after: TopTen): ReadonlyArray<number> => {
  const was = new Map(before.apps.map((app, index) => [app, index + 1]))
  const is = new Map(after.apps.map((app, index) => [app, index + 1]))
  return [...new Set([...before.apps, ...after.apps])].map((app) => {
    const [old, now] = [was.get(app), is.get(app)]
    return old !== undefined && now !== undefined ? Math.abs(old - now) : 11 - (old ?? now ?? 11)
  })
}

export const rankVolatility = (snapshots: ReadonlyArray<TopTen>): number | null => {
  const sorted = [...snapshots].sort((a, b) => a.dayNumber - b.dayNumber)
  const latest = sorted.at(-1)?.source
  const same = sorted.filter(({ source }) => source === latest)
  if (same.length < snapshotsMin) return null
  const all = same.flatMap((after, index) => {
    const before = same[index - 1]
    return before === undefined || after.dayNumber - before.dayNumber !== 1 ? [] : moves(before, after)
  })
  return all.length === 0 ? null : Math.round((all.reduce((sum, move) => sum + move, 0) / all.length) * 100) / 100
}
