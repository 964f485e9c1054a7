import { createHash } from "node:crypto"
import { assert, beforeEach, describe, it } from "@effect/vitest"
import { Events, Mailer, PersonErased } from "@storeglass/plugin-api"
import { adjustableClock, at, rotatable, rotateAll, until, usePluginGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SettleMails } from "../src/jobRefs.ts"
import { Lists } from "../src/mail/Lists.ts"
import { Mails } from "../src/mail/Mails.ts"
import plugin from "../src/plugin.ts"
import { clear, controlOf, hello, mailsOf, operator, post, rows, stateOf } from "./support.ts"

const minutes = 60_000
const clock = adjustableClock()
const gateway = usePluginGateway(plugin, { plugins: { messaging: true }, config: rotatable, clock })
beforeEach(async () => {
  // What failed on purpose before is forgotten by then.
  clock.advanceMs(2 * minutes)
  await clear(gateway())
})

const send = async (body: unknown, key?: string) => {
  const account = await operator(gateway())
  return { account, answer: await post(gateway(), account.key, "send-email", body, key) }
}

describe("POST /v1/internal/send-email", () => {
  it("goes to the mail service as its description has it, with a text beside the HTML", async () => {
    const { answer } = await send({
      to: ["ada@example.com", "Grace@Example.com", "ADA@example.com"],
      subject: "Ränge 📈",
      html: '<h1>Hello</h1><p>A <a href="https://example.com/x">link</a></p>',
      replyTo: "help@example.com",
      fromName: "Reports, daily"
    })
    assert.strictEqual(answer.status, 200, answer.text)
    assert.deepEqual(at(answer.data, "accepted"), ["ada@example.com", "Grace@example.com"])
    assert.deepEqual(at(answer.data, "suppressed"), [])
    const [mail] = await mailsOf(gateway())
    assert.deepInclude(mail, {
      from: '"Reports, daily" <noreply@example.com>',
      to: ["ada@example.com", "Grace@example.com"],
      subject: "Ränge 📈",
      replyTo: "help@example.com"
    })
    assert.match(mail?.text ?? "", /HELLO[\s\S]*link \[https:\/\/example\.com\/x\]/)
    const [asked] = controlOf(gateway()).requests({ upstream: "mail" })
    assert.strictEqual(asked?.headers["idempotency-key"], at(answer.data, "messageId"))
    assert.strictEqual(asked?.headers["user-agent"], "Storeglass/1")
  })

  it("keeps nothing of its content once it was taken", async () => {
    const { answer } = await send(hello)
    const row = await stateOf(gateway(), at(answer.data, "messageId"))
    assert.deepInclude(row, { state: "sent", sealed: null, attempts: 1 })
  })

  it.each([
    [{ ...hello, to: [] }, /to/],
    [{ ...hello, to: Array.from({ length: 51 }, (_, n) => `a${n}@example.com`) }, /to/],
    [{ ...hello, to: "Ada <ada@example.com>" }, /to: must be one address/],
    [{ ...hello, to: "ada@example.com\r\nBcc: eve@example.com" }, /to: must be one address/],
    [{ ...hello, subject: "" }, /subject/],
    [{ ...hello, subject: "a".repeat(251) }, /subject/],
    [{ ...hello, subject: "Hi\r\nBcc: eve@example.com" }, /subject/],
    [{ ...hello, subject: "Hi\u0085there" }, /subject/],
    [{ ...hello, fromName: "Ada\nBcc: eve@example.com" }, /fromName/],
    [{ ...hello, replyTo: "eve@example.com\nBcc: x@example.com" }, /replyTo/],
    [{ to: hello.to, subject: "Hello" }, /html, text/],
    [{ to: hello.to, subject: "Hello", html: "", text: "" }, /html, text/],
    [{ ...hello, html: "x".repeat(512 * 1024 + 1) }, /html/],
    // As many characters as may be bytes, and more bytes than that.
    [{ ...hello, html: "é".repeat(256 * 1024 + 1) }, /html.*at most 512 KiB in UTF-8/],
    [{ ...hello, text: "📈".repeat(128 * 1024 + 1) }, /text.*at most 512 KiB in UTF-8/],
    [{ ...hello, bcc: "eve@example.com" }, /bcc/],
    [{ ...hello, from: "ceo@example.com" }, /from/]
  ])("refuses what no mail may be, and sends nothing: %#", async (body, message) => {
    const { answer } = await send(body)
    assert.strictEqual(answer.status, 400, answer.text)
    assert.strictEqual(answer.code, "INVALID_INPUT")
    assert.match(answer.message, message)
    assert.deepEqual(await mailsOf(gateway()), [])
  })

  it("takes HTML and text of 512 KiB each, however its caller escapes them", async () => {
    const size = 512 * 1024
    const escaped = '{"to":"ada@example.com","subject":"Long","html":"HTML","text":"TEXT"}'
      .replace("HTML", "\\u0041".repeat(size))
      .replace("TEXT", "\\u000a".repeat(size))
    for (const body of [escaped, { ...hello, html: "📈".repeat(size / 4), text: '"'.repeat(size) }]) {
      const { answer } = await send(body)
      assert.strictEqual(answer.status, 200, answer.text.slice(0, 500))
    }
    const lengths = (await mailsOf(gateway())).map(({ html, text }) =>
      [html, text].map((part) => Buffer.byteLength(part))
    )
    assert.deepEqual(lengths, [
      [size, size],
      [size, size]
    ])
  })

  it.each([
    [5, 400, "INVALID_INPUT"],
    [8, 413, "PAYLOAD_TOO_LARGE"]
  ])("takes %i MB of HTML for too much", async (megabytes, status, code) => {
    const { answer } = await send({ ...hello, html: "x".repeat(megabytes * 1024 * 1024) })
    assert.deepEqual([answer.status, answer.code], [status, code])
  })

  it("is the operator's alone", async () => {
    const account = await gateway().account()
    const without = await gateway().ask("/v1/internal/send-email", { method: "POST", body: hello })
    const plain = await post(gateway(), account.key, "send-email", hello)
    assert.deepEqual([without.status, plain.status, plain.code], [401, 403, "FORBIDDEN"])
    assert.deepEqual(await mailsOf(gateway()), [])
  })

  it("quotes the mail service's reason where it refuses a mail for good", async () => {
    await controlOf(gateway()).act("mail", "refuse", ["ada@example.com"])
    const { answer } = await send(hello)
    assert.deepEqual([answer.status, answer.code], [422, "MAIL_REJECTED"])
    assert.include(answer.message, "You can only send testing emails")
    const [row] = await rows(gateway(), "SELECT state, sealed FROM messaging_mails ORDER BY created_ms DESC LIMIT 1")
    assert.deepInclude(row, { state: "rejected", sealed: null })
  })
})

