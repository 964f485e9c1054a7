import { KeyRing, RequestRecorder } from "@storeglass/core"
import { ApiKeys, AuditLog } from "@storeglass/plugin-api"
import { adjustableClock, codeOf, databaseText, freePort, useTestGateway } from "@storeglass/testkit"
import { Effect, Redacted } from "effect"
import { assert, describe, it } from "vitest"
import { totpOf } from "../../src/crypto.ts"
import { providerOf, sentBack } from "../providerSupport.ts"
import { at, Browser, listAt, mailsOf, newEmail, textAt } from "../support.ts"
import { callback, formOf, formsOf, newPkce, oauthOf, submit, until } from "./support.ts"

const clock = adjustableClock()
const port = await freePort()
const own = `http://127.0.0.1:${port}`
const gateway = useTestGateway({
  plugins: {
    account: { providers: [providerOf("sandbox", { trustEmail: true })] },
    stores: true,
    apps: true,
    workspace: true,
    mcp: true
  },
  clock,
  config: { server: { host: "127.0.0.1", port, publicUrl: own } }
})
const { callTool, codeFor, connect, locationOf, mcp, newClient, pathOf, person, post, refresh, sql, token } =
  oauthOf(gateway)
const minutes = 60_000
const days = 24 * 60 * minutes
const search = { q: "photo", country: "us", platform: "storea" }

const nowMs = () => Effect.runSync(clock.clock.currentTimeMillis)
const claimsOf = (token: string): unknown => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString())
const errorOf = (answer: { readonly json: unknown }) => at(answer.json, "error")

describe("metadata", () => {
  it("is where MCP clients look, the same below the address and at the root, for pages of any site", async () => {
    for (const path of ["", "/mcp"]) {
      const resource = await gateway().ask(`/.well-known/oauth-protected-resource${path}`)
      assert.deepEqual(
        [at(resource.json, "resource"), at(resource.json, "authorization_servers")],
        [`${own}/mcp`, [own]]
      )
      const server = await gateway().ask(`/.well-known/oauth-authorization-server${path}`)
      assert.strictEqual(at(server.json, "issuer"), own)
      assert.deepEqual(at(server.json, "code_challenge_methods_supported"), ["S256"])
      assert.deepEqual(at(server.json, "token_endpoint_auth_methods_supported"), ["none"])
      assert.isTrue(at(server.json, "client_id_metadata_document_supported"))
      assert.isTrue(at(server.json, "authorization_response_iss_parameter_supported"))
      for (const each of [resource, server]) assert.strictEqual(each.headers.get("access-control-allow-origin"), "*")
      for (const name of ["authorization_endpoint", "jwks_uri"]) {
        const address = textAt(server.json, name)
        assert.isTrue(address.startsWith(own), address)
        assert.notStrictEqual((await gateway().ask(address.slice(own.length))).status, 404)
      }
    }
    const preflight = await gateway().ask("/auth/oauth/token", {
      method: "OPTIONS",
      headers: { origin: "https://inspector.example", "access-control-request-method": "POST" }
    })
    assert.deepEqual([preflight.status, preflight.headers.get("access-control-allow-origin")], [204, "*"])
  })

  it("is named by the challenge of /mcp, for lists and calls, without a credential and with a bad one", async () => {
    const challenge = `Bearer realm="storeglass", resource_metadata="${own}/.well-known/oauth-protected-resource/mcp"`
    for (const answer of [await mcp(undefined), await callTool(undefined, "apps_search", search)]) {
      assert.deepEqual([answer.status, answer.headers.get("www-authenticate")], [401, challenge])
    }
    const bad = await mcp("no.such.token")
    assert.deepEqual([bad.status, bad.headers.get("www-authenticate")], [401, `${challenge}, error="invalid_token"`])
    const stream = await gateway().ask("/mcp/sse")
    assert.deepEqual([stream.status, stream.headers.get("www-authenticate")], [401, challenge])
    const { key } = await gateway().account()
    const keyed = await gateway().ask("/mcp", {
      method: "POST",
      key,
      headers: { accept: "application/json" },
      body: { jsonrpc: "2.0", id: 1, method: "tools/list" }
    })
    assert.strictEqual(keyed.status, 200)
    // Elsewhere a 401 is as before.
    const other = await gateway().ask("/v1/auth/usage")
    assert.strictEqual(other.headers.get("www-authenticate"), 'Bearer realm="storeglass"')
  })
})

