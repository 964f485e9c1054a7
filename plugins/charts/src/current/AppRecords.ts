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
        "this store tells the number of ratings on the page of each app only: it is null for apps whose page was not read lately"
      ]
    }))
  }
  return store.apps(appIds, country).pipe(
    Effect.map(({ stale, value }) => ({
      records: byId(value),
      limitations: stale ? ["details of apps are older: the store does not answer for them just now"] : []
    })),
    Effect.catchTag("UpstreamError", (error) =>
      Effect.succeed({ records: new Map(), limitations: [`details of apps are missing: ${reasonOf(error)}`] })
    )
  )
}

const byId = (apps: ReadonlyArray<StoreApp>) => new Map(apps.map((app) => [app.appId, app]))
