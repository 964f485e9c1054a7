import { WatchedApps } from "@storeglass/apps/contract"
import { addDays, dayOf, startMsOf } from "@storeglass/history"
import { asDocumented, Caller, type ServiceUnavailable } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Option } from "effect"
import { scoreOf, visibilityOver } from "../book/scores.ts"
import type { BookRank } from "../contract.ts"
import { estimateOf } from "../estimates.ts"
import { type KeptStanding, KeptStandings } from "../history/KeptStandings.ts"
import { type TrackedMarket, VisibilityHistory } from "../history/VisibilityHistory.ts"
import { windowOver } from "../history/visibilityWindow.ts"
import { moversModel } from "../models/movers.ts"
import { visibilityModel } from "../models/visibility.ts"
import { volumeModel, volumeRange } from "../models/volume.ts"
import { latestMs, mixedSources, scoredFrom, searchOrder } from "../provenance.ts"
import type { MovedAnswer, VisibilityLinesAnswer, WatchlistAnswer } from "./api.ts"
import { byMove, moveOf } from "./moves.ts"
import { seenDays } from "./seenDays.ts"

const days = 7
/** Of visibility over time. */
const lineDays = 30
/** As many as can be told apart. */
const linesMax = 6
/** Each is looked up for every tracked keyword. */
const appsMax = 12
/** Of an account that keeps no app, the first of those that are seen for its keywords. */
const seenMax = 3
const hundredths = (value: number) => Math.round(value * 100) / 100

const nothingTracked =
  "your account tracks no keyword: POST /v1/keywords/track has one collected daily, and the workspace those of an app"

type WatchedMarket = Pick<WatchlistAnswer["apps"][number], "appId" | "country" | "device" | "platform">
const marketOf = ({ appId, country, device, platform }: WatchedMarket) =>
  JSON.stringify([platform, appId, country, device])

const rankOf = (snapshot: KeptStanding["now"]): BookRank =>
  snapshot === null
    ? { rank: null, rankStatus: "not_measured" }
    : { rank: snapshot.rank, rankStatus: snapshot.rank === null ? "not_in_top_n" : "ranked" }

const seen = (standings: ReadonlyArray<KeptStanding>, at: "now" | "before") =>
  visibilityOver(
    standings.map((standing) => ({
      ...rankOf(standing[at]),
      volume: scoreOf(standing.volume, volumeModel, volumeRange)
    }))
  )

/** What an account's first page tells of its keywords; no store is asked. */
export class AccountKeywords extends Context.Service<
  AccountKeywords,
  {
    readonly moved: (query: { readonly limit: number }) => Effect.Effect<MovedAnswer, ServiceUnavailable, Caller>
    readonly watchlist: (query: {
      readonly limit: number
    }) => Effect.Effect<WatchlistAnswer, ServiceUnavailable, Caller>
    readonly visibility: Effect.Effect<VisibilityLinesAnswer, ServiceUnavailable, Caller>
  }
