import { type AppStore, reasonOf, type StoreApp } from "@storeglass/stores/contract"
import { Effect } from "effect"

/**
 * What a store tells of apps beside their charts, which are worth giving without it. A store that wants a request an app
 * is not asked: what it has told before is taken.
 */
export const recordsOf = (
  store: AppStore,
  appIds: ReadonlyArray<string>,
  country: string
): Effect.Effect<{ readonly records: ReadonlyMap<string, StoreApp>; readonly limitations: ReadonlyArray<string> }> => {
  if (appIds.length === 0) return Effect.succeed({ records: new Map(), limitations: [] })
  if (store.known !== undefined) {
    return Effect.map(store.known(appIds, country), (apps) => ({
      records: byId(apps),
      limitations: [
        "this store shows the number of ratings only on each app's page: it is null for apps whose page wasn't read recently"
      ]
    }))
  }
  return store.apps(appIds, country).pipe(
    Effect.map(({ stale, value }) => ({
      records: byId(value),
      limitations: stale ? ["app details are older: the store isn't answering for them right now"] : []
    })),
    Effect.catchTag("UpstreamError", (error) =>
      Effect.succeed({ records: new Map(), limitations: [`app details are missing: ${reasonOf(error)}`] })
    )
  )
}

const byId = (apps: ReadonlyArray<StoreApp>) => new Map(apps.map((app) => [app.appId, app]))
