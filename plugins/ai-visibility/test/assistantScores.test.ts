import { assert, describe, it } from "@effect/vitest"
import { usePluginGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { AssistantScores } from "../src/contract.ts"
import plugin from "../src/plugin.ts"

const gateway = usePluginGateway(plugin, {
  plugins: { stores: true, "ai-visibility": true },
  config: { jobs: { concurrency: 0 } }
})

describe("the scores that other plugins see", () => {
  it("are of the last day on which each assistant answered, beside the day before that, and of the account alone", async () => {
    const [owner, stranger] = [await gateway().account(), await gateway().account()]
    const zero = "nn nw nm ns ww wm ws mm ms ss".split(" ")
    const add = (accountId: string, model: string, day: string, ok: number, weight: number) =>
      gateway().run(
        Effect.flatMap(SqlClient.SqlClient, (sql) =>
          sql.unsafe(`INSERT INTO ai_visibility_app_days (account_id, app_id, country, model_slug, day, ok, refused, unread, failed,
            named, position_sum, position_n, sentiment_n, prompts_ok, prompts_asked, prompts_named, weight_sum, weight_squares,
            sentiment_sum, sentiment_squares, ${zero.join(", ")}, prompts)
            VALUES ('${accountId}', '1', 'us', '${model}', '${day}', ${ok}, 0, 0, 0, ${ok}, 0, 0, 0, ${ok}, ${ok}, ${ok},
            ${weight}, ${weight}, 0, 0, ${zero.map(() => 0).join(", ")}, B'1')`)
        )
      )
    await add(owner.accountId, "model_a", "2026-11-01", 10, 5)
    await add(owner.accountId, "model_a", "2026-11-08", 10, 7)
    await add(owner.accountId, "model_a", "2026-11-15", 10, 8)
    await add(owner.accountId, "model_a", "2026-11-16", 0, 0)
    await add(owner.accountId, "model_c", "2026-11-08", 4, 2)
    await add(stranger.accountId, "model_b", "2026-11-15", 10, 10)
    const upTo = (accountId: string, day: string) =>
      gateway().run(AssistantScores.use((scores) => scores.upTo({ accountId, appId: "1", country: "us" }, day)))
    const c = { model: "model_c", day: "2026-11-08", score: 50, answers: 4, before: null }
    assert.deepEqual<ReadonlyArray<object>>(await upTo(owner.accountId, "2026-11-20"), [
      { model: "model_a", day: "2026-11-15", score: 80, answers: 10, before: { day: "2026-11-08", score: 70 } },
      c
    ])
    assert.deepEqual<ReadonlyArray<object>>(await upTo(owner.accountId, "2026-11-14"), [
      { model: "model_a", day: "2026-11-08", score: 70, answers: 10, before: { day: "2026-11-01", score: 50 } },
      c
    ])
    assert.deepEqual(await upTo(owner.accountId, "2026-10-31"), [])
  })
})
