/** No sequence of scans, edits, samples, failures, repeated jobs and months charges a call twice, or more than the bucket has. */
import { tickSchedules } from "@storeglass/core"
import { adjustableClock, usePluginGateway } from "@storeglass/testkit"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, describe, it } from "vitest"
import { Ask, Due, Finish, Scan } from "../src/jobRefs.ts"
import { callCredits } from "../src/plans/budget.ts"
import plugin from "../src/plugin.ts"
import { type Provider, startProvider } from "./provider.ts"
import { actor, at, begun, questionOf, settingsOf, withPrompts } from "./support.ts"

const provider: Provider = await startProvider()
afterAll(() => provider.stop())
// Three days before a month's end.
const clock = adjustableClock(Date.UTC(2026, 9, 28, 12))
const gateway = usePluginGateway(plugin, {
  plugins: { stores: true },
  settings: settingsOf(provider),
  clock,
  // The test does the jobs, in an order of its own.
  config: { jobs: { concurrency: 0, lanes: { "ai-visibility.answers": 0 } } }
})

interface Row {
  readonly id: string
  readonly run: string
  readonly status: string
  readonly model: "model_a" | "model_b"
  readonly fingerprint: string
}
let apps = 930_000

/** What one random history did; the seed repeats it. */
const live = async (seed: string) => {
  let state = [...seed].reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) >>> 0, 7)
  const pick = (n: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
  apps += 1
  const own = actor(gateway(), await gateway().account({ plan: "small" }), String(apps))
  await begun(gateway(), own, { models: ["model_a", "model_b"] })
  const { promptIds } = await withPrompts(own, 3)
  const { accountId } = own
  const rows = () =>
    gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<Row>`SELECT id, run, status, model_slug AS model, fingerprint FROM ai_visibility_answers
          WHERE account_id = ${accountId}::uuid ORDER BY id`
      )
    )
  await gateway().drain(accountId, "aiVisibility", 150 + pick(200))
  const runs = new Set<string>()
  const failing = new Set<string>()
  provider.says(({ slug }) =>
    failing.has(slug)
      ? { status: 400, body: { error: { message: "no", type: "invalid_request_error" } } }
      : { text: "1. **Photo Studio** is great." }
  )
  for (let step = 0; step < 24; step += 1) {
    const what = pick(11)
    if (what < 3) {
      const { estimatedCost, fits } = Object(await own.done("POST", "/scan?dryRun=true"))
      const answer = await own.ask("POST", "/scan")
      assert.strictEqual(answer.status, fits ? 201 : 429, answer.text)
      if (answer.status === 201) {
        runs.add(String(at(answer.json, "data", "taskRunId")))
        assert.strictEqual(at(answer.json, "data", "estimatedCost"), estimatedCost)
      }
    } else if (what === 3) {
      await gateway().runJob(Due, { accountId, appId: own.appId, country: "us" })
      const run = await own.lastRun().catch(() => undefined)
      if (run !== undefined && run !== null) runs.add(String(at(run, "taskRunId")))
    } else if (what === 4) {
      await own.ask("PATCH", `/prompts/${promptIds[pick(3)]}`, { text: questionOf(`${seed} ${step}`) })
    } else if (what === 5) {
      const slug = pick(2) === 0 ? "model_a" : "model_b"
      if (!failing.delete(slug)) failing.add(slug)
    } else if (what === 10) {
      await own.done("PUT", "/settings", { samples: 1 + pick(3) })
    } else if (what === 6) {
      clock.advanceMs((1 + pick(30)) * 3_600_000)
    } else {
      // Jobs come in any order, some twice, some never.
      const open = [...runs]
      const runId = open[pick(open.length)]
      if (runId === undefined) continue
      await gateway().runJob(Scan, { accountId, runId })
      for (const { id, run } of await rows()) {
        if (run === runId && pick(6) > 0) await gateway().runJob(Ask, { accountId, runId, answerId: id })
      }
      if (pick(3) > 0) await gateway().runJob(Finish, { accountId, runId })
    }
  }
  for (const runId of runs) await gateway().runJob(Finish, { accountId, runId })
  return { accountId, answers: await rows() }
}

describe("what a customer pays", () => {
  for (const seed of ["one", "two", "three", "four"]) {
    it(`is each answered call once, and never more than the bucket, in the history '${seed}'`, async () => {
      const { accountId, answers } = await live(seed)
      const ledger = await gateway().run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql<{ charged: number; held: number; over: number }>`
            SELECT
              (SELECT coalesce(sum(credits_charged), 0)::int FROM ai_visibility_runs
                WHERE account_id = ${accountId}::uuid) AS charged,
              (SELECT count(*)::int FROM ai_visibility_runs
                WHERE account_id = ${accountId}::uuid AND finished_ms IS NULL) AS held,
              (SELECT count(*)::int FROM core_credit_balances
                WHERE account_id = ${accountId}::uuid AND bucket = 1 AND used + held > 8000) AS over`
        )
      )
      const answered = answers.filter(({ status }) => status !== "error")
      assert.strictEqual(new Set(answered.map(({ fingerprint }) => fingerprint)).size, answered.length)
      const worth = answered.reduce((sum, { model }) => sum + callCredits[model], 0)
      assert.isNotEmpty(answered, "asked nothing")
      assert.deepEqual(ledger, [{ charged: worth, held: 0, over: 0 }])
      assert.isEmpty(answers.filter(({ status }) => status === "waiting"))
      assert.isAtLeast(await gateway().remaining(accountId, "aiVisibility"), 0)
    })
  }
})

describe("ten thousand schedules that come due at once", () => {
  it("are in the queue within the minute, each once, with the place they scan", async () => {
    apps += 1
    const own = actor(gateway(), await gateway().account({ plan: "small" }), String(apps))
    await begun(gateway(), own)
    await own.done("PUT", "/settings", { scanCadenceDays: 1 })
    const { enqueued, queued, waiting } = await gateway().run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        // Like the one that the settings made, for other apps.
        yield* sql`
          INSERT INTO core_schedules (account_id, plugin, name, job, payload, every_ms, anchor_ms, next_ms)
          SELECT account_id, plugin, 'scan:' || n || ':us', job, jsonb_set(payload::jsonb, '{payload,appId}', to_jsonb(n::text)),
            every_ms, anchor_ms, next_ms
          FROM core_schedules, generate_series(1, 9999) AS n
          WHERE account_id = ${own.accountId} AND plugin = 'ai-visibility'`
        clock.advanceMs(86_400_000 + 60_000)
        const enqueued = yield* tickSchedules([{ name: Due.name, attempts: 6 }])
        const nowMs = yield* Clock.currentTimeMillis
        const [found] = yield* sql<{ queued: number; waiting: number }>`
          SELECT (SELECT count(DISTINCT payload::jsonb #> '{payload,appId}')::int FROM graphile_worker._private_jobs
              WHERE payload::jsonb #>> '{payload,accountId}' = ${own.accountId} AND key LIKE 'schedule:%') AS queued,
            (SELECT count(*)::int FROM core_schedules WHERE account_id = ${own.accountId} AND next_ms <= ${nowMs}::bigint) AS waiting`
        return { enqueued, ...found }
      })
    )
    assert.deepEqual([enqueued, queued, waiting], [10_000, 10_000, 0])
  })
})