describe("connecting an app", () => {
  it("leads through sign-in by password to a page that names all, and from there to tokens for /mcp alone", async () => {
    const { accountId, email, password, personId } = await person()
    const clientId = await newClient({ client_name: "<b>Chart\u202e Reader" })
    const { challenge, verifier } = newPkce()
    const browser = new Browser(gateway)
    const path = pathOf({ client_id: clientId, code_challenge: challenge })
    const first = await browser.ask(path)
    assert.strictEqual(first.status, 200)
    // What takes a script is on another page, which leads back.
    const [, other = ""] = /<a href="([^"]+)">Other ways/.exec(first.text) ?? []
    const { pathname, searchParams } = new URL(other.replaceAll("&amp;", "&"), `${own}${path}`)
    const back = new URL(searchParams.get("returnTo") ?? "", own)
    assert.deepEqual([pathname, back.pathname], ["/dashboard", "/auth/oauth/authorize"])
    assert.deepEqual([...back.searchParams].toSorted(), [...new URL(path, own).searchParams].toSorted())
    assert.match(first.text, /<input id="password" name="password" type="password" autocomplete="current-password"/)
    const refused = await submit(browser, formOf(first, "password"), { email, password: "not the password" })
    assert.strictEqual(refused.status, 401)
    assert.include(refused.text, "is wrong")
    const signedIn = await submit(browser, formOf(refused, "password"), { password })
    assert.strictEqual(signedIn.status, 303, signedIn.text)
    const next = new URL(signedIn.headers.get("location") ?? "", `${own}/auth/oauth/sign-in`)
    const page = await browser.ask(`${next.pathname}${next.search}`)
    for (const told of ["&lt;b&gt;Chart Reader", "Unverified", email, "free", "credits", "apps", "this computer"]) {
      assert.include(page.text, told)
    }
    assert.notInclude(page.text, "<script")
    const policy = page.headers.get("content-security-policy") ?? ""
    for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "form-action 'self'"])
      assert.include(policy, rule)
    const sent = await submit(browser, formOf(page, "consent"), { decision: "allow" })
    const location = locationOf(sent)
    assert.strictEqual(`${location.origin}${location.pathname}`, callback)
    assert.deepEqual([location.searchParams.get("state"), location.searchParams.get("iss")], ["a state", own])
    const answer = await token({
      grant_type: "authorization_code",
      client_id: clientId,
      code: location.searchParams.get("code") ?? "",
      code_verifier: verifier,
      redirect_uri: callback,
      resource: `${own}/mcp`
    })
    assert.strictEqual(answer.status, 200, answer.text)
    assert.include(answer.headers.get("cache-control") ?? "", "no-store")
    assert.deepEqual(
      [at(answer.json, "token_type"), at(answer.json, "expires_in"), at(answer.json, "scope")],
      ["Bearer", 600, "read write offline_access"]
    )
    const accessToken = textAt(answer.json, "access_token")
    const claims = claimsOf(accessToken)
    assert.deepEqual(
      [at(claims, "aud"), at(claims, "sub"), at(claims, "account"), at(claims, "client_id")],
      [`${own}/mcp`, personId, accountId, clientId]
    )
    assert.strictEqual((await mcp(accessToken)).status, 200)
    const called = await callTool(accessToken, "apps_search", search)
    assert.strictEqual(at(called.json, "result", "isError") ?? false, false, called.text)
    assert.isAbove(await gateway().used(accountId), 0)
    const elsewhere = await gateway().ask("/v1/auth/usage", { headers: { authorization: `Bearer ${accessToken}` } })
    assert.deepEqual([elsewhere.status, codeOf(elsewhere.json)], [401, "INVALID_API_KEY"])
    await gateway().run(Effect.flatMap(RequestRecorder.RequestRecorder, (recorder) => recorder.flush))
    const logged = await browser.ask("/dashboard/api/requests")
    const row = listAt(logged.json, "data", "requests").find((each) => at(each, "path") === "/v1/auth/usage")
    assert.deepEqual(
      ["requestId", "status", "code", "credits"].map((name) => at(row, name)),
      [elsewhere.headers.get("x-request-id"), 401, "INVALID_API_KEY", 0],
      logged.text
    )
    assert.deepEqual([at(row, "credentialId"), at(row, "by")], [at(claims, "grant"), "http"])
    const dump = await gateway().run(databaseText)
    for (const secret of [accessToken, textAt(answer.json, "refresh_token"), location.searchParams.get("code") ?? ""]) {
      assert.notInclude(dump, secret)
    }
  })

  it("refuses a page's token at /mcp, and a key that was revoked, and tells their account", async () => {
    const { accountId, browser, csrf } = await person()
    const answer = await browser.ask("/dashboard/api/token", { method: "POST", headers: csrf, body: {} })
    const refused = await mcp(textAt(answer.json, "data", "token"))
    assert.strictEqual(refused.status, 401)
    assert.include(refused.headers.get("www-authenticate") ?? "", 'error="invalid_token"')
    const { key, value } = await gateway().run(ApiKeys.use(({ create }) => create({ accountId, name: "gone" })))
    const open = await mcp(Redacted.value(value))
    assert.strictEqual(open.status, 200)
    await gateway().run(ApiKeys.use(({ rotate }) => rotate({ accountId, keyId: key.id, overlapHours: 0 })))
    let ended = open
    await until(401, async () => {
      ended = await mcp(Redacted.value(value))
      return ended
    })

    await gateway().run(Effect.flatMap(RequestRecorder.RequestRecorder, (recorder) => recorder.flush))
    const logged = listAt((await browser.ask("/dashboard/api/requests")).json, "data", "requests")
    assert.deepEqual(
      logged.map((row) => ["requestId", "operation", "status", "by", "credits"].map((name) => at(row, name))),
      [ended, refused].map((each) => [each.headers.get("x-request-id"), "POST /mcp", 401, "mcp", 0])
    )
  })

  it("signs in by the code of a mail, in the tab that asked", async () => {
    const { email } = await person()
    const clientId = await newClient()
    const browser = new Browser(gateway)
    const first = await browser.ask(pathOf({ client_id: clientId, code_challenge: newPkce().challenge }))
    const asked = await submit(browser, formOf(first, "password"), { email, way: "mail" })
    assert.strictEqual(asked.status, 200, asked.text)
    const mails = await mailsOf(gateway(), email, 2)
    const code = mails.find(({ link }) => link?.purpose === "sign-in")?.code ?? ""
    const wrong = await submit(browser, formOf(asked, "code"), { code: code === "12345678" ? "87654321" : "12345678" })
    assert.strictEqual(wrong.status, 401)
    const right = await submit(browser, formOf(wrong, "code"), { code: `${code.slice(0, 4)} ${code.slice(4)}` })
    assert.strictEqual(right.status, 303, right.text)
    const page = await browser.ask(pathOf({ client_id: clientId, code_challenge: newPkce().challenge }))
    assert.isDefined(formOf(page, "consent"))
  })

  it("signs in by an identity provider, which leads back to what was asked", async () => {
    const path = pathOf({ client_id: await newClient(), code_challenge: newPkce().challenge })
    const browser = new Browser(gateway)
    const page = await browser.ask(path)
    assert.include(page.text, "Continue with The sandbox one")
    const shown = await submit(browser, formOf(page, "provider"), {}, { accept: "text/html" })
    assert.deepEqual([shown.status, shown.headers.get("location")], [200, null])
    assert.include(shown.text, '<meta http-equiv="refresh"')
    const sent = await submit(browser, formOf(page, "provider"))
    assert.strictEqual(sent.status, 303)
    const email = newEmail().replace("example.com", "sandbox.example")
    const back = await browser.post("/auth/providers/sandbox", await sentBack(locationOf(sent).href, email))
    assert.strictEqual(back.status, 200, back.text)
    const returnTo = textAt(back.json, "data", "returnTo")
    assert.strictEqual(
      new URL(returnTo, own).searchParams.get("client_id"),
      new URL(path, own).searchParams.get("client_id")
    )
    const consent = await browser.ask(returnTo)
    assert.include(consent.text, email)
    assert.isDefined(formOf(consent, "consent"))
    const unknown = await submit(new Browser(gateway), formOf(page, "provider"), { provider: "none" })
    assert.strictEqual(unknown.status, 400)
  })

  it("asks for the second factor of whoever has one", async () => {
    const { browser, csrf, email, password } = await person()
    const begun = await browser.ask("/dashboard/api/factors/totp", { method: "POST", body: {}, headers: csrf })
    const secret = textAt(begun.json, "data", "secret")
    const code = () => totpOf(secret, Math.floor(nowMs() / 30_000))
    const on = await browser.ask("/dashboard/api/factors/totp/confirm", {
      method: "POST",
      body: { code: code() },
      headers: csrf
    })
    assert.strictEqual(on.status, 200, on.text)
    clock.advanceMs(minutes)
    const path = pathOf({ client_id: await newClient(), code_challenge: newPkce().challenge })
    const second = new Browser(gateway)
    await submit(second, formOf(await second.ask(path), "password"), { email, password })
    const half = await second.ask(path)
    assert.deepEqual(
      formsOf(half.text).map(({ fields }) => fields.get("step")),
      ["factor", "out"]
    )
    const decided = await second.ask(path, {
      method: "POST",
      body: "step=consent&decision=allow",
      headers: { "content-type": "application/x-www-form-urlencoded" }
    })
    assert.notInclude(decided.headers.get("location") ?? "", "code=")
    const wrong = await submit(second, formOf(half, "factor"), { code: "000000" })
    assert.strictEqual(wrong.status, 401)
    assert.strictEqual((await submit(second, formOf(wrong, "factor"), { code: code() })).status, 303)
    assert.isDefined(formOf(await second.ask(path), "consent"))
  })

  it("tells the app when someone doesn't allow it, and browsers by a page that goes there", async () => {
    const { browser } = await person()
    const path = pathOf({ client_id: await newClient(), code_challenge: newPkce().challenge })
    const denied = await submit(browser, formOf(await browser.ask(path), "consent"), { decision: "deny" })
    assert.strictEqual(locationOf(denied).searchParams.get("error"), "access_denied")
    const headers = { accept: "text/html,application/xhtml+xml" }
    const shown = await submit(browser, formOf(await browser.ask(path), "consent"), { decision: "deny" }, headers)
    assert.strictEqual(shown.status, 200)
    assert.include(
      shown.text,
      `<meta http-equiv="refresh" content="0;url=${callback}?error=access_denied&amp;state=a+state`
    )
  })

  it("sends nobody to an address that the app didn't name, and tells the app what else is wrong", async () => {
    const { browser } = await person()
    const client_id = await newClient()
    const code_challenge = newPkce().challenge
    const broken = [
      { client_id: undefined },
      { client_id: "019c0000-0000-7000-8000-000000000000" },
      { redirect_uri: "https://evil.example/callback" },
      { redirect_uri: "http://127.0.0.1:7777/callback/more" },
      { redirect_uri: "http://127.0.0.1:7777/callback?more" },
      { redirect_uri: "http://localhost:7777/callback" },
      { redirect_uri: "javascript:alert(1)" }
    ]
    for (const each of broken) {
      const answer = await browser.ask(pathOf({ client_id, code_challenge, ...each }))
      assert.deepEqual([answer.status, answer.headers.get("location")], [400, null], JSON.stringify(each))
      assert.include(answer.headers.get("content-type") ?? "", "text/html")
    }
    const told = [
      [{ response_type: "token" }, "unsupported_response_type"],
      [{ code_challenge: undefined }, "invalid_request"],
      [{ code_challenge_method: "plain" }, "invalid_request"],
      [{ code_challenge_method: undefined }, "invalid_request"],
      [{ resource: `${own}/v1` }, "invalid_target"],
      [{ resource: "https://evil.example/mcp" }, "invalid_target"],
      [{ scope: "openid" }, "invalid_scope"],
      [{ scope: "internal" }, "invalid_scope"]
    ] as const
    for (const [each, error] of told) {
      const answer = await browser.ask(pathOf({ client_id, code_challenge, ...each }))
      const { searchParams } = locationOf(answer)
      assert.deepEqual(
        [answer.status, searchParams.get("error"), searchParams.get("state"), searchParams.get("iss")],
        [302, error, "a state", own],
        JSON.stringify(each)
      )
    }
    const port = await browser.ask(pathOf({ client_id, code_challenge, redirect_uri: "http://127.0.0.1:9/callback" }))
    assert.strictEqual(port.status, 200)
  })

  it("takes the decision from its own page of that session and that request alone", async () => {
    const { accountId, browser } = await person()
    const client_id = await newClient()
    const page = await browser.ask(pathOf({ client_id, code_challenge: newPkce().challenge }))
    const form = formOf(page, "consent")
    const foreign = await submit(browser, form, { decision: "allow" }, { origin: "https://evil.example" })
    assert.strictEqual(foreign.status, 403)
    const other = await person()
    const theirs = formOf(
      await other.browser.ask(pathOf({ client_id, code_challenge: newPkce().challenge })),
      "consent"
    )
    const another = formOf(await browser.ask(pathOf({ client_id, code_challenge: newPkce().challenge })), "consent")
    for (const csrf of ["", theirs.fields.get("csrf") ?? "", another.fields.get("csrf") ?? ""]) {
      const answer = await submit(browser, form, { decision: "allow", csrf })
      assert.deepEqual([answer.status, answer.headers.get("location")], [403, null])
    }
    const crossed = await submit(browser, form, { decision: "allow", account: other.accountId })
    assert.deepEqual([crossed.status, crossed.headers.get("location")], [403, null])
    const grants = await sql(
      (sql) => sql`SELECT 1 FROM account_grants WHERE client_id = ${client_id}
      AND account_id = ANY(${[accountId, other.accountId]}::uuid[])`
    )
    assert.lengthOf(grants, 0)
  })
})

