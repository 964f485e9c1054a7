import { runInNewContext } from "node:vm"
import { Outbox } from "@storeglass/core"
import { adjustableClock, codeOf, databaseText, useTestGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import { refusalScript } from "../src/mail/mailPage.ts"
import { costNow, Passwords } from "../src/persons/Passwords.ts"
import { at, Browser, goodPassword, mailsOf, newEmail, signedUp, textAt } from "./support.ts"

const clock = adjustableClock()
const gateway = useTestGateway({ plugins: { account: true }, clock })
const minutes = 60_000
const hours = 60 * minutes

/** Every test comes from one address, and counts from nothing. */
const browserOf = () => new Browser(gateway)
const freshLimits = () => {
  return gateway().run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM account_limits`))
}
const personsOf = (email: string) =>
  gateway().run(
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT id FROM account_persons WHERE email = ${email}`)
  )

describe("signing up", () => {
  it("makes a person, an account on the free plan and its owner once the address is confirmed, and nothing before", async () => {
    await freshLimits()
    const email = newEmail()
    const browser = browserOf()
    const asked = await browser.post("/auth/sign-up", { email: email.toUpperCase(), password: goodPassword })
    assert.strictEqual(asked.status, 202, asked.text)
    assert.strictEqual(browser.sessionName, "")
    assert.deepEqual(await personsOf(email), [])
    const [mail] = await mailsOf(gateway(), email)
    const proven = await browser.post("/auth/mail", { token: mail?.link?.token })
    assert.strictEqual(proven.status, 200, proven.text)
    assert.notEqual(browser.sessionName, "")
    const rows = await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (
          sql
        ) => sql`SELECT m.role, a.plan, a.email FROM account_memberships m JOIN account_persons p ON p.id = m.person_id
          JOIN core_accounts a ON a.id = m.account_id WHERE p.email = ${email}`
      )
    )
    assert.deepEqual(rows, [{ role: "owner", plan: "free", email }])
  })

  it("takes over the account that the operator made for the address, once", async () => {
    await freshLimits()
    const email = newEmail("taken")
    const made = await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`INSERT INTO core_accounts (id, email, plan, created_at)
          VALUES (gen_random_uuid(), ${email}, 'large', now()) RETURNING id`
      )
    )
    await signedUp(gateway, email)
    const rows = await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`SELECT m.account_id AS id FROM account_memberships m JOIN account_persons p ON p.id = m.person_id
          WHERE p.email = ${email}`
      )
    )
    assert.deepEqual(rows, made)
  })

  it("answers the same for an address with an account, whose owner alone is told by mail", async () => {
    await freshLimits()
    const { email } = await signedUp(gateway)
    const again = await browserOf().post("/auth/sign-up", { email, password: "another good one 88" })
    const other = await browserOf().post("/auth/sign-up", { email: newEmail(), password: "another good one 88" })
    assert.strictEqual(again.status, other.status)
    assert.deepEqual(Object.keys(Object(again.json)), Object.keys(Object(other.json)))
    assert.strictEqual(again.text.length, other.text.length)
    const [mail] = await mailsOf(gateway(), email, 2)
    assert.strictEqual(mail?.kind, "account.known")
    assert.isUndefined(mail?.code)
    assert.isUndefined(mail?.link)
    const old = await browserOf().post("/auth/sign-in", { email, password: "another good one 88" })
    assert.strictEqual(codeOf(old.json), "SIGN_IN_REFUSED")
  })

  it("takes no password that a stranger chose for someone's address, though its owner opens the link", async () => {
    await freshLimits()
    const email = newEmail("victim")
    const stranger = browserOf()
    await stranger.post("/auth/sign-up", { email, password: "the stranger's own 12" })
    const [mail] = await mailsOf(gateway(), email)
    const owner = browserOf()
    const proven = await owner.post("/auth/mail", { token: mail?.link?.token })
    assert.strictEqual(proven.status, 200, proven.text)
    assert.deepEqual([at(proven.json, "data", "signedIn"), at(proven.json, "data", "needs")], [true, "password"])
    const entry = await stranger.post("/auth/sign-in", { email, password: "the stranger's own 12" })
    assert.strictEqual(codeOf(entry.json), "SIGN_IN_REFUSED")

    const me = await owner.ask("/dashboard/api/me")
    const csrf = { "x-csrf-token": textAt(me.json, "data", "csrfToken") }
    const chosen = await owner.post("/dashboard/api/password", { password: goodPassword }, csrf)
    assert.strictEqual(chosen.status, 200, chosen.text)
    assert.strictEqual((await browserOf().post("/auth/sign-in", { email, password: goodPassword })).status, 200)
  })

  it("takes the password where link or code is used in the browser that signed up", async () => {
    await freshLimits()
    const byLink = await signedUp(gateway)
    const email = newEmail()
    const tab = browserOf()
    const asked = await tab.post("/auth/sign-up", { email, password: goodPassword })
    const [mail] = await mailsOf(gateway(), email)
    tab.cookies.clear()
    const proven = await tab.post("/auth/mail", { ticket: textAt(asked.json, "data", "ticket"), code: mail?.code })
    assert.isNull(at(proven.json, "data", "needs"))
    for (const each of [byLink.email, email]) {
      const entry = await browserOf().post("/auth/sign-in", { email: each, password: goodPassword })
      assert.strictEqual(entry.status, 200, entry.text)
    }
  })

  it("refuses short, long, common and own-address passwords, naming the field", async () => {
    await freshLimits()
    const email = "grace.hopper@example.com"
    const refused = [
      "short",
      "x".repeat(129),
      "qwerty123456",
      "Password2024!",
      "passwordpassword",
      "123456789012345678",
      "Grace.Hopper@example.com",
      "grace.hopper1999",
      "Storeglass2026!"
    ]
    for (const password of refused) {
      const answer = await browserOf().post("/auth/sign-up", { email, password })
      assert.deepEqual([answer.status, codeOf(answer.json)], [400, "PASSWORD_REFUSED"], password)
      assert.match(textAt(answer.json, "error", "message"), /^password \(body\): /)
    }
    const taken = await browserOf().post("/auth/sign-up", { email, password: "ein ganz langer Satz ohne Ziffern" })
    assert.strictEqual(taken.status, 202, taken.text)
  })

  it("names the field of a malformed body, and refuses one over 16 KiB", async () => {
    const wrong = await browserOf().post("/auth/sign-up", { email: "ada", password: goodPassword })
    assert.strictEqual(codeOf(wrong.json), "INVALID_INPUT")
    assert.match(textAt(wrong.json, "error", "message"), /^email \(body\): must be an e-mail address/)
    const unknown = await browserOf().post("/auth/sign-in", { email: newEmail(), password: "x", remember: true })
    assert.match(textAt(unknown.json, "error", "message"), /^remember \(body\): /)
    const hinted = await browserOf().post("/auth/sign-up", { email: newEmail(), password: goodPassword, hint: "x" })
    assert.match(textAt(hinted.json, "error", "message"), /^hint \(body\): /)
    const large = await browserOf().post("/auth/sign-in", { email: newEmail(), password: "x".repeat(17_000) })
    assert.strictEqual(large.status, 413)
  })
})

