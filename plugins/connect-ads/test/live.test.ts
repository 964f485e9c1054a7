import { assert, describe, it } from "vitest"
import { at, ok, refused, settings, useAds } from "./support.ts"

// The same vendor as its pages and what was seen live have it, where that isn't as the description says.
const ads = useAds({ plugins: { "connect-ads": { ...settings, apiUrl: "${sandbox.ads-live}" } } })

describe("the vendor as it was seen live", () => {
  it("is understood: numeric app ids, enabled keywords, totals elsewhere, searches as the source, no rows", async () => {
    const { account, client } = await ads.connect()
    const { key } = account
    const owned = await ads.owned(client)
    const campaign = owned.campaign((_, status, problems) => status === "ENABLED" && problems.length === 0)
    const stopped = owned.campaign((_, status) => status === "PAUSED")
    assert.match(String(at(ok(await ads.ask("/campaigns", key)), "items", 0, "appId")), /^\d+$/)
    const keywords = ok(await ads.ask(`/campaigns/${campaign.id}/reports/keywords`, key, { method: "POST" }))
    assert.strictEqual(at(keywords, "rows", 0, "status"), "ENABLED")
    assert.isAbove(Number(at(keywords, "totals", "taps")), 0)
    const terms = ok(await ads.ask(`/campaigns/${campaign.id}/reports/searchterms`, key, { method: "POST" }))
    assert.strictEqual(at(terms, "rows", 0, "source"), "targeted")
    const none = ok(await ads.ask(`/campaigns/${stopped.id}/reports/keywords`, key, { method: "POST" }))
    assert.deepEqual([at(none, "rows"), at(none, "totals", "taps"), at(none, "totals", "ttr")], [[], 0, null])
    assert.deepEqual(at(none, "pagination"), { total: 0, limit: 50, offset: 0 })
    const message = refused(await ads.put("/campaigns/77", key, { status: "PAUSED" }), 404, "NOT_FOUND")
    assert.isAbove(message.length, 5)
    const done = ok(await ads.put(`/campaigns/${campaign.id}`, key, { status: "PAUSED" }))
    assert.strictEqual(at(done, "campaign", "status"), "PAUSED")
  })
})
