/** How the operations of the console are called, with the credentials of an owner of the call's own. */
import type { PreparedCall, PreparedCalls, TestGateway } from "@storeglass/testkit"
import { headersOf, issue, thingsOf, writesOf } from "./support.ts"

/** Each owner's console is as new. */
export const consoleCalls = async (gateway: TestGateway): Promise<PreparedCalls> => {
  const things = await thingsOf(gateway)
  const headers = headersOf(await issue(gateway))
  const { appId, draftIapId, draftSubscriptionId, groupId, iapId, subscriptionId } = things
  const ofIap = { iapId }
  const values: Readonly<Record<string, PreparedCall["values"]>> = {
    iaps: { appId },
    createIap: { appId },
    iap: ofIap,
    updateIap: { iapId: draftIapId },
    iapLocalizations: { iapId: draftIapId },
    createIapLocalization: { iapId: draftIapId },
    updateIapLocalization: { localizationId: things.iapLocalizationId },
    iapPricePoints: ofIap,
    iapPriceSchedule: ofIap,
    replaceIapPriceSchedule: ofIap,
    subscriptionGroups: { appId },
    createSubscriptionGroup: { appId },
    subscriptions: { groupId },
    createSubscription: { groupId },
    subscription: { subscriptionId },
    updateSubscription: { subscriptionId: draftSubscriptionId },
    subscriptionLocalizations: { subscriptionId: draftSubscriptionId },
    createSubscriptionLocalization: { subscriptionId: draftSubscriptionId },
    updateSubscriptionLocalization: { localizationId: things.subscriptionLocalizationId },
    subscriptionPricePoints: { subscriptionId },
    setSubscriptionPrice: { subscriptionId },
    availability: { appId },
    updateAvailability: { availabilityId: appId },
    updateTerritoryAvailability: { territoryAvailabilityId: things.territory.id },
    appPricePoints: { appId },
    appPriceSchedule: { appId },
    replaceAppPriceSchedule: { appId }
  }
  const bodies = new Map(writesOf(things).map(({ body, id }) => [id, body]))
  return Object.fromEntries(
    Object.entries(values).map(([id, values = {}]) => {
      const body = bodies.get(id)
      return [`connectStorea_${id}`, { values, headers, ...(body === undefined ? {} : { body }) }]
    })
  )
}
