/** Each of the plugins that a report may tell from is left out in turn. */
import { assert, describe, it } from "@effect/vitest"
import { dayIn, plusDays } from "@storeglass/plugin-api"
import { at, listAt, usePluginGateway } from "@storeglass/testkit"
import { Deliver, Report } from "../src/jobRefs.ts"
import plugin from "../src/plugin.ts"
import { sectionIds } from "../src/report/schema.ts"
import { keptApp, ownerOf, rows, sectionOf } from "./support.ts"

const all = { stores: true, workspace: true, keywords: true, charts: { collectOnStart: false }, apps: true } as const
const lacking = {
  keywords: ["keywords", "visibility", "competitors"],
  charts: ["charts"],
  apps: ["ratings", "figures"],
  "ai-visibility": ["assistants"],
  "connect-ads": ["ads"],
  "connect-paywall": ["paywall"],
  alerts: ["alerts"],
  "connect-storeb": ["reviews"]
} as const

describe.each(Object.entries(lacking))("without %s", (missing, sections) => {
  const plugins = Object.fromEntries(
    Object.entries({ ...all, cofounder: true } as const).filter(([id]) => id !== missing)
  )
  const gateway = usePluginGateway(plugin, { plugins, config: { jobs: { concurrency: 0 } } })

  it("a report is made, and says of what it lacks that the plugin isn't enabled", async () => {
    const owner = await ownerOf(gateway())
    await keptApp(owner, "800001", { appName: "Mine" })
    await owner.put()
    await owner.prefer("webhook")
    const day = plusDays(dayIn("UTC", Date.now()), -1)
    await gateway().runJob(Report, { accountId: owner.accountId, platform: "storea", appId: "800001", day })
    const [event] = await rows(gateway(), "SELECT id::text AS id FROM cofounder_events")
    await gateway().runJob(Deliver, { accountId: owner.accountId, id: String(event?.id) })
    const report = at(JSON.parse((await owner.received()).at(-1)?.body ?? ""), "report")
    assert.lengthOf(listAt(report, "sections"), sectionIds.length)
    for (const id of sections) {
      const section = sectionOf(report, id)
      assert.strictEqual(at(section, "status"), "unavailable")
      assert.strictEqual(at(section, "reason"), `The plugin ${missing} isn't enabled on this gateway.`)
    }
  })
})

describe("without workspace", () => {
  const gateway = usePluginGateway(plugin, { plugins: { cofounder: true } })

  it("there are no apps to report on, and the gateway's health says so", async () => {
    const owner = await ownerOf(gateway())
    await owner.put()
    assert.strictEqual((await owner.prefer("webhook")).status, 200)
    const { text } = await gateway().askInternal("/health")
    assert.include(text, "without it there are no apps to report on")
    assert.deepEqual(await rows(gateway(), "SELECT 1 FROM cofounder_reports"), [])
  })
})
