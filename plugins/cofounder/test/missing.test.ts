/** Each of the plugins that a report may tell from is left out in turn, beside all others. */
import { assert, describe, it } from "@effect/vitest"
import { contextOf, PluginContexts } from "@storeglass/gateway"
import keywordsPlugin from "@storeglass/keywords"
import { KeywordHistory } from "@storeglass/keywords/contract"
import { dayIn, plusDays } from "@storeglass/plugin-api"
import { at, listAt, type TestGateway, usePluginGateway } from "@storeglass/testkit"
import { Context, Effect } from "effect"
import { Daily, Deliver, Report } from "../src/jobRefs.ts"
import plugin from "../src/plugin.ts"
import { sectionIds } from "../src/report/schema.ts"
import { keptApp, type Owner, ownerOf, rows, sectionOf } from "./support.ts"

const all = {
  stores: true,
  workspace: true,
  keywords: true,
  charts: { collectOnStart: false },
  apps: true,
  aso: true,
  "ad-library": true,
  growth: true,
  "ai-visibility": true,
  "connect-ads": true,
  "connect-paywall": true,
  "connect-storeb": true,
  alerts: true,
  cofounder: true
} as const
const config = { jobs: { concurrency: 0 } }
/** What each leaves untold. */
const lacking = {
  keywords: ["keywords", "visibility", "competitors"],
  charts: ["charts"],
  apps: ["ratings", "figures"],
  aso: ["listing", "opportunities", "competitor-listings"],
  "ad-library": ["competitor-ads"],
  growth: ["growth"],
  "ai-visibility": ["assistants"],
  "connect-ads": ["ads"],
  "connect-paywall": ["paywall"],
  "connect-storeb": ["reviews"],
  alerts: ["alerts"]
} as const satisfies Partial<Readonly<Record<keyof typeof all, ReadonlyArray<string>>>>
/** What can't be without it, and what that leaves untold. */
const takenAlong: Readonly<Record<string, Readonly<Record<string, ReadonlyArray<string>>>>> = {
  keywords: { aso: lacking.aso }
}

const without = (...missing: ReadonlyArray<string>) =>
  Object.fromEntries(Object.entries(all).filter(([id]) => !missing.includes(id)))
const day = plusDays(dayIn("UTC", Date.now()), -1)
/** Has an app's report made and posted; gives what arrived. */
const reportOf = async (gateway: TestGateway, { accountId, received }: Owner, appId: string) => {
  await gateway.runJob(Report, { accountId, platform: "storea", appId, day })
  const [event] = await rows(
    gateway,
    `SELECT id::text AS id FROM cofounder_events WHERE account_id = '${accountId}' AND state = 'waiting'`
  )
  await gateway.runJob(Deliver, { accountId, id: String(event?.id) })
  return at(JSON.parse((await received()).at(-1)?.body ?? ""), "report")
}
/** The sections that lack a plugin, by the plugin. */
const lacksOf = (report: unknown) => {
  const found = new Map<string, Array<string>>()
  for (const section of listAt(report, "sections")) {
    const [, id] = /^The plugin (\S+) isn't enabled on this gateway\.$/.exec(String(at(section, "reason"))) ?? []
    if (id === undefined) continue
    assert.strictEqual(at(section, "status"), "unavailable")
    found.set(id, [...(found.get(id) ?? []), String(at(section, "id"))])
  }
  return Object.fromEntries(found)
}

describe.each(Object.entries(lacking))("without %s alone", (missing, sections) => {
  const along = takenAlong[missing] ?? {}
  const gateway = usePluginGateway(plugin, { plugins: without(missing, ...Object.keys(along)), config })

  it("a report is made, and says of what it lacks, and of nothing else, that the plugin isn't enabled", async () => {
    const owner = await ownerOf(gateway())
    await keptApp(owner, "800001", { appName: "Mine" })
    await owner.put()
    await owner.prefer("webhook")
    const report = await reportOf(gateway(), owner, "800001")
    assert.deepEqual(
      listAt(report, "sections").map((section) => at(section, "id")),
      [...sectionIds]
    )
    assert.deepEqual(lacksOf(report), { [missing]: [...sections], ...along })
  })
})

