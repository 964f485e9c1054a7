import type { JsonObject } from "@storeglass/sandbox"
import {
  dayOf,
  gamesGenreId,
  type InventedApp,
  isSoldIn,
  reviewsPage,
  starRatings,
  type World,
  type WorldDay
} from "@storeglass/sandbox/world"
import type { CatalogSource, ChartQuery, Feed } from "../formats/CatalogSource.ts"
import type { Storefront } from "../formats/storefronts.ts"
import { appPage } from "./appPage.ts"
import { chartV2Result, legacyChartEntry, reviewEntry } from "./feedEntries.ts"
import { artistRecord, lookupRecord } from "./lookupRecord.ts"

/** Two engines of one vendor order the same matches differently. */
const webOrder = 1
const deviceOrder = 2

export const inGenre = (app: InventedApp, genreId: number | undefined): boolean =>
  genreId === undefined ||
  genreId === 36 ||
  (genreId === gamesGenreId ? app.genreIds[0] === genreId : app.genreIds.includes(genreId))

const ranked = (today: WorldDay, query: ChartQuery): ReadonlyArray<InventedApp> => {
  const found: Array<InventedApp> = []
  for (const app of today.chart(query.storefront, query.chart.kind, query.chart.device)) {
    if (found.length >= query.limit) break
    if (inGenre(app, query.genreId)) found.push(app)
  }
  return found
}

/** The invented store as the vendor's records, at one moment and for one address. */
export const worldSource = (world: World, nowMs: number, origin: string): CatalogSource => {
  const day = dayOf(nowMs)
  const today = world.at(day)
  const soldHere = (app: InventedApp | undefined, storefront: Storefront): app is InventedApp =>
    app !== undefined && isSoldIn(app, storefront)
  const here = (id: string, storefront: Storefront): InventedApp | undefined => {
    const app = today.byId(Number(id))
    return soldHere(app, storefront) ? app : undefined
  }
  const records = (
    apps: ReadonlyArray<InventedApp | undefined>,
    storefront: Storefront,
    language: string
  ): ReadonlyArray<JsonObject> =>
    apps.flatMap((app) => (soldHere(app, storefront) ? [lookupRecord(app, storefront, language, day, origin)] : []))
  const chart = (query: ChartQuery, entry: (app: InventedApp) => JsonObject): Feed => ({
    updatedMs: nowMs,
    entries: ranked(today, query).map(entry)
  })
  return {
    byTrackIds: (ids, storefront, language) =>
      records(
        ids.map((id) => today.byId(Number(id))),
        storefront,
        language
      ),
    byBundleIds: (ids, storefront, language) =>
      records(
        ids.map((id) => today.byBundleId(id)),
        storefront,
        language
      ),
    byArtistIds: (ids, storefront, language, withApps) =>
      ids.flatMap((id) => {
        const apps = today.byDeveloper(Number(id))
        const [first] = apps
        if (first === undefined) return []
        return [artistRecord(first, storefront, origin), ...(withApps ? records(apps, storefront, language) : [])]
      }),
    search: (query) => {
      const fits = (app: InventedApp): boolean => {
        if (query.entity === "macSoftware") return app.kind === "desktop"
        return query.entity === "iPadSoftware" ? app.kind === "mobile" && app.hasPad : true
      }
      const found = today.search(query.storefront, query.term, webOrder).filter(fits)
      return records(found.slice(0, query.limit), query.storefront, query.language)
    },
    rankedIds: (storefront, term) =>
      today
        .search(storefront, term, deviceOrder)
        .filter((app) => app.kind === "mobile")
        .slice(0, 240)
        .map((app) => String(app.id)),
    legacyChart: (query) => chart(query, (app) => legacyChartEntry(app, query.storefront, origin)),
    chartV2: (query) => chart(query, (app) => chartV2Result(app, query.storefront, origin)),
    reviews: ({ appId, page, sort, storefront }) => {
      const app = here(appId, storefront)
      if (app === undefined) return { updatedMs: nowMs, entries: [], known: false }
      const reviews = reviewsPage(app, storefront, day, sort, page)
      const entries = reviews.map((review) => reviewEntry(app, review, storefront, origin))
      return { updatedMs: nowMs, entries, known: true }
    },
    starRatings: (storefront, appId) => {
      const app = here(appId, storefront)
      return app === undefined ? undefined : starRatings(app, storefront, day)
    },
    hints: (storefront, term) => today.hints(storefront, term, 10).map((hint) => ({ term: hint })),
    trends: (storefront, limit) => today.trends(storefront, limit),
    similarIds: (storefront, appId) => {
      const app = here(appId, storefront)
      return app === undefined ? [] : today.similar(app, storefront, 14).map(({ id }) => String(id))
    },
    appPage: (storefront, appId, language) => {
      const app = here(appId, storefront)
      if (app === undefined) return undefined
      const byDeveloper = today
        .byDeveloper(app.developer.id)
        .filter((other) => other.id !== app.id && isSoldIn(other, storefront))
      const similar = today.similar(app, storefront, 12)
      return appPage({ app, storefront, language, day, origin, similar, byDeveloper: byDeveloper.slice(0, 12) })
    }
  }
}
