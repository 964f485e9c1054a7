/** What a person pins to the overview of an account. */
import { codeOf, useTestGateway } from "@storeglass/testkit"
import { assert, beforeEach, describe, it } from "vitest"
import { at } from "./support.ts"
import { freshLimits } from "./team.support.ts"
import { visitorOf } from "./visitor.ts"

const gateway = useTestGateway({ plugins: { account: true } })
const path = "/dashboard/api/pins"
const pin = (more: object = {}) => ({
  panel: "apps app",
  block: "appsDashboard_estimates Downloads",
  appId: "284882215",
  platform: "storea",
  country: "us",
  name: "Lens",
  ...more
})

const pinned = (json: unknown): ReadonlyArray<unknown> => {
  const pins = at(json, "data", "pins")
  return Array.isArray(pins) ? pins : assert.fail("no pins")
}

beforeEach(() => freshLimits(gateway))

describe("what is pinned to the overview", () => {
  it("is the person's own in one account, whatever their role, each once, and gone when it's taken off", async () => {
    const [{ accountId }, other] = [await gateway().account(), await gateway().account()]
    const viewer = await visitorOf(gateway, accountId, "viewer")
    const owner = await visitorOf(gateway, accountId, "owner")
    const post = (body: object, by = viewer) => by.ask(path, { method: "POST", body })
    for (const body of [pin(), pin(), pin({ country: "de" })]) assert.strictEqual((await post(body)).status, 200)
    const pins = pinned((await viewer.ask(path)).json)
    assert.deepEqual(
      pins.map((each) => at(each, "country")),
      ["us", "de"]
    )
    assert.deepEqual(pinned((await owner.ask(path)).json), [])
    const id = String(at(pins[0], "id"))
    const foreign = await owner.ask(`${path}/${id}`, { method: "DELETE" })
    assert.deepEqual([foreign.status, codeOf(foreign.json)], [404, "NOT_FOUND"])
    await viewer.join(other.accountId, "member")
    assert.deepEqual(pinned((await viewer.ask(path)).json), [])
    assert.strictEqual((await viewer.ask(`${path}/${id}`, { method: "DELETE" })).status, 404)
    await viewer.join(accountId, "viewer")
    const left = await viewer.ask(`${path}/${id}`, { method: "DELETE" })
    assert.deepEqual(
      pinned(left.json).map((each) => at(each, "country")),
      ["de"]
    )
  })

  it("is at most twelve things, also when they're pinned at once", async () => {
    const { accountId } = await gateway().account()
    const one = await visitorOf(gateway, accountId, "member")
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, n) => one.ask(path, { method: "POST", body: pin({ appId: String(n + 1) }) }))
    )
    assert.lengthOf(
      answers.filter(({ status }) => status === 200),
      12
    )
    for (const { json, status } of answers) if (status !== 200) assert.strictEqual(codeOf(json), "INVALID_INPUT")
    const all = pinned((await one.ask(path)).json)
    assert.lengthOf(all, 12)
    // What is there already is no thirteenth.
    const again = await one.ask(path, { method: "POST", body: pin({ appId: String(at(all[0], "appId")) }) })
    assert.strictEqual(again.status, 200, again.text)
  })

  it.each([{ platform: "storec" }, { country: "USA" }, { appId: "" }, { name: "\u202etxt" }, { more: 1 }])(
    "is refused with %o, and nothing is kept",
    async (wrong) => {
      const { accountId } = await gateway().account()
      const one = await visitorOf(gateway, accountId, "member")
      const answer = await one.ask(path, { method: "POST", body: pin(wrong) })
      assert.deepEqual([answer.status, codeOf(answer.json)], [400, "INVALID_INPUT"], answer.text)
      assert.deepEqual(pinned((await one.ask(path)).json), [])
    }
  )
})
