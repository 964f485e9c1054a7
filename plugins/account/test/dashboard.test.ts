import { personalOf } from "@storeglass/gateway"
import { adjustableClock, codeOf, useTestGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import { totpOf } from "../src/crypto.ts"
import { at, auditOf, Browser, goodPassword, mailsOf, signedUp, textAt } from "./support.ts"

const clock = adjustableClock()
const gateway = useTestGateway({ plugins: { account: true }, clock })
const minutes = 60_000
const days = 24 * 60 * minutes

const person = async () => {
  await gateway().run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM account_limits`))
  const signed = await signedUp(gateway)
  const me = await signed.browser.ask("/dashboard/api/me")
  assert.strictEqual(me.status, 200, me.text)
  return { ...signed, csrf: { "x-csrf-token": textAt(me.json, "data", "csrfToken") }, me: at(me.json, "data") }
}
const stepOf = () => Math.floor(Effect.runSync(clock.clock.currentTimeMillis) / 30_000)
const isIn = async (browser: Browser) => (await browser.ask("/dashboard/api/me")).status === 200

describe("who is signed in", () => {
  it("sees who they are, their accounts and roles, and no secret of the session but its token for changes", async () => {
    const { browser, email, me } = await person()
    assert.strictEqual(textAt(me, "person", "email"), email)
    assert.deepEqual(at(me, "accounts", 0, "role"), "owner")
    assert.deepEqual(at(me, "accounts", 0, "plan"), "free")
    assert.strictEqual(at(me, "accountId"), at(me, "accounts", 0, "id"))
    const [token = ""] = decodeURIComponent(browser.cookies.get(browser.sessionName) ?? "").split(".")
    assert.notInclude(JSON.stringify(me), token)
  })

  it("opens nothing under /v1 by the cookie", async () => {
    const { browser } = await person()
    const answer = await browser.ask("/v1/auth/usage")
    assert.deepEqual([answer.status, codeOf(answer.json)], [401, "MISSING_API_KEY"])
  })

  it("changes nothing without the token that only their own pages can read, nor with another session's", async () => {
    const { browser, csrf } = await person()
    const stolen = await browser.ask("/dashboard/api/me", { method: "PATCH", body: { name: "Eve" } })
    assert.deepEqual([stolen.status, codeOf(stolen.json)], [403, "FORBIDDEN"])
    const other = await person()
    const crossed = await browser.ask("/dashboard/api/me", {
      method: "PATCH",
      body: { name: "Eve" },
      headers: other.csrf
    })
    assert.strictEqual(crossed.status, 403)
    const foreign = await browser.ask("/dashboard/api/me", {
      method: "PATCH",
      body: { name: "Eve" },
      headers: { ...csrf, origin: "https://evil.example" }
    })
    assert.strictEqual(foreign.status, 403)
    const own = await browser.ask("/dashboard/api/me", { method: "PATCH", body: { name: "Grace" }, headers: csrf })
    assert.strictEqual(textAt(own.json, "data", "person", "name"), "Grace")
    await browser.ask("/dashboard/api/me", { method: "PATCH", body: { name: "Grace" }, headers: csrf })
    assert.deepEqual(await auditOf(browser, "account.profile-changed"), [
      ["account.profile-changed", null, { fields: ["name"] }]
    ])
  })

  it("is signed out after 7 days without use, and after 30 in any case", async () => {
    const { browser } = await person()
    clock.advanceMs(7 * days)
    assert.isFalse(await isIn(browser))
    const busy = await person()
    for (let day = 0; day < 25; day += 5) {
      clock.advanceMs(5 * days)
      assert.isTrue(await isIn(busy.browser), `day ${day + 5}`)
    }
    clock.advanceMs(5 * days)
    assert.isFalse(await isIn(busy.browser))
  })

  it("sees their devices and signs them out, each or all others, and never another person's", async () => {
    const { browser, csrf, email, password } = await person()
    const second = new Browser(gateway, { "user-agent": "second" })
    const third = new Browser(gateway, { "user-agent": "third" })
    for (const each of [second, third]) await each.post("/auth/sign-in", { email, password })
    const listed = await browser.ask("/dashboard/api/devices")
    const devices = at(listed.json, "data", "devices")
    assert.isArray(devices)
    const list = Array.isArray(devices) ? devices : []
    assert.deepEqual(
      list
        .map((each) => at(each, "agent"))
        .slice(0, 2)
        .sort(),
      ["second", "third"]
    )
    const idOf = (agent: string) =>
      textAt(
        list.find((each) => at(each, "agent") === agent),
        "id"
      )
    const stranger = await person()
    const crossed = await stranger.browser.ask(`/dashboard/api/devices/${idOf("second")}`, {
      method: "DELETE",
      headers: stranger.csrf
    })
    const missing = await stranger.browser.ask("/dashboard/api/devices/none", {
      method: "DELETE",
      headers: stranger.csrf
    })
    assert.deepEqual([crossed.status, crossed.text], [missing.status, missing.text])
    assert.isTrue(await isIn(second))
    await browser.ask(`/dashboard/api/devices/${idOf("second")}`, { method: "DELETE", headers: csrf })
    assert.isFalse(await isIn(second))
    assert.isTrue(await isIn(third))
    await browser.ask("/dashboard/api/devices/sign-out-others", { method: "POST", body: {}, headers: csrf })
    assert.isFalse(await isIn(third))
    assert.isTrue(await isIn(browser))
  })

  it("looks at another of their accounts, and at no one else's", async () => {
    const { browser, csrf, me } = await person()
    const other = await person()
    const theirs = textAt(other.me, "accountId")
    const refused = await browser.ask("/dashboard/api/account", {
      method: "POST",
      body: { accountId: theirs },
      headers: csrf
    })
    const missing = await browser.ask("/dashboard/api/account", {
      method: "POST",
      body: { accountId: "none" },
      headers: csrf
    })
    assert.deepEqual([refused.status, refused.text], [missing.status, missing.text])
    await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`INSERT INTO account_memberships (account_id, person_id, role, created_at)
          VALUES (${theirs}::uuid, ${textAt(me, "person", "id")}, 'viewer', '2100-01-01T00:00:00Z')`
      )
    )
    const chosen = await browser.ask("/dashboard/api/account", {
      method: "POST",
      body: { accountId: theirs },
      headers: csrf
    })
    assert.strictEqual(textAt(chosen.json, "data", "accountId"), theirs)
  })
})

describe("changing the password", () => {
  it("takes the old one, signs out all other devices, and says so by mail", async () => {
    const { browser, csrf, email, password } = await person()
    const other = new Browser(gateway)
    await other.post("/auth/sign-in", { email, password })
    const change = (current: string) =>
      browser.ask("/dashboard/api/password", {
        method: "POST",
        body: { current, password: "marble kettle 9 north" },
        headers: csrf
      })
    const refused = await change("not the password")
    assert.deepEqual([codeOf(refused.json), textAt(refused.json, "error", "field")], ["SIGN_IN_REFUSED", "current"])
    assert.strictEqual((await change(password)).status, 200)
    assert.isFalse(await isIn(other))
    assert.isTrue(await isIn(browser))
    const mails = await mailsOf(gateway(), email, 3)
    assert.include(
      mails.map(({ kind }) => kind),
      "account.password-changed"
    )
  })

  it("takes ten wrong ones of somebody in 15 minutes, from whatever networks, whoever has their cookie", async () => {
    const { browser, csrf, password } = await person()
    const wrong = async (n: number) => {
      // Each time from another network, as far as that is counted.
      await gateway().run(
        Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM account_limits WHERE id LIKE 'address-wrong:%'`)
      )
      return n % 2 === 0
        ? browser.post("/auth/confirm", { password: "not the password" })
        : browser.post("/dashboard/api/password", { current: "no", password: "marble kettle 9 north" }, csrf)
    }
    for (let n = 0; n < 10; n++) assert.strictEqual(codeOf((await wrong(n)).json), "SIGN_IN_REFUSED")
    for (const n of [1, 2]) assert.strictEqual(codeOf((await wrong(n)).json), "TOO_MANY_ATTEMPTS")
    assert.strictEqual((await browser.post("/auth/confirm", { password })).status, 429)
    clock.advanceMs(15 * minutes)
    assert.strictEqual((await browser.post("/auth/confirm", { password })).status, 200)
  })

  it("isn't confirmed by a mail's link where there's a password, as it isn't by a mail's code", async () => {
    const { email, password } = await person()
    const byMail = new Browser(gateway)
    await byMail.post("/auth/mail/sign-in", { email })
    const mails = await mailsOf(gateway(), email, 2)
    await byMail.post("/auth/mail", { token: mails.find(({ link }) => link?.purpose === "sign-in")?.link?.token })
    const csrf = { "x-csrf-token": textAt((await byMail.ask("/dashboard/api/me")).json, "data", "csrfToken") }
    const change = () =>
      byMail.post("/dashboard/api/password", { current: password, password: "marble kettle 9 north" }, csrf)
    assert.strictEqual(codeOf((await change()).json), "CONFIRMATION_NEEDED")
    assert.strictEqual((await byMail.post("/auth/confirm", { password })).status, 200)
    assert.strictEqual((await change()).status, 200)
  })

  it("needs a sign-in or password of the last 15 minutes", async () => {
    const { browser, csrf, password } = await person()
    clock.advanceMs(15 * minutes)
    const change = () =>
      browser.ask("/dashboard/api/password", {
        method: "POST",
        body: { current: password, password: "marble kettle 9 north" },
        headers: csrf
      })
    assert.strictEqual(codeOf((await change()).json), "CONFIRMATION_NEEDED")
    const wrong = await browser.post("/auth/confirm", { password: "not the password" })
    assert.strictEqual(codeOf(wrong.json), "SIGN_IN_REFUSED")
    assert.strictEqual((await browser.post("/auth/confirm", { password })).status, 200)
    assert.strictEqual((await change()).status, 200)
  })
})

