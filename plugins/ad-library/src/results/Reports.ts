import { asDocumented, Caches, Egress, Files, isoOf, measured, type Provenance } from "@storeglass/plugin-api"
import { AppStores } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer, Option } from "effect"
import type { AdLibraryConfig } from "../config.ts"
import { fromRepository } from "../errors.ts"
import type { Of } from "../readings/ReadingStore.ts"
import { freshMs, Readings, staleMs } from "../readings/Readings.ts"
import { ReportStore } from "../readings/ReportStore.ts"
import { Sellers } from "../readings/Sellers.ts"
import { AdRepository } from "../vendor/AdRepository.ts"
import { textOf } from "../watch/moves.ts"
import { Watches } from "../watch/Watches.ts"
import { Creatives, Restrictions } from "./reportSchema.ts"
import { mergedOf } from "./summary.ts"

const dayMs = 86_400_000
/** A store that takes longer is done without: an answer is about ads. */
const storeMs = 2_000
const movesMax = 100
const restrictionsMax = 500
/** Pictures that a saved report has copies of, and how long it may take to read them. */
const copiesMax = 20
const copiesMs = 15_000
const copyBytesMax = 2 * 1024 * 1024
const copiedForMs = 90 * dayMs

interface Group {
  readonly totalAds: number
  readonly distinctAds: number
  readonly storefronts: ReadonlyArray<string>
  readonly placements: ReadonlyArray<string>
  readonly first: string | null
  readonly firstOverOneYear: boolean
  readonly last: string | null
}
/** Days from the one to the other, both counted. */
const daysFrom = (first: string | null, last: string | null) =>
  first === null || last === null ? null : Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1
const shownOf = ({ distinctAds, first, firstOverOneYear, last, placements, storefronts, totalAds }: Group) => ({
  totalAds,
  distinctAds,
  storefronts,
  placements,
  firstImpressionDate: first,
  firstImpressionOverOneYear: firstOverOneYear,
  lastImpressionDate: last,
  // Older than what is told is longer than what can be counted.
  days: firstOverOneYear ? null : daysFrom(first, last)
})

