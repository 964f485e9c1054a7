import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { type Proceeds, returnOf } from "../src/findings/spendToRevenue.ts"
import { AppReturn, type AppSpend, type SearchTermRow } from "../src/schema.ts"
import { at, type Connected, metrics, ok, refused, settings, usd, useAds } from "./support.ts"

const term = (searchTerm: string | null, spend: string, installs: number): SearchTermRow => ({
  searchTerm,
  lowVolume: searchTerm === null,
  source: null,
  keyword: null,
  keywordId: null,
  matchType: null,
  adGroupId: "1",
  ...metrics(spend, installs)
})
const span = { from: "2026-10-01", to: "2026-10-01", day30: "2026-10-03", until: "2026-10-03", limit: 10 }
const spend = (amount: string, terms: ReadonlyArray<SearchTermRow> = []): AppSpend => ({
  total: metrics(amount, 10),
  days: [{ day: "2026-10-01", spend: usd(amount), installs: 10 }],
  terms
})
const earned = (...amounts: ReadonlyArray<number | null>): Proceeds => ({
  reason: null,
  told: {
    platform: "storea",
    appId: "1",
    from: "2026-10-01",
    to: "2026-10-03",
    timeZone: "UTC",
    currency: "USD",
    assumed: false,
    days: amounts.map((proceeds, at) => ({ day: `2026-10-0${at + 1}`, proceeds, partial: false })),
    asOfMs: 0,
    stale: false
  }
})

describe("spend beside proceeds", () => {
  it("isn't profitable where not even all proceeds cover it, and is only possible where they do", () => {
    const less = returnOf(spend("31.00"), earned(10, 10, 10), span)
    assert.deepEqual(
      [less.profitableAtDay30, less.proceeds.status, less.proceeds.amount],
      ["no", "measured", usd("30.00")]
    )
    const more = returnOf(spend("30.00"), earned(10, 10, 10), span)
    assert.deepEqual([more.profitableAtDay30, more.proceeds.reason], ["possible", null])
    assert.deepEqual(
      more.days.map(({ day, proceeds, spend }) => [day, spend?.amount ?? null, proceeds?.amount]),
      [
        ["2026-10-01", "30.00", "10.00"],
        ["2026-10-02", null, "10.00"],
        ["2026-10-03", null, "10.00"]
      ]
    )
  })

  it("says nothing where proceeds aren't known or may still come, unless they cover it already", () => {
    const none = returnOf(spend("30.00"), { told: undefined, reason: "NOT_CONNECTED: none" }, span)
    assert.deepEqual([none.profitableAtDay30, none.proceeds.amount], [null, null])
    assert.deepInclude(none.proceeds, { status: "not_measured", reason: "NOT_CONNECTED: none" })
    const gap = returnOf(spend("30.00"), earned(10, null, 10), span)
    assert.deepInclude(gap.proceeds, {
      status: "partial",
      amount: usd("20.00"),
      reason: "of 1 days no proceeds are known"
    })
    assert.isNull(gap.profitableAtDay30)
    assert.isNull(gap.days[1]?.proceeds)
    const early = returnOf(spend("15.00"), earned(10, 10), { ...span, until: "2026-10-02" })
    assert.include(early.proceeds.reason, "isn't over")
    assert.strictEqual(early.profitableAtDay30, "possible")
  })

  it("shares proceeds among terms by their installs, without the rows that have no term", () => {
    const terms = [term("dear", "20.00", 2), term("cheap", "5.00", 5), term("none", "3.00", 0), term(null, "2.00", 3)]
    const all = returnOf(spend("30.00", terms), earned(10, 10, 10), span)
    assert.deepEqual(
      all.terms.map(({ profitableAtDay30, proceedsAtMost, searchTerm }) => [
        searchTerm,
        proceedsAtMost?.amount,
        profitableAtDay30
      ]),
      [
        ["dear", "6.0000", "no"],
        ["cheap", "15.0000", "possible"],
        ["none", "0", "no"]
      ]
    )
    const unknown = returnOf(spend("30.00", terms), { told: undefined, reason: "x" }, span)
    assert.deepEqual(
      unknown.terms.map(({ profitableAtDay30 }) => profitableAtDay30),
      [null, null, "no"]
    )
    assert.deepEqual([returnOf(spend("30.00", terms), earned(1), { ...span, limit: 1 }).termsTotal], [3])
  })
})

const ads = useAds({ plugins: { "connect-ads": settings, "connect-paywall": true } })
const decode = Schema.decodeUnknownSync(AppReturn)
const read = async ({ account }: Connected, appId: string, query = "") =>
  decode(ok(await ads.ask(`/apps/${appId}/return${query}`, account.key)))
