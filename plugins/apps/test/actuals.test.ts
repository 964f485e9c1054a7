/** What an owner's consoles counted: learnt from, for this account alone. */
import { isoOf } from "@storeglass/plugin-api"
import { usePluginGateway } from "@storeglass/testkit"
import { Clock, Effect, Schema } from "effect"
import { assert, describe, it } from "vitest"
import { ActualsStore } from "../src/actuals/ActualsStore.ts"
import { type OwnedActual, OwnedActuals } from "../src/contract.ts"
import { Calibrate } from "../src/jobs.ts"
import plugin from "../src/plugin.ts"

const gateway = usePluginGateway(plugin, { plugins: { stores: true, apps: true } })

const Found = Schema.Struct({
  data: Schema.Struct({ results: Schema.NonEmptyArray(Schema.Struct({ trackId: Schema.Int })) })
})
const Figure = Schema.Struct({
  value: Schema.Int,
  range: Schema.Struct({ low: Schema.Int, high: Schema.Int }),
  calibration: Schema.String,
  currency: Schema.optionalKey(Schema.String)
})
const Report = Schema.Struct({
  data: Schema.Struct({
    trackName: Schema.String,
    marketIntelligence: Schema.Struct({ estimatedDownloads: Figure, estimatedRevenue: Schema.Unknown })
  })
})
const anyApp = async (key: string) => {
  const { json } = await gateway().ask("/v1/search?q=photo&limit=1", { key })
  return Schema.decodeUnknownSync(Found)(json).data.results[0].trackId
}
const downloadsOf = async (app: number, key: string) => {
  const { json } = await gateway().ask(`/v1/apps/${app}/intelligence`, { key })
  return Schema.decodeUnknownSync(Report)(json).data.marketIntelligence.estimatedDownloads
}
/** Thirty days of so many downloads a month, up to yesterday. */
const counted = (app: number, month: number, over: Partial<OwnedActual> = {}) =>
  Effect.map(Clock.currentTimeMillis, (nowMs) =>
    Array.from(
      { length: 30 },
      (_, index): OwnedActual => ({
        platform: "storea",
        appId: String(app),
        country: "us",
        day: isoOf(nowMs - (index + 1) * 86_400_000).slice(0, 10),
        units: Math.round(month / 30),
        proceeds: null,
        currency: null,
        ...over
      })
    )
  )
const record = (accountId: string, app: number, month: number, over: Partial<OwnedActual> = {}) =>
  gateway().run(
    Effect.gen(function* () {
      const actuals = yield* OwnedActuals
      yield* actuals.record(accountId, yield* counted(app, month, over))
    })
  )

describe("an account's own figures", () => {
  it("correct its own estimates, and change no other account's answer", async () => {
    const [owner, other] = [await gateway().account(), await gateway().account()]
    const app = await anyApp(owner.key)
    const before = await downloadsOf(app, owner.key)
    assert.strictEqual(before.calibration, "global")
    await record(owner.accountId, app, before.value * 4)
    await gateway().runJob(Calibrate, {})
    const after = await downloadsOf(app, owner.key)
    assert.strictEqual(after.calibration, "account")
    assert.isAbove(after.value, before.value * 1.5)
    assert.isBelow(after.range.high / after.range.low, before.range.high / before.range.low)
    assert.deepStrictEqual(await downloadsOf(app, other.key), before)
  })

  it("are counted once when a console tells a day again, and are gone with what was learnt when forgotten", async () => {
    const owner = await gateway().account()
    const app = await anyApp(owner.key)
    const before = await downloadsOf(app, owner.key)
    await record(owner.accountId, app, before.value * 100)
    await record(owner.accountId, app, before.value)
    await gateway().runJob(Calibrate, {})
    const after = await downloadsOf(app, owner.key)
    assert.isBelow(Math.abs(after.value / before.value - 1), 0.02)
    const removed = await gateway().run(
      Effect.flatMap(OwnedActuals, (actuals) => actuals.forget(owner.accountId, "storea"))
    )
    assert.strictEqual(removed, 30)
    assert.strictEqual((await downloadsOf(app, owner.key)).calibration, "global")
  })

  it("of a console stand before those of a paywall, which are forgotten by themselves", async () => {
    const owner = await gateway().account()
    const app = await anyApp(owner.key)
    const before = await downloadsOf(app, owner.key)
    await record(owner.accountId, app, before.value)
    await gateway().run(
      Effect.gen(function* () {
        const actuals = yield* OwnedActuals
        const proceeds = yield* counted(app, before.value * 100, { proceeds: 100, currency: "USD" })
        yield* actuals.record(owner.accountId, proceeds, "paywall")
      })
    )
    const [month, ...others] = await gateway().run(
      Effect.flatMap(ActualsStore, (store) =>
        Effect.map(store.months, (months) => months.filter(({ accountId }) => accountId === owner.accountId))
      ).pipe(Effect.provide(ActualsStore.layer))
    )
    assert.deepStrictEqual(others, [])
    assert.deepStrictEqual(month?.proceeds, { USD: 3_000 })
    assert.isBelow(Math.abs((month?.units ?? 0) / before.value - 1), 0.1)
    await gateway().runJob(Calibrate, {})
    assert.isBelow(Math.abs((await downloadsOf(app, owner.key)).value / before.value - 1), 0.1)
    const forget = (source: "console" | "paywall") =>
      gateway().run(Effect.flatMap(OwnedActuals, (actuals) => actuals.forget(owner.accountId, "storea", source)))
    assert.deepStrictEqual([await forget("paywall"), await forget("paywall"), await forget("console")], [30, 0, 30])
  })

  it("say nothing before four weeks are counted", async () => {
    const owner = await gateway().account()
    const app = await anyApp(owner.key)
    await gateway().run(
      Effect.gen(function* () {
        const actuals = yield* OwnedActuals
        yield* actuals.record(owner.accountId, (yield* counted(app, 1_000_000)).slice(0, 27))
      })
    )
    await gateway().runJob(Calibrate, {})
    assert.strictEqual((await downloadsOf(app, owner.key)).calibration, "global")
  })

  it("are summed over currencies at the table's rates, and not at all when one has no rate", async () => {
    const [owner, foreign] = [await gateway().account(), await gateway().account()]
    const app = await anyApp(owner.key)
    await record(owner.accountId, app, 0, { units: null, proceeds: 1_000, currency: "EUR" })
    await record(foreign.accountId, app, 0, { units: null, proceeds: 1_000, currency: "XTS" })
    await gateway().runJob(Calibrate, {})
    const levels = await Promise.all(
      [owner, foreign].map(async ({ key }) => {
        const { json } = await gateway().ask(`/v1/apps/${app}/intelligence`, { key })
        const { estimatedRevenue } = Schema.decodeUnknownSync(Report)(json).data.marketIntelligence
        return Schema.decodeUnknownSync(
          Schema.Struct({ calibration: Schema.String, value: Schema.NullOr(Schema.Int) })
        )(estimatedRevenue)
      })
    )
    assert.deepStrictEqual(
      levels.map(({ calibration }) => calibration),
      levels[0]?.value === null ? ["global", "global"] : ["account", "global"]
    )
  })
})
