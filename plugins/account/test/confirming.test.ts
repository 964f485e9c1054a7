import { adjustableClock, codeOf, useTestGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import { totpOf } from "../src/crypto.ts"
import { Authenticator } from "./authenticator.ts"
import { at, auditOf, Browser, mailsOf, newEmail, signedUp, textAt } from "./support.ts"
import { freshLimits, memberOf, type Somebody } from "./team.support.ts"

const publicUrl = "https://intel.example.com"
const minutes = 60_000
const clock = adjustableClock()
const gateway = useTestGateway({
  plugins: { account: { billing: { mode: "free" } } },
  config: { server: { host: "127.0.0.1", port: 0, publicUrl } },
  clock
})

class PublicBrowser extends Browser {
  override get origin() {
    return publicUrl
  }
}
const stepNow = () => Math.floor(Effect.runSync(clock.clock.currentTimeMillis) / 30_000)
const sql = (text: string, ...values: ReadonlyArray<unknown>) =>
  gateway().run(Effect.flatMap(SqlClient.SqlClient, (client) => client.unsafe(text, values)))

/** Signs in by a mail's link, in a browser of its own. */
const byLink = async (email: string) => {
  const before = (await gateway().outbox(email)).length
  const browser = new PublicBrowser(gateway)
  assert.strictEqual((await browser.post("/auth/mail/sign-in", { email })).status, 202)
  const mails = await mailsOf(gateway(), email, before + 1)
  const token = mails.find(({ link }) => link?.purpose === "sign-in")?.link?.token
  assert.strictEqual((await browser.post("/auth/mail", { token })).status, 200)
  return memberOf(gateway, browser, email)
}

/** Somebody with neither password nor factor nor passkey, whose sign-in is so long ago that changes ask for more. */
const bare = async () => {
  await freshLimits(gateway)
  const email = newEmail()
  // Whoever opens the link elsewhere has no password: the one that was chosen isn't taken.
  const signUp = await new PublicBrowser(gateway).post("/auth/sign-up", { email, password: "otter-lamp-granite-47" })
  assert.strictEqual(signUp.status, 202, signUp.text)
  const [mail] = await mailsOf(gateway(), email)
  const browser = new PublicBrowser(gateway)
  const entered = await browser.post("/auth/mail", { token: mail?.link?.token })
  assert.strictEqual(at(entered.json, "data", "needs"), "password", entered.text)
  const one = await memberOf(gateway, browser, email)
  clock.advanceMs(15 * minutes)
  return one
}
const changePlan = async (who: Somebody) => codeOf((await who.post("/plan", { plan: "small" })).json)
const confirm = (who: Somebody, code: string | undefined) => who.browser.post("/auth/confirm", { code })
const waysOf = async (who: Somebody) => at((await who.browser.ask("/auth/confirm")).json, "data")
const confirmations = async (email: string) =>
  (await mailsOf(gateway(), email)).filter(({ kind }) => kind === "account.confirm")

/** Asks for a code, and gives it once its mail is there. */
const codeFor = async (who: Somebody) => {
  const before = (await gateway().outbox(who.email)).length
  const asked = await who.browser.post("/auth/confirm/mail", {})
  assert.strictEqual(asked.status, 202, asked.text)
  assert.deepEqual(Object.keys(Object(at(asked.json, "data"))), ["expiresAt"])
  await mailsOf(gateway(), who.email, before + 1)
  const [mail] = await confirmations(who.email)
  return mail?.code ?? assert.fail("no code in the mail")
}
const other = (code: string) => (code === "00000000" ? "00000001" : "00000000")

describe("whoever has neither password nor factor nor passkey", () => {
  it("confirms by a code of a mail, which says what for, and only then changes what is an owner's; the audit has it", async () => {
    const one = await bare()
    assert.strictEqual(await changePlan(one), "CONFIRMATION_NEEDED")
    assert.deepEqual(await waysOf(one), { factor: false, passkey: false, password: false, mail: true, providers: [] })
    const code = await codeFor(one)
    const [mail] = await confirmations(one.email)
    assert.strictEqual(mail?.subject, "Confirm that it's you at Storeglass")
    assert.match(mail?.text ?? "", /a change that needs a confirmation: of the plan, .* They use .*127\.0\.0\.1/)
    assert.isUndefined(mail?.link)
    assert.strictEqual(await changePlan(one), "CONFIRMATION_NEEDED")
    const confirmed = await confirm(one, ` ${code.slice(0, 4)} ${code.slice(4)} `)
    assert.strictEqual(confirmed.status, 200, confirmed.text)
    assert.isUndefined(await changePlan(one))
    assert.deepEqual(await auditOf(one.browser, "account.confirmed"), [["account.confirmed", null, { by: "mail" }]])
    clock.advanceMs(15 * minutes)
    assert.strictEqual(codeOf((await one.post("/plan", { plan: "free" })).json), "CONFIRMATION_NEEDED")
  })

  it("uses a code once, the newest, and no more after 15 minutes or five wrong ones", async () => {
    const one = await bare()
    const first = await codeFor(one)
    const second = await codeFor(one)
    if (first !== second) assert.strictEqual(codeOf((await confirm(one, first)).json), "PROOF_INVALID")
    assert.strictEqual((await confirm(one, second)).status, 200)
    assert.strictEqual(codeOf((await confirm(one, second)).json), "PROOF_INVALID")

    clock.advanceMs(15 * minutes)
    const tried = await codeFor(one)
    const wrong = await Promise.all([1, 2, 3, 4, 5].map(() => confirm(one, other(tried))))
    assert.isTrue(wrong.every(({ json, status }) => status === 400 && codeOf(json) === "PROOF_INVALID"))
    assert.strictEqual(codeOf((await confirm(one, tried)).json), "PROOF_INVALID")
    assert.strictEqual(await changePlan(one), "CONFIRMATION_NEEDED")

    const fourth = await codeFor(one)
    for (let times = 0; times < 4; times++) await confirm(one, other(fourth))
    assert.strictEqual((await confirm(one, fourth)).status, 200)

    const late = await codeFor(one)
    clock.advanceMs(15 * minutes)
    assert.strictEqual(codeOf((await confirm(one, late)).json), "PROOF_INVALID")
  })

  it("confirms no other session by it: neither one of their own nor anybody else's, nor signs in", async () => {
    const one = await bare()
    const second = await byLink(one.email)
    const stranger = await bare()
    const code = await codeFor(one)
    for (const who of [second, stranger]) {
      assert.strictEqual(codeOf((await confirm(who, code)).json), "PROOF_INVALID")
      assert.strictEqual(await changePlan(who), "CONFIRMATION_NEEDED")
    }
    const nobody = await new PublicBrowser(gateway).post("/auth/confirm", { code })
    assert.deepEqual([nobody.status, codeOf(nobody.json)], [401, "SESSION_REQUIRED"])
    const [row] = await sql("SELECT ticket_hash, code_hash FROM account_proofs WHERE email = $1", one.email)
    assert.notInclude(JSON.stringify(row), code)
    const asSignIn = await new PublicBrowser(gateway).post("/auth/mail", { ticket: "A".repeat(43), code })
    assert.strictEqual(codeOf(asSignIn.json), "PROOF_INVALID")
    assert.strictEqual((await confirm(one, code)).status, 200)
    // The one that asks last is the one that may.
    const voided = await codeFor(one)
    await codeFor(second)
    assert.strictEqual(codeOf((await confirm(one, voided)).json), "PROOF_INVALID")
  })

  it("can't by it any more once they have a password, an app or a passkey, also with a code that they asked for before", async () => {
    const ways: ReadonlyArray<(who: Somebody) => Promise<unknown>> = [
      (who) => who.post("/password", { password: "marble kettle 9 north" }),
      async (who) => {
        const secret = textAt((await who.post("/factors/totp")).json, "data", "secret")
        const on = await who.post("/factors/totp/confirm", { code: totpOf(secret, stepNow()) })
        assert.strictEqual(on.status, 200, on.text)
      },
      async (who) => {
        const options = at((await who.post("/passkeys/options")).json, "data", "options")
        const made = { challenge: textAt(options, "challenge"), user: { id: textAt(options, "user", "id") } }
        const credential = new Authenticator(publicUrl).make(made)
        const answer = await who.post("/passkeys", { name: "Laptop", credential })
        assert.strictEqual(answer.status, 201, answer.text)
      }
    ]
    for (const [index, add] of ways.entries()) {
      const one = await bare()
      assert.strictEqual((await confirm(one, await codeFor(one))).status, 200)
      const code = await codeFor(one)
      await add(one)
      await sql("UPDATE account_sessions SET confirmed_at = confirmed_at - interval '1 hour'")
      const refused = await confirm(one, code)
      // An app or a passkey begins another session, for which no code was asked.
      const why = index === 0 ? [403, "CONFIRM_OTHERWISE"] : [400, "PROOF_INVALID"]
      assert.deepEqual([refused.status, codeOf(refused.json)], why, `${index}`)
      assert.strictEqual(await changePlan(one), "CONFIRMATION_NEEDED", `${index}`)
      const again = await one.browser.post("/auth/confirm/mail", {})
      assert.strictEqual(codeOf(again.json), "CONFIRM_OTHERWISE", `${index}`)
      assert.isFalse(at(await waysOf(one), "mail"), `${index}`)
    }
  })

  it("asks for so many mails as others do: 10 an hour from a network, 20 a day to an address", async () => {
    const one = await bare()
    const ask = async () => (await one.browser.post("/auth/confirm/mail", {})).status
    const asked = await Promise.all(Array.from({ length: 12 }, ask))
    assert.lengthOf(
      asked.filter((status) => status === 429),
      // One was the mail of the sign-up.
      3
    )
    for (let hours = 0; hours < 2; hours++) {
      clock.advanceMs(60 * minutes)
      for (let times = 0; times < 10; times++) await ask()
    }
    clock.advanceMs(60 * minutes)
    assert.strictEqual(await ask(), 429)
    clock.advanceMs(24 * 60 * minutes)
    assert.strictEqual(await ask(), 202)
  })

  it("is asked from pages of this gateway alone, and who isn't wholly signed in is told nothing", async () => {
    const one = await bare()
    for (const headers of [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }]) {
      for (const [path, body] of [
        ["/auth/confirm/mail", {}],
        ["/auth/confirm", { code: "12345678" }]
      ] as const) {
        const answer = await one.browser.post(path, body, headers)
        assert.deepEqual([answer.status, codeOf(answer.json)], [403, "FORBIDDEN"], path)
      }
    }
    const stranger = new PublicBrowser(gateway)
    assert.strictEqual((await stranger.ask("/auth/confirm")).status, 401)
    assert.strictEqual((await stranger.post("/auth/confirm/mail", {})).status, 401)
    await freshLimits(gateway)
    const { browser, email, password } = await signedUp(gateway, undefined, undefined, new PublicBrowser(gateway))
    const member = await memberOf(gateway, browser, email)
    const secret = textAt((await member.post("/factors/totp")).json, "data", "secret")
    await member.post("/factors/totp/confirm", { code: totpOf(secret, stepNow()) })
    const half = new PublicBrowser(gateway)
    await half.post("/auth/sign-in", { email, password })
    assert.strictEqual((await half.ask("/auth/confirm")).status, 401)
    assert.deepInclude(Object(await waysOf(member)), { factor: true, password: true, mail: false })
  })
})