const Apps = Schema.Struct({
  items: Schema.Array(Schema.Struct({ id: Schema.String, appId: Schema.String, servingState: Schema.String }))
})
const appOf = async ({ account }: Connected) => {
  const { items } = Schema.decodeUnknownSync(Apps)(ok(await ads.ask("/campaigns?limit=200", account.key)))
  const appId = items.find(({ servingState }) => servingState === "RUNNING")?.appId ?? assert.fail("no app")
  return { appId, ids: items.filter((one) => one.appId === appId).map(({ id }) => id) }
}
const withPaywall = async (more: object = {}) => {
  const made = await ads.connect()
  const secretKey = await ads.control().act("paywall", "issue", { organization: 202 })
  const body = { secretKey, currency: "USD", ...more }
  const answer = await ads
    .gateway()
    .ask("/v1/connect/paywall/credentials", { method: "POST", key: made.account.key, body })
  assert.strictEqual(answer.status, 201, answer.text)
  return made
}

describe("an app's return", () => {
  it("joins the campaigns' reports with the paywall's proceeds, by app and day", async () => {
    const made = await withPaywall()
    const { appId, ids } = await appOf(made)
    const shown = await read(made, appId)
    assert.strictEqual(Date.parse(shown.day30) - Date.parse(shown.to), 30 * 86_400_000)
    assert.deepInclude(shown.proceeds, { status: "measured", reason: null })
    assert.include(["no", "possible"], shown.profitableAtDay30)
    let [spend, installs] = [0, 0]
    for (const id of ids) {
      const path = `/campaigns/${id}/reports/keywords?from=${shown.from}&to=${shown.to}`
      const report = ok(await ads.ask(path, made.account.key, { method: "POST" }))
      spend += Number(at(report, "totals", "spend", "amount"))
      installs += Number(at(report, "totals", "installs"))
    }
    assert.strictEqual(Number(shown.spend?.amount), Number(spend.toFixed(2)))
    assert.strictEqual(shown.installs, installs)
    const sum = (values: ReadonlyArray<{ readonly amount: string } | null>) =>
      values.reduce((all, money) => all + Number(money?.amount ?? 0), 0)
    assert.closeTo(sum(shown.days.map(({ spend }) => spend)), spend, 0.005)
    const overview = await ads
      .gateway()
      .ask(`/v1/connect/paywall/overview?from=${shown.from}&to=${shown.day30}`, { key: made.account.key })
    const metrics = [at(overview.json, "data", "metrics")].flat()
    const proceeds = metrics.find((metric) => at(metric, "key") === "proceeds")
    assert.closeTo(Number(shown.proceeds.amount?.amount), Number(at(proceeds, "value")), 0.5)
    assert.isAbove(shown.terms.length, 2)
  })

  it("has spend alone without a paywall connection, in another currency, and for an app that it doesn't reach", async () => {
    const alone = await ads.connect()
    const { appId } = await appOf(alone)
    const shown = await read(alone, appId)
    assert.isAbove(Number(shown.spend?.amount), 0)
    assert.deepInclude(shown.proceeds, { status: "not_measured", amount: null })
    assert.include(shown.proceeds.reason, "NOT_CONNECTED")
    assert.isNull(shown.profitableAtDay30)
    const euros = await withPaywall({ currency: "EUR" })
    assert.include((await read(euros, appId)).proceeds.reason, "proceeds are in EUR and spend is in USD")
  })

  it("that can't be read is refused, and another account's proceeds are never in it", async () => {
    const [mine, other] = [await withPaywall(), await ads.connect()]
    const { appId } = await appOf(mine)
    assert.strictEqual((await read(mine, appId)).proceeds.status, "measured")
    assert.strictEqual((await read(other, appId)).proceeds.status, "not_measured")
    refused(await ads.ask("/apps/1/return", mine.account.key), 404, "NOT_FOUND")
    for (const [wrong, field] of [
      ["days=60", "days"],
      ["from=2026-01-01", "to"],
      ["from=2026-01-02&to=2026-01-01", "from"],
      ["from=2026-01-01&to=2090-01-01", "to"],
      ["limit=501", "limit"]
    ]) {
      const message = refused(await ads.ask(`/apps/${appId}/return?${wrong}`, mine.account.key), 400, "INVALID_INPUT")
      assert.include(message, String(field))
    }
    refused(
      await ads.ask(`/apps/${appId}/return?from=2025-01-01&to=2025-01-31`, mine.account.key),
      422,
      "VENDOR_REJECTED"
    )
  })
})
