import { assert, describe, it } from "@effect/vitest"
import { Schedules } from "@storeglass/plugin-api"
import { adjustableClock, usePluginGateway } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { Watch, WatchBands } from "../src/collecting/Watch.ts"
import { bandOf, leaves, likeDaysMin } from "../src/figures/bands.ts"
import plugin from "../src/plugin.ts"
import { connected, controlOf, idle, one, plugins } from "./support.ts"

const Amount = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000 }))
const LikeDays = Schema.Array(Amount).check(Schema.isMinLength(likeDaysMin), Schema.isMaxLength(8))

describe("a weekday's band", () => {
  it.effect.prop("holds its median, whatever the order, and grows with its figures", [LikeDays], ([days]) =>
    Effect.sync(() => {
      const band = bandOf(days)
      if (band === undefined) return assert.fail("there is no band")
      assert.isFalse(leaves(band.median, band))
      assert.deepEqual(bandOf(days.toReversed()), band)
      assert.deepEqual(bandOf([...days, null, null]), band)
      const twice = bandOf(days.map((value) => 2 * value))
      assert.closeTo(twice?.high ?? 0, 2 * band.high, 1e-6)
      assert.isAtMost(band.low, band.median)
    })
  )

  it("isn't moved by one odd week, and tells a day far from the others", () => {
    const usual = [100, 104, 96, 101, 99, 103, 98, 900]
    const band = bandOf(usual)
    if (band === undefined) return assert.fail("there is no band")
    assert.isBelow(band.high, 200)
    assert.isTrue(leaves(900, band))
    assert.isTrue(leaves(20, band))
    // A quarter of the median is never too much.
    assert.isFalse(leaves(124, band))
  })

  it("needs six days that were measured", () => {
    assert.isUndefined(bandOf([1, 2, 3, 4, 5, null, null, null]))
    assert.isUndefined(bandOf([]))
  })
})

describe("looking once a day", () => {
  const now = Date.parse("2026-11-22T15:30:00Z")
  const gateway = usePluginGateway(plugin, { config: idle, plugins, clock: adjustableClock(now) })
  const look = (accountId: string) => gateway().run(Effect.flatMap(Watch, (watch) => watch.look(accountId)))
  const schedulesOf = (accountId: string) =>
    gateway().run(Effect.flatMap(Schedules, (schedules) => schedules.list({ accountId, plugin: "connect-paywall" })))

  it("begins with the connection and pauses with it", async () => {
    const account = await connected(gateway())
    const paused = async () => new Map((await schedulesOf(account.accountId)).map(({ name, paused }) => [name, paused]))
    assert.deepEqual((await paused()).get("bands"), [])
    await account.disconnect()
    assert.deepEqual((await paused()).get("bands"), ["connection"])
    await gateway().runJob(WatchBands, { accountId: account.accountId })
  })

  it("tells of a day far above the same weekdays before, once for the day, with the figures", async () => {
    const account = await connected(gateway())
    assert.deepEqual(
      (await look(account.accountId)).filter(({ title }) => title.startsWith("Proceeds")),
      []
    )
    await controlOf(gateway()).act("paywall", "sell", {
      ...one,
      atMs: Date.parse("2026-11-21T12:00:00Z"),
      price: 9_000
    })
    const other = await connected(gateway())
    const alert = (await look(other.accountId)).find(({ title }) => title.startsWith("Proceeds"))
    assert.include(alert?.title, "rose above the usual")
    assert.strictEqual(alert?.key, "connect-paywall.out-of-band:9004:proceeds:2026-11-21")
    assert.match(
      alert?.text ?? "",
      /^Proceeds was 9\d{3}\.\d\d USD on 2026-11-21\. .* of the 8 weeks before, \d+\.\d\d USD to/
    )
    await gateway().runJob(WatchBands, { accountId: other.accountId })
  })

  it("leaves quietly where a right is missing, and is tried again where the provider fails", async () => {
    const account = await connected(gateway(), { scopes: ["projects:read", "applications:read", "campaigns:read"] })
    await gateway().runJob(WatchBands, { accountId: account.accountId })
    const failing = await connected(gateway())
    const id = controlOf(gateway()).fail({ kind: "malformed", upstream: "paywall", path: "/charts/data" })
    const failed = await gateway()
      .runJob(WatchBands, { accountId: failing.accountId })
      .then(
        () => false,
        () => true
      )
    controlOf(gateway()).clearFaults({ id })
    assert.isTrue(failed)
  })
})
