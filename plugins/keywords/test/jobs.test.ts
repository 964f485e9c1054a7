import { useTestGateway } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import * as A from "../src/appSchema.ts"

describe("a tracked keyword", () => {
  const gateway = useTestGateway({
    plugins: { stores: true, keywords: { collect: { spread: false } } }
  })

  it("is collected by the job, and its trend, its state and the metrics say so", async () => {
    const { key } = await gateway().account()
    const body = { keyword: "photo editor" }
    assert.strictEqual((await gateway().ask("/v1/keywords/track", { method: "POST", key, body })).status, 200)
    // What cron does at the next minute.
    await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`SELECT 1 FROM graphile_worker.add_job('keywords.collect', '{"payload":{}}'::json)`
      )
    )
    const trend = async () => {
      const { json } = await gateway().ask("/v1/apps/1000001/keywords/trends?keyword=photo%20editor&days=7", { key })
      return Schema.decodeUnknownSync(Schema.Struct({ data: A.TrendsAnswer }))(json).data
    }
    for (;;) {
      const { history, source, tracked } = await trend()
      assert.isTrue(tracked)
      if (history.at(-1)?.status !== "not_measured") {
        assert.strictEqual(source, "storea.catalog")
        assert.strictEqual(history.at(-1)?.status, "not_in_top_n")
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
