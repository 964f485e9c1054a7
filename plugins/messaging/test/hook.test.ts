import { assert, beforeEach, describe, it } from "@effect/vitest"
import { signWebhook } from "@storeglass/plugin-api"
import { adjustableClock, codeOf, usePluginGateway } from "@storeglass/testkit"
import { Effect, Redacted } from "effect"
import { Broadcasts } from "../src/broadcasts/Broadcasts.ts"
import { Lists } from "../src/mail/Lists.ts"
import plugin from "../src/plugin.ts"
import { clear, rows } from "./support.ts"

const secret = `whsec_${Buffer.from("a secret of the mail service's webhook").toString("base64")}`
const clock = adjustableClock()
const gateway = usePluginGateway(plugin, {
  plugins: {
    messaging: {
      resend: { baseUrl: "http://127.0.0.1:9", apiKey: "re_sandbox", webhookSecret: secret }
    }
  },
  clock
})
beforeEach(() => clear(gateway()))

let made = 0
const event = (type: string, to: ReadonlyArray<string>, more: object = {}) => ({
  type,
  created_at: "2026-11-27T00:00:00.000Z",
  data: { email_id: "an id", from: "noreply@example.com", to, subject: "Hello", ...more }
})
const deliver = async (
  body: unknown,
  { by = secret, id = `msg_${++made}`, lateS = 0, change = (text: string) => text } = {}
) => {
  const text = typeof body === "string" ? body : JSON.stringify(body)
  const timestampSeconds = Math.floor(Effect.runSync(clock.clock.currentTimeMillis) / 1000) - lateS
  const signature = await Effect.runPromise(signWebhook(Redacted.make(by), { id, timestampSeconds, body: text }))
  return gateway().ask("/webhooks/mail", {
    method: "POST",
    headers: { "svix-id": id, "svix-timestamp": String(timestampSeconds), "svix-signature": change(signature) },
    body: JSON.parse(text)
  })
}
const suppressed = async () =>
  (await gateway().run(Lists.use((lists) => lists.suppressions(10)))).map(({ email, reason }) => `${email} ${reason}`)

describe("the mail service's news", () => {
  it("ends mail to an address that bounced for good, or whose reader complained", async () => {
    const bounce = { bounce: { type: "Permanent", subType: "General", message: "no such user" } }
    assert.strictEqual((await deliver(event("email.bounced", ["Gone@example.com"], bounce))).status, 200)
    assert.strictEqual((await deliver(event("email.complained", ["angry@example.com"]))).status, 200)
    assert.deepEqual((await suppressed()).toSorted(), ["angry@example.com complaint", "gone@example.com bounce"])
    assert.deepInclude(await rows(gateway(), "SELECT cause FROM core_operator_alerts"), {
      cause: "messaging complaints"
    })
  })

  it("is told of the broadcast that the mail was of", async () => {
    await rows(
      gateway(),
      `INSERT INTO messaging_broadcasts (id, kind, content, state, created_ms)
        VALUES ('019c8e2a-7b41-7c3d-9e5f-2a6b8c0d1e3f', 'newsletter', '{}', 'sent', 0)`
    )
    await rows(
      gateway(),
      `INSERT INTO messaging_recipients (broadcast_id, email, account_id, state, token, provider_id)
        SELECT '019c8e2a-7b41-7c3d-9e5f-2a6b8c0d1e3f', n || '@example.com', gen_random_uuid(), 'sent', n, n
        FROM unnest(ARRAY['a', 'b', 'c']) n`
    )
    await deliver(event("email.bounced", ["a@example.com"], { email_id: "a", bounce: { type: "Permanent" } }))
    await deliver(event("email.complained", ["b@example.com"], { email_id: "b" }))
    const { since } = await gateway().run(
      Broadcasts.use((broadcasts) => broadcasts.reportOf("019c8e2a-7b41-7c3d-9e5f-2a6b8c0d1e3f"))
    )
    assert.deepEqual(since, { bounced: 1, complained: 1, left: 0 })
  })

  it("doesn't end it for a mailbox that is full, nor for what it doesn't know", async () => {
    const full = { bounce: { type: "Transient", subType: "MailboxFull" } }
    for (const one of [
      event("email.bounced", ["full@example.com"], full),
      event("email.opened", ["a@example.com"]),
      { type: "domain.created" }
    ]) {
      assert.strictEqual((await deliver(one)).status, 200)
    }
    assert.deepEqual(await suppressed(), [])
  })

  it("counts once, however often it's delivered", async () => {
    const bounce = event("email.bounced", ["back@example.com"], { bounce: { type: "Permanent" } })
    await deliver(bounce, { id: "msg_same" })
    await gateway().run(Lists.use((lists) => lists.release("back@example.com")))
    assert.strictEqual((await deliver(bounce, { id: "msg_same" })).status, 200)
    assert.deepEqual(await suppressed(), [])
  })

  it.each([
    ["signed by another", { by: `whsec_${Buffer.from("another secret of no one").toString("base64")}` }],
    ["of long ago", { lateS: 301 }],
    ["with another signature", { change: () => "v1,AAAA" }],
    ["without one", { change: () => "" }]
  ])("is refused %s, and changes nothing", async (_, options) => {
    const answer = await deliver(event("email.complained", ["x@example.com"]), options)
    assert.deepEqual([answer.status, codeOf(answer.json)], [401, "INVALID_WEBHOOK_SECRET"])
    assert.deepEqual(await suppressed(), [])
  })

  it("that isn't an event is a 400", async () => {
    const answer = await deliver([])
    assert.deepEqual([answer.status, codeOf(answer.json)], [400, "INVALID_INPUT"])
  })
})
