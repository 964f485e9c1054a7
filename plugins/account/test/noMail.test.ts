import { healthOf } from "@storeglass/gateway"
import { codeOf } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert, beforeEach, describe, it } from "vitest"
import { Authenticator } from "./authenticator.ts"
import { through, useGatewayWithoutMail } from "./providerSupport.ts"
import { at, Browser, goodPassword, newEmail, textAt } from "./support.ts"

const publicUrl = "https://intel.example.com"
const { control, gateway } = await useGatewayWithoutMail(publicUrl)

class PublicBrowser extends Browser {
  override get origin() {
    return publicUrl
  }
}
const browserOf = () => new PublicBrowser(gateway)
const csrfOf = async (browser: Browser) => ({
  "x-csrf-token": textAt((await browser.ask("/dashboard/api/me")).json, "data", "csrfToken")
})

const noLimits = () => gateway().run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM account_limits`))
// All come from one network, which may make five accounts an hour.
beforeEach(() => noLimits())

describe("a gateway that sends no mail", () => {
  it("answers 503 to what can't be done without, says so in its health and to sign-in pages, and is ready", async () => {
    const email = newEmail()
    const asked = [
      browserOf().post("/auth/sign-up", { email, password: goodPassword }),
      browserOf().post("/auth/mail/sign-in", { email }),
      browserOf().post("/auth/mail/reset", { email }),
      through(browserOf(), "ada@sandbox.example", { provider: "plain" })
    ]
    for (const answer of await Promise.all(asked)) {
      assert.deepEqual([answer.status, codeOf(answer.json)], [503, "SERVICE_UNAVAILABLE"], answer.text)
      assert.match(textAt(answer.json, "error", "message"), /sends no mail: sign in by a provider or a passkey/)
    }
    const left = await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`SELECT 1 FROM account_proofs UNION ALL SELECT 1 FROM account_limits`
      )
    )
    assert.deepEqual(left, [])
    assert.isFalse(at((await browserOf().ask("/auth/ways")).json, "data", "mail"))
    const health = await gateway().run(healthOf(gateway().running.composition.plugins))
    assert.strictEqual(health["account.mail"]?.status, "degraded")
    assert.strictEqual((await gateway().ask("/ready")).status, 200)
  })

  it("makes accounts by a trusted provider, takes passkeys, and lets nobody take away their last way in", async () => {
    const browser = browserOf()
    const email = newEmail("grace").replace("example.com", "sandbox.example")
    const entered = await through(browser, email, { provider: "trusted" })
    assert.strictEqual(entered.status, 200, entered.text)
    const csrf = await csrfOf(browser)
    const identity = textAt((await browser.ask("/dashboard/api/me")).json, "data", "providers", 0, "id")
    const remove = (path: string) => browser.ask(path, { method: "DELETE", headers: csrf })
    const last = await remove(`/dashboard/api/identities/${identity}`)
    assert.deepEqual([last.status, codeOf(last.json)], [409, "LAST_WAY_IN"])

    const authenticator = new Authenticator(publicUrl)
    const begun = await browser.post("/dashboard/api/passkeys/options", {}, csrf)
    const options = at(begun.json, "data", "options")
    const credential = authenticator.make({
      challenge: textAt(options, "challenge"),
      user: { id: textAt(options, "user", "id") }
    })
    const made = await browser.post("/dashboard/api/passkeys", { name: "Key", credential }, csrf)
    const passkey = textAt(made.json, "data", "passkey", "id")
    // Of two that go at once, one stays.
    const both = await Promise.all([
      remove(`/dashboard/api/identities/${identity}`),
      remove(`/dashboard/api/passkeys/${passkey}`)
    ])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
  })

  it("answers 503 to who asks for another address, and counts nothing", async () => {
    const browser = browserOf()
    const entered = await through(browser, newEmail("joan").replace("example.com", "sandbox.example"), {
      provider: "trusted"
    })
    assert.strictEqual(entered.status, 200, entered.text)
    const kept = () =>
      gateway().run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`SELECT id FROM account_limits UNION ALL SELECT id::text FROM account_proofs ORDER BY 1`
        )
      )
    const before = await kept()
    const asked = await browser.post("/dashboard/api/email", { email: newEmail() }, await csrfOf(browser))
    assert.deepEqual([asked.status, codeOf(asked.json)], [503, "SERVICE_UNAVAILABLE"], asked.text)
    assert.match(textAt(asked.json, "error", "message"), /sends no mail/)
    assert.deepEqual(await kept(), before)
  })

  it("takes a new sign-in by their provider for a confirmation, of who is signed in and in their session alone", async () => {
    const [email, stranger] = [newEmail("mary"), newEmail("eve")].map((each) =>
      each.replace("example.com", "sandbox.example")
    )
    const browser = browserOf()
    await through(browser, stranger ?? "", { provider: "trusted" })
    await through(browser, email ?? "", { provider: "trusted" })
    const csrf = await csrfOf(browser)
    const change = async () => codeOf((await browser.post("/dashboard/api/factors/totp", {}, csrf)).json)
    await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`UPDATE account_sessions SET confirmed_at = confirmed_at - interval '1 hour'`
      )
    )
    assert.strictEqual(await change(), "CONFIRMATION_NEEDED")
    const ways = await browser.ask("/auth/confirm")
    assert.deepEqual(at(ways.json, "data"), {
      factor: false,
      passkey: false,
      password: false,
      mail: false,
      providers: [{ id: "trusted", name: "trusted" }]
    })
    const mail = await browser.post("/auth/confirm/mail", {})
    assert.deepEqual([mail.status, codeOf(mail.json)], [403, "CONFIRM_OTHERWISE"])
    const options = { provider: "trusted", begin: "/auth/confirm/providers/trusted" }
    const plain = await browser.post("/auth/confirm/providers/plain", {})
    assert.deepEqual([plain.status, codeOf(plain.json)], [403, "CONFIRM_OTHERWISE"])
    const asAnother = await through(browser, stranger ?? "", options)
    assert.deepEqual([asAnother.status, codeOf(asAnother.json)], [403, "CONFIRM_OTHERWISE"])
    assert.strictEqual(await change(), "CONFIRMATION_NEEDED")
    // A click at a provider that knows the browser isn't enough.
    const begun = await browser.post("/auth/confirm/providers/trusted", {})
    const { searchParams } = new URL(textAt(begun.json, "data", "address"))
    assert.deepEqual([searchParams.get("prompt"), searchParams.get("max_age")], ["login", "0"])
    control.fail({ kind: "staleSignIn", upstream: "identity" })
    const stale = await through(browser, email ?? "", options)
    control.clearFaults()
    assert.deepEqual([stale.status, codeOf(stale.json)], [400, "PROVIDER_REFUSED"])
    assert.strictEqual(await change(), "CONFIRMATION_NEEDED")
    const confirmed = await through(browser, email ?? "", { ...options, body: { returnTo: "/dashboard/plan" } })
    assert.deepEqual(at(confirmed.json, "data"), { confirmed: true, returnTo: "/dashboard/plan" })
    assert.isUndefined(await change())
  })

  it("keeps no mails to be sent later", async () => {
    const browser = browserOf()
    await through(browser, "linus@sandbox.example", { provider: "trusted" })
    await through(browserOf(), "linus@sandbox.example", { provider: "trusted" })
    const waiting = await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`SELECT task_identifier FROM graphile_worker.jobs WHERE task_identifier LIKE 'account.send%'`
      )
    )
    assert.deepEqual(waiting, [])
  })

  it("gives invitations as a link to hand over, which is for who is signed in with the address alone", async () => {
    const addressOf = (name: string) => newEmail(name).replace("example.com", "sandbox.example")
    const owner = browserOf()
    await through(owner, addressOf("owner"), { provider: "trusted" })
    const csrf = await csrfOf(owner)
    const email = addressOf("invited")
    const invited = await owner.post("/dashboard/api/invitations", { email, role: "member" }, csrf)
    assert.strictEqual(invited.status, 201, invited.text)
    assert.isFalse(at(invited.json, "data", "mailed"))
    const token = /#invite\.([A-Za-z0-9_-]{43})$/.exec(textAt(invited.json, "data", "link"))?.[1] ?? ""
    const found = browserOf()
    const unknown = await found.post("/auth/invitation", { token })
    assert.strictEqual(codeOf(unknown.json), "SESSION_REQUIRED")
    await through(found, addressOf("finder"), { provider: "trusted" })
    assert.strictEqual(codeOf((await found.post("/auth/invitation", { token })).json), "SESSION_REQUIRED")
    const own = browserOf()
    await through(own, email, { provider: "trusted" })
    // Whoever has the link learns nothing of whether the address is known by now.
    const known = await browserOf().post("/auth/invitation", { token })
    assert.deepEqual([known.status, at(known.json, "error")], [unknown.status, at(unknown.json, "error")])
    assert.strictEqual((await own.post("/auth/invitation", { token })).status, 200)
    const me = await own.ask("/dashboard/api/me")
    const theirs = textAt((await owner.ask("/dashboard/api/me")).json, "data", "accountId")
    assert.strictEqual(textAt(me.json, "data", "accountId"), theirs)
  })
})

it("outside the sandbox an operator without a second factor is told so, and opens no operators' route", async () => {
  const browser = browserOf()
  const email = newEmail("chief").replace("example.com", "sandbox.example")
  assert.strictEqual((await through(browser, email, { provider: "trusted" })).status, 200)
  const routes = gateway().running.composition.operations.filter(
    ({ method, path, session }) => session?.role === "operator" && method === "GET" && !path.includes(":")
  )
  assert.isAbove(routes.length, 3)
  await gateway().run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`INSERT INTO account_operators (person_id, added_at)
        SELECT id, now() FROM account_persons WHERE email = ${email}`
    )
  )
  assert.strictEqual(at((await browser.ask("/dashboard/api/me")).json, "data", "operator"), "needs-factor")
  for (const { path } of routes) {
    const refused = await browser.ask(path)
    assert.deepEqual([refused.status, codeOf(refused.json)], [403, "FORBIDDEN"], path)
  }
})
