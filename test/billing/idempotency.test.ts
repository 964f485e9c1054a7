import { Accounts } from "@storeglass/core"
import { type Answer, entriesOf, startTestGateway, useTestGateway } from "@storeglass/testkit"
import { Effect, Predicate, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import { makeFixture } from "./fixture.ts"

const fixture = makeFixture()
const gateway = useTestGateway({ further: [fixture.plugin] })

const codeOf = ({ json }: Answer): unknown =>
  Predicate.hasProperty(json, "error") && Predicate.hasProperty(json.error, "code") ? json.error.code : undefined
const withKey = (key: string, idempotencyKey: string) => ({ key, headers: { "idempotency-key": idempotencyKey } })
const item = "/v1/fixture/items/1"
const fails = (how: string) => `/v1/fixture/fails?how=${how}`

/** Makes the record of a key look as a node leaves it that dies after the charge: no answer, and an owner that is gone. */
const crash = (accountId: string, key: string) =>
  gateway().run(
    SqlClient.SqlClient.use(
      (sql) => sql`UPDATE core_idempotency SET status = NULL, headers = NULL, body = NULL, owner = 2147483647
        WHERE account_id = ${accountId}::uuid AND key = ${key}`
    )
  )

/** Asks for what waits at the gate, leaves while it waits, and comes back when the gateway has let go of it. */
const leaveAtGate = async (key: string, idempotencyKey: string) => {
  const letPass = fixture.closeGate()
  const leaving = new AbortController()
  const left = fetch(`${gateway().url}/v1/fixture/gated`, {
    headers: { "x-api-key": key, "idempotency-key": idempotencyKey },
    signal: leaving.signal
  }).catch(() => undefined)
  while (fixture.waitingAtGate() === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  leaving.abort()
  await left
  while (fixture.waitingAtGate() > 0) await new Promise((resolve) => setTimeout(resolve, 5))
  letPass()
}

describe("a request with an Idempotency-Key", () => {
  it("gives the first answer again and is charged once, on GET and on POST", async () => {
    const { accountId, key } = await gateway().account()
    for (const [path, more, price] of [
      [item, {}, 2],
      ["/v1/fixture/echo", { method: "POST", body: { n: 42 } }, 7]
    ] as const) {
      const before = fixture.runs()
      const options = { ...withKey(key, `again-${price}`), ...more }
      const first = await gateway().ask(path, options)
      const again = await gateway().ask(path, options)
      assert.deepEqual([first.status, again.status, again.text], [200, 200, first.text])
      assert.strictEqual(fixture.runs(), before + 1)
      assert.strictEqual(again.headers.get("x-request-id"), first.headers.get("x-request-id"))
      assert.strictEqual(again.headers.get("content-type"), first.headers.get("content-type"))
      assert.deepEqual(
        [first, again].map((answer) => answer.headers.get("idempotent-replayed")),
        [null, "true"]
      )
      assert.strictEqual(again.headers.get("x-credit-cost"), "0")
      assert.strictEqual(again.headers.get("x-ratelimit-remaining"), first.headers.get("x-ratelimit-remaining"))
      assert.strictEqual(await gateway().used(accountId), price)
    }
  })

  it("answers 409 to another body, address or method under the same key, and charges nothing for it", async () => {
    const { accountId, key } = await gateway().account()
    const options = { ...withKey(key, "reused"), method: "POST" }
    assert.strictEqual((await gateway().ask("/v1/fixture/echo", { ...options, body: { n: 1 } })).status, 200)
    for (const answer of [
      await gateway().ask("/v1/fixture/echo", { ...options, body: { n: 2 } }),
      await gateway().ask("/v1/fixture/creative", options),
      await gateway().ask(item, withKey(key, "reused")),
      await gateway().ask("/v1/fixture/items/2", withKey(key, "reused"))
    ]) {
      assert.deepEqual([answer.status, codeOf(answer)], [409, "IDEMPOTENCY_KEY_REUSED"])
      assert.strictEqual(answer.headers.get("x-credit-cost"), "0")
    }
    assert.strictEqual(await gateway().used(accountId), 5)
  })

  it("runs once when it comes many times at once; all get that answer", async () => {
    const { accountId, key } = await gateway().account()
    const before = fixture.runs()
    const letPass = fixture.closeGate()
    const all = Array.from({ length: 12 }, () => gateway().ask("/v1/fixture/gated", withKey(key, "burst")))
    while (fixture.waitingAtGate() === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    letPass()
    const answers = await Promise.all(all)
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.strictEqual(new Set(answers.map(({ headers }) => headers.get("x-request-id"))).size, 1)
    assert.strictEqual(answers.filter(({ headers }) => headers.get("idempotent-replayed") === null).length, 1)
    assert.strictEqual(fixture.runs(), before + 1)
    assert.strictEqual(await gateway().used(accountId), 2)
  })

  it("is another for another account", async () => {
    const one = await gateway().account()
    const two = await gateway().account()
    const first = await gateway().ask(item, withKey(one.key, "same"))
    const second = await gateway().ask(item, withKey(two.key, "same"))
    assert.notStrictEqual(second.text, first.text)
    assert.include(second.text, two.accountId)
    assert.deepEqual([await gateway().used(one.accountId), await gateway().used(two.accountId)], [2, 2])
  })

  it("is the same for another key of the same account", async () => {
    const { accountId, key } = await gateway().account()
    const good = await gateway().ask(item, withKey(key, "two-keys"))
    const made = await gateway().run(
      Effect.flatMap(Accounts.Accounts, (accounts) => accounts.createKey({ accountId, name: "second" }))
    )
    const again = await gateway().ask(item, withKey(Redacted.value(made.value), "two-keys"))
    assert.strictEqual(again.text, good.text)
    assert.strictEqual(await gateway().used(accountId), 2)
  })

  it("gives a 4xx again without running, and runs anew after a 5xx or 429", async () => {
    const { accountId, key } = await gateway().account({ plan: "free" })
    const runsOf = async (path: string, idempotencyKey: string) => {
      const before = fixture.runs()
      const first = await gateway().ask(path, withKey(key, idempotencyKey))
      const again = await gateway().ask(path, withKey(key, idempotencyKey))
      assert.strictEqual(again.status, first.status)
      return [first.status, again.headers.get("idempotent-replayed"), fixture.runs() - before]
    }
    assert.deepEqual(await runsOf(fails("notFound"), "404"), [404, "true", 1])
    assert.deepEqual(await runsOf("/v1/fixture/items/0", "400"), [400, "true", 0])
    assert.deepEqual(await runsOf(fails("upstream"), "502"), [502, null, 2])
    assert.deepEqual(await runsOf(fails("unavailable"), "503"), [503, null, 2])
    assert.deepEqual(await runsOf(fails("timeout"), "504"), [504, null, 2])
    assert.deepEqual(await runsOf(fails("defect"), "500"), [500, null, 2])
    assert.strictEqual(await gateway().used(accountId), 0)
    await gateway().drain(accountId, "general", 1)
    assert.deepEqual((await runsOf(item, "429")).slice(0, 2), [429, null])
    // The same key, once there are credits again, is answered.
    await gateway().run(Effect.flatMap(Accounts.Accounts, (accounts) => accounts.setPlan(accountId, "indie")))
    assert.strictEqual((await gateway().ask(item, withKey(key, "429"))).status, 200)
    assert.strictEqual(await gateway().used(accountId), 101)
  })

  it("is refused when its key has no good form, before anything runs", async () => {
    const { accountId, key } = await gateway().account()
    const before = fixture.runs()
    for (const bad of ["", "a b", "ü", "k".repeat(256), "a\tb"]) {
      const answer = await gateway().ask(item, withKey(key, bad))
      assert.deepEqual([answer.status, codeOf(answer)], [400, "INVALID_INPUT"], JSON.stringify(bad))
    }
    assert.strictEqual(fixture.runs(), before)
    for (const good of ["k", "k".repeat(255), "!~{}|;,=\"'"]) {
      assert.strictEqual((await gateway().ask(item, withKey(key, good))).status, 200, good)
    }
    assert.strictEqual(await gateway().used(accountId), 6)
  })
})

describe("a request whose node died between the charge and the stored answer", () => {
  it("is answered when it is repeated, at no further charge and under its first id", async () => {
    const { accountId, key } = await gateway().account()
    const first = await gateway().ask(item, withKey(key, "died"))
    await crash(accountId, "died")
    const before = fixture.runs()
    const again = await gateway().ask(item, withKey(key, "died"))
    assert.deepEqual([again.status, again.text, fixture.runs()], [200, first.text, before + 1])
    assert.strictEqual(again.headers.get("x-request-id"), first.headers.get("x-request-id"))
    assert.isNull(again.headers.get("idempotent-replayed"))
    const third = await gateway().ask(item, withKey(key, "died"))
    assert.deepEqual([third.text, third.headers.get("idempotent-replayed")], [first.text, "true"])
    assert.strictEqual(await gateway().used(accountId), 2)
    assert.strictEqual((await gateway().run(entriesOf(accountId))).length, 1)
  })

  it("is answered also when that charge took the last credit, for a stated and for a quoted price", async () => {
    const { accountId, key } = await gateway().account({ plan: "free" })
    await gateway().drain(accountId, "general", 9)
    const quoted = "/v1/fixture/quoted?price=7"
    for (const path of [quoted, item]) {
      const idempotencyKey = path.replaceAll("/", "-")
      assert.strictEqual((await gateway().ask(path, withKey(key, idempotencyKey))).status, 200)
      await crash(accountId, idempotencyKey)
    }
    assert.strictEqual(await gateway().used(accountId), 100)
    for (const path of [quoted, item]) {
      assert.strictEqual((await gateway().ask(path, withKey(key, path.replaceAll("/", "-")))).status, 200)
    }
    assert.strictEqual(await gateway().used(accountId), 100)
  })

  it("gives back what it was charged when its repeat comes to nothing, and charges the next once", async () => {
    const { accountId, key } = await gateway().account()
    const gated = "/v1/fixture/gated"
    assert.strictEqual((await gateway().ask(gated, withKey(key, "left"))).status, 200)
    await crash(accountId, "left")
    await leaveAtGate(key, "left")
    while ((await gateway().used(accountId)) > 0) await new Promise((resolve) => setTimeout(resolve, 5))
    const again = await gateway().ask(gated, withKey(key, "left"))
    assert.deepEqual([again.status, again.headers.get("idempotent-replayed")], [200, null])
    assert.strictEqual(await gateway().used(accountId), 2)
  })

  it("is given its price back when the repeat is answered with a failure for good", async () => {
    const { accountId, key } = await gateway().account()
    // The first attempt: charged under the id that the record holds, and gone before its answer.
    const address = fails("notFound")
    assert.strictEqual((await gateway().ask(address, withKey(key, "gone"))).status, 404)
    await gateway().run(
      SqlClient.SqlClient.use(
        (sql) => sql`SELECT c.outcome FROM core_idempotency r, core_operations o,
          core_charge(ARRAY[r.request_id], ARRAY[r.account_id], ARRAY[0::smallint], ARRAY[r.period], ARRAY[1], ARRAY[o.id], now()) c
          WHERE o.name = 'GET /v1/fixture/fails' AND r.account_id = ${accountId}::uuid AND r.key = 'gone'`
      )
    )
    assert.strictEqual(await gateway().used(accountId), 1)
    await crash(accountId, "gone")
    const again = await gateway().ask(address, withKey(key, "gone"))
    assert.deepEqual([again.status, await gateway().used(accountId)], [404, 0])
    assert.strictEqual((await gateway().ask(address, withKey(key, "gone"))).headers.get("idempotent-replayed"), "true")
  })
})

describe("a caller with an Idempotency-Key who leaves", () => {
  it("before the handler is done is charged nothing, and may come again at once", async () => {
    const { accountId, key } = await gateway().account()
    await leaveAtGate(key, "early")
    assert.strictEqual(await gateway().used(accountId), 0)
    const again = await gateway().ask("/v1/fixture/gated", withKey(key, "early"))
    assert.deepEqual([again.status, await gateway().used(accountId)], [200, 2])
  })

  it("while it is charged finds its answer kept when it comes again, and is charged once", async () => {
    const { accountId, key } = await gateway().account()
    await gateway().ask(item, { key })
    // Holds the balance, so that the charge is on its way until this is let go.
    const locked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const holding = gateway().run(
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`SELECT 1 FROM core_credit_balances WHERE account_id = ${accountId}::uuid FOR UPDATE`
            locked.resolve()
            yield* Effect.promise(() => release.promise)
          })
        )
      )
    )
    await locked.promise
    const waits = () =>
      gateway().run(
        SqlClient.SqlClient.use(
          (sql) => sql<{ pid: number }>`SELECT pid FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`
        )
      )
    const leaving = new AbortController()
    const left = fetch(`${gateway().url}${item}`, {
      headers: { "x-api-key": key, "idempotency-key": "late" },
      signal: leaving.signal
    }).catch(() => undefined)
    while ((await waits()).length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    leaving.abort()
    await left
    await new Promise((resolve) => setTimeout(resolve, 100))
    release.resolve()
    await holding
    const again = await gateway().ask(item, withKey(key, "late"))
    assert.deepEqual([again.status, again.headers.get("idempotent-replayed")], [200, "true"])
    assert.strictEqual(await gateway().used(accountId), 4)
  })
})

describe("two nodes", () => {
  it("run a request once between them, and one gives the other's answer again", async () => {
    await Effect.runPromise(
      Effect.gen(function* () {
        const other = makeFixture()
        const second = yield* startTestGateway({
          further: [other.plugin],
          databaseUrl: gateway().running.databaseUrl
        })
        const { accountId, key } = yield* Effect.promise(() => gateway().account())
        const before = fixture.runs()
        const nodes = [gateway(), second]
        const answers = yield* Effect.promise(() =>
          Promise.all(
            Array.from({ length: 10 }, (_, index) => nodes[index % 2]?.ask(item, withKey(key, "both")) ?? assert.fail())
          )
        )
        assert.strictEqual(new Set(answers.map(({ text }) => text)).size, 1)
        assert.strictEqual(new Set(answers.map(({ headers }) => headers.get("x-request-id"))).size, 1)
        assert.strictEqual(fixture.runs() - before + other.runs(), 1)
        assert.strictEqual(yield* Effect.promise(() => gateway().used(accountId)), 2)
      }).pipe(Effect.scoped)
    )
  })
})
