import { databaseAway, isoOf, measured, type ServiceUnavailable } from "@storeglass/plugin-api"
import type { BadRequest, StoreQuery } from "@storeglass/stores/contract"
import { Context, Effect, Layer } from "effect"
import { Asked } from "../Asked.ts"
import type { ChartsConfig } from "../config.ts"
import { FetchFailed } from "../errors.ts"
import type { DiscoverAnswer } from "../schema.ts"
import { incomplete } from "./NewReleases.ts"
import { NumberOnes } from "./NumberOnes.ts"
import { ReleaseFinder } from "./ReleaseFinder.ts"

/** How far back a release is still new here. */
const releasedDays = 30

interface Query extends StoreQuery {
  readonly limit: number
}

/** What is new: releases, and who is first in each category. */
export class Discover extends Context.Service<
  Discover,
  {
    readonly of: (
      query: Query
    ) => Effect.Effect<typeof DiscoverAnswer.Type, BadRequest | FetchFailed | ServiceUnavailable>
  }
>()("@storeglass/charts/Discover") {
  static readonly layer = ({ discoverWaitMs }: Pick<ChartsConfig, "discoverWaitMs">) =>
    Layer.effect(
      Discover,
      Effect.gen(function* () {
        const asks = yield* Asked
        const finder = yield* ReleaseFinder
        const numberOnes = yield* NumberOnes
        const of = Effect.fn("Discover.of")(function* (query: Query) {
          const asked = yield* asks.store(query)
          const [releases, first] = yield* Effect.all(
            [
              finder.find(asked, { maxDays: releasedDays, feed: false, waitMs: discoverWaitMs }),
              Effect.mapError(numberOnes.all(asked, "top-free"), databaseAway)
            ],
            { concurrency: 2 }
          )
          // Half an answer would be charged as a whole one.
          const failure = releases.failure ?? first.failure
          if (failure !== null) return yield* fetchFailed(failure)
          return {
            platform: query.platform,
            country: asked.country,
            newReleases: releases.apps.slice(0, query.limit).map(({ foundBy: _, ...release }) => release),
            newNumber1: first.found.map(({ category, icon, leader, title }) => ({
              category: category.name,
              appId: leader.app.appId,
              title,
              icon,
              reachedAt: leader.reachedAtMs === null ? null : isoOf(leader.reachedAtMs)
            })),
            partial: releases.partial || first.partial,
            unavailable: {
              ...releases.unavailable,
              ...Object.fromEntries(
                Object.entries(first.unavailable).map(([name, reason]) => [`number 1: ${name}`, reason])
              )
            },
            provenance: measured(
              {
                source: releases.live ? "store_live" : "stored",
                asOfMs: Math.min(releases.asOfMs ?? Number.POSITIVE_INFINITY, first.asOfMs ?? Number.POSITIVE_INFINITY),
                stale: releases.stale
              },
              [
                `newReleases is ${incomplete}`,
                ...releases.limitations,
                "reachedAt is the time of the first list with the app in first place; null if it was first in all of them",
                ...first.limitations
              ]
            )
          }
        })
        return Discover.of({ of })
      })
    )
}

const fetchFailed = (cause: { readonly retryAfterSeconds?: number | undefined }) =>
  new FetchFailed("the store didn't give a usable answer; nothing was charged, retry later", {
    retryAfterSeconds: cause.retryAfterSeconds ?? 30,
    cause
  })
