import { asDocumented, Caller, Exchange, served } from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { GrowthApi } from "./api.ts"
import { listedChannels } from "./channels/Listing.ts"
import { AppInbox } from "./dashboard/AppInbox.ts"
import { Digests } from "./digests/Digests.ts"
import { DryRuns } from "./dryRuns/DryRuns.ts"
import { Insights } from "./insight/Insights.ts"
import { Learned } from "./learned/Learned.ts"
import { Opportunities } from "./opportunities/Opportunities.ts"
import { Stats } from "./opportunities/Stats.ts"
import { Outcomes } from "./outcome/Outcomes.ts"
import { Bootstraps } from "./projects/Bootstraps.ts"
import { Projects } from "./projects/Projects.ts"
import { Scans, scanCredits } from "./scans/Scans.ts"
import { Searches } from "./searches/Searches.ts"

const told = <A, E, R>(answer: Effect.Effect<A, E, R>) => Effect.map(asDocumented(answer), (data) => ({ data }))
const free = Exchange.use((exchange) => exchange.quote({ credits: 0 }))
const accountId = Effect.map(Caller, (caller) => caller.accountId)
/** A page, with the address of the next. */
const listed = <A extends { readonly nextCursor: string | null }, E, R>(answer: Effect.Effect<A, E, R>) =>
  told(
    Effect.tap(answer, ({ nextCursor }) =>
      nextCursor === null ? Effect.void : Exchange.use((exchange) => exchange.nextPage(nextCursor))
    )
  )

/** What is read over /v1 and by pages alike. */
const makeReads = Effect.gen(function* () {
  const channels = yield* listedChannels
  const projects = yield* Projects
  return {
    channels: () => told(channels),
    projects: (query: Parameters<typeof projects.list>[1]) =>
      listed(Effect.flatMap(accountId, (account) => projects.list(account, query)))
  }
})

const keyed = HttpApiBuilder.group(
  GrowthApi,
  "growth",
  Effect.fn(function* (handlers) {
    const reads = yield* makeReads
    const projects = yield* Projects
    const bootstraps = yield* Bootstraps
    const dryRuns = yield* DryRuns
    const scans = yield* Scans
    const stats = yield* Stats
    const opportunities = yield* Opportunities
    const learned = yield* Learned
    const insights = yield* Insights
    const outcomes = yield* Outcomes
    return handlers.handleAll({
      channels: reads.channels,
      projects: ({ query }) => reads.projects(query),
      addProject: ({ payload }) => told(Effect.flatMap(Caller, (caller) => projects.add(caller, payload))),
      dryRun: ({ payload }) =>
        told(
          Effect.flatMap(accountId, (account) => dryRuns.run(account, payload)).pipe(
            // Nothing but sources that could be read is paid for.
            Effect.tap(({ queries }) => (queries.some(({ pages }) => pages > 0) ? Effect.void : free))
          )
        ),
      bootstrap: ({ payload }) =>
        told(
          Effect.flatMap(Caller, (caller) => bootstraps.make(caller, payload)).pipe(
            Effect.tap(({ existing }) => (existing ? free : Effect.void))
          )
        ),
      scan: ({ params }) =>
        told(
          Effect.gen(function* () {
            const { holdId, ...accepted } = yield* scans.accept(yield* accountId, params.id)
            const exchange = yield* Exchange
            if (holdId === null) yield* exchange.quote({ credits: 0 })
            else yield* exchange.held({ holdId, credits: scanCredits })
            return accepted
          })
        ),
      stats: ({ params, query }) =>
        told(Effect.flatMap(accountId, (account) => stats.of(account, params.id, query.days))),
      learned: ({ params }) => told(Effect.flatMap(accountId, (account) => learned.weights(account, params.id))),
      insight: ({ params, query }) =>
        served(
          asDocumented(Effect.flatMap(accountId, (account) => insights.of(account, params.id, query))).pipe(
            Effect.tap(({ looked }) => (looked === 0 ? free : Effect.void))
          )
        ),
      keptInsight: ({ params }) =>
        served(asDocumented(Effect.flatMap(accountId, (account) => insights.kept(account, params.id)))),
      outcomes: ({ params, query }) =>
        served(
          asDocumented(Effect.flatMap(accountId, (account) => outcomes.of(account, params.id, query))).pipe(
            Effect.tap(({ items }) => (items.length === 0 ? free : Effect.void))
          )
        ),
      opportunities: ({ query }) =>
        listed(
          Effect.flatMap(accountId, (account) => opportunities.list(account, query)).pipe(
            Effect.tap(({ items }) => (items.length === 0 ? free : Effect.void))
          )
        ),
      review: ({ params, payload }) =>
        served(asDocumented(Effect.flatMap(accountId, (account) => opportunities.review(account, params.id, payload)))),
      markReplied: ({ params, payload }) =>
        served(
          asDocumented(Effect.flatMap(accountId, (account) => opportunities.markReplied(account, params.id, payload)))
        )
    })
  })
)

const pages = HttpApiBuilder.group(
  GrowthApi,
  "growthDashboard",
  Effect.fn(function* (handlers) {
    const reads = yield* makeReads
    const app = yield* AppInbox
    const searches = yield* Searches
    const insights = yield* Insights
    const digests = yield* Digests
    const outcomes = yield* Outcomes
    return handlers.handleAll({
      inbox: ({ query }) => told(Effect.flatMap(accountId, (account) => app.inbox(account, query))),
      stats: ({ query }) => told(Effect.flatMap(accountId, (account) => app.stats(account, query))),
      projects: ({ query }) => reads.projects(query),
      channels: reads.channels,
      insight: ({ query }) => told(Effect.flatMap(accountId, (account) => insights.ofApp(account, query))),
      digest: () => told(Effect.flatMap(accountId, (account) => digests.read(account))),
      saveDigest: ({ payload }) => told(Effect.flatMap(accountId, (account) => digests.save(account, payload))),
      makeFeed: () => told(Effect.flatMap(accountId, (account) => digests.makeFeed(account))),
      removeFeed: () => told(Effect.flatMap(accountId, (account) => digests.removeFeed(account))),
      outcomes: ({ query }) => told(Effect.flatMap(accountId, (account) => outcomes.ofApp(account, query))),
      searches: () => told(Effect.flatMap(accountId, (account) => searches.list(account))),
      saveSearch: ({ payload }) => told(Effect.flatMap(accountId, (account) => searches.save(account, payload))),
      removeSearch: ({ query }) => told(Effect.flatMap(accountId, (account) => searches.remove(account, query.name))),
      searched: ({ query }) => told(Effect.flatMap(accountId, (account) => searches.found(account, query)))
    })
  })
)

export const handlers = Layer.mergeAll(keyed, pages)
