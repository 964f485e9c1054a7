/** What happens by itself: schedules, plans, texts that are too old, models that end, accounts that go. */
import { AccountAdmin } from "@storeglass/plugin-api"
import { adjustableClock, usePluginGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, describe, it, vi } from "vitest"
import { Due, Models } from "../src/jobRefs.ts"
import { Plans } from "../src/kept/Plans.ts"
import plugin from "../src/plugin.ts"
import { assertCompetitors, assertSources, rowsIn } from "./counted.ts"
import { type Provider, startProvider } from "./provider.ts"
import { at, finished, groundedSettingsOf, listOf, newActorOf, questionOf, withPrompts } from "./support.ts"

const provider: Provider = await startProvider()
afterAll(() => provider.stop())
// Ahead of the queue, whose time is the database's: what is due later waits.
const clock = adjustableClock(Date.UTC(2030, 9, 20, 12))
const gateway = usePluginGateway(plugin, { plugins: { stores: true }, settings: groundedSettingsOf(provider), clock })
const dayMs = 86_400_000
const list = "1. **Photo Studio** is great.\n2. **Snap Master** is fine."

let apps = 920_000
const newActor = (prompts = 2) => newActorOf(gateway(), String(++apps), { prompts })
const count = (table: string, accountId: string) =>
  gateway().run(
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.map(
        sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql(table)} WHERE account_id = ${accountId}::uuid`,
        ([row]) => row?.n
      )
    )
  )

describe("days", () => {
  it("have scores of their own, a day's rescan asks everything anew, and what changed is marked", async () => {
    const own = await newActor()
    provider.says(() => ({ text: list }))
    await own.scan()
    clock.advanceMs(dayMs)
    provider.says(() => ({ text: "1. **Snap Master** is fine.\n2. **Pixel Lab**", model: "model_a-2" }))
    const { data } = await own.scan()
    assert.strictEqual(at(data, "estimatedCost"), 18)
    const trend = listOf(await own.done("GET", "/trend"))
    assert.deepEqual(
      trend.map((row) => [at(row, "date"), at(row, "visibilityPct"), at(row, "modelId"), at(row, "modelChanged")]),
      [
        ["2030-10-20", 100, "model_a-1", false],
        ["2030-10-21", 0, "model_a-2", true]
      ]
    )
    assert.strictEqual(at(trend[1], "visibilityScore"), 0)
    const overview = await own.done("GET", "/overview")
    assert.strictEqual(at(overview, "trend", "visibilityScorePrev"), at(trend[0], "visibilityScore"))
    const [snap] = listOf(await own.done("GET", "/competitors"))
    assert.deepInclude(Object(snap), { name: "Snap Master", appearancesTotal: 4, positionAvg: 1.5, visibilityPct: 100 })
    const today = listOf(await own.done("GET", "/competitors?windowDays=1"))
    assert.deepEqual(
      today.map((row) => at(row, "appearancesTotal")),
      [2, 2]
    )
    const [of] = listOf(await own.done("GET", `/trend?windowDays=1&intentId=${own.intentId}`))
    assert.strictEqual(at(of, "date"), "2030-10-21")
  })

  it("tell competitors and sources alike after prompts and intents were added, archived and moved", async () => {
    const own = await newActor()
    await own.done("PUT", "/settings", { models: ["model_a", "model_d"] })
    const scan = async (n: number) => {
      provider.says(({ prompt }) => {
        const of = (Number(/question (\d+)/.exec(prompt)?.[1] ?? 0) + n) % 4
        const text = [
          list,
          "1. **Pixel Lab**\n2. **Snap Master**",
          "- **Light Box**\n- **Photo Studio**",
          "Use **Pixel Lab**."
        ]
        const sources = ["a", "b", "c"]
          .slice(0, of)
          .map((site) => ({ url: `https://${site}.example/${n}`, title: site }))
        return { text: text[of] ?? "", sources }
      })
      await own.scan()
      clock.advanceMs(dayMs)
    }
    await scan(0)
    // Ten more, so that a day's prompts take more bits than the days' before.
    const { intentId, promptIds } = await withPrompts(own, 12)
    const moved = String(at(await own.done("POST", "/intents", { label: "Retouch portraits" }, 201), "intentId"))
    await scan(1)
    await own.done("DELETE", `/prompts/${promptIds[11]}`)
    await own.done("POST", `/intents/${moved}/prompts`, { text: questionOf(12) }, 201)
    await own.done("DELETE", `/prompts/${promptIds[5]}`)
    await scan(2)
    await own.done("DELETE", `/intents/${intentId}`)
    await scan(3)
    const rows = await rowsIn(gateway(), own)
    assert.lengthOf(new Set(rows.map(({ day }) => day)), 4)
    assert.lengthOf(new Set(rows.map(({ intent }) => intent)), 3)
    for (const model of ["model_a", "model_d"]) await assertCompetitors(own, rows, model)
    await assertSources(own, rows)
    // The last two scans, seen from the day after.
    const [, , third = ""] = new Set(rows.map(({ day }) => day))
    const latest = rows.filter(({ day }) => day >= third)
    await assertCompetitors(own, latest, "model_a", "&windowDays=3")
    // Four scans of two assistants: on a busy machine half a minute does not do.
  }, 120_000)
})

