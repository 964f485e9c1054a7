import { assert, describe, it } from "vitest"
import { at, copiesWhenAsked, ok, refused, usd, useAds } from "./support.ts"

const ads = useAds({ config: { ...copiesWhenAsked, vendorWrites: { settleMsMax: 2_000 } } })
const campaignOf = async (problem?: string) => {
  const connected = await ads.connect()
  const owned = await ads.owned(connected.client)
  const campaign = owned.campaign((_, status, problems) =>
    problem === undefined ? status === "ENABLED" && problems.length === 0 : problems.includes(problem)
  )
  return { ...connected, owned, campaign, path: `/campaigns/${campaign.id}`, key: connected.account.key }
}

describe("a change of a campaign", () => {
  it("sends what differs in one request, reads it back, and is kept in no older list", async () => {
    const { campaign, client, key, path } = await campaignOf()
    ok(await ads.ask("/campaigns", key))
    const body = { status: "ENABLED", name: "Brand", dailyBudgetAmount: usd("60.00") }
    const done = ok(await ads.put(path, key, body))
    assert.deepInclude(at(done, "campaign"), { id: campaign.id, name: "Brand", dailyBudgetAmount: usd("60.00") })
    assert.deepEqual(at(done, "changes"), [
      { field: "name", from: campaign.name, to: "Brand" },
      { field: "dailyBudgetAmount", from: campaign.dailyBudget, to: usd("60.00") }
    ])
    assert.deepInclude(done, { dryRun: false, unchanged: false, planId: null })
    assert.deepEqual(await ads.writes(client), [
      { path, body: { name: "Brand", dailyBudget: { value: usd("60.00") } } }
    ])
    assert.include(JSON.stringify(ok(await ads.ask("/campaigns", key))), '"Brand"')
  })

  it("that is as it was sends nothing, however its amount is written", async () => {
    const { campaign, client, key, path } = await campaignOf()
    const amount = String(Number(campaign.dailyBudget.amount))
    const same = ok(await ads.put(path, key, { status: "ENABLED", dailyBudgetAmount: usd(amount) }))
    assert.deepInclude(same, { unchanged: true, changes: [] })
    assert.deepEqual(await ads.writes(client), [])
  })

  it("is previewed without being made, and its plan is stale once someone else was there", async () => {
    const { campaign, client, key, path } = await campaignOf()
    const body = { dailyBudgetAmount: usd("51.00") }
    const plan = ok(await ads.put(`${path}?dryRun=true`, key, body))
    assert.deepInclude(plan, { dryRun: true, unchanged: false, warnings: [] })
    assert.deepEqual(at(plan, "changes"), [
      { field: "dailyBudgetAmount", from: campaign.dailyBudget, to: usd("51.00") }
    ])
    assert.deepEqual(await ads.writes(client), [])
    await ads.control().act("ads", "edit", { clientId: client.clientId, campaignId: campaign.id, amount: "44.00" })
    refused(await ads.put(path, key, { ...body, planId: at(plan, "planId") }), 409, "PLAN_STALE")
    const next = ok(await ads.put(`${path}?dryRun=true`, key, body))
    ok(await ads.put(path, key, { ...body, planId: at(next, "planId") }))
    assert.lengthOf(await ads.writes(client), 1)
  })

  it.each([
    ["nothing", {}],
    ["an unknown status", { status: "STOPPED" }],
    ["an empty name", { name: "" }],
    ["zero", { dailyBudgetAmount: usd("0.00") }],
    ["less than zero", { dailyBudgetAmount: usd("-5") }],
    ["three decimals", { dailyBudgetAmount: usd("5.001") }],
    ["no number", { dailyBudgetAmount: usd("NaN") }],
    ["an exponent", { dailyBudgetAmount: usd("1e3") }],
    ["a number that isn't text", { dailyBudgetAmount: { amount: 5, currency: "USD" } }],
    ["another currency", { dailyBudgetAmount: { amount: "5", currency: "EUR" } }],
    ["an unknown field", { budget: "5" }]
  ])("with %s is refused before the vendor is asked", async (_, body) => {
    const { key, path } = await shared()
    ads.control().clearRequests()
    refused(await ads.put(path, key, body), 400, "INVALID_INPUT")
    assert.deepEqual(ads.control().requests(), [])
  })
  let made: ReturnType<typeof campaignOf> | undefined
  const shared = () => {
    made ??= campaignOf()
    return made
  }

  it("to more than three times needs confirm, and says from what to what; three times and less don't", async () => {
    const { campaign, client, key, path } = await campaignOf()
    const { amount } = campaign.dailyBudget
    const raise = (to: number, more = {}) => ads.put(path, key, { dailyBudgetAmount: usd(to.toFixed(2)), ...more })
    const over = Number(amount) * 3 + 0.01
    const message = refused(await raise(over), 400, "CONFIRMATION_REQUIRED")
    assert.include(message, `from ${amount} USD to ${over.toFixed(2)} USD`)
    refused(await raise(over, { confirm: false }), 400, "CONFIRMATION_REQUIRED")
    assert.deepEqual(await ads.writes(client), [])
    const preview = ok(await ads.put(`${path}?dryRun=true`, key, { dailyBudgetAmount: usd(over.toFixed(2)) }))
    assert.strictEqual(at(preview, "warnings", 0, "code"), "CONFIRMATION_REQUIRED")
    ok(await raise(Number(amount) * 3))
    ok(await raise(Number(amount) * 30, { confirm: true }))
    ok(await ads.put(path, key, { status: "PAUSED" }))
    assert.lengthOf(await ads.writes(client), 3)
  })

  it.each(["CONTENT_PROVIDER_UNLINKED", "AD_ACCOUNT_PAYMENT_ISSUES", "AD_GROUPS_MISSING", "AD_GROUPS_NOT_RUNNING"])(
    "that pauses and enables keeps the problem %s, and warns",
    async (problem) => {
      const { key, path } = await campaignOf(problem)
      const paused = ok(await ads.put(path, key, { status: "PAUSED" }))
      assert.deepInclude(at(paused, "campaign"), { status: "PAUSED", servingState: "NOT_RUNNING" })
      assert.deepEqual(at(paused, "warnings"), [])
      const enabled = ok(await ads.put(path, key, { status: "ENABLED" }))
      assert.deepInclude(at(enabled, "campaign"), { status: "ENABLED", servingState: "NOT_RUNNING" })
      assert.deepEqual(at(enabled, "campaign", "servingStateReasons"), [problem])
      assert.include(String(at(enabled, "warnings", 0, "message")), problem)
    }
  )

  it("that the vendor refuses is 422 in its words, and a campaign that isn't there, or another's, 404", async () => {
    const { key, owned, path } = await campaignOf()
    const other = await ads.connect()
    const taken = owned.campaigns.find(({ id }) => !path.endsWith(id))?.name
    assert.include(refused(await ads.put(path, key, { name: taken }), 422, "VENDOR_REJECTED"), "DUPLICATE_NAME")
    refused(await ads.put("/campaigns/1", key, { status: "PAUSED" }), 404, "NOT_FOUND")
    refused(await ads.put(path, other.account.key, { status: "PAUSED" }), 404, "NOT_FOUND")
    refused(await ads.put("/campaigns/abc", key, { status: "PAUSED" }), 400, "INVALID_INPUT")
  })

  it("whose answer is lost is settled by reading: done once, with a key and without", async () => {
    const { client, key, path } = await campaignOf()
    for (const [at, headers] of [{}, { "idempotency-key": "lost" }].entries()) {
      ads.fail({ kind: "lostAnswer", method: "PUT", credential: client.clientId })
      ok(await ads.put(path, key, { name: `Lost ${at}` }, headers))
      ok(await ads.put(path, key, { name: `Lost ${at}` }, headers))
      assert.lengthOf(await ads.writes(client), at + 1)
    }
  })

  it("that shows late is waited for; one that never shows is 502 with both values, and free", async () => {
    const { account, client, key, path } = await campaignOf()
    ads.fail({ kind: "lag", times: 2, credential: client.clientId })
    ok(await ads.put(path, key, { name: "Late" }))
    const used = await ads.gateway().used(account.accountId)
    // The look before passes; those after it lag.
    ads.fail({ kind: "lag", times: 500, credential: client.clientId })
    const message = refused(await ads.put(path, key, { name: "Never" }), 502, "WRITE_OUTCOME_UNKNOWN")
    ads.control().clearFaults()
    assert.match(message, /name was sent as "Never" and reads as "/)
    assert.strictEqual(await ads.gateway().used(account.accountId), used)
  })
})

describe("a change of an ad group", () => {
  it("sets its bid with its strategy, and its status alone without", async () => {
    const { campaign, client, key, owned } = await campaignOf()
    const group = owned.adGroups.find(({ bidStrategy, campaignId }) => campaignId === campaign.id && bidStrategy)
    const path = `/campaigns/${campaign.id}/adgroups/${group?.id}`
    const bid = ok(await ads.put(path, key, { defaultBidAmount: usd("1.50") }))
    assert.deepEqual(at(bid, "adGroup", "defaultBidAmount"), usd("1.50"))
    ok(await ads.put(path, key, { status: "PAUSED", name: "Quiet" }))
    assert.deepEqual(
      (await ads.writes(client)).map(({ body }) => body),
      [
        { bidStrategy: { bidStrategyType: "MANUAL_CPT", bidStrategyGoal: "TAP", bid: usd("1.50") } },
        { status: "PAUSED", name: "Quiet" }
      ]
    )
    refused(await ads.put(path, key, { defaultBidAmount: usd("4.51") }), 400, "CONFIRMATION_REQUIRED")
  })

  it("of another campaign is 404; under an automatic strategy a bid is 409, and a pause is not", async () => {
    const { campaign, client, key, owned } = await campaignOf()
    const stranger = owned.adGroups.find(({ campaignId }) => campaignId !== campaign.id)
    const wrong = `/campaigns/${campaign.id}/adgroups/${stranger?.id}`
    refused(await ads.put(wrong, key, { status: "PAUSED" }), 404, "NOT_FOUND")
    const automatic = owned.adGroups.find(({ bidStrategy }) => bidStrategy?.bidStrategyType === "MAX_CONVERSIONS")
    const path = `/campaigns/${automatic?.campaignId}/adgroups/${automatic?.id}`
    const message = refused(await ads.put(path, key, { defaultBidAmount: usd("1.00") }), 409, "VENDOR_CONFLICT")
    assert.include(message, "MAX_CONVERSIONS")
    assert.deepEqual(await ads.writes(client), [])
    const paused = ok(await ads.put(path, key, { status: "PAUSED" }))
    assert.deepInclude(at(paused, "adGroup"), { status: "PAUSED", defaultBidAmount: null })
  })
})
