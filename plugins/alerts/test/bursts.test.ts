import { assert, describe, it } from "@effect/vitest"
import { Alerts } from "@storeglass/plugin-api"
import { type AdjustableClock, adjustableClock, at, listAt, usePluginGateway } from "@storeglass/testkit"
import { Duration, Effect } from "effect"
import { Deliver } from "../src/jobRefs.ts"
import plugin from "../src/plugin.ts"
import { bot, controlOf, linked, rows } from "./support.ts"

const dayMs = 86_400_000
/** Sleeps are real, and so are the database and the platform's double: their time only goes faster. */
const faster = (times: number): AdjustableClock => {
  const base = adjustableClock(Math.floor(Date.now() / dayMs) * dayMs + dayMs / 2)
  const { clock } = base
  const [fromMs, fromNanos] = [clock.currentTimeMillisUnsafe(), clock.monotonicTimeNanosUnsafe()]
  const nowMs = () => Math.floor(fromMs + (clock.currentTimeMillisUnsafe() - fromMs) * times)
  const nowNanos = () => BigInt(nowMs()) * 1_000_000n
  const passedNanos = () => fromNanos + (clock.monotonicTimeNanosUnsafe() - fromNanos) * BigInt(times)
  return {
    ...base,
    clock: {
      currentTimeMillisUnsafe: nowMs,
      currentTimeMillis: Effect.sync(nowMs),
      currentTimeNanosUnsafe: nowNanos,
      currentTimeNanos: Effect.sync(nowNanos),
      monotonicTimeNanosUnsafe: passedNanos,
      monotonicTimeNanos: Effect.sync(passedNanos),
      sleep: (duration) => clock.sleep(Duration.millis(Duration.toMillis(duration) / times))
    },
    advanceMs: (ms) => base.advanceMs(ms / times)
  }
}

const accounts = 50
const keys = 50
const repeats = 2
const perDayMax = 10
const kinds = ["workspace.listing-changed", "workspace.app-unlisted"] as const
const clock = faster(3)
const gateway = usePluginGateway(plugin, {
  plugins: { alerts: { bot: { ...bot, polling: false }, perDayMax }, stores: true, workspace: true },
  config: { jobs: { lanes: { "alerts.messages": 0 } } },
  clock
})

interface Told {
  readonly chat: number
  readonly atMs: number
  readonly text: string
}
const told = async (): Promise<ReadonlyArray<Told>> => {
  const chats = await controlOf(gateway()).act("bot", "chats", null)
  return listAt({ chats }, "chats").flatMap((chat) =>
    listAt(chat, "lines")
      .filter((line) => at(line, "by") === "bot")
      .map((line) => ({ chat: Number(at(chat, "id")), atMs: Number(at(line, "atMs")), text: String(at(line, "text")) }))
  )
}
/** The most in any time of that length. */
const mostIn = (windowMs: number, all: ReadonlyArray<number>) => {
  const sorted = all.toSorted((a, b) => a - b)
  let first = 0
  return sorted.reduce((most, ms, last) => {
    while (ms - (sorted[first] ?? ms) >= windowMs) first++
    return Math.max(most, last - first + 1)
  }, 0)
}

describe("a burst of 10,000 events", { timeout: 240_000 }, () => {
  it("keeps the platform's limits, comes once for each key, and what is over the day's number in one right summary", async () => {
    const ids: Array<string> = []
    for (let chat = 1; chat <= accounts; chat++) ids.push((await linked(gateway(), chat)).accountId)
    const events = ids.flatMap((accountId, index) =>
      kinds.flatMap((kind) =>
        Array.from({ length: keys * repeats }, (_, n) => ({
          accountId,
          alert: { kind, key: `k${n % keys}`, title: `${kind} k${n % keys}`, text: `of ${index + 1}` }
        }))
      )
    )
    assert.lengthOf(events, 10_000)
    // All accounts at once, and a repeat long after its first.
    const mixed = events.map((event, n) => ({ event, place: (n * 7_919) % events.length }))
    await gateway().run(
      Alerts.use(({ notify }) =>
        Effect.forEach(
          mixed.toSorted((a, b) => a.place - b.place),
          ({ event: { accountId, alert } }) => notify(accountId, alert),
          { concurrency: 6, discard: true }
        )
      )
    )
    /** As the queue would: again and again until nothing waits. */
    const deliverAll = () =>
      Promise.all(
        ids.map(async (accountId) => {
          const waiting = `SELECT 1 FROM alerts_queue WHERE account_id = '${accountId}' AND state = 'waiting' LIMIT 1`
          do {
            await gateway()
              .runJob(Deliver, { accountId })
              .catch(() => undefined)
          } while ((await rows(gateway(), waiting)).length > 0)
        })
      )
    await deliverAll()

    const first = await told()
    assert.lengthOf(first, accounts * kinds.length * perDayMax)
    assert.lengthOf(new Set(first.map(({ chat, text }) => `${chat} ${text}`)), first.length)
    for (const { chat, text } of first) assert.isTrue(text.endsWith(`\n\nof ${chat}`), text)
    // 25 a second, from the first on; on a busy machine some arrive a little closer than they were sent.
    assert.isAtMost(
      mostIn(
        5_000,
        first.map(({ atMs }) => atMs)
      ),
      5 * 25 + 15
    )
    for (let chat = 1; chat <= accounts; chat++) {
      const times = first.filter((line) => line.chat === chat).map(({ atMs }) => atMs)
      assert.strictEqual(mostIn(1_000, times), 1)
    }

    clock.advanceMs(dayMs)
    await deliverAll()
    await deliverAll()
    const summaries = (await told()).filter(({ text }) => text.startsWith("More alerts than a day holds"))
    assert.lengthOf(await told(), first.length + accounts)
    assert.lengthOf(new Set(summaries.map(({ chat }) => chat)), accounts)
    const over = keys - perDayMax
    for (const { text } of summaries) {
      assert.deepEqual(text.split("\n").slice(2), [
        `${over} × An app is no longer listed`,
        `${over} × The store shows other texts`
      ])
    }
  })
})
