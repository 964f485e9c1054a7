import { ChartedApps, chartTitle, type KnownApp } from "@storeglass/charts/contract"
import {
  asDocumented,
  Caller,
  daysIn,
  isoOf,
  plusDays,
  type ServiceUnavailable,
  stored,
  windowOf
} from "@storeglass/plugin-api"
import { AppStores, type BadRequest, type StoreQuery, storeAsked } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer, Option } from "effect"
import { WatchedApps } from "../contract.ts"
import { countedIn } from "../records/RatingHistory.ts"
import { type CountedDay, RatingSnapshotStore } from "../records/RatingSnapshotStore.ts"
import { storeFacts } from "../storeFacts.ts"
import type { AppsAnswer, ChartMovesAnswer, ProfileAnswer, RatingsAnswer } from "./api.ts"

/** Ratings older than this aren't shown as those of now. */
const ratingDaysMax = 400
const moveDays = 7
/** Each is looked for in all charts of its country. */
const movedAppsMax = 20

interface AppQuery extends StoreQuery {
  readonly appId: string
}
interface DaysQuery extends AppQuery {
  readonly from?: string
  readonly to?: string
}
type Refused = BadRequest | ServiceUnavailable

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
/** As `ChartedApps.find` matches names. */
const matches = (q: string | undefined, appId: string, ...texts: ReadonlyArray<string | null>) => {
  if (q === undefined || q === appId) return true
  const known = texts.flatMap((text) => wordsOf(text ?? ""))
  const wanted = wordsOf(q)
  return wanted.length > 0 && wanted.every((word) => known.some((other) => other.startsWith(word)))
}

const keyOf = ({ appId, platform }: { readonly platform: string; readonly appId: string }) => `${platform}:${appId}`
const noCharts: Pick<ChartedApps["Service"], "find" | "moves" | "of"> = {
  find: () => Effect.succeed([]),
  moves: () => Effect.succeed([]),
  of: () => Effect.succeed([])
}

/** What is kept of apps, for pages; no store is asked. */
export class KeptApps extends Context.Service<
  KeptApps,
  {
    readonly list: (query: {
      readonly q?: string
      readonly platform?: StoreQuery["platform"]
      readonly limit: number
    }) => Effect.Effect<AppsAnswer, ServiceUnavailable, Caller>
    readonly profile: (query: AppQuery) => Effect.Effect<ProfileAnswer, Refused>
    readonly ratings: (query: DaysQuery) => Effect.Effect<RatingsAnswer, Refused>
    readonly chartMoves: (query: {
      readonly limit: number
    }) => Effect.Effect<ChartMovesAnswer, ServiceUnavailable, Caller>
  }
