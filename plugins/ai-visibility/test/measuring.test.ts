/** What a scan costs before it is asked for. */
import { usePluginGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import plugin from "../src/plugin.ts"
import { type Provider, startProvider } from "./provider.ts"
import {
  type Actor,
  actor,
  at,
  begun,
  dataOf,
  listOf,
  questionOf,
  refused,
  settingsOf,
  withPrompts
} from "./support.ts"

const provider: Provider = await startProvider()
afterAll(() => provider.stop())
const gateway = usePluginGateway(plugin, { plugins: { stores: true }, settings: settingsOf(provider) })

const list = "1. **Photo Studio** is great.\n2. **Snap Master** is fine.\n3. **Pixel Lab**"
let apps = 950_000
const newActor = async ({
  models,
  plan = "small",
  prompts = 3
}: {
  models?: ReadonlyArray<string>
  plan?: "indie" | "small"
  prompts?: number
} = {}): Promise<Actor & { readonly promptIds: ReadonlyArray<string>; readonly intentId: string }> => {
  apps += 1
  const own = actor(gateway(), await gateway().account({ plan }), String(apps))
  await begun(gateway(), own, models === undefined ? {} : { models })
  return { ...own, ...(await withPrompts(own, prompts)) }
}
const stored = ({ accountId }: Actor) =>
  gateway().run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`SELECT (SELECT count(*)::int FROM ai_visibility_runs WHERE account_id = ${accountId}::uuid) AS runs,
        (SELECT count(*)::int FROM ai_visibility_answers WHERE account_id = ${accountId}::uuid) AS answers`
    )
  )

describe("a scan with dryRun=true", () => {
  let own: Awaited<ReturnType<typeof newActor>>
  const preview = async (actor: Actor) => {
    const answer = await actor.ask("POST", "/scan?dryRun=true")
    assert.strictEqual(answer.headers.get("x-credit-cost"), "0", answer.text)
    return dataOf(answer)
  }
  beforeAll(async () => {
    provider.says(() => ({ text: list }))
    own = await newActor({ models: ["model_a", "model_b"] })
  })

  it("says what would be asked, reused and held, to the credit, and does nothing", async () => {
    const before = await own.remaining()
    const asked = provider.calls.length
    const told = await preview(own)
    assert.deepInclude(Object(told), {
      dryRun: true,
      promptsTotal: 3,
      models: ["model_a", "model_b"],
      reused: 0,
      estimatedCost: 72,
      creditsRemaining: before,
      fits: true,
      warnings: []
    })
    assert.deepEqual(listOf(told, "calls"), [
      { modelSlug: "model_a", creditsEach: 9, asked: 3, reused: 0, credits: 27 },
      { modelSlug: "model_b", creditsEach: 15, asked: 3, reused: 0, credits: 45 }
    ])
    assert.deepEqual([await own.remaining(), provider.calls.length - asked], [before, 0])
    assert.deepEqual(await stored(own), [{ runs: 0, answers: 0 }])
    const { data } = await own.scan()
    assert.strictEqual(at(data, "estimatedCost"), 72)
    assert.strictEqual(before - (await own.remaining()), 72)
  })

  it("counts what the day has already, and what was edited", async () => {
    assert.deepInclude(Object(await preview(own)), { reused: 6, estimatedCost: 0, fits: true })
    await own.done("PATCH", `/prompts/${own.promptIds[0]}`, { text: questionOf("edited") })
    const told = await preview(own)
    assert.deepInclude(Object(told), { reused: 4, estimatedCost: 24 })
    assert.strictEqual(at((await own.scan()).data, "estimatedCost"), 24)
  })

  it("says what the credits don't pay for, and what a scheduled scan would leave out", async () => {
    const poor = await newActor({ models: ["model_a", "model_b"] })
    await gateway().drain(poor.accountId, "aiVisibility", 40)
    const told = await preview(poor)
    assert.deepInclude(Object(told), { estimatedCost: 72, creditsRemaining: 40, fits: false })
    assert.deepEqual(at(told, "scheduled"), {
      models: ["model_a"],
      modelsDropped: ["model_b"],
      estimatedCost: 27,
      skipped: false
    })
    assert.deepEqual(
      listOf(told, "warnings").map((warning) => at(warning, "code")),
      ["AI_VISIBILITY_QUOTA_EXCEEDED"]
    )
    refused(await poor.ask("POST", "/scan"), 429, "AI_VISIBILITY_QUOTA_EXCEEDED")
    await gateway().drain(poor.accountId, "aiVisibility", 0)
    assert.deepInclude(Object(await preview(poor)), { creditsRemaining: 0, fits: false })
    assert.deepEqual(at(await preview(poor), "scheduled"), {
      models: [],
      modelsDropped: ["model_a", "model_b"],
      estimatedCost: 0,
      skipped: true
    })
  })

  it("names what the plan or the gateway leaves out", async () => {
    const other = await newActor({ models: ["model_d", "model_a"], plan: "indie" })
    const told = await preview(other)
    assert.deepInclude(Object(told), { models: [], estimatedCost: 0 })
    assert.deepEqual(
      listOf(told, "warnings").map((warning) => at(warning, "code")),
      ["MODELS_OVER_PLAN", "MODELS_WITHOUT_KEY"]
    )
  })

  it("is refused as the scan itself, uncharged", async () => {
    const before = await own.remaining()
    refused(await own.ask("POST", "/scan?dryRun=true&country=de"), 400, "NO_PROMPTS")
    refused(await own.ask("POST", "/scan?dryRun=perhaps"), 400, "INVALID_INPUT")
    assert.strictEqual(await own.remaining(), before)
  })
})
