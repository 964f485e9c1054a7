import { randomBytes } from "node:crypto"
import { ContentLive } from "@storeglass/core"
import { Content } from "@storeglass/plugin-api"
import { formsOf, freePort, leaksOf, type Sinks, until, useWatchedGateway } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import double from "../sandbox/index.ts"
import { totpOf } from "../src/crypto.ts"
import { callback, formOf, newPkce, submit } from "./oauth/support.ts"
import { at, Browser, textAt } from "./support.ts"

const clientSecret = "sandbox-secret"
const port = await freePort()
const own = `http://127.0.0.1:${port}`
const watched = useWatchedGateway({
  doubles: [double],
  // With its outbox, so that there are mails to look into.
  config: { server: { host: "127.0.0.1", port, publicUrl: own }, sandbox: {} },
  plugins: (address) => ({
    account: {
      providers: [
        {
          id: "sandbox",
          name: "Sandbox",
          issuer: address("identity"),
          clientId: "storeglass",
          clientSecret,
          privateNetwork: true,
          trustEmail: true
        }
      ]
    },
    mcp: {}
  })
})
const gateway = () => ({
  url: watched().url,
  ask: (path: string, options: Parameters<ReturnType<typeof watched>["ask"]>[1] = {}) =>
    watched().ask(path, { ...options, key: options.key })
})
const canary = (label: string) => `${label}-${randomBytes(18).toString("hex")}`

