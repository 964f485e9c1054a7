/** What other plugins are told of an account's proceeds. */
import { adjustableClock, usePluginGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { PaywallProceeds } from "../src/contract.ts"
import plugin from "../src/plugin.ts"
import { actor, at, connected, controlOf, idle, one, plugins, several, without } from "./support.ts"

const clock = adjustableClock(Date.parse("2026-11-22T15:30:00Z"))
const gateway = usePluginGateway(plugin, { config: idle, plugins, clock })
const appsOf = (accountId: string) =>
  gateway().run(Effect.flatMap(PaywallProceeds, (proceeds) => proceeds.apps(accountId)))
const storeApp = (apps: unknown, application: string) => {
  const all = [at(apps, "projects")].flat().flatMap((project) => [at(project, "applications")].flat())
  return all.find((one) => at(one, "id") === application)
}
const week = { from: "2026-11-16", to: "2026-11-22" } as const
const proceedsOf = (
  accountId: string,
  of: { readonly platform: "storea" | "storeb"; readonly appId: string; readonly from: string; readonly to: string }
) => gateway().run(Effect.result(Effect.flatMap(PaywallProceeds, (proceeds) => proceeds.ofApp(accountId, of))))
const codeOf = async (...of: Parameters<typeof proceedsOf>) => at(await proceedsOf(...of), "failure", "code")

describe("proceeds for other plugins", () => {
  it("are those of the overview, by the store's own app id and by day, the last of which isn't over", async () => {
    const account = await connected(gateway(), { organization: 101, currency: "EUR", timeZone: "Asia/Kolkata" })
    const list = await account.read("/apps")
    const first = String(at(storeApp(list, several.first), "storeId"))
    const second = String(at(storeApp(list, several.second), "bundleId"))
    const third = String(at(storeApp(list, several.third), "storeId"))
    assert.sameDeepMembers(
      (await appsOf(account.accountId)).map(({ appId, platform }) => [platform, appId]),
      [
        ["storea", first],
        ["storeb", second],
        ["storea", third]
      ]
    )
    for (const [platform, appId, applicationId] of [
      ["storea", first, several.first],
      ["storeb", second, several.second]
    ] as const) {
      const told = at(await proceedsOf(account.accountId, { platform, appId, ...week }), "success")
      assert.deepInclude(told, { platform, appId, ...week, timeZone: "Asia/Kolkata", currency: "EUR", assumed: false })
      assert.deepInclude(told, { stale: false })
      const days = [at(told, "days")].flat()
      assert.strictEqual(days.length, 7)
      assert.deepEqual(
        days.map((day) => at(day, "partial")),
        [false, false, false, false, false, false, true]
      )
      const chart = await account.read("/charts/proceeds", { applicationId, ...week, interval: "day" })
      assert.deepEqual(
        days.map((day) => [at(day, "day"), at(day, "proceeds")]),
        [at(chart, "series", 0, "points")].flat().map((point) => [at(point, "x"), at(point, "y")])
      )
    }
  })

  it("are null on a day that the provider tells nothing of, never 0", async () => {
    const account = await connected(gateway())
    const appId = String(at(storeApp(await account.read("/apps"), one.applicationId), "storeId"))
    const told = at(
      await proceedsOf(account.accountId, { platform: "storea", appId, from: "2026-11-22", to: "2026-11-23" }),
      "success"
    )
    const [today, tomorrow] = [at(told, "days", 0), at(told, "days", 1)]
    assert.isNumber(at(today, "proceeds"))
    assert.deepInclude(tomorrow, { day: "2026-11-23", proceeds: null })
  })

  it("of an app that another account's key reaches are the same as of none", async () => {
    const [owner, stranger] = [await connected(gateway(), { organization: 101 }), await connected(gateway())]
    const appId = String(at(storeApp(await owner.read("/apps"), several.first), "storeId"))
    const of = { platform: "storea", appId, ...week } as const
    assert.strictEqual(await codeOf(owner.accountId, of), undefined)
    assert.strictEqual(await codeOf(stranger.accountId, of), "NOT_FOUND")
    assert.strictEqual(await codeOf(stranger.accountId, { ...of, appId: "1" }), "NOT_FOUND")
    assert.strictEqual(await codeOf(owner.accountId, { ...of, platform: "storeb" }), "NOT_FOUND")
  })

  it("that can't be told say why, as the routes do", async () => {
    const nobody = actor(gateway(), await gateway().account())
    const of = { platform: "storea", appId: "1", ...week } as const
    assert.strictEqual(await codeOf(nobody.accountId, of), "NOT_CONNECTED")
    const blind = await connected(gateway(), { scopes: without("charts:read") })
    const appId = String(at(storeApp(await blind.read("/apps"), one.applicationId), "storeId"))
    assert.strictEqual(await codeOf(blind.accountId, { ...of, appId }), "CONNECTION_PERMISSION_MISSING")
    const account = await connected(gateway())
    assert.strictEqual(await codeOf(account.accountId, { ...of, appId, from: "2024-01-01" }), "INVALID_INPUT")
    await controlOf(gateway()).act("paywall", "revoke", account.secret)
    assert.strictEqual(await codeOf(account.accountId, { ...of, appId }), "CONNECTION_REJECTED")
  })
})
