/**
 * What moved between two lists of one chart, as deep as they are. What a list does not have counts as the rank below its
 * last: an app that enters at 5 of a list of 100 has won 96 places, and one that leaves from 5 has lost 96. An app below
 * the end of the other list may have been there before, so nothing is told of it.
 */

export type MovementKind = "up" | "down" | "entered" | "left"

export interface Movement {
  readonly kind: MovementKind
  readonly appId: string
  /** Null: not in the list. */
  readonly currentRank: number | null
  readonly previousRank: number | null
  /** Places won; negative when lost. */
  readonly rankChange: number
}

type Ranks = ReadonlyArray<string | null>

const ranksOf = (list: Ranks): ReadonlyMap<string, number> => {
  const ranks = new Map<string, number>()
  list.forEach((appId, index) => {
    if (appId !== null) ranks.set(appId, index + 1)
  })
  return ranks
}

/** Every app whose place differs. */
export const movementsBetween = (current: Ranks, previous: Ranks): ReadonlyArray<Movement> => {
  const now = ranksOf(current)
  const before = ranksOf(previous)
  const movements: Array<Movement> = []
  for (const appId of new Set([...now.keys(), ...before.keys()])) {
    const currentRank = now.get(appId) ?? null
    const previousRank = before.get(appId) ?? null
    const rankChange = (previousRank ?? previous.length + 1) - (currentRank ?? current.length + 1)
    if (rankChange === 0) continue
    // Below the end of the other list.
    if (previousRank === null ? rankChange < 0 : currentRank === null && rankChange > 0) continue
    const kind = previousRank === null ? "entered" : currentRank === null ? "left" : rankChange > 0 ? "up" : "down"
    movements.push({ kind, appId, currentRank, previousRank, rankChange })
  }
  return movements
}

const place = ({ currentRank, previousRank }: Movement) => currentRank ?? previousRank ?? 0

/** The largest first; of equal ones the better placed. */
export const byMagnitude = (a: Movement, b: Movement): number =>
  Math.abs(b.rankChange) - Math.abs(a.rankChange) || place(a) - place(b) || (a.appId < b.appId ? -1 : 1)

/** The movements of one kind, the largest first. */
export const ofKind = (movements: ReadonlyArray<Movement>, kind: MovementKind): ReadonlyArray<Movement> =>
  movements.filter((movement) => movement.kind === kind).sort(byMagnitude)

/** Ups and downs of fewer places are no events. */
export const eventPlacesMin = 3

export const eventTypes = { entered: "new_entry", up: "rank_up", down: "rank_down", left: "dropped_out" } as const

/** The movements that are events, the largest first. */
export const eventsOf = (movements: ReadonlyArray<Movement>): ReadonlyArray<Movement> =>
  movements
    .filter(({ kind, rankChange }) => kind === "entered" || kind === "left" || Math.abs(rankChange) >= eventPlacesMin)
    .sort(byMagnitude)
