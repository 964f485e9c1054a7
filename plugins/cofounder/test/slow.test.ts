import { randomUUID } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { at, until, usePluginGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { Events } from "../src/integration/Events.ts"
import plugin from "../src/plugin.ts"
import { controlOf, type Owner, ownerOf, rows } from "./support.ts"

const gateway = usePluginGateway(plugin, { plugins: { cofounder: true } })
/** What a node posts at once to receivers of which nothing speaks against them. */
const laneSize = 16
const timeoutMs = 10_000
/** Longer than anybody waits. */
const hangMs = 120_000

const enabled = async () => {
  const owner = await ownerOf(gateway())
  await owner.put()
  await owner.prefer("webhook")
  return owner
}
const many = (count: number) => Promise.all(Array.from({ length: count }, enabled))
const hang = ({ name }: Owner, delayMs = hangMs) =>
  controlOf(gateway()).fail({ upstream: "webhook", path: `/${name}$`, kind: "slow", delayMs })
const add = ({ accountId }: Owner) =>
  gateway().run(Events.use((events) => events.add(accountId, "app.left_chart", { summary: "x" }, randomUUID())))
const listed = (owners: ReadonlyArray<Owner>) => `('${owners.map(({ accountId }) => accountId).join("','")}')`
const inState = async (owners: ReadonlyArray<Owner>, ...states: ReadonlyArray<string>) =>
  (
    await rows(
      gateway(),
      `SELECT 1 FROM cofounder_events WHERE account_id IN ${listed(owners)} AND state IN ('${states.join("','")}')`
    )
  ).length
const receivedBy = (owners: ReadonlyArray<Owner>, count: number) =>
  gateway().run(
    until(
      ["cofounder_events"],
      Effect.promise(() => inState(owners, "received")),
      (received) => received === count
    )
  )

describe("receivers that hang", () => {
  it("hold up others for one timeout at most where more begin to than are posted to at once, and then not at all", {
    timeout: 180_000
  }, async () => {
    const hanging = await many(laneSize + 4)
    const others = await many(8)
    for (const owner of hanging) hang(owner)
    const startMs = performance.now()
    for (const owner of [...hanging, ...others]) await add(owner)
    await receivedBy(others, others.length)
    // Those beyond the lane still hang: whoever waited, waited for the first ones alone.
    assert.isAtMost(await inState(hanging, "failed"), laneSize)
    assert.isAtLeast(performance.now() - startMs, timeoutMs, "they did fill it")
    const isSlow = async () =>
      (await rows(gateway(), `SELECT 1 FROM cofounder_webhooks WHERE account_id IN ${listed(hanging)} AND is_slow`))
        .length
    await gateway().run(until(["cofounder_webhooks"], Effect.promise(isSlow), (slow) => slow === hanging.length))
    assert.strictEqual(await inState(hanging, "failed"), hanging.length)

    // From now on they're known.
    for (const owner of [...hanging, ...hanging, ...hanging]) await add(owner)
    for (const owner of others) await add(owner)
    await receivedBy(others, 2 * others.length)
    assert.strictEqual(await inState(hanging, "failed"), hanging.length, "not one of them has been waited for")
    assert.strictEqual(await inState(hanging, "waiting", "sending"), 3 * hanging.length)
    await Promise.all(hanging.map((owner) => owner.prefer()))
  })

  it("are given ten seconds for the test of an address, and nothing is saved", { timeout: 60_000 }, async () => {
    const [quick, never] = [await ownerOf(gateway()), await ownerOf(gateway())]
    hang(quick, 7_000)
    hang(never)
    const startMs = performance.now()
    const [saved, refused] = await Promise.all([
      quick.put(),
      never.put().then((put) => ({ ...put, ms: performance.now() - startMs }))
    ])
    assert.strictEqual(saved.status, 200, saved.text)
    assert.deepEqual([refused.status, refused.code], [422, "WEBHOOK_TEST_FAILED"], refused.text)
    assert.isAtLeast(refused.ms, timeoutMs)
    assert.isBelow(refused.ms, hangMs)
    assert.include(refused.text, "within 10 seconds")
    assert.deepEqual(at(await never.remove(), "removed"), false)
  })
})
