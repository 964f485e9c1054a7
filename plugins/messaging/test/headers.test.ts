/** What callers put into a mail's header fields, and what then arrives: by the service's API, and in the bytes of SMTP. */
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "@effect/vitest"
import { localhostCertificate, usePluginGateway } from "@storeglass/testkit"
import { readMail } from "../sandbox/mime.ts"
import plugin from "../src/plugin.ts"
import { startSmtp } from "./smtpServer.ts"
import { clear, mailsOf, operator, post } from "./support.ts"

const server = await startSmtp()
afterAll(server.stop)
const smtp = {
  host: "localhost",
  port: server.port,
  ca: localhostCertificate,
  user: "gateway",
  password: "smtp-canary"
}

/** Put into a field; none of it may become a field or a recipient. */
const corpus: ReadonlyArray<string> = [
  "\r\nBcc: eve@example.com",
  "\nBcc: eve@example.com",
  "\rBcc: eve@example.com",
  "\r\n\r\nanother body",
  "\r\n Bcc: eve@example.com",
  "\u0000Bcc: eve@example.com",
  "\u0085Bcc: eve@example.com",
  "\u000b\u000cBcc: eve@example.com",
  "\tBcc: eve@example.com",
  "\u007f",
  "\u001b[2K",
  "\u2028Bcc: eve@example.com",
  "\u2029Bcc: eve@example.com",
  "%0d%0aBcc: eve@example.com",
  "\\r\\nBcc: eve@example.com",
  "=?utf-8?Q?=0D=0ABcc:_eve@example.com?=",
  "=?utf-8?B?DQpCY2M6IGV2ZUBleGFtcGxlLmNvbQ==?=",
  "嘊嘍Bcc: eve@example.com",
  ", eve@example.com",
  "; eve@example.com",
  '" <eve@example.com>, "',
  "<eve@example.com>",
  "(eve@example.com)",
  "Bcc: eve@example.com"
]
/** Control characters, and words that mail programs decode. */
const isRefused = (text: string) => /\p{Cc}|=\?utf-8\?/u.test(text)
const mail = { to: "ada@example.com", subject: "Hello", text: "Hi", replyTo: "help@example.com", fromName: "Reports" }

/** What is sent of it, and whether it's taken. */
const tried: ReadonlyArray<readonly [field: string, payload: string, body: typeof mail, isTaken: boolean]> =
  corpus.flatMap((payload) =>
    (
      [
        ["subject", `Hello${payload}`, !isRefused(payload)],
        ["fromName", `Reports${payload}`, !isRefused(payload)],
        ["to", `ada@example.com${payload}`, false],
        ["to", `${payload}ada@example.com`, false],
        ["replyTo", `help@example.com${payload}`, false],
        ["replyTo", `${payload}help@example.com`, false]
      ] as const
    ).map(([field, value, isTaken]) => [field, payload, { ...mail, [field]: value }, isTaken] as const)
  )

/** The fields of the raw header, folded lines put together. */
const fieldsOf = (source: string) => (source.split("\r\n\r\n", 1)[0] ?? "").replace(/\r\n[ \t]/g, " ").split("\r\n")
const nameOf = (field: string) => field.slice(0, field.indexOf(":")).toLowerCase()

describe.each(["service", "server"] as const)("a field of a mail by a mail %s", (way) => {
  const gateway = usePluginGateway(
    plugin,
    way === "service"
      ? { plugins: { messaging: true } }
      : { settings: { smtp, from: { address: "noreply@example.com" } } }
  )
  let key = ""
  beforeAll(async () => {
    key = (await operator(gateway())).key
  })
  beforeEach(() => (way === "service" ? clear(gateway()) : server.reset()))

  it("with a control character or an encoded word, or more than an address where that is one, is refused, and nothing is sent", async () => {
    for (const [field, payload, body, isTaken] of tried) {
      if (isTaken) continue
      const answer = await post(gateway(), key, "send-email", body)
      assert.deepEqual([answer.status, answer.code], [400, "INVALID_INPUT"], `${field} ${JSON.stringify(payload)}`)
      assert.match(answer.message, new RegExp(`^${field}`))
    }
    assert.deepEqual(way === "service" ? await mailsOf(gateway()) : server.received, [])
  })

  it("with anything else arrives as it is, and makes no other field and no other recipient", async () => {
    const taken = tried.filter(([, , , isTaken]) => isTaken)
    assert.isAbove(taken.length, 20)
    for (const [field, payload, body] of taken) {
      if (way === "service") await clear(gateway())
      else server.reset()
      const name = `${field} ${JSON.stringify(payload)}`
      const answer = await post(gateway(), key, "send-email", body)
      assert.strictEqual(answer.status, 200, `${name}: ${answer.text}`)
      if (way === "service") {
        const [one, ...more] = await mailsOf(gateway())
        assert.deepEqual(more, [], name)
        assert.deepInclude(
          one,
          { to: [body.to], subject: body.subject, text: "Hi", replyTo: body.replyTo, headers: {} },
          name
        )
        // The name is quoted where it must be, and the address is the gateway's.
        assert.match(one?.from ?? "", / <noreply@example\.com>$/, name)
        continue
      }
      const [one, ...more] = server.received
      assert.deepEqual(more, [], name)
      assert.deepEqual(one?.to, [body.to], name)
      const fields = fieldsOf(one?.source ?? "")
      assert.sameMembers(
        fields.map(nameOf),
        [
          "from",
          "to",
          "subject",
          "reply-to",
          "message-id",
          "date",
          "mime-version",
          "content-type",
          "content-transfer-encoding"
        ],
        name
      )
      assert.include(fields, `To: ${body.to}`, name)
      assert.include(fields, `Reply-To: ${body.replyTo}`, name)
      const from = fields.find((each) => nameOf(each) === "from") ?? ""
      assert.match(from, / <noreply@example\.com>$/, name)
      const read = readMail(one?.source ?? "")
      assert.strictEqual(read.subject, body.subject, name)
      assert.strictEqual(read.text.trim(), "Hi", name)
      const shown = read.from.replace(/ <noreply@example\.com>$/, "").replace(/^"(.*)"$/, "$1")
      assert.strictEqual(shown.replace(/\\(["\\])/g, "$1"), body.fromName, name)
    }
  })
})
