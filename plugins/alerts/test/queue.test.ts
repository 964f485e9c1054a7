import { assert, beforeEach, describe, it } from "@effect/vitest"
import { Alerts } from "@storeglass/plugin-api"
import { adjustableClock, at, listAt, usePluginGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Deliver } from "../src/jobRefs.ts"
import plugin from "../src/plugin.ts"
import { messageOf } from "../src/queue/message.ts"
import { Queue, quietMs } from "../src/queue/Queue.ts"
import { Turns } from "../src/queue/Turns.ts"
import { bot, controlOf, deliver as inbound, linked, rows, said } from "./support.ts"

const clock = adjustableClock()
const gateway = usePluginGateway(plugin, {
  plugins: { alerts: { bot: { ...bot, polling: false }, perDayMax: 2 }, stores: true, workspace: true },
  config: { jobs: { lanes: { "alerts.messages": 0 } } },
  clock
})
const kind = "workspace.listing-changed"
beforeEach(async () => {
  controlOf(gateway()).clearFaults()
  controlOf(gateway()).reset("bot", "all")
  await rows(
    gateway(),
    "TRUNCATE alerts_codes, alerts_pairings, alerts_chats, alerts_updates, alerts_queue, alerts_sends, alerts_settings, alerts_snoozes"
  )
  // Each test begins at noon of a day of its own.
  const nowMs = Effect.runSync(clock.clock.currentTimeMillis)
  clock.advanceMs(86_400_000 - (nowMs % 86_400_000) + 12 * 3_600_000)
})
const notify = (accountId: string, key?: string, text = "Its subtitle is new.") =>
  gateway().run(
    Alerts.use((alerts) =>
      alerts.notify(accountId, { kind, title: "The listing changed", text, ...(key === undefined ? {} : { key }) })
    )
  )
const deliver = (accountId: string) => gateway().runJob(Deliver, { accountId })
const states = async () =>
  (await rows(gateway(), "SELECT state FROM alerts_queue ORDER BY created_ms, id")).map(({ state }) => state)

describe("a turn at the platform", () => {
  const next = (nowMs: number) => gateway().run(Turns.use((turns) => turns.next(nowMs)))

  it("is one node's alone, 40 ms after the one before, however many ask at once", async () => {
    const nowMs = Effect.runSync(clock.clock.currentTimeMillis)
    const turns = await Promise.all(Array.from({ length: 50 }, () => next(nowMs)))
    assert.deepEqual(
      turns.toSorted((a, b) => a - b),
      Array.from({ length: 50 }, (_, n) => nowMs + 40 * n)
    )
    assert.strictEqual(await next(nowMs + 60_000), nowMs + 60_000)
  })

  it("isn't far off where another node's clock is an hour ahead", async () => {
    const nowMs = Effect.runSync(clock.clock.currentTimeMillis)
    await next(nowMs + 3_600_000)
    assert.strictEqual(await next(nowMs), nowMs + 30_000)
    await rows(gateway(), "UPDATE alerts_turns SET next_ms = 0")
  })
})

