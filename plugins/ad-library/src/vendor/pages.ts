import { Effect } from "effect"

/** What the repository's `offset` counts: records, as its document has it, or pages, as it was seen to. */
export type OffsetMeaning = "records" | "pages"

export interface Page<A> {
  readonly rows: ReadonlyArray<A>
  /** How many there are in all; null where it isn't told. */
  readonly total: number | null
}

export const pageSize = 50
/** A list is read again from its beginning this often, where pages shifted while it was read. */
const passesMax = 3
/** More pages than any list may have: 200,000 rows. */
const pagesMax = 4_000

const offsetOf = (meaning: OffsetMeaning, page: number, step: number) => (meaning === "records" ? page * step : page)

/**
 * All rows of a paged list, or the first `most`, each once. Neither meaning of `offset` is trusted: a second page that
 * brings nothing new, or nothing while there is more, tells the other one, which `learnt` is told of. A row that is found twice
 * goes to `merge`. Ends in `drift` where two pages running bring nothing new and rows are still missing.
 */
export const readPages = Effect.fnUntraced(function* <A, E, R, E2>(options: {
  readonly ask: (offset: number) => Effect.Effect<Page<A>, E, R>
  /** The first page, where it was asked for already. */
  readonly first?: Page<A>
  readonly keyOf: (row: A) => string
  readonly merge: (known: A, again: A) => A
  readonly meaning: OffsetMeaning | undefined
  readonly learnt: (meaning: OffsetMeaning) => Effect.Effect<void>
  readonly most?: number
  readonly drift: (detail: string) => Effect.Effect<never, E2>
}) {
  const { ask, drift, keyOf, learnt, merge, most = Number.POSITIVE_INFINITY } = options
  const rows = new Map<string, A>()
  let meaning = options.meaning
  let total: number | null = null
  const take = (page: Page<A>) => {
    const before = rows.size
    total = page.total ?? total
    for (const row of page.rows) {
      const key = keyOf(row)
      const known = rows.get(key)
      rows.set(key, known === undefined ? row : merge(known, row))
    }
    return rows.size - before
  }
  const isWhole = () => rows.size >= Math.min(total ?? Number.POSITIVE_INFINITY, most)
  const done = () => ({ rows: [...rows.values()], total: Math.max(total ?? 0, rows.size) })

  const first: Page<A> = options.first ?? (yield* ask(0))
  take(first)
  // Without a total, a page that isn't full is the last.
  if (total === null && first.rows.length < pageSize) return done()
  const step = Math.max(1, first.rows.length)
  let switched = false
  for (let pass = 0; pass < passesMax; pass++) {
    // Rows moved to pages that were read already: once more from the beginning.
    let gained = pass === 0 ? 0 : take(yield* ask(0))
    for (let page = 1; page < pagesMax && (total === null || page * step < total); page++) {
      if (isWhole()) return done()
      const guess: OffsetMeaning = meaning ?? "records"
      const told = yield* ask(offsetOf(guess, page, step))
      const fresh = take(told)
      gained += fresh
      if (total === null && told.rows.length < step) return done()
      // Rows that are mostly known are those of a page that was read: the offset counts something else.
      if (!switched && 2 * fresh < Math.max(1, told.rows.length)) {
        const other: OffsetMeaning = guess === "records" ? "pages" : "records"
        const found = take(yield* ask(offsetOf(other, page, step)))
        gained += found
        if (found > fresh) {
          switched = true
          meaning = other
          yield* learnt(other)
          continue
        }
      }
      if (told.rows.length === 0) break
      if (meaning === undefined && fresh > 0) {
        meaning = guess
        yield* learnt(guess)
      }
    }
    if (isWhole()) return done()
    // One page that brings nothing may be a shift; a second reading that brings nothing is none.
    if (gained === 0 && pass > 0) break
  }
  return yield* drift(`a list tells ${total} rows and gave ${rows.size}`)
})
