import { assert, beforeEach, describe, it } from "@effect/vitest"
import { adjustableClock, at, usePluginGateway } from "@storeglass/testkit"
import type { Invoice } from "../src/contract.ts"
import { KeptInvoices } from "../src/dunning/Invoices.ts"
import { Prune } from "../src/jobRefs.ts"
import { Lists } from "../src/mail/Lists.ts"
import plugin from "../src/plugin.ts"
import { money } from "../src/templates/paymentFailed.ts"
import { clear, controlOf, hello, mailsOf, operator, post, rows } from "./support.ts"

const clock = adjustableClock()
const gateway = usePluginGateway(plugin, { plugins: { messaging: true }, clock })
const path = "prepare-payment-failed-email"
beforeEach(async () => {
  await clear(gateway())
  await rows(gateway(), "TRUNCATE messaging_invoices")
})

const keep = (invoice: Partial<Invoice> & { readonly accountId: string }) =>
  gateway().run(
    KeptInvoices.use((invoices) =>
      invoices.put({
        id: "in_1",
        amountMinor: 1_999,
        currency: "USD",
        attempt: 2,
        nextAttemptAtMs: Date.UTC(2026, 10, 30),
        hostedUrl: "https://pay.example.com/in_1",
        isPaid: false,
        ...invoice
      })
    )
  )

describe("POST /v1/internal/prepare-payment-failed-email", () => {
  it("tells the owner once for good, however many ask at once", async () => {
    const account = await operator(gateway())
    await keep({ accountId: account.accountId })
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => post(gateway(), account.key, path, { invoiceId: "in_1" }))
    )
    const statuses = answers.map(({ data, status }) => [status, at(data, "status")].join(" "))
    assert.deepEqual(statuses.toSorted(), [...Array.from({ length: 49 }, () => "200 already_sent"), "200 sent"])
    const [mail, ...more] = await mailsOf(gateway())
    assert.deepEqual(more, [])
    assert.strictEqual(mail?.subject, "Your payment of $19.99 failed")
    for (const said of ["in_1", "$19.99", "November 30, 2026", "https://pay.example.com/in_1"])
      assert.include(mail?.text ?? "", said)
  })

  it("tells nobody again when what is older than is kept was deleted", async () => {
    const account = await operator(gateway())
    await keep({ accountId: account.accountId })
    await post(gateway(), account.key, path, { invoiceId: "in_1" })
    await post(gateway(), account.key, "send-email", hello)
    assert.lengthOf(await mailsOf(gateway()), 2)
    clock.advanceMs(401 * 86_400_000)
    await gateway().runJob(Prune, {})
    assert.deepEqual(await rows(gateway(), "SELECT kind FROM messaging_mails"), [{ kind: "messaging.payment-failed" }])
    const again = await post(gateway(), account.key, path, { invoiceId: "in_1" })
    assert.deepInclude(again.data, { status: "already_sent" })
    assert.lengthOf(await mailsOf(gateway()), 2)
  })

  it("with dryRun shows the mail and sends none", async () => {
    const account = await operator(gateway())
    await keep({ accountId: account.accountId })
    const shown = await post(gateway(), account.key, path, { invoiceId: "in_1", dryRun: true })
    assert.deepInclude(shown.data, { status: "dry_run", messageId: null })
    assert.include(String(at(shown.data, "preview", "html")), "Open the invoice")
    assert.deepEqual(await mailsOf(gateway()), [])
    const sent = await post(gateway(), account.key, path, { invoiceId: "in_1" })
    assert.strictEqual(at(sent.data, "status"), "sent")
  })

  it("sends none for an invoice that was paid meanwhile", async () => {
    const account = await operator(gateway())
    await keep({ accountId: account.accountId, isPaid: true })
    const answer = await post(gateway(), account.key, path, { invoiceId: "in_1" })
    assert.deepInclude(answer.data, { status: "not_due", messageId: null })
    assert.deepEqual(await mailsOf(gateway()), [])
  })

  it("says so where the owner's address gets no mail", async () => {
    const account = await operator(gateway())
    await keep({ accountId: account.accountId })
    const [owner] = await rows(gateway(), `SELECT email FROM core_accounts WHERE id = '${account.accountId}'`)
    await gateway().run(Lists.use((lists) => lists.suppress([String(owner?.email)], "bounce", null)))
    const answer = await post(gateway(), account.key, path, { invoiceId: "in_1" })
    assert.deepInclude(answer.data, { status: "suppressed" })
  })

  it("is sent after all when the mail service was away at first", async () => {
    const account = await operator(gateway())
    await keep({ accountId: account.accountId })
    controlOf(gateway()).fail({ kind: "429", upstream: "mail", retryAfterSeconds: 60, times: 1 })
    const first = await post(gateway(), account.key, path, { invoiceId: "in_1" })
    assert.strictEqual(first.status, 503)
    clock.advanceMs(61_000)
    const second = await post(gateway(), account.key, path, { invoiceId: "in_1" })
    assert.deepInclude(second.data, { status: "sent" })
    assert.strictEqual((await mailsOf(gateway())).length, 1)
  })

  it("knows no invoice of another name, and none at all where none are kept", async () => {
    const account = await operator(gateway())
    const none = await post(gateway(), account.key, path, { invoiceId: "in_2" })
    assert.deepEqual([none.status, none.code], [409, "BILLING_NOT_CONFIGURED"])
    await keep({ accountId: account.accountId })
    const unknown = await post(gateway(), account.key, path, { invoiceId: "in_2" })
    assert.deepEqual([unknown.status, unknown.code], [404, "NOT_FOUND"])
  })

  it.each([
    {},
    { invoiceId: "" },
    { invoiceId: "a b" },
    { invoiceId: "in_1", dryRun: "yes" },
    { invoiceId: "in_1", to: "x" }
  ])("refuses %j", async (body) => {
    const account = await operator(gateway())
    const answer = await post(gateway(), account.key, path, body)
    assert.deepEqual([answer.status, answer.code], [400, "INVALID_INPUT"])
  })
})

describe("an amount", () => {
  it.each([
    [1_999, "USD", "$19.99"],
    [1_999, "JPY", "¥1,999"],
    [1_999, "KWD", "KWD\u00a01.999"],
    [5, "EUR", "€0.05"]
  ])("%i of %s is %s", (minor, currency, shown) => {
    assert.strictEqual(money(minor, currency), shown)
  })
})