describe("whoever has a passkey", () => {
  const withPasskey = async (authenticator = new Authenticator(publicUrl)) => {
    const one = await bare()
    assert.strictEqual((await confirm(one, await codeFor(one))).status, 200)
    const options = at((await one.post("/passkeys/options")).json, "data", "options")
    const made = { challenge: textAt(options, "challenge"), user: { id: textAt(options, "user", "id") } }
    const answer = await one.post("/passkeys", { name: "Laptop", credential: authenticator.make(made) })
    assert.strictEqual(answer.status, 201, answer.text)
    clock.advanceMs(15 * minutes)
    return { one, authenticator }
  }
  const challenged = async (who: Somebody) => {
    const begun = await who.browser.post("/auth/confirm/passkey/options", {})
    assert.strictEqual(begun.status, 200, begun.text)
    return { challenge: textAt(begun.json, "data", "options", "challenge"), options: at(begun.json, "data", "options") }
  }

  it("confirms by it: the session has a new cookie and has had its second factor, and the audit has it", async () => {
    const { authenticator, one } = await withPasskey()
    assert.strictEqual(await changePlan(one), "CONFIRMATION_NEEDED")
    assert.deepInclude(Object(await waysOf(one)), { passkey: true, mail: false })
    const before = one.browser.cookies.get("__Host-storeglass")
    const begun = await challenged(one)
    assert.strictEqual(
      at(begun.options, "allowCredentials", 0, "id"),
      Buffer.from(authenticator.credentialId).toString("base64url")
    )
    const credential = authenticator.sign(begun)
    const confirmed = await one.browser.post("/auth/confirm/passkey", { credential })
    assert.strictEqual(confirmed.status, 200, confirmed.text)
    assert.notStrictEqual(one.browser.cookies.get("__Host-storeglass"), before)
    const [row] = await sql(
      "SELECT second_factor_at IS NOT NULL AS given FROM account_sessions WHERE person_id = $1",
      one.personId
    )
    assert.isTrue(at(row, "given"))
    const now = await memberOf(gateway, one.browser, one.email)
    assert.isUndefined(await changePlan(now))
    const [newest] = await auditOf(one.browser, "account.confirmed")
    assert.deepEqual(newest, ["account.confirmed", null, { by: "passkey" }])
  })

  it("confirms nobody else by it, nor by an answer to a sign-in, and nobody signs in by an answer to a confirmation", async () => {
    const { authenticator, one } = await withPasskey()
    const { one: another } = await withPasskey()
    const tries = [
      async () =>
        another.browser.post("/auth/confirm/passkey", { credential: authenticator.sign(await challenged(another)) }),
      async () => {
        const begun = await one.browser.post("/auth/passkeys/options", {})
        const challenge = textAt(begun.json, "data", "options", "challenge")
        return one.browser.post("/auth/confirm/passkey", { credential: authenticator.sign({ challenge }) })
      },
      async () => one.browser.post("/auth/passkeys", { credential: authenticator.sign(await challenged(one)) })
    ]
    for (const [index, attempt] of tries.entries()) {
      const answer = await attempt()
      assert.deepEqual([answer.status, codeOf(answer.json)], [401, "PASSKEY_REFUSED"], `${index}: ${answer.text}`)
    }
    for (const who of [one, another]) assert.strictEqual(await changePlan(who), "CONFIRMATION_NEEDED")
    const nobody = await new PublicBrowser(gateway).post("/auth/confirm/passkey/options", {})
    assert.strictEqual(nobody.status, 401)
  })
})