describe("a mail under one Idempotency-Key", () => {
  it("is sent once when its answer is lost, as the service knows the key", async () => {
    controlOf(gateway()).fail({ kind: "lostAnswer", upstream: "mail", path: "^/emails$", times: 1 })
    const { answer } = await send(hello, "lost-1")
    assert.strictEqual(answer.status, 200, answer.text)
    assert.strictEqual((await mailsOf(gateway())).length, 1)
  })

  it("is sent once when every answer was lost and the caller repeats it", async () => {
    controlOf(gateway()).fail({ kind: "lostAnswer", upstream: "mail", path: "^/emails$", times: 2 })
    const { account, answer } = await send(hello, "lost-2")
    assert.deepEqual([answer.status, answer.code], [502, "WRITE_OUTCOME_UNKNOWN"])
    assert.include(answer.message, "same Idempotency-Key")
    const again = await post(gateway(), account.key, "send-email", hello, "lost-2")
    assert.strictEqual(again.status, 200, again.text)
    assert.deepEqual(at(again.data, "accepted"), ["ada@example.com"])
    assert.strictEqual((await mailsOf(gateway())).length, 1)
  })

  it("isn't said to be unsent where its repeat isn't taken, and is sent once", async () => {
    controlOf(gateway()).fail({ kind: "lostAnswer", upstream: "mail", path: "^/emails$", times: 2 })
    const { account, answer } = await send(hello, "lost-3")
    assert.strictEqual(answer.code, "WRITE_OUTCOME_UNKNOWN")
    controlOf(gateway()).fail({ kind: "429", upstream: "mail", retryAfterSeconds: 40, times: 1 })
    const limited = await post(gateway(), account.key, "send-email", hello, "lost-3")
    assert.deepEqual([limited.status, limited.code], [502, "WRITE_OUTCOME_UNKNOWN"], limited.text)
    assert.deepInclude((await rows(gateway(), "SELECT state FROM messaging_mails"))[0], { state: "sending" })
    clock.advanceMs(2 * minutes)
    const again = await post(gateway(), account.key, "send-email", hello, "lost-3")
    assert.strictEqual(again.status, 200, again.text)
    assert.lengthOf(await mailsOf(gateway()), 1)
  })

  it("is another mail for another account", async () => {
    await send(hello, "mine")
    await send(hello, "mine")
    assert.strictEqual((await mailsOf(gateway())).length, 2)
  })
})

