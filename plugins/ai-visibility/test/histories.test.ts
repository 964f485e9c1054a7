/**
 * No sequence of scans, schedules, edits, plans, keys, failures, crashes, repeated jobs and months charges a call twice, more than
 * the bucket has or otherwise than it was claimed, none asks with another key, and schedules do with less by the rule.
 */
import { AccountAdmin } from "@storeglass/plugin-api"
import { adjustableClock, usePluginGateway } from "@storeglass/testkit"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { Ask, Due, Finish, Scan } from "../src/jobRefs.ts"
import { callCredits } from "../src/plans/budget.ts"
import plugin from "../src/plugin.ts"
import { degradeModel } from "./degradeModel.ts"
import { type Provider, startProvider } from "./provider.ts"
import { actor, at, begun, questionOf, refused, settingsOf, withPrompts } from "./support.ts"

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
const query = <A extends object>(ask: (sql: SqlClient.SqlClient) => Effect.Effect<ReadonlyArray<A>, unknown>) =>
  gateway().run(Effect.flatMap(SqlClient.SqlClient, ask))

type Model = "model_a" | "model_b"
interface Row {
  readonly id: string
  readonly run: string
  readonly status: string
  readonly model: Model
  readonly fingerprint: string
}
const models = ["model_a", "model_b"] as const
/** Assistants at once, by plan. */
const plans = { free: 0, indie: 1, small: 2, growth: 4 } as const
type Plan = keyof typeof plans
let apps = 940_000

// A transaction that dies at its last write is what a kill before its commit leaves behind.
beforeAll(() =>
  query((sql) =>
    Effect.gen(function* () {
      yield* sql`CREATE TABLE test_crashes (of text PRIMARY KEY)`
      yield* sql`CREATE FUNCTION test_crash() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF EXISTS (SELECT FROM test_crashes WHERE of = TG_TABLE_NAME) THEN RAISE EXCEPTION 'killed'; END IF; RETURN NEW; END $$`
      for (const table of ["ai_visibility_answers", "ai_visibility_runs"]) {
        yield* sql`CREATE TRIGGER test_crash BEFORE UPDATE ON ${sql(table)} FOR EACH ROW EXECUTE FUNCTION test_crash()`
      }
      return []
    })
  )
)
const crashing = async (table: string, work: () => Promise<void>) => {
  await query((sql) => sql`INSERT INTO test_crashes (of) VALUES (${table})`)
  await work().catch(() => undefined)
  await query((sql) => sql`DELETE FROM test_crashes`)
}