const MailRow = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ text: Schema.String })))
/** What the newest mail to an address has that must be nowhere else, once there are so many. */
const mailedTo = async (email: string, count: number) => {
  const mails = Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.flatMap(
      sql`SELECT body_text AS text FROM core_outbox WHERE ${email} = ANY(recipients) ORDER BY number DESC`,
      MailRow
    )
  )
  const all = await watched().run(until(["core_outbox"], mails, ({ length }) => length >= count))
  // Notices that were asked for before it may be sent after it.
  const { text = "" } = all.find(({ text }) => /#[a-z-]+\./.test(text)) ?? {}
  return {
    token: /#[a-z-]+\.([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? assert.fail(text),
    code: /\b\d{4} \d{4}\b/.exec(text)?.[0] ?? assert.fail(text)
  }
}
/** The rows of all tables but the outbox, in which mails are as they were sent. */
const withoutOutbox = (database: string) => {
  let isKept = true
  return database
    .split("\n")
    .filter((line) => {
      const [, table] = /^((?:public|graphile_worker)\.\w+) \(/.exec(line) ?? []
      if (table !== undefined) isKept = table !== "public.core_outbox"
      return isKept
    })
    .join("\n")
}

const without = (sinks: Sinks, ...names: ReadonlyArray<string>): Sinks =>
  Object.fromEntries(Object.entries(sinks).filter(([name]) => !names.includes(name)))

describe("what people sign in with", () => {
  it("is in no log, trace, metric, mail, export, table nor cache, and in one answer at most", {
    timeout: 60_000
  }, async () => {
    const secrets = new Map<string, string>([["the provider's client secret", clientSecret]])
    const given = new Map<string, string>()
    const browser = new Browser(gateway)
    const begun = await browser.post("/auth/providers/sandbox/begin", {})
    const address = new URL(textAt(begun.json, "data", "address"))
    given.set("the state", address.searchParams.get("state") ?? "")
    given.set("the nonce", address.searchParams.get("nonce") ?? "")
    address.searchParams.set("login_hint", "canary@sandbox.example")
    const sent = await fetch(address, { redirect: "manual" })
    const back = Object.fromEntries(new URLSearchParams(new URL(sent.headers.get("location") ?? "").hash.slice(1)))
    secrets.set("the provider's code", back.code ?? "")
    // Where a provider has no fragment, what it sends comes by the address of the page.
    await browser.ask(`/auth/providers/sandbox/callback?${new URLSearchParams(back)}`)
    const entered = await browser.post("/auth/providers/sandbox", back)
    assert.strictEqual(entered.status, 200, entered.text)
    const cookieOf = () => decodeURIComponent(browser.cookies.get(browser.sessionName) ?? "").split(".")[0] ?? ""
    given.set("a session's cookie", cookieOf())
    const me = await browser.ask("/dashboard/api/me")
    const csrf = { "x-csrf-token": textAt(me.json, "data", "csrfToken") }

    const password = canary("password")
    secrets.set("a password", password)
    const set = await browser.post("/dashboard/api/password", { password }, csrf)
    assert.strictEqual(set.status, 200, set.text)
    const factor = await browser.post("/dashboard/api/factors/totp", {}, csrf)
    const totpSecret = textAt(factor.json, "data", "secret")
    given.set("a factor's secret", totpSecret)
    const code = totpOf(totpSecret, Math.floor(Date.now() / 30_000))
    const confirmed = await browser.post("/dashboard/api/factors/totp/confirm", { code }, csrf)
    assert.strictEqual(confirmed.status, 200, confirmed.text)
    const backupCode = textAt(confirmed.json, "data", "backupCodes", 0)
    given.set("a backup code", backupCode)
    const key = await browser.post("/dashboard/api/keys", { name: "canary" }, csrf)
    const value = textAt(key.json, "data", "value")
    given.set("a key", value)
    assert.strictEqual((await gateway().ask("/v1/auth/usage", { key: value })).status, 200)
    const token = await browser.post("/dashboard/api/token", {}, csrf)
    const [, , signature] = textAt(token.json, "data", "token").split(".")
    given.set("a page's token", signature ?? "")

    const next = new Browser(gateway)
    const wrong = canary("wrong")
    secrets.set("a wrong password", wrong)
    await next.post("/auth/sign-in", { email: "canary@sandbox.example", password: wrong })
    await next.post("/auth/sign-in", { email: "canary@sandbox.example", password })
    given.set(
      "another session's cookie",
      decodeURIComponent(next.cookies.get(next.sessionName) ?? "").split(".")[0] ?? ""
    )
    const badCode = canary("code").slice(0, 20)
    secrets.set("a wrong code", badCode)
    await next.post("/auth/factor", { code: badCode })
    assert.strictEqual((await next.post("/auth/factor", { code: backupCode })).status, 200)
    const foreign = canary("token")
    secrets.set("a proof's token", `${foreign}${"A".repeat(43)}`.slice(0, 43))
    await next.post("/auth/mail", { token: `${foreign}${"A".repeat(43)}`.slice(0, 43) })
    await next.post("/auth/mail", { ticket: "B".repeat(43), code: foreign })

    // By mail: to sign up, in, and to choose a new password. The mails have link and code; nothing else has.
    const mailed = new Map<string, string>()
    const codes = new Map<string, string>()
    const email = `${canary("mailed").slice(0, 20)}@example.com`
    const other = new Browser(gateway)
    const kept = (label: string, proof: { readonly token: string; readonly code: string }) => {
      mailed.set(`the token of ${label}`, proof.token)
      codes.set(`the code of ${label}`, proof.code)
      return proof
    }
    const chosen = canary("chosen")
    secrets.set("the password of a sign-up", chosen)
    const signUp = await other.post("/auth/sign-up", { email, password: chosen, name: "Ada" })
    given.set("the ticket of a sign-up", textAt(signUp.json, "data", "ticket"))
    const verify = kept("a sign-up", await mailedTo(email, 1))
    assert.strictEqual((await other.post("/auth/mail", { token: verify.token })).status, 200)
    const signIn = await new Browser(gateway).post("/auth/mail/sign-in", { email })
    const ticket = textAt(signIn.json, "data", "ticket")
    given.set("the ticket of a sign-in", ticket)
    const { code: mailCode } = kept("a sign-in", await mailedTo(email, 2))
    assert.strictEqual((await new Browser(gateway).post("/auth/mail", { ticket, code: mailCode })).status, 200)
    const renewed = canary("renewed")
    secrets.set("a new password", renewed)
    const reset = await other.post("/auth/mail/reset", { email })
    given.set("the ticket of a reset", textAt(reset.json, "data", "ticket"))
    const { token: resetToken } = kept("a reset", await mailedTo(email, 4))
    assert.strictEqual((await other.post("/auth/mail", { token: resetToken, password: renewed })).status, 200)
    const again = await other.ask("/dashboard/api/me")
    const csrfThen = { "x-csrf-token": textAt(again.json, "data", "csrfToken") }
    const guest = `${canary("guest").slice(0, 20)}@example.com`
    assert.strictEqual(
      (await other.post("/dashboard/api/invitations", { email: guest, role: "viewer" }, csrfThen)).status,
      201
    )
    kept("an invitation", await mailedTo(guest, 1))

    // Keys in places where they don't belong: in an address, and pasted by whoever found one.
    const second = await other.post("/dashboard/api/keys", { name: "second" }, csrfThen)
    const secondKey = textAt(second.json, "data", "value")
    given.set("a second key", secondKey)
    const keyId = textAt(second.json, "data", "key", "id")
    const rotated = await other.post(`/dashboard/api/keys/${keyId}/rotate`, { overlapHours: 1 }, csrfThen)
    given.set("a key's successor", textAt(rotated.json, "data", "value"))
    await gateway().ask(`/v1/auth/usage?api_key=${secondKey}`, { key: secondKey })
    await gateway().ask(`/v1/${secondKey}`, { key: secondKey })
    await other.ask(`/dashboard/api/requests?text=${secondKey.slice(0, 12)}`)
    const wrongKey = `sg_live_${canary("").slice(1)}`
    secrets.set("a key that isn't", wrongKey)
    await gateway().ask("/v1/auth/usage", { key: wrongKey })

    // An app's sign-in: code, verifier, access and refresh tokens.
    const registered = await gateway().ask("/auth/oauth/register", {
      method: "POST",
      body: { client_name: "Canary", redirect_uris: [callback], grant_types: ["authorization_code", "refresh_token"] }
    })
    const clientId = textAt(registered.json, "client_id")
    const { challenge, verifier } = newPkce()
    secrets.set("an app's verifier", verifier)
    const query = new URLSearchParams({
      response_type: "code",
      client_id: clientId,
      redirect_uri: callback,
      code_challenge: challenge,
      code_challenge_method: "S256",
      resource: `${own}/mcp`,
      scope: "read offline_access"
    })
    const page = await other.ask(`/auth/oauth/authorize?${query}`)
    assert.strictEqual(page.status, 200, page.text)
    const consent = await submit(other, formOf(page, "consent"), { decision: "allow" })
    const appCode = new URL(consent.headers.get("location") ?? "").searchParams.get("code") ?? ""
    given.set("an app's code", appCode)
    const tokenOf = async (fields: Readonly<Record<string, string>>) => {
      const answer = await gateway().ask("/auth/oauth/token", {
        method: "POST",
        body: new URLSearchParams({ client_id: clientId, ...fields }).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded" }
      })
      assert.strictEqual(answer.status, 200, answer.text)
      const access = textAt(answer.json, "access_token")
      return { access, refresh: textAt(answer.json, "refresh_token"), signature: access.split(".")[2] ?? "" }
    }
    const tokens = await tokenOf({
      grant_type: "authorization_code",
      code: appCode,
      code_verifier: verifier,
      redirect_uri: callback
    })
    given.set("an app's token", tokens.signature)
    given.set("an app's refresh token", tokens.refresh)
    const next2 = await tokenOf({ grant_type: "refresh_token", refresh_token: tokens.refresh })
    given.set("an app's next token", next2.signature)
    given.set("an app's next refresh token", next2.refresh)
    const listed = await gateway().ask("/mcp", {
      method: "POST",
      headers: { accept: "application/json, text/event-stream", authorization: `Bearer ${next2.access}` },
      body: { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }
    })
    assert.strictEqual(listed.status, 200, listed.text)

    // Everything that is kept, as its owner may take it along; and what pages read of logs.
    assert.strictEqual((await other.post("/dashboard/api/exports", {}, csrfThen)).status, 202)
    await watched().run(
      until(
        ["core_account_exports"],
        Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT 1 FROM core_account_exports WHERE state <> 'waiting'`),
        ({ length }) => length > 0
      )
    )
    const exports = await other.ask("/dashboard/api/exports")
    const file = new URL(textAt(exports.json, "data", "exports", 0, "files", 0, "url"))
    const zip = new Uint8Array(await (await fetch(`${watched().url}${file.pathname}`)).arrayBuffer())
    const entries = await Effect.runPromise(
      Effect.provide(
        Content.use(({ unzip }) => unzip(zip)),
        ContentLive
      )
    )
    const exported = entries.map(({ bytes, name }) => `${name} ${new TextDecoder().decode(bytes)}`).join("\n")
    assert.include(exported, email)
    const apps = entries.find(({ name }) => name === "account/account_connected_apps.json")
    assert.deepInclude(JSON.parse(new TextDecoder().decode(apps?.bytes))[0], {
      clientId,
      name: "Canary",
      connectedBy: email
    })
    for (const reader of [next, other]) {
      for (const path of ["requests", "requests.csv", "audit", "audit.csv", "keys", "connected-apps", "usage?by=key"]) {
        assert.strictEqual((await reader.ask(`/dashboard/api/${path}`)).status, 200, path)
      }
    }
    for (const [, text] of [...secrets, ...given, ...mailed]) assert.isAtLeast(text.length, 10)

    const stopped = await watched().stop()
    const sinks: Sinks = { ...stopped, export: exported }
    for (const sink of ["logs", "telemetry", "metrics", "database", "answers"]) assert.isNotEmpty(sinks[sink], sink)
    assert.deepEqual(leaksOf(sinks, secrets), [])
    assert.deepEqual(leaksOf(without(sinks, "answers"), given), [])
    const unsent: Sinks = { ...sinks, database: withoutOutbox(sinks.database ?? "") }
    assert.isBelow(unsent.database?.length ?? 0, sinks.database?.length ?? 0)
    assert.deepEqual(leaksOf(unsent, mailed), [])
    for (const [label, code] of codes) {
      const written = new RegExp(`(?<![0-9a-f.-])${code.replace(" ", " ?")}(?![0-9a-f.-])`)
      for (const [sink, text] of Object.entries(unsent)) assert.notMatch(text, written, `${label} is in ${sink}`)
    }
    for (const [label, text] of given) {
      if (/state|nonce|cookie/.test(label)) continue
      const times = sinks.answers
        ?.split("\n")
        .filter((line) => formsOf(text).some((form) => line.includes(form))).length
      assert.strictEqual(times, 1, `${label} is in ${times} answers`)
    }
    assert.isString(at(me.json, "data", "person", "id"))
  })
})
