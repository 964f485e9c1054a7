/** The daily copy: opt-in, of one account, and gone with its connection. */
import { adjustableClock, usePluginGateway } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import { Collect } from "../src/collecting/Collecting.ts"
import { type EarningApp, KeptProceeds, PaywallProceeds } from "../src/contract.ts"
import plugin from "../src/plugin.ts"
import { type Actor, at, connected, controlOf, idle, issue, one } from "./support.ts"

const dayMs = 86_400_000
const clock = adjustableClock(Date.parse("2026-11-22T15:30:00Z"))
const gateway = usePluginGateway(plugin, {
  config: idle,
  plugins: { "connect-paywall": { requestsPerSecond: 1_000 } },
  clock
})
const dayBefore = (iso: string, days: number) => new Date(Date.parse(iso) - days * dayMs).toISOString().slice(0, 10)
const collect = ({ accountId }: { readonly accountId: string }) => gateway().runJob(Collect, { accountId })
const rowsOf = ({ accountId }: { readonly accountId: string }) =>
  gateway().run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`SELECT d.*, c.name FROM connect_paywall_days d JOIN connect_paywall_charts c
        USING (account_id, application_id, chart) WHERE account_id = ${accountId}::uuid`
    )
  )
const keeping = async (more: Parameters<typeof connected>[1] = {}) => {
  const account = await connected(gateway(), more)
  const answer = await account.connect({ secretKey: account.secret, keepHistory: true })
  assert.deepEqual([answer.status, at(answer.json, "data", "keepHistory")], [201, true])
  return account
}
const Points = Schema.Array(Schema.Struct({ x: Schema.String, y: Schema.NullOr(Schema.Finite) }))
const pointsOf = (chart: unknown) => {
  const points = Schema.decodeUnknownSync(Points)(at(chart, "series", 0, "points"))
  return new Map(points.map(({ x, y }) => [x, y]))
}
const copyOf = async (account: Actor, from: string, to: string) =>
  account.read("/charts/proceeds", { from, to, origin: "copy" })

/** What other plugins are told of what is kept. */
const keptOf = ({ accountId }: { readonly accountId: string }, app: EarningApp, from: string, to: string) =>
  gateway().run(KeptProceeds.use((kept) => kept.days(accountId, app, { from, to })))

/** Runs of a copy that are due. */
const due = ({ accountId }: { readonly accountId: string }) =>
  gateway().run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`SELECT 1 FROM graphile_worker.jobs
        WHERE task_identifier = 'connect-paywall.collect' AND key LIKE ${`%${accountId}%`} AND run_at <= now()`
    )
  )

