import { asConnectorAnswer } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { PlayApi } from "./api.ts"
import { account, asData, makeAsked, saved } from "./asked.ts"
import { PlayConnection } from "./PlayConnection.ts"
import { Syncs } from "./sync/Syncs.ts"
import { PlayVendor } from "./vendor/Vendor.ts"

const listed = <A>({ items, truncated }: { readonly items: ReadonlyArray<A>; readonly truncated: boolean }) => ({
  items,
  total: items.length,
  truncated
})

export const handlers = HttpApiBuilder.group(
  PlayApi,
  "connectStoreb",
  Effect.fn(function* (group) {
    const asked = yield* makeAsked
    const connection = yield* PlayConnection
    const syncs = yield* Syncs
    const vendor = yield* PlayVendor
    return group.handleAll({
      connect: ({ payload }) =>
        account.pipe(
          Effect.flatMap((accountId) =>
            Effect.tap(connection.connect(accountId, payload), () => syncs.begin(accountId))
          ),
          asData,
          asConnectorAnswer({ credentials: "connecting" })
        ),
      status: () => asData(Effect.flatMap(account, connection.status)),
      disconnect: ({ query: { purge } }) =>
        account.pipe(
          Effect.flatMap((accountId) =>
            Effect.all({ disconnected: connection.disconnect(accountId, purge), dataKept: syncs.keeps(accountId) })
          ),
          asData
        ),
      apps: () =>
        saved(asked((ready) => Effect.map(vendor.apps(ready), ({ items }) => ({ items, total: items.length })))),
      subscriptions: ({ params: { packageName }, query: { archived } }) =>
        saved(asked((ready) => Effect.map(vendor.subscriptions(ready, packageName, archived), listed))),
      oneTimeProducts: ({ params: { packageName } }) =>
        saved(asked((ready) => Effect.map(vendor.oneTimeProducts(ready, packageName), listed)))
    })
  })
)