describe("a mail that its node left", () => {
  const leave = async (state: "queued" | "sending", ageMs: number) => {
    controlOf(gateway()).fail({ kind: "reset", upstream: "mail", path: "^/emails$", times: 2 })
    const { answer } = await send(hello, `left-${state}-${ageMs}`)
    assert.strictEqual(answer.code, "WRITE_OUTCOME_UNKNOWN")
    const [row] = await rows(gateway(), "SELECT id, state FROM messaging_mails ORDER BY created_ms DESC LIMIT 1")
    if (state === "queued") {
      await rows(
        gateway(),
        `UPDATE messaging_mails SET state = 'queued', sending_ms = NULL WHERE id = '${String(row?.id)}'`
      )
    }
    clock.advanceMs(ageMs)
    await gateway().runJob(SettleMails, {})
    return row?.id
  }

  it.each(["queued", "sending"] as const)("while it was %s is sent by another, once", async (state) => {
    const id = await leave(state, 2 * minutes)
    await gateway().runJob(SettleMails, {})
    assert.deepInclude(await stateOf(gateway(), id), { state: "sent", sealed: null })
    assert.strictEqual((await mailsOf(gateway())).length, 1)
  })

  it("isn't touched while its request may still wait for an answer", async () => {
    const id = await leave("sending", 10_000)
    assert.deepInclude(await stateOf(gateway(), id), { state: "sending" })
    assert.deepEqual(await mailsOf(gateway()), [])
  })

  it("is sent by another also after the vault's key was changed", async () => {
    const id = await leave("sending", 10_000)
    assert.deepEqual(await rotateAll(gateway()), { rewrapped: 1, failed: {} })
    clock.advanceMs(2 * minutes)
    await gateway().runJob(SettleMails, {})
    assert.deepInclude(await stateOf(gateway(), id), { state: "sent", sealed: null })
  })

  it("longer than the service knows its key is in doubt, and listed until somebody says what became of it", async () => {
    const id = await leave("sending", 24 * 60 * minutes)
    assert.deepInclude(await stateOf(gateway(), id), { state: "unknown" })
    assert.deepEqual(await mailsOf(gateway()), [])
    const services = gateway()
    const unknown = await services.run(Mails.use((mails) => mails.unknown(10)))
    assert.include(
      unknown.map((row) => row.id),
      id
    )
    assert.isTrue(await services.run(Mails.use((mails) => mails.settle(String(id), "sent"))))
    assert.isFalse(await services.run(Mails.use((mails) => mails.settle(String(id), "sent"))))
    assert.deepInclude(await stateOf(services, id), { state: "sent", sealed: null })
  })

  it("with another provider, which doesn't know its key, is in doubt", async () => {
    controlOf(gateway()).fail({ kind: "lostAnswer", upstream: "mail", path: "^/emails$", times: 2 })
    await send(hello)
    await rows(gateway(), "UPDATE messaging_mails SET provider = 'smtp'")
    clock.advanceMs(2 * minutes)
    await gateway().runJob(SettleMails, {})
    assert.deepInclude((await rows(gateway(), "SELECT state FROM messaging_mails"))[0], { state: "unknown" })
    assert.lengthOf(await mailsOf(gateway()), 1)
  })

  it("in doubt is sent again when the operator says so", async () => {
    const id = await leave("sending", 24 * 60 * minutes)
    await gateway().run(Mails.use((mails) => mails.sendAgain(String(id))))
    assert.deepInclude(await stateOf(gateway(), id), { state: "sent" })
    assert.strictEqual((await mailsOf(gateway())).length, 1)
  })
})

