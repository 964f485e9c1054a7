import { ApiKey, KeyRing } from "@storeglass/core"
import { erased } from "@storeglass/gateway"
import {
  AccessTokens,
  AccountAdmin,
  ApiKeys,
  definePlugin,
  type NewApiKey,
  type VerifiedToken
} from "@storeglass/plugin-api"
import { at, manifestOf, rpcOf, useTestGateway } from "@storeglass/testkit"
import { Effect, Layer, Redacted, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { HttpApi } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import { makeFixture } from "./fixture.ts"
import { codeOf } from "./support.ts"

const tokens = new Map<string, VerifiedToken>()
const ended = new Set<string>()

/** Knows the tokens that a test makes. */
const tokenPlugin = definePlugin({
  id: "tokens",
  manifest: manifestOf("tokens"),
  description: "Tokens of the test.",
  config: Schema.Struct({}),
  offers: [AccessTokens],
  api: HttpApi.make("tokens"),
  live: () =>
    Layer.succeed(AccessTokens, {
      verify: (text) => Effect.sync(() => tokens.get(text)),
      standing: (asked) =>
        Effect.sync(() => asked.map(({ grantId, scopes }) => (ended.has(grantId) ? undefined : { scopes })))
    })
})

const gateway = useTestGateway({
  plugins: { mcp: true },
  further: [makeFixture().plugin, { plugin: erased(tokenPlugin), settings: {}, from: "the test" }],
  config: { server: { trustedProxies: ["127.0.0.1"] } }
})
const kept = "/v1/fixture/shared/1"
const write = "/v1/fixture/echo"

const keyOf = async (rights: Partial<NewApiKey>) => {
  const { accountId } = await gateway().account()
  const made = await gateway().run(
    Effect.flatMap(ApiKeys, (keys) => keys.create({ accountId, name: "test", ...rights }))
  )
  return { accountId, id: made.key.id, key: Redacted.value(made.value) }
}
const tokenOf = async (said: Partial<VerifiedToken> = {}) => {
  const { accountId, key } = await gateway().account()
  const token = `token-${uuidV7Unsafe()}`
  const grantId = uuidV7Unsafe()
  tokens.set(token, {
    grantId,
    accountId,
    personId: uuidV7Unsafe(),
    audience: "/v1",
    scopes: ["read", "write"],
    expiresAtMs: Date.now() + 600_000,
    ...said
  })
  return { accountId, grantId, token, key }
}
const ask = (key: string, from = "198.51.100.7", path = kept) =>
  gateway().ask(path, { key, headers: { "x-forwarded-for": from } })
const bearer = (token: string, path = kept) => gateway().ask(path, { headers: { authorization: `Bearer ${token}` } })
const changed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.withTransaction((yield* ApiKeys).changed)
})
const until = async (is: () => Promise<boolean>) => {
  while (!(await is())) await new Promise((done) => setTimeout(done, 20))
}

