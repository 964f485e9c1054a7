/** Reading what is the same for every account: the app, its listing and reviews, and the market around it. */
import {
  type BookMarket,
  type BookMeasured,
  type BookStandings,
  type BookTerm,
  brandedApp,
  candidateTerms,
  isKeyword,
  type KeywordBook,
  termOf
} from "@storeglass/keywords/contract"
import { type AppNotFound, type PlatformUnsupported, UpstreamError } from "@storeglass/plugin-api"
import { type AppStore, byCodePoint, type StoreApp, type StoreReview } from "@storeglass/stores/contract"
import { Clock, Effect, Option } from "effect"
import type { SqlError } from "effect/sql"
import { closenessTo } from "../words/relevance.ts"
import { languageOf } from "../words/words.ts"
import {
  type Asked,
  type Asking,
  askingOf,
  inputOf,
  missing,
  noRequests,
  noTime,
  notListed,
  present
} from "./asking.ts"
import { foundCompetitors, genresOf, marketOf } from "./market.ts"
import { type Part, recordOf, type SnapshotBudget, type SnapshotInput, type TermSource } from "./snapshot.ts"
import { type Shared, termSources } from "./stored.ts"

type Book = KeywordBook["Service"]
type Missing = Shared["notMeasured"][number]

const listingTermsMax = 20
const suggestedFor = 2
const suggestionsMax = 10
/** Terms that competitors and the app are ranked for, most searched first. */
const basketMax = 300
/** As many records as a request tells. */
export const recordsMax = 100
const reviewsMax = 100
/** Of so many requests, one page of reviews. */
const requestsOfReviews = 6
/** Nearness from which a term is one of the app's: as relevance from 30. */
const nearFrom = 0.3
const suggestedBonus = 1.1
/** Of the time, what is kept for the competitors' records at the end. */
const recordsShare = 0.2

/** What is kept of the budget for the competitors of one account, whether it names some or not. */
export const ownRequests = (store: AppStore): number => (store.known === undefined ? 1 : 3)

export const volumeReason = "its suggestions couldn't be read within the budget"

const inputsOf = (parts: ReadonlyArray<Asked<unknown>>): ReadonlyArray<SnapshotInput> =>
  parts.flatMap(({ input }) => input ?? [])
export const missingIn = (what: string, part: Part<unknown>): ReadonlyArray<Missing> =>
  part.status === "measured" ? [] : [{ what, reason: part.reason }]

/** The oldest of inputs of one kind. */
const oldestOf = (inputs: ReadonlyArray<SnapshotInput>): ReadonlyArray<SnapshotInput> => {
  const [first] = [...inputs].sort((a, b) => byCodePoint(a.asOf, b.asOf))
  return first === undefined ? [] : [{ ...first, stale: inputs.some(({ stale }) => stale) }]
}

/** By source, what was found; each term once. */
const candidatesFrom = (found: Readonly<Partial<Record<TermSource, ReadonlyArray<string>>>>): Shared["candidates"] => {
  const sources = new Map<string, Set<TermSource>>()
  for (const source of termSources) {
    for (const term of found[source] ?? []) sources.set(term, (sources.get(term) ?? new Set()).add(source))
  }
  return [...sources].sort(([a], [b]) => byCodePoint(a, b)).map(([keyword, from]) => ({ keyword, from: [...from] }))
}

/** The first ten of what was searched for, just now or of late. */
const topsOf = (terms: ReadonlyArray<BookTerm>, measured: ReadonlyArray<BookMeasured>) => {
  const now = new Map(measured.map(({ term }) => [term.keyword, term]))
  return terms.flatMap((stored) => {
    const { keyword, top } = now.get(stored.keyword) ?? stored
    return top === null ? [] : [{ keyword, top }]
  })
}

/** Records of apps: what is kept of them, and what the budget lets be asked. */
export const recordsOf = Effect.fnUntraced(function* (
  asking: Asking,
  wanted: ReadonlyArray<string>,
  alike: ReadonlyArray<string>,
  country: string
) {
  const { known } = asking.store
  const kept = known === undefined ? [] : yield* known([...wanted, ...alike], country)
  const unknown = wanted.filter((appId) => !kept.some((app) => app.appId === appId))
  const room = known === undefined ? recordsMax : Math.max(0, asking.left())
  const ids = known === undefined ? [...wanted, ...alike].slice(0, recordsMax) : unknown.slice(0, room)
  const asked: Asked<ReadonlyArray<StoreApp>> =
    ids.length === 0
      ? { part: present([]) }
      : yield* asking.part("store.apps", (store) => store.apps(ids, country), known === undefined ? 1 : ids.length)
  const records = new Map([...kept, ...(asked.part.value ?? [])].map((app) => [app.appId, app]))
  const partOf = (appId: string): Part<StoreApp> => {
    const record = records.get(appId)
    if (record !== undefined) return present(record)
    if (asked.part.status === "not_measured") return asked.part
    return missing(ids.includes(appId) ? notListed : noRequests)
  }
  return { records: [...records.values()], partOf, inputs: inputsOf([asked]) }
})