describe("a second factor", () => {
  const withFactor = async () => {
    const one = await person()
    const begun = await one.browser.ask("/dashboard/api/factors/totp", { method: "POST", body: {}, headers: one.csrf })
    const secret = textAt(begun.json, "data", "secret")
    assert.include(textAt(begun.json, "data", "address"), `secret=${secret}`)
    const wrong = await one.browser.ask("/dashboard/api/factors/totp/confirm", {
      method: "POST",
      body: { code: totpOf(secret, stepOf() + 5) },
      headers: one.csrf
    })
    assert.strictEqual(codeOf(wrong.json), "FACTOR_REFUSED")
    assert.strictEqual(textAt(wrong.json, "error", "field"), "code")
    const cookie = one.browser.cookies.get(one.browser.sessionName)
    const on = await one.browser.ask("/dashboard/api/factors/totp/confirm", {
      method: "POST",
      body: { code: totpOf(secret, stepOf()) },
      headers: one.csrf
    })
    assert.strictEqual(on.status, 200, on.text)
    // Whoever took the cookie before has nothing by it that had the factor.
    const before = new Browser(gateway)
    before.cookies.set(one.browser.sessionName, cookie ?? "")
    assert.isFalse(await isIn(before))
    const codes = at(on.json, "data", "backupCodes")
    assert.strictEqual(Array.isArray(codes) ? new Set(codes).size : 0, 10)
    clock.advanceMs(60_000)
    return { ...one, secret, codeOf: (index: number) => textAt(codes, index) }
  }

  it("is the published one: RFC 6238's values", () => {
    const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    const published = [
      [59, "287082"],
      [1111111109, "081804"],
      [1234567890, "005924"],
      [20000000000, "353130"]
    ] as const
    for (const [second, code] of published) assert.strictEqual(totpOf(secret, Math.floor(second / 30)), code)
  })

  it("is asked for after a password and after a mail, and until then the session opens nothing", async () => {
    const { email, password, secret } = await withFactor()
    const byPassword = new Browser(gateway)
    const first = await byPassword.post("/auth/sign-in", { email, password })
    assert.deepEqual([at(first.json, "data", "signedIn"), at(first.json, "data", "needs")], [false, "factor"])
    assert.isFalse(await isIn(byPassword))
    const before = byPassword.cookies.get(byPassword.sessionName)
    const code = totpOf(secret, stepOf())
    const given = await byPassword.post("/auth/factor", { code })
    assert.strictEqual(given.status, 200, given.text)
    assert.isTrue(await isIn(byPassword))
    const half = new Browser(gateway)
    half.cookies.set(byPassword.sessionName, before ?? "")
    assert.isFalse(await isIn(half))

    const byMail = new Browser(gateway)
    await byMail.post("/auth/mail/sign-in", { email })
    const mails = await mailsOf(gateway(), email, 4)
    const token = mails.find(({ link }) => link?.purpose === "sign-in")?.link?.token
    const entered = await byMail.post("/auth/mail", { token })
    assert.strictEqual(at(entered.json, "data", "needs"), "factor")
    assert.isFalse(await isIn(byMail))
    const reused = await byMail.post("/auth/factor", { code })
    assert.strictEqual(codeOf(reused.json), "FACTOR_REFUSED")
    clock.advanceMs(30_000)
    assert.strictEqual((await byMail.post("/auth/factor", { code: totpOf(secret, stepOf()) })).status, 200)
    assert.isTrue(await isIn(byMail))
  })

  it("isn't got around by a new password by mail", async () => {
    const { email } = await withFactor()
    const tab = new Browser(gateway)
    await tab.post("/auth/mail/reset", { email })
    const mails = await mailsOf(gateway(), email, 3)
    const done = await tab.post("/auth/mail", {
      token: mails.find(({ link }) => link?.purpose === "reset")?.link?.token,
      password: "marble kettle 9 north"
    })
    assert.strictEqual(at(done.json, "data", "needs"), "factor")
    assert.isFalse(await isIn(tab))
  })

  it("takes each backup code once, and five wrong codes in 15 minutes", async () => {
    const { codeOf: backup, email, password, secret } = await withFactor()
    const browser = new Browser(gateway)
    await browser.post("/auth/sign-in", { email, password })
    const given = await Promise.all(
      [1, 2, 3].map(() => browser.post("/auth/factor", { code: backup(0).toLowerCase() }))
    )
    assert.strictEqual(given.filter(({ status }) => status === 200).length, 1)
    const next = new Browser(gateway)
    await next.post("/auth/sign-in", { email, password })
    const wrong = await Promise.all(Array.from({ length: 8 }, () => next.post("/auth/factor", { code: "AAAAA-AAAAA" })))
    assert.isAtMost(wrong.filter(({ status }) => status === 401).length, 5)
    const right = await next.post("/auth/factor", { code: totpOf(secret, stepOf()) })
    assert.strictEqual(right.status, 429)
    clock.advanceMs(15 * minutes)
    assert.strictEqual((await next.post("/auth/factor", { code: totpOf(secret, stepOf()) })).status, 200)
  })

  it("is removed, and its secret is sealed and its backup codes are hashed in the database", async () => {
    const { browser, codeOf: backup, csrf, secret } = await withFactor()
    const rows = await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) =>
          sql`SELECT (SELECT json_agg(t) FROM account_totp t)::text || (SELECT json_agg(b) FROM account_backup_codes b)::text AS all`
      )
    )
    assert.notInclude(JSON.stringify(rows), secret)
    assert.notInclude(JSON.stringify(rows), backup(1).replace("-", ""))
    const removed = await browser.ask("/dashboard/api/factors/totp", { method: "DELETE", headers: csrf })
    assert.strictEqual(removed.status, 200, removed.text)
    const me = await browser.ask("/dashboard/api/me")
    assert.isFalse(at(me.json, "data", "secondFactor", "totp"))
  })

  it("tells its person by mail, and their accounts' audit log, when it's set up, renewed and removed", async () => {
    const { browser, csrf, email } = await withFactor()
    assert.strictEqual((await browser.post("/dashboard/api/factors/backup-codes", {}, csrf)).status, 200)
    const remove = () => browser.ask("/dashboard/api/factors/totp", { method: "DELETE", headers: csrf })
    // What isn't there is removed without a word.
    for (let times = 0; times < 2; times++) assert.strictEqual((await remove()).status, 200)
    const told = ["account.factor-added", "account.backup-codes-renewed", "account.factor-removed"]
    const mails = await mailsOf(gateway(), email, 4)
    assert.sameMembers(
      mails.map(({ kind }) => kind),
      ["account.verify", ...told]
    )
    const rows = await auditOf(browser, ...told)
    assert.deepEqual(
      rows.map(([action]) => action),
      told.toReversed()
    )
    assert.notInclude(JSON.stringify([mails, rows]), "otpauth")
  })
})

