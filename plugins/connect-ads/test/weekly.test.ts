import { Schedules } from "@storeglass/plugin-api"
import { adjustableClock, usePluginGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { movesOf, type Week } from "../src/findings/moves.ts"
import { nextNoteMs, Weekly, WeeklyNote, weekBefore } from "../src/findings/Weekly.ts"
import plugin from "../src/plugin.ts"
import type { Campaign, Metrics, WastedTerm } from "../src/schema.ts"
import { adsOf, at, metrics, ok, options, usd } from "./support.ts"

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const localHour = (zone: string, ms: number) =>
  new Intl.DateTimeFormat("en-GB", { timeZone: zone, weekday: "short", hour: "2-digit", hourCycle: "h23" }).format(ms)

describe("the week", () => {
  it("is the last one from Monday to Sunday that is over, on whatever day", () => {
    for (const day of ["2026-11-16", "2026-11-18", "2026-11-22"]) {
      assert.deepEqual(weekBefore(day), { from: "2026-11-09", to: "2026-11-15" })
    }
    assert.deepEqual(weekBefore("2026-11-23"), { from: "2026-11-16", to: "2026-11-22" })
  })

  it("is told of on Monday at eight where the ad account is, summer time or not", () => {
    for (const zone of ["America/New_York", "Europe/Berlin", "Asia/Kolkata", "UTC"]) {
      let nowMs = Date.parse("2026-01-01T00:00:00Z")
      for (let week = 0; week < 60; week++) {
        const next = nextNoteMs(zone, nowMs)
        assert.isTrue(next > nowMs && next - nowMs <= 7 * dayMs + hourMs, zone)
        assert.match(localHour(zone, next), /Mon.*08/)
        nowMs = next
      }
    }
  })
})

const campaign = (more: Partial<Campaign>): Campaign => ({
  id: "1",
  name: "A",
  status: "ENABLED",
  displayStatus: "RUNNING",
  servingState: "RUNNING",
  servingStateReasons: [],
  limitingReasons: [],
  countries: ["US"],
  dailyBudgetAmount: usd("10.00"),
  bidStrategy: null,
  appId: "1",
  promotedObjectType: "APPSTORE_APP",
  startTime: null,
  endTime: null,
  createdAt: null,
  modifiedAt: null,
  deleted: false,
  ...more
})
const wasted = (searchTerm: string, spend: string): WastedTerm => ({
  searchTerm,
  taps: 20,
  installs: 0,
  spend: usd(spend),
  chanceOfNone: 0.01,
  adGroupIds: ["2"],
  proposal: "negative",
  negative: { text: searchTerm, matchType: "EXACT", level: "adGroup", adGroupId: "2" },
  keywordId: null
})
const week = (of: Partial<Campaign>, brought: Metrics | undefined, wasted: ReadonlyArray<WastedTerm> = []): Week => ({
  campaign: campaign(of),
  metrics: brought,
  wasted
})

describe("moves", () => {
  it("are at most three, one for a campaign, those with the most at stake first", () => {
    const moves = movesOf(
      [
        week({ name: "Dear" }, metrics("60.00", 10)),
        week({ name: "Nothing" }, metrics("25.00", 0)),
        week({ name: "Waste" }, metrics("60.00", 30), [wasted("a", "8.00"), wasted("b", "3.50")]),
        week({ name: "Full" }, metrics("69.00", 69)),
        week({ name: "Still", servingState: "NOT_RUNNING", servingStateReasons: ["BILLING"] }, undefined)
      ],
      usd("2.00")
    )
    assert.deepEqual(moves, [
      'Lower the bids of "Dear": an install costs 6.0000 USD there, and 2.00 USD on average.',
      'Pause or rework "Nothing": 25.00 USD for 100 taps and no install.',
      'Raise the daily budget of "Full" (10.00 USD) by a fifth: it spent 99 % of it, at 1.0000 USD an install.'
    ])
  })

  it("are none where nothing stands out, and name what doesn't run where nothing else does", () => {
    assert.deepEqual(movesOf([week({}, metrics("30.00", 15))], usd("2.00")), [])
    // Too few taps say nothing.
    assert.deepEqual(movesOf([week({}, metrics("30.00", 0, 19))], usd("2.00")), [])
    const still = { name: "Still", servingState: "NOT_RUNNING", servingStateReasons: ["BILLING"] }
    assert.deepEqual(movesOf([week(still, undefined), week({ ...still, status: "PAUSED" }, undefined)], null), [
      'Look at "Still": it is enabled and doesn\'t run (BILLING).'
    ])
  })
})

describe("the weekly note", () => {
  // A Sunday in New York.
  const clock = adjustableClock(Date.parse("2026-11-22T15:30:00Z"))
  const gateway = usePluginGateway(plugin, { ...options, clock })
  const ads = adsOf(gateway)
  const schedulesOf = (accountId: string) =>
    gateway().run(
      Effect.flatMap(Schedules, (schedules) =>
        schedules.list({ accountId, plugin: "connect-ads", name: "weekly-note" })
      )
    )
  const noteOf = (accountId: string) =>
    gateway().run(Effect.flatMap(Weekly, (weekly) => Effect.flatMap(weekly.ready(accountId), weekly.note)))

  it("begins with the connection, for Monday at eight of the ad account, and pauses with it", async () => {
    const { account } = await ads.connect()
    const [begun, ...others] = await schedulesOf(account.accountId)
    assert.deepEqual([begun?.name, begun?.paused, others.length], ["weekly-note", [], 0])
    assert.strictEqual(begun?.nextAtMs, Date.parse("2026-11-23T13:00:00Z"))
    ok(await ads.ask("/credentials", account.key, { method: "DELETE" }))
    assert.deepEqual((await schedulesOf(account.accountId))[0]?.paused, ["connection"])
    // A run that was in the queue already says nothing, and fails nothing.
    await gateway().runJob(WeeklyNote, { accountId: account.accountId })
  })

  it("says what the reports say of the week, once for the week whoever runs it, and is set anew", async () => {
    const { account, client } = await ads.connect()
    const note = await noteOf(account.accountId)
    assert.deepInclude(note?.fields, { from: "2026-11-09", to: "2026-11-15", currency: "USD" })
    let [spend, installs] = [0, 0]
    for (const { id, promotedObjectType } of (await ads.owned(client)).campaigns) {
      if (promotedObjectType !== "APPSTORE_APP") continue
      const report = ok(
        await ads.ask(`/campaigns/${id}/reports/keywords?from=2026-11-09&to=2026-11-15`, account.key, {
          method: "POST"
        })
      )
      spend += Number(at(report, "totals", "spend", "amount"))
      installs += Number(at(report, "totals", "installs"))
    }
    assert.strictEqual(Number(note?.fields?.spend), Number(spend.toFixed(2)))
    assert.strictEqual(note?.fields?.installs, installs)
    assert.closeTo(Number(note?.fields?.costPerInstall), spend / installs, 0.001)
    assert.include(note?.text, `${installs} installs`)
    assert.strictEqual(note?.text.split("\n").length, 4, note?.text)
    const again = await noteOf(account.accountId)
    assert.strictEqual(again?.key, note?.key)
    assert.include(note?.key, "2026-11-09")
    clock.setMs(Date.parse("2026-11-23T13:05:00Z"))
    await gateway().runJob(WeeklyNote, { accountId: account.accountId })
    const [next, ...others] = await schedulesOf(account.accountId)
    assert.deepEqual([next?.nextAtMs, others.length], [Date.parse("2026-11-30T13:00:00Z"), 0])
    assert.notStrictEqual((await noteOf(account.accountId))?.key, note?.key)
  })

  it("isn't made of an ad account that spent nothing, and is tried again where the vendor fails", async () => {
    const quiet = await ads.connect()
    const { campaigns } = await ads.owned(quiet.client)
    const clientId = quiet.client.clientId
    await ads.control().act("ads", "edit", { clientId, campaignIds: campaigns.map(({ id }) => id), status: "PAUSED" })
    assert.isUndefined(await noteOf(quiet.account.accountId))
    const failing = await ads.connect()
    ads.fail({ kind: "malformed", path: "/reports", credential: failing.client.clientId, times: 5 })
    const failed = await gateway()
      .runJob(WeeklyNote, { accountId: failing.account.accountId })
      .then(
        () => false,
        () => true
      )
    ads.control().clearFaults()
    assert.isTrue(failed)
  })
})
