/** Records of apps: from their own pages, kept by app and country; less is known of those seen on cards only. */
import { type AppNotFound, type Cached, Caches, type Upstream, type UpstreamError } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import { makeAbsence } from "../common/absence.ts"
import { listedApps } from "../common/listed.ts"
import { sourced } from "../common/sourced.ts"
import { type Sourced, StoreApp, StorePage } from "../contract.ts"
import type { StoreBConfig } from "./config.ts"
import { fetchDetails } from "./detailsPage.ts"
import { isAppId, notListed } from "./ids.ts"
import { localeOf } from "./languages.ts"
import { SimilarShelf } from "./similar.ts"

/** All that a details page tells. */
export const Details = Schema.Struct({
  app: StoreApp,
  page: StorePage,
  similar: Schema.NullOr(SimilarShelf),
  writtenReviews: Schema.NullOr(Schema.Int)
})
export type Details = typeof Details.Type

export const makeAppRecords = Effect.fnUntraced(function* (
  upstream: Upstream,
  config: StoreBConfig,
  urlOf: (country: string) => (appId: string) => string
) {
  const { absentMs, appMs, staleMs } = config.cache
  const caches = yield* Caches
  const kept = yield* caches.make({ name: "storeb.app", version: 2, schema: Details, freshMs: appMs, staleMs })
  const cards = yield* caches.make({ name: "storeb.card", version: 2, schema: StoreApp, freshMs: appMs, staleMs })
  const absent = yield* makeAbsence("storeb.app-absent", absentMs)
  const keyOf = (appId: string, country: string) => `${country}:${appId}`

  const keepCards = (apps: ReadonlyArray<StoreApp>): Effect.Effect<void> =>
    Effect.forEach(apps, (card) => cards.set(keyOf(card.appId, card.country), card), { concurrency: 16, discard: true })

  const details = Effect.fnUntraced(function* (
    appId: string,
    country: string,
    language?: string
  ): Effect.fn.Return<Cached<Details>, AppNotFound | UpstreamError> {
    // Whether there is such an app does not differ between countries.
    if (!isAppId(appId) || (yield* absent.has(appId))) return yield* notListed(appId)
    const locale = localeOf(country, language ?? config.language)
    const isUsual = locale.language === localeOf(country, config.language).language
    const key = keyOf(appId, isUsual ? country : `${country}:${locale.language}`)
    const fetched = fetchDetails(upstream, appId, locale, urlOf(country)).pipe(
      Effect.tapErrorTag("APP_NOT_FOUND", () => absent.add(appId)),
      // Cards are kept in the storefront's own language alone.
      Effect.tap(({ similar }) => (isUsual ? keepCards(similar?.cards ?? []) : Effect.void)),
      Effect.map(({ app, page, similar, writtenReviews }): Details => {
        const shelf = similar === null ? null : { ids: similar.ids, path: similar.path }
        return { app, page, similar: shelf, writtenReviews }
      })
    )
    const entry = yield* kept.get(key, fetched)
    // An older answer is for when the store fails, not for when it says that the app is gone.
    if (entry.stale && (yield* absent.has(appId))) {
      yield* kept.invalidate(key)
      return yield* notListed(appId)
    }
    return entry
  })

  const app = (
    appId: string,
    country: string,
    { language }: { readonly language?: string | undefined } = {}
  ): Effect.Effect<Sourced<StoreApp>, AppNotFound | UpstreamError> =>
    Effect.map(details(appId, country, language), (entry) =>
      sourced(entry, entry.value.app, "store_page", upstream.name)
    )

  /** What is kept of an app without asking: its page's record while that is fresh, else its card. */
  const known = Effect.fnUntraced(function* (appId: string, country: string) {
    const key = keyOf(appId, country)
    const [page, card] = [yield* kept.peek(key), yield* cards.peek(key)]
    const ageMs = page === undefined ? Number.POSITIVE_INFINITY : (yield* Clock.currentTimeMillis) - page.asOfMs
    return page !== undefined && (ageMs < appMs || card === undefined) ? { ...page, value: page.value.app } : card
  })

  /** Where the store gives no page, what a card told stands in for it. */
  const pageOrCard = (appId: string, country: string): Effect.Effect<Sourced<StoreApp>, AppNotFound | UpstreamError> =>
    Effect.catchTag(app(appId, country), "UpstreamError", (error) =>
      Effect.flatMap(known(appId, country), (entry) =>
        entry === undefined
          ? Effect.fail(error)
          : Effect.succeed(sourced({ ...entry, stale: true }, entry.value, "store_page", upstream.name))
      )
    )

  return {
    details,
    app,
    /** One page an app. */
    apps: listedApps(pageOrCard, { source: "store_page", upstream: upstream.name }, config.appConcurrency),
    /** Those of the apps that are kept, in the order asked. */
    known: (appIds: ReadonlyArray<string>, country: string): Effect.Effect<ReadonlyArray<StoreApp>> =>
      Effect.map(
        Effect.forEach(appIds, (appId) => known(appId, country), { concurrency: 16 }),
        (entries) => entries.flatMap((entry) => (entry === undefined ? [] : [entry.value]))
      ),
    /** Keeps what cards told. */
    keepCards
  }
})
export type AppRecords = Effect.Success<ReturnType<typeof makeAppRecords>>
