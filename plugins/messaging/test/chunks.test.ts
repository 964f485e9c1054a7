/** What becomes of a chunk of a broadcast, attempt by attempt: the test is the only worker. */
import { assert, beforeEach, describe, it } from "@effect/vitest"
import { RetryAfter } from "@storeglass/plugin-api"
import { adjustableClock, at, usePluginGateway } from "@storeglass/testkit"
import { Effect, Predicate } from "effect"
import { Broadcasts } from "../src/broadcasts/Broadcasts.ts"
import { Broadcast, Chunk } from "../src/jobRefs.ts"
import { jobs } from "../src/jobs.ts"
import { Lists } from "../src/mail/Lists.ts"
import plugin from "../src/plugin.ts"
import { clear, controlOf, mailsOf, operator, post, rows } from "./support.ts"

const clock = adjustableClock()
const gateway = usePluginGateway(plugin, {
  plugins: { messaging: { from: { address: "news@storeglass.example" } } },
  config: { jobs: { concurrency: 0 } },
  clock
})
let n = 0
let key = ""
beforeEach(async () => {
  // What failed on purpose before is forgotten by then.
  clock.advanceMs(3 * 60_000)
  await clear(gateway())
  await controlOf(gateway()).act("mail", "refuse", [])
  await rows(gateway(), "UPDATE core_accounts SET suspended_at = now()")
  key = (await operator(gateway())).key
  await rows(gateway(), "UPDATE core_accounts SET email = 'owner@example.com' WHERE suspended_at IS NULL")
})

const news = { kind: "product_update", subject: "News", headline: "News", intro: "All of it.", send: true }
/** A broadcast to this many readers and the operator, its recipients found. */
const begun = async (readers: number) => {
  await rows(
    gateway(),
    `INSERT INTO core_accounts (id, email, plan, created_at)
      SELECT gen_random_uuid(), 'reader' || n || '@example.com', 'free', now() FROM generate_series(1, ${readers}) n`
  )
  const made = await post(gateway(), key, "send-broadcast", news, `news-${++n}`)
  const id = String(at(made.data, "broadcastId"))
  await gateway().runJob(Broadcast, { id })
  return id
}
/** One attempt at a chunk: how long until the next, or undefined where none is wanted. */
const attempt = async (id: string, chunk = 0): Promise<number | undefined> => {
  try {
    await gateway().runJob(Chunk, { id, chunk })
    return undefined
  } catch (error) {
    const cause = Predicate.hasProperty(error, "cause") ? error.cause : undefined
    return cause instanceof RetryAfter ? cause.ms : assert.fail(String(error))
  }
}
/** Attempts until none is wanted, each as late as it's to be. */
const untilDone = async (id: string, chunk = 0) => {
  for (let tries = 0; tries < 20; tries++) {
    const waitMs = await attempt(id, chunk)
    if (waitMs === undefined) return
    clock.advanceMs(waitMs)
  }
  assert.fail("it never ends")
}
const readers = async () => (await mailsOf(gateway())).flatMap(({ to }) => to).toSorted()
const report = async (id: string) =>
  (await gateway().run(Broadcasts.use((broadcasts) => broadcasts.reportOf(id)))).recipients
const openAlerts = async () =>
  (await rows(gateway(), "SELECT cause FROM core_operator_alerts")).map(({ cause }) => cause)
const lose = (path: string, times: number) =>
  controlOf(gateway()).fail({ kind: "lostAnswer", upstream: "mail", path, times })

describe("a chunk that one address makes refused", () => {
  const refuse = (...addresses: ReadonlyArray<string>) => controlOf(gateway()).act("mail", "refuse", addresses)
  const everybody = ["owner@example.com", "reader1@example.com", "reader2@example.com"]

  it("reaches each once where the answer to one is lost, and none is refused any more", async () => {
    const id = await begun(2)
    await refuse("reader1@example.com")
    // Both attempts of one request: it was sent, and nobody here knows.
    lose("^/emails$", 2)
    const waitMs = await attempt(id)
    assert.deepEqual(await readers(), ["owner@example.com"])
    await refuse()
    clock.advanceMs(waitMs ?? 0)
    await untilDone(id)
    assert.deepEqual(await readers(), everybody)
    assert.deepEqual(await report(id), { sent: 3 })
  })

  it("reaches each of the others once where nothing is taken for a while", async () => {
    const id = await begun(2)
    await refuse("owner@example.com")
    controlOf(gateway()).fail({ kind: "429", upstream: "mail", path: "^/emails$", retryAfterSeconds: 20, times: 1 })
    await untilDone(id)
    assert.deepEqual(await readers(), everybody.slice(1))
    const batches = controlOf(gateway())
      .requests({ upstream: "mail" })
      .filter(({ path }) => path === "/emails/batch")
    assert.lengthOf(batches, 1)
  })

  it("is in doubt for one whose answer was lost for longer than the service knows its key", async () => {
    const id = await begun(2)
    await refuse("reader2@example.com")
    lose("^/emails$", 2)
    await attempt(id)
    clock.advanceMs(25 * 3_600_000)
    await untilDone(id)
    assert.deepEqual(await readers(), everybody.slice(0, 2))
    assert.deepEqual(await report(id), { sent: 1, rejected: 1, unknown: 1 })
  })
})

