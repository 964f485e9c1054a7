import {
  Caches,
  Caller,
  databaseAway,
  InvalidInput,
  isoOf,
  measured,
  NotFound,
  type Provenance,
  plusDays
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { type Ad, type DatePreset, daysOf, delayDays } from "../ads.ts"
import { adsCursor, type position } from "../api.ts"
import type { AdLibraryConfig } from "../config.ts"
import { fromRepository } from "../errors.ts"
import { type Of, type Reading, ReadingStore } from "../readings/ReadingStore.ts"
import { freshMs, Readings, staleMs } from "../readings/Readings.ts"
import { AdInFull, Entities } from "../schema.ts"
import { askedStorefronts } from "../storefronts.ts"
import { AdRepository } from "../vendor/AdRepository.ts"
import { appIdOf } from "./appIdOf.ts"
import { adInFullOf } from "./detail.ts"
import { namedOf } from "./named.ts"
import { Reports } from "./Reports.ts"
import type { Include } from "./reportSchema.ts"
import { makeSaving } from "./saving.ts"
import { hasAds, mergedOf } from "./summary.ts"

/** As many ads as an answer lists where no limit is sent. */
const listedMax = 2_000
/** One page of the repository's, which is as much as a search may ask for. */
const entitiesMax = 50

const limitations = ["no spend, keywords, bids or impressions are published", "EU storefronts only"]
const searchLimitations = [
  "whole words of names are matched; an app can be asked for by its id",
  "only who has an ad in the EU is found"
]

/** When each storefront was read. */
const timesOf = (read: ReadonlyArray<Reading>) =>
  read
    .map(({ readMs, storefront }) => `${storefront}${readMs}`)
    .toSorted()
    .join()

/** Names what was read at these times of these storefronts. */
const versionOf = ({ appId, datePreset, storefronts }: Of, read: ReadonlyArray<Reading>) =>
  `${appId} ${datePreset} ${storefronts.join()} ${timesOf(read)}`

/** What is left of a request's time where its first part took all of it. */
const leastMs = 1_000

const noneDistinct = { ads: 0, creatives: 0 }

const encodeCursor = Schema.encodeSync(adsCursor)

interface AdsQuery {
  readonly countries?: string | undefined
  readonly datePreset: DatePreset
  readonly includeAds: boolean
  readonly limit?: number | undefined
  readonly cursor?: typeof position.Type | undefined
  readonly include?: ReadonlyArray<Include> | undefined
  readonly save: boolean
}

const entryOf = (appId: number, ad: Ad) => ({ ...namedOf(appId, ad), adBanner: ad.banner, adAssets: ad.assets })

/** The window of a preset on a day, where the repository doesn't tell it. */
const windowAt = (nowMs: number, datePreset: DatePreset) => {
  const end = plusDays(isoOf(nowMs).slice(0, 10), -delayDays)
  return { start: plusDays(end, -daysOf[datePreset]), end }
}

const make = Effect.fnUntraced(function* ({ deadlineMs, storefronts: covered }: AdLibraryConfig) {
  const readings = yield* Readings
  const repository = yield* AdRepository
  const store = yield* ReadingStore
  const reports = yield* Reports
  const saving = yield* makeSaving
  const caches = yield* Caches
  const kept = { freshMs, staleMs: staleMs - freshMs, version: 2 }
  const { provenance: _searched, ...entityFields } = Entities.fields
  const { provenance: _told, ...detailFields } = AdInFull.fields
  const searches = yield* caches.make({ name: "ad-library.search", schema: Schema.Struct(entityFields), ...kept })
  const distincts = yield* caches.make({
    name: "ad-library.distinct",
    schema: Schema.Struct({ ads: Schema.Int, creatives: Schema.Int }),
    ...kept
  })
  const details = yield* caches.make({
    name: "ad-library.ad",
    schema: Schema.NullOr(Schema.Struct(detailFields)),
    ...kept
  })

  const provenanceOf = (
    sourced: { readonly asOfMs: number; readonly stale: boolean },
    about: ReadonlyArray<string>
  ): Provenance => measured({ source: "official_ads", ...sourced }, about)

  /** Counting what is distinct reads all rows, so it's done once for what was read at these times. */
  const distinctOf = (wanted: Of, read: ReadonlyArray<Reading>) =>
    distincts.get(versionOf(wanted, read), store.distinct(wanted)).pipe(Effect.map(({ value }) => value))

  /** What is kept of all storefronts and a page of their ads, of the same readings. */
  const wholeOf = (
    wanted: Of,
    left: Effect.Effect<number>,
    page: { readonly after: typeof position.Type | undefined; readonly most: number } | undefined
  ) => {
    const once = Effect.gen(function* () {
      const { isStale, readings: read } = yield* readings.of(wanted, yield* left)
      // Where nothing is, nothing is looked for: among very many ads that would be a long look.
      const there = read.filter(({ part }) => hasAds(part))
      const shown = { ...wanted, storefronts: there.map(({ storefront }) => storefront).toSorted() }
      const distinct = there.length === 0 ? noneDistinct : yield* distinctOf(shown, there)
      const listed = page === undefined || there.length === 0 ? [] : yield* store.page(shown, page.after, page.most)
      const { readings: now } = yield* readings.peek(wanted)
      return { isStale, read, distinct, listed, isOneReading: timesOf(now) === timesOf(read) }
    })
    // Read anew while it was put together: once more, of what was read.
    return once.pipe(
      Effect.repeat({ until: ({ isOneReading }) => isOneReading, times: 2 }),
      Effect.catchTag("SqlError", (error) => Effect.fail(databaseAway(error)))
    )
  }

  /** For an account that saves it, with copies of pictures where they're kept. */
  const historyOf = Effect.fnUntraced(function* (appId: number, saverId: string | undefined) {
    const history = yield* reports.history(appId)
    if (saverId === undefined) return history
    return { ...history, creatives: yield* reports.withCopies(saverId, history.creatives) }
  })

  return {
    /** Fails with INVALID_COUNTRY where none of the countries is covered, and with the repository's own failures. */
    ads: Effect.fn("AdResults.ads")(function* (idText: string, query: AdsQuery) {
      const { countries, cursor, datePreset, includeAds, limit, save } = query
      const include = new Set(query.include)
      const { accountId } = yield* Caller
      const keeper = save ? yield* saving.keeper : undefined
      const beganMs = yield* Clock.currentTimeMillis
      const left = Effect.map(Clock.currentTimeMillis, (nowMs) => Math.max(leastMs, deadlineMs - (nowMs - beganMs)))
      const appId = yield* appIdOf(idText, "appId (path)")
      const { ignored, storefronts } = yield* askedStorefronts(countries, covered)
      const wanted = { appId, datePreset, storefronts }
      const { distinct, isStale, listed, read } = yield* wholeOf(
        wanted,
        left,
        includeAds ? { after: cursor, most: (limit ?? listedMax) + 1 } : undefined
      )
      const page = listed.slice(0, limit ?? listedMax)
      const last = page.at(-1)
      const isTruncated = page.length < listed.length
      const oldest = read.reduce((a, b) => (b.readMs < a.readMs ? b : a))
      const window = windowAt(oldest.readMs, datePreset)
      const summary = mergedOf(read.map(({ part }) => part))
      const named = yield* reports.named(wanted, summary.isAdvertising)
      const answer = {
        appId,
        datePreset,
        coverage: "EU_ONLY" as const,
        dataStartDate: oldest.dataStart ?? window.start,
        dataEndDate: oldest.dataEnd ?? window.end,
        summary,
        distinctAds: distinct.ads,
        distinctCreatives: distinct.creatives,
        storefronts,
        ignoredCountries: ignored,
        ...(includeAds ? { ads: page.map((ad) => entryOf(appId, ad)) } : {}),
        adsTruncated: isTruncated,
        nextCursor:
          isTruncated && last !== undefined
            ? encodeCursor({ last: last.last ?? "", adId: last.adId, country: last.country })
            : null,
        dataDelayDays: delayDays,
        appName: named.appName,
        appIconUrl: named.iconUrl,
        ...(include.has("creatives") ? { creatives: yield* reports.creatives(wanted, versionOf(wanted, read)) } : {}),
        ...(include.has("productPages")
          ? { productPages: yield* reports.productPages(wanted, summary.countries[0]?.code) }
          : {}),
        ...(include.has("history") ? { history: yield* historyOf(appId, keeper && accountId) } : {}),
        ...(include.has("developer") ? { developer: yield* reports.developer(wanted, named, yield* left) } : {}),
        ...(include.has("moves") ? { moves: yield* reports.moves(accountId, appId) } : {}),
        ...(include.has("restrictions") ? { restrictions: yield* reports.restrictions(wanted, yield* left) } : {}),
        provenance: provenanceOf({ asOfMs: oldest.readMs, stale: isStale }, limitations)
      }
      if (keeper === undefined) return answer
      const { cursor: _, ...asked } = query
      return { ...answer, ...(yield* keeper(answer, { appId, name: named.appName, asked })) }
    }),

    /** Entities in the repository's order. */
    search: Effect.fn("AdResults.search")(function* (query: {
      readonly q: string
      readonly types?: ReadonlyArray<"APP" | "DEVELOPER"> | undefined
      readonly limit: number
    }) {
      const q = query.q.replace(/\s+/gu, " ")
      const types = ["APP", "DEVELOPER"].filter((type) => query.types?.some((asked) => asked === type) ?? true)
      const { asOfMs, stale, value } = yield* readings.cached(
        searches,
        "search",
        `${types.join(",")} ${q}`,
        repository.entities(q, types, entitiesMax).pipe(
          Effect.map(({ entities, total }) => ({ entities, totalResults: total })),
          Effect.mapError(fromRepository)
        )
      )
      return {
        entities: value.entities.slice(0, query.limit),
        totalResults: value.totalResults,
        provenance: provenanceOf({ asOfMs, stale }, searchLimitations)
      }
    }),

    ad: Effect.fn("AdResults.ad")(function* (adId: string, datePreset: DatePreset) {
      if (!/^[A-Za-z0-9_-]{1,64}$/.test(adId)) {
        return yield* new InvalidInput("adId (path): must be 1 to 64 letters, digits, '-' or '_', as a list gives it")
      }
      const lookup = Effect.gen(function* () {
        const told = yield* Effect.mapError(repository.ad(adId, datePreset), fromRepository)
        if (told === null) return null
        const window = windowAt(yield* Clock.currentTimeMillis, datePreset)
        return adInFullOf(told.appId, told.data, datePreset, {
          dataStartDate: told.dataStart ?? window.start,
          dataEndDate: told.dataEnd ?? window.end
        })
      })
      const key = `${adId} ${datePreset}`
      const { asOfMs, stale, value } = yield* readings.cached(details, "ad", key, lookup)
      if (value === null) {
        // That it isn't there is an answer and no failure: an older copy doesn't stand in for it.
        yield* details.invalidate(key)
        return yield* new NotFound(`the ad repository knows no ad ${adId} in ${datePreset}; nothing was charged`)
      }
      return { ...value, provenance: provenanceOf({ asOfMs, stale }, limitations) }
    })
  }
})

/** What the routes answer. */
export class AdResults extends Context.Service<AdResults, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/ad-library/AdResults"
) {
  static readonly layer = (config: AdLibraryConfig) => Layer.effect(this, make(config))
}