/** Standings of an app and its competitors over one basket, taken apart. */
export const standingsOf = Effect.fnUntraced(function* (
  book: Book,
  market: BookMarket,
  app: StoreApp,
  competitors: ReadonlyArray<string>,
  keywords: ReadonlyArray<string>
) {
  const basket = yield* book.standings(market, [app.appId, ...competitors], { keywords, termsMax: basketMax })
  const unseen = (appId: string): BookStandings => ({
    appId,
    name: "",
    seller: "",
    ranks: [],
    visibility: { value: null, range: null, status: "not_measured", model: "", terms: 0 }
  })
  const of = (appId: string) => basket.apps.find((standings) => standings.appId === appId) ?? unseen(appId)
  const times = basket.terms.flatMap(({ asOf, isFresh, stale }) =>
    asOf === null || !isFresh ? [] : [{ source: "keywords.standings", asOf, stale }]
  )
  return {
    basket,
    own: of(app.appId),
    of,
    inputs: oldestOf(times),
    notMeasured:
      basket.leftOut === 0
        ? []
        : [{ what: "terms", reason: `the ${basket.leftOut} least searched terms of the basket were left out` }]
  }
})

/** The newest reviews, page after page while they are full. */
const readReviews = Effect.fnUntraced(function* (asking: Asking, appId: string, country: string, pagesMax: number) {
  const { pages: deep, perPage } = asking.store.reviewDepth
  const pages = Math.min(deep, pagesMax)
  const read: Array<StoreReview> = []
  const inputs: Array<SnapshotInput> = []
  for (let page = 1; page <= pages && read.length < reviewsMax; page++) {
    const { input, part } = yield* asking.part("store.reviews", (store) =>
      store.reviews({ appId, country, sort: "mostRecent", page })
    )
    if (part.status === "not_measured")
      return page === 1
        ? { part, inputs, notMeasured: missingIn("reviews", part) }
        : { part: present(read), inputs, notMeasured: missingIn(`reviews from number ${read.length + 1} on`, part) }
    if (input !== undefined) inputs.push(input)
    read.push(...part.value)
    if (part.value.length < perPage) break
  }
  return { part: present(read), inputs, notMeasured: [] }
})

/** Without the app's record there's nothing to say. */
export const tooLong = (upstream: string) =>
  new UpstreamError({ upstream, reason: "timeout", detail: "the app's record took too long" })

const readApp = (asking: Asking, { appId, market: { country, platform } }: Whose, waitMs: number) =>
  Effect.flatMap(
    Effect.timeoutOption(asking.store.app(appId, country), waitMs),
    Option.match({
      onNone: () => Effect.fail(tooLong(platform)),
      onSome: (app) => Effect.succeed(app)
    })
  )

export interface Whose {
  readonly appId: string
  readonly market: BookMarket
}

