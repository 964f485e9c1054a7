import { Clock, Effect } from "effect"
import type { AppStore, Sourced } from "./AppStore.ts"

/** How many requests `apps` takes: where the store tells of several apps at once, one. */
export const requestsOfApps = (store: Pick<AppStore, "known">, ids: number): number =>
  store.known === undefined ? Math.min(1, ids) : ids

/**
 * The store, and how many requests it was asked for through it so far. An answer that was kept from before costs nothing;
 * one that fails, or is an older one because the store failed, does.
 */
export const countedStore = (store: AppStore): { readonly store: AppStore; readonly requests: () => number } => {
  let requests = 0
  const counted = Effect.fnUntraced(function* <A extends Sourced<unknown>, E>(ask: Effect.Effect<A, E>, cost = 1) {
    const beganMs = yield* Clock.currentTimeMillis
    requests += cost
    const answer = yield* ask
    // Of several requests some may have been answered from what is kept: which isn't told.
    if (cost === 1 && !answer.stale && answer.asOfMs < beganMs) requests -= cost
    return answer
  })
  const { developerApps, permissions, privacy } = store
  return {
    store: {
      ...store,
      app: (id, country) => counted(store.app(id, country)),
      apps: (ids, country) => counted(store.apps(ids, country), requestsOfApps(store, ids.length)),
      page: (id, country) => counted(store.page(id, country)),
      search: (query) => counted(store.search(query)),
      chart: (query) => counted(store.chart(query)),
      reviews: (query) => counted(store.reviews(query)),
      suggestions: (query) => counted(store.suggestions(query)),
      ...(developerApps && { developerApps: (id, country) => counted(developerApps(id, country)) }),
      ...(privacy && { privacy: (id, country) => counted(privacy(id, country)) }),
      ...(permissions && { permissions: (id, country) => counted(permissions(id, country)) })
    },
    requests: () => requests
  }
}
