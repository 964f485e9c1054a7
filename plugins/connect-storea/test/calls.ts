/** How the operations of the console are called, with the credentials of an owner of the call's own. */
import type { PreparedCall, PreparedCalls, TestAccount, TestGateway } from "@storeglass/testkit"
import { at, headersOf, issue, ok, prefix, thingsOf, writesOf } from "./support.ts"

/** Each owner's console is as new. `operationId`: the one that is wanted; absent, all are. */
export const consoleCalls = async (
  gateway: TestGateway,
  { key }: Pick<TestAccount, "key">,
  operationId?: string
): Promise<PreparedCalls> => {
  const things = await thingsOf(gateway)
  const headers = headersOf(await issue(gateway))
  const undo = "connectStoreaChanges_undo"
  const needChange: ReadonlyArray<string | undefined> = [undo, "connectStoreaChanges_changes", undefined]
  /** Something that no other call touches is made, to be taken back. */
  const changed = async () => {
    const body = { referenceName: "To be taken back" }
    ok(
      await gateway.ask(`${prefix}/apps/${things.appId}/subscription-groups`, { method: "POST", key, headers, body }),
      201
    )
    return String(at(ok(await gateway.ask(`${prefix}/storea/changes?limit=1`, { key })), "items", 0, "id"))
  }
  const changeId = needChange.includes(operationId) ? await changed() : ""
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
  const calls = Object.fromEntries(
    Object.entries(values).map(([id, values = {}]) => {
      const body = bodies.get(id)
      return [`connectStorea_${id}`, { values, headers, ...(body === undefined ? {} : { body }) }]
    })
  )
  return {
    ...calls,
    connectStoreaChanges_changes: { values: { limit: "50" } },
    [undo]: { values: { changeId }, headers, body: { confirm: true } }
  }
}
