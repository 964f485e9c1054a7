import { adjustableClock, codeOf, useTestGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import { totpOf } from "../src/crypto.ts"
import { relyingPartyOf } from "../src/passkeys/relyingParty.ts"
import { Authenticator } from "./authenticator.ts"
import { at, auditOf, Browser, mailsOf, signedUp, textAt } from "./support.ts"

const publicUrl = "https://intel.example.com"
const clock = adjustableClock()
const gateway = useTestGateway({
  plugins: { account: true },
  config: { server: { host: "127.0.0.1", port: 0, publicUrl } },
  clock
})

/** A browser on the public address, which a proxy leads here. */
class PublicBrowser extends Browser {
  override get origin() {
    return publicUrl
  }
  override get sessionName() {
    return this.cookies.has("__Host-storeglass") ? "__Host-storeglass" : ""
  }
}
const browserOf = () => new PublicBrowser(gateway)
const rowsOf = (text: string, ...values: ReadonlyArray<unknown>) =>
  gateway().run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text, values)))
const freshLimits = () => rowsOf("DELETE FROM account_limits")
const stepNow = () => Math.floor(Effect.runSync(clock.clock.currentTimeMillis) / 30_000)

const person = async () => {
  await freshLimits()
  const { browser, ...signed } = await signedUp(gateway, undefined, undefined, browserOf())
  const me = await browser.ask("/dashboard/api/me")
  return { ...signed, browser, csrf: { "x-csrf-token": textAt(me.json, "data", "csrfToken") } }
}
type Person = Awaited<ReturnType<typeof person>>

const makingOf = async ({ browser, csrf }: Pick<Person, "browser" | "csrf">) => {
  const begun = await browser.post("/dashboard/api/passkeys/options", {}, csrf)
  assert.strictEqual(begun.status, 200, begun.text)
  const options = at(begun.json, "data", "options")
  return { options, challenge: textAt(options, "challenge"), user: { id: textAt(options, "user", "id") } }
}
const made = async (who: Pick<Person, "browser" | "csrf">, authenticator: Authenticator, name = "Laptop") => {
  const credential = authenticator.make(await makingOf(who))
  return who.browser.post("/dashboard/api/passkeys", { name, credential }, who.csrf)
}
const challenged = async (browser: Browser) => {
  const begun = await browser.post("/auth/passkeys/options", {})
  assert.strictEqual(begun.status, 200, begun.text)
  return { challenge: textAt(begun.json, "data", "options", "challenge"), options: at(begun.json, "data", "options") }
}
const enter = async (browser: Browser, authenticator: Authenticator) =>
  browser.post("/auth/passkeys", { credential: authenticator.sign(await challenged(browser)) })
const isIn = async (browser: Browser) => (await browser.ask("/dashboard/api/me")).status === 200

describe("a session on a public address", () => {
  it("is a cookie for https and this host alone, that no script reads", async () => {
    const { browser, email, password } = await person()
    const answer = await browser.post("/auth/sign-in", { email, password })
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith("__Host-storeglass=")) ?? ""
    for (const attribute of ["Secure", "HttpOnly", "SameSite=Lax", "Path=/"]) assert.include(cookie, attribute)
    assert.notMatch(cookie, /domain=/i)
  })
})

