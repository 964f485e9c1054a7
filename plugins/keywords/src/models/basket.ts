/**
 * keyword-basket@1: which keywords two days are compared over.
 *
 * A score over whatever happened to be measured on each day moves when a keyword is added, not only when a rank does. So
 * a window has one basket: the keywords measured on its last day and on its first. The first day is the earliest on which
 * keywords with at least half of the last day's volume were measured; without volume each counts the same.
 */
import { createHash } from "node:crypto"

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

const halfOf = (volume: number) => volume / 2

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
  const enough = halfOf(sum(last))
  const both = (index: number) => last.filter(({ measured }) => measured[index] === true)
  const from = indexes.find((index) => sum(both(index)) >= enough) ?? to
  return {
    from,
    to,
    held: both(from),
    added: last.filter(({ measured }) => measured[from] !== true),
    removed: on(from).filter(({ measured }) => measured[to] !== true)
  }
}

/** The same keywords have the same name, whatever their order. */
export const basketName = (keywords: ReadonlyArray<string>): string =>
  createHash("sha256")
    .update([...new Set(keywords)].sort().join("\n"))
    .digest("hex")
    .slice(0, 12)
