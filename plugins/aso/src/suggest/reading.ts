/** What is known of the keywords of a request: figures from the book, relevance to the listing, whose brands they are. */
import {
  type BookMeasured,
  type BookTerm,
  brandedApp,
  isKeyword,
  type KeywordBook,
  termOf
} from "@storeglass/keywords/contract"
import { brandOf } from "@storeglass/plugin-api"
import { type AppStore, byCodePoint } from "@storeglass/stores/contract"
import { Effect } from "effect"
import type { SqlError } from "effect/sql"
import { type Asking, askingOf } from "../snapshot/asking.ts"
import { genresOf, isKin, sameGenreShare } from "../snapshot/market.ts"
import { recordsMax, recordsOf, volumeReason } from "../snapshot/reading.ts"
import type { Snapshot } from "../snapshot/snapshot.ts"
import type { Figures } from "../snapshot/stored.ts"
import { closenessTo, relevanceFrom } from "../words/relevance.ts"
import type { SuggestKeyword } from "./terms.ts"

/** Requests that are kept for records: none where the store tells of kept ones alone. */
const genreRequests = (store: AppStore): number => (store.known === undefined ? 1 : 0)

/** Names that competitors go by. */
export const namesOf = ({ app, competitors }: Pick<Snapshot, "app" | "competitors">): ReadonlyArray<string> => [
  ...new Set(
    competitors.flatMap(({ app: { value } }) => (value === null || isKin(app, value) ? [] : [brandOf(value.name)]))
  )
]

/**
 * Genres of the first ten apps by term. A search of just now tells them; of one that the book has had, the records
 * are asked for, so that relevance is the same whoever had the term searched for.
 */
const genresIn = Effect.fnUntraced(function* (
  asking: Asking,
  measured: ReadonlyArray<BookMeasured>,
  tops: ReadonlyArray<ReadonlyArray<string>>,
  country: string
) {
  const told = genresOf(measured.flatMap(({ top }) => top))
  const known = new Map(told.map(({ appId, genreIds }) => [appId, genreIds]))
  const unknown = [...new Set(tops.flat())].filter((appId) => !known.has(appId))
  for (let from = 0; from < unknown.length; from += recordsMax) {
    const { records } = yield* recordsOf(asking, [], unknown.slice(from, from + recordsMax), country)
    for (const { appId, genreIds } of genresOf(records)) known.set(appId, genreIds)
  }
  return known
})

/** Whatever their order, the same keywords are read alike. */
export const readKeywords = Effect.fnUntraced(function* (
  book: KeywordBook["Service"],
  plain: AppStore,
  snapshot: Snapshot,
  given: ReadonlyArray<string>,
  budget: { readonly requestsMax: number; readonly untilMs: number }
): Effect.fn.Return<Figures, SqlError.SqlError> {
  const { app, competitors, country, device, language, page, platform } = snapshot
  const market = { platform, country, device }
  const closeness = closenessTo(
    { title: app.name, subtitle: page.value?.subtitle ?? null, description: app.description },
    language
  )
  // The budget goes to what is nearest to the app first, in whatever order the keywords were given.
  const forms = [...new Set(given.map(termOf))]
    .filter(isKeyword)
    .map((form) => ({ form, near: closeness(form) ?? 0 }))
    .sort((a, b) => b.near - a.near || byCodePoint(a.form, b.form))
    .map(({ form }) => form)
  const asking = askingOf(plain, budget)
  const measurements = yield* book
    .measure(market, forms, { ...budget, requestsMax: Math.max(0, budget.requestsMax - genreRequests(plain)) })
    .pipe(Effect.catchTag("PLATFORM_UNSUPPORTED", () => Effect.succeed({ measured: [], notMeasured: [], requests: 0 })))
  asking.spend(measurements.requests)
  const stored = yield* book.terms(market, forms)
  const known = new Map<string, BookTerm>(stored.map((term) => [term.keyword, term]))
  // The book doesn't keep a search without the term's volume, for which there were no requests left.
  for (const { term } of measurements.measured) {
    if (known.get(term.keyword)?.top == null) known.set(term.keyword, term)
  }
  const inSnapshot = new Map(snapshot.terms.map((term) => [term.keyword, term]))
  const genres = yield* genresIn(
    asking,
    measurements.measured,
    stored.flatMap(({ keyword, top }) =>
      top === null || typeof inSnapshot.get(keyword)?.topTenSameGenre === "number"
        ? []
        : [top.map(({ appId }) => appId)]
    ),
    country
  )
  const rivals = competitors.flatMap(({ app: { value } }) => (value === null || isKin(app, value) ? [] : [value]))

  const keywords = given.map((keyword): SuggestKeyword => {
    const form = termOf(keyword)
    const term = known.get(form)
    const seen = inSnapshot.get(form)
    const top = term?.top ?? []
    const sameGenre =
      seen?.topTenSameGenre ??
      sameGenreShare(
        app.genreId,
        top.map(({ appId }) => appId),
        genres
      )
    const self = { appId: app.appId, name: app.name, seller: app.seller }
    const strangers = [...rivals, ...top].filter((other) => !isKin(app, other))
    const isOwn = brandedApp(form, [self], top) !== null
    return {
      keyword,
      volume: term?.volume.value ?? seen?.volume.value ?? null,
      difficulty: term?.difficulty.value ?? seen?.difficulty.value ?? null,
      relevance: relevanceFrom(closeness(form), sameGenre),
      brandOf: isOwn ? null : (brandedApp(form, strangers, top)?.app.appId ?? null)
    }
  })
  return {
    keywords,
    otherBrands: namesOf(snapshot),
    notMeasured: [
      ...measurements.notMeasured.map(({ keyword, reason }) => ({ what: `figures of '${keyword}'`, reason })),
      ...measurements.measured.flatMap(({ term: { keyword, volume } }) =>
        volume.value === null ? [{ what: `volume of '${keyword}'`, reason: volumeReason }] : []
      )
    ]
  }
})