describe("a name", () => {
  it("is looked up at the store once in 30 days, whoever's answers have it", async () => {
    const resolved = () =>
      gateway().run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql<{ key: string; ms: number }>`
            SELECT key, resolved_ms::float8 AS ms FROM ai_visibility_names WHERE key LIKE 'quillo%' ORDER BY key`
        )
      )
    provider.says(() => ({ text: "1. **Quillo Notes** is great.\n2. **Quillo Pad** is fine." }))
    await (await newActor(1)).scan()
    const first = await resolved()
    assert.lengthOf(first, 2)
    clock.advanceMs(29 * dayMs)
    await (await newActor(1)).scan()
    assert.deepEqual(await resolved(), first)
    clock.advanceMs(2 * dayMs)
    await (await newActor(1)).scan()
    const again = await resolved()
    assert.lengthOf(again, 2)
    for (const [at, { ms }] of again.entries()) assert.isAbove(ms, first[at]?.ms ?? Infinity)
  })
})

describe("a plan without AI visibility", () => {
  it("keeps everything, scans nothing, and goes on when it comes back", async () => {
    const own = await newActor()
    await own.done("PUT", "/settings", { scanCadenceDays: 1 })
    const change = (plan: string) => gateway().run(AccountAdmin.use((admin) => admin.setPlan(own.accountId, plan)))
    const settle = () => gateway().run(Plans.use((plans) => plans.settle(own.accountId)))
    // Who has looked the key up just then has its former plan for a moment.
    const settingsAnswer = (status: number) =>
      vi.waitFor(async () => assert.strictEqual((await own.ask("GET", "/settings")).status, status), {
        timeout: 30_000,
        interval: 20
      })
    await change("free")
    await settle()
    await settingsAnswer(403)
    const asked = provider.calls.length
    await gateway().runJob(Due, { accountId: own.accountId, appId: own.appId, country: "us" })
    assert.strictEqual(provider.calls.length, asked)
    await change("small")
    await settle()
    await settingsAnswer(200)
    assert.isString(at(await own.done("GET", "/settings"), "settings", "nextScanAt"))
    assert.lengthOf(listOf(await own.done("GET", `/intents/${own.intentId}/prompts`)), 2)
  })

  it("that asks fewer assistants takes the first of settings", async () => {
    const own = await newActor()
    await own.done("PUT", "/settings", { models: ["model_b", "model_a"] })
    await gateway().run(AccountAdmin.use((admin) => admin.setPlan(own.accountId, "indie")))
    await gateway().runJob(Due, { accountId: own.accountId, appId: own.appId, country: "us" })
    const run = Object(await own.lastRun())
    await finished(gateway(), run.taskRunId)
    assert.deepEqual(run.models, ["model_b"])
    assert.deepEqual(at(await own.done("GET", "/settings"), "settings", "models"), ["model_b", "model_a"])
  })
})

