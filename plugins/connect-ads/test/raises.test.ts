import { adjustableClock } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { at, type Connected, ok, refused, settings, usd, useAds } from "./support.ts"

const clock = adjustableClock()
const caps = { budgetRaisePerHour: 100, budgetRaisePerDay: 150, bidRaisePerHour: 1, bidRaisePerDay: 1.5 }
const ads = useAds({ clock, plugins: { "connect-ads": { ...settings, ...caps } } })
const minutes = (count: number) => clock.advanceMs(count * 60_000)

/** Campaigns of one's own with budgets that may be raised, and their ad groups with bids. */
const connected = async () => {
  const made = await ads.connect()
  const { adGroups, campaigns } = await ads.owned(made.client)
  const own = campaigns.filter(({ promotedObjectType }) => promotedObjectType === "APPSTORE_APP")
  const groups = adGroups.filter(({ bidStrategy }) => bidStrategy?.bidStrategyType === "MANUAL_CPT")
  return { ...made, own, groups, key: made.account.key }
}
type Own = Awaited<ReturnType<typeof connected>>
const budget = ({ key, own }: Own, nth: number, by: number, more: object = {}, query = "") => {
  const campaign = own[nth]
  const amount = (Number(campaign?.dailyBudget.amount) + by).toFixed(2)
  return ads.put(`/campaigns/${campaign?.id}${query}`, key, { dailyBudgetAmount: usd(amount), ...more })
}
const bid = ({ groups, key }: Own, nth: number, to: string) =>
  ads.put(`/campaigns/${groups[nth]?.campaignId}/adgroups/${groups[nth]?.id}`, key, { defaultBidAmount: usd(to) })
const view = async ({ account }: Connected) => ok(await ads.ask("/raises", account.key))
const capOf = (shown: unknown, field: string, window: string) => {
  const all = at(shown, "caps")
  return (Array.isArray(all) ? all : []).find((one) => at(one, "field") === field && at(one, "window") === window)
}

