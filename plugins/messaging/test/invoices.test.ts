/** Invoices that the operator's own address tells. */
import { afterAll, assert, beforeEach, describe, it } from "@effect/vitest"
import { adjustableClock, at, startRecorder, usePluginGateway } from "@storeglass/testkit"
import { Exit, Schema } from "effect"
import { MessagingConfig } from "../src/config.ts"
import plugin from "../src/plugin.ts"
import { clear, mailsOf, operator, post, rows } from "./support.ts"

let answer: { readonly status: number; readonly body: string } = { status: 404, body: "" }
const billing = await startRecorder(() => answer)
afterAll(billing.stop)
const token = "billing-canary-4711"
const clock = adjustableClock()
const gateway = usePluginGateway(plugin, {
  plugins: { messaging: { invoices: { url: `${billing.origin}/v2/invoices/{invoiceId}/state`, token } } },
  clock
})
let key = ""
let accountId = ""
beforeEach(async () => {
  // What failed on purpose before is forgotten by then.
  clock.advanceMs(3 * 60_000)
  await clear(gateway())
  billing.asked.length = 0
  const account = await operator(gateway())
  key = account.key
  accountId = account.accountId
})

const prepare = async (invoiceId: string, told: object | string, status = 200) => {
  answer = { status, body: typeof told === "string" ? told : JSON.stringify(told) }
  return post(gateway(), key, "prepare-payment-failed-email", { invoiceId })
}
const invoice = () => ({
  accountId,
  amountMinor: 1_999,
  currency: "usd",
  attempt: 2,
  nextAttemptAt: "2026-11-30T00:00:00Z",
  hostedUrl: "https://pay.example.com/in_1"
})

describe("an invoice at the operator's address", () => {
  it("is asked for by its id, with the token, and its owner is told what it says", async () => {
    const answered = await prepare("in/1042?x", invoice())
    assert.deepInclude(answered.data, { status: "sent" }, answered.text)
    const [asked, ...more] = billing.asked
    assert.deepEqual(more, [])
    assert.deepInclude(asked, { method: "GET", path: "/v2/invoices/in%2F1042%3Fx/state" })
    assert.strictEqual(asked?.headers.authorization, `Bearer ${token}`)
    const [mail] = await mailsOf(gateway())
    assert.strictEqual(mail?.subject, "Your payment of $19.99 failed")
    for (const said of ["November 30, 2026", "https://pay.example.com/in_1"]) assert.include(mail?.text ?? "", said)
  })

  it("needs no more than whose it is and what is to be paid; a link that isn't https isn't passed on", async () => {
    const bare = { accountId, amountMinor: 500, currency: "EUR", attempt: null, nextAttemptAt: "soon", hostedUrl: null }
    assert.deepInclude((await prepare("in_bare", bare)).data, { status: "sent" })
    assert.deepInclude((await prepare("in_http", { ...invoice(), hostedUrl: "http://pay.example.com" })).data, {
      status: "sent"
    })
    const mails = await mailsOf(gateway())
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      ["Your payment of €5.00 failed", "Your payment of $19.99 failed"]
    )
    for (const { html } of mails) assert.notInclude(html, "pay.example.com")
  })

  it("that isn't there, or is of nobody here, is 404", async () => {
    for (const answered of [
      await prepare("in_none", "no such invoice", 404),
      await prepare("in_stranger", { ...invoice(), accountId: "00000000-0000-4000-8000-000000000001" })
    ]) {
      assert.deepEqual([answered.status, answered.code], [404, "NOT_FOUND"], answered.text)
    }
    assert.deepEqual(await mailsOf(gateway()), [])
  })

  it("that was paid meanwhile is not due", async () => {
    assert.deepInclude((await prepare("in_paid", { ...invoice(), paid: true })).data, {
      status: "not_due",
      messageId: null
    })
    assert.deepEqual(await mailsOf(gateway()), [])
  })

  it.each([
    ["401", 401, { error: "who are you?" }],
    ["no JSON", 200, "<html>"],
    ["no amount", 200, { accountId: "00000000-0000-4000-8000-000000000001", currency: "USD" }],
    ["half a cent", 200, { accountId: "00000000-0000-4000-8000-000000000001", amountMinor: 0.5, currency: "USD" }],
    ["no currency", 200, { accountId: "00000000-0000-4000-8000-000000000001", amountMinor: 5, currency: "dollars" }],
    ["no account", 200, { accountId: "ada", amountMinor: 5, currency: "USD" }]
  ])(
    "of which the address tells %s is a 502 that doesn't tell the token, and sends nothing",
    async (_, status, told) => {
      const answered = await prepare("in_bad", told, status)
      assert.deepEqual([answered.status, answered.code], [502, "UPSTREAM_ERROR"], answered.text)
      assert.notInclude(answered.text, token)
      assert.deepEqual(await mailsOf(gateway()), [])
      assert.deepEqual(await rows(gateway(), "SELECT 1 FROM messaging_mails"), [])
    }
  )

  it("is asked for once more where the address fails, and is 502 where it goes on failing", async () => {
    const answered = await prepare("in_down", "down", 500)
    assert.deepEqual([answered.status, answered.code], [502, "UPSTREAM_ERROR"], answered.text)
    assert.lengthOf(billing.asked, 2)
    assert.deepInclude((await prepare("in_down", invoice())).data, { status: "sent" })
  })

  it.each([".", ".."])("can't be named %s, which would be another address", async (id) => {
    const answered = await prepare(id, invoice())
    assert.deepEqual([answered.status, answered.code], [404, "NOT_FOUND"], answered.text)
    assert.deepEqual(billing.asked, [])
    assert.strictEqual(at(answered.json, "data"), undefined)
  })

  it("needs an address with the invoice in it: any other would tell the same of each", () => {
    const configured = (url: string) => Exit.isSuccess(Schema.decodeUnknownExit(MessagingConfig)({ invoices: { url } }))
    assert.isTrue(configured("https://billing.example.com/{invoiceId}"))
    assert.isFalse(configured("https://billing.example.com/invoices"))
  })
})
