/** Canaries in the place of own keys, looked for in all that the gateway writes. */
import { randomBytes } from "node:crypto"
import stores from "@storeglass/stores/sandbox"
import { at, leaksOf, rpcOf, until, useWatchedGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, describe, it } from "vitest"
import { modelSlugs } from "../src/models.ts"
import { startProvider } from "./provider.ts"
import { begun, groundedSettingsOf, questionOf } from "./support.ts"

const provider = await startProvider()
afterAll(() => provider.stop())
const { assistants, ...more } = groundedSettingsOf(provider)
const gateway = useWatchedGateway({
  doubles: [stores],
  plugins: (address) => ({
    stores: {
      storea: {
        baseUrls: {
          itunes: address("itunes"),
          search: address("search"),
          rssV2: address("rssV2"),
          apps: address("apps")
        }
      }
    },
    "ai-visibility": {
      ...more,
      assistants: { ...assistants, model_c: { ...assistants.model_a, model: "model_c-1", apiKey: "key-c" } }
    },
    mcp: null
  })
})
const base = "/v1/connect/assistants"
const appId = "970001"

describe("own keys", () => {
  it("are in no log, trace, metric, table, cache, answer or tool's list: neither that work nor that are refused", async () => {
    const { ask, run } = gateway()
    const keys = new Map<string, string>()
    const planted = (label: string) => {
      const value = `cnry${randomBytes(12).toString("hex")}`
      keys.set(label, value)
      return value
    }
    const save = (slug: string, apiKey: unknown) => ask(`${base}/${slug}/key`, { method: "POST", body: { apiKey } })
    const rpc = rpcOf(ask)
    const refused = planted("a key that is refused, in words that quote it")
    provider.refusedKeys.add(refused)
    for (const slug of modelSlugs) assert.strictEqual((await save(slug, refused)).status, 422)
    assert.strictEqual((await save("model_a", `${planted("a key with a space")} `)).status, 400)
    assert.strictEqual((await save("model_a", { of: planted("a key of a wrong type") })).status, 400)
    await rpc("tools/call", {
      name: "aiVisibilityKeys_save",
      arguments: { modelSlug: "model_a", apiKey: planted("a key in a tool's call") }
    })
    const works = planted("a key that works")
    const withdrawn = planted("a key that is refused later")
    assert.strictEqual((await save("model_a", works)).status, 201)
    assert.strictEqual((await save("model_b", withdrawn)).status, 201)
    provider.lists(["model_a-1", "model_b-1", "model_c-1"])
    const more = planted("one that goes into another header")
    assert.strictEqual((await save("model_c", more)).status, 201)

    const [account] = await run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ id: string }>`SELECT account_id::text AS id FROM core_connections LIMIT 1`
      )
    )
    await begun({ run }, { accountId: account?.id ?? "", appId }, { models: ["model_a", "model_b", "model_c"] })
    const post = async (path: string, body?: unknown) => {
      const answer = await ask(`/v1/ai-visibility/${appId}${path}`, {
        method: "POST",
        ...(body === undefined ? {} : { body })
      })
      assert.strictEqual(answer.status, 201, answer.text)
      return answer.json
    }
    const intentId = at(await post("/intents", { label: "Edit photos" }), "data", "intentId")
    await post(`/intents/${intentId}/prompts`, { text: questionOf(1) })
    provider.refusedKeys.add(withdrawn)
    provider.says(({ key }) => ({ text: `I can't name any. ${key === works ? "" : "And who are you?"}` }))
    const runId = String(at(await post("/scan"), "data", "taskRunId"))
    await run(
      until(
        ["ai_visibility_runs"],
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql<{ isOver: boolean }>`
            SELECT finished_ms IS NOT NULL AS "isOver" FROM ai_visibility_runs WHERE id = ${runId}::uuid`
        ),
        ([row]) => row?.isOver === true
      )
    )
    for (const key of [works, more]) {
      assert.include(
        provider.calls.map((call) => call.prompt !== "undefined" && call.key),
        key
      )
    }
    const listed = await ask(`${base}/keys`)
    assert.strictEqual(at(listed.json, "data", "1", "lastFailure", "reason"), "credentials")
    await rpc("tools/call", { name: "aiVisibilityKeys_keys", arguments: {} })
    const tools = await rpc("tools/list", {})
    assert.notInclude(tools.text, "aiVisibilityKeys_save")
    assert.strictEqual((await ask(`${base}/model_a/key`, { method: "DELETE" })).status, 200)

    const { answers, ...sinks } = await gateway().stop()
    assert.include(sinks.database, "ai-visibility.model-b")
    // The account is told once, and the operator isn't.
    assert.lengthOf(sinks.logs?.match(/ai-visibility\.own-key-refused/g) ?? [], 1)
    assert.notInclude(sinks.metrics, "takes no questions")
    assert.deepEqual(leaksOf({ ...sinks, answers: answers ?? "" }, keys), [])
  })
})
