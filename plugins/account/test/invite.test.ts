import { useTestGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import { providerOf, through } from "./providerSupport.ts"
import { at, Browser, goodPassword, mailsOf, newEmail, textAt } from "./support.ts"
import { codeAt, freshLimits, joined, memberOf } from "./team.support.ts"

const gateway = useTestGateway({
  plugins: { account: { signUp: "invite", providers: [providerOf("corp", { trustEmail: true })] } }
})
const made = (email: string) =>
  gateway().run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`INSERT INTO core_accounts (id, email, plan, created_at)
        VALUES (gen_random_uuid(), ${email}, 'large', now())`
    )
  )

/** Whoever the operator made an account for, who signs in by mail. */
const ownerOf = async (email: string) => {
  await made(email)
  await freshLimits(gateway)
  const browser = new Browser(gateway)
  const asked = await browser.post("/auth/mail/sign-in", { email })
  assert.strictEqual(asked.status, 202, asked.text)
  const [mail] = await mailsOf(gateway(), email)
  const entered = await browser.post("/auth/mail", { token: mail?.link?.token })
  assert.strictEqual(entered.status, 200, entered.text)
  return memberOf(gateway, browser, email)
}

describe("where only the invited come in", () => {
  it("an account that the operator made is taken over by sign-in by mail, and nobody signs up by themselves", async () => {
    const owner = await ownerOf(newEmail("made"))
    const me = await owner.get("/me")
    assert.deepInclude(at(me.json, "data", "accounts", 0), { role: "owner", plan: "large" })
    const refused = await new Browser(gateway).post("/auth/sign-up", { email: newEmail(), password: goodPassword })
    assert.deepEqual([refused.status, codeAt(refused.json)], [403, "SIGN_UP_CLOSED"])
    const unknown = newEmail()
    assert.strictEqual((await new Browser(gateway).post("/auth/mail/sign-in", { email: unknown })).status, 202)
  })

  it("somebody invited comes in by the mail or by a provider that proves the address, and into that account alone", async () => {
    const owner = await ownerOf(newEmail("host"))
    const byMail = await joined(owner, "member")
    assert.strictEqual(byMail.accountId, owner.accountId)
    const email = newEmail("provided").replace("example.com", "sandbox.example")
    const stranger = await through(new Browser(gateway), email, { provider: "corp" })
    assert.deepEqual([stranger.status, codeAt(stranger.json)], [403, "SIGN_UP_CLOSED"])
    assert.strictEqual((await owner.post("/invitations", { email, role: "viewer" })).status, 201)
    const browser = new Browser(gateway)
    const entered = await through(browser, email, { provider: "corp" })
    assert.strictEqual(entered.status, 200, entered.text)
    const me = await browser.ask("/dashboard/api/me")
    assert.deepEqual(textAt(me.json, "data", "accounts", 0, "id"), owner.accountId)
    assert.isUndefined(at(me.json, "data", "accounts", 1))
  })
})
