/** What is summed of an app over (prompt × model × day). */
export interface Appearances {
  readonly trackId: string | null
  /** As most recently spelled. */
  readonly name: string
  readonly appearances: number
  readonly positionSum: number
  readonly positionN: number
  readonly intents: ReadonlySet<string>
  readonly prompts: ReadonlySet<string>
}

/** An answer's mention, with what it belongs to. */
export interface Appearance {
  readonly key: string
  readonly trackId: string | null
  readonly name: string
  readonly position: number | null
  readonly intentId: string
  readonly promptId: string
}

/**
 * The apps of answers, oldest answer first, by what tells them apart: `keyOf` their trackId, or their name. `answers` are those
 * that are ok; an app counts once in each.
 */
export const appearancesOf = (answers: Iterable<ReadonlyArray<Appearance>>): ReadonlyMap<string, Appearances> => {
  const found = new Map<string, Appearances>()
  for (const mentions of answers) {
    const seen = new Set<string>()
    for (const { intentId, key, name, position, promptId, trackId } of mentions) {
      if (seen.has(key)) continue
      seen.add(key)
      const known = found.get(key)
      found.set(key, {
        trackId,
        name,
        appearances: (known?.appearances ?? 0) + 1,
        positionSum: (known?.positionSum ?? 0) + (position ?? 0),
        positionN: (known?.positionN ?? 0) + (position === null ? 0 : 1),
        intents: new Set([...(known?.intents ?? []), intentId]),
        prompts: new Set([...(known?.prompts ?? []), promptId])
      })
    }
  }
  return found
}

/** A row of competitors, as the documents have it. */
export interface CompetitorFigures {
  readonly trackId: string | null
  readonly name: string
  readonly appearancesTotal: number
  readonly intentsCovered: number
  readonly positionAvg: number | null
  readonly visibilityPct: number
}

const tenth = (value: number) => Math.round(value * 10) / 10

/** Rows, most appearances first, then the better rank, then the name. `promptsTotal` are the distinct prompts of the window. */
export const competitorsOf = (
  found: Iterable<Appearances>,
  promptsTotal: number,
  rowsMax = 20
): ReadonlyArray<CompetitorFigures> =>
  [...found]
    .map(({ appearances, intents, name, positionN, positionSum, prompts, trackId }) => ({
      trackId,
      name,
      appearancesTotal: appearances,
      intentsCovered: intents.size,
      positionAvg: positionN === 0 ? null : tenth(positionSum / positionN),
      visibilityPct: promptsTotal === 0 ? 0 : tenth((100 * prompts.size) / promptsTotal)
    }))
    .sort(
      (a, b) =>
        b.appearancesTotal - a.appearancesTotal ||
        (a.positionAvg ?? Number.POSITIVE_INFINITY) - (b.positionAvg ?? Number.POSITIVE_INFINITY) ||
        (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
    )
    .slice(0, rowsMax)
