import { Caches } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { makeAbsence } from "../common/absence.ts"
import { sourced } from "../common/sourced.ts"
import type { StoreAConfig } from "../config.ts"
import { type AppStore, StorePage } from "../contract.ts"
import { fetchAppPage, notListed } from "./appPage.ts"
import { isAppId } from "./ids.ts"
import { fetchSimilar } from "./similar.ts"
import type { makeUpstreams } from "./upstreams.ts"

/** App pages, with the older list of similar apps where a page has none. */
export const makePages = Effect.fnUntraced(function* (
  { catalog, page }: Pick<Effect.Success<ReturnType<typeof makeUpstreams>>, "catalog" | "page">,
  config: StoreAConfig
) {
  const { absentMs, pageMs, staleMs } = config.cache
  const kept = yield* (yield* Caches).make({
    name: "storea.page",
    version: 2,
    schema: StorePage,
    freshMs: pageMs,
    staleMs
  })
  const absent = yield* makeAbsence("storea.page-absent", absentMs)

  const withSimilar = Effect.fnUntraced(function* (appId: string, country: string) {
    const found = yield* fetchAppPage(page, appId, country, config.page.language)
    if (found.similarAppIds !== null || !config.page.similarFallback) return found
    const similarAppIds = yield* Effect.orElseSucceed(fetchSimilar(catalog, appId, country), () => null)
    return { ...found, similarAppIds }
  })

  const pageOf: AppStore["page"] = Effect.fnUntraced(function* (appId, country) {
    const key = `${country}:${appId}`
    if (!isAppId(appId) || (yield* absent.has(key))) return yield* notListed(appId, country)
    const fetched = Effect.tapErrorTag(withSimilar(appId, country), "APP_NOT_FOUND", () => absent.add(key))
    const entry = yield* kept.get(key, fetched)
    if (entry.stale && (yield* absent.has(key))) {
      yield* kept.invalidate(key)
      return yield* notListed(appId, country)
    }
    return sourced(entry, entry.value, "store_page", page.name)
  })
  return pageOf
})