describe("an alert", () => {
  it("comes to the chats of its account, once for its key, and to no other's", async () => {
    const mine = await linked(gateway(), 1)
    await linked(gateway(), 2)
    await notify(mine.accountId, "a")
    await notify(mine.accountId, "a")
    await deliver(mine.accountId)
    await deliver(mine.accountId)
    assert.deepEqual(await said(gateway(), 1), ["The listing changed\n\nIts subtitle is new."])
    assert.deepEqual(await said(gateway(), 2), [])
    assert.deepEqual(await states(), ["sent"])
  })

  it("is told where its teller's transaction is kept, and isn't where that is undone", async () => {
    const { accountId } = await linked(gateway())
    const told = (key: string, isKept: boolean) =>
      gateway()
        .run(
          SqlClient.SqlClient.use((sql) =>
            sql.withTransaction(
              Effect.andThen(
                Alerts.use((alerts) => alerts.notify(accountId, { kind, key, title: key, text: "It moved." })),
                isKept ? Effect.void : Effect.fail("undone")
              )
            )
          )
        )
        .catch(() => undefined)
    await told("undone", false)
    await told("kept", true)
    assert.deepEqual(await rows(gateway(), "SELECT key FROM alerts_queue"), [{ key: "kept" }])
    await deliver(accountId)
    assert.deepEqual(await said(gateway()), ["kept\n\nIt moved."])
  })

  it("without a linked chat ends there, and doesn't come when one is linked later", async () => {
    const { accountId } = await gateway().account()
    await notify(accountId)
    await deliver(accountId)
    assert.deepEqual(await states(), ["nobody"])
  })

  it("over the day's number comes in one summary when the day is over", async () => {
    const { accountId } = await linked(gateway())
    for (let n = 0; n < 5; n++) await notify(accountId, `n${n}`)
    await deliver(accountId)
    assert.strictEqual((await said(gateway())).length, 2)
    assert.deepEqual(await states(), ["sent", "sent", "summed", "summed", "summed"])
    clock.advanceMs(12 * 3_600_000)
    await deliver(accountId)
    await deliver(accountId)
    const [, , summary, ...more] = await said(gateway())
    assert.deepEqual(more, [])
    assert.match(summary ?? "", /^More alerts than a day holds\n\n3 × The store shows other texts$/)
  })

  it("waits where the platform has had enough, and comes once after it", async () => {
    const { accountId } = await linked(gateway())
    await notify(accountId)
    await controlOf(gateway()).act("bot", "limit", { times: 1, retryAfter: 7 })
    const failed = await deliver(accountId).then(
      () => "sent",
      () => "waits"
    )
    assert.strictEqual(failed, "waits")
    clock.advanceMs(8_000)
    await deliver(accountId)
    assert.strictEqual((await said(gateway())).length, 1)
  })

  it("marks a chat whose owner blocked the bot, which isn't asked again", async () => {
    const { accountId } = await linked(gateway())
    await controlOf(gateway()).act("bot", "block", { blocked: true })
    await notify(accountId, "a")
    await deliver(accountId)
    assert.deepEqual(await rows(gateway(), "SELECT status FROM alerts_pairings"), [{ status: "blocked" }])
    controlOf(gateway()).clearRequests()
    await notify(accountId, "b")
    await deliver(accountId)
    assert.deepEqual(controlOf(gateway()).requests({ upstream: "bot" }), [])
  })

  it("whose answer was lost isn't sent a second time", async () => {
    const { accountId } = await linked(gateway())
    await notify(accountId)
    controlOf(gateway()).fail({ kind: "lostAnswer", upstream: "bot", path: "sendMessage$", times: 1 })
    await deliver(accountId)
    await deliver(accountId)
    assert.strictEqual((await said(gateway())).length, 1)
  })

  it("that its node left while it was sending isn't sent a second time", async () => {
    const { accountId } = await linked(gateway())
    await notify(accountId)
    await deliver(accountId)
    await rows(gateway(), "UPDATE alerts_sends SET state = 'sending'")
    await rows(gateway(), "UPDATE alerts_queue SET state = 'waiting'")
    await deliver(accountId)
    assert.strictEqual((await said(gateway())).length, 1)
  })

  it("of a kind that the account doesn't want doesn't come", async () => {
    const { accountId } = await linked(gateway())
    await gateway().run(
      Queue.use((queue) => queue.set(accountId, { muted: [kind], quietFrom: null, quietTo: null, zone: null }))
    )
    await notify(accountId)
    await deliver(accountId)
    assert.deepEqual([await said(gateway()), await states()], [[], ["muted"]])
  })

  it("waits out the account's quiet hours", async () => {
    const { accountId } = await linked(gateway())
    await gateway().run(
      Queue.use((queue) => queue.set(accountId, { muted: [], quietFrom: 11, quietTo: 14, zone: "UTC" }))
    )
    await notify(accountId)
    await deliver(accountId)
    assert.deepEqual([await said(gateway()), await states()], [[], ["waiting"]])
    clock.advanceMs(2 * 3_600_000 + 60_000)
    await deliver(accountId)
    assert.strictEqual((await said(gateway())).length, 1)
  })
})

describe("a message", () => {
  it("is plain text, without signs that turn or hide it", () => {
    const text = messageOf({ title: "<b>*Up*</b>\u202e", body: "a\u0000b\u2066c", url: "https://example.com/a?b=1" })
    assert.strictEqual(text, "<b>*Up*</b>\n\nabc\nhttps://example.com/a?b=1")
  })

  it.each([4_000, 4_096, 5_000, 20_000])("of %i characters fits, is cut at a word, and keeps its address", (length) => {
    const words = "wörd ".repeat(length / 5)
    const text = messageOf({ title: "Title", body: words, url: "https://example.com" })
    assert.isAtMost(text.length, 4_096)
    assert.match(text, /https:\/\/example\.com$/)
    if (length > 4_096) assert.match(text, /wörd…\nhttps/)
  })

  it("isn't cut within a sign of two units", () => {
    const text = messageOf({ title: "T", body: "😀".repeat(3_000), url: null })
    assert.isAtMost(text.length, 4_096)
    assert.isTrue(text.isWellFormed())
  })
})