describe("the daily copy", () => {
  it("is due as soon as an account is connected, once", async () => {
    const account = await keeping()
    assert.lengthOf(await due(account), 1)
    const again = await account.connect({ secretKey: account.secret, keepHistory: true })
    assert.strictEqual(again.status, 201, again.text)
    assert.lengthOf(await due(account), 1)
  })

  it("tells other plugins what an app brought by day, without asking the provider, and nothing once it's gone", async () => {
    const account = await keeping({ organization: 202 })
    const [app] = await gateway().run(PaywallProceeds.use((proceeds) => proceeds.apps(account.accountId)))
    assert.isDefined(app)
    const [from, to] = ["2026-11-10", "2026-11-21"]
    assert.isUndefined(await keptOf(account, app, from, to))
    await collect(account)
    const told = pointsOf(await account.read("/charts/proceeds", { from, to, interval: "day" }))
    controlOf(gateway()).clearRequests()
    const kept = (await keptOf(account, app, from, to)) ?? []
    assert.deepEqual(new Map(kept.map(({ day, proceeds }) => [day, proceeds.USD ?? null])), told)
    assert.deepEqual(controlOf(gateway()).requests({ upstream: "paywall" }), [])
    assert.isUndefined(await keptOf(await keeping({ organization: 202 }), app, from, to))
    await account.connect({ secretKey: account.secret, keepHistory: false })
    assert.isUndefined(await keptOf(account, app, from, to))
  })

  it("isn't made unless its owner asks, and then holds each chart's days as the provider told them", async () => {
    const plain = await connected(gateway())
    assert.deepInclude(await plain.read("/credentials/status"), { keepHistory: false })
    await collect(plain)
    assert.deepEqual(await rowsOf(plain), [])
    const account = await keeping()
    await collect(account)
    const [from, to] = ["2026-10-01", "2026-11-21"]
    const copy = await copyOf(account, from, to)
    assert.deepInclude(copy, { origin: "copy", stale: true, interval: "day" })
    assert.match(String(at(copy, "asOf")), /^2026-11-22T15:3\d:/)
    const told = await account.read("/charts/proceeds", { from, to, interval: "day" })
    assert.deepInclude(told, { origin: "provider", stale: false })
    assert.deepEqual(pointsOf(copy), pointsOf(told))
    const charts = new Set((await rowsOf(account)).map(({ chart }) => chart))
    assert.isTrue(charts.has("mrr") && charts.has("trialConversion"))
    assert.notInclude(JSON.stringify(await rowsOf(account)), "user-")
    // The day isn't over.
    assert.isNull(pointsOf(await copyOf(account, "2026-11-22", "2026-11-22")).get("2026-11-22"))
  })

  it("takes up what the provider corrects, and keeps days longer than the provider may be asked for", async () => {
    const account = await keeping({ organization: 202 })
    await collect(account)
    const day = "2026-11-18"
    const before = pointsOf(await copyOf(account, day, day)).get(day) ?? 0
    const atMs = Date.parse(`${day}T12:00:00Z`)
    await controlOf(gateway()).act("paywall", "sell", { applicationId: one.applicationId, atMs, price: 77 })
    const first = "2024-11-23"
    const oldest = pointsOf(await copyOf(account, first, first)).get(first)
    assert.isNumber(oldest)
    clock.advanceMs(30 * dayMs)
    await collect(account)
    assert.strictEqual(pointsOf(await copyOf(account, day, day)).get(day), Math.round(100 * (before + 77)) / 100)
    clock.advanceMs(300 * dayMs)
    await collect(account)
    const window = { from: first, to: "2027-10-01" }
    const refused = await account.ask("/charts/proceeds", window)
    assert.deepEqual([refused.status, refused.code], [400, "INVALID_INPUT"])
    const days = pointsOf(await copyOf(account, window.from, window.to))
    assert.strictEqual(days.get(first), oldest)
    assert.isNumber(days.get("2027-09-30"))
    // Nobody collected then.
    assert.isNull(days.get("2027-03-01"))
  })

  it("stands in when the provider doesn't answer, marked stale and with its time, for its own account alone", async () => {
    const [account, other] = [await keeping(), await connected(gateway())]
    await collect(account)
    const copiedAt = String(at(await copyOf(account, "2027-10-01", "2027-10-01"), "asOf"))
    // Longer than anything is kept in a cache.
    clock.advanceMs(4 * dayMs)
    const id = controlOf(gateway()).fail({ kind: "malformed", upstream: "paywall" })
    const [from, to] = [dayBefore(copiedAt, 7), dayBefore(copiedAt, 1)]
    const answer = await account.ask("/charts/proceeds", { from, to })
    assert.deepEqual([answer.status, answer.cost], [200, "1"], answer.text)
    assert.deepInclude(answer.data, { origin: "copy", stale: true, asOf: copiedAt, applicationId: one.applicationId })
    assert.strictEqual([...pointsOf(answer.data).values()].filter((y) => y !== null).length, 7)
    for (const query of [{ from, to, interval: "week" }, { from, to, environment: "sandbox" }, { preset: "today" }]) {
      assert.strictEqual((await account.ask("/charts/proceeds", query)).status, 502)
    }
    assert.strictEqual((await other.ask("/charts/proceeds", { ...one, from, to })).status, 400)
    assert.strictEqual((await other.ask("/charts/proceeds", { applicationId: "9004", from, to })).status, 502)
    const asked = controlOf(gateway()).requests().length
    await copyOf(account, from, to)
    const crossed = await other.ask("/charts/proceeds", { applicationId: "9004", from, to, origin: "copy" })
    assert.deepEqual([crossed.status, crossed.code, crossed.cost], [404, "NOT_FOUND", "0"])
    assert.strictEqual(controlOf(gateway()).requests().length, asked, "the copy asks nobody")
    controlOf(gateway()).clearFaults({ id })
  })

  it("answers to nothing that it doesn't hold", async () => {
    const account = await keeping()
    for (const query of [
      { breakdown: "placement" },
      { environment: "sandbox" },
      { interval: "week" },
      { preset: "last_7_days" }
    ]) {
      const answer = await account.ask("/charts/proceeds", { ...query, origin: "copy" })
      assert.deepEqual([answer.status, answer.code, answer.cost], [400, "INVALID_INPUT", "0"])
      assert.include(answer.message, String(Object.keys(query)[0]))
    }
    const none = await account.ask("/charts/proceeds", { origin: "copy" })
    assert.deepEqual([none.status, none.code], [404, "NOT_FOUND"], "it isn't made yet")
  })

  it("is gone when its owner disconnects, doesn't want it any more, or connects another organization", async () => {
    const ends: ReadonlyArray<readonly [string, (account: Awaited<ReturnType<typeof keeping>>) => Promise<unknown>]> = [
      ["disconnected", (account) => account.disconnect()],
      ["switched off", (account) => account.connect({ secretKey: account.secret })],
      [
        "another organization",
        async (account) =>
          account.connect({ secretKey: await issue(gateway(), { organization: 101 }), keepHistory: true })
      ]
    ]
    const other = await keeping()
    await collect(other)
    const kept = (await rowsOf(other)).length
    for (const [why, end] of ends) {
      const account = await keeping()
      await collect(account)
      assert.isAbove((await rowsOf(account)).length, 0)
      await end(account)
      assert.deepEqual(await rowsOf(account), [], why)
    }
    assert.strictEqual((await rowsOf(other)).length, kept)
  })

  it("leaves nothing behind when its owner disconnects while it's made", async () => {
    const account = await keeping()
    const before = controlOf(gateway()).requests().length
    const id = controlOf(gateway()).fail({ kind: "slow", upstream: "paywall", path: "/charts/data", delayMs: 300 })
    const collecting = collect(account).then(
      () => "done",
      () => "failed"
    )
    const isAsked = () =>
      controlOf(gateway())
        .requests()
        .slice(before)
        .some(({ path }) => path === "/v2/charts/data")
    while (!isAsked()) await new Promise((resolve) => setImmediate(resolve))
    await account.disconnect()
    await collecting
    controlOf(gateway()).clearFaults({ id })
    assert.deepEqual(await rowsOf(account), [])
  })
})
