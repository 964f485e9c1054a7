/** A market as one snapshot sees it: terms, where apps stand for them, and whose brands they are. Pure. */
import {
  type BookApp,
  type BookBasket,
  type BookMeasured,
  type BookStandings,
  type BookTerm,
  type BookVisibility,
  brandedApp,
  visibilityOver
} from "@storeglass/keywords/contract"
import { byCodePoint, type StoreApp } from "@storeglass/stores/contract"
import type { Part, TermSource } from "./snapshot.ts"
import type { Market, Shared, StoredTerm } from "./stored.ts"

type Genres = Shared["genres"]

export const genresOf = (apps: ReadonlyArray<StoreApp>): Genres => {
  const known = new Map(
    apps.flatMap(({ appId, genreId, genreIds }) =>
      genreId === null ? [] : [[appId, [...new Set([genreId, ...genreIds])]] as const]
    )
  )
  return [...known].sort(([a], [b]) => byCodePoint(a, b)).map(([appId, genreIds]) => ({ appId, genreIds }))
}

/** Of the first ten apps whose genre is known, the share in this one; null where fewer than half are known. */
export const sameGenreShare = (
  genreId: string | null,
  top: ReadonlyArray<string> | null,
  genres: ReadonlyMap<string, ReadonlyArray<string>>
): number | null => {
  if (genreId === null || top === null || top.length === 0) return null
  const known = top.flatMap((appId) => [genres.get(appId) ?? []].filter((ids) => ids.length > 0))
  if (known.length * 2 < top.length) return null
  return Math.round((known.filter((ids) => ids.includes(genreId)).length / known.length) * 1_000) / 1_000
}

const sellerOf = (seller: string) => seller.normalize("NFKC").toLowerCase().trim()

/** Whether another app is of the same developer. */
export const isKin = (app: StoreApp, other: Pick<BookApp, "appId" | "seller">): boolean =>
  other.appId === app.appId || sellerOf(other.seller) === sellerOf(app.seller)

/**
 * Five apps that stand beside this one most often: in the first ten of these terms, where a place on the shelf of
 * similar apps counts as one term more. Apps of the same developer are left out.
 */
export const foundCompetitors = (
  app: StoreApp,
  tops: ReadonlyArray<ReadonlyArray<BookApp>>,
  similar: ReadonlyArray<string>,
  limit = 5
): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  for (const top of tops) {
    for (const other of top) if (!isKin(app, other)) counts.set(other.appId, (counts.get(other.appId) ?? 0) + 1)
  }
  const kin = new Set(tops.flat().flatMap((other) => (isKin(app, other) ? [other.appId] : [])))
  for (const appId of new Set(similar)) {
    if (appId !== app.appId && !kin.has(appId)) counts.set(appId, (counts.get(appId) ?? 0) + 1)
  }
  return [...counts]
    .sort(([a, one], [b, other]) => other - one || byCodePoint(a, b))
    .slice(0, limit)
    .map(([appId]) => appId)
}

/** A term as it was searched for just now, over what is stored of it. */
const merged = (stored: BookTerm, now: BookTerm | undefined): BookTerm =>
  now === undefined
    ? stored
    : {
        ...now,
        volume: now.volume.value === null ? stored.volume : now.volume,
        difficulty: now.difficulty.value === null ? stored.difficulty : now.difficulty
      }

/** How an app stands for its terms, in three figures. */
const summaryOf = (basketId: string, terms: ReadonlyArray<Pick<StoredTerm, "rank">>): Market["standings"] => {
  const ranks = terms.flatMap(({ rank }) => rank ?? [])
  const mean = ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length
  return {
    basketId,
    ranked: ranks.length,
    top10: ranks.filter((rank) => rank <= 10).length,
    avgRank: ranks.length === 0 ? null : Math.round(mean * 10) / 10
  }
}

export interface MarketInput {
  readonly app: StoreApp
  readonly basket: Pick<BookBasket, "id" | "terms">
  readonly own: BookStandings
  /** Searches of just now, over what is stored; a search without its term tells ranks alone. */
  readonly measured: ReadonlyArray<
    Pick<BookMeasured, "ranked"> & { readonly keyword: string; readonly term?: BookTerm }
  >
  readonly candidates: Shared["candidates"]
  readonly genres: Genres
  readonly competitors: ReadonlyArray<{ readonly standings: BookStandings; readonly app: Part<StoreApp> }>
}

