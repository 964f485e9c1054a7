/** An owner's proceeds as the estimators take them: for this account alone, and for as long as it wants. */
import { jobRef, Schedules } from "@storeglass/plugin-api"
import { adjustableClock, usePluginGateway } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import { Collect } from "../src/collecting/Collecting.ts"
import plugin from "../src/plugin.ts"
import { type Actor, actor, at, connected, controlOf, idle, issue, one, several } from "./support.ts"

const now = Date.parse("2026-11-22T15:30:00Z")
const gateway = usePluginGateway(plugin, {
  config: idle,
  plugins: { stores: true, apps: true, "connect-paywall": true },
  clock: adjustableClock(now)
})
const Calibrate = jobRef("apps.calibrate", Schema.Struct({}))

const Row = Schema.Struct({
  platform: Schema.String,
  app: Schema.String,
  country: Schema.String,
  day: Schema.String,
  proceeds: Schema.Finite,
  units: Schema.Null,
  currency: Schema.String,
  source: Schema.Literal("paywall")
})
const kept = async ({ accountId }: { readonly accountId: string }) =>
  Schema.decodeUnknownSync(Schema.Array(Row))(
    await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`SELECT platform, app_id AS app, country, day::text, proceeds, units, currency, source
          FROM apps_owned_actuals WHERE account_id = ${accountId}::uuid ORDER BY day, country`
      )
    )
  )
const collect = ({ accountId }: { readonly accountId: string }) => gateway().runJob(Collect, { accountId })
const storeIdOf = async (account: Actor, application: string) => {
  const projects = [at(await account.read("/apps"), "projects")].flat()
  const apps = projects.flatMap((project) => [at(project, "applications")].flat())
  return String(
    at(
      apps.find((app) => at(app, "id") === application),
      "storeId"
    )
  )
}
const sum = (values: ReadonlyArray<number>) => Math.round(100 * values.reduce((all, value) => all + value, 0))

const Revenue = Schema.Struct({ value: Schema.NullOr(Schema.Finite), calibration: Schema.String })
const revenueOf = async (app: string, key: string) => {
  const { json } = await gateway().ask(`/v1/apps/${app}/intelligence`, { key })
  return Schema.decodeUnknownSync(Revenue)(at(json, "data", "marketIntelligence", "estimatedRevenue"))
}

/** An app whose revenue is estimated, as few apps' is. */
const grossing = async (key: string) => {
  for (const q of ["photo", "game", "music", "run"]) {
    const { json } = await gateway().ask(`/v1/search?q=${q}&limit=10`, { key })
    for (const found of [at(json, "data", "results")].flat()) {
      const app = String(at(found, "trackId"))
      if ((await revenueOf(app, key)).value !== null) return app
    }
  }
  return assert.fail("no app's revenue is estimated")
}

describe("proceeds given to the estimators", () => {
  it("are the overview's, by country and by each day that is over", async () => {
    const account = await connected(gateway(), { currency: "EUR" })
    await collect(account)
    const rows = await kept(account)
    const days = [...new Set(rows.map(({ day }) => day))]
    assert.deepEqual([days.length, days[0], days.at(-1)], [45, "2026-10-08", "2026-11-21"])
    assert.deepEqual([...new Set(rows.map(({ country }) => country))].sort(), ["de", "gb", "us"])
    // Each country has each day, also those on which it bought nothing.
    assert.lengthOf(rows, 3 * 45)
    assert.isTrue(rows.some(({ proceeds }) => proceeds === 0))
    assert.deepEqual([...new Set(rows.map(({ currency }) => currency))], ["EUR"])
    assert.deepEqual([...new Set(rows.map(({ app }) => app))], [await storeIdOf(account, one.applicationId)])
    const overview = await account.read("/overview", { from: "2026-10-08", to: "2026-11-21" })
    const proceeds = [at(overview, "metrics")].flat().find((metric) => at(metric, "key") === "proceeds")
    assert.strictEqual(sum(rows.map(({ proceeds }) => proceeds)), sum([Number(at(proceeds, "value"))]))
    await collect(account)
    assert.deepEqual(await kept(account), rows, "told again, they are counted once")
  })

  it("of the second store are of the world, as that store counts", async () => {
    const account = await connected(gateway(), { organization: 101 })
    await collect(account)
    const second = (await kept(account)).filter(({ platform }) => platform === "storeb")
    assert.deepEqual([second.length, [...new Set(second.map(({ country }) => country))]], [45, ["ww"]])
  })

  it("correct this account's estimate, which says so, and no other account's", async () => {
    const [owner, other] = [
      await connected(gateway(), { organization: 101 }),
      actor(gateway(), await gateway().account())
    ]
    const app = await grossing(owner.key)
    await controlOf(gateway()).act("paywall", "publish", { applicationId: several.third, storeId: app })
    const before = await revenueOf(app, owner.key)
    assert.strictEqual(before.calibration, "global")
    assert.isNumber(before.value)
    await collect(owner)
    await gateway().runJob(Calibrate, {})
    const after = await revenueOf(app, owner.key)
    assert.strictEqual(after.calibration, "account")
    assert.notStrictEqual(after.value, before.value)
    assert.deepEqual(await revenueOf(app, other.key), before)
    const first = await gateway().ask(`/v1/apps/${app}/intelligence`, { key: owner.key })
    assert.match(first.headers.get("cache-control") ?? "", /private/)
    await owner.disconnect()
    assert.deepEqual(await kept(owner), [])
    assert.deepEqual(await revenueOf(app, owner.key), before, "nothing of it is left after disconnecting")
  })

  it("aren't given where their owner doesn't want it, and are taken back when that changes", async () => {
    const account = await connected(gateway())
    assert.deepInclude(await account.read("/credentials/status"), { correctEstimates: true })
    await collect(account)
    assert.isAbove((await kept(account)).length, 0)
    const answer = await account.connect({ secretKey: account.secret, correctEstimates: false })
    assert.deepEqual([answer.status, at(answer.json, "data", "correctEstimates")], [201, false])
    assert.deepEqual(await kept(account), [])
    await collect(account)
    assert.deepEqual(await kept(account), [])
  })

  it("of one organization are gone when another's key is connected", async () => {
    const account = await connected(gateway(), { organization: 202 })
    await collect(account)
    const secretKey = await issue(gateway(), { organization: 101 })
    assert.strictEqual((await account.connect({ secretKey })).status, 201)
    assert.deepEqual(await kept(account), [])
    await collect(account)
    const owned = await storeIdOf(account, several.first)
    assert.isTrue((await kept(account)).some(({ app }) => app === owned))
  })

  it("are collected by a schedule that pauses with the connection; a run without it is quiet", async () => {
    const account = await connected(gateway())
    const paused = async () => {
      const all = await gateway().run(
        Effect.flatMap(Schedules, (schedules) => schedules.list({ accountId: account.accountId }))
      )
      return all.find(({ name }) => name === "collect")?.paused
    }
    assert.deepEqual(await paused(), [])
    await account.disconnect()
    assert.deepEqual(await paused(), ["connection"])
    await collect(account)
    const failing = await connected(gateway())
    const id = controlOf(gateway()).fail({ kind: "malformed", upstream: "paywall", path: "/charts/data" })
    const failed = await collect(failing).then(
      () => false,
      () => true
    )
    controlOf(gateway()).clearFaults({ id })
    assert.isTrue(failed, "a provider that fails is asked again later")
  })
})
