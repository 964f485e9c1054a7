/** How an app is set up. */
import { sampleValues, usePluginGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import plugin from "../src/plugin.ts"
import { type Provider, startProvider } from "./provider.ts"
import { type Actor, actor, at, listOf, refused, settingsOf } from "./support.ts"

const provider: Provider = await startProvider()
afterAll(() => provider.stop())
const gateway = usePluginGateway(plugin, { plugins: { stores: true, keywords: true }, settings: settingsOf(provider) })

const allPrompts = async (own: Actor) => {
  const intents = listOf(await own.done("GET", "/intents"))
  const ids = intents.map((intent) => String(at(intent, "intentId")))
  const lists = await Promise.all(ids.map((id) => own.done("GET", `/intents/${id}/prompts`)))
  return { intents, lists: lists.map((list) => listOf(list)), prompts: lists.flatMap((list) => listOf(list)) }
}

describe("bootstrap", () => {
  let appId = ""
  let own: Actor
  let firstRun: unknown
  const newActor = async (plan: "indie" | "small" | "growth" | "free" = "indie", app = appId) =>
    actor(gateway(), await gateway().account({ plan }), app)
  beforeAll(async () => {
    appId = (await sampleValues(gateway())).id ?? ""
    provider.says(() => ({ text: "1. **Snap Master** is great.\n2. **Pixel Lab** is fine." }))
    own = await newActor()
    assert.strictEqual(at(await own.done("GET", "/settings"), "settings"), null)
    await own.bootstrap()
    firstRun = await own.lastRun()
  })

  it("writes 8 to 12 intents with 5 to 8 prompts each, of three styles at least", async () => {
    const { lists, prompts } = await allPrompts(own)
    assert.isTrue(lists.length >= 8 && lists.length <= 12, String(lists.length))
    for (const list of lists) {
      assert.isTrue(list.length >= 5 && list.length <= 8, String(list.length))
      assert.isAtLeast(new Set(list.map((prompt) => at(prompt, "style"))).size, 3)
    }
    const texts = prompts.map((prompt) => String(at(prompt, "text")))
    assert.strictEqual(new Set(texts).size, texts.length)
    for (const text of texts) assert.isTrue([...text].length >= 15 && [...text].length <= 220, text)
  })

  it("asks each of them once, and charges that alone", async () => {
    const { prompts } = await allPrompts(own)
    assert.deepInclude(Object(firstRun), {
      status: "finished",
      promptsTotal: prompts.length,
      answered: prompts.length,
      creditsCharged: prompts.length * 9,
      promptsModel: "prompt-templates@1"
    })
  })

  it("takes the plan's first assistants, and the shortest cadence that fits the plan, and says why", async () => {
    const { aiVisibilityCredits, settings, tier } = Object(await own.done("GET", "/settings"))
    assert.deepEqual([settings.models, settings.scanCadenceDays, settings.enabled], [["model_a"], 7, true])
    assert.include(settings.lastRun.degradedReason, "every 7 days, as 40 prompts every 3 days would cost 3600")
    // 77 would fit, and fewer were written: nothing was cut.
    assert.isBelow(settings.lastRun.promptsTotal, 77)
    assert.notInclude(settings.lastRun.degradedReason, "at most")
    assert.deepEqual(tier, { planId: "indie", enabled: true, maxModels: 1, maxApps: 1, maxCountries: 1 })
    assert.isTrue(aiVisibilityCredits.fits)
    assert.strictEqual(aiVisibilityCredits.limit, 3_000)
    const inDays = (Date.parse(settings.nextScanAt) - Date.now()) / 86_400_000
    assert.isTrue(inDays > 6.9 && inDays <= 7, settings.nextScanAt)
  })

  it("adds and asks nothing that is there when it's run again, and leaves what was edited or archived", async () => {
    const { intents, prompts } = await allPrompts(own)
    const [edited, archived] = prompts.map((prompt) => String(at(prompt, "promptId")))
    await own.done("PATCH", `/prompts/${edited}`, { text: "Which app would you take on a trip to edit photos?" })
    await own.done("DELETE", `/prompts/${archived}`)
    const gone = String(at(intents.at(-1), "intentId"))
    await own.done("DELETE", `/intents/${gone}`)
    const before = await allPrompts(own)
    const asked = provider.calls.length
    await own.bootstrap()
    const after = await allPrompts(own)
    assert.deepEqual(after.prompts, before.prompts)
    assert.deepEqual(
      after.intents.map((intent) => at(intent, "intentId")),
      before.intents.map((intent) => at(intent, "intentId"))
    )
    assert.strictEqual(provider.calls.length, asked)
    assert.deepInclude(Object(await own.lastRun()), { status: "finished", promptsTotal: 0, creditsCharged: 0 })
  })

  it("is one run when it's asked for twice at once", async () => {
    const other = await newActor()
    const answers = await Promise.all([1, 2, 3].map(() => other.ask("POST", "/bootstrap", {})))
    const ids = answers.map(({ json, status }) => `${status} ${at(json, "data", "taskRunId")}`)
    assert.strictEqual(new Set(ids).size, 1)
    assert.isTrue(ids[0]?.startsWith("201 "), ids[0])
    const runs = await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`SELECT 1 FROM ai_visibility_runs WHERE account_id = ${other.accountId}::uuid`
      )
    )
    assert.strictEqual(runs.length, 1)
  })

  it("is refused where the store doesn't list the app, and where the bucket can't pay for 40 prompts", async () => {
    const unlisted = await newActor("indie", "999999999")
    refused(await unlisted.ask("POST", "/bootstrap", {}), 404, "APP_NOT_FOUND")
    const poor = await newActor()
    await gateway().drain(poor.accountId, "aiVisibility", 359)
    refused(await poor.ask("POST", "/bootstrap", {}), 429, "AI_VISIBILITY_QUOTA_EXCEEDED")
    const { settings } = Object(await poor.done("GET", "/settings"))
    assert.isNull(settings)
  })

  it("keeps to the plan's apps and countries", async () => {
    const message = refused(await own.ask("POST", "/bootstrap", { country: "de" }), 403, "TIER_LIMIT_EXCEEDED")
    assert.include(message, "1 apps in 1 countries")
    const free = await newActor("free")
    refused(await free.ask("POST", "/bootstrap", {}), 403, "TIER_LIMIT_EXCEEDED")
  })

  it("refuses countries, languages and ids that don't exist, and names them", async () => {
    const some = await newActor()
    refused(await some.ask("POST", "/bootstrap", { country: "zz" }), 400, "INVALID_COUNTRY")
    for (const language of ["english", "EN", "xx", "e", ""]) {
      assert.include(refused(await some.ask("POST", "/bootstrap", { language }), 400, "INVALID_INPUT"), "language")
    }
    const nameless = actor(gateway(), some, "com.example.app")
    refused(await nameless.ask("POST", "/bootstrap", {}), 400, "INVALID_APP_ID")
  })
})
