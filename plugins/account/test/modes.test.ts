/** Who comes in where sign-up isn't open to all, and apps where they don't register by themselves. */
import { healthOf } from "@storeglass/gateway"
import { useTestGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import { sessionProblemOf } from "../src/signIn/SignedIn.ts"
import { at, Browser, goodPassword, mailsOf, newEmail, signedUp } from "./support.ts"
import { codeAt, freshLimits, memberOf } from "./team.support.ts"

type Gateway = ReturnType<typeof useTestGateway>
const signUp = (gateway: Gateway, email: string) =>
  new Browser(gateway).post("/auth/sign-up", { email, password: goodPassword })
const accountsOf = (gateway: Gateway, email: string) =>
  gateway().run(
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT 1 FROM core_accounts WHERE email = ${email.toLowerCase()}`)
  )

describe("where addresses of some domains sign up", () => {
  const gateway = useTestGateway({ plugins: { account: { signUp: "domains", domains: ["corp.example"] } } })

  it("one of them does, however it's written, and has an account of its own", async () => {
    for (const email of [
      newEmail("a").replace("example.com", "corp.example"),
      newEmail("b").replace("example.com", "CORP.Example")
    ]) {
      await freshLimits(gateway)
      const { browser } = await signedUp(gateway, email)
      const me = await browser.ask("/dashboard/api/me")
      assert.deepInclude(Object(at(me.json, "data", "accounts", 0)), { role: "owner", plan: "free" })
    }
  })

  it.each(["corp.example.com", "sub.corp.example", "notcorp.example", "example.com"])(
    "one of %s doesn't, by a password or by mail",
    async (domain) => {
      await freshLimits(gateway)
      const email = newEmail("stranger").replace("example.com", domain)
      const refused = await signUp(gateway, email)
      assert.deepEqual([refused.status, codeAt(refused.json)], [403, "SIGN_UP_CLOSED"])
      // Whether an address has an account isn't told: nothing is sent.
      assert.strictEqual((await new Browser(gateway).post("/auth/mail/sign-in", { email })).status, 202)
      assert.deepEqual(await gateway().outbox(email), [])
      assert.deepEqual(await accountsOf(gateway, email), [])
    }
  )
})

describe("where nobody new comes in", () => {
  const gateway = useTestGateway({ plugins: { account: { signUp: "closed", clientRegistration: false } } })

  it("nobody signs up, and nobody joins by an invitation, while whoever the operator made comes in", async () => {
    await freshLimits(gateway)
    const email = newEmail("made")
    await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`INSERT INTO core_accounts (id, email, plan, created_at)
          VALUES (gen_random_uuid(), ${email}, 'large', now())`
      )
    )
    const refused = await signUp(gateway, newEmail())
    assert.deepEqual([refused.status, codeAt(refused.json)], [403, "SIGN_UP_CLOSED"])
    const browser = new Browser(gateway)
    assert.strictEqual((await browser.post("/auth/mail/sign-in", { email })).status, 202)
    const [mail] = await mailsOf(gateway(), email)
    assert.strictEqual((await browser.post("/auth/mail", { token: mail?.link?.token })).status, 200)
    const owner = await memberOf(gateway, browser, email)
    const invited = newEmail("invited")
    await owner.post("/invitations", { email: invited, role: "member" })
    const [invitation] = await mailsOf(gateway(), invited)
    const joining = await new Browser(gateway).post("/auth/invitation", {
      token: invitation?.link?.token ?? "none",
      name: "Ada"
    })
    assert.isAtLeast(joining.status, 400, joining.text)
    assert.deepEqual(await accountsOf(gateway, invited), [])
  })

  it("an app can't register, and the server's metadata don't offer it", async () => {
    const answer = await gateway().ask("/auth/oauth/register", {
      method: "POST",
      body: { redirect_uris: ["http://localhost:1/cb"] }
    })
    assert.strictEqual(answer.status, 404, answer.text)
    const metadata = await gateway().ask("/.well-known/oauth-authorization-server")
    assert.strictEqual(metadata.status, 200, metadata.text)
    assert.isUndefined(at(metadata.json, "registration_endpoint"))
    assert.isString(at(metadata.json, "token_endpoint"))
  })
})

describe("where the public address is plain http and not this machine's", () => {
  const gateway = useTestGateway({
    plugins: { account: true },
    config: { server: { host: "127.0.0.1", port: 0, publicUrl: "http://192.168.7.7:3000" } }
  })

  it("health and sign-in pages say that browsers keep nobody signed in", async () => {
    const { sessions } = Object(at((await gateway().ask("/auth/ways")).json, "data"))
    assert.isFalse(at(sessions, "available"))
    assert.match(String(at(sessions, "reason")), /plain http: set server\.publicUrl to an https address$/)
    const health = await gateway().run(healthOf(gateway().running.composition.plugins))
    assert.deepEqual(health["account.sessions"], { status: "degraded", detail: String(at(sessions, "reason")) })
  })

  it.each([
    ["https://intel.example.com", true],
    ["http://localhost:3000", true],
    ["http://127.0.0.1:3000", true],
    ["http://a.localhost:3000", true],
    ["http://intel.example.com", false]
  ])("%s: %s", (address, keeps) => {
    assert.strictEqual(sessionProblemOf(address) === undefined, keeps)
  })
})