describe("what an app may do", () => {
  it("is as much of what it asked as was left ticked, and its tokens open only the toolsets that were", async () => {
    const { browser } = await person()
    const clientId = await newClient()
    const reading = await connect(browser, clientId, { changes: { write: null, toolset: ["apps"] } })
    assert.strictEqual(reading.scope, "read offline_access")
    const refused = await callTool(reading.accessToken, "workspace_apps")
    assert.include(refused.text, "FORBIDDEN")
    assert.notInclude((await callTool(reading.accessToken, "apps_search", search)).text, "FORBIDDEN")
    const asked = await connect(browser, clientId, { parameters: { scope: "read openid" } })
    assert.strictEqual(asked.scope, "read offline_access")
    const none = await newClient({ grant_types: ["authorization_code"] })
    const short = await connect(browser, none, { parameters: { scope: "read" } })
    assert.deepEqual([short.scope, short.refreshToken], ["read", ""])
    const narrowed = await refresh(await connect(browser, clientId), "read")
    assert.strictEqual(at(narrowed.json, "scope"), "read offline_access")
    const wider = await refresh(reading, "read write")
    assert.strictEqual(errorOf(wider), "invalid_scope")
  })

  it("is of the account that was chosen, and a viewer's app reads only, from the day they are one", async () => {
    const one = await person()
    const other = await person()
    await sql(
      (sql) => sql`INSERT INTO account_memberships (account_id, person_id, role, created_at)
      VALUES (${other.accountId}::uuid, ${one.personId}, 'viewer', now())`
    )
    const clientId = await newClient()
    const { accessToken, scope } = await connect(one.browser, clientId, { changes: { account: other.accountId } })
    assert.deepEqual([at(claimsOf(accessToken), "account"), scope], [other.accountId, "read offline_access"])
    const own = await connect(one.browser, clientId, { changes: { account: one.accountId } })
    assert.deepEqual(
      [at(claimsOf(own.accessToken), "account"), own.scope],
      [one.accountId, "read write offline_access"]
    )
    await sql((sql) => sql`UPDATE account_memberships SET role = 'viewer' WHERE account_id = ${one.accountId}::uuid`)
    const later = await refresh(own)
    assert.strictEqual(at(later.json, "scope"), "read offline_access")
  })

  it("ends with the membership, on the next look", async () => {
    const { accountId, browser } = await person()
    const granted = await connect(browser, await newClient())
    assert.strictEqual((await mcp(granted.accessToken)).status, 200)
    await sql((sql) => sql`DELETE FROM account_memberships WHERE account_id = ${accountId}::uuid`)
    clock.advanceMs(5_000)
    await until(401, () => mcp(granted.accessToken))
    assert.strictEqual(errorOf(await refresh(granted)), "invalid_grant")
  })
})