describe("a passkey", () => {
  it.each(["ES256", "Ed25519"] as const)("of %s is made by whoever is signed in, and signs them in", async (kind) => {
    const who = await person()
    const authenticator = new Authenticator(publicUrl, kind)
    const answer = await made(who, authenticator)
    assert.strictEqual(answer.status, 201, answer.text)
    assert.deepInclude(Object(at(answer.json, "data", "passkey")), { name: "Laptop", synced: false, lastUsedAt: null })
    const browser = browserOf()
    const entry = await enter(browser, authenticator)
    assert.deepEqual([entry.status, at(entry.json, "data", "needs")], [200, null], entry.text)
    const me = await browser.ask("/dashboard/api/me")
    assert.deepEqual(
      [at(me.json, "data", "person", "email"), at(me.json, "data", "session", "method")],
      [who.email, "passkey"]
    )
    const told = await mailsOf(gateway(), who.email, 3)
    assert.sameMembers(
      told.map(({ kind }) => kind),
      ["account.verify", "account.passkey-added", "account.new-device"]
    )
    const listed = await who.browser.ask("/dashboard/api/passkeys")
    assert.isString(at(listed.json, "data", "passkeys", 0, "lastUsedAt"))
  })

  it("is offered for the public name alone, and asks for nobody in particular", async () => {
    const who = await person()
    const { options } = await makingOf(who)
    assert.deepInclude(Object(at(options, "rp")), { id: "intel.example.com" })
    assert.deepInclude(Object(at(options, "authenticatorSelection")), { residentKey: "required" })
    const asked = (await challenged(browserOf())).options
    assert.strictEqual(at(asked, "rpId"), "intel.example.com")
    assert.deepEqual(at(asked, "allowCredentials"), [])
    const ways = await browserOf().ask("/auth/ways")
    assert.deepEqual(at(ways.json, "data", "passkeys"), { available: true, reason: null })
  })

  it("with which the person was verified counts as both factors; without, theirs is asked for", async () => {
    const who = await person()
    const authenticator = new Authenticator(publicUrl)
    await made(who, authenticator)
    const begun = await who.browser.post("/dashboard/api/factors/totp", {}, who.csrf)
    const secret = textAt(begun.json, "data", "secret")
    await who.browser.post("/dashboard/api/factors/totp/confirm", { code: totpOf(secret, stepNow()) }, who.csrf)
    const sure = browserOf()
    assert.isNull(at((await enter(sure, authenticator)).json, "data", "needs"))
    assert.isTrue(await isIn(sure))
    authenticator.verifies = false
    const unsure = browserOf()
    assert.strictEqual(at((await enter(unsure, authenticator)).json, "data", "needs"), "factor")
    assert.isFalse(await isIn(unsure))
  })

  it("is renamed and removed by its person, and isn't there for anybody else", async () => {
    const who = await person()
    const other = await person()
    const authenticator = new Authenticator(publicUrl)
    const id = textAt((await made(who, authenticator)).json, "data", "passkey", "id")
    const change = (by: Person, path: string, method: string, body?: unknown) =>
      by.browser.ask(path, { method, headers: by.csrf, ...(body === undefined ? {} : { body }) })
    for (const [method, body] of [
      ["PATCH", { name: "Mine" }],
      ["DELETE", undefined]
    ] as const) {
      const crossed = await change(other, `/dashboard/api/passkeys/${id}`, method, body)
      const missing = await change(other, "/dashboard/api/passkeys/none", method, body)
      assert.deepEqual([crossed.status, crossed.text], [missing.status, missing.text])
    }
    await change(who, `/dashboard/api/passkeys/${id}`, "PATCH", { name: "Phone" })
    const listed = await who.browser.ask("/dashboard/api/passkeys")
    assert.strictEqual(at(listed.json, "data", "passkeys", 0, "name"), "Phone")
    assert.deepEqual(at((await other.browser.ask("/dashboard/api/passkeys")).json, "data", "passkeys"), [])
    assert.strictEqual((await change(who, `/dashboard/api/passkeys/${id}`, "DELETE")).status, 200)
    const mails = await mailsOf(gateway(), who.email, 3)
    assert.sameMembers(
      mails.map(({ kind }) => kind),
      ["account.verify", "account.passkey-added", "account.passkey-removed"]
    )
    const texts = mails.map(({ text }) => text).join("\n")
    assert.match(texts, /the passkey “Laptop” signs in as/)
    assert.match(texts, /The passkey “Phone” of .* was removed/)
    assert.deepEqual(await auditOf(who.browser, "account.passkey-added", "account.passkey-removed"), [
      ["account.passkey-removed", { id, name: "Phone" }, null],
      ["account.passkey-added", null, { id, name: "Laptop" }]
    ])
    const entry = await enter(browserOf(), authenticator)
    assert.deepEqual([entry.status, codeOf(entry.json)], [401, "PASSKEY_REFUSED"])
  })

  it("is made once, 20 at most, and by a sign-in of the last 15 minutes", async () => {
    const who = await person()
    const authenticator = new Authenticator(publicUrl)
    await made(who, authenticator)
    const { options } = await makingOf(who)
    assert.strictEqual(
      at(options, "excludeCredentials", 0, "id"),
      Buffer.from(authenticator.credentialId).toString("base64url")
    )
    const twice = await made(who, authenticator)
    assert.strictEqual(codeOf(twice.json), "PASSKEY_REFUSED")
    for (let count = 1; count < 20; count++) await made(who, new Authenticator(publicUrl))
    const over = await who.browser.post("/dashboard/api/passkeys/options", {}, who.csrf)
    assert.deepEqual([over.status, codeOf(over.json)], [409, "PASSKEY_LIMIT_REACHED"])
    clock.advanceMs(15 * 60_000)
    const stale = await who.browser.post("/dashboard/api/passkeys/options", {}, who.csrf)
    assert.strictEqual(codeOf(stale.json), "CONFIRMATION_NEEDED")
  })
})