export const marketOf = ({ app, basket, candidates, competitors, genres, measured, own }: MarketInput): Market => {
  const sources = new Map(candidates.map(({ from, keyword }) => [keyword, from]))
  const genreIds = new Map(genres.map((one) => [one.appId, one.genreIds]))
  const searched = new Map(measured.map((one) => [one.keyword, one]))
  const self: BookApp = { appId: app.appId, name: app.name, seller: app.seller }
  const rivals = competitors.map(
    ({ app: { value }, standings }): BookApp => ({
      appId: standings.appId,
      name: value?.name ?? standings.name,
      seller: value?.seller ?? standings.seller
    })
  )

  const apps = new Map<string, BookApp>()
  /** The same app in the lists of several terms is one. */
  const known = (one: BookApp): BookApp => {
    const key = JSON.stringify([one.appId, one.name, one.seller])
    const before = apps.get(key)
    if (before === undefined) apps.set(key, one)
    return before ?? one
  }

  const terms = basket.terms.map((stored, at): StoredTerm => {
    const now = searched.get(stored.keyword)
    const term = merged(stored, now?.term)
    const rankOf = ({ appId, ranks }: BookStandings) => {
      if (now === undefined) return ranks[at]?.rank ?? null
      const place = now.ranked.indexOf(appId)
      return place < 0 ? null : place + 1
    }
    const rank = rankOf(own)
    const ranked = competitors
      .flatMap(({ standings }) => {
        const theirs = rankOf(standings)
        return theirs === null ? [] : [{ appId: standings.appId, rank: theirs }]
      })
      .sort((a, b) => a.rank - b.rank || byCodePoint(a.appId, b.appId))
    const found = sources.get(stored.keyword) ?? []
    const from = new Set<TermSource>([
      ...(rank === null ? [] : ["standing" as const]),
      ...(ranked.length === 0 ? [] : ["competitor" as const]),
      ...found
    ])
    // What only was in a basket is a rank that the app or a competitor has lost.
    if (from.size === 0) from.add("standing")
    const top = (term.top ?? []).map(known)
    const isOwnBrand = brandedApp(term.keyword, [self], top) !== null
    const strangers = [...rivals, ...top].filter((other) => !isKin(app, other))
    return {
      keyword: term.keyword,
      from: [...from].sort(byCodePoint),
      volume: term.volume,
      difficulty: term.difficulty,
      rank,
      rankStatus: !term.isFresh ? "not_measured" : rank === null ? "not_in_top_n" : "ranked",
      depth: term.depth,
      asOf: term.asOf,
      top: term.top === null ? null : term.top.map(({ appId }) => appId),
      topTenSameGenre: sameGenreShare(app.genreId, term.top?.map(({ appId }) => appId) ?? null, genreIds),
      brandOf: isOwnBrand ? null : (brandedApp(term.keyword, strangers, top)?.app.appId ?? null),
      isOwnBrand,
      competitors: ranked
    }
  })
  return overTerms(
    basket.id,
    terms,
    competitors.map((competitor) => ({ appId: competitor.standings.appId, app: competitor.app }))
  )
}

/** What follows from terms: every figure is over these and no others. */
export const overTerms = (
  basketId: string,
  terms: ReadonlyArray<StoredTerm>,
  competitors: ReadonlyArray<{ readonly appId: string; readonly app: Part<StoreApp> }>
): Market => {
  const measured = terms.filter(({ rankStatus }) => rankStatus !== "not_measured").length
  /** Where most measured terms have no volume, what is seen of the others says nothing of the app. */
  const unlessThin = (seen: BookVisibility): BookVisibility =>
    seen.terms * 2 < measured ? { ...seen, value: null, range: null, status: "not_measured" } : seen
  const seenBy = (rankOf: (term: StoredTerm) => number | null) =>
    unlessThin(
      visibilityOver(
        terms.map((term) => {
          const rank = rankOf(term)
          const isMeasured = term.rankStatus !== "not_measured"
          return {
            volume: term.volume,
            rank,
            rankStatus: !isMeasured ? "not_measured" : rank === null ? "not_in_top_n" : "ranked"
          }
        })
      )
    )
  return {
    terms,
    visibility: seenBy(({ rank }) => rank),
    standings: summaryOf(basketId, terms),
    competitors: competitors.map(({ app, appId }) => ({
      appId,
      app,
      visibility: seenBy((term) => term.competitors.find((one) => one.appId === appId)?.rank ?? null)
    }))
  }
}
