import { randomUUID } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { until, usePluginGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { Events } from "../src/integration/Events.ts"
import plugin from "../src/plugin.ts"
import { controlOf, ownerOf, rows } from "./support.ts"

const gateway = usePluginGateway(plugin, { plugins: { cofounder: true } })

describe("receivers that hang", () => {
  it("hold up nobody else: what goes to others is there before they have all been waited for", async () => {
    const enabled = async (isSlow: boolean) => {
      const owner = await ownerOf(gateway())
      await owner.put()
      await owner.prefer("webhook")
      await rows(gateway(), `UPDATE cofounder_webhooks SET is_slow = ${isSlow} WHERE account_id = '${owner.accountId}'`)
      if (isSlow) controlOf(gateway()).fail({ upstream: "webhook", path: owner.name, kind: "slow", delayMs: 3_000 })
      return owner
    }
    const hanging = await Promise.all(Array.from({ length: 10 }, () => enabled(true)))
    const others = await Promise.all(Array.from({ length: 10 }, () => enabled(false)))
    const add = (accountId: string) =>
      gateway().run(Events.use((events) => events.add(accountId, "app.left_chart", { summary: "x" }, randomUUID())))
    // Three each are 30, of which 8 are sent at once: over ten seconds.
    for (const { accountId } of [...hanging, ...hanging, ...hanging]) await add(accountId)
    for (const { accountId } of others) await add(accountId)
    const received = (of: typeof others) =>
      Promise.all(of.map((owner) => owner.received())).then(
        (all) => all.flat().filter(({ event }) => event === "app.left_chart").length
      )
    await gateway().run(
      until(
        ["cofounder_events"],
        Effect.promise(() => received(others)),
        (count) => count === 10
      )
    )
    assert.isBelow(await received(hanging), 30)
  })
})
