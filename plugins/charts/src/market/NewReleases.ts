import { asDocumented, measured } from "@storeglass/plugin-api"
import type { BadRequest, StoreFailure, StoreQuery } from "@storeglass/stores/contract"
import { Context, Effect, Layer } from "effect"
import { Asked } from "../Asked.ts"
import { recordsOf } from "../current/AppRecords.ts"
import type { NewReleasesAnswer } from "../schema.ts"
import { ReleaseFinder } from "./ReleaseFinder.ts"

interface Query extends StoreQuery {
  readonly maxDays: number
  readonly limit: number
}

/** Apps that were released lately. */
export class NewReleases extends Context.Service<
  NewReleases,
  { readonly list: (query: Query) => Effect.Effect<typeof NewReleasesAnswer.Type, BadRequest | StoreFailure> }
>()("@storeglass/charts/NewReleases") {
  static readonly layer = Layer.effect(
    NewReleases,
    Effect.gen(function* () {
      const asks = yield* Asked
      const finder = yield* ReleaseFinder
      const list = Effect.fn("NewReleases.list")(function* (query: Query) {
        const asked = yield* asks.store(query)
        const { apps, asOfMs, failure, limitations, stale, unavailable } = yield* finder.find(asked, {
          maxDays: query.maxDays,
          feed: true
        })
        if (failure !== null) return yield* failure
        const shown = apps.slice(0, query.limit)
        // The list of new apps names the artist, records the seller.
        const listed = shown.flatMap(({ appId, foundBy }) => (foundBy === "new_feed" ? [appId] : []))
        const { records } = yield* recordsOf(asked.store, listed, asked.country)
        return {
          platform: query.platform,
          country: asked.country,
          maxDays: query.maxDays,
          total: apps.length,
          apps: shown.map((app) => ({
            ...app,
            // Kept charts are looked through for discover alone.
            foundBy: app.foundBy === "new_feed" ? app.foundBy : ("search" as const),
            developer: records.get(app.appId)?.seller || app.developer
          })),
          unavailable,
          provenance: measured({ source: "store_live", asOfMs: asOfMs ?? 0, stale }, [
            ...(apps.length > 0
              ? []
              : [`none was found in the last ${query.maxDays === 1 ? "day" : `${query.maxDays} days`}: raise maxDays`]),
            incomplete,
            ...limitations
          ])
        }
      }, asDocumented)
      return NewReleases.of({ list })
    })
  )
}

export const incomplete = "incomplete: the store has no list of all new apps"
