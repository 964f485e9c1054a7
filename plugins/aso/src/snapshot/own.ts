/** Reading what only one account sees: the market over the competitors that it named or tracks. */
import type { BookMarket, KeywordBook } from "@storeglass/keywords/contract"
import { type AppStore, byCodePoint } from "@storeglass/stores/contract"
import { Clock, Effect } from "effect"
import type { SqlError } from "effect/sql"
import { askingOf } from "./asking.ts"
import { genresOf, marketOf, overTerms } from "./market.ts"
import { missingIn, ownRequests, recordsOf, standingsOf } from "./reading.ts"
import { recordOf } from "./snapshot.ts"
import type { Own, Shared, StoredTerm } from "./stored.ts"

/**
 * Reads the market over other competitors than those found. Nothing is measured for it, so that what an account tracks
 * leaves no trace in what is collected for all: of the store only the competitors' records are asked.
 */
export const readOwn = Effect.fn("Snapshots.readOwn")(function* (
  book: KeywordBook["Service"],
  plain: AppStore,
  market: BookMarket,
  shared: Shared,
  competitorIds: ReadonlyArray<string>,
  untilMs: number
): Effect.fn.Return<Own, SqlError.SqlError> {
  const { app } = shared
  const asking = askingOf(plain, {
    requestsMax: ownRequests(plain),
    untilMs: Math.max(untilMs, yield* Clock.currentTimeMillis)
  })
  const ids = [...competitorIds].sort(byCodePoint)
  const found = yield* recordsOf(asking, ids, [], market.country)
  const own = shared.market.terms.filter(({ from }) => from.some((source) => source !== "competitor"))
  const stands = yield* standingsOf(
    book,
    market,
    app,
    ids,
    own.map(({ keyword }) => keyword)
  )
  const read = marketOf({
    app,
    basket: stands.basket,
    own: stands.own,
    measured: shared.searches,
    candidates: shared.candidates,
    genres: mergedGenres(shared.genres, genresOf(found.records)),
    competitors: ids.map((id) => ({ app: found.partOf(id), standings: stands.of(id) }))
  })
  const frozen = new Map(own.map((term) => [term.keyword, term]))
  const terms = read.terms.map((term) => asShared(term, frozen.get(term.keyword)))
  return {
    inputs: [...found.inputs, ...stands.inputs],
    market: overTerms(read.standings.basketId, terms, read.competitors),
    notMeasured: [...ids.flatMap((id) => missingIn(recordOf(id), found.partOf(id))), ...stands.notMeasured],
    requests: asking.requests()
  }
})

const mergedGenres = (known: Shared["genres"], more: Shared["genres"]): Shared["genres"] => {
  const all = new Map([...known, ...more].map((one) => [one.appId, one]))
  return [...all.values()]
}

/** What the shared part said of a term goes on to hold: only the competitors are others. */
const asShared = (term: StoredTerm, shared: StoredTerm | undefined): StoredTerm =>
  shared === undefined
    ? term
    : {
        ...shared,
        from: [
          ...shared.from.filter((source) => source !== "competitor"),
          ...(term.competitors.length === 0 ? [] : ["competitor" as const])
        ].sort(byCodePoint),
        competitors: term.competitors,
        brandOf: shared.isOwnBrand ? null : (term.brandOf ?? shared.brandOf)
      }
