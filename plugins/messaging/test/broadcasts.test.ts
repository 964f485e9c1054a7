import { assert, beforeEach, describe, it } from "@effect/vitest"
import { adjustableClock, at, type TestGateway, until, usePluginGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { Broadcasts } from "../src/broadcasts/Broadcasts.ts"
import { Chunk } from "../src/jobRefs.ts"
import { Lists } from "../src/mail/Lists.ts"
import plugin from "../src/plugin.ts"
import { clear, controlOf, mailsOf, operator, post, rows } from "./support.ts"

const clock = adjustableClock()
const segment = "78261eea-8f8b-4381-83c6-79fa7120f1cf"
const gateway = usePluginGateway(plugin, {
  plugins: {
    messaging: {
      from: { address: "news@storeglass.example", name: "Storeglass", postal: "1 Example Street" },
      broadcasts: {
        product_update: { to: "everybody" },
        newsletter: { to: "opted-in" },
        big: { to: "plans", plans: ["large"] },
        listed: { to: "everybody", segment }
      }
    }
  },
  clock
})
let n = 0
beforeEach(async () => {
  clock.advanceMs(120_000)
  await clear(gateway())
  // Those of the tests before are nobody's readers.
  await rows(gateway(), "UPDATE core_accounts SET suspended_at = now()")
})

const news = {
  kind: "product_update",
  subject: "What's new",
  headline: "Rank history <goes back>",
  intro: "First.\n\nSecond.",
  highlights: ["One", "Two"],
  ctaUrl: "https://example.com/news"
}
const broadcast = (key: string, body: object, idempotencyKey = `key-${++n}`) =>
  post(gateway(), key, "send-broadcast", body, idempotencyKey)
const ended = (id: unknown) =>
  gateway().run(
    until(
      ["messaging_broadcasts"],
      Broadcasts.use((broadcasts) => broadcasts.find(String(id))),
      (row) => row !== undefined && !["sending", "scheduled"].includes(row.state)
    )
  )
/** Accounts as they're made by the hundred. */
const accounts = (many: number, plan = "free") =>
  rows(
    gateway(),
    `INSERT INTO core_accounts (id, email, plan, created_at) SELECT gen_random_uuid(), 'reader' || n || '@example.com', '${plan}', now() FROM generate_series(1, ${many}) n`
  )
const readers = async (of: TestGateway = gateway()) => (await mailsOf(of)).flatMap(({ to }) => to)

describe("POST /v1/internal/send-broadcast", () => {
  it("without send is a draft that shows the mail and how many it goes to, and nothing leaves", async () => {
    const { key } = await operator(gateway())
    await accounts(3)
    const made = await post(gateway(), key, "send-broadcast", news)
    assert.strictEqual(made.status, 200, made.text)
    assert.deepInclude(made.data, { status: "draft", recipients: 4, scheduledAt: null })
    assert.include(String(at(made.data, "preview", "html")), "Rank history &lt;goes back&gt;")
    assert.include(String(at(made.data, "preview", "text")), "- One\n- Two")
    assert.deepEqual(await mailsOf(gateway()), [])
  })

  it.each([
    [{ ...news, kind: "gossip" }, /kind: must be one of product_update/],
    [{ ...news, highlights: Array.from({ length: 11 }, () => "x") }, /highlights/],
    [{ ...news, highlights: ["x".repeat(201)] }, /highlights/],
    [{ ...news, ctaUrl: "http://example.com" }, /ctaUrl/],
    [{ ...news, ctaUrl: "javascript:alert(1)" }, /ctaUrl/],
    [{ ...news, subject: "a\r\nBcc: eve@example.com" }, /subject/],
    [{ ...news, scheduledAt: "2030-01-01T00:00:00Z" }, /needs send: true/],
    [{ ...news, send: true, scheduledAt: "2020-01-01T00:00:00Z" }, /scheduledAt/],
    [{ ...news, send: true, scheduledAt: "2090-01-01T00:00:00Z" }, /scheduledAt/],
    [{ ...news, send: true, scheduledAt: "tomorrow" }, /scheduledAt/],
    [{ ...news, headline: "" }, /headline/]
  ])("refuses what none may be: %#", async (body, message) => {
    const { key } = await operator(gateway())
    const made = await broadcast(key, body)
    assert.deepEqual([made.status, made.code], [400, "INVALID_INPUT"], made.text)
    assert.match(made.message, message)
    assert.deepEqual(await rows(gateway(), "SELECT 1 FROM messaging_broadcasts"), [])
  })

  it("with send: true needs an Idempotency-Key", async () => {
    const { key } = await operator(gateway())
    const made = await post(gateway(), key, "send-broadcast", { ...news, send: true })
    assert.deepEqual([made.status, made.code], [400, "INVALID_INPUT"])
    assert.match(made.message, /Idempotency-Key/)
  })

  it("goes to each owner once, however often its key is repeated", async () => {
    const { key } = await operator(gateway())
    await accounts(250)
    const made = await broadcast(key, { ...news, send: true }, "often")
    assert.deepInclude(made.data, { status: "sending", recipients: 251 })
    const again = await broadcast(key, { ...news, send: true }, "often")
    assert.strictEqual(at(again.data, "broadcastId"), at(made.data, "broadcastId"))
    const row = await ended(at(made.data, "broadcastId"))
    assert.strictEqual(row?.state, "sent")
    const to = await readers()
    assert.strictEqual(to.length, 251)
    assert.strictEqual(new Set(to).size, 251)
    const asked = controlOf(gateway()).requests({ upstream: "mail" })
    assert.deepEqual(new Set(asked.map(({ path }) => path)), new Set(["/emails/batch"]))
    assert.strictEqual(asked.length, 3)
    const [mail] = await mailsOf(gateway())
    assert.match(mail?.headers["List-Unsubscribe"] ?? "", /^<http.*\/unsubscribe\/[A-Za-z0-9_-]{32}>$/)
    assert.strictEqual(mail?.headers["List-Unsubscribe-Post"], "List-Unsubscribe=One-Click")
    assert.include(mail?.text ?? "", "1 Example Street")
  })

  it("is one mail for an address with several accounts, and none for one that is suspended, leaving or bounced", async () => {
    const { key } = await operator(gateway())
    await accounts(2)
    await accounts(2)
    await rows(gateway(), "UPDATE core_accounts SET suspended_at = now() WHERE email = 'reader2@example.com'")
    await rows(
      gateway(),
      "INSERT INTO core_accounts (id, email, plan, created_at) VALUES (gen_random_uuid(), 'bounced@example.com', 'free', now())"
    )
    await gateway().run(Lists.use((lists) => lists.suppress(["bounced@example.com"], "bounce", null)))
    const made = await broadcast(key, { ...news, send: true })
    await ended(at(made.data, "broadcastId"))
    assert.deepEqual(
      (await readers()).filter((to) => /reader|bounced/.test(to)),
      ["reader1@example.com"]
    )
  })

  it("goes by its kind: to plans, and to those who asked for it", async () => {
    const { key } = await operator(gateway())
    await accounts(2, "large")
    const big = await broadcast(key, { ...news, kind: "big", send: true })
    await ended(at(big.data, "broadcastId"))
    assert.deepEqual((await readers()).toSorted(), ["reader1@example.com", "reader2@example.com"])
    await gateway().run(Lists.use((lists) => lists.set("newsletter", "Reader2@example.com", true)))
    const letter = await broadcast(key, { ...news, kind: "newsletter", send: true })
    await ended(at(letter.data, "broadcastId"))
    assert.deepEqual((await readers()).slice(2), ["reader2@example.com"])
  })

  it("to nobody is sent at once", async () => {
    const { key } = await operator(gateway())
    const made = await broadcast(key, { ...news, kind: "newsletter", send: true })
    assert.strictEqual((await ended(at(made.data, "broadcastId")))?.state, "sent")
    assert.deepEqual(await mailsOf(gateway()), [])
  })

  it("is once for each where answers are lost", async () => {
    const { key } = await operator(gateway())
    await accounts(150)
    controlOf(gateway()).fail({ kind: "lostAnswer", upstream: "mail", path: "^/emails/batch$", times: 1 })
    const made = await broadcast(key, { ...news, send: true })
    await ended(at(made.data, "broadcastId"))
    const to = await readers()
    assert.strictEqual(to.length, 151)
    assert.strictEqual(new Set(to).size, 151)
  })

  it("goes to the others where one address is refused, and says so", async () => {
    const { key } = await operator(gateway())
    await accounts(5)
    await controlOf(gateway()).act("mail", "refuse", ["reader3@example.com"])
    const made = await broadcast(key, { ...news, send: true })
    const id = String(at(made.data, "broadcastId"))
    await ended(id)
    assert.strictEqual((await readers()).length, 5)
    const report = await gateway().run(Broadcasts.use((broadcasts) => broadcasts.reportOf(id)))
    assert.deepEqual(report.recipients, { sent: 5, rejected: 1 })
  })

  it("run again after it was left goes on where it stood", async () => {
    const { key } = await operator(gateway())
    await accounts(30)
    const made = await broadcast(key, { ...news, send: true })
    const id = String(at(made.data, "broadcastId"))
    await ended(id)
    // As if the node had died before it noted the answer.
    await rows(gateway(), `UPDATE messaging_recipients SET state = 'sending' WHERE broadcast_id = '${id}'`)
    await rows(gateway(), `UPDATE messaging_broadcasts SET state = 'sending' WHERE id = '${id}'`)
    await gateway().runJob(Chunk, { id, chunk: 0 })
    assert.strictEqual((await readers()).length, 31)
    assert.strictEqual((await gateway().run(Broadcasts.use((all) => all.find(id))))?.state, "sent")
  })

  it("left for longer than the service knows its key is in doubt and not sent again", async () => {
    const { key } = await operator(gateway())
    await accounts(3)
    const made = await broadcast(key, { ...news, send: true })
    const id = String(at(made.data, "broadcastId"))
    await ended(id)
    await rows(
      gateway(),
      `UPDATE messaging_recipients SET state = 'sending', sending_ms = 0 WHERE broadcast_id = '${id}'`
    )
    await rows(gateway(), `UPDATE messaging_broadcasts SET state = 'sending' WHERE id = '${id}'`)
    await gateway().runJob(Chunk, { id, chunk: 0 })
    assert.strictEqual((await readers()).length, 4)
    const unknown = await gateway().run(Broadcasts.use((all) => all.unknown(10)))
    assert.strictEqual(unknown.length, 4)
    assert.isTrue(await gateway().run(Broadcasts.use((all) => all.settle(id, unknown[0]?.email ?? "", "sent"))))
  })
})

describe("a scheduled broadcast", () => {
  it("waits, and can be cancelled", async () => {
    const { key } = await operator(gateway())
    await accounts(2)
    const at1 = new Date(Effect.runSync(clock.clock.currentTimeMillis) + 86_400_000).toISOString()
    const made = await broadcast(key, { ...news, send: true, scheduledAt: at1 })
    assert.deepInclude(made.data, { status: "scheduled", scheduledAt: at1 })
    const id = String(at(made.data, "broadcastId"))
    assert.strictEqual(await gateway().run(Broadcasts.use((broadcasts) => broadcasts.cancel(id))), 0)
    assert.isUndefined(await gateway().run(Broadcasts.use((broadcasts) => broadcasts.cancel(id))))
    await gateway().run(Broadcasts.use((broadcasts) => broadcasts.begin(id)))
    assert.deepEqual(await mailsOf(gateway()), [])
  })
})

describe("a broadcast to a segment", () => {
  it("is made there and sent once, with the service's own address to unsubscribe", async () => {
    const { key } = await operator(gateway())
    await accounts(3)
    const made = await broadcast(key, { ...news, kind: "listed", send: true })
    assert.deepInclude(made.data, { recipients: null })
    const id = String(at(made.data, "broadcastId"))
    await ended(id)
    assert.deepEqual((await readers()).toSorted(), ["ada@example.com", "grace@example.com"])
    assert.include((await mailsOf(gateway()))[0]?.html ?? "", "https://unsubscribe.example.com/")
    // Again, as after a crash: neither made nor sent anew.
    await rows(gateway(), `UPDATE messaging_broadcasts SET state = 'sending' WHERE id = '${id}'`)
    await gateway().run(Broadcasts.use((broadcasts) => broadcasts.begin(id)))
    assert.strictEqual((await readers()).length, 2)
  })
})

describe("/unsubscribe", () => {
  const linkOf = async () => {
    const [mail] = await mailsOf(gateway())
    const url = /<(.*)>/.exec(mail?.headers["List-Unsubscribe"] ?? "")?.[1] ?? ""
    return new URL(url).pathname
  }
  const asked = (path: string, body?: string) =>
    fetch(`${gateway().url}${path}`, {
      method: body === undefined ? "GET" : "POST",
      ...(body === undefined ? {} : { body, headers: { "content-type": "application/x-www-form-urlencoded" } })
    })

  it("changes nothing when it's opened, leaves the kind by one click, and leads back", async () => {
    const { key } = await operator(gateway())
    await accounts(1, "large")
    const made = await broadcast(key, { ...news, kind: "big", send: true })
    await ended(at(made.data, "broadcastId"))
    const path = await linkOf()
    const page = await asked(path)
    const text = await page.text()
    assert.strictEqual(page.status, 200)
    assert.include(text, "Unsubscribe?")
    assert.include(page.headers.get("content-security-policy") ?? "", "default-src 'none'")
    assert.notInclude(text, "<script")

    const left = await asked(path, "List-Unsubscribe=One-Click")
    assert.include(await left.text(), "You&#39;re unsubscribed")
    const report = await gateway().run(
      Broadcasts.use((broadcasts) => broadcasts.reportOf(String(at(made.data, "broadcastId"))))
    )
    assert.deepEqual(report, { recipients: { sent: 1 }, since: { bounced: 0, complained: 0, left: 1 } })
    const second = await broadcast(key, { ...news, kind: "big", send: true })
    await ended(at(second.data, "broadcastId"))
    assert.strictEqual((await readers()).length, 1)
    // Mail that isn't a broadcast still comes.
    await post(gateway(), key, "send-email", { to: "reader1@example.com", subject: "Invoice", text: "Here." })
    assert.strictEqual((await readers()).length, 2)

    await asked(path, "List-Unsubscribe=Subscribe")
    const third = await broadcast(key, { ...news, kind: "big", send: true })
    await ended(at(third.data, "broadcastId"))
    assert.strictEqual((await readers()).length, 3)
  })

  it.each(["/unsubscribe/unknown", "/unsubscribe/%3Cscript%3E", `/unsubscribe/${"a".repeat(65)}`])(
    "doesn't know %s",
    async (path) => {
      for (const body of [undefined, "List-Unsubscribe=One-Click"]) {
        const answer = await asked(path, body)
        assert.strictEqual(answer.status, 404)
        assert.notInclude(await answer.text(), "<script>")
      }
    }
  )
})
