/** How a mail server is spoken to: in the open only where that is wished, and not for longer than it answers. */
import { afterAll, assert, beforeEach, describe, it } from "@effect/vitest"
import { adjustableClock, localhostCertificate, usePluginGateway } from "@storeglass/testkit"
import { Effect, Redacted } from "effect"
import type { SmtpConfig } from "../src/config.ts"
import { makeSmtp } from "../src/mail/smtp.ts"
import plugin from "../src/plugin.ts"
import { type Script, startRawSmtp } from "./rawSmtp.ts"
import { startSmtp } from "./smtpServer.ts"
import { hello, operator, post, rows } from "./support.ts"

const credentials = { user: "gateway", password: "smtp-canary" } as const
/** As AUTH PLAIN has them. */
const inBase64 = Buffer.from(`\0${credentials.user}\0${credentials.password}`).toString("base64")
const raw = await startRawSmtp()
afterAll(raw.stop)

const implicit = await startSmtp("implicit")
const clear = await startSmtp("clear")
afterAll(() => Promise.all([implicit.stop(), clear.stop()]))

describe("a mail server with TLS from the start", () => {
  const smtp = { host: "localhost", port: implicit.port, tls: "implicit", ca: localhostCertificate, ...credentials }
  const gateway = usePluginGateway(plugin, { settings: { smtp } })

  it("has mail by `implicit`", async () => {
    const answer = await post(gateway(), (await operator(gateway())).key, "send-email", hello)
    assert.strictEqual(answer.status, 200, answer.text)
    assert.lengthOf(implicit.received, 1)
    assert.deepInclude(implicit.received[0], { to: ["ada@example.com"], isSecure: true, user: "gateway" })
  })
})

describe("a mail server that takes passwords in the clear", () => {
  const smtp = { host: "localhost", port: clear.port, tls: "none", ...credentials }
  const gateway = usePluginGateway(plugin, { settings: { smtp } })

  it("has mail in the clear by `none`, though it offers more", async () => {
    const answer = await post(gateway(), (await operator(gateway())).key, "send-email", hello)
    assert.strictEqual(answer.status, 200, answer.text)
    assert.lengthOf(clear.received, 1)
    assert.deepInclude(clear.received[0], { to: ["ada@example.com"], isSecure: false, user: "gateway" })
  })
})

describe("by `required`", () => {
  const clock = adjustableClock()
  const smtp = { host: "localhost", port: raw.port, ca: localhostCertificate, ...credentials }
  const gateway = usePluginGateway(plugin, { settings: { smtp }, clock })
  beforeEach(() => rows(gateway(), "TRUNCATE messaging_mails"))

  const cases: ReadonlyArray<readonly [string, Script]> = [
    ["offers no STARTTLS", { EHLO: "250-raw\r\n250 AUTH PLAIN LOGIN" }],
    ["has no STARTTLS though it offers it", { STARTTLS: "502 Not known" }],
    ["can't do STARTTLS now", { STARTTLS: "454 TLS isn't available" }],
    ["ends the connection at STARTTLS", { STARTTLS: "cut" }],
    ["goes on in the clear after STARTTLS", { STARTTLS: "220 Go ahead\r\n250-raw\r\n250 AUTH PLAIN LOGIN" }],
    ["doesn't know EHLO, so that STARTTLS can't be", { EHLO: "502 Not known" }],
    ["refuses EHLO", { EHLO: "554 No" }],
    ["isn't there yet", { EHLO: "421 Later" }],
    ["ends the connection at EHLO", { EHLO: "cut" }]
  ]
  it.each(cases)("a mail server that %s gets no mail and no password", async (_, script) => {
    raw.says(script)
    const answer = await post(gateway(), (await operator(gateway())).key, "send-email", hello)
    assert.deepEqual([answer.status, answer.code], [502, "UPSTREAM_ERROR"], answer.text)
    assert.isAbove(raw.heard.length, 0)
    assert.deepEqual(
      raw.heard.filter((line) => /^(AUTH|MAIL|RCPT|DATA)/i.test(line) || line.includes(inBase64)),
      []
    )
    assert.deepInclude((await rows(gateway(), "SELECT state FROM messaging_mails"))[0], { state: "failed" })
  })

  it("one that says nothing is waited for 10 seconds, and is a 504 that says that nothing was sent", async () => {
    raw.says({ connect: "hang" })
    const { key } = await operator(gateway())
    const fromMs = performance.now()
    const answer = await post(gateway(), key, "send-email", hello)
    const tookMs = performance.now() - fromMs
    assert.deepEqual([answer.status, answer.code], [504, "UPSTREAM_TIMEOUT"], answer.text)
    assert.include(answer.message, "nothing was sent")
    assert.isAtLeast(tookMs, 9_900)
    assert.isBelow(tookMs, 30_000)
  })
})

describe("a mail server that hangs", () => {
  const config: SmtpConfig = {
    host: "localhost",
    port: raw.port,
    tls: "none",
    connections: 1,
    user: credentials.user,
    password: Redacted.make(credentials.password)
  }
  const mail = {
    from: "Storeglass <noreply@example.com>",
    to: ["ada@example.com"],
    subject: "Hello",
    text: "Hi",
    html: undefined,
    replyTo: undefined,
    headers: {}
  }
  const failure = Effect.scoped(Effect.flatMap(makeSmtp(config, 300), ({ send }) => Effect.flip(send(mail, "a-key"))))

  it.each(["connect", "EHLO", "AUTH", "MAIL", "RCPT", "DATA"])("at %s has taken nothing", async (step) => {
    raw.says({ [step]: "hang" })
    const { isTimeout, reason } = await Effect.runPromise(failure)
    assert.deepEqual({ isTimeout, reason }, { isTimeout: true, reason: "not_taken" })
  })

  it("once it has the mail may have taken it", async () => {
    raw.says({ ".": "hang" })
    const { isTimeout, reason } = await Effect.runPromise(failure)
    assert.deepEqual({ isTimeout, reason }, { isTimeout: true, reason: "doubtful" })
    assert.include(raw.heard, "Subject: Hello")
  })

  it("in the middle of STARTTLS has heard nothing that matters", async () => {
    raw.says({ STARTTLS: "220 Go ahead", "*": "hang" })
    const secured = Effect.scoped(
      Effect.flatMap(makeSmtp({ ...config, tls: "required" }, 300), ({ send }) => Effect.flip(send(mail, "a-key")))
    )
    const { isTimeout, reason } = await Effect.runPromise(secured)
    assert.deepEqual({ isTimeout, reason }, { isTimeout: true, reason: "not_taken" })
    assert.isFalse(raw.heard.some((line) => /^(AUTH|MAIL)/i.test(line)))
  })
})