describe("codes and refresh tokens", () => {
  const exchange = (clientId: string, { code, verifier }: { readonly code: string; readonly verifier: string }) =>
    token({
      grant_type: "authorization_code",
      client_id: clientId,
      code,
      code_verifier: verifier,
      redirect_uri: callback
    })

  it("take a code with its verifier from its app, within a minute", async () => {
    const { browser } = await person()
    const clientId = await newClient()
    const given = await codeFor(browser, clientId)
    const bad = [
      await exchange(clientId, { code: given.code, verifier: newPkce().verifier }),
      await exchange(await newClient(), given),
      await exchange(clientId, { ...given, code: `${given.code}x` }),
      await token({
        grant_type: "authorization_code",
        client_id: clientId,
        code: given.code,
        code_verifier: given.verifier,
        redirect_uri: "http://127.0.0.1:7777/other"
      })
    ]
    for (const each of bad) assert.deepEqual([each.status, errorOf(each)], [400, "invalid_grant"])
    clock.advanceMs(minutes)
    assert.strictEqual(errorOf(await exchange(clientId, given)), "invalid_grant")
    const askedMs = nowMs()
    const next = await codeFor(browser, clientId)
    clock.setMs(askedMs + minutes / 2)
    assert.strictEqual((await exchange(clientId, next)).status, 200)
  })

  it("answer a code again for 30 seconds, as the answer may be lost, and end its grant after", async () => {
    const { browser } = await person()
    const clientId = await newClient()
    const given = await codeFor(browser, clientId)
    const usedMs = nowMs()
    const first = await exchange(clientId, given)
    clock.setMs(usedMs + 15_000)
    const again = await exchange(clientId, given)
    assert.strictEqual(textAt(again.json, "refresh_token"), textAt(first.json, "refresh_token"))
    const accessToken = textAt(again.json, "access_token")
    assert.strictEqual((await mcp(accessToken)).status, 200)
    clock.advanceMs(30_000)
    assert.strictEqual(errorOf(await exchange(clientId, given)), "invalid_grant")
    await until(401, () => mcp(accessToken))
  })

  it("rotate a refresh token, give the same answer to a lost one's repeat, and end the grant when it comes later", async () => {
    const { accountId, browser } = await person()
    const granted = await connect(browser, await newClient())
    const usedMs = nowMs()
    const second = await refresh(granted)
    const next = { clientId: granted.clientId, refreshToken: textAt(second.json, "refresh_token") }
    assert.notStrictEqual(next.refreshToken, granted.refreshToken)
    clock.setMs(usedMs + 15_000)
    const repeated = await Promise.all([refresh(granted), refresh(granted)])
    for (const each of repeated) assert.strictEqual(textAt(each.json, "refresh_token"), next.refreshToken)
    const third = await refresh(next)
    const last = { clientId: granted.clientId, refreshToken: textAt(third.json, "refresh_token") }
    const accessToken = textAt(third.json, "access_token")
    assert.strictEqual((await mcp(accessToken)).status, 200)
    clock.advanceMs(30_000)
    assert.strictEqual(errorOf(await refresh(granted)), "invalid_grant")
    await until(401, () => mcp(accessToken))
    assert.strictEqual(errorOf(await refresh(last)), "invalid_grant")
    const { entries } = await gateway().run(Effect.flatMap(AuditLog, (log) => log.list({ accountId, limit: 10 })))
    assert.deepEqual(
      entries.map(({ action }) => action).filter((action) => action.startsWith("account.app-")),
      ["account.app-disconnected", "account.app-connected"]
    )
  })

  it("are another app's to nobody, and good for 30 days without use", async () => {
    const { browser } = await person()
    const granted = await connect(browser, await newClient())
    const stolen = await refresh({ ...granted, clientId: await newClient() })
    assert.strictEqual(errorOf(stolen), "invalid_grant")
    clock.advanceMs(30 * days - minutes)
    const next = await refresh(granted)
    assert.strictEqual(next.status, 200, next.text)
    clock.advanceMs(30 * days)
    const late = { clientId: granted.clientId, refreshToken: textAt(next.json, "refresh_token") }
    assert.strictEqual(errorOf(await refresh(late)), "invalid_grant")
  })

  it("are for /mcp, and say what is missing or wrong", async () => {
    const { browser } = await person()
    const granted = await connect(browser, await newClient())
    const base = { grant_type: "refresh_token", client_id: granted.clientId, refresh_token: granted.refreshToken }
    const bad = [
      [{ ...base, resource: `${own}/v1` }, "invalid_target"],
      [{ ...base, client_id: undefined }, "invalid_request"],
      [{ ...base, refresh_token: undefined }, "invalid_request"],
      [{ ...base, grant_type: "password" }, "unsupported_grant_type"],
      [{ ...base, grant_type: "authorization_code", code: "x", code_verifier: "short" }, "invalid_request"]
    ] as const
    for (const [fields, error] of bad) {
      const answer = await token(fields)
      assert.deepEqual([answer.status, errorOf(answer)], [400, error], JSON.stringify(fields))
    }
    assert.strictEqual((await token(base)).status, 200)
  })

  it("are revoked by the app itself, by either token, and by no other app", async () => {
    const { browser } = await person()
    const other = await newClient()
    for (const which of ["accessToken", "refreshToken"] as const) {
      const granted = await connect(browser, await newClient())
      const revoke = (client_id: string) => post("/auth/oauth/revoke", { token: granted[which], client_id })
      assert.strictEqual((await revoke(other)).status, 200)
      assert.strictEqual((await mcp(granted.accessToken)).status, 200)
      assert.strictEqual((await revoke(granted.clientId)).status, 200)
      await until(401, () => mcp(granted.accessToken))
      assert.strictEqual(errorOf(await refresh(granted)), "invalid_grant")
    }
  })
})

