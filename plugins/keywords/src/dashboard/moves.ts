import { estimatesOf } from "../estimates.ts"
import type { KeptStanding } from "../history/KeptStandings.ts"
import { movedBetween } from "../models/moved.ts"
import { byWeight } from "../models/movers.ts"
import type { KeptKeywordsAnswer } from "./api.ts"

type Move = KeptKeywordsAnswer["movers"][number]

/** What changed; null: nothing did, or it isn't known. */
export const moveOf = ({ before, difficulty, keyword, now, volume }: KeptStanding): Move | null => {
  const moved = movedBetween(before, now)
  if (moved === null || moved.move === "unchanged") return null
  const { currentDate, currentRank, depth, move, previousDate, previousRank, rankChange } = moved
  return {
    keyword,
    move,
    from: previousRank,
    to: currentRank,
    change: rankChange,
    depth,
    fromDate: previousDate,
    toDate: currentDate,
    volumeScore: volume,
    difficulty,
    estimates: estimatesOf({ volume, difficulty })
  }
}

const weighed = ({ depth, from, keyword, to, volumeScore }: Move) => ({
  keyword,
  currentRank: to,
  previousRank: from,
  depth,
  volume: volumeScore
})

/** As kw-movers@1 orders them. */
export const byMove = (a: Move, b: Move) => byWeight(weighed(a), weighed(b))