describe("without workspace alone", () => {
  const gateway = usePluginGateway(plugin, { plugins: without("workspace"), config })
  /** Lists in which these apps come first. */
  const searched = (keyword: string, apps: ReadonlyArray<string>) =>
    gateway().run(
      KeywordHistory.use(({ importSnapshots }) =>
        importSnapshots(
          [plusDays(day, -1), day].map((on, turn) => ({
            platform: "storea",
            country: "us",
            device: "iphone",
            keyword,
            day: on,
            source: "test",
            depth: 200,
            resultCount: apps.length,
            reach: 1_000,
            volume: 40,
            difficulty: 30,
            apps: (turn === 0 ? apps.toReversed() : apps).map((appId) => ({
              appId,
              name: `App ${appId}`,
              seller: "Seller"
            }))
          }))
        )
      ).pipe(Effect.provideContext(contextOf(Context.get(gateway().running.services, PluginContexts), keywordsPlugin)))
    )
  const tracking = async (keyword: string) => {
    const owner = await ownerOf(gateway(), { plan: "indie" })
    const tracked = await owner.ask("POST", "/v1/keywords/track", { keyword, country: "us", device: "iphone" })
    assert.strictEqual(tracked.status, 200, tracked.text)
    await owner.put()
    await owner.prefer("webhook")
    return owner
  }
  const jobsOf = async ({ accountId }: Owner) =>
    (
      await rows(
        gateway(),
        `SELECT split_part(key, '/', 3) AS app FROM graphile_worker.jobs WHERE key LIKE '%${accountId}/storea/%' ORDER BY 1`
      )
    ).map(({ app }) => app)

  it("the apps that an account's keywords are tracked for have reports, as many as its plan has, and no other account's", async () => {
    const apps = Array.from({ length: 8 }, (_, n) => String(830_001 + n))
    await searched("habit mine", apps)
    await searched("habit theirs", ["840001", "840002"])
    const [owner, stranger, idle] = [
      await tracking("habit mine"),
      await tracking("habit theirs"),
      await ownerOf(gateway())
    ]
    await idle.put()
    await idle.prefer("webhook")
    for (const each of [owner, stranger, idle]) await gateway().runJob(Daily, { accountId: each.accountId })
    assert.deepEqual(await jobsOf(owner), apps.slice(0, 3), "the three that are seen most")
    assert.deepEqual(await jobsOf(stranger), ["840001", "840002"])
    assert.deepEqual(await jobsOf(idle), [])

    const report = await reportOf(gateway(), owner, "830001")
    assert.deepInclude(report, { appId: "830001", appName: "App 830001", country: "us" })
    assert.deepEqual(at(sectionOf(report, "keywords"), "metrics"), {
      tracked: 1,
      measured: 1,
      rose: 1,
      fell: 0,
      entered: 0,
      left: 0
    })
    assert.deepEqual(lacksOf(report), {
      workspace: ["live", "listing", "opportunities", "competitors", "competitor-listings", "competitor-ads"]
    })
    // What another account tracks isn't this one's.
    await gateway().runJob(Report, { accountId: owner.accountId, platform: "storea", appId: "840001", day })
    const made = await rows(
      gateway(),
      `SELECT app_id AS app FROM cofounder_reports WHERE account_id = '${owner.accountId}'`
    )
    assert.deepEqual(made, [{ app: "830001" }])
    assert.notInclude((await gateway().askInternal("/health")).text, "there are no apps to report on")
  })
})

describe("without workspace and keywords", () => {
  const gateway = usePluginGateway(plugin, { plugins: { cofounder: true } })

  it("there are no apps to report on, and the gateway's health says so", async () => {
    const owner = await ownerOf(gateway())
    await owner.put()
    assert.strictEqual((await owner.prefer("webhook")).status, 200)
    const { text } = await gateway().askInternal("/health")
    assert.include(text, "without either there are no apps to report on")
    assert.deepEqual(await rows(gateway(), "SELECT 1 FROM cofounder_reports"), [])
  })
})
