/** A node dies at each write of a report's path, from the run to the record of its delivery; the next one goes on. */
import { assert, beforeAll, beforeEach, describe, it } from "@effect/vitest"
import { dayIn, plusDays } from "@storeglass/plugin-api"
import { adjustableClock, at, type Deaths, deathsIn, listAt, usePluginGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { Daily, Deliver, Report } from "../src/jobRefs.ts"
import plugin from "../src/plugin.ts"
import { controlOf, keptApp, type Owner, ownerOf, rows } from "./support.ts"

const writesMax = 50
const tables = [
  "cofounder_reports",
  "cofounder_events",
  "cofounder_webhooks",
  "workspace_reports",
  "core_deliveries",
  "core_delivery_attempts"
]
const clock = adjustableClock()
const gateway = usePluginGateway(plugin, {
  plugins: { stores: true, workspace: true, keywords: true, cofounder: true },
  config: { jobs: { concurrency: 0 } },
  clock
})
const appId = "800001"
let deaths: Deaths
beforeAll(async () => {
  deaths = await deathsIn(gateway(), tables)
})
beforeEach(() => controlOf(gateway()).clearFaults())

const quietly = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false
  )
const eventsOf = async ({ accountId }: Owner, day: string) =>
  rows(
    gateway(),
    `SELECT id::text AS id, state, body::jsonb ->> 'reportId' AS report FROM cofounder_events
      WHERE account_id = '${accountId}' AND body::jsonb -> 'report' ->> 'date' = '${day}'`
  )

describe.each([false, true])("with retries %s", (retry) => {
  it.each([
    ["received", undefined],
    ["cut off before it's received", "reset"],
    ["received by somebody who gives no answer", "lostAnswer"]
  ] as const)("a day's report is kept once and posted as it must be, wherever its node dies: %s", async (_, fault) => {
    const owner = await ownerOf(gateway())
    await keptApp(owner, appId, { appName: "Mine" })
    await owner.put({ secret: "a-secret-of-tests", retry })
    await owner.prefer("webhook")
    const { accountId } = owner
    let points = 0
    for (let write = 1; ; write++) {
      assert.isBelow(write, writesMax)
      clock.advanceMs(86_400_000)
      const day = plusDays(dayIn("UTC", Effect.runSync(clock.clock.currentTimeMillis)), -1)
      const run = async () => {
        const isBegun = await quietly(gateway().runJob(Daily, { accountId }))
        const isMade = await quietly(gateway().runJob(Report, { accountId, platform: "storea", appId, day }))
        const events = await eventsOf(owner, day)
        for (const { id } of events) await quietly(gateway().runJob(Deliver, { accountId, id: String(id) }))
        return isBegun && isMade
      }
      if (fault !== undefined) controlOf(gateway()).fail({ upstream: "webhook", path: owner.name, kind: fault })
      await deaths.from(write)
      await run()
      const tried = await deaths.revive()
      controlOf(gateway()).clearFaults()
      for (let again = 0; again < 3; again++) {
        clock.advanceMs(10 * 60_000)
        assert.isTrue(await run())
      }

      const name = `dead at write ${write}`
      const [event, ...more] = await eventsOf(owner, day)
      assert.isDefined(event, name)
      assert.deepEqual(more, [], name)
      const kept = await rows(
        gateway(),
        `SELECT r.id::text AS id FROM cofounder_reports c JOIN workspace_reports r ON r.id = c.id
          WHERE c.account_id = '${accountId}' AND c.day = '${day}'`
      )
      assert.deepEqual(kept, [{ id: event.report }], name)
      const posted = (await owner.received()).filter(({ body }) => at(JSON.parse(body), "report", "date") === day)
      const ids = posted.map(({ headers }) => headers["webhook-id"])
      assert.isTrue(
        ids.every((id) => id === event.id),
        name
      )
      if (retry) {
        assert.isAtLeast(ids.length, 1, name)
        assert.strictEqual(event.state, "received", name)
      } else {
        assert.isAtMost(ids.length, 1, name)
        assert.include(["received", "failed", "unknown"], event.state, name)
        if (event.state === "received") assert.lengthOf(ids, 1, name)
      }
      points += 1
      if (tried < write) break
    }
    assert.isAtLeast(points, 8)
    assert.isNotEmpty(listAt(await owner.received()))
  })
})
