/** Canaries in the place of the mail service's key and of what a mail says, looked for in all that the gateway writes. */
import { randomBytes } from "node:crypto"
import { leaksOf, startRecorder, useWatchedGateway } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, describe, it } from "vitest"
import vendor from "../sandbox/index.ts"

const apiKey = `re_cnry${randomBytes(12).toString("hex")}`
const token = `bill-cnry${randomBytes(12).toString("hex")}`
/** The operator's address for invoices: it knows one, fails for another, and quotes the token it was given. */
const billing = await startRecorder(({ headers, path }) => ({
  status: path.includes("in_none") ? 404 : path.includes("in_down") ? 500 : path.includes("in_odd") ? 200 : 401,
  body: JSON.stringify({ error: `Token ${String(headers.authorization)} is odd` })
}))
afterAll(billing.stop)
const gateway = useWatchedGateway({
  doubles: [vendor],
  plugins: (address) => ({
    account: {},
    messaging: {
      resend: { baseUrl: address("mail"), apiKey, requestsPerSecond: 1_000 },
      invoices: { url: `${billing.origin}/invoices/{invoiceId}`, token }
    }
  })
})
const Mails = Schema.Array(Schema.Struct({ text: Schema.String, to: Schema.Array(Schema.String) }))

describe("the mail service's key, the token of invoices, and the secret of a mail", () => {
  it("are in no log, trace, metric, table or cache once the mail was taken", async () => {
    const { ask, control, url } = gateway()
    await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`UPDATE core_api_keys SET scopes = ARRAY['read', 'write', 'internal']`
      )
    )
    const sent = async () => Schema.decodeUnknownSync(Mails)(await control.act("mail", "mails", null))
    const signUp = (email: string) =>
      ask("/auth/sign-up", {
        method: "POST",
        headers: { origin: new URL(url).origin },
        body: { email, password: "correct horse battery 12", name: "Ada" }
      })
    const asked = await signUp("ada@example.com")
    assert.isBelow(asked.status, 300, asked.text)
    // It's sent from a job.
    for (let tries = 0; tries < 200 && (await sent()).length === 0; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const [mail] = await sent()
    assert.deepEqual(mail?.to, ["ada@example.com"])
    const secret = /#([A-Za-z0-9._~%=&-]{20,})/.exec(mail?.text ?? "")?.[1] ?? ""
    assert.notStrictEqual(secret, "", mail?.text)
    // A service that quotes the key, and one that takes it no more.
    for (const kind of ["500", "key-revoked"] as const) {
      control.fail({ kind, upstream: "mail", message: `Key ${apiKey} failed`, times: 2 })
      await signUp(`${kind}@example.com`)
      const refused = () => control.requests({ upstream: "mail" }).filter(({ status }) => (status ?? 0) >= 403).length
      const before = kind === "500" ? 0 : 1
      for (let tries = 0; tries < 200 && refused() <= before; tries++)
        await new Promise((resolve) => setTimeout(resolve, 50))
      assert.isAbove(refused(), before)
    }
    for (const [invoiceId, status] of [
      ["in_none", 404],
      ["in_odd", 502],
      ["in_down", 502],
      ["in_refused", 502]
    ] as const) {
      const path = "/v1/internal/prepare-payment-failed-email"
      const answer = await ask(path, { method: "POST", body: { invoiceId } })
      assert.strictEqual(answer.status, status, answer.text)
    }
    for (const { headers } of billing.asked) assert.strictEqual(headers.authorization, `Bearer ${token}`)
    const { answers, ...sinks } = await gateway().stop()
    assert.include(sinks.database, "messaging_mails")
    const planted = new Map([
      ["the key", apiKey],
      ["the token of invoices", token],
      ["what the mail says", secret]
    ])
    assert.deepEqual(leaksOf({ ...sinks, answers: answers ?? "" }, planted), [])
  })
})