describe("quiet hours", () => {
  const settings = (quietFrom: number | null, quietTo: number | null, zone: string | null = "UTC") => ({
    muted: [],
    quietFrom,
    quietTo,
    zone
  })
  const at = (text: string) => Date.parse(text)
  it.each([
    [settings(null, null), "2026-11-27T23:00:00Z", 0],
    [settings(8, 8), "2026-11-27T08:00:00Z", 0],
    [settings(22, 7), "2026-11-27T21:59:59Z", 0],
    [settings(22, 7), "2026-11-27T22:00:00Z", 9 * 3_600_000],
    [settings(22, 7), "2026-11-27T06:59:59Z", 1_000],
    [settings(22, 7), "2026-11-27T07:00:00Z", 0],
    [settings(12, 14), "2026-11-27T13:30:00Z", 30 * 60_000],
    [settings(22, 7, "America/New_York"), "2026-11-28T03:00:00Z", 9 * 3_600_000],
    [settings(22, 7, "Asia/Kolkata"), "2026-11-27T17:30:00Z", 8 * 3_600_000]
  ])("of %j at %s end in %i ms", (given, now, ms) => {
    assert.strictEqual(quietMs(given, at(now)), ms)
  })
})

describe("the buttons below an alert", () => {
  const pressed = async (data: string, chat = 4711) => {
    const update = await controlOf(gateway()).act("bot", "press", { chat, data })
    const answer = await inbound(gateway(), update)
    assert.strictEqual(at(answer.json, "method"), "answerCallbackQuery")
    assert.isTrue(at(answer.json, "show_alert"))
    return String(at(answer.json, "text"))
  }
  const buttonsOf = async (chat = 4711) => {
    const chats = await controlOf(gateway()).act("bot", "chats", null)
    const lines = listAt({ chats }, "chats").flatMap((each) => (at(each, "id") === chat ? listAt(each, "lines") : []))
    return listAt(lines.at(-1), "buttons").map((button) => String(at(button, "data")))
  }

  it("snooze its kind for a day: what comes meanwhile waits, and of other kinds nothing does", async () => {
    const { accountId } = await linked(gateway())
    await notify(accountId, "a")
    await deliver(accountId)
    const [snooze = ""] = await buttonsOf()
    assert.match(await pressed(snooze), /^For a day nothing comes of: The store shows other texts\./)
    await notify(accountId, "b")
    await gateway().run(
      Alerts.use((alerts) =>
        alerts.notify(accountId, { kind: "workspace.app-unlisted", title: "Gone", text: "It's not listed." })
      )
    )
    await deliver(accountId)
    assert.deepEqual(await said(gateway()), ["The listing changed\n\nIts subtitle is new.", "Gone\n\nIt's not listed."])
    const jobs = await rows(
      gateway(),
      `SELECT extract(epoch FROM run_at) - ${Effect.runSync(clock.clock.currentTimeMillis) / 1_000} BETWEEN 86300 AND 86400 AS "inADay"
        FROM graphile_worker._private_jobs WHERE key LIKE '%${accountId}/%snoozed'`
    )
    assert.deepEqual(jobs, [{ inADay: true }])
    clock.advanceMs(86_400_000 + 1_000)
    await deliver(accountId)
    assert.lengthOf(await said(gateway()), 3)
    assert.deepEqual(await states(), ["sent", "sent", "sent"])
  })

  it("tell why it came, in what its plugin declares of it, in 200 signs at most", async () => {
    const { accountId } = await linked(gateway())
    await notify(accountId, "a")
    await deliver(accountId)
    const [, why = ""] = await buttonsOf()
    const text = await pressed(why)
    assert.match(text, /^The store shows other texts\. Sent when the daily look at the store first finds texts/)
    assert.isAtMost(text.length, 200)
  })

  it("do nothing in a chat of another account, nor with data that the bot never sent", async () => {
    const { accountId } = await linked(gateway(), 1)
    await linked(gateway(), 2)
    await notify(accountId, "a")
    await deliver(accountId)
    const [snooze = "", why = ""] = await buttonsOf(1)
    for (const data of [snooze, why]) assert.match(await pressed(data, 2), /^This alert is of another account/)
    for (const data of [
      "",
      "snooze:",
      "snooze:x",
      `why:${"-".repeat(36)}`,
      "delete:00000000-0000-4000-8000-000000000000",
      `${snooze}'`
    ]) {
      assert.match(await pressed(data, 1), /^This alert is of another account/)
    }
    assert.deepEqual(await rows(gateway(), "SELECT 1 FROM alerts_snoozes"), [])
  })
})
