/** A node dies at each write of an alert's path, with the message on its way or taken; the next one goes on. */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { Alerts } from "@storeglass/plugin-api"
import { adjustableClock, type Deaths, deathsIn, usePluginGateway } from "@storeglass/testkit"
import { Deliver } from "../src/jobRefs.ts"
import plugin from "../src/plugin.ts"
import { Queue } from "../src/queue/Queue.ts"
import { bot, controlOf, linked, rows, said } from "./support.ts"

const writesMax = 50
const clock = adjustableClock()
const gateway = usePluginGateway(plugin, {
  plugins: { alerts: { bot: { ...bot, polling: false } }, stores: true, workspace: true },
  config: { jobs: { concurrency: 0 } },
  clock
})
const chats = [1, 2]
let deaths: Deaths
let accountId = ""
beforeAll(async () => {
  const account = await linked(gateway(), chats[0])
  accountId = account.accountId
  await rows(
    gateway(),
    `INSERT INTO alerts_pairings (chat_id, account_id, email, status, paired_ms)
      VALUES (2, '${accountId}', '${account.email}', 'active', 0)`
  )
  // So that the bot may write to it.
  await controlOf(gateway()).act("bot", "write", { chat: 2, text: "hello" })
  deaths = await deathsIn(gateway(), ["alerts_queue", "alerts_sends"])
})

let n = 0
const kind = "workspace.listing-changed"
const ofRanks = {
  of: "camera (us, iphone)",
  from: "2026-10-30",
  to: "2026-11-28",
  ranks: [
    { day: "2026-11-27", rank: 40 },
    { day: "2026-11-28", rank: 20 }
  ]
}
const notify = (title: string, isPictured: boolean) => {
  const alert = { kind, key: title, title, text: "It's new." }
  return gateway().run(
    isPictured
      ? Queue.use((queue) => queue.take(accountId, alert, { title: "Listings", description: "Tells." }, ofRanks))
      : Alerts.use((alerts) => alerts.notify(accountId, alert))
  )
}

describe("an alert", () => {
  it.each([
    [true, false],
    [false, false],
    [true, true]
  ])(
    "comes to no chat twice, and only to those not at all that it was on its way to, wherever its node dies (taken: %s, with a picture: %s)",
    async (isTaken, isPictured) => {
      let points = 0
      for (let write = 1; ; write++) {
        assert.isBelow(write, writesMax)
        const title = `alert ${++n}`
        // What failed before is forgotten, and no day has as many as it may.
        clock.advanceMs(86_400_000)
        if (!isTaken) controlOf(gateway()).fail({ kind: "reset", upstream: "bot" })
        await deaths.from(write)
        await notify(title, isPictured).catch(() => "died")
        await gateway()
          .runJob(Deliver, { accountId })
          .catch(() => "died")
        const tried = await deaths.revive()
        controlOf(gateway()).clearFaults()
        // Whoever told it repeats that.
        await notify(title, isPictured)
        for (let again = 0; again < 2; again++) await gateway().runJob(Deliver, { accountId })
        const sends = await rows(
          gateway(),
          `SELECT s.chat_id::int AS chat, s.state FROM alerts_sends s JOIN alerts_queue q USING (account_id, id) WHERE q.title = '${title}'`
        )
        for (const chat of chats) {
          const got = (await said(gateway(), chat)).filter((text) => text.startsWith(`${title}\n`)).length
          const name = `dead at write ${write}, chat ${chat}`
          const state = sends.find((send) => send.chat === chat)?.state
          assert.isAtMost(got, 1, name)
          if (got === 0) assert.include(["sending", "doubtful"], state, name)
        }
        const states = await rows(gateway(), `SELECT state FROM alerts_queue WHERE title = '${title}'`)
        assert.deepEqual(states, [{ state: "sent" }])
        points += 1
        if (tried < write) break
      }
      assert.isAtLeast(points, 5)
    }
  )
})
