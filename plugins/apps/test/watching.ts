/** A plugin that keeps apps of accounts: its watchlists are what a test says. */
import { definePlugin, Endpoint, group } from "@storeglass/plugin-api"
import { Effect, Layer, Schema } from "effect"
import { HttpApi, HttpApiBuilder } from "effect/http-api"
import { type WatchedApp, WatchedApps, type WatchReason } from "../src/contract.ts"

export const watchedApp = (appId: string, over: Partial<WatchedApp> = {}): WatchedApp => ({
  platform: "storea",
  appId,
  country: "us",
  name: null,
  iconUrl: null,
  developer: null,
  ...over
})

const nothing = Endpoint.get("nothing", "/v1/watching", {
  answer: Schema.Struct({}),
  summary: "Nothing",
  description: "Answers nothing."
})
class Api extends HttpApi.make("watching").add(group("watching", nothing)) {}
const handlers = HttpApiBuilder.group(Api, "watching", (handlers) =>
  handlers.handle("nothing", () => Effect.succeed({ data: {} }))
)

/** By reason: the apps of an account. */
export type Watchlists = Readonly<Partial<Record<WatchReason, (accountId: string) => ReadonlyArray<WatchedApp>>>>

export const watching = (lists: Watchlists) =>
  definePlugin({
    id: "watching",
    manifest: {
      name: "@storeglass/watching",
      version: "1.0.0",
      peerDependencies: { "@storeglass/apps": "^0.1.0", "@storeglass/plugin-api": "^2.0.0" }
    },
    description: "Keeps apps of accounts.",
    uses: ["apps"],
    needs: [WatchedApps],
    config: Schema.Struct({}),
    api: Api,
    live: () =>
      Layer.merge(
        handlers,
        Layer.effectDiscard(
          Effect.flatMap(WatchedApps, ({ register }) =>
            Effect.forEach(["tracked", "workspace"] as const, (reason) => {
              const list = lists[reason]
              return list === undefined
                ? Effect.void
                : register({ reason, of: (accountId) => Effect.sync(() => list(accountId)) })
            })
          )
        )
      )
  })