describe("a chunk whose answer was lost", () => {
  it("isn't given up for sent or unsent where its repeat isn't taken either, and reaches each once", async () => {
    const id = await begun(2)
    lose("^/emails/batch$", 2)
    clock.advanceMs((await attempt(id)) ?? assert.fail("it was to be tried again"))
    controlOf(gateway()).fail({ kind: "429", upstream: "mail", retryAfterSeconds: 20, times: 1 })
    const waitMs = await attempt(id)
    assert.deepEqual(await report(id), { sending: 3 })
    // Whoever leaves meanwhile had the mail: without them the batch would be another.
    await gateway().run(Lists.use((lists) => lists.set("product_update", "reader1@example.com", false)))
    clock.advanceMs(waitMs ?? 0)
    await untilDone(id)
    assert.deepEqual(await readers(), ["owner@example.com", "reader1@example.com", "reader2@example.com"])
    assert.deepEqual(await report(id), { sent: 3 })
  })

  it("is in doubt where another provider is set up since, which doesn't know its key", async () => {
    const id = await begun(2)
    lose("^/emails/batch$", 2)
    await attempt(id)
    await rows(gateway(), "UPDATE messaging_recipients SET provider = 'smtp'")
    clock.advanceMs(60_000)
    await untilDone(id)
    assert.lengthOf(await readers(), 3)
    assert.deepEqual(await report(id), { unknown: 3 })
  })

  it("is in doubt and not sent again where its content is another since, as by another template", async () => {
    const id = await begun(2)
    lose("^/emails/batch$", 2)
    await attempt(id)
    await rows(gateway(), `UPDATE messaging_broadcasts SET content = jsonb_set(content, '{intro}', '"Another."')`)
    clock.advanceMs(60_000)
    await untilDone(id)
    assert.lengthOf(await readers(), 3)
    assert.deepEqual(await report(id), { unknown: 3 })
  })
})

describe("a broadcast that is cancelled while it's sent", () => {
  const cancel = (id: string) => gateway().run(Broadcasts.use((broadcasts) => broadcasts.cancel(id)))

  it("stops what hasn't left, and says how many had", async () => {
    const id = await begun(150)
    assert.isUndefined(await attempt(id, 0))
    assert.strictEqual(await cancel(id), 100)
    assert.isUndefined(await attempt(id, 1))
    assert.lengthOf(await readers(), 100)
    assert.deepEqual(await report(id), { sent: 100, queued: 51 })
    assert.strictEqual((await gateway().run(Broadcasts.use((all) => all.find(id))))?.state, "cancelled")
  })

  it("lists those in doubt of which it isn't known whether they had left", async () => {
    const id = await begun(2)
    lose("^/emails/batch$", 2)
    await attempt(id)
    assert.strictEqual(await cancel(id), 3)
    assert.isUndefined(await attempt(id))
    assert.deepEqual(await report(id), { unknown: 3 })
    const health = await gateway().askInternal("/health")
    assert.include(health.text, "storeglass mail unknown")
    for (const { email } of await gateway().run(Broadcasts.use((all) => all.unknown(10)))) {
      assert.include(await openAlerts(), "messaging unknown")
      assert.isTrue(await gateway().run(Broadcasts.use((all) => all.settle(id, email, "sent"))))
    }
    // With the last of them it's over.
    assert.notInclude(await openAlerts(), "messaging unknown")
  })
})

describe("the mail service's daily quota", () => {
  it("ends the run until it's reset at midnight, UTC; then the others get theirs, and nobody two", async () => {
    const id = await begun(150)
    assert.isUndefined(await attempt(id, 0))
    controlOf(gateway()).fail({ kind: "daily-quota", upstream: "mail" })
    const nowMs = Effect.runSync(clock.clock.currentTimeMillis)
    const waitMs = (await attempt(id, 1)) ?? assert.fail("it was to be tried again")
    const next = new Date(nowMs + waitMs)
    assert.strictEqual(next.toISOString().slice(0, 10), new Date(nowMs + 86_400_000).toISOString().slice(0, 10))
    assert.strictEqual(next.toISOString().slice(11, 14), "00:")
    assert.include(await openAlerts(), "messaging quota")
    assert.deepEqual(await report(id), { sent: 100, queued: 51 })
    controlOf(gateway()).clearFaults()
    clock.advanceMs(waitMs)
    await untilDone(id, 1)
    const to = await readers()
    assert.lengthOf(to, 151)
    assert.strictEqual(new Set(to).size, 151)
  })
})

describe("a chunk whose attempts are used up", () => {
  it("ends its broadcast as failed, and lists those in doubt", async () => {
    const id = await begun(2)
    lose("^/emails/batch$", 2)
    await attempt(id)
    const job = jobs().find(({ name }) => name === Chunk.name)
    const onDead = job?.onDead ?? assert.fail("nobody is told")
    await gateway().run(onDead({ id, chunk: 0 }, { id: "a job", attempts: 200, error: "away" }))
    assert.strictEqual((await gateway().run(Broadcasts.use((all) => all.find(id))))?.state, "failed")
    assert.deepEqual(await report(id), { unknown: 3 })
  })
})