it("a password and a factor that are given once more stand in the audit as what they are", async () => {
  await freshLimits(gateway)
  const { browser, email, password } = await signedUp(gateway, undefined, undefined, new PublicBrowser(gateway))
  const one = await memberOf(gateway, browser, email)
  assert.strictEqual((await browser.post("/auth/confirm", { password })).status, 200)
  const secret = textAt((await one.post("/factors/totp")).json, "data", "secret")
  await one.post("/factors/totp/confirm", { code: totpOf(secret, stepNow()) })
  clock.advanceMs(minutes)
  assert.strictEqual((await browser.post("/auth/factor", { code: totpOf(secret, stepNow()) })).status, 200)
  assert.deepEqual(
    (await auditOf(browser, "account.confirmed")).map(([, , after]) => after),
    [{ by: "factor" }, { by: "password" }]
  )
})

it("nobody confirms by a password who has yet to give their second factor", async () => {
  await freshLimits(gateway)
  const { browser, email, password } = await signedUp(gateway, undefined, undefined, new PublicBrowser(gateway))
  const one = await memberOf(gateway, browser, email)
  const secret = textAt((await one.post("/factors/totp")).json, "data", "secret")
  await one.post("/factors/totp/confirm", { code: totpOf(secret, stepNow()) })
  const half = new PublicBrowser(gateway)
  assert.strictEqual(at((await half.post("/auth/sign-in", { email, password })).json, "data", "needs"), "factor")
  clock.advanceMs(minutes)
  const sessions = () =>
    sql("SELECT id, confirmed_at FROM account_sessions WHERE person_id = $1 ORDER BY id", one.personId)
  const before = await sessions()
  assert.lengthOf(before, 2)
  const asked = await half.post("/auth/confirm", { password })
  assert.deepEqual([asked.status, codeOf(asked.json)], [401, "SESSION_REQUIRED"], asked.text)
  assert.deepEqual(await sessions(), before)
})