const make = Effect.fnUntraced(function* ({ keepPictures }: AdLibraryConfig) {
  const store = yield* ReportStore
  const sellers = yield* Sellers
  const readings = yield* Readings
  const watches = yield* Watches
  const repository = yield* AdRepository
  const caches = yield* Caches
  const egress = yield* Egress
  const files = yield* Files
  const stores = yield* Effect.serviceOption(AppStores)
  const restrictionLists = yield* caches.make({
    name: "ad-library.restrictions",
    schema: Restrictions.fields.items,
    freshMs,
    staleMs: staleMs - freshMs,
    version: 1
  })

  const creativeGroups = yield* caches.make({
    name: "ad-library.creatives",
    schema: Creatives,
    freshMs,
    staleMs: staleMs - freshMs,
    version: 1
  })

  /** What the store says of an app in a storefront; undefined: there is no store here, or it didn't say in time. */
  const atStore = Effect.fnUntraced(function* (appId: number, storefront: string) {
    if (Option.isNone(stores)) return undefined
    return yield* stores.value.get("storea").pipe(
      Effect.flatMap((storea) => storea.app(String(appId), storefront.toLowerCase())),
      Effect.timeoutOption(storeMs),
      Effect.map(Option.getOrUndefined),
      Effect.orElseSucceed(() => undefined)
    )
  })

  /** A copy of a picture among the account's files; null: it couldn't be read or kept. */
  const copied = (accountId: string, url: string, expiresAtMs: number) =>
    Effect.gen(function* () {
      const { body, headers, status } = yield* egress.request({ url, bodyBytesMax: copyBytesMax, timeoutMs: 5_000 })
      const type = headers["content-type"] ?? ""
      if (status !== 200 || !/^(image|video)\//.test(type)) return null
      const name =
        (
          url
            .replace(/[?#].*$/, "")
            .split("/")
            .at(-1) ?? ""
        ).replace(/[^\w.-]/g, "") || "creative"
      const file = yield* files.put({ accountId, name: name.slice(-200), type, bytes: body, expiresAtMs })
      return file.url
    }).pipe(Effect.orElseSucceed(() => null))

  return {
    /** Name, icon and developer of an app: of the ad shown last, or else of the store. */
    named: Effect.fn("Reports.named")(function* (of: Of, hasAds: boolean) {
      const byAd = hasAds ? yield* asDocumented(store.named(of)) : undefined
      if (byAd !== undefined) return byAd
      const told = yield* atStore(of.appId, of.storefronts[0] ?? "")
      const developerId = Number(told?.value.developerId ?? Number.NaN)
      return {
        appName: told?.value.name ?? null,
        iconUrl: told?.value.iconUrl ?? null,
        developerId: Number.isSafeInteger(developerId) ? developerId : null,
        developerName: told?.value.seller ?? null
      }
    }),

    /** `version` says which readings it's of: it's made once for them, as it reads all rows. */
    creatives: Effect.fn("Reports.creatives")(function* (of: Of, version: string) {
      const grouped = Effect.gen(function* () {
        const groups = yield* asDocumented(store.creatives(of))
        return {
          total: groups[0]?.all ?? 0,
          groups: groups.map(({ assets, icon, id, ...group }) => {
            const pictures = assets.flatMap(({ pictureUrl }) => pictureUrl ?? [])
            const videos = assets.flatMap(({ videoUrl }) => videoUrl ?? [])
            const isIcon = pictures.length === 0 && videos.length === 0 && icon !== null
            return { id, ...shownOf(group), pictures: isIcon ? [icon] : pictures, videos }
          })
        }
      })
      return (yield* creativeGroups.get(version, grouped)).value
    }),

    productPages: Effect.fn("Reports.productPages")(function* (of: Of, shownFirst: string | undefined) {
      const { pages, without } = yield* asDocumented(store.productPages(of))
      const storefront = shownFirst ?? of.storefronts[0] ?? ""
      const told = yield* atStore(of.appId, storefront)
      return {
        pages: pages.map(({ adIds, pictures, productPageId, ...group }) => ({
          productPageId,
          ...shownOf(group),
          adIds,
          pictures
        })),
        adsWithoutPage: without,
        defaultPage:
          told === undefined
            ? null
            : {
                storefront,
                screenshots: Object.entries(told.value.screenshots).flatMap(([device, shots]) =>
                  shots.map(({ height, url, width }) => ({ device, url, width, height }))
                ),
                provenance: measured({ source: told.source, asOfMs: told.asOfMs, stale: told.stale })
              }
      }
    }),

    history: Effect.fn("Reports.history")(function* (appId: number) {
      const { ads, creatives, sinceMs, total } = yield* asDocumented(store.history(appId))
      return {
        keptSince: sinceMs === null ? null : isoOf(sinceMs),
        totalAds: total,
        ads: ads.map(
          ({ adId, country, first, firstOverOneYear, firstSeenMs, format, last, lastSeenMs, placement }) => ({
            adId,
            countryOrRegion: country,
            placement,
            format,
            firstImpressionDate: first,
            firstImpressionOverOneYear: firstOverOneYear,
            lastImpressionDate: last,
            firstSeenAt: isoOf(firstSeenMs),
            lastSeenAt: isoOf(lastSeenMs)
          })
        ),
        creatives: creatives.map(({ firstSeenMs, lastSeenMs, url }) => ({
          url,
          firstSeenAt: isoOf(firstSeenMs),
          lastSeenAt: isoOf(lastSeenMs)
        }))
      }
    }),

    /** The same creatives, the newest with copies among the account's files where the gateway keeps pictures. */
    withCopies: Effect.fn("Reports.withCopies")(function* <C extends { readonly url: string }>(
      accountId: string,
      creatives: ReadonlyArray<C>
    ) {
      if (!keepPictures) return creatives
      const expiresAtMs = (yield* Clock.currentTimeMillis) + copiedForMs
      const urls = new Map<string, string | null>()
      yield* Effect.forEach(
        creatives.slice(0, copiesMax),
        ({ url }) => Effect.map(copied(accountId, url, expiresAtMs), (file) => urls.set(url, file)),
        { concurrency: 4, discard: true }
      ).pipe(Effect.timeoutOption(copiesMs))
      return creatives.map((creative, n) =>
        n < copiesMax ? { ...creative, fileUrl: urls.get(creative.url) ?? null } : creative
      )
    }),

    developer: Effect.fn("Reports.developer")(function* (
      { datePreset, storefronts }: Of,
      named: { readonly developerId: number | null; readonly developerName: string | null },
      budgetMs: number
    ) {
      const { developerId } = named
      if (developerId === null) return null
      const { isStale, readings } = yield* sellers.of({ developerId, datePreset, storefronts }, budgetMs)
      const rows = readings.flatMap(({ apps }) => apps)
      const apps = [...Map.groupBy(rows, ({ appId }) => appId)].map(([appId, of]) => {
        const summary = mergedOf(of.map(({ part }) => part))
        return {
          appId,
          appName: of.find(({ appName }) => appName !== null)?.appName ?? null,
          totalAds: summary.totalAds,
          storefronts: summary.countries.map(({ code }) => code),
          placements: summary.placements,
          firstImpressionDate: summary.firstImpressionDate,
          firstImpressionOverOneYear: summary.firstImpressionOverOneYear,
          lastImpressionDate: summary.lastImpressionDate
        }
      })
      const provenance: Provenance = measured({
        source: "official_ads",
        asOfMs: Math.min(...readings.map(({ readMs }) => readMs)),
        stale: isStale
      })
      return {
        developerId,
        developerName: rows.find(({ developerName }) => developerName !== null)?.developerName ?? named.developerName,
        totalAds: apps.reduce((all, { totalAds }) => all + totalAds, 0),
        apps: apps.toSorted((a, b) => b.totalAds - a.totalAds || a.appId - b.appId),
        provenance
      }
    }),

    moves: Effect.fn("Reports.moves")(function* (accountId: string, appId: number) {
      const moves = yield* watches.movesOf(accountId, appId, movesMax)
      return (
        moves?.map(({ dataEnd, moves, seenMs }) => ({
          seenAt: isoOf(seenMs),
          dataEndDate: dataEnd,
          text: textOf(moves),
          moves
        })) ?? null
      )
    }),

    restrictions: Effect.fn("Reports.restrictions")(function* ({ datePreset, storefronts }: Of, budgetMs: number) {
      const { asOfMs, stale, value } = yield* readings.cached(
        restrictionLists,
        "restrictions",
        datePreset,
        Effect.mapError(repository.restrictions(datePreset), fromRepository),
        budgetMs
      )
      return {
        items: value
          .filter((item) => item.storefronts.some((code) => storefronts.includes(code)))
          .toSorted((a, b) => ((a.actionDate ?? "") < (b.actionDate ?? "") ? 1 : -1))
          .slice(0, restrictionsMax),
        provenance: measured({ source: "official_ads", asOfMs, stale }, [
          "no app, developer or category of a restriction is published"
        ])
      }
    })
  }
})

/** What `include` adds to an app's ads. */
export class Reports extends Context.Service<Reports, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/ad-library/Reports"
) {
  static readonly layer = (config: AdLibraryConfig) => Layer.effect(this, make(config))
}
