/** A gateway that has neither a mail service nor a mail server. */
import { assert, describe, it } from "@effect/vitest"
import { MailSender } from "@storeglass/plugin-api"
import { at, usePluginGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { KeptInvoices } from "../src/dunning/Invoices.ts"
import plugin from "../src/plugin.ts"
import { hello, operator, post, rows } from "./support.ts"

const gateway = usePluginGateway(plugin)
const news = { kind: "product_update", subject: "News", headline: "News", intro: "All of it." }

describe("without a way to send mail", () => {
  it("every operation that sends is 409 MAIL_NOT_CONFIGURED, and nothing is kept of it", async () => {
    const { accountId, key } = await operator(gateway())
    const invoice = { id: "in_1", accountId, amountMinor: 1_999, currency: "USD", attempt: 1, isPaid: false }
    await gateway().run(
      KeptInvoices.use((invoices) => invoices.put({ ...invoice, nextAttemptAtMs: null, hostedUrl: null }))
    )
    for (const [path, body] of [
      ["send-email", hello],
      ["send-broadcast", { ...news, send: true }],
      ["prepare-payment-failed-email", { invoiceId: "in_1" }]
    ] as const) {
      const answer = await post(gateway(), key, path, body, `none-${path}`)
      assert.deepEqual([answer.status, answer.code], [409, "MAIL_NOT_CONFIGURED"], path)
      assert.include(answer.message, "set resend or smtp")
    }
    for (const table of ["messaging_mails", "messaging_broadcasts"]) {
      assert.deepEqual(await rows(gateway(), `SELECT 1 FROM ${table}`), [], table)
    }
  })

  it("what sends nothing works: a draft and a dry run", async () => {
    const { key } = await operator(gateway())
    const draft = await post(gateway(), key, "send-broadcast", news)
    assert.deepInclude(draft.data, { status: "draft" })
    const shown = await post(gateway(), key, "prepare-payment-failed-email", { invoiceId: "in_1", dryRun: true })
    assert.strictEqual(at(shown.data, "status"), "dry_run")
  })

  it("other plugins are told that their mail isn't sent, and the operator that none is", async () => {
    const mail = { to: "ada@example.com", subject: "Welcome", text: "Hello." }
    const failed = await gateway().run(Effect.flip(MailSender.use((sender) => sender.send(mail))))
    assert.strictEqual(failed.reason, "not_configured")
    assert.include((await gateway().askInternal("/health")).text, "set resend or smtp")
  })
})