describe("the mail service's limits", () => {
  it("are a 503 that says when, and nothing was sent", async () => {
    controlOf(gateway()).fail({ kind: "429", upstream: "mail", retryAfterSeconds: 40, times: 1 })
    const { answer } = await send(hello)
    assert.deepEqual([answer.status, answer.code], [503, "UPSTREAM_RATE_LIMITED"])
    assert.isAtLeast(Number(answer.headers.get("retry-after")), 39)
    const [row] = await rows(gateway(), "SELECT state FROM messaging_mails ORDER BY created_ms DESC LIMIT 1")
    assert.deepInclude(row, { state: "failed" })
    clock.advanceMs(2 * minutes)
  })

  it("told in headers are kept to: it isn't asked before there's room again", async () => {
    await controlOf(gateway()).act("mail", "limit", { requests: 2, seconds: 3 })
    const { key } = await operator(gateway())
    for (let sent = 0; sent < 5; sent++) {
      const answer = await post(gateway(), key, "send-email", hello)
      assert.strictEqual(answer.status, 200, answer.text)
    }
    const asked = controlOf(gateway()).requests({ upstream: "mail" })
    assert.deepEqual(
      asked.map(({ status }) => status),
      [200, 200, 200, 200, 200]
    )
  })

  it("of a day raise an alert for operators", async () => {
    controlOf(gateway()).fail({ kind: "daily-quota", upstream: "mail", times: 1 })
    const { answer } = await send(hello)
    assert.strictEqual(answer.status, 503)
    const open = await rows(gateway(), "SELECT cause FROM core_operator_alerts")
    assert.deepInclude(open, { cause: "messaging quota" })
    clock.advanceMs(2 * 60 * minutes)
  })

  it("that another request under the key is under way is waited out", async () => {
    controlOf(gateway()).fail({ kind: "concurrent", upstream: "mail", times: 1 })
    const { answer } = await send(hello, "concurrent")
    assert.strictEqual(answer.status, 200, answer.text)
    assert.strictEqual((await mailsOf(gateway())).length, 1)
  })

  it("a key that is no longer good raises an alert, and says that nothing was sent", async () => {
    controlOf(gateway()).fail({ kind: "key-revoked", upstream: "mail", times: 1 })
    const { answer } = await send(hello)
    assert.deepEqual([answer.status, answer.code], [502, "UPSTREAM_ERROR"])
    assert.notInclude(answer.text, "re_sandbox")
    const open = await rows(gateway(), "SELECT cause FROM core_operator_alerts")
    assert.deepInclude(open, { cause: "messaging credentials" })
  })
})

