import { addDays, dayOf, daysFrom, startMsOf } from "@storeglass/history"
import { asDocumented, Caller, type ServiceUnavailable, stored, windowOf } from "@storeglass/plugin-api"
import type { BadRequest } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer } from "effect"
import { Asked, type MarketQuery } from "../Asked.ts"
import type { KeywordsConfig } from "../config.ts"
import { estimatesOf } from "../estimates.ts"
import { AppStandings } from "../history/AppStandings.ts"
import { KeptStandings } from "../history/KeptStandings.ts"
import { KeywordKeys } from "../history/KeywordKeys.ts"
import { VisibilityHistory } from "../history/VisibilityHistory.ts"
import { nothingSeen, readWindow } from "../history/visibilityWindow.ts"
import { moversModel } from "../models/movers.ts"
import { rankChange } from "../models/trend.ts"
import { visibilityModel } from "../models/visibility.ts"
import { latestMs, mixedSources, noneOf, scoredFrom, searchOrder } from "../provenance.ts"
import type { KeptKeywordsAnswer, RankLinesAnswer, VisibilityDaysAnswer } from "./api.ts"
import { byMove, moveOf } from "./moves.ts"
import { seenDays } from "./seenDays.ts"

interface Query extends MarketQuery {
  readonly appId: string
  readonly from?: string
  readonly to?: string
}
interface Limited extends Query {
  readonly limit: number
}
type Refused = BadRequest | ServiceUnavailable

/** The sums behind visibility are kept for so many days before the latest search. */
const visibilityDaysMax = 95

/** What an app's page tells of its keywords; no store is asked. */
export class AppRanks extends Context.Service<
  AppRanks,
  {
    readonly ranks: (query: Limited) => Effect.Effect<RankLinesAnswer, Refused, Caller>
    readonly keywords: (query: Limited) => Effect.Effect<KeptKeywordsAnswer, Refused, Caller>
    readonly visibility: (query: Query) => Effect.Effect<VisibilityDaysAnswer, Refused>
  }
>()("@storeglass/keywords/AppRanks") {
  static readonly layer = ({ discover }: Pick<KeywordsConfig, "discover">) =>
    Layer.effect(
      AppRanks,
      Effect.gen(function* () {
        const asks = yield* Asked
        const keys = yield* KeywordKeys
        const listings = yield* AppStandings
        const kept = yield* KeptStandings
        const history = yield* VisibilityHistory
        const termsMax = discover.searchesMax

        const find = Effect.fnUntraced(function* (query: Query) {
          const market = yield* asks.market(query)
          const appId = yield* market.store.parseAppId(query.appId, "appId (query)")
          const days = yield* windowOf(query)
          const listing = yield* listings.listing(market, appId)
          const { country, device, platform } = market
          return {
            head: { platform, country, device, appId, ...days },
            listing,
            marketId: yield* keys.marketId(market)
          }
        })

        /** Those that the account tracks first, then by rank; what isn't ranked is last. */
        const standingsOf = Effect.fnUntraced(function* (query: Query) {
          const { accountId } = yield* Caller
          const { head, listing, marketId } = yield* find(query)
          const found =
            marketId === null
              ? []
              : yield* kept.ofApp(accountId, { marketId, listingId: listing?.id ?? null, termsMax }, head)
          const standings = found.toSorted(
            (a, b) =>
              Number(b.tracked) - Number(a.tracked) ||
              (a.now?.rank ?? Number.POSITIVE_INFINITY) - (b.now?.rank ?? Number.POSITIVE_INFINITY) ||
              (b.volume ?? -1) - (a.volume ?? -1)
          )
          return { head, listing, standings }
        })

        const ranks = Effect.fn("AppRanks.ranks")(function* (query: Limited) {
          const { head, listing, standings } = yield* standingsOf(query)
          const shown = standings.slice(0, query.limit)
          const found = yield* kept.history(
            listing?.id ?? null,
            shown.map(({ keywordId }) => keywordId),
            head
          )
          const byDay = new Map(found.map((row) => [`${row.keywordId} ${row.day}`, row]))
          return {
            ...head,
            lines: shown.map(({ keyword, keywordId, tracked }) => ({
              name: keyword,
              tracked,
              days: daysFrom(head.from, head.to).map((date) => {
                const row = byDay.get(`${keywordId} ${date}`)
                return row === undefined
                  ? { date, rank: null, status: "not_measured" as const, depth: null }
                  : {
                      date,
                      rank: row.rank,
                      status: row.rank === null ? ("not_in_top_n" as const) : ("ranked" as const),
                      depth: row.depth
                    }
              })
            })),
            provenance: stored(latestMs(found.map(({ observedMs }) => observedMs)), {
              sampleSize: found.length,
              limitations: [...noneOf(shown.length, head), searchOrder, mixedSources]
            })
          }
        }, asDocumented)

        const keywords = Effect.fn("AppRanks.keywords")(function* (query: Limited) {
          const { head, standings } = yield* standingsOf(query)
          const measured = standings.filter(({ now }) => now !== null)
          return {
            ...head,
            keywords: standings
              .slice(0, query.limit)
              .map(({ before, best, difficulty, keyword, now, tracked, volume }) => ({
                keyword,
                tracked,
                rank: now?.rank ?? null,
                status:
                  now === null
                    ? ("not_measured" as const)
                    : now.rank === null
                      ? ("not_in_top_n" as const)
                      : ("ranked" as const),
                depth: now?.depth ?? null,
                change: rankChange(before, now),
                best,
                asOf: now?.day ?? null,
                volumeScore: volume,
                difficulty,
                estimates: estimatesOf({ volume, difficulty })
              })),
            movers: standings
              .flatMap((standing) => moveOf(standing) ?? [])
              .sort(byMove)
              .slice(0, query.limit),
            provenance: scoredFrom(latestMs(measured.map(({ observedMs }) => observedMs)), {
              model: moversModel,
              sampleSize: measured.length,
              limitations: [...noneOf(standings.length, head), searchOrder, mixedSources]
            })
          }
        }, asDocumented)

        const visibility = Effect.fn("AppRanks.visibility")(function* (query: Query) {
          const { head, listing } = yield* find(query)
          const today = dayOf(yield* Clock.currentTimeMillis)
          const oldest = addDays(today, -visibilityDaysMax)
          const isCut = head.from < oldest
          const from = isCut ? oldest : head.from
          const seen =
            listing === null || head.to < from
              ? nothingSeen
              : yield* readWindow(history, { listingId: listing.id, termsMax, from, to: head.to })
          const last = seen.series.at(-1)
          return {
            ...head,
            model: visibilityModel,
            keywords: seen.held.length,
            days: seenDays(seen, { ...head, since: from }),
            provenance: scoredFrom(last === undefined ? null : startMsOf(last.date), {
              model: visibilityModel,
              sampleSize: seen.held.length,
              limitations: [
                ...(seen.series.length === 0 && seen.count.all > 0
                  ? [`the volume of the ${seen.count.all} keywords it ranks for isn't known yet`]
                  : noneOf(seen.series.length, head)),
                "only collected keywords are known; the score is over those measured on the first and on the last day",
                ...(isCut ? [`it is kept for ${visibilityDaysMax} days`] : []),
                mixedSources,
                searchOrder
              ]
            })
          }
        }, asDocumented)

        return AppRanks.of({ ranks, keywords, visibility })
      })
    )
}