>()("@storeglass/keywords/AccountKeywords") {
  static readonly layer = Layer.effect(
    AccountKeywords,
    Effect.gen(function* () {
      const kept = yield* KeptStandings
      const history = yield* VisibilityHistory
      const watched = Option.getOrUndefined(yield* Effect.serviceOption(WatchedApps))

      /** The apps whose ranks concern the account: those that it keeps, else those that are seen for its keywords. */
      const appsOf = Effect.fnUntraced(function* (accountId: string) {
        const own = watched === undefined ? [] : yield* watched.of(accountId)
        const held = own.filter(({ reason }) => reason === "workspace")
        if (held.length > 0) return { reason: "workspace" as const, apps: held.slice(0, appsMax) }
        return { reason: "tracked" as const, apps: yield* kept.seenFor(accountId, seenMax) }
      })

      /** How each stands in each market where the account tracks keywords and that the app is of. */
      const read = Effect.fnUntraced(function* () {
        const { accountId } = yield* Caller
        const today = dayOf(yield* Clock.currentTimeMillis)
        const { apps, reason } = yield* appsOf(accountId)
        const found = yield* kept.ofAccount(accountId, apps, { from: addDays(today, -days), to: today })
        const standings = found.flatMap(({ name, place, ...standing }) => {
          const app = apps[place]
          // An app that no list of a market has shown is looked at where it's kept, and nowhere else.
          if (app === undefined || (name === null && app.country !== standing.country)) return []
          const { appId, platform } = app
          return [{ platform, appId, app: app.name ?? name, ...standing }]
        })
        return { reason, apps, standings }
      })

      const moved = Effect.fn("AccountKeywords.moved")(function* ({ limit }: { readonly limit: number }) {
        const { reason, standings } = yield* read()
        const moves = standings
          .flatMap(({ app, appId, country, device, platform, ...standing }) => {
            const move = moveOf(standing)
            return move === null ? [] : [{ platform, appId, app, country, device, ...move }]
          })
          .sort(byMove)
        const compared = standings.filter(({ before, now }) => before !== null && now !== null)
        return {
          days,
          reason,
          tracked: standings.length,
          moves: moves.slice(0, limit),
          provenance: scoredFrom(latestMs(compared.map(({ observedMs }) => observedMs)), {
            model: moversModel,
            sampleSize: compared.length,
            limitations: [
              ...(standings.length === 0
                ? [nothingTracked]
                : compared.length === 0
                  ? [
                      "no keyword was searched for now and a week ago yet: moves appear once the collection has run so long"
                    ]
                  : []),
              searchOrder
            ]
          })
        }
      }, asDocumented)

      const lastDays = Effect.map(Clock.currentTimeMillis, (nowMs) => {
        const to = dayOf(nowMs)
        return { from: addDays(to, -(lineDays - 1)), to }
      })

      /** Visibility day by day in a market of an app. */
      const overDays = Effect.fnUntraced(function* (
        { keywords, listingId }: Pick<TrackedMarket, "keywords" | "listingId">,
        { from, to }: { readonly from: string; readonly to: string }
      ) {
        const seen = windowOver(yield* history.places(listingId, from, to), keywords, { from, to })
        return { keywords: seen.held.length, days: seenDays(seen, { from, since: from, to }) }
      })

      /** The lines of the markets of a watchlist, by market. */
      const trendsOf = Effect.fnUntraced(function* (
        apps: Effect.Success<ReturnType<typeof appsOf>>["apps"],
        markets: ReadonlyArray<WatchedMarket>
      ) {
        const { accountId } = yield* Caller
        const window = yield* lastDays
        const wanted = new Set(markets.map(marketOf))
        const tracked = yield* history.tracked(accountId, apps, window.from, window.to)
        const lines = yield* Effect.forEach(tracked, (market) => {
          const app = apps[market.place]
          const key = app === undefined ? undefined : marketOf({ ...market, ...app, country: market.country })
          if (key === undefined || !wanted.has(key)) return Effect.succeed([])
          return Effect.map(overDays(market, window), ({ days: told }) => [
            [key, told.map(({ score }) => score)] as const
          ])
        })
        return new Map(lines.flat())
      })

      const watchlist = Effect.fn("AccountKeywords.watchlist")(function* ({ limit }: { readonly limit: number }) {
        const { apps: watchedApps, reason, standings } = yield* read()
        const markets = Map.groupBy(standings, marketOf)
        const apps = [...markets.values()].flatMap((market) => {
          const [first] = market
          if (first === undefined) return []
          const { app, appId, country, device, platform } = first
          const measured = market.filter(({ now }) => now !== null)
          const both = measured.filter(({ before }) => before !== null)
          const [now, then] = [seen(both, "now"), seen(both, "before")]
          const isCompared = now.value !== null && then.value !== null
          const score = isCompared ? now : seen(market, "now")
          return [
            {
              platform,
              appId,
              app,
              country,
              device,
              keywords: market.length,
              measured: measured.length,
              ranked: measured.length === 0 ? null : measured.filter(({ now: at }) => at?.rank != null).length,
              visibility: score.value,
              previousVisibility: isCompared ? then.value : null,
              change: now.value === null || then.value === null ? null : hundredths(now.value - then.value),
              status: score.value === null ? ("not_measured" as const) : ("estimated" as const),
              estimates: { visibility: estimateOf(score.value, visibilityModel, () => score.range) }
            }
          ]
        })
        const shown = apps.slice(0, limit)
        const trends = yield* trendsOf(watchedApps, shown)
        return {
          days,
          reason,
          apps: shown.map((app) => ({ ...app, trend: trends.get(marketOf(app)) ?? [] })),
          provenance: scoredFrom(latestMs(standings.map(({ observedMs }) => observedMs)), {
            model: visibilityModel,
            sampleSize: standings.length,
            limitations: [...(standings.length === 0 ? [nothingTracked] : []), searchOrder]
          })
        }
      }, asDocumented)

      const visibility = Effect.gen(function* () {
        const { accountId } = yield* Caller
        const { from, to } = yield* lastDays
        const { apps, reason } = yield* appsOf(accountId)
        const found = yield* history.tracked(accountId, apps, from, to)
        // Each app where it's kept before any elsewhere, so that one sold in many countries leaves room for the others.
        const isElsewhere = ({ country, place }: TrackedMarket) => Number(apps[place]?.country !== country)
        const measured = found
          .filter(({ keywords }) =>
            keywords.some((keyword) => keyword.volume !== null && keyword.measured.includes(true))
          )
          .toSorted((one, other) => isElsewhere(one) - isElsewhere(other))
        const shown = measured.slice(0, linesMax).flatMap((market) => {
          const app = apps[market.place]
          return app === undefined
            ? []
            : [{ ...market, ...app, country: market.country, name: app.name ?? market.name }]
        })
        /** What tells a line from those of the same name and country. */
        const apart = (line: (typeof shown)[number]) => {
          const alike = shown.filter(({ country, name }) => country === line.country && name === line.name)
          return (["platform", "device", "appId"] as const).flatMap((part) =>
            new Set(alike.map((each) => each[part])).size > 1 ? [line[part]] : []
          )
        }
        const told = yield* Effect.forEach(shown, (shownLine) =>
          Effect.gen(function* () {
            const { appId, country, device, name, platform } = shownLine
            return {
              name: [name, country.toUpperCase(), ...apart(shownLine)].join(" · "),
              platform,
              appId,
              app: name,
              country,
              device,
              model: visibilityModel,
              ...(yield* overDays(shownLine, { from, to }))
            }
          })
        )
        const measuredOn = told.flatMap(({ days: all }) => all.findLast(({ score }) => score !== null)?.date ?? [])
        return {
          from,
          to,
          reason,
          lines: told,
          provenance: scoredFrom(latestMs(measuredOn.map(startMsOf)), {
            model: visibilityModel,
            sampleSize: told.reduce((sum, { keywords }) => sum + keywords, 0),
            limitations: [...(found.length === 0 ? [nothingTracked] : []), mixedSources, searchOrder]
          })
        }
      }).pipe(asDocumented, Effect.withSpan("AccountKeywords.visibility"))

      return AccountKeywords.of({ moved, watchlist, visibility })
    })
  )
}

/** So many of the apps that are seen for an account's keywords are told to others. */
const toldMax = 10

/** Tells the apps plugin, where it's enabled, which apps are seen for the keywords that an account tracks. */
export const toldApps = Layer.effectDiscard(
  Effect.gen(function* () {
    const kept = yield* KeptStandings
    const watched = yield* Effect.serviceOption(WatchedApps)
    if (Option.isNone(watched)) return
    yield* watched.value.register({
      reason: "tracked",
      of: (accountId) =>
        Effect.map(kept.seenFor(accountId, toldMax), (apps) =>
          apps.map(({ appId, country, name, platform, seller }) => ({
            platform,
            appId,
            country,
            name,
            iconUrl: null,
            developer: seller === "" ? null : seller
          }))
        )
    })
  })
)