/** What one random history did; the seed repeats it. */
const live = async (seed: string) => {
  let state = [...seed].reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) >>> 0, 7)
  const pick = (n: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
  apps += 1
  const own = actor(gateway(), await gateway().account({ plan: "small" }), String(apps))
  await begun(gateway(), own, { models })
  const { promptIds } = await withPrompts(own, 3)
  const { accountId, appId } = own
  const due = { accountId, appId, country: "us" }
  let plan: Plan = "small"
  const gatewayKey = { model_a: "key-a", model_b: "key-b" }
  /** What the account said of keys, as it's known here. */
  const keys: Record<Model, { own: string | null; fallback: boolean }> = {
    model_a: { own: null, fallback: true },
    model_b: { own: null, fallback: true }
  }
  const pricesNow = () => ({
    ...callCredits,
    ...(keys.model_a.own === null ? {} : { model_a: 1 }),
    ...(keys.model_b.own === null ? {} : { model_b: 1 })
  })
  /** Of each run, when it was accepted. */
  const pricesOf = new Map<string, ReturnType<typeof pricesNow>>()
  const keyPath = (model: Model) => `/v1/connect/assistants/${model}/key`
  const keyAsk = (method: string, model: Model, body?: object) =>
    gateway().ask(keyPath(model), { method, key: own.key, ...(body === undefined ? {} : { body }) })
  const rows = () =>
    query(
      (sql) => sql<Row>`SELECT id, run, status, model_slug AS model, fingerprint FROM ai_visibility_answers
        WHERE account_id = ${accountId}::uuid ORDER BY id`
    )
  interface Run {
    readonly id: string
    readonly status: string
    readonly models: string
    readonly dropped: string
  }
  const runRows = () =>
    query(
      (sql) => sql<Run>`SELECT id, status, models, models_dropped AS dropped FROM ai_visibility_runs
        WHERE account_id = ${accountId}::uuid`
    )
  /** What is to be asked now, counted without the plugin's own code. */
  const missing = async () => {
    const nowMs = await gateway().run(Clock.currentTimeMillis)
    const day = new Date(nowMs).toISOString().slice(0, 10)
    const [settings] = await query(
      (sql) => sql<{ models: string; isOn: boolean }>`
        SELECT models, enabled AND cadence_days > 0 AS "isOn" FROM ai_visibility_settings WHERE account_id = ${accountId}::uuid`
    )
    const wanted: ReadonlyArray<Model> = JSON.parse(settings?.models ?? "[]").slice(0, plans[plan])
    const allowed = wanted.filter((model) => keys[model].own !== null || keys[model].fallback)
    const prices = pricesNow()
    const active = await query(
      (sql) => sql<{ text: string }>`SELECT text FROM ai_visibility_prompts
        WHERE account_id = ${accountId}::uuid AND status = 'active'`
    )
    const there = await query(
      (sql) => sql<{ call: string }>`SELECT model_slug || prompt_text AS call FROM ai_visibility_answers
        WHERE account_id = ${accountId}::uuid AND day = ${day}::date AND status <> 'error'`
    )
    const known = new Set(there.map(({ call }) => call))
    const count = (model: Model) => active.filter(({ text }) => !known.has(`${model}${text}`)).length
    return {
      isOn: settings?.isOn === true,
      allowed,
      active: active.length,
      calls: Object.fromEntries(allowed.map((model) => [model, count(model)])),
      prices,
      cost: allowed.reduce((sum, model) => sum + count(model) * prices[model], 0)
    }
  }
  /** Asks a call, and sees with which key that is done: the one of its claim, and never the gateway's for an own one. */
  const askedOf = async ({ id, model, run }: Row) => {
    const from = provider.calls.length
    await gateway().runJob(Ask, { accountId, runId: run, answerId: id })
    const isOwn = pricesOf.get(run)?.[model] === 1
    for (const call of provider.calls.slice(from)) {
      assert.strictEqual(call.key, isOwn ? keys[model].own : gatewayKey[model], `${seed}: asked with another key`)
    }
  }
  const jobsOf = async (runId: string, share: number) => {
    await gateway().runJob(Scan, { accountId, runId })
    for (const row of await rows()) {
      if (row.run !== runId || pick(6) >= share) continue
      if (row.status === "waiting" && pick(8) === 0) await crashing("ai_visibility_answers", () => askedOf(row))
      else await askedOf(row)
    }
  }
  const finish = (runId: string) => gateway().runJob(Finish, { accountId, runId })
  await gateway().drain(accountId, "aiVisibility", 20 + pick(70))
  const failing = new Set<string>()
  provider.says(({ prompt, slug }) =>
    // Keys are verified by a list of models, which is no prompt.
    failing.has(slug) && prompt !== "undefined"
      ? { status: 400, body: { error: { message: "no", type: "invalid_request_error" } } }
      : { text: "1. **Photo Studio** is great." }
  )
  const did = { scans: 0, refused: 0, degraded: 0, skipped: 0, saved: 0, deletedInRun: 0 }
  for (let step = 0; step < 40; step += 1) {
    const what = pick(18)
    if (what < 3) {
      const expected = await missing()
      const remaining = Math.max(0, await own.remaining())
      const answer = await own.ask("POST", "/scan")
      const why = `${seed} ${step}: ${JSON.stringify(expected)} of ${remaining}: ${answer.text}`
      if (plan === "free") refused(answer, 403, "TIER_LIMIT_EXCEEDED")
      else if (expected.active === 0) refused(answer, 400, "NO_PROMPTS")
      else if (expected.cost > remaining) {
        refused(answer, 429, "AI_VISIBILITY_QUOTA_EXCEEDED")
        did.refused += 1
      } else {
        assert.strictEqual(answer.status, 201, why)
        assert.strictEqual(at(answer.json, "data", "estimatedCost"), expected.cost, why)
        pricesOf.set(String(at(answer.json, "data", "taskRunId")), expected.prices)
        did.scans += 1
      }
    } else if (what < 5) {
      const expected = await missing()
      const remaining = Math.max(0, await own.remaining())
      const before = new Set((await runRows()).map(({ id }) => id))
      await gateway().runJob(Due, due)
      const [run, ...more] = (await runRows()).filter(({ id }) => !before.has(id))
      assert.isEmpty(more)
      if (run !== undefined) pricesOf.set(run.id, expected.prices)
      const why = `${seed} ${step}: ${JSON.stringify(expected)} of ${remaining}`
      const calls = Object.values(expected.calls).reduce((sum, n) => sum + n, 0)
      if (!expected.isOn || calls === 0) assert.isUndefined(run, why)
      else {
        const rule = degradeModel(expected.allowed, expected.calls, remaining, expected.prices)
        if (rule === null) {
          assert.deepEqual([run?.status, run?.models], ["skipped", "[]"], why)
          did.skipped += 1
        } else {
          assert.deepEqual(
            [JSON.parse(run?.models ?? ""), JSON.parse(run?.dropped ?? "")],
            [rule.models, rule.dropped],
            why
          )
          if (rule.dropped.length > 0) did.degraded += 1
        }
      }
    } else if (what === 5) {
      await own.ask("PATCH", `/prompts/${promptIds[pick(3)]}`, { text: questionOf(`${seed} ${step}`) })
    } else if (what === 6) {
      await own.ask("PATCH", `/prompts/${promptIds[pick(3)]}`, { status: pick(3) === 0 ? "paused" : "active" })
    } else if (what === 7) {
      const wanted = pick(2) === 0 ? [...models] : [models[pick(2)]]
      await own.ask("PUT", "/settings", { models: wanted, scanCadenceDays: pick(5), enabled: pick(6) > 0 })
    } else if (what === 8) {
      const slug = models[pick(2)] ?? "model_a"
      if (!failing.delete(slug)) failing.add(slug)
    } else if (what === 9) {
      clock.advanceMs((1 + pick(30)) * 3_600_000)
    } else if (what === 10) {
      const all = ["free", "indie", "small", "growth"] as const
      const next = all[pick(4)] ?? "small"
      plan = next
      await gateway().run(AccountAdmin.use((admin) => admin.setPlan(accountId, next)))
      // What a larger plan brings isn't what these histories are about.
      await gateway().drain(accountId, "aiVisibility", 20 + pick(70))
    } else if (what === 14 && pick(2) === 0) {
      const model = models[pick(2)] ?? "model_a"
      const apiKey = `own-${seed}-${step}-of-${model}`
      const fallback = pick(2) === 0
      const answer = await keyAsk("POST", model, { apiKey, fallback })
      if (plan === "free") refused(answer, 403, "TIER_LIMIT_EXCEEDED")
      else {
        assert.strictEqual(answer.status, 201, answer.text)
        keys[model] = { own: apiKey, fallback }
        did.saved += 1
      }
    } else if (what === 15) {
      const model = models[pick(2)] ?? "model_a"
      const isOpen = (await rows()).some((row) => row.status === "waiting" && row.model === model)
      const answer = await keyAsk("DELETE", model)
      assert.strictEqual(at(answer.json, "data", "deleted"), keys[model].own !== null)
      if (isOpen && keys[model].own !== null) did.deletedInRun += 1
      keys[model].own = null
    } else if (what === 16) {
      const model = models[pick(2)] ?? "model_a"
      const fallback = pick(3) > 0
      assert.strictEqual((await keyAsk("PATCH", model, { fallback })).status, 200)
      keys[model].fallback = fallback
    } else if (what === 17) {
      const { own: key } = keys[models[pick(2)] ?? "model_a"]
      if (key !== null && !provider.refusedKeys.delete(key)) provider.refusedKeys.add(key)
    } else {
      // Jobs come in any order, some twice, some never.
      const open = await runRows()
      const runId = open[pick(open.length)]?.id
      if (runId === undefined) continue
      await jobsOf(runId, 5)
      const ending = pick(4)
      if (ending === 1) await crashing("ai_visibility_runs", () => finish(runId))
      else if (ending > 1) await finish(runId)
    }
  }
  for (const { id } of await runRows()) await finish(id)
  // And at last a day on which all goes well.
  failing.clear()
  provider.refusedKeys.clear()
  for (const model of models) {
    await keyAsk("PATCH", model, { fallback: true })
    keys[model].fallback = true
  }
  plan = "growth"
  await gateway().run(AccountAdmin.use((admin) => admin.setPlan(accountId, "medium")))
  for (const id of promptIds) await own.ask("PATCH", `/prompts/${id}`, { status: "active" })
  const scan = async () => {
    const prices = pricesNow()
    const { taskRunId } = Object(await own.done("POST", "/scan", undefined, 201))
    pricesOf.set(String(taskRunId), prices)
    await jobsOf(String(taskRunId), 6)
    for (const row of await rows()) if (row.run === taskRunId) await askedOf(row)
    await finish(String(taskRunId))
  }
  await scan()
  const asked = provider.calls.length
  await scan()
  return { accountId, answers: await rows(), pricesOf, askedAgain: provider.calls.length - asked, did }
}

