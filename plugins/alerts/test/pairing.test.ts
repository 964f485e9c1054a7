import { assert, beforeEach, describe, it } from "@effect/vitest"
import { adjustableClock, at, codeOf, until, usePluginGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import plugin from "../src/plugin.ts"
import {
  base,
  bot,
  controlOf,
  deliver,
  emailOf,
  hook,
  linked,
  operator,
  rows,
  said,
  secret,
  startLink,
  write
} from "./support.ts"

const minutes = 60_000
const clock = adjustableClock()
const gateway = usePluginGateway(plugin, {
  plugins: { alerts: { bot: { ...bot, polling: false } } },
  // All that is forged comes from one address.
  config: { limits: { address: null } },
  clock
})
beforeEach(async () => {
  controlOf(gateway()).clearFaults()
  controlOf(gateway()).reset("bot", "all")
  await rows(
    gateway(),
    "TRUNCATE alerts_codes, alerts_pairings, alerts_chats, alerts_updates, alerts_queue, alerts_sends"
  )
})
const paired = async (key: string, email: string) =>
  at((await gateway().ask(`${base}/paired?email=${encodeURIComponent(email)}`, { key })).json, "data")
const account = async () => {
  const made = await operator(gateway())
  return { ...made, email: await emailOf(gateway(), made.accountId) }
}

describe("a link to the bot", () => {
  it("binds the private chat in which Start was pressed, and answers there", async () => {
    const { answer, email, key } = await linked(gateway())
    assert.deepInclude(answer.json, { method: "sendMessage", chat_id: 4711 })
    assert.match(String(answer.text), new RegExp(`^Linked\\. This chat gets the alerts of ${email}`))
    const found = await paired(key, email.toUpperCase())
    assert.deepInclude(found, { paired: true })
    assert.deepInclude(at(found, "pairings", 0), { chatId: "4711", username: "ada", status: "active" })
  })

  it("is a code of 32 signs at the bot's own address, good for 10 minutes", async () => {
    const { email, key } = await account()
    const link = await startLink(gateway(), key, email)
    assert.match(link.token, /^[A-Za-z0-9_-]{32}$/)
    assert.isTrue(link.url.endsWith(`/storeglass_sandbox_bot?start=${link.token}`), link.url)
    const leftMs =
      Date.parse(String(at(link.json, "data", "expiresAt"))) - Effect.runSync(clock.clock.currentTimeMillis)
    assert.isTrue(leftMs > 9 * minutes && leftMs <= 10 * minutes)
    const kept = JSON.stringify(await rows(gateway(), "SELECT encode(hash, 'escape') AS hash FROM alerts_codes"))
    assert.notInclude(kept, link.token)
  })

  it("is for an address with an account alone", async () => {
    const { key } = await account()
    const answer = await startLink(gateway(), key, "nobody@example.com")
    assert.deepEqual([answer.status, codeOf(answer.json)], [404, "NOT_FOUND"])
    const asked = await paired(key, "nobody@example.com")
    assert.deepEqual(asked, { paired: false, pairings: [] })
  })

  it.each(["expired", "used", "voided by a newer one", "made up"])(
    "binds nothing when its code is %s",
    async (what) => {
      const { email, key } = await account()
      const first = await startLink(gateway(), key, email)
      if (what === "expired") clock.advanceMs(10 * minutes + 1_000)
      if (what === "used") {
        await write(gateway(), `/start ${first.token}`, { chat: 5 })
        await rows(gateway(), "DELETE FROM alerts_pairings")
      }
      if (what === "voided by a newer one") await startLink(gateway(), key, email)
      const code = what === "made up" ? "A".repeat(32) : first.token
      const answer = await write(gateway(), `/start ${code}`)
      assert.match(String(answer.text), /isn't good any more/)
      assert.deepInclude(await paired(key, email), { paired: false })
    }
  )

  it("binds one of two chats that press Start at once", async () => {
    const { email, key } = await account()
    const { token } = await startLink(gateway(), key, email)
    const answers = await Promise.all([1, 2, 3, 4].map((chat) => write(gateway(), `/start ${token}`, { chat })))
    assert.strictEqual(answers.filter(({ text }) => String(text).startsWith("Linked")).length, 1)
    assert.strictEqual((await rows(gateway(), "SELECT 1 FROM alerts_pairings")).length, 1)
  })

  it("is bound by a job where that takes longer than the platform waits, and no code is kept for it", async () => {
    const { email, key } = await account()
    const { token } = await startLink(gateway(), key, email)
    const held = await gateway().run(
      SqlClient.SqlClient.use((sql) =>
        sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`SELECT FROM alerts_codes WHERE email = ${email} FOR UPDATE`
            const answer = yield* Effect.promise(() => write(gateway(), `/start ${token}`))
            const waiting = yield* Effect.promise(() =>
              rows(gateway(), "SELECT payload::text AS payload FROM graphile_worker._private_jobs")
            )
            return { answer, waiting: waiting.map(({ payload }) => String(payload)).join() }
          })
        )
      )
    )
    assert.deepEqual([held.answer.status, held.answer.json], [200, {}])
    assert.include(held.waiting, "/start code")
    assert.notInclude(held.waiting, token)
    const lines = () => said(gateway())
    for (let looks = 0; looks < 400 && (await lines()).length === 0; looks++) {
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    assert.match((await lines())[0] ?? "", new RegExp(`^Linked\\. This chat gets the alerts of ${email}`))
    assert.deepInclude(await paired(key, email), { paired: true })
    // What the platform delivers again does nothing.
    assert.deepEqual((await deliver(gateway(), held.answer.update)).json, {})
  })

  it.each([
    ["2^52 - 1", 4_503_599_627_370_495],
    ["below 0", -4_503_599_627_370_495]
  ])("binds a chat whose id is %s, as text outside", async (_, chat) => {
    const { email, key } = await linked(gateway(), chat)
    assert.strictEqual(at(await paired(key, email), "pairings", 0, "chatId"), String(chat))
    const asked = { method: "DELETE", key, body: { email, chatId: String(chat) } }
    assert.isTrue(at((await gateway().ask(`${base}/pairings`, asked)).json, "data", "removed"))
  })

  it("never binds a group, and the code stays good", async () => {
    const { email, key } = await account()
    const { token } = await startLink(gateway(), key, email)
    const group = await write(gateway(), `/start@storeglass_sandbox_bot ${token}`, { chat: -100, type: "group" })
    assert.match(String(group.text), /private chats alone/)
    assert.deepInclude(await paired(key, email), { paired: false })
    assert.match(String((await write(gateway(), `/start ${token}`)).text), /^Linked/)
  })

  it("ends in silence for 10 minutes after five wrong codes, for the right one too", async () => {
    const { email, key } = await account()
    const answers: Array<unknown> = []
    for (let n = 0; n < 5; n++) answers.push((await write(gateway(), `/start wrong${n}`)).text)
    assert.deepEqual(
      answers.map((text) => text === undefined),
      [false, false, false, false, true]
    )
    const { token } = await startLink(gateway(), key, email)
    assert.isUndefined((await write(gateway(), `/start ${token}`)).text)
    clock.advanceMs(10 * minutes + 1_000)
    const next = await startLink(gateway(), key, email)
    assert.match(String((await write(gateway(), `/start ${next.token}`)).text), /^Linked/)
  })

  it("takes a chat over to the newer account, and tells the older one's owner by mail", async () => {
    const older = await linked(gateway())
    const newer = await linked(gateway())
    assert.deepInclude(await paired(older.key, older.email), { paired: false })
    assert.deepInclude(await paired(newer.key, newer.email), { paired: true })
    const mails = await gateway().run(
      until(
        ["core_outbox"],
        Effect.promise(() => gateway().outbox(older.email)),
        (all) => all.length > 0
      )
    )
    assert.include(mails[0]?.text ?? "", newer.email)
  })

  it("is refused to a sixth chat of an address", async () => {
    const { email, key } = await account()
    for (let chat = 1; chat <= 6; chat++) {
      const { token } = await startLink(gateway(), key, email)
      const { text } = await write(gateway(), `/start ${token}`, { chat })
      assert.match(String(text), chat <= 5 ? /^Linked/ : /^5 chats are linked/)
    }
  })
})

