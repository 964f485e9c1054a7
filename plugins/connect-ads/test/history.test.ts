import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { ChangeHistory } from "../src/schema.ts"
import { type Connected, ok, refused, usd, useAds } from "./support.ts"

const ads = useAds()
const decode = Schema.decodeUnknownSync(ChangeHistory)
const read = async ({ account }: Connected, query = "") => decode(ok(await ads.ask(`/changes${query}`, account.key)))
const connected = async () => {
  const made = await ads.connect()
  const { adGroups, campaigns } = await ads.owned(made.client)
  const own = campaigns.filter(({ promotedObjectType }) => promotedObjectType === "APPSTORE_APP")
  const idOf = (nth: number) => own[nth]?.id ?? assert.fail("no such campaign")
  const edit = (more: object) => ads.control().act("ads", "edit", { clientId: made.client.clientId, ...more })
  return { ...made, idOf, adGroups, edit, key: made.account.key }
}

describe("the change history", () => {
  it("tells a change made here, with our record of it, from one made in the console", async () => {
    const own = await connected()
    const [first, second, third] = [0, 1, 2].map(own.idOf)
    ok(await ads.put(`/campaigns/${String(first)}`, own.key, { name: "Ours", dailyBudgetAmount: usd("51.00") }))
    await own.edit({ campaignIds: [String(second), String(third)], status: "PAUSED", amount: "9.00" })
    const { items, total, unseen } = await read(own)
    assert.deepEqual([items.length, total, unseen], [3, 2, []])
    const [, , ours] = items
    assert.deepInclude(ours, { madeBy: "gateway", entityType: "Campaign", entityId: String(first), event: "updated" })
    assert.deepInclude(ours?.journal, {
      campaignId: String(first),
      adGroupId: null,
      known: true,
      keyId: own.account.keyId
    })
    assert.deepEqual(
      ours?.journal?.changes.map(({ field }) => field),
      ["name", "dailyBudgetAmount"]
    )
    for (const item of items.slice(0, 2)) {
      assert.deepInclude(item, { madeBy: "console", userId: "111222333", journal: null })
      assert.deepInclude(
        item.changes?.find(({ field }) => field === "dailyBudget"),
        { to: ["9.00"] }
      )
    }
    assert.deepEqual(
      items
        .slice(0, 2)
        .map(({ entityId }) => entityId)
        .sort(),
      [String(second), String(third)].sort()
    )
  })

  it("of one campaign has its ad groups' changes and no other's", async () => {
    const own = await connected()
    const group = own.adGroups.find(({ bidStrategy }) => bidStrategy?.bidStrategyType === "MANUAL_CPT")
    const other = [0, 1].map(own.idOf).find((id) => id !== group?.campaignId)
    ok(await ads.put(`/campaigns/${group?.campaignId}/adgroups/${group?.id}`, own.key, { status: "PAUSED" }))
    ok(await ads.put(`/campaigns/${other}`, own.key, { name: "Elsewhere" }))
    const { items, unseen } = await read(own, `?campaignId=${group?.campaignId}`)
    assert.deepEqual([items.map(({ entityType }) => entityType), unseen], [["AdGroup"], []])
    assert.strictEqual(items[0]?.journal?.adGroupId, String(group?.id))
    assert.deepEqual(items[0]?.changes, [{ field: "status", from: ["ENABLED"], to: ["PAUSED"] }])
  })

  it("says which of our writes the vendor doesn't show, and comes in pages", async () => {
    const own = await connected()
    for (const nth of [0, 1, 2]) ok(await ads.put(`/campaigns/${own.idOf(nth)}`, own.key, { name: `Page ${nth}` }))
    await ads.control().act("ads", "forget", own.client.clientId)
    const { items, unseen } = await read(own)
    assert.lengthOf(items, 2)
    assert.deepEqual(
      unseen?.map(({ campaignId }) => campaignId),
      [own.idOf(0)]
    )
    const page = await read(own, "?limit=1")
    assert.deepEqual([page.items, page.unseen, page.nextOffset], [items.slice(0, 1), null, 1])
    assert.deepEqual((await read(own, "?limit=1&offset=1")).items, items.slice(1))
  })

  it("is empty where nothing happened, refuses what it can't read, and is nobody else's", async () => {
    const [own, other] = [await connected(), await connected()]
    ok(await ads.put(`/campaigns/${own.idOf(0)}`, own.key, { name: "Mine" }))
    assert.deepInclude(await read(other), { items: [], unseen: [], total: 0, nextOffset: null })
    assert.deepInclude(await read(own, "?from=2026-08-01&to=2026-08-31"), { from: "2026-08-01", to: "2026-08-31" })
    for (const wrong of ["days=0", "days=184", "from=2026-08-01", "limit=101", "campaignId=x"]) {
      refused(await ads.ask(`/changes?${wrong}`, own.key), 400, "INVALID_INPUT")
    }
    // The vendor says how far it reaches back.
    refused(await ads.ask("/changes?from=2025-01-01&to=2025-01-31", own.key), 422, "VENDOR_REJECTED")
    assert.deepEqual((await read(other, `?campaignId=${own.idOf(0)}`)).items, [])
  })

  it("shows what another client of the API did as that, not as ours", async () => {
    const own = await connected()
    await ads.control().act("ads", "edit", {
      clientId: own.client.clientId,
      campaignId: own.idOf(0),
      name: "By a script",
      userType: "CUSTOMER_API"
    })
    assert.deepInclude((await read(own)).items[0], { madeBy: "api", journal: null })
  })
})
