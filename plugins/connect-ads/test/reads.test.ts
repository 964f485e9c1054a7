import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { sumAmounts } from "../src/money.ts"
import { WasteReport } from "../src/schema.ts"
import { at, type Connected, ok, refused, usd, useAds } from "./support.ts"

const ads = useAds()
const Rows = Schema.Struct({
  rows: Schema.Array(
    Schema.Struct({
      impressions: Schema.Int,
      taps: Schema.Int,
      installs: Schema.Int,
      spend: Schema.Struct({ amount: Schema.String, currency: Schema.String }),
      ttr: Schema.NullOr(Schema.Finite),
      avgCpi: Schema.NullOr(Schema.Unknown)
    })
  ),
  totals: Schema.Struct({
    impressions: Schema.Int,
    taps: Schema.Int,
    installs: Schema.Int,
    spend: Schema.Struct({ amount: Schema.String, currency: Schema.String })
  }),
  pagination: Schema.Struct({ total: Schema.Int, limit: Schema.Int, offset: Schema.Int })
})
const running = async ({ client }: Connected) =>
  (await ads.owned(client)).campaign((_, status, problems) => status === "ENABLED" && problems.length === 0)
const report = (path: string, key: string) => ads.ask(path, key, { method: "POST" })

describe("campaigns", () => {
  it("come in pages with a total, without those of maps, and with ids of 64 bits as they are", async () => {
    const connected = await ads.connect()
    const { key } = connected.account
    const { campaigns } = await ads.owned(connected.client)
    const apps = campaigns.filter(({ promotedObjectType }) => promotedObjectType === "APPSTORE_APP")
    const seen: Array<unknown> = []
    for (const offset of [0, 5, 10]) {
      const page = ok(await ads.ask(`/campaigns?limit=5&offset=${offset}`, key))
      assert.deepInclude(page, { total: 12, limit: 5, offset })
      const items = at(page, "items")
      seen.push(...(Array.isArray(items) ? items : []).map((item) => at(item, "id")))
    }
    assert.deepEqual([...seen].sort(), apps.map(({ id }) => id).sort())
    const long = seen.find((id) => String(id).length === 16)
    assert.isTrue(!Number.isSafeInteger(Number(long)), String(long))
    assert.strictEqual(at(ok(await ads.ask(`/campaigns/${long}/adgroups`, key)), "items", 0, "campaignId"), long)
    for (const wrong of ["limit=0", "limit=1001", "offset=-1", "limit=x"]) {
      refused(await ads.ask(`/campaigns?${wrong}`, key), 400, "INVALID_INPUT")
    }
  })

  it("are kept for a minute for their account alone, and another's are not there", async () => {
    const one = await ads.connect()
    const other = await ads.connect()
    ok(await ads.ask("/campaigns", one.account.key))
    const before = ads.requests(one.client).length
    ok(await ads.ask("/campaigns", one.account.key))
    assert.lengthOf(ads.requests(one.client), before)
    const mine = ok(await ads.ask("/campaigns", other.account.key))
    assert.notDeepEqual(mine, ok(await ads.ask("/campaigns", one.account.key)))
    const { id } = await running(one)
    for (const path of [`/campaigns/${id}/adgroups`]) refused(await ads.ask(path, other.account.key), 404, "NOT_FOUND")
    for (const kind of ["keywords", "searchterms"]) {
      refused(await report(`/campaigns/${id}/reports/${kind}`, other.account.key), 404, "NOT_FOUND")
    }
  })

  it("of the vendor's maps are 409", async () => {
    const connected = await ads.connect()
    const { key } = connected.account
    const { campaigns } = await ads.owned(connected.client)
    const map = campaigns.find(({ promotedObjectType }) => promotedObjectType === "BUSINESS_BRAND")
    refused(await report(`/campaigns/${map?.id}/reports/keywords`, key), 409, "VENDOR_CONFLICT")
    refused(await ads.ask(`/campaigns/${map?.id}/adgroups`, key), 409, "VENDOR_CONFLICT")
    refused(await ads.put(`/campaigns/${map?.id}`, key, { status: "PAUSED" }), 409, "VENDOR_CONFLICT")
  })
})

