import { afterAll, assert, beforeEach, describe, it } from "@effect/vitest"
import { adjustableClock, at, localhostCertificate, usePluginGateway } from "@storeglass/testkit"
import { SettleMails } from "../src/jobRefs.ts"
import plugin from "../src/plugin.ts"
import { startSmtp, type Verb } from "./smtpServer.ts"
import { hello, operator, post, rows } from "./support.ts"

const server = await startSmtp()
const clock = adjustableClock()
const gateway = usePluginGateway(plugin, {
  settings: {
    from: { address: "noreply@storeglass.example", name: "Storeglass" },
    smtp: {
      host: "localhost",
      port: server.port,
      ca: localhostCertificate,
      user: "gateway",
      password: "smtp-canary",
      connections: 2
    }
  },
  clock
})
afterAll(server.stop)
beforeEach(async () => {
  server.reset()
  await rows(gateway(), "TRUNCATE messaging_mails")
})

const send = async (body: unknown = hello, key?: string) =>
  post(gateway(), (await operator(gateway())).key, "send-email", body, key)
const state = async () => (await rows(gateway(), "SELECT state, sealed IS NULL AS gone FROM messaging_mails"))[0]

describe("mail by a mail server", () => {
  it("goes out over TLS, by its user, with HTML and text", async () => {
    const answer = await send({ ...hello, subject: "Ränge 📈", to: ["ada@example.com", "grace@example.com"] })
    assert.strictEqual(answer.status, 200, answer.text)
    const [mail] = server.received
    assert.deepInclude(mail, {
      from: "noreply@storeglass.example",
      to: ["ada@example.com", "grace@example.com"],
      isSecure: true,
      user: "gateway"
    })
    assert.match(mail?.source ?? "", /^From: Storeglass <noreply@storeglass\.example>\r$/m)
    assert.match(mail?.source ?? "", /^Subject: =\?UTF-8\?/m)
    assert.match(mail?.source ?? "", /multipart\/alternative/)
    assert.include(mail?.source ?? "", `<${String(at(answer.data, "messageId"))}@storeglass.example>`)
  })

  it("is taken for the others where one address is refused, and says which wasn't", async () => {
    server.refuse("grace@example.com")
    const answer = await send({ ...hello, to: ["ada@example.com", "grace@example.com"] })
    assert.strictEqual(answer.status, 200, answer.text)
    const [row] = await rows(gateway(), "SELECT error FROM messaging_mails")
    assert.deepInclude(row, { error: "refused: grace@example.com" })
  })

  const cases: ReadonlyArray<readonly [Verb, number | "cut", number, string, string]> = [
    ["connect", 421, 502, "UPSTREAM_ERROR", "failed"],
    ["connect", "cut", 502, "UPSTREAM_ERROR", "failed"],
    ["auth", 535, 502, "UPSTREAM_ERROR", "failed"],
    ["auth", "cut", 502, "UPSTREAM_ERROR", "failed"],
    ["mail", 451, 502, "UPSTREAM_ERROR", "failed"],
    ["mail", 550, 422, "MAIL_REJECTED", "rejected"],
    ["rcpt", 452, 502, "UPSTREAM_ERROR", "failed"],
    ["rcpt", 550, 422, "MAIL_REJECTED", "rejected"],
    ["data", 451, 502, "UPSTREAM_ERROR", "failed"],
    ["data", 554, 422, "MAIL_REJECTED", "rejected"],
    ["data", "cut", 502, "WRITE_OUTCOME_UNKNOWN", "unknown"],
    ["after", "cut", 502, "WRITE_OUTCOME_UNKNOWN", "unknown"]
  ]
  it.each(cases)(
    "that fails at %s with %s is %i %s, and its row says so",
    async (verb, status, answered, code, kept) => {
      // A connection that's cut before it's ready is tried a second time.
      server.fail(verb, status, verb === "connect" || (verb === "auth" && status === "cut") ? 2 : 1)
      const answer = await send()
      server.fail(verb, status, 0)
      assert.deepEqual([answer.status, answer.code], [answered, code], answer.text)
      assert.notInclude(answer.text, "smtp-canary")
      assert.deepInclude(await state(), { state: kept, gone: kept === "rejected" })
      // What wasn't taken goes out on the next try; the connection that broke isn't used again.
      const next = await send()
      assert.strictEqual(next.status, 200, next.text)
    }
  )

  it("goes by another connection where the server ended the one that rested", async () => {
    await send()
    server.fail("mail", "cut")
    const answer = await send()
    assert.strictEqual(answer.status, 200, answer.text)
    assert.strictEqual(server.received.length, 2)
  })

  it("in doubt is never sent again by itself, not by a repeat under its key either", async () => {
    server.fail("after", "cut")
    const account = await operator(gateway())
    const first = await post(gateway(), account.key, "send-email", hello, "once")
    assert.strictEqual(first.code, "WRITE_OUTCOME_UNKNOWN")
    const repeat = await post(gateway(), account.key, "send-email", hello, "once")
    assert.strictEqual(repeat.code, "WRITE_OUTCOME_UNKNOWN")
    clock.advanceMs(10 * 60_000)
    await gateway().runJob(SettleMails, {})
    assert.strictEqual(server.received.length, 1)
    assert.deepInclude(await state(), { state: "unknown", gone: false })
    const alerts = await rows(gateway(), "SELECT cause FROM core_operator_alerts")
    assert.deepInclude(alerts, { cause: "messaging unknown" })
  })

  it("that a node left while it was sending is in doubt; one that it hadn't begun is sent", async () => {
    for (const left of ["sending", "queued"]) {
      server.fail("connect", 421)
      await send()
      await rows(gateway(), `UPDATE messaging_mails SET state = '${left}' WHERE state = 'failed'`)
    }
    clock.advanceMs(2 * 60_000)
    await gateway().runJob(SettleMails, {})
    const states = await rows(gateway(), "SELECT state FROM messaging_mails ORDER BY created_ms")
    assert.deepEqual(states, [{ state: "unknown" }, { state: "sent" }])
    assert.strictEqual(server.received.length, 1)
  })

  it("uses its connections again, and no more than it may", async () => {
    const account = await operator(gateway())
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        post(gateway(), account.key, "send-email", { ...hello, to: `a${n}@example.com` })
      )
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.strictEqual(server.received.length, 12)
    assert.include([1, 2], server.opened())
  })
})
