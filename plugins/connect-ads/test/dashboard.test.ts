import { ChangesMade } from "@storeglass/plugin-api"
/** What pages of an account read of its search ads. */
import { codeOf, useTestGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, beforeAll, describe, it } from "vitest"
import { type SignedIn, signedIn } from "../../account/test/signedIn.ts"
import { AdsState } from "../src/dashboard/api.ts"
import { adsOf, bodyOf, copiesWhenAsked, prefix, settings } from "./support.ts"

const gateway = useTestGateway({ plugins: { "connect-ads": settings, account: true }, config: copiesWhenAsked })
const ads = adsOf(gateway)
const root = "/dashboard/api/connect-ads"
let one: SignedIn
let other: SignedIn

beforeAll(async () => {
  one = await signedIn(gateway)
  other = await signedIn(gateway)
  const client = await ads.issue()
  const saved = await gateway().ask(`${prefix}/credentials`, { method: "POST", key: one.key, body: bodyOf(client) })
  assert.strictEqual(saved.status, 201, saved.text)
  const campaign = (await ads.owned(client)).campaign(() => true)
  const changed = await ads.put(`/campaigns/${campaign.id}`, one.key, { name: "Renamed" })
  assert.strictEqual(changed.status, 200, changed.text)
})

const read = async <A>(schema: Schema.Codec<A, unknown>, path: string, by = one): Promise<A> => {
  gateway().running.sandbox?.control.clearRequests()
  const before = await gateway().used(by.accountId)
  const answer = await by.browser.ask(`${root}${path}`)
  assert.strictEqual(answer.status, 200, answer.text)
  assert.strictEqual(await gateway().used(by.accountId), before, "looking costs something")
  assert.deepEqual(gateway().running.sandbox?.control.requests() ?? [], [], "the vendor was asked")
  return Schema.decodeUnknownSync(Schema.Struct({ data: schema }))(answer.json, { onExcessProperty: "error" }).data
}

describe("looking at search ads costs nothing and asks nobody", () => {
  it("shows the connection's state, since when, and what to do", async () => {
    const { adAccount, connectedAt, state, todo } = await read(AdsState, "/state")
    assert.strictEqual(state, "connected")
    assert.isNotNull(connectedAt)
    assert.isNotEmpty(adAccount?.name)
    assert.strictEqual(todo, "Nothing: spend is read once a day.")
  })

  it("shows what was changed there through here, by which key", async () => {
    const { items } = await read(ChangesMade, "/changes")
    assert.strictEqual(items.length, 1)
    assert.deepInclude(items[0], { what: "Campaign", outcome: "applied", undo: "Set what was before again." })
    assert.match(items[0]?.by ?? "", /^[0-9a-f-]{36}$/)
  })

  it("shows another account nothing", async () => {
    const { adAccount, connectedAt, state, todo } = await read(AdsState, "/state", other)
    assert.deepEqual([state, adAccount, connectedAt], ["not_connected", null, null])
    assert.include(todo, "Connect your ad account")
    assert.deepEqual((await read(ChangesMade, "/changes", other)).items, [])
  })

  it.each([
    "/state?limit=1",
    "/spend?from=2026-11-02&to=2026-11-01",
    "/keywords?limit=501",
    "/changes?limit=0",
    "/changes?limit=101",
    "/changes?campaignId=7"
  ])("%s answers 400", async (path) => {
    const answer = await one.browser.ask(`${root}${path}`)
    assert.deepEqual([answer.status, codeOf(answer.json)], [400, "INVALID_INPUT"], answer.text)
  })

  it.each(["/state", "/changes", "/spend", "/keywords"])("%s is for whoever is signed in alone", async (path) => {
    const byKey = await gateway().ask(`${root}${path}`, { key: one.key })
    assert.deepEqual([byKey.status, codeOf(byKey.json)], [401, "SESSION_REQUIRED"])
  })
})