describe("what an authenticator answers", () => {
  it("is taken once, in the browser that began, within ten minutes", async () => {
    const who = await person()
    const authenticator = new Authenticator(publicUrl)
    await made(who, authenticator)
    const browser = browserOf()
    const credential = authenticator.sign(await challenged(browser))
    const elsewhere = await browserOf().post("/auth/passkeys", { credential })
    assert.strictEqual(codeOf(elsewhere.json), "PASSKEY_REFUSED")
    const cookies = new Map(browser.cookies)
    assert.strictEqual((await browser.post("/auth/passkeys", { credential })).status, 200)
    const again = browserOf()
    for (const [name, value] of cookies) again.cookies.set(name, value)
    assert.strictEqual(codeOf((await again.post("/auth/passkeys", { credential })).json), "PASSKEY_REFUSED")
    const slow = browserOf()
    const late = authenticator.sign(await challenged(slow))
    clock.advanceMs(10 * 60_000)
    assert.strictEqual(codeOf((await slow.post("/auth/passkeys", { credential: late })).json), "PASSKEY_REFUSED")
  })

  it("is refused from another origin or name, by another key, for another person, or from a copy", async () => {
    const who = await person()
    const authenticator = new Authenticator(publicUrl)
    await made(who, authenticator)
    const copyOf = (from: Authenticator) =>
      Object.assign(new Authenticator(publicUrl), { credentialId: from.credentialId })
    const browser = browserOf()
    const tries: ReadonlyArray<() => Promise<unknown>> = [
      async () => authenticator.sign(await challenged(browser), { origin: "https://evil.example" }),
      async () => authenticator.sign(await challenged(browser), { rpId: "evil.example" }),
      async () => copyOf(authenticator).sign(await challenged(browser)),
      async () => new Authenticator(publicUrl).sign(await challenged(browser)),
      async () => {
        const { response, ...credential } = authenticator.sign(await challenged(browser))
        return { ...credential, response: { ...response, userHandle: Buffer.from("somebody").toString("base64url") } }
      },
      async () => {
        authenticator.counter = 1
        return authenticator.sign(await challenged(browser))
      },
      async () => {
        authenticator.counter = 100
        authenticator.synced = true
        return authenticator.sign(await challenged(browser))
      }
    ]
    assert.strictEqual((await enter(browserOf(), authenticator)).status, 200)
    for (const [index, attempt] of tries.entries()) {
      const answer = await browser.post("/auth/passkeys", { credential: await attempt() })
      assert.deepEqual([answer.status, codeOf(answer.json)], [401, "PASSKEY_REFUSED"], `${index}: ${answer.text}`)
    }
    assert.isFalse(await isIn(browser))
    authenticator.synced = false
    assert.strictEqual((await enter(browserOf(), authenticator)).status, 200)
  })

  it("of one that counts nothing and is backed up later is taken, and its backup is seen", async () => {
    const who = await person()
    const authenticator = new Authenticator(publicUrl)
    Object.assign(authenticator, { counter: 0, synced: true })
    await made(who, authenticator)
    authenticator.backedUp = true
    for (let times = 0; times < 2; times++) {
      assert.strictEqual((await enter(browserOf(), authenticator)).status, 200)
    }
    const listed = await who.browser.ask("/dashboard/api/passkeys")
    assert.deepInclude(Object(at(listed.json, "data", "passkeys", 0)), { synced: true, backedUp: true })
  })

  it("to make one isn't taken from another origin, for somebody else, nor to sign in", async () => {
    const who = await person()
    const other = await person()
    const authenticator = new Authenticator(publicUrl)
    const foreign = authenticator.make(await makingOf(who), "https://evil.example")
    const refused = await who.browser.post("/dashboard/api/passkeys", { name: "x", credential: foreign }, who.csrf)
    assert.strictEqual(codeOf(refused.json), "PASSKEY_REFUSED")

    const making = await makingOf(who)
    const trip = [...who.browser.cookies].find(([name]) => name.endsWith("-passkey"))
    if (trip !== undefined) other.browser.cookies.set(...trip)
    const crossed = await other.browser.post(
      "/dashboard/api/passkeys",
      { name: "x", credential: authenticator.make(making) },
      other.csrf
    )
    assert.strictEqual(codeOf(crossed.json), "PASSKEY_REFUSED")

    assert.strictEqual((await made(who, authenticator)).status, 201)
    const { challenge } = await makingOf(who)
    const misused = await who.browser.post("/auth/passkeys", { credential: authenticator.sign({ challenge }) })
    assert.strictEqual(codeOf(misused.json), "PASSKEY_REFUSED")
  })

  it("that's malformed names the field, and wrong ones count as wrong passwords do", async () => {
    await freshLimits()
    const malformed = await browserOf().post("/auth/passkeys", { credential: { id: "!" } })
    assert.strictEqual(codeOf(malformed.json), "INVALID_INPUT")
    assert.match(textAt(malformed.json, "error", "message"), /^credential\.id \(body\): must be base64url/)
    const tries = await Promise.all(Array.from({ length: 25 }, () => enter(browserOf(), new Authenticator(publicUrl))))
    assert.strictEqual(tries.filter(({ status }) => status === 401).length, 20)
    assert.strictEqual(tries.filter(({ status }) => status === 429).length, 5)
  })
})

describe("whom passkeys are made for", () => {
  it("is a name over https, or localhost; an address in numbers and plain http aren't, and say so", () => {
    assert.deepEqual(relyingPartyOf("https://intel.example.com/"), { id: "intel.example.com", origin: publicUrl })
    assert.deepEqual(relyingPartyOf("http://localhost:3000"), { id: "localhost", origin: "http://localhost:3000" })
    for (const numbers of ["https://203.0.113.7", "http://127.0.0.1:3000", "https://[2001:db8::1]"]) {
      assert.match(String(Reflect.get(relyingPartyOf(numbers), "reason")), /is an address in numbers/)
    }
    assert.match(String(Reflect.get(relyingPartyOf("http://intel.example.com"), "reason")), /need https/)
  })
})
