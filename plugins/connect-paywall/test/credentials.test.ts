import { useTestGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { actor, at, base, connected, controlOf, idle, issue, plugins, without } from "./support.ts"

const gateway = useTestGateway({ config: idle, plugins })
const stranger = async () => actor(gateway(), await gateway().account())
const code = (answer: { readonly json: unknown }) => at(answer.json, "error", "code")
const message = (answer: { readonly json: unknown }) => String(at(answer.json, "error", "message"))
const asked = () => controlOf(gateway()).requests().length

describe("connecting", () => {
  it("saves a key that works and shows what it reads, without the key", async () => {
    const account = await stranger()
    const secretKey = await issue(gateway())
    const answer = await account.connect({ secretKey, timeZone: "Europe/Berlin", currency: "EUR" })
    assert.strictEqual(answer.status, 201)
    assert.notInclude(answer.text, secretKey)
    const status = at(answer.json, "data")
    assert.deepInclude(status, {
      connected: true,
      state: "connected",
      provider: "paywall_a",
      organization: { id: "202", name: "One App" },
      capabilities: {
        apps: "available",
        overview: "available",
        charts: "available",
        campaigns: "available",
        transactions: "available"
      },
      missingScopes: [],
      timeZone: "Europe/Berlin",
      currency: "EUR",
      lastError: null
    })
    const before = asked()
    assert.deepEqual(await account.read("/credentials/status"), status)
    assert.strictEqual(asked(), before, "the status asks nobody")
    assert.strictEqual(await gateway().used(account.accountId), 0)
  })

  it.each([
    ["a public SDK key", "pk_0123456789abcdef", /public SDK key/],
    ["one in capitals", "PK_0123456789abcdef", /public SDK key/],
    ["an empty text", "", /8 to 512/],
    ["one with a space in it", "sk_01234 56789", /without spaces/],
    ["a long text", "s".repeat(513), /8 to 512/]
  ])("refuses %s before anybody is asked", async (_, secretKey, said) => {
    const account = await stranger()
    const before = asked()
    const answer = await account.connect({ secretKey })
    assert.deepEqual([answer.status, code(answer)], [400, "INVALID_INPUT"])
    assert.match(message(answer), /^secretKey \(body\): /)
    assert.match(message(answer), said)
    assert.strictEqual(asked(), before)
  })

  it.each([
    ["a time zone that isn't one", { timeZone: "Mars/Olympus" }, /^timeZone \(body\)/],
    ["a currency that isn't one", { currency: "euro" }, /^currency \(body\)/]
  ])("refuses %s", async (_, more, said) => {
    const account = await stranger()
    const answer = await account.connect({ secretKey: await issue(gateway()), ...more })
    assert.deepEqual([answer.status, code(answer)], [400, "INVALID_INPUT"])
    assert.match(message(answer), said)
  })

  it("saves nothing of a key that the provider refuses, and an earlier one keeps working", async () => {
    const account = await stranger()
    const refused = await account.connect({ secretKey: "sk_of_nobody_at_all" })
    assert.deepEqual([refused.status, code(refused)], [422, "CREDENTIALS_REJECTED"])
    assert.deepInclude(await account.read("/credentials/status"), { connected: false, state: "not_connected" })
    const works = await connected(gateway())
    assert.strictEqual((await works.connect({ secretKey: "sk_of_nobody_at_all" })).status, 422)
    await works.read("/apps")
  })

  it.each([
    ["charts:read", "charts", "/charts/proceeds"],
    ["campaigns:read", "campaigns", "/campaigns"],
    ["applications:read", "transactions", "/transactions"],
    ["applications:read", "transactions", "/overview"]
  ])("saves a key without %s as degraded, and what needs it is 403 with its name", async (scope, capability, path) => {
    const account = await connected(gateway(), { scopes: without(scope) })
    const status = await account.read("/credentials/status")
    assert.deepInclude(status, { state: "degraded", missingScopes: [scope] })
    assert.strictEqual(at(status, "capabilities", capability), "missing_scope")
    assert.strictEqual(at(status, "lastError", "code"), "CONNECTION_PERMISSION_MISSING")
    const refused = await account.ask(path)
    assert.deepEqual([refused.status, refused.code, refused.cost], [403, "CONNECTION_PERMISSION_MISSING", "0"])
    assert.include(refused.message, scope)
    assert.include(refused.message, "Settings, API Keys")
    await account.read("/apps")
  })

  it("saves a key that can't list projects; given both ids, the rest works", async () => {
    const account = await connected(gateway(), { scopes: without("projects:read") })
    assert.deepInclude(await account.read("/credentials/status"), {
      state: "degraded",
      missingScopes: ["projects:read"],
      capabilities: {
        apps: "missing_scope",
        overview: "unknown",
        charts: "unknown",
        campaigns: "unknown",
        transactions: "unknown"
      }
    })
    assert.strictEqual((await account.ask("/apps")).code, "CONNECTION_PERMISSION_MISSING")
    await account.read("/overview", { projectId: "7003", applicationId: "9004" })
    assert.strictEqual(at(await account.read("/credentials/status"), "capabilities", "transactions"), "available")
  })

  it("answers NOT_CONNECTED everywhere without a connection, and after disconnecting", async () => {
    const account = await connected(gateway())
    await account.read("/overview")
    const first = await account.disconnect()
    assert.deepEqual([first.status, first.json], [200, { data: { disconnected: true } }])
    assert.deepEqual((await account.disconnect()).json, { data: { disconnected: false } })
    for (const path of ["/apps", "/overview", "/dashboard", "/charts/proceeds", "/transactions", "/campaigns"]) {
      const answer = await account.ask(path)
      assert.deepEqual([answer.status, answer.code, answer.cost], [409, "NOT_CONNECTED", "0"], path)
      assert.include(answer.message, `POST ${base}/credentials`)
    }
  })
})

describe("a key that changes afterwards", () => {
  it("that is revoked ends as CONNECTION_REJECTED, for this account alone, until another is connected", async () => {
    const [account, other] = [await connected(gateway()), await connected(gateway())]
    await controlOf(gateway()).act("paywall", "revoke", account.secret)
    const refused = await account.ask("/overview")
    assert.deepEqual([refused.status, refused.code, refused.cost], [409, "CONNECTION_REJECTED", "0"])
    const status = await account.read("/credentials/status")
    assert.deepInclude(status, { connected: true, state: "rejected" })
    assert.strictEqual(at(status, "lastError", "code"), "CONNECTION_REJECTED")
    const before = asked()
    assert.strictEqual((await account.ask("/transactions")).code, "CONNECTION_REJECTED")
    assert.strictEqual(asked(), before, "a rejected key is sent nowhere")
    await other.read("/overview")
    assert.strictEqual((await account.connect({ secretKey: await issue(gateway()) })).status, 201)
    await account.read("/overview")
  })

  it("that loses a scope makes the connection degraded, and gaining it again mends that", async () => {
    const account = await connected(gateway())
    const scopes = (scopes: ReadonlyArray<string>) =>
      controlOf(gateway()).act("paywall", "setScopes", { secret: account.secret, scopes })
    await scopes(without("campaigns:read"))
    assert.strictEqual((await account.ask("/campaigns")).code, "CONNECTION_PERMISSION_MISSING")
    assert.deepInclude(await account.read("/credentials/status"), {
      state: "degraded",
      missingScopes: ["campaigns:read"]
    })
    await scopes(without())
    await account.read("/campaigns")
    assert.deepInclude(await account.read("/credentials/status"), { state: "connected", missingScopes: [] })
  })

  it("read through another key by now answers nothing from the first one's cache", async () => {
    const account = await connected(gateway(), { organization: 202 })
    assert.include(JSON.stringify(await account.read("/apps")), '"7003"')
    await account.connect({ secretKey: await issue(gateway(), { organization: 101 }) })
    const apps = JSON.stringify(await account.read("/apps"))
    assert.notInclude(apps, '"7003"')
    assert.include(apps, '"7001"')
  })
})
