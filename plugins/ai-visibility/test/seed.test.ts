/** What `npm start` has of the past: scans of the app that was set up first, on the days before. */
import { sampleValues, until, useTestGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert, beforeAll, describe, it } from "vitest"
import { Models } from "../src/jobRefs.ts"
import { type Actor, actor, at, listOf } from "./support.ts"

const days = 9
const cadenceDays = 3

describe("a sandbox's past scans", () => {
  const gateway = useTestGateway({
    plugins: { stores: true, "ai-visibility": { callsAtOnce: 16 }, "dev-seed": { days } }
  })
  const rows = <A extends object>(text: string) =>
    gateway().run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<A>(text)))
  const seeded = () =>
    rows<{ part: string; day: string }>("SELECT part, day::text AS day FROM dev_seed_days ORDER BY day")
  const isWaiting = "SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'dev-seed.assistants'"
  const filled = () =>
    gateway().run(
      until(
        ["dev_seed_days", "graphile_worker._private_jobs"],
        Effect.flatMap(SqlClient.SqlClient, (sql) =>
          sql.unsafe<{ days: number; waiting: boolean }>(
            `SELECT (SELECT count(*)::int FROM dev_seed_days) AS days, EXISTS (${isWaiting}) AS waiting`
          )
        ),
        ([row]) => row !== undefined && row.days > 0 && !row.waiting
      )
    )
  /** Looks at once, instead of when it would look next. */
  const look = () =>
    rows(
      `SELECT 1 FROM graphile_worker.add_job('dev-seed.assistants', '{"payload":{"looks":0}}'::json, job_key => 'dev-seed.assistants')`
    )

  // Each look for runs that nobody ends leaves those of the past alone, which are as old as their days.
  const upkeep = async () => {
    for (let looks = 0; looks < 200; looks++) {
      await gateway().runJob(Models, {})
      if ((await seeded()).length === days / cadenceDays) return
    }
  }

  let own: Actor
  let other: Actor
  let charged = 0
  let sinceDay = ""
  const dayBefore = (back: number) =>
    new Date(Date.parse(`${sinceDay}T12:00:00Z`) - back * 86_400_000).toISOString().slice(0, 10)
  beforeAll(async () => {
    const { id: appId = "" } = await sampleValues(gateway())
    own = actor(gateway(), await gateway().account({ plan: "small" }), appId)
    await own.bootstrap()
    charged = await own.used()
    const [first] = await rows<{ day: string; cadence: number }>(
      "SELECT to_char(to_timestamp(created_ms / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, cadence_days AS cadence FROM ai_visibility_settings"
    )
    sinceDay = first?.day ?? ""
    assert.strictEqual(first?.cadence, cadenceDays)
    other = actor(gateway(), await gateway().account({ plan: "small" }), appId)
    await other.bootstrap()
    await look()
    await Promise.all([filled(), upkeep()])
  }, 240_000)

  it("are as far apart as its next ones will be, of the app that was set up first alone", async () => {
    const all = await seeded()
    assert.deepEqual(
      all.map(({ day }) => day),
      [9, 6, 3].map(dayBefore)
    )
    assert.deepEqual([...new Set(all.map(({ part }) => part))], [`${own.accountId} ${own.appId} us`])
    assert.lengthOf(listOf(await other.done("GET", "/trend?windowDays=30")), 1)
  })

  it("are answered as of their day, show in the trend, and cost nothing", async () => {
    const trend = listOf(await own.done("GET", "/trend?windowDays=30"))
    assert.deepEqual(
      trend.map((row) => at(row, "date")),
      [dayBefore(9), dayBefore(6), dayBefore(3), sinceDay]
    )
    for (const row of trend) assert.isAbove(Number(at(row, "sampleSize")), 0)
    const [texts] = await rows<{ days: number }>(
      `SELECT count(DISTINCT raw_text)::int AS days FROM ai_visibility_answers
        WHERE account_id = '${own.accountId}' AND status = 'ok' GROUP BY prompt, model_slug ORDER BY 1 DESC LIMIT 1`
    )
    assert.strictEqual(texts?.days, 4)
    // By chance an assistant of the sandbox says nothing of use, on other days other ones.
    const [ends = { waiting: 1, failed: 1, all: 0 }] = await rows<{ waiting: number; failed: number; all: number }>(
      `SELECT count(*) FILTER (WHERE status = 'waiting')::int AS waiting,
        count(*) FILTER (WHERE status = 'error')::int AS failed, count(*)::int AS "all"
        FROM ai_visibility_answers WHERE account_id = '${own.accountId}'`
    )
    assert.strictEqual(ends.waiting, 0)
    assert.isBelow(ends.failed, ends.all / 20)
    // Of the reads of this test, the trend's.
    assert.strictEqual((await own.used()) - charged, 1)
  })

  it("aren't asked for again by a later start", async () => {
    const answers = () =>
      rows<{ n: number }>(`SELECT count(*)::int AS n FROM ai_visibility_answers WHERE account_id = '${own.accountId}'`)
    const before = [await seeded(), await answers()]
    await look()
    await filled()
    assert.deepEqual([await seeded(), await answers()], before)
  })
})
