/** Canaries in the place of the mail service's key and of what a mail says, looked for in all that the gateway writes. */
import { randomBytes } from "node:crypto"
import { leaksOf, useWatchedGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import vendor from "../sandbox/index.ts"

const apiKey = `re_cnry${randomBytes(12).toString("hex")}`
const gateway = useWatchedGateway({
  doubles: [vendor],
  plugins: (address) => ({
    account: {},
    messaging: { resend: { baseUrl: address("mail"), apiKey, requestsPerSecond: 1_000 } }
  })
})
const Mails = Schema.Array(Schema.Struct({ text: Schema.String, to: Schema.Array(Schema.String) }))

describe("the mail service's key, and the secret of a mail", () => {
  it("are in no log, trace, metric, table or cache once the mail was taken", async () => {
    const { ask, control, url } = gateway()
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
    const { answers, ...sinks } = await gateway().stop()
    assert.include(sinks.database, "messaging_mails")
    const planted = new Map([
      ["the key", apiKey],
      ["what the mail says", secret]
    ])
    assert.deepEqual(leaksOf({ ...sinks, answers: answers ?? "" }, planted), [])
  })
})
