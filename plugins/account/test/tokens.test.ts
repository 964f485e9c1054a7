import { AccountAdmin, Vault } from "@storeglass/plugin-api"
import { adjustableClock, codeOf, databaseText, usePluginGateway } from "@storeglass/testkit"
import { Effect, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { generateKeyPair, importJWK, type JWTPayload, jwtVerify, SignJWT } from "jose"
import { assert, describe, it } from "vitest"
import account from "../src/plugin.ts"
import { Grants } from "../src/tokens/Grants.ts"
import { Issuer } from "../src/tokens/Issuer.ts"
import { signsForMs } from "../src/tokens/SigningKeys.ts"
import { at, signedUp, textAt } from "./support.ts"

const clock = adjustableClock()
const gateway = usePluginGateway(account, {
  plugins: { account: true, stores: true, apps: true, workspace: true },
  clock
})
const minutes = 60_000
const usage = "/v1/auth/usage"
/** As the gateway knows itself: the port is chosen only when it listens. */
const own = "http://127.0.0.1:0"

const sql = <A, E>(run: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
  gateway().run(Effect.flatMap(SqlClient.SqlClient, run))

const person = async () => {
  await sql((sql) => sql`DELETE FROM account_limits`)
  const signed = await signedUp(gateway)
  const me = await signed.browser.ask("/dashboard/api/me")
  const headers = { "x-csrf-token": textAt(me.json, "data", "csrfToken") }
  const ask = () => signed.browser.ask("/dashboard/api/token", { method: "POST", headers, body: {} })
  const token = async () => {
    const answer = await ask()
    assert.strictEqual(answer.status, 200, answer.text)
    return textAt(answer.json, "data", "token")
  }
  return {
    ...signed,
    headers,
    ask,
    token,
    personId: textAt(me.json, "data", "person", "id"),
    accountId: textAt(me.json, "data", "accountId")
  }
}
const bearer = (token: string, path = usage, method = "GET") =>
  gateway().ask(path, { method, headers: { authorization: `Bearer ${token}` } })
/** Asked again until it's so: nodes hear of what has changed by NOTIFY. */
const until = async (status: number, ask: () => Promise<{ readonly status: number }>) => {
  while ((await ask()).status !== status) await new Promise((done) => setImmediate(done))
}
const keySet = async () => {
  const answer = await gateway().ask("/auth/jwks")
  assert.strictEqual(answer.status, 200, answer.text)
  return Schema.decodeUnknownSync(
    Schema.Struct({
      keys: Schema.Array(
        Schema.Struct({
          kid: Schema.String,
          kty: Schema.String,
          crv: Schema.String,
          x: Schema.String,
          alg: Schema.String,
          use: Schema.String
        })
      )
    })
  )(answer.json, { onExcessProperty: "error" }).keys
}
const partOf = (token: string, part: number): unknown =>
  JSON.parse(Buffer.from(token.split(".")[part] ?? "", "base64url").toString())

/** A signing key of the gateway's, as only its vault can give it. */
const ownKey = async () => {
  const [row] = await sql((sql) => sql`SELECT id, sealed FROM account_signing_keys ORDER BY created_at DESC LIMIT 1`)
  const [kid, sealed] = [textAt(row, "id"), textAt(row, "sealed")]
  const opened = await gateway().run(Effect.flatMap(Vault, (vault) => vault.open(sealed, `account:signing-key:${kid}`)))
  const jwk = JSON.parse(Redacted.value(opened))
  return { kid, key: await importJWK(jwk, "EdDSA"), secret: textAt(jwk, "d") }
}

describe("a page's token", () => {
  it("opens /v1 for its person's account in the page's place, is charged to it, and says who nobody is", async () => {
    const { accountId, ask, email, personId } = await person()
    const answer = await ask()
    assert.include(answer.headers.get("cache-control") ?? "", "no-store")
    const token = textAt(answer.json, "data", "token")
    const used = await bearer(token, "/v1/search?q=photo&country=us&platform=storea")
    assert.strictEqual(used.status, 200, used.text)
    assert.strictEqual(await gateway().used(accountId), Number(used.headers.get("x-credit-cost")))
    const claims = partOf(token, 1)
    assert.hasAllKeys(claims, ["iss", "aud", "sub", "account", "grant", "scope", "jti", "iat", "exp"])
    assert.deepEqual(
      [at(claims, "aud"), at(claims, "sub"), at(claims, "account"), at(claims, "scope")],
      [`${own}/v1`, personId, accountId, "read write"]
    )
    assert.strictEqual(Number(at(claims, "exp")) - Number(at(claims, "iat")), 600)
    assert.notInclude(JSON.stringify(claims), email)
    const log = await sql(
      (sql) => sql`SELECT DISTINCT credential_id AS id FROM core_credit_usage_days
      WHERE account_id = ${accountId}::uuid`
    )
    assert.deepEqual(
      log.map((row) => at(row, "id")),
      [at(claims, "grant")]
    )
  })

  it("is signed by a key of /auth/jwks, of which the database keeps no private half in clear", async () => {
    const { token } = await person()
    const text = await token()
    const keys = await keySet()
    assert.isNotEmpty(keys)
    const kid = at(partOf(text, 0), "kid")
    const key = keys.find((each) => each.kid === kid)
    const { payload } = await jwtVerify(text, await importJWK({ ...key }, "EdDSA"), {
      audience: `${own}/v1`,
      currentDate: new Date(Effect.runSync(clock.clock.currentTimeMillis))
    })
    assert.strictEqual(payload.iss, own)
    const { secret } = await ownKey()
    const dump = await gateway().run(databaseText)
    assert.notInclude(dump, secret)
    assert.notInclude(dump, text.split(".")[2] ?? "")
  })

  it("is over after 10 minutes", async () => {
    const { token } = await person()
    const text = await token()
    assert.strictEqual((await bearer(text)).status, 200)
    // The clock goes on by itself meanwhile: half a minute is more than a busy machine takes for a call.
    clock.advanceMs(10 * minutes - 30_000)
    assert.strictEqual((await bearer(text)).status, 200)
    clock.advanceMs(30_000)
    assert.deepEqual([(await bearer(text)).status, codeOf((await bearer(text)).json)], [401, "INVALID_API_KEY"])
  })

  it("that is forged, unsigned, another's, another address's or without an end opens nothing", async () => {
    const { accountId, personId, token } = await person()
    const text = await token()
    const grant = textAt(partOf(text, 1), "grant")
    const { kid, key } = await ownKey()
    const foreign = await generateKeyPair("EdDSA")
    const nowS = Math.floor(Effect.runSync(clock.clock.currentTimeMillis) / 1000)
    const claims: JWTPayload = {
      iss: own,
      aud: `${own}/v1`,
      sub: personId,
      account: accountId,
      grant,
      scope: "read write",
      iat: nowS,
      exp: nowS + 600
    }
    const signed = (changes: JWTPayload = {}, header = {}, by = key) =>
      new SignJWT({ ...claims, ...changes })
        .setProtectedHeader({ alg: "EdDSA", typ: "at+jwt", kid, ...header })
        .sign(by)
    // Made by hand as the gateway makes it, so that what follows is refused for what is wrong with it alone.
    assert.strictEqual((await bearer(await signed())).status, 200)
    const [head = "", body = "", signature = ""] = text.split(".")
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")
    const { exp: _, ...endless } = claims
    const other = await person()
    const bad = {
      "another key": await signed({}, {}, foreign.privateKey),
      "unknown kid": await signed({}, { kid: "019c0000-0000-7000-8000-000000000000" }),
      "no kid": await signed({}, { kid: undefined }),
      "alg none": `${encoded({ alg: "none", typ: "at+jwt", kid })}.${body}.`,
      "alg none, signed": `${encoded({ alg: "none", typ: "at+jwt", kid })}.${body}.${signature}`,
      "changed claims": `${head}.${encoded({ ...claims, scope: "read write internal" })}.${signature}`,
      "another type": await signed({}, { typ: "JWT" }),
      "foreign issuer": await signed({ iss: "https://evil.example" }),
      "foreign audience": await signed({ aud: "https://evil.example/v1" }),
      "audience of MCP": await signed({ aud: `${own}/mcp` }),
      "no part of the gateway": await signed({ aud: own }),
      expired: await signed({ iat: nowS - 601, exp: nowS - 1 }),
      "without an end": await new SignJWT(endless).setProtectedHeader({ alg: "EdDSA", typ: "at+jwt", kid }).sign(key),
      "another account": await signed({ account: other.accountId }),
      "another person": await signed({ sub: other.personId }),
      "no such grant": await signed({ grant: "019c0000-0000-7000-8000-000000000000" })
    }
    for (const [what, each] of Object.entries(bad)) {
      const refused = await bearer(each)
      assert.deepEqual([refused.status, codeOf(refused.json)], [401, "INVALID_API_KEY"], what)
    }
    const operators = await signed({ scope: "read write internal" })
    assert.strictEqual((await bearer(operators)).status, 200)
  })

  it("needs the session and its page", async () => {
    const { browser } = await person()
    const unmarked = await browser.ask("/dashboard/api/token", { method: "POST", body: {} })
    assert.deepEqual([unmarked.status, codeOf(unmarked.json)], [403, "FORBIDDEN"])
    const nobody = await gateway().ask("/dashboard/api/token", { method: "POST", body: {} })
    assert.strictEqual(nobody.status, 401)
  })
})

describe("what ends a token", () => {
  const role = (accountId: string, personId: string, role: string) =>
    sql(
      (sql) => sql`UPDATE account_memberships SET role = ${role} WHERE account_id = ${accountId}::uuid
      AND person_id = ${personId}`
    )
  it("is the end of the session", async () => {
    const { browser, token } = await person()
    const text = await token()
    assert.strictEqual((await bearer(text)).status, 200)
    await browser.post("/auth/sign-out", {})
    clock.advanceMs(5_000)
    await until(401, () => bearer(text))
  })

  it("is that the account's deletion was asked for, of pages and apps at once", async () => {
    const { accountId, browser, email, headers, personId, token } = await person()
    const page = await token()
    const grantId = await gateway().run(
      Effect.flatMap(Grants, (grants) =>
        grants.connect({
          accountId,
          personId,
          clientId: "app",
          clientName: "App",
          clientHost: null,
          scopes: ["read"],
          toolsets: null,
          expiresMs: Effect.runSync(clock.clock.currentTimeMillis) + 60 * minutes
        })
      )
    )
    const { token: app } = await gateway().run(
      Effect.flatMap(Issuer, (issuer) =>
        issuer.issue({ audience: "/v1", grantId, accountId, personId, scopes: ["read"] })
      )
    )
    for (const text of [page, app]) assert.strictEqual((await bearer(text)).status, 200)
    const asked = await browser.post("/dashboard/api/account/delete", { name: email }, headers)
    assert.strictEqual(asked.status, 202, asked.text)
    for (const text of [page, app]) await until(401, () => bearer(text))
  })

  it("is the account's suspension, until that is lifted", async () => {
    const { accountId, token } = await person()
    const text = await token()
    assert.strictEqual((await bearer(text)).status, 200)
    await gateway().run(Effect.flatMap(AccountAdmin, (admin) => admin.suspend(accountId, "unpaid")))
    await until(401, () => bearer(text))
    assert.include((await bearer(text)).text, "suspended")
    await gateway().run(Effect.flatMap(AccountAdmin, (admin) => admin.unsuspend(accountId)))
    await until(200, () => bearer(text))
  })

  it("is the end of the membership; a lower role leaves reading", async () => {
    const { accountId, personId, token } = await person()
    const text = await token()
    assert.strictEqual((await bearer(text)).status, 200)
    await role(accountId, personId, "viewer")
    clock.advanceMs(5_000)
    const lowered = await bearer(text)
    assert.strictEqual(lowered.status, 200, lowered.text)
    const write = await gateway().ask("/v1/user/apps", {
      method: "POST",
      body: {},
      headers: { authorization: `Bearer ${text}` }
    })
    assert.deepEqual([write.status, codeOf(write.json)], [403, "FORBIDDEN"])
    const viewer = await token()
    assert.strictEqual(at(partOf(viewer, 1), "scope"), "read")
    await sql((sql) => sql`DELETE FROM account_memberships WHERE account_id = ${accountId}::uuid`)
    clock.advanceMs(5_000)
    await until(401, () => bearer(text))
    assert.strictEqual((await bearer(viewer)).status, 401)
  })
})

describe("signing keys", () => {
  it("sign for 90 days, are there a week longer, and then go", async () => {
    clock.advanceMs(signsForMs)
    const one = await person()
    await one.token()
    const [first] = await keySet()
    clock.advanceMs(signsForMs - 1 * minutes)
    const two = await person()
    const before = await two.token()
    assert.strictEqual(at(partOf(before, 0), "kid"), first?.kid)
    clock.advanceMs(1 * minutes)
    const after = await two.token()
    assert.notStrictEqual(at(partOf(after, 0), "kid"), first?.kid)
    for (const text of [before, after]) assert.strictEqual((await bearer(text)).status, 200)
    const kids = (await keySet()).map(({ kid }) => kid)
    assert.deepEqual(kids, [String(at(partOf(after, 0), "kid")), String(first?.kid)])
    clock.advanceMs(7 * 24 * 60 * minutes)
    assert.deepEqual(
      (await keySet()).map(({ kid }) => kid),
      [String(at(partOf(after, 0), "kid"))]
    )
  })
})
