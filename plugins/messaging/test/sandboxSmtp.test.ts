/** The sandbox's mail server, which shows what it took in the outbox of the mail service. */
import { connect } from "node:net"
import { assert, beforeEach, describe, it } from "@effect/vitest"
import { localhostCertificate } from "@storeglass/sandbox"
import { adjustableClock, until, usePluginGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { smtpUser, type Verb } from "../sandbox/smtp.ts"
import plugin from "../src/plugin.ts"
import { clear, controlOf, hello, mailsOf, operator, post, rows } from "./support.ts"

const clock = adjustableClock()
const gateway = usePluginGateway(plugin, {
  plugins: {
    messaging: {
      from: { address: "noreply@storeglass.example" },
      // In place of the mail service of config/sandbox.yaml.
      resend: undefined,
      smtp: {
        host: "localhost",
        port: "${sandbox.smtp}",
        ca: localhostCertificate,
        user: smtpUser.name,
        password: smtpUser.password,
        connections: 1
      }
    }
  },
  clock
})
beforeEach(async () => {
  await clear(gateway())
  await controlOf(gateway()).act("mail", "refuse", [])
})
const send = async (body: unknown = hello, key?: string) =>
  post(gateway(), (await operator(gateway())).key, "send-email", body, key)
const outbox = async () => {
  const { pages } = gateway().running.sandbox ?? assert.fail("there is no sandbox")
  const { url } = pages.find(({ title }) => title === "Mail") ?? assert.fail("there is no page")
  return (path = "") => fetch(`${url}${path}`).then((answer) => answer.text())
}

describe("a mail by the sandbox's mail server", () => {
  it("is in the outbox as its reader sees it, whatever it was encoded by", async () => {
    const answer = await send({
      to: ["ada@example.com", "grace@example.com"],
      subject: "Ränge 📈, und noch ein langer Betreff, der über eine Zeile hinausgeht",
      html: `<p>Größer = besser.</p>${"<p>lang </p>".repeat(40)}`,
      text: `.Am Anfang ein Punkt\n..zwei\n${"Größer = besser. ".repeat(30)}`,
      fromName: "Bérichte, täglich",
      replyTo: "help@example.com"
    })
    assert.strictEqual(answer.status, 200, answer.text)
    const [mail, ...more] = await mailsOf(gateway())
    assert.deepEqual(more, [])
    assert.deepInclude(mail, {
      to: ["ada@example.com", "grace@example.com"],
      subject: "Ränge 📈, und noch ein langer Betreff, der über eine Zeile hinausgeht",
      replyTo: "help@example.com",
      headers: {}
    })
    assert.include(mail?.from, "Bérichte, täglich")
    assert.strictEqual(mail?.html.trimEnd(), `<p>Größer = besser.</p>${"<p>lang </p>".repeat(40)}`)
    assert.strictEqual(
      mail?.text.trimEnd(),
      `.Am Anfang ein Punkt\n..zwei\n${"Größer = besser. ".repeat(30)}`.trimEnd()
    )
    const page = await outbox()
    assert.include(await page(), "Ränge 📈")
    assert.include(await page(`outbox/${mail?.id}`), "SMTP, over TLS")
  })

  it("of a broadcast has what mail programs unsubscribe by", async () => {
    const { key } = await operator(gateway())
    const news = { kind: "product_update", subject: "News", headline: "News", intro: "All of it.", send: true }
    const answer = await post(gateway(), key, "send-broadcast", news, `news-${Date.now()}`)
    assert.strictEqual(answer.status, 200, answer.text)
    await gateway().run(
      until(
        ["messaging_broadcasts"],
        Effect.promise(() => rows(gateway(), "SELECT state FROM messaging_broadcasts")),
        ([row]) => row?.state === "sent"
      )
    )
    const [mail] = await mailsOf(gateway())
    assert.match(mail?.headers["list-unsubscribe"] ?? "", /^<http.*\/unsubscribe\/[\w-]+>$/)
    assert.strictEqual(mail?.headers["list-unsubscribe-post"], "List-Unsubscribe=One-Click")
  })

  const cases: ReadonlyArray<readonly [Verb, number | "cut", number, string, number]> = [
    ["connect", 421, 502, "UPSTREAM_ERROR", 0],
    ["connect", "cut", 502, "UPSTREAM_ERROR", 0],
    ["auth", 535, 502, "UPSTREAM_ERROR", 0],
    ["auth", "cut", 502, "UPSTREAM_ERROR", 0],
    ["mail", 550, 422, "MAIL_REJECTED", 0],
    ["rcpt", 452, 502, "UPSTREAM_ERROR", 0],
    ["data", 554, 422, "MAIL_REJECTED", 0],
    ["data", "cut", 502, "WRITE_OUTCOME_UNKNOWN", 0],
    ["after", "cut", 502, "WRITE_OUTCOME_UNKNOWN", 1]
  ]
  it.each(cases)("that it fails at %s with %s is answered %i %s", async (verb, status, answered, code, taken) => {
    await controlOf(gateway()).act("mail", "smtp", {
      verb,
      status,
      times: verb === "connect" || status === "cut" ? 2 : 1
    })
    const answer = await send()
    assert.deepEqual([answer.status, answer.code], [answered, code], answer.text)
    assert.notInclude(answer.text, smtpUser.password)
    assert.lengthOf(await mailsOf(gateway()), taken)
    await controlOf(gateway()).act("mail", "smtp", null)
    assert.strictEqual((await send()).status, 200)
  })

  it("goes by a new connection where the server has ended all that rested", async () => {
    assert.strictEqual((await send()).status, 200)
    await controlOf(gateway()).act("mail", "smtp", null)
    assert.strictEqual((await send()).status, 200)
    assert.lengthOf(await mailsOf(gateway()), 2)
  })

  it("is refused for an address that has no mailbox", async () => {
    await controlOf(gateway()).act("mail", "refuse", ["ada@example.com"])
    const answer = await send()
    assert.deepEqual([answer.status, answer.code], [422, "MAIL_REJECTED"])
  })
})

describe("the sandbox's mail server", () => {
  /** What it says to these lines, one after the other. */
  const talk = async (...lines: ReadonlyArray<string>) => {
    const port = gateway().running.sandbox?.ports.smtp ?? assert.fail("there is no port")
    const socket = connect(port, "127.0.0.1")
    const said: Array<string> = []
    const waiting = [...lines]
    await new Promise<void>((resolve, reject) => {
      socket.setEncoding("utf8")
      socket.on("error", reject)
      socket.on("close", () => resolve())
      socket.on("data", (chunk: string) => {
        for (const line of chunk.split("\r\n")) if (line !== "") said.push(line)
        if (/^\d{3}-/.test(said.at(-1) ?? "")) return
        const next = waiting.shift()
        if (next === undefined) socket.end()
        else socket.write(`${next}\r\n`)
      })
    })
    return said
  }

  it("takes no password in the clear, and no mail without its steps", async () => {
    assert.deepEqual(
      (await talk("EHLO me", "AUTH PLAIN AGEAYg==", "RCPT TO:<a@example.com>", "DATA", "VRFY x", "QUIT")).map((line) =>
        line.slice(0, 4)
      ),
      ["220 ", "250-", "250-", "250-", "250 ", "538 ", "503 ", "503 ", "502 ", "221 "]
    )
  })

  it("takes mail in the clear from whoever has no user, as `tls: none` sends it", async () => {
    const said = await talk(
      "HELO me",
      "MAIL FROM:<a@example.com>",
      "RCPT TO:<b@example.com>",
      "DATA",
      "Subject: Hi\r\n\r\nHello\r\n.",
      "QUIT"
    )
    assert.include(said, "250 Taken")
    const [mail] = await mailsOf(gateway())
    assert.deepInclude(mail, { to: ["b@example.com"], subject: "Hi", text: "Hello" })
  })
})
