import { useTestGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { makeShapes } from "./shapes.ts"
import { codeOf } from "./support.ts"

const gateway = useTestGateway({ further: [makeShapes().plugin] })

describe("a route outside HttpApi", () => {
  it("knows its caller, states its price, and is charged from the bucket that it names", async () => {
    const { accountId, key } = await gateway().account({ plan: "indie" })
    const answer = await gateway().ask("/v1/shapes/priced", { key })
    assert.deepEqual([answer.status, answer.json], [200, { data: { accountId } }])
    assert.deepEqual(
      ["x-credit-cost", "x-credit-category", "x-creative-remaining", "x-plan"].map((name) => answer.headers.get(name)),
      ["5", "creative", "5", "indie"]
    )
    assert.deepEqual([await gateway().used(accountId), await gateway().used(accountId, "creative")], [0, 5])
  })

  it("fails with its errors in the envelope, with their Retry-After, and is not charged", async () => {
    const { accountId, key } = await gateway().account()
    const answer = await gateway().ask("/v1/shapes/priced", { key, headers: { "x-wanted": "no" } })
    assert.deepEqual([answer.status, codeOf(answer)], [403, "FORBIDDEN"])
    assert.deepEqual(
      ["retry-after", "x-credit-cost"].map((name) => answer.headers.get(name)),
      ["9", "0"]
    )
    assert.strictEqual(await gateway().used(accountId, "creative"), 0)
  })

  it("is refused without a key, with an empty bucket, and with a parameter that it doesn't take", async () => {
    assert.strictEqual(codeOf(await gateway().ask("/v1/shapes/priced")), "MISSING_API_KEY")
    const { accountId, key } = await gateway().account({ plan: "free" })
    assert.strictEqual(codeOf(await gateway().ask("/v1/shapes/priced", { key })), "RATE_LIMIT_EXCEEDED")
    assert.strictEqual(codeOf(await gateway().ask("/v1/shapes/table?x=1", { key })), "INVALID_INPUT")
    assert.strictEqual(await gateway().used(accountId), 0)
  })
})

describe("a route for who is signed in", () => {
  const me = "/panel/shapes/me"
  const cookieOf = (accountId: string) => `other=1; session=${accountId}`

  it("takes its caller from the session, and an API key is none", async () => {
    const { accountId, key } = await gateway().account({ plan: "indie" })
    const answer = await gateway().ask(me, { headers: { cookie: cookieOf(accountId) } })
    assert.deepEqual(answer.json, {
      data: { accountId, keyId: "00000000-0000-7000-8000-00000000beef", plan: "medium" }
    })
    for (const options of [{}, { key }]) {
      const refused = await gateway().ask(me, options)
      assert.deepEqual([refused.status, codeOf(refused)], [401, "SESSION_REQUIRED"])
    }
  })

  it("lets only pages of its own origin change something", async () => {
    const { accountId } = await gateway().account()
    const { host, origin } = new URL(gateway().url)
    const statusOf = async (headers: Readonly<Record<string, string>>) =>
      (await gateway().ask(me, { method: "POST", headers: { cookie: cookieOf(accountId), ...headers } })).status
    assert.strictEqual(await statusOf({ "sec-fetch-site": "same-origin" }), 200)
    assert.strictEqual(await statusOf({ origin }), 200)
    for (const foreign of [
      {},
      { origin: "http://evil.example" },
      { origin: "null" },
      { origin: `http://${host}.evil.example` },
      { "sec-fetch-site": "cross-site", origin },
      { "sec-fetch-site": "same-site", origin },
      { "sec-fetch-site": "none" },
      { "sec-fetch-site": "same-origin", origin: "http://evil.example" }
    ]) {
      assert.strictEqual(await statusOf(foreign), 403, JSON.stringify(foreign))
    }
  })
})
