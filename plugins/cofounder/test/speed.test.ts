/** How long the reports of many take, from what a fraction of them does: 10,000 accounts with 3 apps each have two hours. */
import { assert, describe, it } from "@effect/vitest"
import { contextOf, PluginContexts } from "@storeglass/gateway"
import keywordsPlugin from "@storeglass/keywords"
import { KeywordHistory } from "@storeglass/keywords/contract"
import { dayIn, plusDays } from "@storeglass/plugin-api"
import { listAt, usePluginGateway } from "@storeglass/testkit"
import { Context, Effect } from "effect"
import { Report } from "../src/jobRefs.ts"
import plugin from "../src/plugin.ts"
import { keptApp, type Owner, ownerOf, rows, sectionOf } from "./support.ts"

const accounts = 15
const appsEach = 3
/** As many as the lane has on a node. */
const atOnce = 2
const wantedOf = { accounts: 10_000, hours: 2 }
const gateway = usePluginGateway(plugin, {
  plugins: {
    stores: true,
    keywords: true,
    charts: { collectOnStart: false },
    apps: true,
    workspace: true,
    cofounder: true
  },
  config: { jobs: { concurrency: 0 } }
})

const day = plusDays(dayIn("UTC", Date.now()), -1)
const keywords = Array.from({ length: 25 }, (_, n) => `habit ${"abcdefghijklmnopqrstuvwxyz"[n]}`)
const apps = Array.from({ length: accounts * appsEach }, (_, n) => String(910_000 + n))

describe("the reports of 10,000 accounts with 3 apps each", { timeout: 240_000 }, () => {
  it("are made within 2 hours, as a fraction of them shows", async () => {
    // A keyword's list has all of the apps, in another order each day.
    await gateway().run(
      KeywordHistory.use(({ importSnapshots }) =>
        importSnapshots(
          [plusDays(day, -1), day].flatMap((on, turn) =>
            keywords.map((keyword, k) => ({
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
              apps: apps.map((_, n) => {
                const appId = apps[(n * 7 + k * 11 + turn * 13) % apps.length] ?? ""
                return { appId, name: `App ${appId}`, seller: "Seller" }
              })
            }))
          )
        )
      ).pipe(Effect.provideContext(contextOf(Context.get(gateway().running.services, PluginContexts), keywordsPlugin)))
    )
    await rows(
      gateway(),
      `INSERT INTO apps_rating_snapshots (platform, country, app_id, day, observed_at, rating_count, average_rating)
        SELECT 'storea', 'us', app, day, day + time '08:00', 1000, CASE WHEN day = '${day}' THEN 4.2 ELSE 4.5 END
        FROM unnest(ARRAY['${apps.join("','")}']) app, unnest(ARRAY['${day}', '${plusDays(day, -7)}']::date[]) day`
    )
    const owners: Array<Owner> = []
    for (let n = 0; n < accounts; n++) {
      const owner = await ownerOf(gateway(), { plan: "growth" })
      for (const appId of apps.slice(n * appsEach, (n + 1) * appsEach)) {
        await keptApp(owner, appId, { appName: `App ${appId}` })
        await owner.ask("POST", `/v1/user/apps/${appId}/keywords`, { keywords, country: "us" })
        for (const rival of [apps.at(-1 - n), apps.at(n - 20)]) {
          await owner.ask("POST", `/v1/user/apps/${appId}/competitors`, { competitorAppId: rival, name: "Rival" })
        }
      }
      await owner.put()
      await owner.prefer("webhook")
      owners.push(owner)
    }
    const work = owners.flatMap(({ accountId }, n) =>
      apps
        .slice(n * appsEach, (n + 1) * appsEach)
        .map((appId) => ({ accountId, appId, platform: "storea", day }) as const)
    )
    const startedMs = Date.now()
    await gateway().run(
      Effect.forEach(work, (of) => Effect.promise(() => gateway().runJob(Report, of)), {
        concurrency: atOnce,
        discard: true
      })
    )
    const tookMs = Date.now() - startedMs
    const [made] = await rows(gateway(), "SELECT count(*)::int AS n FROM cofounder_reports")
    assert.deepEqual(made, { n: work.length })
    // They are whole ones.
    const [last] = await rows(gateway(), "SELECT body FROM cofounder_events WHERE event = 'report.created' LIMIT 1")
    const { report } = JSON.parse(String(last?.body))
    assert.isNotEmpty(listAt(sectionOf(report, "keywords"), "findings"))
    assert.isNotEmpty(listAt(sectionOf(report, "ratings"), "findings"))
    const hours = ((tookMs / work.length) * wantedOf.accounts * appsEach) / 3_600_000
    process.stderr.write(
      `cofounder: ${work.length} reports in ${tookMs} ms; ${wantedOf.accounts} accounts with ${appsEach} apps would take ${hours.toFixed(2)} h\n`
    )
    assert.isBelow(hours, wantedOf.hours)
  })
})
