import { measured, type Provenance, type UpstreamError } from "@storeglass/plugin-api"
import type { AskedApp, Sourced, StoreApp } from "@storeglass/stores/contract"
import { Context, Effect, Layer } from "effect"
import { searchTermOf, similarity } from "../models/similarity.ts"
import { ChartRanks } from "../rankings/ChartRanks.ts"
import { AppPages } from "../records/AppPages.ts"
import { RatingHistory } from "../records/RatingHistory.ts"
import { summaryOf } from "../records/summary.ts"
import type { SimilarApp as Listed } from "../schema.ts"
import { storeFacts } from "../storeFacts.ts"

export interface SimilarApp {
  readonly app: StoreApp
  readonly relation: Listed["relation"]
  readonly score: number | null
  readonly rank: number | null
}

export interface SimilarFound {
  readonly apps: ReadonlyArray<SimilarApp>
  readonly provenance: Provenance
}

const searchDepth = 30
const chartDepth = 30
/** Most apps that are asked for one by one. */
const requestsMax = 5

/**
 * Apps like another one: from the shelf of its page, in the store's order; where there is no shelf, those that the
 * store's search finds for its words and those in the chart of its genre, most alike first.
 */
export class SimilarApps extends Context.Service<
  SimilarApps,
  {
    readonly of: (
      asked: AskedApp,
      app: StoreApp,
      limit: number,
      pageWaitMs: number
    ) => Effect.Effect<SimilarFound, UpstreamError>
  }
>()("@storeglass/apps/SimilarApps") {
  static readonly layer = Layer.effect(
    SimilarApps,
    Effect.gen(function* () {
      const pages = yield* AppPages
      const ranks = yield* ChartRanks
      const history = yield* RatingHistory

      /** The records of apps; where each would cost a request, what is kept of them, and a few of the others. */
      const lookup = Effect.fnUntraced(function* ({ country, store }: AskedApp, ids: ReadonlyArray<string>) {
        if (store.known === undefined) {
          const found = yield* store.apps(ids, country)
          yield* history.record(found)
          return { value: found.value, source: found }
        }
        const known = yield* store.known(ids, country)
        const byId = new Map(known.map((app) => [app.appId, app]))
        const missing = ids.filter((id) => !byId.has(id)).slice(0, requestsMax)
        const asked = missing.length === 0 ? null : yield* Effect.result(store.apps(missing, country))
        if (asked?._tag === "Failure" && byId.size === 0) return yield* Effect.fail(asked.failure)
        if (asked?._tag === "Success") {
          yield* history.record(asked.success)
          for (const app of asked.success.value) byId.set(app.appId, app)
        }
        return {
          value: ids.flatMap((id) => byId.get(id) ?? []),
          source: asked?._tag === "Success" ? asked.success : null
        }
      })

      const bySearch = ({ country, store }: AskedApp, app: StoreApp) =>
        store.search({ term: searchTermOf(app.name), country, limit: searchDepth })

      const byGenre = Effect.fnUntraced(function* (asked: AskedApp, app: StoreApp) {
        if (app.genreId === null) return null
        const { country, store } = asked
        const chart = yield* ranks.get({ store, chart: "top-free", country, genreId: app.genreId })
        const ids = chart.entries.slice(0, chartDepth).map((entry) => entry.appId)
        if (ids.length === 0) return null
        const found = yield* lookup(asked, ids)
        const at = { asOfMs: chart.asOfMs, stale: false, source: "store_feed" as const }
        return {
          value: found.value,
          source: found.source ?? at,
          ranks: new Map(ids.map((id, index) => [id, index + 1]))
        }
      })

      const resembling = Effect.fnUntraced(function* (asked: AskedApp, app: StoreApp, limit: number, why: string) {
        const [searched, charted] = yield* Effect.all(
          [Effect.result(bySearch(asked, app)), Effect.result(byGenre(asked, app))],
          { concurrency: 2 }
        )
        const limitations = [
          ...storeFacts[asked.store.platform].cards,
          `no shelf of similar apps could be read (${why}): found by search and genre instead`
        ]
        const candidates = new Map<string, SimilarApp>()
        const add = (other: StoreApp, relation: SimilarApp["relation"], rank: number | null) => {
          if (other.appId === app.appId || candidates.has(other.appId)) return
          candidates.set(other.appId, { app: other, relation, rank, score: similarity(app, other) })
        }
        const source: Omit<Sourced<unknown>, "value"> = searched._tag === "Success"
          ? searched.success
          : charted._tag === "Success" && charted.success !== null
            ? charted.success.source
            : yield* Effect.fail(searched.failure)
        if (searched._tag === "Success") {
          yield* history.record(searched.success)
          for (const other of searched.success.value) add(other, "shared_keywords", null)
        } else limitations.push("the store's search didn't answer")
        if (charted._tag === "Failure") limitations.push("the genre's chart couldn't be read")
        else if (charted.success !== null) {
          for (const other of charted.success.value)
            add(other, "same_category", charted.success.ranks.get(other.appId) ?? null)
        }
        // Nothing found is an answer only when everything answered.
        if (candidates.size === 0 && charted._tag === "Failure") return yield* Effect.fail(charted.failure)
        if (candidates.size === 0 && searched._tag === "Failure") return yield* Effect.fail(searched.failure)
        const apps = [...candidates.values()].sort((a, b) => (b.score ?? -1) - (a.score ?? -1)).slice(0, limit)
        if (apps.length === 0)
          limitations.push("nothing like it was found: ask in another country, or search for its words")
        return { apps, provenance: { ...measured(source, limitations), model: "similarity@1" } }
      })

      const of = Effect.fn("SimilarApps.of")(function* (
        asked: AskedApp,
        app: StoreApp,
        limit: number,
        pageWaitMs: number
      ) {
        const answer = yield* pages.within(pageWaitMs, asked)
        if (answer._tag === "NoPage") return yield* resembling(asked, app, limit, answer.reason)
        const ids = answer.page.value.similarAppIds?.filter((id) => id !== app.appId) ?? []
        if (ids.length === 0) return yield* resembling(asked, app, limit, "its page has none")
        const found = yield* lookup(asked, ids.slice(0, limit))
        const limitations = [
          ...storeFacts[asked.store.platform].cards,
          ...(found.value.length === 0 ? ["the store lists none of the apps on its shelf: ask in another country"] : [])
        ]
        return {
          apps: found.value.map((other) => ({
            app: other,
            relation: "similar_shelf" as const,
            rank: null,
            score: similarity(app, other)
          })),
          provenance: measured(answer.page, limitations)
        }
      })

      return SimilarApps.of({ of })
    })
  )
}

export const listed = ({ app, rank, relation, score }: SimilarApp): Listed => ({
  ...summaryOf(app),
  relation,
  score,
  rank
})