const histories = ["one", "two", "three", "four", "five", "six", "seven", "eight"]
const done = { scans: 0, refused: 0, degraded: 0, skipped: 0, saved: 0, deletedInRun: 0, ownAnswers: 0 }
describe("what a customer pays", () => {
  for (const seed of histories) {
    it(`is each answered call once, and never more than the bucket, in the history '${seed}'`, async () => {
      const { accountId, answers, askedAgain, did, pricesOf } = await live(seed)
      for (const what of ["scans", "refused", "degraded", "skipped", "saved", "deletedInRun"] as const) {
        done[what] += did[what]
      }
      assert.strictEqual(askedAgain, 0, "a rescan of the day asked again")
      const answered = answers.filter(({ status }) => status !== "error")
      assert.strictEqual(new Set(answered.map(({ fingerprint }) => fingerprint)).size, answered.length)
      assert.isNotEmpty(answered, "asked nothing")
      assert.isEmpty(answers.filter(({ status }) => status === "waiting"))
      // A scan whose hold ended before it did, and that nothing was left for, is given away.
      const given = await query(
        (sql) =>
          sql<{ id: string }>`SELECT id FROM ai_visibility_runs WHERE account_id = ${accountId}::uuid AND hold IS NULL`
      )
      const free = new Set(given.map(({ id }) => id))
      const priceOf = ({ model, run }: Row) => pricesOf.get(run)?.[model] ?? Number.NaN
      const worth = answered.reduce((sum, row) => sum + (free.has(row.run) ? 0 : priceOf(row)), 0)
      const ownAnswers = answered.filter((row) => priceOf(row) === 1).length
      done.ownAnswers += ownAnswers
      const ledger = await query(
        (sql) => sql<{ charged: number; captured: number; own: number; open: number; held: number }>`
          SELECT
            (SELECT coalesce(sum(credits_charged), 0)::int FROM ai_visibility_runs
              WHERE account_id = ${accountId}::uuid) AS charged,
            (SELECT coalesce(sum(h.captured), 0)::int FROM core_credit_holds h
              JOIN core_operations o ON o.id = h.operation_id AND o.name = 'ai-visibility.scan'
              WHERE h.account_id = ${accountId}::uuid) AS captured,
            (SELECT sum(own_answered)::int FROM ai_visibility_runs WHERE account_id = ${accountId}::uuid) AS own,
            (SELECT count(*)::int FROM ai_visibility_runs
              WHERE account_id = ${accountId}::uuid AND finished_ms IS NULL) AS open,
            (SELECT coalesce(sum(held), 0)::int FROM core_credit_balances
              WHERE account_id = ${accountId}::uuid AND bucket = 1) AS held`
      )
      assert.deepEqual(ledger, [{ charged: worth, captured: worth, own: ownAnswers, open: 0, held: 0 }])
    })
  }

  it("was told in histories of every kind", () => {
    for (const [what, times] of Object.entries(done)) assert.isAbove(times, 0, what)
  })
})