>()("@storeglass/apps/KeptApps") {
  static readonly layer = Layer.effect(
    KeptApps,
    Effect.gen(function* () {
      const asks = yield* storeAsked
      const stores = yield* AppStores
      const snapshots = yield* RatingSnapshotStore
      const watched = yield* WatchedApps
      const charted = Option.getOrElse(yield* Effect.serviceOption(ChartedApps), () => noCharts)

      const list = Effect.fn("KeptApps.list")(function* ({
        limit,
        platform,
        q
      }: {
        readonly q?: string
        readonly platform?: StoreQuery["platform"]
        readonly limit: number
      }) {
        const { accountId } = yield* Caller
        const nowMs = yield* Clock.currentTimeMillis
        const ofAccount = (yield* watched.of(accountId)).filter(
          (app) => platform === undefined || app.platform === platform
        )
        const known = new Map((yield* charted.of(ofAccount)).map((app) => [keyOf(app), app]))
        const own = ofAccount
          .map((app) => {
            const told = known.get(keyOf(app))
            return {
              ...app,
              name: app.name ?? told?.name ?? null,
              iconUrl: app.iconUrl ?? told?.iconUrl ?? null,
              developer: app.developer ?? told?.seller ?? null
            }
          })
          .filter(({ appId, developer, name }) => matches(q, appId, name, developer))
          .slice(0, limit)
        const taken = new Set(own.map(keyOf))
        const found = yield* charted.find({ q, platform, limit })
        const others = found.flatMap((app) =>
          taken.has(keyOf(app))
            ? []
            : [
                {
                  platform: app.platform,
                  appId: app.appId,
                  country: app.country ?? "us",
                  name: app.name,
                  iconUrl: app.iconUrl,
                  developer: app.seller,
                  reason: "chart" as const
                }
              ]
        )
        return {
          apps: [...own, ...others].slice(0, limit),
          provenance: stored(nowMs, {
            limitations: ["only apps that your account watches or that a kept chart told of; open any other by its id"]
          })
        }
      }, asDocumented)

      const profile = Effect.fn("KeptApps.profile")(function* (query: AppQuery) {
        const { country, store } = yield* asks.store(query)
        const { platform } = store
        const appId = yield* store.parseAppId(query.appId, "appId (query)")
        const today = isoOf(yield* Clock.currentTimeMillis).slice(0, 10)
        const days = yield* snapshots.within(
          { platform, appId, country: countedIn(platform, country) },
          { from: plusDays(today, -ratingDaysMax), to: today }
        )
        const [told]: ReadonlyArray<KnownApp | undefined> = yield* charted.of([{ platform, appId }])
        const [page] = store.known === undefined ? [] : yield* store.known([appId], country)
        const newest = days.at(-1)
        const isStored = told !== undefined || page !== undefined || newest !== undefined
        return {
          platform,
          appId,
          country,
          status: isStored ? ("stored" as const) : ("not_stored" as const),
          name: page?.name ?? told?.name ?? null,
          iconUrl: page?.iconUrl ?? told?.iconUrl ?? null,
          developer: page?.seller ?? told?.seller ?? null,
          category: page?.genreName ?? told?.genreName ?? null,
          categoryId: page?.genreId ?? told?.genreId ?? null,
          ratings: {
            average: newest?.averageRating ?? null,
            count: newest?.ratingCount ?? null,
            installs: newest?.installs ?? null,
            status: newest === undefined ? ("not_measured" as const) : ("measured" as const),
            scope: storeFacts[platform].scope,
            date: newest?.day ?? null
          },
          provenance: stored(newest?.observedAtMs ?? null, {
            status: isStored ? "measured" : "not_measured",
            limitations: isStored
              ? ["name, developer and category are as a chart or an earlier answer told them last"]
              : ["nothing is kept of the app yet: GET /v1/apps/{id} asks the store"]
          })
        }
      }, asDocumented)

      const ratings = Effect.fn("KeptApps.ratings")(function* (query: DaysQuery) {
        const { country, store } = yield* asks.store(query)
        const { platform } = store
        const appId = yield* store.parseAppId(query.appId, "appId (query)")
        const days = yield* windowOf(query)
        const found = yield* snapshots.within({ platform, appId, country: countedIn(platform, country) }, days)
        const byDay = new Map(found.map((row) => [row.day, row]))
        return {
          platform,
          appId,
          country,
          ...days,
          scope: storeFacts[platform].scope,
          days: daysIn(days).map((date) => ratedOn(date, byDay.get(date))),
          provenance: stored(found.at(-1)?.observedAtMs ?? null, {
            sampleSize: found.length,
            limitations: [
              ...(found.length === 0 ? ["nobody asked the store for the app in these days"] : []),
              "how many ratings have how many stars isn't kept"
            ]
          })
        }
      }, asDocumented)

      const chartMoves = Effect.fn("KeptApps.chartMoves")(function* ({ limit }: { readonly limit: number }) {
        const { accountId } = yield* Caller
        const apps = (yield* watched.of(accountId)).slice(0, movedAppsMax)
        const names = new Map(apps.map((app) => [keyOf(app), app.name]))
        const found = yield* charted.moves(apps, moveDays)
        const genres = new Map<string, AppsGenres>()
        for (const platform of new Set(apps.map((app) => app.platform))) {
          const store = yield* Effect.option(stores.get(platform))
          genres.set(platform, Option.isSome(store) ? store.value.genres : [])
        }
        const moves = found
          .map(({ appId, asOfMs, depth, key, name, platform, previousRank, rank }) => ({
            platform,
            appId,
            country: key.country,
            name: names.get(keyOf({ platform, appId })) ?? name,
            chart: key.chart,
            genreId: key.genreId ?? "all",
            title: chartTitle(genres.get(platform) ?? [], key),
            move: moveOf(rank, previousRank),
            rank,
            previousRank,
            change: rank === null || previousRank === null ? null : previousRank - rank,
            depth,
            asOf: isoOf(asOfMs)
          }))
          .toSorted((a, b) => placeOf(a.move) - placeOf(b.move))
        const newestMs = found.reduce<number | null>((max, { asOfMs }) => Math.max(max ?? 0, asOfMs), null)
        return {
          days: moveDays,
          watched: apps.length,
          moves: moves.slice(0, limit),
          provenance: stored(newestMs, {
            sampleSize: found.length,
            limitations:
              apps.length === 0
                ? ["your account watches no app: keep one in the workspace, or track keywords"]
                : found.length === 0
                  ? ["none of your apps moved in the kept charts of their countries, or no list of a week ago is kept"]
                  : []
          })
        }
      }, asDocumented)

      return KeptApps.of({ list, profile, ratings, chartMoves })
    })
  )
}

/** What came and went is told first. */
const placeOf = (move: ReturnType<typeof moveOf>) => (move === "entered" ? 0 : move === "left" ? 1 : 2)

type AppsGenres = ReadonlyArray<{ readonly id: string; readonly name: string }>

const moveOf = (rank: number | null, previousRank: number | null): ChartMovesAnswer["moves"][number]["move"] =>
  previousRank === null ? "entered" : rank === null ? "left" : rank < previousRank ? "rose" : "fell"

const ratedOn = (date: string, row: CountedDay | undefined) =>
  row === undefined
    ? { date, average: null, count: null, installs: null, status: "not_measured" as const }
    : {
        date,
        average: row.averageRating,
        count: row.ratingCount,
        installs: row.installs,
        status: "measured" as const
      }
