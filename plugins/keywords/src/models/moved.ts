import { type Move, moveOf } from "./movers.ts"
import { rankChange } from "./trend.ts"

interface Searched {
  readonly day: string
  /** Null: not in the first `depth`. */
  readonly rank: number | null
  readonly depth: number
}

export interface MovedRanks {
  readonly move: Move
  readonly currentRank: number | null
  readonly previousRank: number | null
  readonly rankChange: number | null
  readonly currentDate: string
  readonly previousDate: string
  readonly depth: number
}

/** The change between two searches, within the depth that both looked at; null when it was ranked in neither. */
export const movedBetween = (before: Searched | null, now: Searched | null): MovedRanks | null => {
  if (now === null || before === null) return null
  const depth = Math.min(now.depth, before.depth)
  const within = (rank: number | null) => (rank === null || rank > depth ? null : rank)
  const [currentRank, previousRank] = [within(now.rank), within(before.rank)]
  const move = moveOf({ currentRank, previousRank })
  if (move === null) return null
  return {
    move,
    currentRank,
    previousRank,
    rankChange: rankChange({ rank: previousRank, depth }, { rank: currentRank, depth }),
    currentDate: now.day,
    previousDate: before.day,
    depth
  }
}
