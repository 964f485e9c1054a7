/** Data safety and permissions of apps. */
import { type AppNotFound, Caches, type Upstream, type UpstreamError } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { orDrift } from "../common/answers.ts"
import { Unproven } from "../common/emptiness.ts"
import { sourced, unkept } from "../common/sourced.ts"
import { type Sourced, StorePermissions, StorePrivacy } from "../contract.ts"
import type { AppRecords } from "./AppRecords.ts"
import { fetchPage } from "./answers.ts"
import type { StoreBConfig } from "./config.ts"
import { isAppId, notListed } from "./ids.ts"
import { localeOf } from "./languages.ts"
import { readPermissions, readPrivacy } from "./privacyData.ts"
import { callRpc } from "./rpc.ts"
import { permissionsCall } from "./rpcArguments.ts"

export const makePrivacy = Effect.fnUntraced(function* (upstream: Upstream, records: AppRecords, config: StoreBConfig) {
  const { pageMs, staleMs } = config.cache
  const caches = yield* Caches
  const safety = yield* caches.make({
    name: "storeb.privacy",
    version: 1,
    schema: StorePrivacy,
    freshMs: pageMs,
    staleMs
  })
  const allowed = yield* caches.make({
    name: "storeb.permissions",
    version: 1,
    schema: StorePermissions,
    freshMs: pageMs,
    staleMs
  })

  const fetchPrivacy = (appId: string, country: string) => {
    const { language } = localeOf(country, config.language)
    return fetchPage(
      upstream,
      `data safety of ${appId}`,
      "/store/apps/datasafety",
      { id: appId, hl: language, gl: country },
      (page) => readPrivacy(page, appId)
    ).pipe(
      Effect.flatMap(
        (found): Effect.Effect<StorePrivacy, AppNotFound> =>
          found === null ? Effect.fail(notListed(appId)) : Effect.succeed(found)
      )
    )
  }

  /** Nothing is said of an app that is not there, as of one that asks for nothing; its page tells which. */
  const fetchPermissions = (appId: string, country: string) => {
    const ask = `permissions of ${appId}`
    return callRpc(upstream, ask, permissionsCall(appId), localeOf(country, config.language)).pipe(
      Effect.flatMap((payload) => orDrift(upstream, ask, readPermissions(payload))),
      Effect.flatMap((groups) =>
        groups.length > 0
          ? Effect.succeed(groups)
          : Effect.andThen(records.details(appId, country), Effect.fail(new Unproven()))
      )
    )
  }

  const privacy = (
    appId: string,
    country: string
  ): Effect.Effect<Sourced<StorePrivacy>, AppNotFound | UpstreamError> =>
    isAppId(appId)
      ? Effect.map(safety.get(`${country}:${appId}`, fetchPrivacy(appId, country)), (entry) =>
          sourced(entry, entry.value, "store_page", upstream.name)
        )
      : Effect.fail(notListed(appId))
  const permissions = (
    appId: string,
    country: string
  ): Effect.Effect<Sourced<StorePermissions>, AppNotFound | UpstreamError> =>
    isAppId(appId)
      ? allowed.get(`${country}:${appId}`, fetchPermissions(appId, country)).pipe(
          Effect.catchTag("Unproven", () => unkept<StorePermissions>([])),
          Effect.map((entry) => sourced(entry, entry.value, "store_live", upstream.name))
        )
      : Effect.fail(notListed(appId))
  return { privacy, permissions }
})