describe("raises of an ad account", () => {
  it("stop at the hour's cap over all campaigns, and the refusal names cap, use and when there is room", async () => {
    const own = await connected()
    ok(await budget(own, 0, 40))
    minutes(10)
    const second = clock.clock.currentTimeMillisUnsafe()
    ok(await budget(own, 1, 50))
    const message = refused(await budget(own, 2, 60), 409, "RAISE_CAP_REACHED")
    assert.include(message, "dailyBudgetAmount (body)")
    for (const told of ["by 100 USD in all within an hour", "90.00 USD of that is used", "raises by 60.00 USD"]) {
      assert.include(message, told)
    }
    // The 40 aren't enough: both must be past.
    const freeMs = Date.parse(/room for it again at (\S+Z)/.exec(message)?.[1] ?? "")
    assert.isAtLeast(freeMs, second + 60 * 60_000)
    assert.lengthOf(await ads.writes(own.client), 2)
    clock.setMs(freeMs - 5_000)
    refused(await budget(own, 2, 60), 409, "RAISE_CAP_REACHED")
    clock.setMs(freeMs)
    // Within the day's cap of 150 the 60 just fit.
    ok(await budget(own, 2, 60))
    minutes(61)
    assert.include(refused(await budget(own, 3, 1), 409, "RAISE_CAP_REACHED"), "150 USD in all within 24 hours")
    minutes(24 * 60)
    ok(await budget(own, 3, 1))
  })

  it("aren't counted when lowered, paused, renamed or refused, and none of these is ever stopped", async () => {
    const own = await connected()
    ok(await budget(own, 0, 100))
    refused(await budget(own, 1, 0.01), 409, "RAISE_CAP_REACHED")
    for (const [nth, body] of [{ status: "PAUSED" }, { name: "Calm" }, { dailyBudgetAmount: usd("1.00") }].entries()) {
      ok(await ads.put(`/campaigns/${own.own[nth]?.id}`, own.key, body))
    }
    // Lowering gives nothing back: what is raised again counts again.
    refused(
      await ads.put(`/campaigns/${own.own[2]?.id}`, own.key, { dailyBudgetAmount: usd("1.50") }),
      409,
      "RAISE_CAP_REACHED"
    )
    assert.deepEqual(at(capOf(await view(own), "dailyBudgetAmount", "hour"), "raised"), usd("100.00"))
  })

  it("beyond the cap by themselves are told so, and confirm doesn't lift it", async () => {
    const own = await connected()
    const message = refused(await budget(own, 0, 101, { confirm: true }), 409, "RAISE_CAP_REACHED")
    assert.include(message, "more than the cap by itself")
    assert.deepEqual(await ads.writes(own.client), [])
  })

  it("are told of it by a preview, which writes nothing and counts for nothing", async () => {
    const own = await connected()
    ok(await budget(own, 0, 80))
    const plan = ok(await budget(own, 1, 30, {}, "?dryRun=true"))
    assert.strictEqual(at(plan, "warnings", 0, "code"), "RAISE_CAP_REACHED")
    assert.include(String(at(plan, "warnings", 0, "message")), "80.00 USD of that is used")
    assert.deepEqual(at(ok(await budget(own, 1, 20, {}, "?dryRun=true")), "warnings"), [])
    assert.deepEqual(at(capOf(await view(own), "dailyBudgetAmount", "hour"), "left"), usd("20.00"))
  })

  it("sent at once never pass the cap together, and as many as fit pass", async () => {
    const own = await connected()
    const answers = await Promise.all([0, 1, 2, 3].map((nth) => budget(own, nth, 45)))
    assert.deepEqual(
      answers.map(({ status }) => status).sort((a, b) => a - b),
      [200, 200, 409, 409]
    )
    assert.lengthOf(await ads.writes(own.client), 2)
  })

  it("whose outcome isn't known count, and those that the vendor refused don't", async () => {
    const own = await connected()
    ads.fail({ kind: "409", method: "PUT", credential: own.client.clientId })
    assert.isAtLeast((await budget(own, 0, 90)).status, 400)
    assert.deepEqual(at(capOf(await view(own), "dailyBudgetAmount", "hour"), "raised"), usd("0"))
    ads.fail({ kind: "lostAnswer", method: "PUT", credential: own.client.clientId })
    ok(await budget(own, 0, 90))
    refused(await budget(own, 1, 20), 409, "RAISE_CAP_REACHED")
  })

  it("of bids have caps of their own", async () => {
    const own = await connected()
    ok(await budget(own, 0, 100))
    ok(await bid(own, 0, "2.00"))
    const message = refused(await bid(own, 1, "1.50"), 409, "RAISE_CAP_REACHED")
    assert.include(message, "bids of this ad account may be raised by 1 USD in all within an hour; 0.80 USD")
    ok(await bid(own, 1, "1.40"))
  })

  it("are shown to their owner alone, newest first, with what is left of each cap", async () => {
    const [own, other] = [await connected(), await connected()]
    ok(await budget(own, 0, 30))
    ok(await bid(own, 0, "1.70"))
    const shown = await view(own)
    assert.deepInclude(capOf(shown, "dailyBudgetAmount", "day"), {
      cap: usd("150"),
      raised: usd("30.00"),
      left: usd("120.00")
    })
    assert.deepInclude(capOf(shown, "defaultBidAmount", "hour"), {
      cap: usd("1"),
      raised: usd("0.50"),
      left: usd("0.50")
    })
    assert.deepEqual(at(shown, "raises", 0, "adGroupId"), own.groups[0]?.id)
    assert.deepInclude(at(shown, "raises", 1), {
      campaignId: own.own[0]?.id,
      adGroupId: null,
      raisedBy: usd("30.00"),
      known: true
    })
    assert.deepEqual(at(await view(other), "raises"), [])
    const stranger = await ads.gateway().account()
    refused(await ads.ask("/raises", stranger.key), 409, "NOT_CONNECTED")
  })
})
