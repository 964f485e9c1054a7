import { randomUUID } from "node:crypto"
import { assert, beforeEach, describe, it } from "@effect/vitest"
import { adjustableClock, at, usePluginGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { Events, retryDelaysMs } from "../src/integration/Events.ts"
import { Deliver } from "../src/jobRefs.ts"
import plugin from "../src/plugin.ts"
import { controlOf, type Owner, ownerOf, rows } from "./support.ts"

const clock = adjustableClock()
const gateway = usePluginGateway(plugin, {
  plugins: { cofounder: true },
  config: { jobs: { concurrency: 0 } },
  clock
})
beforeEach(() => controlOf(gateway()).clearFaults())
const nowMs = () => Effect.runSync(clock.clock.currentTimeMillis)

/** An account with an enabled webhook whose receiver's test is over. */
const enabled = async (config: object = {}) => {
  const owner = await ownerOf(gateway())
  await owner.put({ secret: "a-secret-of-tests", ...config })
  await owner.verifyWith("a-secret-of-tests")
  await owner.prefer("webhook")
  return {
    ...owner,
    received: async () => (await owner.received()).filter(({ event }) => event !== "test.connection")
  }
}
const add = async ({ accountId }: Owner, summary = "It moved.") => {
  const id = randomUUID()
  await gateway().run(Events.use((events) => events.add(accountId, "competitor.major_move", { summary }, id)))
  return id
}
const deliver = ({ accountId }: Owner, id: string) => gateway().runJob(Deliver, { accountId, id })
const stateOf = async (id: string) =>
  (await rows(gateway(), `SELECT state, attempts FROM cofounder_events WHERE id = '${id}'`))[0]
const jobOf = async (id: string) =>
  (
    await rows(
      gateway(),
      `SELECT task_identifier AS job, (extract(epoch FROM run_at) * 1000)::float8 AS "atMs" FROM graphile_worker.jobs WHERE key LIKE '%${id}'`
    )
  )[0]
const toldOf = async (owner: Owner) => at((await owner.prefer("webhook")).data, "integrations", "webhook")

describe("an event", () => {
  it("is posted once, signed, under its own id, and noted as received", async () => {
    const owner = await enabled()
    const id = await add(owner)
    await deliver(owner, id)
    await deliver(owner, id)
    const [got, ...rest] = await owner.received()
    assert.deepEqual(rest, [])
    assert.isTrue(got?.isVerified)
    assert.strictEqual(got?.headers["webhook-id"], id)
    const { timestamp, ...body } = JSON.parse(got?.body ?? "")
    assert.deepEqual(body, { event: "competitor.major_move", summary: "It moved." })
    assert.strictEqual(new Date(timestamp).toISOString(), timestamp)
    assert.deepEqual(await stateOf(id), { state: "received", attempts: 1 })
    assert.deepInclude(await toldOf(owner), { lastStatus: 204, lastError: null })
  })

  it.each([301, 302, 307])("is received where a %i answers, and goes nowhere else", async (status) => {
    const owner = await enabled()
    await owner.answer({ status, location: `${owner.url}/elsewhere` })
    const id = await add(owner)
    await deliver(owner, id)
    assert.lengthOf(await owner.received(), 1)
    assert.deepEqual(await stateOf(id), { state: "received", attempts: 1 })
  })

  it.each([400, 410, 429, 500])("isn't sent again after a %i, whose beginning is kept", async (status) => {
    const owner = await enabled()
    await owner.answer({ status, bytes: 1_000 })
    const id = await add(owner)
    await deliver(owner, id)
    await deliver(owner, id)
    assert.lengthOf(await owner.received(), 1)
    assert.deepEqual(await stateOf(id), { state: "failed", attempts: 1 })
    const told = await toldOf(owner)
    assert.deepInclude(told, { enabled: true, lastStatus: status })
    assert.deepInclude(at(told, "lastError"), { status, message: "x".repeat(200) })
    // What is received next takes the error away.
    const next = await add(owner)
    await deliver(owner, next)
    assert.deepInclude(await toldOf(owner), { lastStatus: 204, lastError: null })
  })

  it("isn't sent again where the connection broke, and the next ones wait beside those of others", async () => {
    const owner = await enabled()
    controlOf(gateway()).fail({ upstream: "webhook", path: owner.name, kind: "lostAnswer", times: 1 })
    const id = await add(owner)
    assert.deepInclude(await jobOf(id), { job: "cofounder.deliver" })
    await deliver(owner, id)
    assert.deepEqual(await stateOf(id), { state: "failed", attempts: 1 })
    assert.deepInclude(await toldOf(owner), { lastStatus: null })
    const next = await add(owner)
    assert.deepInclude(await jobOf(next), { job: "cofounder.deliver-slowly" })
    await deliver(owner, next)
    assert.deepInclude(await jobOf(await add(owner)), { job: "cofounder.deliver" })
    assert.lengthOf(await owner.received(), 2)
  })

  it("is sent again after 1 and 5 minutes, half an hour, 2 and 6 hours where its account wants that: one id, fresh signatures", async () => {
    const owner = await enabled({ retry: true })
    await owner.answer(...Array.from({ length: 6 }, () => ({ status: 500 })))
    const id = await add(owner)
    const waited = []
    for (let n = 0; n < 6; n++) {
      await deliver(owner, id)
      const job = await jobOf(id)
      const { state } = (await stateOf(id)) ?? {}
      const inMs = Number(job?.atMs) - nowMs()
      if (state === "waiting") waited.push(Math.round(inMs / 1_000) * 1_000)
      clock.advanceMs(Math.max(inMs, 0))
    }
    assert.deepEqual(waited, retryDelaysMs)
    assert.deepEqual(await stateOf(id), { state: "failed", attempts: 6 })
    await deliver(owner, id)
    const got = await owner.received()
    assert.lengthOf(got, 6)
    assert.deepEqual([...new Set(got.map(({ headers }) => headers["webhook-id"]))], [id])
    assert.strictEqual(new Set(got.map(({ headers }) => headers["webhook-timestamp"])).size, 6)
    assert.strictEqual(new Set(got.map(({ headers }) => headers["webhook-signature"])).size, 6)
    assert.isTrue(got.every(({ isVerified }) => isVerified === true))
    assert.strictEqual(new Set(got.map(({ body }) => body)).size, 1)
  })

  it("ends its tries once it's received", async () => {
    const owner = await enabled({ retry: true })
    await owner.answer({ status: 500 }, { status: 302 })
    const id = await add(owner)
    for (let n = 0; n < 4; n++) await deliver(owner, id)
    assert.lengthOf(await owner.received(), 2)
    assert.deepEqual(await stateOf(id), { state: "received", attempts: 2 })
  })

  it("switches the webhook off where a 410 says it's gone, and its owner is told once", async () => {
    const owner = await enabled({ retry: true })
    const [id, next] = [await add(owner), await add(owner)]
    await owner.answer({ status: 410 })
    await deliver(owner, id)
    await deliver(owner, next)
    assert.lengthOf(await owner.received(), 1)
    assert.deepEqual(await stateOf(next), { state: "dropped", attempts: 0 })
    const [row] = await rows(
      gateway(),
      `SELECT enabled FROM cofounder_webhooks WHERE account_id = '${owner.accountId}'`
    )
    assert.deepEqual(row, { enabled: false })
    const mails = (await gateway().outbox()).filter(({ subject }) => subject.includes("daily reports"))
    assert.lengthOf(mails, 1)
    assert.include(mails[0]?.text, "410")
  })

  /** As a node leaves it that dies when it has got so far. */
  const leftBy = async (owner: Owner, id: string, outcome: "nothing" | "sending" | "delivered" | "rejected") => {
    await rows(gateway(), `UPDATE cofounder_events SET state = 'sending', attempts = 1 WHERE id = '${id}'`)
    if (outcome === "nothing") return
    await rows(
      gateway(),
      `WITH made AS (
        INSERT INTO core_deliveries (id, endpoint_id, account_id, webhook_id, content_type, body, attempts, delivered, created_at)
        SELECT gen_random_uuid(), endpoint_id, account_id, '${id}', 'application/json', '{}', 1, ${outcome === "delivered"}, now()
        FROM cofounder_webhooks WHERE account_id = '${owner.accountId}' RETURNING *)
      INSERT INTO core_delivery_attempts (delivery_id, attempt, account_id, endpoint_id, at, outcome, status)
      SELECT id, 1, account_id, endpoint_id, now(), '${outcome}', ${outcome === "rejected" ? 500 : "NULL"} FROM made`
    )
  }
  it.each([
    [false, "nothing", "received", 1],
    [false, "sending", "unknown", 0],
    [false, "delivered", "received", 0],
    [false, "rejected", "failed", 0],
    [true, "nothing", "received", 1],
    [true, "sending", "received", 1],
    [true, "delivered", "received", 0],
    [true, "rejected", "waiting", 0]
  ] as const)(
    "with retries %s, after a node that died with %s recorded, is %s",
    async (retry, outcome, state, more) => {
      const owner = await enabled({ retry })
      const id = await add(owner)
      await leftBy(owner, id, outcome)
      await deliver(owner, id)
      assert.lengthOf(await owner.received(), more)
      assert.deepEqual(await stateOf(id), { state, attempts: 1 })
      if (more > 0) assert.strictEqual((await owner.received())[0]?.headers["webhook-id"], id)
      if (state === "unknown") assert.match(String(at(await toldOf(owner), "lastError", "message")), /isn't known/)
      if (state === "waiting") return
      await deliver(owner, id)
      assert.lengthOf(await owner.received(), more)
    }
  )

  it.each(["switched off", "deleted"])("isn't sent once its webhook is %s", async (what) => {
    const owner = await enabled()
    const id = await add(owner)
    if (what === "deleted") await owner.remove()
    else await owner.prefer()
    await deliver(owner, id)
    assert.lengthOf(await owner.received(), 0)
    assert.deepInclude(await stateOf(id), { state: "dropped" })
  })

  it("never goes to an address that has turned private", async () => {
    const owner = await enabled()
    await rows(
      gateway(),
      `UPDATE core_webhook_endpoints SET url = 'https://10.0.0.1/hook' WHERE account_id = '${owner.accountId}'`
    )
    const id = await add(owner)
    await deliver(owner, id)
    assert.deepEqual(await stateOf(id), { state: "failed", attempts: 1 })
    assert.match(String(at(await toldOf(owner), "lastError", "message")), /public/)
  })

  it("is signed by the secret before, too, on the day after a change", async () => {
    const owner = await enabled()
    await owner.put({ secret: "the-secret-after-it" })
    await deliver(owner, await add(owner))
    await owner.verifyWith("the-secret-after-it")
    await deliver(owner, await add(owner))
    clock.advanceMs(25 * 3_600_000)
    await deliver(owner, await add(owner))
    await owner.verifyWith("a-secret-of-tests")
    await deliver(owner, await add(owner))
    assert.deepEqual(
      (await owner.received()).map(({ isVerified }) => isVerified),
      [true, true, true, false]
    )
    assert.strictEqual((await owner.received())[0]?.headers["x-cofounder-secret"], "the-secret-after-it")
  })
})