/** Reads the shared part of a snapshot, within a budget. */
export const readShared = Effect.fn("Snapshots.readShared")(function* (
  book: Book,
  plain: AppStore,
  whose: Whose,
  { requestsMax, waitMs }: SnapshotBudget
): Effect.fn.Return<Shared, UpstreamError | AppNotFound | PlatformUnsupported | SqlError.SqlError> {
  const { appId, market } = whose
  const { country } = market
  const untilMs = (yield* Clock.currentTimeMillis) + waitMs
  const asking = askingOf(plain, { requestsMax: Math.max(1, requestsMax - ownRequests(plain)), untilMs })

  const [record, page, reviews] = yield* Effect.all(
    [
      readApp(asking, whose, waitMs),
      asking.part("store.page", (store) => store.page(appId, country)),
      readReviews(asking, appId, country, Math.max(1, Math.floor(requestsMax / requestsOfReviews)))
    ],
    { concurrency: "unbounded" }
  )
  const app = record.value
  const subtitle = page.part.value?.subtitle ?? null
  const listing = { title: app.name, subtitle, description: app.description }
  // Whatever language a caller reads it in, the same is asked of the store.
  const language = languageOf({
    country,
    platform: market.platform,
    text: `${app.name} ${subtitle ?? ""} ${app.description}`
  })
  const closeness = closenessTo(listing, language)
  const near = (term: string) => closeness(term) ?? 0
  const self = { appId, name: app.name, seller: app.seller }
  const isOwnBrand = (term: string) => brandedApp(term, [self], []) !== null

  const said = candidateTerms({ name: app.name, subtitle, description: app.description }, listingTermsMax)
    .map(termOf)
    .filter(isKeyword)
  const general = said.filter((term) => !isOwnBrand(term))
  const records = market.platform === "storea" ? 1 : ownRequests(plain)
  // A search tells more than a suggestion, so that of few requests that goes before.
  const prefixesMax = Math.min(suggestedFor, Math.max(0, Math.floor((asking.left() - records) / 3)))
  const all = general.length > 0 ? general : said
  const prefixes = all.slice(0, prefixesMax)
  const suggestions = yield* Effect.forEach(
    prefixes,
    (prefix) => asking.part("store.suggestions", (store) => store.suggestions({ prefix, country })),
    { concurrency: suggestedFor }
  )
  const suggested = suggestions.flatMap(({ part }) =>
    (part.value ?? []).slice(0, suggestionsMax).map(termOf).filter(isKeyword)
  )
  const candidates = candidatesFrom({ listing: said, suggestion: suggested })

  const keywords = candidates.map(({ keyword }) => keyword)
  /** What people are known to type goes before its like. */
  const urgency = ({ from, keyword }: (typeof candidates)[number]) =>
    near(keyword) * (from.includes("suggestion") ? suggestedBonus : 1)
  const wanted = candidates
    .filter(({ keyword }) => near(keyword) >= nearFrom)
    .sort(
      (a, b) =>
        // Nobody looks for the app by its own name to find another: it's the last to be searched for.
        Number(isOwnBrand(a.keyword)) - Number(isOwnBrand(b.keyword)) ||
        urgency(b) - urgency(a) ||
        byCodePoint(a.keyword, b.keyword)
    )
    .map(({ keyword }) => keyword)
  const measured = yield* book.measure(market, wanted, {
    requestsMax: Math.max(0, asking.left() - records),
    untilMs: untilMs - waitMs * recordsShare
  })
  asking.spend(measured.requests)

  const alone = yield* standingsOf(book, market, app, [], keywords)
  const tops = topsOf(alone.basket.terms, measured.measured).filter(
    ({ keyword }) => near(keyword) >= nearFrom && !isOwnBrand(keyword)
  )
  const rivals = foundCompetitors(
    app,
    tops.map(({ top }) => top),
    page.part.value?.similarAppIds ?? []
  )
  const told = measured.measured.flatMap(({ top }) => top)
  const toldIds = new Set(told.map((one) => one.appId))
  const beside = [...tops]
    .sort((a, b) => near(b.keyword) - near(a.keyword) || byCodePoint(a.keyword, b.keyword))
    .flatMap(({ top }) => top.map((one) => one.appId))
  const alike = [...new Set(beside)].filter((id) => id !== appId && !rivals.includes(id) && !toldIds.has(id))
  const found = yield* recordsOf(asking, rivals, alike, country)
  const genres = genresOf([...told, ...found.records, app])
  const competitors = rivals.map((id) => ({ appId: id, app: found.partOf(id) }))
  const fresh = measured.measured.flatMap(({ ranked, term }) =>
    term.isFresh ? [{ keyword: term.keyword, term, ranked }] : []
  )

  const stands = yield* standingsOf(book, market, app, rivals, keywords)
  return {
    inputs: [
      inputOf("store.app", record),
      ...inputsOf([page]),
      ...oldestOf(reviews.inputs),
      ...oldestOf(inputsOf(suggestions)),
      ...oldestOf(
        measured.measured.flatMap(({ term: { asOf, stale } }) =>
          asOf === null ? [] : [{ source: "store.search", asOf, stale }]
        )
      ),
      ...found.inputs,
      ...stands.inputs
    ],
    app,
    page: page.part,
    reviews:
      reviews.part.status === "measured"
        ? present(
            reviews.part.value.slice(0, reviewsMax).map(({ date, rating, version }) => ({ rating, date, version }))
          )
        : reviews.part,
    genres,
    candidates,
    searches: fresh.flatMap(({ keyword, ranked, term }) => (term.volume.value === null ? [{ keyword, ranked }] : [])),
    market: marketOf({
      app,
      basket: stands.basket,
      own: stands.own,
      measured: fresh,
      candidates,
      genres,
      competitors: competitors.map(({ app: part, appId: id }) => ({ app: part, standings: stands.of(id) }))
    }),
    notMeasured: [
      ...missingIn("page", page.part),
      ...reviews.notMeasured,
      ...prefixes.flatMap((prefix, index) =>
        missingIn(`suggestions for '${prefix}'`, suggestions[index]?.part ?? missing(noTime))
      ),
      ...all
        .slice(prefixesMax, suggestedFor)
        .map((prefix) => ({ what: `suggestions for '${prefix}'`, reason: noRequests })),
      ...measured.notMeasured.map(({ keyword, reason }) => ({ what: `search for '${keyword}'`, reason })),
      ...measured.measured.flatMap(({ term: { keyword, volume } }) =>
        volume.value === null ? [{ what: `volume of '${keyword}'`, reason: volumeReason }] : []
      ),
      ...competitors.flatMap(({ app: part, appId: id }) => missingIn(recordOf(id), part)),
      ...stands.notMeasured
    ],
    requestsMax,
    requests: asking.requests()
  }
})
