import { Caller, InvalidInput, served, stored } from "@storeglass/plugin-api"
import { trackIdOf } from "@storeglass/stores/contract"
import { Clock, Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { KeywordsApi } from "./api.ts"
import { Tracking } from "./collection/Tracking.ts"
import { AppKeywords } from "./compare/AppKeywords.ts"
import { Comparison } from "./compare/Comparison.ts"
import { Movers } from "./compare/Movers.ts"
import { Visibility } from "./compare/Visibility.ts"
import { type RankChangeQuery, RankChanges, TrackedCompetitors } from "./contract.ts"
import { AccountKeywords } from "./dashboard/AccountKeywords.ts"
import { AppRanks } from "./dashboard/AppRanks.ts"
import { available } from "./database.ts"
import { Trending } from "./history/Trending.ts"
import { Trends } from "./history/Trends.ts"
import { rankDiffModel } from "./models/rankDiff.ts"
import { isoOfUs, usOf } from "./moments.ts"
import { Metrics } from "./ranks/Metrics.ts"
import { many } from "./ranks/many.ts"
import { Official } from "./ranks/Official.ts"
import { Ranks } from "./ranks/Ranks.ts"
import { Suggestions } from "./ranks/Suggestions.ts"

interface ChangesQuery {
  readonly since: string
  readonly until?: string
  readonly app_ids?: ReadonlyArray<string>
  readonly change_types?: NonNullable<RankChangeQuery["types"]>
  readonly country?: string
  readonly platform?: NonNullable<RankChangeQuery["platform"]>
  readonly device?: string
  readonly limit: number
}

const moment = (name: string, text: string) => {
  const us = usOf(text)
  return us === null
    ? Effect.fail(new InvalidInput(`${name} (query): must be an ISO 8601 time such as 2026-11-21T08:00:00Z`))
    : Effect.succeed(us)
}

const changesOf = Effect.fnUntraced(function* (query: ChangesQuery) {
  const feed = yield* RankChanges
  const { app_ids: appIds, change_types: types, since, until, ...rest } = query
  const nowUs = (yield* Clock.currentTimeMillis) * 1_000
  const sinceUs = yield* moment("since", since)
  const untilUs = until === undefined ? nowUs : yield* moment("until", until)
  if (untilUs < sinceUs) return yield* new InvalidInput("until (query): is before since")
  const found = yield* available(
    feed.read({
      ...rest,
      sinceUs,
      untilUs,
      ...(appIds === undefined ? {} : { appIds }),
      ...(types === undefined ? {} : { types })
    })
  )
  return {
    since: isoOfUs(sinceUs),
    until: isoOfUs(untilUs),
    total: found.changes.length,
    hasMore: found.hasMore,
    nextSince: isoOfUs(found.nextUs),
    changes: found.changes.map(({ appId, detectedUs, type, ...change }) => ({
      ...change,
      appId: trackIdOf(change.platform, appId),
      genreId: null,
      changeType: type,
      detectedAt: isoOfUs(detectedUs)
    })),
    provenance: stored(Math.floor(Math.min(nowUs, untilUs) / 1_000), {
      model: rankDiffModel,
      sampleSize: found.changes.length
    })
  }
})

const keyed = HttpApiBuilder.group(
  KeywordsApi,
  "keywords",
  Effect.fn(function* (handlers) {
    const ranks = yield* Ranks
    const tracking = yield* Tracking
    const suggestions = yield* Suggestions
    const metrics = yield* Metrics
    const { beside } = yield* Official
    const trending = yield* Trending
    const comparison = yield* Comparison
    const visibility = yield* Visibility
    const movers = yield* Movers
    const appKeywords = yield* AppKeywords
    const trends = yield* Trends
    const changes = yield* RankChanges
    return handlers.handleAll({
      ranks: ({ query }) => served(many(query, ranks.of)),
      track: ({ payload }) => Effect.map(tracking.track(payload), (data) => ({ data })),
      tracked: ({ query }) => Effect.map(tracking.list(query), (data) => ({ data })),
      untrack: ({ query }) => Effect.map(tracking.untrack(query), (data) => ({ data })),
      suggestions: ({ query }) => served(suggestions.of(query)),
      metrics: ({ query: { official, ...query } }) =>
        served(many(query, (one) => (official ? Effect.flatMap(metrics.of(one), beside) : metrics.of(one)))),
      trending: ({ query }) => served(trending.of(query)),
      compare: ({ query }) => served(comparison.pair(query)),
      compareCluster: ({ query }) => served(comparison.cluster(query)),
      gap: ({ query }) => served(comparison.gaps(query)),
      visibility: ({ query }) => served(visibility.of(query)),
      movers: ({ query }) => served(movers.of(query)),
      appKeywords: ({ params, query }) => served(appKeywords.of(params.id, query)),
      trends: ({ params, query }) => served(trends.of(params.id, query)),
      rankChanges: ({ query }) => served(Effect.provideService(changesOf(query), RankChanges, changes))
    })
  })
)

const dashboard = HttpApiBuilder.group(
  KeywordsApi,
  "keywordsDashboard",
  Effect.fn(function* (handlers) {
    const account = yield* AccountKeywords
    const app = yield* AppRanks
    const tracking = yield* Tracking
    const rivals = yield* TrackedCompetitors
    const ofAccount = (app: Parameters<typeof rivals.of>[1]) =>
      Effect.flatMap(Caller, ({ accountId }) => available(rivals.of(accountId, app)))
    return handlers.handleAll({
      tracked: ({ query }) => Effect.map(tracking.list(query), (data) => ({ data })),
      moved: ({ query }) => served(account.moved(query)),
      watchlist: ({ query }) => served(account.watchlist(query)),
      ranks: ({ query }) => served(app.ranks(query)),
      keywords: ({ query }) => served(app.keywords(query)),
      visibility: ({ query }) => served(app.visibility(query)),
      competitors: ({ query }) => Effect.map(ofAccount(query), (competitors) => ({ data: { competitors } })),
      visibilityLines: () => served(account.visibility)
    })
  })
)

export const handlers = Layer.mergeAll(keyed, dashboard)