describe("an address that bounced or complained", () => {
  it("gets no more mail, and the others do", async () => {
    await gateway().run(Lists.use((lists) => lists.suppress(["Bounced@example.com"], "bounce", "no such user")))
    const { answer } = await send({ ...hello, to: ["ada@example.com", "bounced@example.com"] })
    assert.deepEqual(at(answer.data, "accepted"), ["ada@example.com"])
    assert.deepEqual(at(answer.data, "suppressed"), ["bounced@example.com"])
    const [mail] = await mailsOf(gateway())
    assert.deepEqual(mail?.to, ["ada@example.com"])
  })

  it("alone makes a mail that isn't sent", async () => {
    await gateway().run(Lists.use((lists) => lists.suppress(["gone@example.com"], "complaint", null)))
    const { answer } = await send({ ...hello, to: "gone@example.com" })
    assert.strictEqual(answer.status, 200)
    assert.deepEqual(at(answer.data, "accepted"), [])
    assert.deepEqual(await mailsOf(gateway()), [])
    await gateway().run(Lists.use((lists) => lists.release("gone@example.com")))
    const released = await send({ ...hello, to: "gone@example.com" })
    assert.deepEqual(at(released.answer.data, "accepted"), ["gone@example.com"])
  })
})

describe("the mail of other plugins", () => {
  it("goes the same way, laid out where it's text alone, and once under a key", async () => {
    const mail = {
      to: "ada@example.com",
      subject: "Welcome",
      text: "Hello <Ada>.\n\nOpen https://example.com/a?b=1&c=2.",
      kind: "tests.welcome",
      key: "1"
    }
    const first = await gateway().run(Mailer.use((mailer) => mailer.send(mail)))
    const second = await gateway().run(Mailer.use((mailer) => mailer.send(mail)))
    assert.deepEqual(first, second)
    const [one, ...more] = await mailsOf(gateway())
    assert.deepEqual(more, [])
    assert.strictEqual(one?.text, mail.text)
    assert.include(one?.html ?? "", "Hello &lt;Ada&gt;.")
    assert.include(one?.html ?? "", '<a href="https://example.com/a?b=1&amp;c=2">')
  })

  it("fails with why where it's refused, and where the service is away", async () => {
    await controlOf(gateway()).act("mail", "refuse", ["ada@example.com"])
    const mail = { to: "ada@example.com", subject: "Welcome", text: "Hello." }
    const refused = await gateway().run(Effect.flip(Mailer.use((mailer) => mailer.send(mail))))
    assert.strictEqual(refused.reason, "refused")
    controlOf(gateway()).fail({ kind: "500", upstream: "mail", times: 2 })
    const failed = await gateway().run(
      Effect.flip(Mailer.use((mailer) => mailer.send({ ...mail, to: "eve@example.com" })))
    )
    assert.strictEqual(failed.reason, "failed")
  })
})

describe("a person who is erased", () => {
  const erase = (email: string, atMs: number) =>
    gateway().run(
      Effect.gen(function* () {
        const events = yield* Events
        const addressHash = createHash("sha256").update(email).digest("hex")
        yield* events.publish(PersonErased, { addressHash, atMs })
        return yield* until(
          ["messaging_mails"],
          Effect.promise(() =>
            rows(gateway(), "SELECT recipients, suppressed, error FROM messaging_mails ORDER BY id")
          ),
          (mails) => !JSON.stringify(mails[0]).toLowerCase().includes(email)
        )
      })
    )

  it("leaves no address in the mails until then, of any account or none, and the others' stay", async () => {
    await gateway().run(Lists.use((lists) => lists.suppress(["ada@example.com"], "bounce", null)))
    await send({ ...hello, to: ["Grace@Example.com", "ada@example.com", "linus@example.com"] })
    clock.advanceMs(1_000)
    const atMs = Effect.runSync(clock.clock.currentTimeMillis)
    clock.advanceMs(1_000)
    await send({ ...hello, to: ["grace@example.com"] })
    const [before, later] = await erase("grace@example.com", atMs)
    assert.deepEqual(before, { recipients: ["linus@example.com"], suppressed: ["ada@example.com"], error: null })
    assert.deepInclude(later, { recipients: ["grace@example.com"] })
  })
})
