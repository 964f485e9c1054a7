/** What each keyword is worth. */

export interface Figures {
  /** 0 to 100, as the others; null: not known. */
  readonly volume: number | null
  readonly difficulty: number | null
  readonly relevance: number | null
}

export const figureNames = ["volumeScore", "difficulty", "relevance"] as const
export type FigureName = (typeof figureNames)[number]

export interface Worth {
  /** A whole number, so that sums are exact. */
  readonly value: number
  /** What was taken for granted as it isn't known. */
  readonly assumed: ReadonlyArray<FigureName>
}

const neutral = 50

/**
 * volume × (100 − difficulty) × relevance, each at least 1, since whoever names a keyword wants it. What isn't known
 * counts as the worst known: the lowest volume and relevance, the highest difficulty. Known of none, it's the same for all.
 */
export const worthOf = (all: ReadonlyArray<Figures>): ReadonlyArray<Worth> => {
  const known = (figures: ReadonlyArray<number | null>) => figures.filter((figure) => figure !== null)
  const lowest = (figures: ReadonlyArray<number | null>) => Math.min(...known(figures))
  const or = (figure: number) => (Number.isFinite(figure) ? figure : neutral)
  const volume = or(lowest(all.map((figures) => figures.volume)))
  const relevance = or(lowest(all.map((figures) => figures.relevance)))
  const difficulty = or(Math.max(...known(all.map((figures) => figures.difficulty))))
  return all.map((figures) => ({
    value:
      atLeastOne(figures.volume ?? volume) *
      atLeastOne(100 - (figures.difficulty ?? difficulty)) *
      atLeastOne(figures.relevance ?? relevance),
    assumed: [
      ...(figures.volume === null ? (["volumeScore"] as const) : []),
      ...(figures.difficulty === null ? (["difficulty"] as const) : []),
      ...(figures.relevance === null ? (["relevance"] as const) : [])
    ]
  }))
}

const atLeastOne = (figure: number) => Math.max(1, Math.round(figure))