describe("reports", () => {
  it.each(["keywords", "searchterms"])(
    "of %s have totals that are the sum of all rows, in whatever pages",
    async (kind) => {
      const connected = await ads.connect()
      const { id } = await running(connected)
      const path = `/campaigns/${id}/reports/${kind}`
      const read = async (query: string) =>
        Schema.decodeUnknownSync(Rows)(ok(await report(`${path}?${query}`, connected.account.key)))
      const whole = await read("days=20&limit=200")
      assert.strictEqual(whole.rows.length, whole.pagination.total)
      const sum = (of: (row: (typeof whole.rows)[number]) => number) =>
        whole.rows.reduce((all, row) => all + of(row), 0)
      assert.isAbove(whole.rows.length, 4)
      assert.strictEqual(
        whole.totals.taps,
        sum(({ taps }) => taps)
      )
      assert.strictEqual(
        whole.totals.impressions,
        sum(({ impressions }) => impressions)
      )
      assert.strictEqual(
        whole.totals.installs,
        sum(({ installs }) => installs)
      )
      assert.strictEqual(whole.totals.spend.amount, sumAmounts(whole.rows.map(({ spend }) => spend.amount)))
      for (const { avgCpi, impressions, installs, ttr } of whole.rows) {
        assert.strictEqual(ttr === null, impressions === 0)
        assert.strictEqual(avgCpi === null, installs === 0)
      }
      const spends = whole.rows.map(({ spend }) => Number(spend.amount))
      assert.deepEqual(
        spends,
        spends.toSorted((a, b) => b - a)
      )
      const page = await read("days=20&limit=3&offset=2")
      assert.deepEqual([page.rows, page.totals], [whole.rows.slice(2, 5), whole.totals])
    }
  )

  it("fold terms of low volume, and tell those that the vendor found", async () => {
    const connected = await ads.connect()
    const { id } = await running(connected)
    const text = JSON.stringify(
      ok(await report(`/campaigns/${id}/reports/searchterms?days=1&limit=200`, connected.account.key))
    )
    assert.include(text, '"searchTerm":null,"lowVolume":true')
  })

  it("cover the days that were asked for, by the account's calendar", async () => {
    const connected = await ads.connect()
    const { key } = connected.account
    const { id } = await running(connected)
    const path = `/campaigns/${id}/reports/keywords`
    const past = ok(await report(`${path}?from=2026-01-01&to=2026-01-31`, key))
    assert.deepInclude(past, {
      from: "2026-01-01",
      to: "2026-01-31",
      timeZone: "America/New_York",
      toIsPartial: false
    })
    const usual = ok(await report(path, key))
    const days = (Date.parse(String(at(usual, "to"))) - Date.parse(String(at(usual, "from")))) / 86_400_000
    assert.deepEqual([days, at(usual, "toIsPartial")], [29, true])
    for (const [wrong, field] of [
      ["from=2026-01-01", "to"],
      ["to=2026-01-01", "from"],
      ["from=2026-02-01&to=2026-01-01", "from"],
      ["from=2026-01-01&to=2026-01-02&days=2", "days"],
      ["days=0", "days"],
      ["limit=201", "limit"],
      ["from=2026-02-30&to=2026-03-01", "from"]
    ]) {
      const message = refused(await report(`${path}?${wrong}`, key), 400, "INVALID_INPUT")
      assert.include(message, String(field))
    }
    // More than the vendor keeps: it decides.
    refused(await report(`${path}?from=2020-01-01&to=2026-01-01`, key), 422, "VENDOR_REJECTED")
    const withBody = await ads.ask(path, key, { method: "POST", body: { days: 3 } })
    assert.include(refused(withBody, 400, "INVALID_INPUT"), "body")
  })
})

const wasteOf = Schema.decodeUnknownSync(WasteReport)