describe("connected apps", () => {
  const listed = async (browser: Browser) => {
    const answer = await browser.ask("/dashboard/api/connected-apps")
    const apps = at(answer.json, "data", "apps")
    return Array.isArray(apps) ? apps : []
  }

  it("are listed with their last use, and ended by whoever connected them", async () => {
    const { browser, csrf, email } = await person()
    const granted = await connect(browser, await newClient())
    const [before] = await listed(browser)
    assert.deepEqual([at(before, "name"), at(before, "host"), at(before, "lastUsed")], ["Chart Reader", null, null])
    assert.strictEqual(at(before, "person", "email"), email)
    assert.strictEqual((await mcp(granted.accessToken)).status, 200)
    await callTool(granted.accessToken, "apps_search", search)
    await gateway().run(Effect.flatMap(KeyRing.KeyRing, (ring) => ring.flushUses))
    const [used] = await listed(browser)
    assert.strictEqual(at(used, "lastUsed", "address"), "127.0.0.1")
    const end = (headers: Record<string, string>) =>
      browser.ask(`/dashboard/api/connected-apps/${textAt(used, "id")}`, { method: "DELETE", headers })
    assert.strictEqual((await end({})).status, 403)
    assert.strictEqual((await end(csrf)).status, 200)
    await until(401, () => mcp(granted.accessToken))
    assert.strictEqual(errorOf(await refresh(granted)), "invalid_grant")
    assert.lengthOf(await listed(browser), 0)
    assert.strictEqual((await end(csrf)).status, 404)
  })

  it("are one however often they were connected, and ended all at once", async () => {
    const { browser, csrf } = await person()
    const clientId = await newClient()
    const first = await connect(browser, clientId)
    const second = await connect(browser, clientId, { changes: { scope: "read" } })
    const other = await connect(browser, await newClient())
    await callTool(first.accessToken, "apps_search", search)
    await gateway().run(Effect.flatMap(KeyRing.KeyRing, (ring) => ring.flushUses))
    const apps = await listed(browser)
    assert.lengthOf(apps, 2)
    const app = apps.find((each) => at(each, "clientId") === clientId)
    assert.lengthOf(listAt(app, "grantIds"), 2)
    assert.strictEqual(at(app, "lastUsed", "address"), "127.0.0.1")
    assert.deepEqual(at(app, "scopes"), ["read", "write"])
    const ended = await browser.ask(`/dashboard/api/connected-apps/${listAt(app, "grantIds")[1]}`, {
      method: "DELETE",
      headers: csrf
    })
    assert.strictEqual(ended.status, 200, ended.text)
    for (const granted of [first, second]) {
      await until(401, () => mcp(granted.accessToken))
      assert.strictEqual(errorOf(await refresh(granted)), "invalid_grant")
    }
    assert.strictEqual((await mcp(other.accessToken)).status, 200)
    assert.lengthOf(await listed(browser), 1)
    // Usage keeps its name.
    const usage = await browser.ask("/dashboard/api/usage?by=key")
    assert.deepInclude(Object(listAt(usage.json, "data", "keys")[0]), { kind: "app", name: "Chart Reader" })
  })

  it("are an owner's to see and end, not another member's, nor another account's", async () => {
    const owner = await person()
    const member = await person()
    await sql(
      (sql) => sql`INSERT INTO account_memberships (account_id, person_id, role, created_at)
      VALUES (${owner.accountId}::uuid, ${member.personId}, 'member', now())`
    )
    await member.browser.ask("/dashboard/api/account", {
      method: "POST",
      body: { accountId: owner.accountId },
      headers: member.csrf
    })
    const clientId = await newClient()
    await connect(owner.browser, clientId)
    await connect(member.browser, clientId, { changes: { account: owner.accountId } })
    assert.lengthOf(await listed(owner.browser), 2)
    const [theirs] = await listed(member.browser)
    assert.strictEqual(at(theirs, "person", "id"), member.personId)
    const owners = (await listed(owner.browser)).find((each) => at(each, "person", "id") === owner.personId)
    const end = (one: typeof owner, id: string) =>
      one.browser.ask(`/dashboard/api/connected-apps/${id}`, { method: "DELETE", headers: one.csrf })
    const stranger = await person()
    const missing = await end(stranger, "019c0000-0000-7000-8000-000000000000")
    for (const each of [member, stranger]) {
      const refused = await end(each, textAt(owners, "id"))
      assert.deepEqual([refused.status, refused.text], [missing.status, missing.text])
    }
    assert.strictEqual((await end(owner, textAt(theirs, "id"))).status, 200)
    assert.lengthOf(await listed(owner.browser), 1)
  })
})

it("a session opens nothing under /mcp, also with its page's token against other sites", async () => {
  const { browser, csrf } = await person()
  assert.strictEqual((await browser.ask("/dashboard/api/me")).status, 200)
  for (const method of ["initialize", "tools/list", "tools/call"]) {
    const headers = { ...csrf, accept: "application/json, text/event-stream" }
    const answer = await browser.ask("/mcp", { method: "POST", headers, body: { jsonrpc: "2.0", id: 1, method } })
    assert.strictEqual(answer.status, 401, answer.text)
    assert.isNotNull(answer.headers.get("www-authenticate"), method)
  }
})
