import { useTestGateway } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import * as A from "../src/appSchema.ts"
import * as S from "../src/schema.ts"

describe("a tracked keyword", () => {
  const gateway = useTestGateway({
    plugins: { stores: true, keywords: { collect: { spread: false } } }
  })

  it("is collected by the job, and its trend, its state and the metrics say so", async () => {
    const { key } = await gateway().account()
    const body = { keyword: "photo editor" }
    const ranks = await gateway().ask("/v1/keywords/ranks?keyword=photo%20editor", { key })
    const Ranked = Schema.Struct({ data: S.RanksAnswer })
    const app = Schema.decodeUnknownSync(Ranked)(ranks.json).data.rankings[0]?.trackId
    assert.strictEqual((await gateway().ask("/v1/keywords/track", { method: "POST", key, body })).status, 200)
    // What cron does at the next minute.
    await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`SELECT 1 FROM graphile_worker.add_job('keywords.collect', '{"payload":{}}'::json)`
      )
    )
    const trend = async () => {
      const { json } = await gateway().ask(`/v1/apps/${app}/keywords/trends?keyword=photo%20editor&days=7`, { key })
      return Schema.decodeUnknownSync(Schema.Struct({ data: A.TrendsAnswer }))(json).data
    }
    for (;;) {
      const { history, source, tracked } = await trend()
      assert.isTrue(tracked)
      if (history.at(-1)?.status !== "not_measured") {
        assert.strictEqual(source, "storea.catalog")
        assert.deepInclude(history.at(-1), { status: "ranked", rank: 1 })
        break
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const metrics = (await gateway().askInternal("/metrics")).text
    for (const name of ["due", "done", "lag_seconds", "uncovered"])
      assert.include(metrics, `storeglass_keywords_collect_${name}{platform="storea"}`)
    const health = await gateway().askInternal("/health")
    assert.include(health.text, "keywords.storea")
  })
})