describe("a campaign's waste", () => {
  const campaignWithWaste = async () => {
    const connected = await ads.connect()
    const { campaigns } = await ads.owned(connected.client)
    for (const { id, problems, promotedObjectType, status } of campaigns) {
      if (promotedObjectType !== "APPSTORE_APP" || problems.length > 0 || status !== "ENABLED") continue
      const path = `/campaigns/${id}/waste`
      const shown = wasteOf(ok(await ads.ask(path, connected.account.key)))
      if (shown.total > 1) return { ...connected, id, path, shown, key: connected.account.key }
    }
    return assert.fail("no campaign wastes anything")
  }

  it("is what its search term report shows, summed, and nothing is changed at the vendor", async () => {
    const { client, id, key, path, shown } = await campaignWithWaste()
    const terms: Array<unknown> = []
    for (let offset = 0; ; offset += 200) {
      const page = ok(
        await ads.ask(`/campaigns/${id}/reports/searchterms?limit=200&offset=${offset}`, key, { method: "POST" })
      )
      terms.push(...[at(page, "rows")].flat())
      if (at(page, "nextOffset") === null) break
    }
    const named = terms.filter((term) => at(term, "lowVolume") === false)
    for (const { searchTerm, spend, taps } of shown.terms) {
      const rows = named.filter((term) => String(at(term, "searchTerm")).toLowerCase() === searchTerm.toLowerCase())
      assert.isAbove(rows.length, 0)
      assert.isAtLeast(taps, 10)
      assert.isAbove(Number(spend.amount), 0)
    }
    assert.strictEqual(shown.wastedSpend?.amount, sumAmounts(shown.terms.map(({ spend }) => spend.amount)))
    assert.strictEqual(shown.total, shown.terms.length)
    assert.isTrue(shown.complete)
    assert.isNotNull(shown.campaignSpend)
    assert.isNotNull(shown.lowVolumeSpend)
    const fewer = wasteOf(ok(await ads.ask(`${path}?limit=1`, key)))
    assert.deepEqual([fewer.terms, fewer.wastedSpend], [shown.terms.slice(0, 1), shown.wastedSpend])
    const dearer = wasteOf(ok(await ads.ask(`${path}?minSpend=${shown.terms[0]?.spend.amount}&minTaps=1`, key)))
    assert.strictEqual(dearer.terms[0]?.searchTerm, shown.terms[0]?.searchTerm)
    assert.isBelow(dearer.total, shown.total + 1)
    assert.deepEqual(await ads.writes(client), [])
  })

  it("refuses what it can't count by, and is nobody else's", async () => {
    const { key, path } = await campaignWithWaste()
    for (const wrong of ["minTaps=0", "minSpend=-1", "minSpend=1e3", "minSpend=1.234", "days=0", "limit=0"]) {
      assert.include(refused(await ads.ask(`${path}?${wrong}`, key), 400, "INVALID_INPUT"), wrong.split("=")[0] ?? "")
    }
    const other = await ads.connect()
    refused(await ads.ask(path, other.account.key), 404, "NOT_FOUND")
  })
})

const vectorsFile = join(root, "../shared/vendor-specs/contract-vectors.json")
describe.skipIf(!existsSync(vectorsFile))("the vendor's description", () => {
  it("has a vector for each request that is sent, and the bad one is never sent", async () => {
    const Vector = Schema.Struct({
      id: Schema.String,
      method: Schema.String,
      path: Schema.String,
      valid: Schema.Boolean
    })
    const found: unknown = JSON.parse(readFileSync(vectorsFile, "utf8"))
    const list = Array.isArray(found) ? found : at(found, "vectors")
    const vectors = Schema.decodeUnknownSync(Schema.Array(Vector))(
      (Array.isArray(list) ? list : []).filter((one) => String(at(one, "id")).startsWith("ads."))
    )
    const connected = await ads.connect()
    const { key } = connected.account
    const { id } = await running(connected)
    const { adGroups } = await ads.owned(connected.client)
    const group = adGroups.find(({ campaignId }) => campaignId === id)
    ok(await ads.ask("/campaigns", key))
    ok(await ads.ask(`/campaigns/${id}/adgroups`, key))
    ok(await ads.put(`/campaigns/${id}`, key, { name: "Vector", status: "PAUSED", dailyBudgetAmount: usd("50") }))
    ok(await ads.put(`/campaigns/${id}/adgroups/${group?.id}`, key, { defaultBidAmount: usd("1.25") }))
    for (const kind of ["keywords", "searchterms"]) ok(await report(`/campaigns/${id}/reports/${kind}`, key))
    refused(await ads.put(`/campaigns/${id}`, key, { status: "STOPPED" }), 400, "INVALID_INPUT")
    const sent = new Set(
      ads.requests(connected.client).map(({ method, path }) => `${method} ${path.replace(/\d{4,}/, "{id}")}`)
    )
    assert.isAbove(vectors.length, 8)
    for (const { method, path } of vectors) assert.isTrue(sent.has(`${method} ${path}`), `${method} ${path}`)
    const contexts = ads.requests(connected.client).map(({ headers, path }) => [path, headers["x-ap-context"]])
    for (const [path, context] of contexts) {
      const free = path === "/me" || path === "/acls"
      assert.strictEqual(context, free ? undefined : `adAccountId=${connected.client.adAccountId};`, path)
    }
  })
})
