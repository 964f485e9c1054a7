/** What somebody sees of daily reports who starts the gateway for the first time. */
import { makeDemoCalls } from "@storeglass/gateway"
import { at, until, usePluginGateway } from "@storeglass/testkit"
import { Effect, Redacted, Schema } from "effect"
import { assert, describe, it } from "vitest"
import plugin from "../src/plugin.ts"
import { controlOf, rows } from "./support.ts"

const gateway = usePluginGateway(plugin, {
  plugins: { stores: true, keywords: true, workspace: true, cofounder: true }
})
const Received = Schema.Array(
  Schema.Struct({ event: Schema.String, body: Schema.String, isVerified: Schema.NullOr(Schema.Boolean) })
)

describe("the demo account", () => {
  it("has the report of each of its apps posted to the sandbox's receiver, signed, and once, also after a second start", {
    timeout: 180_000
  }, async () => {
    const { accountId, key } = await gateway().account({ plan: "large" })
    const start = () => gateway().run(makeDemoCalls(gateway().running, Redacted.make(key)))
    assert.deepEqual(await start(), [])
    const apps = await rows(
      gateway(),
      `SELECT app_id AS app FROM workspace_apps WHERE account_id = '${accountId}' AND is_live`
    )
    assert.isNotEmpty(apps)
    const settled = Effect.promise(() =>
      rows(
        gateway(),
        `SELECT 1 FROM cofounder_events WHERE account_id = '${accountId}' AND event = 'report.created' AND state = 'received'`
      )
    )
    const reports = async () =>
      Schema.decodeUnknownSync(Received)(
        await controlOf(gateway()).act("webhook", "received", { name: "demo" })
      ).filter(({ event }) => event === "report.created")
    await gateway().run(until(["cofounder_events"], settled, (received) => received.length === apps.length))
    const posted = await reports()
    assert.isTrue(posted.every(({ isVerified }) => isVerified === true))
    assert.deepEqual(
      posted.map(({ body }) => at(JSON.parse(body), "appId")).toSorted(),
      apps.map(({ app }) => app).toSorted()
    )
    const kept = await gateway().ask("/v1/user/reports?kind=cofounder", { key })
    assert.strictEqual(at(kept.json, "data", "total"), apps.length)
    const page = await fetch(`${gateway().running.sandbox?.baseUrls.webhook}/demo`)
    assert.include(await page.text(), "report.created")

    assert.deepEqual(await start(), [])
    assert.lengthOf(await reports(), apps.length)
  })
})
