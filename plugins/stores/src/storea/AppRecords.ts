/** Records of apps: kept by app and country, fetched in batches, filled from searches too. */
import { type AppNotFound, Caches, type Upstream, type UpstreamError } from "@storeglass/plugin-api"
import { Effect, Exit, Request, RequestResolver } from "effect"
import { makeAbsence } from "../common/absence.ts"
import { failure } from "../common/answers.ts"
import { listedApps } from "../common/listed.ts"
import { sourced } from "../common/sourced.ts"
import type { StoreAConfig } from "../config.ts"
import { type Sourced, StoreApp } from "../contract.ts"
import { notListed } from "./appPage.ts"
import { isAppId } from "./ids.ts"
import { fetchLookup, lookupBatch } from "./lookup.ts"

interface Found {
  readonly app: StoreApp | undefined
  /** Whether the answer that lacked it held anything at all. */
  readonly proven: boolean
}
class GetApp extends Request.Class<{ readonly appId: string; readonly country: string }, Found, UpstreamError> {}

export const makeAppRecords = Effect.fnUntraced(function* (catalog: Upstream, config: StoreAConfig) {
  const { absentMs, appMs, staleMs } = config.cache
  const kept = yield* (yield* Caches).make({
    name: "storea.app",
    version: 2,
    schema: StoreApp,
    freshMs: appMs,
    staleMs
  })
  const absent = yield* makeAbsence("storea.app-absent", absentMs)
  const keyOf = (appId: string, country: string) => `${country}:${appId}`

  /** An app known to be sold in each country; it goes along with every lookup to tell an empty answer from silence. */
  const witnesses = new Map<string, string>()

  const resolver = RequestResolver.makeGrouped<GetApp, string>({
    key: ({ request }) => request.country,
    resolver: Effect.fnUntraced(function* (entries, country) {
      const ids = [...new Set(entries.map(({ request }) => request.appId))]
      const { apps, proven } = yield* fetchLookup(catalog, ids, country, witnesses.get(country))
      const [seen] = apps.keys()
      if (seen !== undefined) witnesses.set(country, seen)
      for (const entry of entries) {
        entry.completeUnsafe(Exit.succeed({ app: apps.get(entry.request.appId), proven }))
      }
    })
  }).pipe(RequestResolver.setDelay(config.batchWindowMs), RequestResolver.batchN(lookupBatch))

  const fetchOne = Effect.fnUntraced(function* (appId: string, country: string, key: string) {
    const { app, proven } = yield* Effect.request(new GetApp({ appId, country }), resolver)
    if (app !== undefined) return app
    if (proven) yield* absent.add(key)
    else if ((yield* kept.peek(key)) !== undefined)
      return yield* failure(catalog, "suspect", `lookup in ${country}: empty, for an app that was there`)
    return yield* notListed(appId, country)
  })

  const app = Effect.fnUntraced(function* (appId: string, country: string) {
    const key = keyOf(appId, country)
    if (!isAppId(appId) || (yield* absent.has(key))) return yield* notListed(appId, country)
    const entry = yield* kept.get(key, fetchOne(appId, country, key))
    // An older answer is for when the store fails, not for when it says that the app is gone.
    if (entry.stale && (yield* absent.has(key))) {
      yield* kept.invalidate(key)
      return yield* notListed(appId, country)
    }
    return sourced(entry, entry.value, "store_live", catalog.name)
  })

  return {
    app: (appId: string, country: string): Effect.Effect<Sourced<StoreApp>, AppNotFound | UpstreamError> =>
      app(appId, country),
    apps: listedApps(app, { source: "store_live", upstream: catalog.name }, "unbounded"),
    /** Keeps records that came by another way. */
    keep: (records: ReadonlyArray<StoreApp>): Effect.Effect<void> =>
      Effect.forEach(records, (record) => kept.set(keyOf(record.appId, record.country), record), {
        concurrency: 16,
        discard: true
      })
  }
})
export type AppRecords = Effect.Success<ReturnType<typeof makeAppRecords>>