it("a person's mails and answers never show a password", async () => {
  const { browser, email } = await person()
  const mails = await mailsOf(gateway(), email)
  assert.notInclude(JSON.stringify(mails), goodPassword)
  assert.notInclude((await browser.ask("/dashboard/api/me")).text, goodPassword)
})

describe("the demo account", () => {
  it("opens by one request from this machine, and not to other names, other sites or through a proxy", async () => {
    const browser = new Browser(gateway)
    const demo = (headers: Record<string, string> = {}) => browser.post("/auth/demo", {}, headers)
    const missing = await browser.post("/auth/nothing-here", {})
    assert.deepEqual([(await demo()).status, (await demo()).text], [missing.status, missing.text])
    await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`INSERT INTO core_accounts (id, email, plan, created_at)
          VALUES (gen_random_uuid(), 'demo@storeglass.invalid', 'large', now())`
      )
    )
    const refused = [
      { origin: "https://evil.example" },
      { origin: "http://demo.example:3000" },
      { "x-forwarded-for": "198.51.100.1" },
      { forwarded: "for=198.51.100.1" }
    ]
    for (const headers of refused) {
      const answer = await demo(headers)
      assert.deepEqual([answer.status, answer.text], [missing.status, missing.text], JSON.stringify(headers))
    }
    assert.strictEqual(browser.cookies.size, 0)
    const opened = await demo()
    assert.strictEqual(opened.status, 200, opened.text)
    const me = await browser.ask("/dashboard/api/me")
    assert.deepEqual(at(me.json, "data", "accounts", 0, "plan"), "large")
  })
})

it("who is in no other account goes with it when it's deleted, and who is in another stays", async () => {
  const [one, other] = [await person(), await person()]
  const accountId = textAt(one.me, "accountId")
  await gateway().run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`INSERT INTO account_memberships (account_id, person_id, role, created_at)
        VALUES (${accountId}::uuid, ${textAt(other.me, "person", "id")}, 'admin', now())`
    )
  )
  await gateway().run(
    Effect.flatMap(personalOf(gateway().running.composition.plugins), (parts) =>
      Effect.forEach(parts, (part) => part.forget(accountId))
    )
  )
  assert.isFalse(await isIn(one.browser))
  assert.isTrue(await isIn(other.browser))
  const left = await gateway().run(
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT 1 FROM account_persons WHERE email = ${one.email}`)
  )
  assert.deepEqual(left, [])
})