describe("a key with rights of its own", () => {
  it("opens only from its addresses, kept answers too, and the refusal names the one that was seen", async () => {
    const { accountId, key } = await keyOf({ addresses: ["198.51.100.0/24", "2001:db8::/32"] })
    for (const from of ["198.51.100.7", "2001:db8::9", "203.0.113.1, 198.51.100.8"]) {
      for (let n = 0; n < 2; n++) assert.strictEqual((await ask(key, from)).status, 200, from)
    }
    const before = await gateway().used(accountId)
    for (const from of ["203.0.113.9", "198.51.100.7, 203.0.113.9", "::ffff:203.0.113.9"]) {
      const refused = await ask(key, from)
      assert.deepEqual([refused.status, codeOf(refused)], [403, "FORBIDDEN"], from)
      assert.include(refused.text, "203.0.113.9")
      // Whoever found the key is told nothing of the account.
      assert.isNull(refused.headers.get("x-plan"))
    }
    assert.strictEqual(await gateway().used(accountId), before)
  })

  it("opens operations of its plugins alone, through MCP too, and what tells of itself", async () => {
    const { key } = await keyOf({ plugins: ["tokens"] })
    const refused = await ask(key)
    assert.deepEqual([refused.status, codeOf(refused)], [403, "FORBIDDEN"])
    assert.include(refused.text, "tokens")
    assert.strictEqual((await ask(key, undefined, "/v1/auth/usage")).status, 200)
    const { key: allowed } = await keyOf({ plugins: ["fixture"] })
    for (let n = 0; n < 2; n++) assert.strictEqual((await ask(allowed)).status, 200)
    const rpc = rpcOf(gateway().ask)
    const item = { name: "fixture_item", arguments: { n: 1 } }
    const [no, yes] = await Promise.all([key, allowed].map((one) => rpc("tools/call", item, { key: one })))
    assert.isTrue(at(no?.json, "result", "isError"), no?.text)
    assert.include(no?.text, "FORBIDDEN")
    assert.notStrictEqual(at(yes?.json, "result", "isError"), true, yes?.text)
  })

  it("is refused for what happened to it, and told what", async () => {
    const { accountId, id, key } = await keyOf({})
    for (let n = 0; n < 2; n++) assert.strictEqual((await ask(key)).status, 200)
    await gateway().run(Effect.flatMap(AccountAdmin, (admin) => admin.suspend(accountId, "unpaid")))
    await until(async () => (await ask(key)).status === 401)
    const suspended = await ask(key)
    assert.strictEqual(codeOf(suspended), "INVALID_API_KEY")
    assert.include(suspended.text, "suspended")
    await gateway().run(Effect.flatMap(AccountAdmin, (admin) => admin.unsuspend(accountId)))
    await until(async () => (await ask(key)).status === 200)
    const { key: successor, value } = await gateway().run(
      Effect.flatMap(ApiKeys, (keys) => keys.rotate({ accountId, keyId: id, overlapHours: 0 }))
    )
    await until(async () => (await ask(key)).status === 401)
    const replaced = await ask(key)
    assert.strictEqual(codeOf(replaced), "INVALID_API_KEY")
    assert.include(replaced.text, "replaced")
    assert.strictEqual((await ask(Redacted.value(value))).status, 200)
    await gateway().run(Effect.flatMap(KeyRing.KeyRing, (ring) => ring.flushUses))
    const used = await gateway().run(Effect.flatMap(ApiKeys, (keys) => keys.find(accountId, successor.id)))
    assert.strictEqual(used?.lastUsed?.address, "198.51.100.7")
  })
})

describe("a token in place of a key", () => {
  it("opens what its scopes do, charged to its account, from the router and from memory", async () => {
    const { accountId, token } = await tokenOf({ scopes: ["read"] })
    for (let n = 0; n < 3; n++) assert.strictEqual((await bearer(token)).status, 200)
    assert.isAbove(await gateway().used(accountId), 0)
    const refused = await gateway().ask(write, {
      method: "POST",
      body: {},
      headers: { authorization: `Bearer ${token}` }
    })
    assert.deepEqual([refused.status, codeOf(refused)], [403, "FORBIDDEN"])
  })

  it("is refused once its grant has ended, when it has expired, and when it is none", async () => {
    const { grantId, token } = await tokenOf()
    for (let n = 0; n < 2; n++) assert.strictEqual((await bearer(token)).status, 200)
    ended.add(grantId)
    await gateway().run(changed)
    await until(async () => (await bearer(token)).status === 401)
    const { token: late } = await tokenOf({ expiresAtMs: Date.now() - 1 })
    for (const text of [token, late, "forged", "a.b.c", "x".repeat(9_000)]) {
      const refused = await bearer(text)
      assert.deepEqual([refused.status, codeOf(refused)], [401, "INVALID_API_KEY"], text.slice(0, 20))
      assert.match(refused.headers.get("www-authenticate") ?? "", /^Bearer/)
    }
  })

  it("for one part of the gateway opens no other, and a key wins over it", async () => {
    const { key, token } = await tokenOf({ audience: "/mcp" })
    const refused = await bearer(token)
    assert.deepEqual([refused.status, codeOf(refused)], [401, "INVALID_API_KEY"])
    const both = (ownKey: string) => gateway().ask(kept, { key: ownKey, headers: { authorization: `Bearer ${token}` } })
    assert.strictEqual((await both(key)).status, 200)
    assert.strictEqual((await both(Redacted.value(ApiKey.generate()))).status, 401)
    const { token: forApi } = await tokenOf()
    const call = (text: string) =>
      gateway().ask("/mcp", {
        method: "POST",
        headers: { authorization: `Bearer ${text}`, accept: "application/json, text/event-stream" },
        body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "fixture_item", arguments: { n: 1 } } }
      })
    assert.include((await call(forApi)).text, "INVALID_API_KEY")
    assert.notInclude((await call(token)).text, "INVALID_API_KEY")
  })
})
