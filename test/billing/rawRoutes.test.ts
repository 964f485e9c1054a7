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
  const personId = "00000000-0000-7000-8000-00000000beef"
  const cookieOf = (accountId: string, more = "") => `other=1; session=${accountId}${more}`
  const asOwn = (accountId: string, more = "") => ({
    cookie: cookieOf(accountId, more),
    origin: new URL(gateway().url).origin,
    "x-csrf-token": `csrf-${accountId}`
  })

  it("takes its caller from the session, and an API key is none", async () => {
    const { accountId, key } = await gateway().account({ plan: "indie" })
    const answer = await gateway().ask(me, { headers: { cookie: cookieOf(accountId, "; role=viewer") } })
    assert.deepEqual(answer.json, {
      data: {
        accountId,
        actsAsOperator: false,
        credential: "session",
        keyId: personId,
        personId,
        plan: "medium",
        role: "viewer"
      }
    })
    assert.strictEqual(answer.headers.get("cache-control"), "private, no-store")
    for (const options of [{}, { key }]) {
      const refused = await gateway().ask(me, options)
      assert.deepEqual([refused.status, codeOf(refused)], [401, "SESSION_REQUIRED"])
    }
  })

  it("opens no route of the API by its cookie", async () => {
    const { accountId } = await gateway().account()
    for (const path of ["/v1/shapes/priced", "/v1/auth/usage"]) {
      const refused = await gateway().ask(path, { headers: asOwn(accountId) })
      assert.deepEqual([refused.status, codeOf(refused)], [401, "MISSING_API_KEY"], path)
    }
  })

  it("lets only pages of its own origin change something, with the token of their session, in JSON", async () => {
    const { accountId } = await gateway().account()
    const { host, origin } = new URL(gateway().url)
    const own = asOwn(accountId)
    const ask = (headers: Readonly<Record<string, string>>, body: unknown = {}) =>
      gateway().ask(me, { method: "POST", body, headers: { ...own, ...headers } })
    assert.strictEqual((await ask({})).status, 200)
    assert.strictEqual((await ask({ "sec-fetch-site": "same-origin" })).status, 200)
    for (const foreign of [
      { origin: "" },
      { origin: "http://evil.example" },
      { origin: "null" },
      { origin: `http://${host}.evil.example` },
      { origin: `${origin}/path` },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
      { "x-csrf-token": "" },
      { "x-csrf-token": "csrf-of-another" }
    ]) {
      const refused = await ask(foreign)
      assert.deepEqual([refused.status, codeOf(refused)], [403, "FORBIDDEN"], JSON.stringify(foreign))
    }
    const form = await ask({ "content-type": "text/plain" }, "a=1")
    assert.deepEqual([form.status, codeOf(form)], [415, "UNSUPPORTED_MEDIA_TYPE"])
  })

  it("is for its role and those above, and for operators alone where it says so", async () => {
    const { accountId } = await gateway().account()
    const status = async (method: string, role: string, path = me) =>
      (await gateway().ask(path, { method, headers: asOwn(accountId, `; role=${role}`) })).status
    const roles = ["viewer", "member", "admin", "owner"]
    const of = (method: string, path?: string) => Promise.all(roles.map((role) => status(method, role, path)))
    assert.deepEqual(await of("GET"), [200, 200, 200, 200])
    assert.deepEqual(await of("POST"), [403, 200, 200, 200])
    assert.deepEqual(await of("DELETE"), [403, 403, 403, 200])
    assert.deepEqual(await of("GET", "/panel/shapes/all"), [403, 403, 403, 403])
    const operator = await gateway().ask("/panel/shapes/all", { headers: asOwn(accountId, "; role=operator") })
    assert.include(operator.text, '"actsAsOperator":true')
    assert.notInclude(operator.text, accountId)
    const nobody = await gateway().ask(me, { headers: asOwn("none") })
    assert.deepEqual([nobody.status, codeOf(nobody)], [403, "FORBIDDEN"])
  })

  it("changes nothing for a page that shows another account than the session looks at", async () => {
    const { accountId } = await gateway().account()
    const ask = async (shown: string, more = "") => {
      const headers = { ...asOwn(accountId, more), "x-account-id": shown }
      const answer = await gateway().ask(me, { method: "POST", body: {}, headers })
      return [answer.status, codeOf(answer)]
    }
    assert.deepEqual(await ask(accountId), [200, undefined])
    assert.deepEqual(await ask(personId), [409, "OTHER_ACCOUNT"])
    assert.deepEqual(await ask(""), [409, "OTHER_ACCOUNT"])
    // Of what their role doesn't allow there, they're told first that they look elsewhere.
    assert.deepEqual(await ask(personId, "; role=viewer"), [409, "OTHER_ACCOUNT"])
  })

  it("asks for a new proof where the last is too old, and names the field at fault", async () => {
    const { accountId } = await gateway().account()
    const stale = await gateway().ask(me, { method: "DELETE", headers: asOwn(accountId, "; role=owner; stale=1") })
    assert.deepEqual([stale.status, codeOf(stale)], [403, "CONFIRMATION_NEEDED"])
    const wrong = await gateway().ask(me, { headers: { ...asOwn(accountId), "x-wrong": "1" } })
    assert.deepEqual(
      [wrong.status, wrong.json],
      [400, { error: { code: "INVALID_INPUT", message: "name: is empty", field: "name" } }]
    )
  })
})
