import { createPrivateKey } from "node:crypto"
import { assert, describe, it } from "vitest"
import { at, bodyOf, ok, prefix, refused, useAds } from "./support.ts"

const ads = useAds()
const post = (key: string, body: object) => ads.ask("/credentials", key, { method: "POST", body })
const status = async (key: string) => ok(await ads.ask("/credentials/status", key))

describe("connecting", () => {
  it("shows what was found, never the key, and disconnecting ends it", async () => {
    const { account, client } = await ads.connect()
    const shown = await status(account.key)
    assert.deepInclude(shown, { connected: true, state: "connected", canWrite: true, lastError: null })
    assert.deepEqual(at(shown, "adAccount"), {
      id: client.adAccountId,
      name: "Main",
      currency: "USD",
      timeZone: "America/New_York"
    })
    assert.notInclude(JSON.stringify(shown), "PRIVATE")
    const gone = await ads.ask("/credentials", account.key, { method: "DELETE" })
    assert.deepEqual(ok(gone), { disconnected: true })
    assert.deepEqual(ok(await ads.ask("/credentials", account.key, { method: "DELETE" })), { disconnected: false })
    assert.deepInclude(await status(account.key), { connected: false, state: "not_connected", adAccount: null })
    const message = refused(await ads.ask("/campaigns", account.key), 409, "NOT_CONNECTED")
    assert.include(message, `POST ${prefix}/credentials`)
  })

  it("takes the only ad account, and asks for one of several by id and name", async () => {
    const single = await ads.issue({ accounts: 1 })
    const { key } = await ads.gateway().account()
    const { adAccountId: _, ...body } = bodyOf(single)
    assert.strictEqual(at(ok(await post(key, body), 201), "adAccount", "id"), single.adAccountId)

    const several = await ads.issue()
    const { adAccountId, ...unnamed } = bodyOf(several)
    const listed = refused(await post(key, unnamed), 409, "AD_ACCOUNT_REQUIRED")
    assert.isTrue(
      listed.startsWith(`${adAccountId} (Main), ${Number(adAccountId) + 1} (Europe): send one as adAccountId`)
    )
    const byOrg = refused(await post(key, { ...unnamed, adAccountId: several.orgId }), 409, "AD_ACCOUNT_REQUIRED")
    assert.include(byOrg, `${several.orgId} is the organization`)
    refused(await post(key, { ...unnamed, adAccountId: "1" }), 409, "AD_ACCOUNT_REQUIRED")
    // Nothing of that replaced what was there.
    assert.strictEqual(at(await status(key), "adAccount", "id"), single.adAccountId)
  })

  it("takes the key in each form, and refuses what is none without asking the vendor", async () => {
    const client = await ads.issue()
    const { key } = await ads.gateway().account()
    const made = createPrivateKey(client.privateKey)
    const forms = [
      String(made.export({ type: "sec1", format: "pem" })),
      made.export({ type: "sec1", format: "der" }).toString("base64"),
      made.export({ type: "pkcs8", format: "der" }).toString("base64"),
      client.privateKey.replaceAll("\n", "\\n")
    ]
    for (const privateKey of forms) ok(await post(key, { ...bodyOf(client), privateKey }), 201)
    ads.control().clearRequests()
    const canary = refused(await post(key, { ...bodyOf(client), privateKey: "a canary" }), 422, "CREDENTIALS_REJECTED")
    assert.notInclude(canary, "canary")
    assert.include(canary, "P-256")
    assert.deepEqual(ads.control().requests(), [])
    const malformed = { ...bodyOf(client), adAccountId: "12;orgId=1" }
    assert.include(refused(await post(key, malformed), 400, "INVALID_INPUT"), "adAccountId")
  })

  it("keeps what works when the vendor refuses what is new", async () => {
    const { account } = await ads.connect()
    const other = await ads.issue()
    await ads.control().act("ads", "revoke", other.clientId)
    refused(await post(account.key, bodyOf(other)), 422, "CREDENTIALS_REJECTED")
    ok(await ads.ask("/campaigns", account.key))
  })

  it("of a user who only reads is degraded: it reads, and a change is refused before the vendor is asked", async () => {
    const { account, client } = await ads.connect({ readOnly: true })
    assert.deepInclude(await status(account.key), { connected: true, state: "degraded", canWrite: false })
    const { id } = (await ads.owned(client)).campaign(() => true)
    ok(await ads.ask("/campaigns", account.key))
    ads.control().clearRequests()
    const message = refused(
      await ads.put(`/campaigns/${id}`, account.key, { status: "PAUSED" }),
      403,
      "CONNECTION_PERMISSION_MISSING"
    )
    assert.include(message, "API Account Manager")
    assert.deepEqual(ads.control().requests(), [])
  })
})

describe("a connection", () => {
  it("whose key is revoked is rejected, for this account alone, until it is connected again", async () => {
    const one = await ads.connect()
    const other = await ads.connect()
    await ads.control().act("ads", "revoke", one.client.clientId)
    refused(await ads.ask("/campaigns", one.account.key), 409, "CONNECTION_REJECTED")
    assert.deepInclude(await status(one.account.key), { connected: false, state: "rejected" })
    ok(await ads.ask("/campaigns", other.account.key))
    await ads.connect({}, one.account)
    ok(await ads.ask("/campaigns", one.account.key))
  })

  it("works where the vendor's clock is an hour ahead or behind", async () => {
    for (const ms of [3_600_000, -3_600_000]) {
      await ads.control().act("ads", "skew", ms)
      const { account } = await ads.connect()
      ok(await ads.ask("/campaigns", account.key))
    }
    await ads.control().act("ads", "skew", 0)
    const { account } = await ads.connect()
    ok(await ads.ask("/campaigns", account.key))
  })
})

describe("what the vendor says", () => {
  it.each([
    ["429", 503, "UPSTREAM_RATE_LIMITED"],
    ["403", 403, "CONNECTION_PERMISSION_MISSING"],
    ["malformed", 502, "UPSTREAM_ERROR"]
  ] as const)("(%s) is %i %s, and costs nothing", async (kind, code, name) => {
    const { account, client } = await ads.connect()
    ads.fail({ kind, times: 5, credential: client.clientId, ...(kind === "429" ? { retryAfterSeconds: 60 } : {}) })
    const answer = await ads.ask("/campaigns", account.key)
    refused(answer, code, name)
    if (kind === "429") assert.strictEqual(answer.headers.get("retry-after"), "60")
    assert.strictEqual(await ads.gateway().used(account.accountId), 0)
    ads.control().clearFaults()
  })
})

describe("the adapter", () => {
  it("is labelled as not yet run against the live vendor, in health and in the documentation", async () => {
    for (const path of ["/v1/health", "/docs/reference/connect-ads", "/llms.txt"]) {
      assert.include((await ads.gateway().ask(path)).text, "Not yet run against the live vendor")
    }
  })
})