describe("mails", () => {
  it("are in the reader's language, in text and HTML that loads nothing", async () => {
    await freshLimits()
    const email = newEmail()
    await browserOf().post("/auth/sign-up", { email, password: goodPassword }, { "accept-language": "de-AT,de;q=0.9" })
    const [mail] = await mailsOf(gateway(), email)
    assert.match(mail?.subject ?? "", /^Bestätige deine E-Mail-Adresse/)
    assert.include(mail?.html ?? "", '<html lang="de">')
    assert.notMatch(mail?.html ?? "", /<(img|link|script|iframe)|url\(/)
    assert.include(mail?.html ?? "", mail?.link?.address ?? "none")
  })

  it("lead to a page that says of a refusal in its own language what the API says in English", async () => {
    const headers = { "accept-language": "de" }
    for (const path of ["/auth/mail", "/auth/providers/sandbox/callback"]) {
      const { text } = await browserOf().ask(path, { headers })
      assert.include(text, '<html lang="de">', path)
      const said = new Map([...text.matchAll(/ data-([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))
      for (const code of ["TOO_MANY_ATTEMPTS", "SERVICE_UNAVAILABLE", "SIGN_UP_CLOSED", "FORBIDDEN"]) {
        assert.isString(said.get(code), `${path}: ${code}`)
      }
      const main = {
        getAttribute: (name: string) => said.get(name.slice(5)) ?? null,
        dataset: Object.fromEntries(said)
      }
      const refusalOf = (lang: string, code: string): unknown =>
        runInNewContext(`${refusalScript}; refusal({ code, message: "state (body): is gone" })`, {
          main,
          document: { documentElement: { lang } },
          code
        })
      assert.match(String(refusalOf("de", "TOO_MANY_ATTEMPTS")), /^Zu viele Versuche/)
      assert.strictEqual(refusalOf("de", "WHATEVER"), String(said.get("refused")).replace("{code}", "WHATEVER"))
      assert.match(String(refusalOf("de", "WHATEVER")), /^Das hat nicht geklappt \(WHATEVER\)/)
      assert.strictEqual(refusalOf("en", "WHATEVER"), "Is gone.")
    }
    const { text } = await browserOf().ask("/auth/mail", { headers })
    assert.match(text, /data-factor="Fast geschafft/)
  })

  it("carry the token in the fragment of a page that changes nothing, however often a scanner opens it", async () => {
    await freshLimits()
    const email = newEmail()
    const browser = browserOf()
    await browser.post("/auth/sign-up", { email, password: goodPassword })
    const [mail] = await mailsOf(gateway(), email)
    const { hash, pathname, search } = new URL(mail?.link?.address ?? "")
    assert.deepEqual([pathname, search], ["/auth/mail", ""])
    assert.include(hash, mail?.link?.token ?? "none")
    for (const path of ["/auth/mail", "/auth/mail.js", "/auth/mail.css", `/auth/mail?token=${mail?.link?.token}`]) {
      for (const method of ["GET", "HEAD"]) {
        const opened = await browserOf().ask(path, { method })
        assert.include([200, 400], opened.status)
        if (path === "/auth/mail") {
          assert.match(opened.headers.get("content-security-policy") ?? "", /^default-src 'none'/)
          assert.notMatch(opened.text, /<script>|style="|onclick/)
        }
      }
    }
    const used = await browser.post("/auth/mail", { token: mail?.link?.token })
    assert.strictEqual(used.status, 200, used.text)
  })

  it("work once, and not after a newer one or their time", async () => {
    await freshLimits()
    const { browser, email } = await signedUp(gateway)
    const ask = async (count: number) => {
      assert.strictEqual((await browser.post("/auth/mail/sign-in", { email })).status, 202)
      const mails = await mailsOf(gateway(), email, count)
      return mails.find(({ link }) => link !== undefined)?.link?.token
    }
    const first = await ask(2)
    const second = await ask(3)
    const voided = await browserOf().post("/auth/mail", { token: first })
    assert.deepEqual([voided.status, codeOf(voided.json)], [400, "PROOF_INVALID"])
    const answers = await Promise.all([1, 2, 3, 4].map(() => browserOf().post("/auth/mail", { token: second })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400])
    // Beside them is one of the new browser that came in.
    const third = await ask(5)
    clock.advanceMs(15 * minutes)
    const late = await browserOf().post("/auth/mail", { token: third })
    assert.strictEqual(codeOf(late.json), "PROOF_INVALID")
  })

  it("sign in by a code too, in the tab that asked, with five tries over all", async () => {
    await freshLimits()
    const { email } = await signedUp(gateway)
    const tab = browserOf()
    const asked = await tab.post("/auth/mail/sign-in", { email })
    const ticket = textAt(asked.json, "data", "ticket")
    const [mail] = await mailsOf(gateway(), email, 2)
    const elsewhere = await browserOf().post("/auth/mail", { ticket: "A".repeat(43), code: mail?.code })
    assert.strictEqual(codeOf(elsewhere.json), "PROOF_INVALID")
    const entered = await tab.post("/auth/mail", { ticket, code: mail?.code })
    assert.strictEqual(entered.status, 200, entered.text)

    const next = textAt((await tab.post("/auth/mail/sign-in", { email })).json, "data", "ticket")
    // Beside them is one of the new browser, before or after it.
    const newest = (await mailsOf(gateway(), email, 4)).find(({ code }) => code !== undefined)
    const wrong = newest?.code === "00000000" ? "00000001" : "00000000"
    const tries = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7].map(() => tab.post("/auth/mail", { ticket: next, code: wrong }))
    )
    assert.isTrue(tries.every(({ status }) => status === 400))
    const right = await tab.post("/auth/mail", { ticket: next, code: newest?.code })
    assert.strictEqual(codeOf(right.json), "PROOF_INVALID")
  })

  it("go to nobody when an address without an account asks to sign in or for a new password", async () => {
    await freshLimits()
    const email = newEmail("nobody")
    const { email: known } = await signedUp(gateway)
    for (const path of ["/auth/mail/sign-in", "/auth/mail/reset"]) {
      const answer = await browserOf().post(path, { email })
      assert.strictEqual(answer.status, 202)
    }
    // A mail asked for later has arrived: theirs would have, too.
    await browserOf().post("/auth/mail/sign-in", { email: known })
    await mailsOf(gateway(), known, 2)
    assert.deepEqual(await gateway().outbox(email), [])
  })
})

describe("a forgotten password", () => {
  it("is replaced by mail, which signs out everyone else and says so", async () => {
    await freshLimits()
    const { browser, email } = await signedUp(gateway)
    const tab = browserOf()
    await tab.post("/auth/mail/reset", { email })
    const [mail] = await mailsOf(gateway(), email, 2)
    assert.strictEqual(mail?.link?.purpose, "reset")
    const weak = await tab.post("/auth/mail", { token: mail?.link?.token, password: "qwerty123456" })
    assert.strictEqual(codeOf(weak.json), "PASSWORD_REFUSED")
    const missing = await tab.post("/auth/mail", { token: mail?.link?.token })
    assert.strictEqual(codeOf(missing.json), "PASSWORD_REFUSED")
    const done = await tab.post("/auth/mail", { token: mail?.link?.token, password: "marble kettle 9 north" })
    assert.strictEqual(done.status, 200, done.text)
    const [told] = await mailsOf(gateway(), email, 3)
    assert.strictEqual(told?.kind, "account.password-changed")
    const old = await browserOf().post("/auth/sign-in", { email, password: goodPassword })
    assert.strictEqual(codeOf(old.json), "SIGN_IN_REFUSED")
    const fresh = await browserOf().post("/auth/sign-in", { email, password: "marble kettle 9 north" })
    assert.strictEqual(fresh.status, 200, fresh.text)
    const left = await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`SELECT count(*)::int AS left FROM account_sessions s JOIN account_persons p ON p.id = s.person_id
          WHERE p.email = ${email}`
      )
    )
    assert.deepEqual(left, [{ left: 2 }])
    assert.notEqual(browser.sessionName, "")
  })
})

describe("signing in by password", () => {
  it("tells an unknown address from a wrong password by nothing in the answer", async () => {
    await freshLimits()
    const { email } = await signedUp(gateway)
    const wrong = await browserOf().post("/auth/sign-in", { email, password: "not the password 1" })
    const unknown = await browserOf().post("/auth/sign-in", { email: newEmail(), password: "not the password 1" })
    assert.deepEqual([wrong.status, wrong.text], [unknown.status, unknown.text])
    assert.deepEqual(wrong.headers.getSetCookie(), unknown.headers.getSetCookie())
  })

  it("hashes a password anew when it was hashed with less than is asked for now", async () => {
    await freshLimits()
    const { email, password } = await signedUp(gateway)
    const weak = await Effect.runPromise(
      Effect.provide(
        Effect.flatMap(Passwords, ({ hash }) => hash(password)),
        Passwords.layerOf({ ...costNow, passes: 1 })
      )
    )
    const stored = () =>
      gateway().run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql<{ password: string }>`SELECT i.password FROM account_identities i
            JOIN account_persons p ON p.id = i.person_id WHERE p.email = ${email} AND i.password IS NOT NULL`
        )
      )
    await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`UPDATE account_identities i SET password = ${weak} FROM account_persons p
          WHERE p.id = i.person_id AND p.email = ${email}`
      )
    )
    const wrong = await browserOf().post("/auth/sign-in", { email, password: "not the password 1" })
    assert.strictEqual(codeOf(wrong.json), "SIGN_IN_REFUSED")
    assert.strictEqual((await stored())[0]?.password, weak)
    assert.strictEqual((await browserOf().post("/auth/sign-in", { email, password })).status, 200)
    const { memoryKiB, passes } = costNow
    assert.include((await stored())[0]?.password ?? "", `$m=${memoryKiB},t=${passes},p=1$`)
    assert.strictEqual((await browserOf().post("/auth/sign-in", { email, password })).status, 200)
  })

  it("begins a session of its own: one that was there before is worth nothing after", async () => {
    await freshLimits()
    const { browser, email, password } = await signedUp(gateway)
    const before = new Map(browser.cookies)
    const name = browser.sessionName
    const again = await browser.post("/auth/sign-in", { email, password })
    assert.strictEqual(again.status, 200, again.text)
    assert.notEqual(browser.cookies.get(name), before.get(name))
    const fixed = browserOf()
    fixed.cookies.set(name, "attacker-chosen.c2lnbmF0dXJl")
    await fixed.post("/auth/sign-in", { email, password })
    assert.notInclude(fixed.cookies.get(name) ?? "", "attacker-chosen")
  })

  it("sets a cookie that no script reads, and keeps only hashes of it, of mails' tokens and of passwords", async () => {
    await freshLimits()
    const { browser, email, password } = await signedUp(gateway)
    const answer = await browser.post("/auth/sign-in", { email, password })
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith(`${browser.sessionName}=`)) ?? ""
    for (const attribute of ["HttpOnly", "SameSite=Lax", "Path=/"]) assert.include(cookie, attribute)
    const [token = ""] = decodeURIComponent(browser.cookies.get(browser.sessionName) ?? "").split(".")
    const mail = (await mailsOf(gateway(), email)).at(-1)
    assert.isAtLeast(token.length, 43)
    assert.notInclude(answer.text, token)
    // The outbox is the sandbox's mailbox: a gateway that sends mail keeps none.
    await gateway().run(Effect.flatMap(Outbox, ({ clear }) => clear))
    const stored = await gateway().run(databaseText)
    for (const secret of [token, password, mail?.link?.token ?? "none"]) assert.notInclude(stored, secret)
  })

  it("admits 20 wrong passwords of a network in 15 minutes, exactly, and the next after them", async () => {
    await freshLimits()
    const tries = await Promise.all(
      Array.from({ length: 30 }, () => browserOf().post("/auth/sign-in", { email: newEmail(), password: "x" }))
    )
    const codes = tries.map(({ json }) => codeOf(json))
    assert.strictEqual(codes.filter((code) => code === "SIGN_IN_REFUSED").length, 20)
    const limited = tries.find(({ status }) => status === 429)
    assert.isAtLeast(Number(limited?.headers.get("retry-after")), 1)
    clock.advanceMs(15 * minutes)
    const later = await browserOf().post("/auth/sign-in", { email: newEmail(), password: "x" })
    assert.strictEqual(codeOf(later.json), "SIGN_IN_REFUSED")
  })

  it("after 10 wrong ones from unknown browsers leaves mail for an hour, and known browsers their password", async () => {
    await freshLimits()
    const { browser, email, password } = await signedUp(gateway)
    for (let wrong = 0; wrong < 10; wrong++) {
      const answer = await browserOf().post("/auth/sign-in", { email, password: "not the password 1" })
      assert.strictEqual(codeOf(answer.json), "SIGN_IN_REFUSED")
    }
    clock.advanceMs(16 * minutes)
    const stranger = await browserOf().post("/auth/sign-in", { email, password })
    assert.deepEqual([stranger.status, codeOf(stranger.json)], [403, "SIGN_IN_BY_MAIL"])
    const owner = await browser.post("/auth/sign-in", { email, password })
    assert.strictEqual(owner.status, 200, owner.text)
    clock.advanceMs(45 * minutes)
    const later = await browserOf().post("/auth/sign-in", { email, password })
    assert.strictEqual(later.status, 200, later.text)
    const [told] = await mailsOf(gateway(), email, 2)
    assert.strictEqual(told?.kind, "account.new-device")
  })

  it("tells people by mail of a browser that a link let in for the first time, and of none that they used before", async () => {
    await freshLimits()
    const { browser, email } = await signedUp(gateway)
    const kinds = async (count: number) => (await mailsOf(gateway(), email, count)).map(({ kind }) => kind)
    const enterBy = async (tab: Browser, purpose: "sign-in" | "reset", mails: number) => {
      await tab.post(`/auth/mail/${purpose}`, { email })
      const [mail] = await mailsOf(gateway(), email, mails)
      const password = purpose === "reset" ? { password: goodPassword } : {}
      const entry = await tab.post("/auth/mail", { token: mail?.link?.token, ...password })
      assert.strictEqual(entry.status, 200, entry.text)
    }
    await enterBy(browser, "sign-in", 2)
    assert.deepEqual(await kinds(2), ["account.sign-in", "account.verify"])
    const stranger = browserOf()
    await enterBy(stranger, "sign-in", 3)
    assert.deepEqual((await kinds(4))[0], "account.new-device")
    await enterBy(stranger, "sign-in", 5)
    // The mail of a new password says from where it was set, so that there's no second one.
    await enterBy(browserOf(), "reset", 6)
    assert.deepEqual((await kinds(7)).slice(0, 3), ["account.password-changed", "account.reset", "account.sign-in"])
  })

  it("admits 5 sign-ups and 10 mails of a network in an hour, and 20 mails to an address in a day", async () => {
    await freshLimits()
    const signUps = await Promise.all(
      Array.from({ length: 8 }, () => browserOf().post("/auth/sign-up", { email: newEmail(), password: goodPassword }))
    )
    assert.strictEqual(signUps.filter(({ status }) => status === 202).length, 5)
    const mails = await Promise.all(
      Array.from({ length: 8 }, () => browserOf().post("/auth/mail/sign-in", { email: newEmail() }))
    )
    assert.strictEqual(mails.filter(({ status }) => status === 202).length, 5)

    await freshLimits()
    const email = newEmail()
    let sent = 0
    for (let round = 0; round < 3; round++) {
      const asked = await Promise.all(
        Array.from({ length: 10 }, () => browserOf().post("/auth/mail/sign-in", { email }))
      )
      sent += asked.filter(({ status }) => status === 202).length
      clock.advanceMs(hours)
    }
    assert.strictEqual(sent, 20)
  })

  it("isn't changed by headers with which a client claims another address", async () => {
    await freshLimits()
    const tries = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        browserOf().post(
          "/auth/sign-in",
          { email: newEmail(), password: "x" },
          {
            "x-forwarded-for": `198.51.100.${index}`,
            forwarded: `for=198.51.100.${index}`,
            "x-real-ip": "198.51.100.1"
          }
        )
      )
    )
    assert.strictEqual(tries.filter(({ json }) => codeOf(json) === "SIGN_IN_REFUSED").length, 20)
  })

  it("is refused to pages of other sites", async () => {
    const { email, password } = { email: newEmail(), password: goodPassword }
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { origin: "http://127.0.0.1:1" }
    ]) {
      const answer = await browserOf().post("/auth/sign-in", { email, password }, headers)
      assert.deepEqual([answer.status, codeOf(answer.json)], [403, "FORBIDDEN"], JSON.stringify(headers))
    }
  })
})

describe("signing out", () => {
  it("ends the session at once, also for who kept the cookie", async () => {
    await freshLimits()
    const { browser, email } = await signedUp(gateway)
    const out = await browser.post("/auth/sign-out", {})
    assert.strictEqual(out.status, 200, out.text)
    assert.strictEqual(browser.sessionName, "")
    assert.strictEqual(out.headers.get("clear-site-data"), '"cache"')
    const left = await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) =>
          sql`SELECT 1 FROM account_sessions s JOIN account_persons p ON p.id = s.person_id WHERE p.email = ${email}`
      )
    )
    assert.deepEqual(left, [])
  })
})

it("a password is good until it's changed, however long ago it was chosen", async () => {
  await freshLimits()
  const { email, password } = await signedUp(gateway)
  clock.advanceMs(2 * 365 * 24 * hours)
  const entry = await browserOf().post("/auth/sign-in", { email, password })
  assert.deepEqual([entry.status, at(entry.json, "data", "needs")], [200, null], entry.text)
})
