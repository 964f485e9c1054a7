import { assert, describe, it, layer } from "@effect/vitest"
import { Arbitrary, Context, Effect, Layer, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { type Noted, Sampling } from "../src/requests/noted.ts"
import { RequestRecorder, layer as recorderLayer } from "../src/requests/RequestRecorder.ts"
import { openAccount } from "./credits.accounts.ts"
import { migratedDatabase, poolOn, quiet } from "./credits.support.ts"

const notedOf = (accountId: string, more: Partial<Noted> = {}): Noted => ({
  requestId: uuidV7Unsafe(),
  client: { address: "192.0.2.1", network: "192.0.2.1", agent: "test" },
  holder: {
    credential: "key",
    keyId: accountId,
    accountId,
    personId: undefined,
    role: undefined,
    plan: "free",
    scopes: ["read"],
    plugins: undefined,
    mayComeFrom: undefined,
    endsAtMs: Number.POSITIVE_INFINITY,
    isReplaced: false,
    isSuspended: false,
    audience: undefined,
    notedMinute: 0
  },
  route: undefined,
  operationId: 1,
  url: "/v1/tested",
  way: "http",
  status: 200,
  ms: 1,
  credits: 1,
  bucket: 0,
  holdId: undefined,
  toldId: undefined,
  replayed: false,
  keyed: false,
  failure: undefined,
  ...more
})

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const Asked = Schema.Struct({
  account: between(0, 1),
  operationId: between(1, 2),
  status: Schema.Literals([200, 200, 200, 429, 401, 404, 500]),
  passes: between(0, 40)
})

describe("sampling", () => {
  it.effect.prop(
    "counts every request once, keeps each failure, and gives an account so many rows of its own a second",
    { asked: Arbitrary.array(Arbitrary.schema(Asked), { minLength: 1, maxLength: 400 }) },
    ({ asked }) =>
      Effect.sync(() => {
        const rowsMax = 10
        const sampling = new Sampling(rowsMax)
        const rows: Array<{ noted: Noted; weight: number }> = []
        const wanted = new Map<string, number>()
        let second = 0
        let inSecond = new Map<string, number>()
        for (const { account, operationId, passes, status } of asked) {
          if (passes === 0) {
            second += 1
            inSecond = new Map()
          }
          if (passes === 1) rows.push(...sampling.drain(second).rows)
          const accountId = `account ${account}`
          const noted = notedOf(accountId, { operationId, status })
          const kind = `${accountId} ${operationId} ${status}`
          wanted.set(kind, (wanted.get(kind) ?? 0) + 1)
          if (!sampling.takes(noted, accountId, second)) continue
          rows.push({ noted, weight: 1 })
          const isPlenty = status === 200 || status === 429
          const own = (inSecond.get(accountId) ?? 0) + (isPlenty ? 1 : 0)
          inSecond.set(accountId, own)
          assert.isAtMost(own, rowsMax)
        }
        rows.push(...sampling.drain(second + 1, true).rows)
        const counted = new Map<string, number>()
        for (const { noted, weight } of rows) {
          const kind = `${noted.holder?.accountId} ${noted.operationId} ${noted.status}`
          counted.set(kind, (counted.get(kind) ?? 0) + weight)
          if (noted.status >= 400 && noted.status !== 429) assert.strictEqual(weight, 1)
        }
        assert.deepEqual([...counted].sort(), [...wanted].sort())
      }),
    { arbitrary: { runs: 100, seed: "sampling" } }
  )

  it("writes less of those who ask most where a process answers more than it may write, and loses count of none", () => {
    const asked = [1, 5, 20, 80, 500, 500]
    const sampling = new Sampling(100, 106)
    const second = (number: number) =>
      asked.map((times, account) => {
        let own = 0
        for (let n = 0; n < times; n++) if (sampling.takes(notedOf(`${account}`), `${account}`, number)) own += 1
        return own
      })
    assert.deepEqual(second(1), [1, 5, 20, 80, 100, 100])
    // 106 rows: of 26 nothing is left out, and three share the other 80, one of each stands for the rest.
    assert.deepEqual(second(2), [1, 5, 20, 25, 25, 25])
    assert.isTrue(sampling.isShort)
    const weights = sampling.drain(2).rows.map(({ noted, weight }) => [noted.holder?.accountId, weight])
    assert.deepEqual(weights, [
      ["3", 55],
      ["4", 400 + 475],
      ["5", 400 + 475]
    ])
    // Of who comes late there are rows too, and of each failure.
    assert.isTrue(sampling.takes(notedOf("late"), "late", 2))
    for (let n = 0; n < 30; n++) assert.isTrue(sampling.takes(notedOf("3", { status: 404 }), "3", 2))
    sampling.drain(3)
    assert.deepEqual([sampling.isShort, sampling.takes(notedOf("3"), "3", 4), sampling.isShort], [true, true, false])
  })

  it("gives each its turn where more accounts ask than the process may write rows", () => {
    const accounts = Array.from({ length: 1_000 }, (_, account) => `${account}`)
    const sampling = new Sampling(100, 400, 4)
    const turns = new Map<string, number>()
    let weight = 0
    let rows = 0
    for (let second = 1; second <= 10; second++) {
      for (let quarter = 0; quarter < 4; quarter++) {
        for (const account of accounts) {
          if (sampling.takes(notedOf(account), account, second) && second > 1) assert.fail("a row of its own")
        }
        const drained = sampling.drain(second)
        if (second > 2) assert.isAtMost(drained.rows.length, 100)
        for (const row of drained.rows) {
          const accountId = row.noted.holder?.accountId ?? ""
          turns.set(accountId, (turns.get(accountId) ?? 0) + 1)
          weight += row.weight
          rows += 1
        }
      }
    }
    assert.strictEqual(turns.size, accounts.length)
    assert.isAtMost(Math.max(...turns.values()) - Math.min(...turns.values()), 1)
    for (const row of sampling.drain(10, true).rows) weight += row.weight
    // The first second isn't known to be too much before it is over.
    assert.strictEqual(weight, 9 * 4 * accounts.length)
    assert.isBelow(rows, 9 * 400 + 1)
  })
})

const recorder = (options: Parameters<typeof recorderLayer>[0]) =>
  Layer.unwrap(Effect.map(migratedDatabase, (url) => recorderLayer(options).pipe(Layer.provideMerge(poolOn(url, 3)))))

layer(recorder({ queueMax: 50, rowsPerSecondMax: 1_000 }), { excludeTestServices: true })("the recorder", (it) => {
  const rowsOf = Effect.fnUntraced(function* (accountId: string) {
    const sql = yield* SqlClient.SqlClient
    return yield* sql<{ path: string; weight: number }>`SELECT path, weight FROM core_requests
      WHERE account_id = ${accountId}::uuid ORDER BY id`
  })
  const operation = Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`INSERT INTO core_operations (name) VALUES ('GET /v1/tested') ON CONFLICT DO NOTHING`
  )

  it.effect("is bounded while the database doesn't take rows, counts what it drops, and goes on after", () =>
    Effect.gen(function* () {
      const { droppedOf, flush, note, state } = yield* RequestRecorder
      const sql = yield* SqlClient.SqlClient
      yield* operation
      const [account, other] = [yield* openAccount(), yield* openAccount()]
      const before = state()
      yield* sql`ALTER TABLE core_requests RENAME TO core_requests_away`
      for (let n = 0; n < 80; n++) note(notedOf(account, { url: `/v1/tested/${n}` }))
      yield* flush
      assert.strictEqual(state().queued, 50)
      assert.strictEqual(state().dropped - before.dropped, 30)
      assert.deepEqual([droppedOf(account), droppedOf(other)], [30, 0])
      yield* sql`ALTER TABLE core_requests_away RENAME TO core_requests`
      yield* flush
      assert.deepInclude(state(), { queued: 0, dropped: before.dropped + 30, written: before.written + 50 })
      const rows = yield* rowsOf(account)
      assert.deepEqual(
        rows.map(({ path }) => path),
        Array.from({ length: 50 }, (_, n) => `/v1/tested/${n}`)
      )
    }).pipe(quiet)
  )

  it.effect("writes a batch once, though its acknowledgement is lost and it's sent again", () =>
    Effect.gen(function* () {
      const { flush, note } = yield* RequestRecorder
      yield* operation
      const account = yield* openAccount()
      const noted = notedOf(account)
      note(noted)
      yield* flush
      note(noted)
      yield* flush
      assert.strictEqual((yield* rowsOf(account)).length, 1)
    })
  )

  it.effect("drops a day when its days are over, and makes the next ones ahead", () =>
    Effect.gen(function* () {
      const { flush, note, tend } = yield* RequestRecorder
      const sql = yield* SqlClient.SqlClient
      yield* operation
      const account = yield* openAccount()
      const dayMs = 86_400_000
      const idAt = (ms: number) => {
        const hex = ms.toString(16).padStart(12, "0")
        return `${hex.slice(0, 8)}-${hex.slice(8)}-7${uuidV7Unsafe().slice(15)}`
      }
      const nowMs = Date.now()
      for (const days of [31, 30, 29, 1]) {
        note(notedOf(account, { requestId: idAt(nowMs - days * dayMs), url: `/v1/tested/${days}` }))
      }
      yield* flush
      yield* tend
      assert.deepEqual(
        (yield* rowsOf(account)).map(({ path }) => path),
        ["/v1/tested/30", "/v1/tested/29", "/v1/tested/1"]
      )
      const name = `core_requests_${new Date(nowMs + dayMs).toISOString().slice(0, 10).replaceAll("-", "")}`
      assert.deepEqual(yield* sql<{ name: string | null }>`SELECT to_regclass(${name})::text AS name`, [{ name }])
    })
  )

  it.effect("writes what waits when it stops", () =>
    Effect.gen(function* () {
      const account = yield* openAccount()
      yield* operation
      const pool = yield* Effect.context<SqlClient.SqlClient>()
      yield* Effect.scoped(
        Effect.gen(function* () {
          const context = yield* Layer.build(Layer.fresh(recorderLayer()))
          Context.get(context, RequestRecorder).note(notedOf(account))
        })
      ).pipe(Effect.provideContext(pool))
      assert.strictEqual((yield* rowsOf(account)).length, 1)
    })
  )
})