describe("DELETE pairings", () => {
  const unpair = (key: string, body: object) => gateway().ask(`${base}/pairings`, { method: "DELETE", key, body })

  it("unlinks, and tells the chat", async () => {
    const { email, key } = await linked(gateway())
    const answer = await unpair(key, { email, chatId: "4711" })
    assert.deepEqual(at(answer.json, "data"), { removed: true })
    assert.deepInclude(await paired(key, email), { paired: false, pairings: [] })
    const lines = await gateway().run(
      until(
        ["graphile_worker._private_jobs"],
        Effect.promise(() => said(gateway())),
        (all) => all.length > 0
      )
    )
    assert.deepEqual(lines, ["This chat was unlinked: it gets no more alerts."])
  })

  it.each([{ chatId: 4712 }, { chatId: "4712" }, { email: "other@example.com" }])(
    "of a wrong pair removes nothing: %j",
    async (change) => {
      const { email, key } = await linked(gateway())
      const answer = await unpair(key, { email, chatId: "4711", ...change })
      assert.deepEqual([answer.status, at(answer.json, "data")], [200, { removed: false }])
      assert.deepInclude(await paired(key, email), { paired: true })
    }
  )
})

describe("what people write", () => {
  it("is answered where it's a command, and hinted at once a day otherwise", async () => {
    assert.match(String((await write(gateway(), "/help")).text), /^This bot brings/)
    assert.match(String((await write(gateway(), "/status")).text), /isn't linked/)
    assert.match(String((await write(gateway(), "hello?")).text), /only bring alerts/)
    assert.isUndefined((await write(gateway(), "hello?")).text)
    clock.advanceMs(24 * 60 * minutes + 1_000)
    assert.match(String((await write(gateway(), "hello?")).text), /only bring alerts/)
    const { email } = await linked(gateway())
    assert.strictEqual((await write(gateway(), "/status")).text, `This chat gets the alerts of ${email}.`)
    assert.match(String((await write(gateway(), "/stop")).text), /no more alerts/)
    assert.match(String((await write(gateway(), "/stop")).text), /isn't linked/)
  })

  it("is handled once, however often and in whatever order it's delivered", async () => {
    const { email, key } = await linked(gateway())
    const { update } = await write(gateway(), "/stop")
    const link = await startLink(gateway(), key, email)
    await write(gateway(), `/start ${link.token}`)
    for (let n = 0; n < 3; n++) assert.deepEqual((await deliver(gateway(), update)).json, {})
    assert.deepInclude(await paired(key, email), { paired: true })
  })

  it("marks a chat whose owner blocks the bot, and takes it back", async () => {
    const { email, key } = await linked(gateway())
    await deliver(gateway(), await controlOf(gateway()).act("bot", "block", { blocked: true }))
    const blocked = await paired(key, email)
    assert.deepInclude(blocked, { paired: false })
    assert.strictEqual(at(blocked, "pairings", 0, "status"), "blocked")
    await deliver(gateway(), await controlOf(gateway()).act("bot", "block", { blocked: false }))
    assert.deepInclude(await paired(key, email), { paired: true })
  })

  it.each([
    {},
    { update_id: 5_000 },
    { update_id: "x", message: 3 },
    { update_id: 5_001, edited_message: { text: "x" } },
    [],
    5,
    null
  ])("is 200 where it's well-formed and not understood: %j", async (update) => {
    const answer = await deliver(gateway(), update)
    assert.deepEqual([answer.status, answer.json], [200, {}])
  })
})

describe("the inbound webhook", () => {
  const update = {
    update_id: 900,
    message: { message_id: 1, date: 1, text: "/help", chat: { id: 1, type: "private" } }
  }

  it.each(["x-messaging-bot-api-secret-token", "X-Telegram-Bot-Api-Secret-Token"])(
    "takes the secret in %s",
    async (name) => {
      const answer = await deliver(gateway(), { ...update, update_id: name.length }, { [name]: bot.webhookSecret })
      assert.deepEqual([answer.status, at(answer.json, "method")], [200, "sendMessage"])
    }
  )

  it.each([
    {},
    { "x-messaging-bot-api-secret-token": "" },
    { "x-messaging-bot-api-secret-token": `${bot.webhookSecret}x` },
    { "x-other": bot.webhookSecret },
    { authorization: `Bearer ${bot.webhookSecret}` }
  ])("refuses %j", async (headers) => {
    const answer = await deliver(gateway(), update, headers)
    assert.deepEqual([answer.status, codeOf(answer.json)], [401, "INVALID_WEBHOOK_SECRET"])
  })

  it("costs no question to the database for 10,000 forged updates", { timeout: 180_000 }, async () => {
    const deliverAll = (count: number, secretOf: string) =>
      gateway().run(
        Effect.forEach(
          Array.from({ length: count }, (_, n) => 10_000 + n),
          (id) =>
            Effect.promise(() =>
              deliver(gateway(), { ...update, update_id: id }, { "x-telegram-bot-api-secret-token": secretOf })
            ),
          { concurrency: 20 }
        )
      )
    /** Transactions that ended, of everybody; sessions tell of theirs a second later. */
    const transactions = async () => {
      await gateway().run(Effect.sleep(1_500))
      await rows(gateway(), "SELECT pg_stat_clear_snapshot()")
      const [told] = await rows(
        gateway(),
        "SELECT (xact_commit + xact_rollback)::float8 AS n FROM pg_stat_database WHERE datname = current_database()"
      )
      return Number(told?.n)
    }
    const before = await transactions()
    const answers = await deliverAll(10_000, "forged")
    const after = await transactions()
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([401]))
    // What works in the background goes on meanwhile; and the count does see those that are taken.
    assert.isBelow(after - before, 1_000)
    await deliverAll(1_500, secret)
    const seen = Effect.promise(transactions).pipe(Effect.repeat({ until: (n) => n - after >= 1_500, times: 20 }))
    assert.isAtLeast((await gateway().run(seen)) - after, 1_500)
  })

  it("is 413 over 256 KiB, and 400 for what is no JSON", async () => {
    const large = await deliver(gateway(), { ...update, text: "x".repeat(257 * 1024) })
    assert.deepEqual([large.status, codeOf(large.json)], [413, "PAYLOAD_TOO_LARGE"])
    const torn = await fetch(`${gateway().url}${hook}`, {
      method: "POST",
      headers: { "x-telegram-bot-api-secret-token": bot.webhookSecret, "content-type": "application/json" },
      body: "{"
    })
    assert.strictEqual(torn.status, 400)
  })
})

describe("the platform's own deliveries", () => {
  const connected = (secretOf = secret) =>
    controlOf(gateway()).act("bot", "connect", { url: `${gateway().url}${hook}`, secret: secretOf })
  const page = () =>
    gateway().running.sandbox?.pages.find(({ title }) => title === "Alerts")?.url ?? assert.fail("no page")
  const type = (text: string, chat = 4711) =>
    fetch(page(), { method: "POST", body: new URLSearchParams({ chat: String(chat), text }) })

  it("link a chat by what is typed on its page, and repeated or in disorder change nothing more", async () => {
    const { email, key } = await account()
    const { token } = await startLink(gateway(), key, email)
    await connected()
    await type(`/start ${token}`)
    await type("/status")
    await type("/stop")
    const lines = await said(gateway())
    assert.match(lines[0] ?? "", /^Linked/)
    assert.deepEqual(lines.slice(1), [
      `This chat gets the alerts of ${email}.`,
      "This chat is unlinked: it gets no more alerts."
    ])
    for (const newestFirst of [false, true]) {
      assert.deepEqual(await controlOf(gateway()).act("bot", "redeliver", { newestFirst }), [200, 200, 200])
    }
    assert.deepEqual(await said(gateway()), lines)
    assert.deepInclude(await paired(key, email), { paired: false })
  })

  it("under another secret are refused, and tried again by the platform", async () => {
    await connected("another-secret-of-tests")
    await type("/help")
    assert.deepEqual(await said(gateway()), [])
    assert.deepEqual(await controlOf(gateway()).act("bot", "redeliver", {}), [401, 401, 401])
  })
})