describe("daily", () => {
  it("says in /health, 30 days before a model ends and when it's gone, that another must be configured", async () => {
    const dayIn = (days: number) =>
      new Date(clock.clock.currentTimeMillisUnsafe() + days * dayMs).toISOString().slice(0, 10)
    const health = async (ends: string | null, ids = ["model_a-1", "model_b-1"]) => {
      const data = ids.map((id) => ({ type: "model", id, ...(ends === null ? {} : { shutdown_date: ends }) }))
      provider.says(() => ({ body: { data, has_more: false } }))
      await gateway().runJob(Models, {})
      // Health is looked at once a second.
      clock.advanceMs(2_000)
      const { json } = await gateway().askInternal("/health")
      const check = at(json, "data", "checks", "plugins", "ai-visibility.model_a")
      return `${at(check, "status")}: ${at(check, "detail")}`
    }
    assert.strictEqual(await health(null), "ok: model_a-1")
    assert.strictEqual(await health(dayIn(32)), "ok: model_a-1")
    const soon = dayIn(29)
    assert.strictEqual(await health(soon), `degraded: model_a-1 ends on ${soon}: configure another`)
    const gone = "degraded: its provider has no model model_a-1 any more: configure another"
    assert.strictEqual(await health(dayIn(0)), gone)
    assert.strictEqual(await health(null, ["another"]), gone)
    assert.strictEqual(await health(null), "ok: model_a-1")
  })

  it("texts that are too old go, and what was scored from them stays", async () => {
    const own = await newActor()
    provider.says(() => ({ text: list }))
    await own.scan()
    const before = listOf(await own.done("GET", "/trend"))
    clock.advanceMs(399 * dayMs)
    await gateway().runJob(Models, {})
    assert.strictEqual(await count("ai_visibility_answers", own.accountId), 2)
    clock.advanceMs(2 * dayMs)
    await gateway().runJob(Models, {})
    assert.strictEqual(await count("ai_visibility_answers", own.accountId), 0)
    assert.isAbove(Number(await count("ai_visibility_rollups", own.accountId)), 0)
    assert.strictEqual(at(await own.done("GET", "/overview"), "scoredAt"), at(before[0], "date"))
  })
})

describe("an account that goes", () => {
  it("takes everything along, and nothing of others", async () => {
    const [own, other] = [await newActor(), await newActor()]
    await own.scan()
    await other.scan()
    const personal = plugin.personal?.({ assistants: {}, keepTextsDays: 400, callsAtOnce: 1 })
    const tables = (personal?.tables ?? []).map((table) => (typeof table === "string" ? table : table.table))
    assert.lengthOf(tables, 13)
    for (const { accountId } of [own, other]) {
      await gateway().run(
        Effect.flatMap(SqlClient.SqlClient, (sql) =>
          Effect.all([
            sql`INSERT INTO ai_visibility_keys (account_id, model_slug, fallback) VALUES (${accountId}::uuid, 'model_a', true)`,
            sql`INSERT INTO ai_visibility_left (account_id, app_id, country, model_slug, left_on, low, high)
              VALUES (${accountId}::uuid, '1', 'us', 'model_a', '2026-11-01'::date, 1, 2)`,
            sql`INSERT INTO ai_visibility_app_sources (account_id, app_id, country, model_slug, day, domain, answers,
                with_owner, intents, own_intents, url, title)
              VALUES (${accountId}::uuid, '1', 'us', 'model_d', '2026-11-01'::date, 'a.example', 1, 0, '1', '0', '', '')`
          ])
        )
      )
    }
    for (const table of tables) assert.isAbove(Number(await count(table, own.accountId)), 0, table)
    await gateway().run(
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        Effect.forEach(tables, (table) => sql`DELETE FROM ${sql(table)} WHERE account_id = ${own.accountId}::uuid`)
      )
    )
    for (const table of tables) assert.isAbove(Number(await count(table, other.accountId)), 0, table)
  })
})
