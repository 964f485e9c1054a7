/** How the operations of the console are called, with the credentials of an owner of the call's own. */
import type { PreparedCall, PreparedCalls, TestAccount, TestGateway } from "@storeglass/testkit"
import { at, day, headersOf, issue, listAt, ok, pngOf, prefix, thingsOf, writesOf } from "./support.ts"

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
    // Where jobs run, the nightly sync may have ordered its reports since: those can't be taken back.
    const items = listAt(ok(await gateway.ask(`${prefix}/storea/changes?limit=50`, { key })), "items")
    return String(
      at(
        items.find((item) => at(item, "kind") === "subscription-group.create"),
        "id"
      )
    )
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
  /** A plan for a few territories of what no other call prices, previewed. */
  const planned = async (path: string, more: object) => {
    const send = async (body: object) =>
      ok(await gateway.ask(`${prefix}${path}?dryRun=true`, { method: "POST", key, headers, body }))
    const asked = { territory: "USA", customerPrice: "5.99", confirm: true, ...more }
    const codes = listAt(await send(asked), "rows").map((row) => at(row, "territory"))
    const body = { ...asked, except: codes.slice(3) }
    return { ...body, planId: at(await send(body), "planId") }
  }
  const plans: Record<string, PreparedCall> = {}
  if (operationId === undefined || operationId === "connectStoreaPlans_iap") {
    const body = await planned(`/iaps/${draftIapId}/price-plan`, {})
    plans.connectStoreaPlans_iap = { values: { iapId: draftIapId }, headers, body }
  }
  if (operationId === undefined || operationId === "connectStoreaPlans_subscription") {
    const all = ok(await gateway.ask(`${prefix}/subscription-groups/${groupId}/subscriptions`, { key, headers }))
    const onSale = listAt(all, "items").find((one) => at(one, "state") === "APPROVED")
    const other = String(at(onSale, "id"))
    const more = { preserveCurrentPrice: true, startDate: day(50) }
    const body = await planned(`/subscriptions/${other}/price-plan`, more)
    plans.connectStoreaPlans_subscription = { values: { subscriptionId: other }, headers, body }
  }
  const image = pngOf(300).toString("base64")
  const pictured: Record<string, PreparedCall> = {}
  for (const [what, id, params] of [
    ["Iap", "iap", ofIap],
    ["Subscription", "subscription", { subscriptionId }]
  ] as const) {
    const body = { fileName: "paywall.png", image }
    pictured[`connectStoreaScreenshots_${id}`] = { values: params, headers }
    pictured[`connectStoreaScreenshots_upload${what}`] = { values: params, headers, body }
    pictured[`connectStoreaScreenshots_delete${what}`] = { values: params, headers }
  }
  return {
    ...calls,
    ...pictured,
    ...plans,
    connectStoreaChanges_changes: { values: { limit: "50" } },
    [undo]: { values: { changeId }, headers, body: { confirm: true } }
  }
}
