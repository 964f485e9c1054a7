/**
 * keyword-basket@1: which keywords two days are compared over.
 *
 * A score over whatever happened to be measured on each day moves when a keyword is added, not only when a rank does. So
 * a window has one basket: the keywords measured on its last day and on its first. The first day is the earliest on which
 * they had at least half of the volume that they have on any day of the first half, so that a day on which little was
 * collected isn't taken; without volume each keyword counts the same.
 */
export const basketModel = "keyword-basket@1"

export interface Candidate {
  readonly keyword: string
  readonly volume: number
  /** Whether it was measured on the day with this index, oldest first. */
  readonly measured: ReadonlyArray<boolean>
}

export interface WindowBasket<A> {
  readonly from: number
  readonly to: number
  readonly held: ReadonlyArray<A>
  /** Measured on the last day and not on the first. */
  readonly added: ReadonlyArray<A>
  /** Measured on the first day and not on the last. */
  readonly removed: ReadonlyArray<A>
}

/** Null: nothing was measured on any day. */
export const windowBasket = <A extends Candidate>(
  candidates: ReadonlyArray<A>,
  days: number
): WindowBasket<A> | null => {
  const indexes = Array.from({ length: days }, (_, index) => index)
  const on = (index: number) => candidates.filter(({ measured }) => measured[index] === true)
  const to = indexes.findLast((index) => on(index).length > 0)
  if (to === undefined) return null
  const last = on(to)
  const weight = last.some(({ volume }) => volume > 0) ? ({ volume }: A) => volume : () => 1
  const sum = (all: ReadonlyArray<A>) => all.reduce((total, candidate) => total + weight(candidate), 0)
  const both = (index: number) => last.filter(({ measured }) => measured[index] === true)
  const first = indexes.find((index) => both(index).length > 0) ?? to
  const early = indexes.slice(first, Math.floor((first + to) / 2) + 1).map((index) => sum(both(index)))
  const enough = Math.max(...early) / 2
  const from = indexes.find((index) => both(index).length > 0 && sum(both(index)) >= enough) ?? to
  return {
    from,
    to,
    held: both(from),
    added: last.filter(({ measured }) => measured[from] !== true),
    removed: on(from).filter(({ measured }) => measured[to] !== true)
  }
}

/** FNV-1a of 32 bits, from a start of its own. */
const fnv = (text: string, start: number): string => {
  let hash = start
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619)
  return (hash >>> 0).toString(16).padStart(8, "0")
}

/** The same keywords have the same name, whatever their order. */
export const basketName = (keywords: ReadonlyArray<string>): string => {
  const text = [...new Set(keywords)].sort().join("\n")
  return fnv(text, 2_166_136_261) + fnv(text, 40_389)
}
