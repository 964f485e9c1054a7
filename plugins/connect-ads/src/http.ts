import { asConnectorAnswer, Caller } from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdsConnection, type Ready } from "./AdsConnection.ts"
import { AdsApi } from "./api.ts"
import { Changes, saved } from "./changes/Changes.ts"
import { Raises } from "./changes/Raises.ts"
import type { AdsConfig } from "./config.ts"
import { Copying } from "./copy/Copying.ts"
import { dashboardHandlers } from "./dashboard/http.ts"
import { History } from "./findings/History.ts"
import { Returns } from "./findings/Returns.ts"
import { Weekly } from "./findings/Weekly.ts"
import { Campaigns } from "./reads/Campaigns.ts"
import { Reports } from "./reads/Reports.ts"

const account = Effect.map(Caller, ({ accountId }) => accountId)
const asData = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.map(effect, (data) => ({ data }))

const keyed = ({ weeklyNote }: AdsConfig) =>
  HttpApiBuilder.group(
    AdsApi,
    "connectAds",
    Effect.fn(function* (group) {
      const campaigns = yield* Campaigns
      const changes = yield* Changes
      const connection = yield* AdsConnection
      const copying = yield* Copying
      const history = yield* History
      const raises = yield* Raises
      const reports = yield* Reports
      const returns = yield* Returns
      const weekly = yield* Weekly
      /** Asks with the caller's connection. */
      const asked = <A, E, R>(read: (ready: Ready) => Effect.Effect<A, E, R>) =>
        account.pipe(Effect.flatMap(connection.ready), Effect.flatMap(read), asData)
      return group.handleAll({
        connect: ({ payload }) =>
          account.pipe(
            Effect.flatMap((accountId) =>
              Effect.tap(connection.connect(accountId, payload), ({ adAccount }) =>
                Effect.andThen(
                  copying.begin(accountId),
                  weeklyNote ? weekly.begin(accountId, adAccount?.timeZone ?? null) : Effect.void
                )
              )
            ),
            asData,
            asConnectorAnswer({ credentials: "connecting" })
          ),
        status: () => asData(Effect.flatMap(account, connection.status)),
        disconnect: () =>
          asData(Effect.map(Effect.flatMap(account, connection.disconnect), (disconnected) => ({ disconnected }))),
        campaigns: ({ query }) => saved(asked((ready) => campaigns.list(ready, query))),
        updateCampaign: ({ params: { campaignId }, payload: { confirm, planId, ...patch }, query: { dryRun } }) =>
          asData(
            Effect.flatMap(account, (accountId) =>
              changes.campaign(accountId, campaignId, patch, { dryRun, confirm, planId })
            )
          ),
        adGroups: ({ params: { campaignId }, query }) =>
          saved(asked((ready) => campaigns.adGroups(ready, campaignId, query))),
        updateAdGroup: ({
          params: { adGroupId, campaignId },
          payload: { confirm, planId, ...patch },
          query: { dryRun }
        }) =>
          asData(
            Effect.flatMap(account, (accountId) =>
              changes.adGroup(accountId, campaignId, adGroupId, patch, { dryRun, confirm, planId })
            )
          ),
        raises: () => saved(asked(raises.view)),
        keywordReport: ({ params: { campaignId }, query: { limit, offset, ...window } }) =>
          saved(asked((ready) => reports.keywords(ready, campaignId, window, { limit, offset }))),
        searchTermReport: ({ params: { campaignId }, query: { limit, offset, ...window } }) =>
          saved(asked((ready) => reports.searchTerms(ready, campaignId, window, { limit, offset }))),
        history: ({ query: { campaignId, limit, offset, ...window } }) =>
          saved(asked((ready) => history.list(ready, campaignId, window, { limit, offset }))),
        appReturn: ({ params: { appId }, query: { limit, ...window } }) =>
          saved(asked((ready) => returns.ofApp(ready, appId, window, { limit }))),
        waste: ({ params: { campaignId }, query: { limit, minSpend, minTaps, ...window } }) =>
          saved(asked((ready) => reports.waste(ready, campaignId, window, { minSpend, minTaps, limit })))
      })
    })
  )

export const handlers = (config: AdsConfig) => Layer.mergeAll(keyed(config), dashboardHandlers)
