import { auditLedger, RequestRecorder } from "@storeglass/core"
import {
  AccountAdmin,
  ApiKeys,
  Credits,
  CreditUsage,
  type LoggedRequest,
  Operations,
  type RequestFilter,
  RequestLog
} from "@storeglass/plugin-api"
import { migratedDatabase, startTestGateway, useTestGateway } from "@storeglass/testkit"
import { Effect, Fiber, Redacted, Stream } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import { makeFixture } from "./fixture.ts"

const gateway = useTestGateway({ further: [makeFixture().plugin] })

/** On a busy machine a batch's time may end; its rows wait for the next. */
const flushed = Effect.flatMap(RequestRecorder.RequestRecorder, ({ flush, state }) =>
  Effect.repeat(flush, { until: () => state().queued === 0, times: 20 })
)
const pageOf = (filter: RequestFilter, options?: { before?: string; limit?: number }) =>
  gateway().run(
    Effect.andThen(
      flushed,
      Effect.flatMap(RequestLog, (log) => log.page(filter, options))
    )
  )
const rowsOf = async (accountId: string, filter: Omit<RequestFilter, "accountId"> = {}) =>
  (await pageOf({ accountId, ...filter })).items
const told = (rows: ReadonlyArray<LoggedRequest>) =>
  rows.map(({ code, credits, path, status }) => [path, status, code, credits])
const sql = <A, E>(run: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
  gateway().run(Effect.flatMap(SqlClient.SqlClient, run))

describe("the log of requests", () => {
  it("has a row for each request of a known account, whatever came of it, with what the ledger says that it cost", async () => {
    const { accountId, key, keyId } = await gateway().account()
    const reader = await gateway().account({ scopes: ["read"] })
    const first = await gateway().ask("/v1/fixture/items/7?limit=3&country=DE", {
      key,
      headers: { "user-agent": "curl/9", "x-forwarded-for": "203.0.113.9" }
    })
    await gateway().ask("/v1/fixture/items/1000", { key })
    await gateway().ask("/v1/fixture/items/0", { key })
    await gateway().ask("/v1/fixture/fails?how=upstream", { key })
    await gateway().ask("/v1/fixture/ai", { key })
    await gateway().ask("/v1/fixture/internal", { key })
    for (const _ of [1, 2, 3]) await gateway().ask("/v1/fixture/shared/70", { key })
    await gateway().ask("/v1/fixture/echo", { key: reader.key, method: "POST", body: { n: 1 } })
    // Of nobody, and of everybody.
    await gateway().ask("/v1/fixture/items/8", { key: `${key}x` })
    await gateway().ask("/v1/fixture/open", { key })
    const rows = await rowsOf(accountId)
    assert.deepEqual(told(rows).toReversed(), [
      ["/v1/fixture/items/7", 200, null, 2],
      ["/v1/fixture/items/1000", 200, null, 2],
      ["/v1/fixture/items/0", 400, "INVALID_INPUT", 0],
      ["/v1/fixture/fails", 502, "UPSTREAM_ERROR", 0],
      ["/v1/fixture/ai", 200, null, 4],
      ["/v1/fixture/internal", 403, "FORBIDDEN", 0],
      ["/v1/fixture/shared/70", 200, null, 3],
      ["/v1/fixture/shared/70", 200, null, 3],
      ["/v1/fixture/shared/70", 200, null, 3]
    ])
    const oldest = rows.at(-1)
    assert.deepInclude(oldest ?? {}, {
      requestId: first.headers.get("x-request-id"),
      credentialId: keyId,
      operation: "GET /v1/fixture/items/:n",
      query: "limit=3&country=DE",
      bucket: "general",
      held: 0,
      by: "http",
      // What a caller sets changes no address.
      address: "127.0.0.1",
      agent: "curl/9",
      replayed: false,
      weight: 1
    })
    assert.isAbove(oldest?.ms ?? 0, 0)
    assert.isBelow(Math.abs(Date.now() - Date.parse(oldest?.at ?? "")), 60_000)
    assert.deepEqual(told(await rowsOf(reader.accountId)), [["/v1/fixture/echo", 403, "FORBIDDEN", 0]])

    // The ledger's word, not the log's.
    await sql(
      (sql) => sql`SELECT core_void_run(id, account_id, bucket, period, operation_id, now()) FROM core_credit_entries
        WHERE account_id = ${accountId}::uuid AND used_delta = 4`
    )
    assert.deepEqual(told((await rowsOf(accountId)).filter(({ bucket }) => bucket === "aiVisibility")), [
      ["/v1/fixture/ai", 200, null, 0]
    ])
  })

  it("has those, too, whose credential is known and opens nothing: from elsewhere, ended, replaced, or suspended", async () => {
    const { accountId, key, keyId } = await gateway().account()
    const asked = "/v1/fixture/items/7"
    const { away, ended } = await gateway().run(
      Effect.gen(function* () {
        const keys = yield* ApiKeys
        const away = yield* keys.create({ accountId, name: "away", addresses: ["203.0.113.0/24"] })
        const ended = yield* keys.create({ accountId, name: "ended", expiresAtMs: Date.now() + 60_000 })
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE core_api_keys SET expires_at = now() - interval '1 second' WHERE id = ${ended.key.id}::uuid`
        return { away, ended }
      })
    )
    await gateway().ask(asked, { key: Redacted.value(away.value) })
    await gateway().ask(asked, { key: Redacted.value(ended.value), headers: { "user-agent": "curl/9" } })
    await gateway().run(ApiKeys.use(({ rotate }) => rotate({ accountId, keyId, overlapHours: 0 })))
    await gateway().ask(asked, { key })
    await gateway().run(AccountAdmin.use(({ suspend }) => suspend(accountId, "abuse")))
    await gateway().ask("/v1/fixture/echo", { key: Redacted.value(away.value), method: "POST", body: { n: 1 } })
    const rows = await rowsOf(accountId)
    assert.deepEqual(
      rows
        .toReversed()
        .map(({ code, credentialId, credits, operation, status }) => [operation, status, code, credits, credentialId]),
      [
        ["GET /v1/fixture/items/:n", 403, "FORBIDDEN", 0, away.key.id],
        ["GET /v1/fixture/items/:n", 401, "INVALID_API_KEY", 0, ended.key.id],
        ["GET /v1/fixture/items/:n", 401, "INVALID_API_KEY", 0, keyId],
        ["POST /v1/fixture/echo", 401, "INVALID_API_KEY", 0, away.key.id]
      ]
    )
    assert.deepInclude(rows[2] ?? {}, { path: asked, address: "127.0.0.1", agent: "curl/9", by: "http" })
  })

  it("keeps what parameters are declared for, and neither what else is sent nor all of a long value", async () => {
    const { accountId, key } = await gateway().account()
    const secret = "cnry0123456789abcdef"
    await gateway().ask(
      `/v1/fixture/items/7?api_key=${secret}&${secret}xx!=1&limit=${key}&country=${"é".repeat(300)}`,
      {
        key,
        headers: { cookie: `session=${secret}`, "x-secret": secret }
      }
    )
    await gateway().ask("/v1/fixture/echo", { key, method: "POST", body: { n: secret } })
    // Where the value is cut, the key would be too.
    await gateway().ask(`/v1/fixture/items/7?country=${"é".repeat(180)}${key}`, { key })
    const [, , row] = await rowsOf(accountId)
    const cut = decodeURIComponent(row?.query ?? "").split("&")
    assert.deepEqual(cut.slice(0, 3), ["api_key=…", "…", "limit=sg_live_…"])
    assert.strictEqual(cut[3], `country=${"é".repeat(200)}…`)
    const stored = await sql(
      (sql) => sql<{ row: string }>`SELECT r::text AS row FROM core_requests r WHERE account_id = ${accountId}::uuid`
    )
    assert.strictEqual(stored.length, 3)
    for (const { row } of stored) {
      assert.notInclude(row, secret)
      assert.notInclude(row, key.slice(0, 20))
    }
  })

  it("has no parameter to leave out that isn't a header: no path or query is declared secret", async () => {
    const all = await gateway().run(Effect.map(Operations, ({ all }) => all))
    const secret = all.flatMap(({ id, shapes }) =>
      shapes.parameters
        .filter((parameter) => parameter.secret && parameter.in !== "header")
        .map(({ name }) => [id, name])
    )
    assert.deepEqual(secret, [])
  })

  it("tells a repeat from the first, finds both by their id, and counts the charge once", async () => {
    const { accountId, key } = await gateway().account()
    const headers = { "idempotency-key": "again" }
    const first = await gateway().ask("/v1/fixture/echo", { key, method: "POST", body: { n: 1 }, headers })
    const again = await gateway().ask("/v1/fixture/echo", { key, method: "POST", body: { n: 1 }, headers })
    const id = first.headers.get("x-request-id") ?? ""
    assert.strictEqual(again.headers.get("x-request-id"), id)
    for (const idPrefix of [id, id.slice(0, 13), id.replaceAll("-", "").toUpperCase().slice(0, 20)]) {
      const rows = await rowsOf(accountId, { idPrefix })
      assert.deepEqual(
        rows.map(({ credits, replayed, requestId }) => [requestId, replayed, credits]),
        [
          [id, true, 0],
          [id, false, 5]
        ]
      )
    }
    assert.deepEqual(await rowsOf(accountId, { idPrefix: "ffff" }), [])
    assert.deepEqual(await rowsOf(accountId, { idPrefix: "no id" }), [])
  })

  it("says by which way a request came: what a tool asks within the process is the client's that asked the tool", async () => {
    const { accountId, key } = await gateway().account()
    await gateway().run(
      Effect.gen(function* () {
        const operations = yield* Operations
        const operation = operations.all.find(({ path }) => path === "/v1/fixture/free")
        if (operation === undefined) return yield* Effect.die("no operation")
        yield* operations.call(operation, { path: {}, query: [], body: undefined, headers: { "x-api-key": key } })
      })
    )
    assert.deepEqual(
      (await rowsOf(accountId)).map(({ address, by }) => [by, address]),
      [["http", null]]
    )
  })

  it("is read by any filter and page by page, and shows nothing of another account", async () => {
    const own = await gateway().account()
    const other = await gateway().account()
    for (const { key } of [own, other]) {
      for (let n = 1; n <= 6; n++) await gateway().ask(`/v1/fixture/items/${n}`, { key })
      await gateway().ask("/v1/fixture/items/0", { key })
      await gateway().ask("/v1/fixture/fails?how=notFound", { key })
      await gateway().ask("/v1/fixture/free", { key })
    }
    const all = await rowsOf(own.accountId)
    assert.strictEqual(all.length, 9)
    const seen: Array<string> = []
    let before: string | undefined
    do {
      const page = await pageOf({ accountId: own.accountId }, { limit: 4, ...(before === undefined ? {} : { before }) })
      seen.push(...page.items.map(({ rowId }) => rowId))
      before = page.nextBefore ?? undefined
    } while (before !== undefined)
    assert.deepEqual(
      seen,
      all.map(({ rowId }) => rowId)
    )
    const count = async (filter: Omit<RequestFilter, "accountId">) => (await rowsOf(own.accountId, filter)).length
    const wanted: ReadonlyArray<readonly [Omit<RequestFilter, "accountId">, number]> = [
      [{ status: 4 }, 2],
      [{ status: 2 }, 7],
      [{ status: 404 }, 1],
      [{ status: 200, path: "/v1/fixture/free" }, 1],
      [{ code: "NOT_FOUND" }, 1],
      [{ code: "NOT_FOUND", status: 400 }, 0],
      [{ operation: "GET /v1/fixture/items/:n" }, 7],
      [{ operation: "GET /v1/fixture/items/:n", status: 2 }, 6],
      [{ operation: "GET /no/such" }, 0],
      [{ path: "/v1/fixture/items/3" }, 1],
      [{ path: "/v1/fixture/items*" }, 7],
      [{ credentialId: own.keyId, by: "http" }, 9],
      [{ credentialId: other.keyId }, 0],
      [{ credentialId: "x' OR true" }, 0],
      [{ by: "mcp" }, 0],
      [{ fromMs: Date.now() + 60_000 }, 0],
      [{ toMs: Date.now() - 600_000 }, 0],
      [{ fromMs: Date.now() - 600_000, toMs: Date.now() + 60_000 }, 9]
    ]
    for (const [filter, expected] of wanted) assert.strictEqual(await count(filter), expected, JSON.stringify(filter))
    assert.isTrue((await rowsOf(other.accountId)).every(({ rowId }) => !seen.includes(rowId)))
    // Another's row as a cursor is a place in time, and no way to what is another's.
    const [theirs] = await rowsOf(other.accountId)
    const behind = await pageOf({ accountId: own.accountId }, { before: theirs?.rowId ?? "" })
    assert.isTrue(behind.items.every(({ rowId }) => seen.includes(rowId)))

    const { errors, text } = await gateway().run(
      Effect.gen(function* () {
        const log = yield* RequestLog
        const errors = yield* log.errors({ accountId: own.accountId })
        const text = yield* Stream.mkString(log.csv({ accountId: own.accountId, status: 4 }, { rowsMax: 1 }))
        return { errors, text }
      })
    )
    assert.isTrue(errors.isWhole)
    assert.sameDeepMembers(
      errors.items.map(({ code, operations, requests, status }) => [code, status, requests, operations]),
      [
        ["INVALID_INPUT", 400, 1, ["GET /v1/fixture/items/:n"]],
        ["NOT_FOUND", 404, 1, ["GET /v1/fixture/fails"]]
      ]
    )
    const [head, line, end] = text.split("\r\n")
    assert.match(head ?? "", /^at,requestId,operation,path,/)
    assert.match(line ?? "", /,GET \/v1\/fixture\/fails,\/v1\/fixture\/fails,how=notFound,404,NOT_FOUND,0,0,general,/)
    assert.strictEqual(end, "")
  })

  it("is followed live: what came before isn't told again, and what comes is told once", async () => {
    const own = await gateway().account()
    const other = await gateway().account()
    await gateway().ask("/v1/fixture/items/1", { key: own.key })
    const events = await gateway().run(
      Effect.gen(function* () {
        yield* flushed
        const log = yield* RequestLog
        const following = yield* Effect.forkChild(
          log.tail({ accountId: own.accountId }).pipe(
            Stream.flatMap(({ items }) => Stream.fromIterable(items)),
            Stream.take(3),
            Stream.runCollect
          )
        )
        // It has looked once before it begins.
        yield* Effect.sleep(300)
        for (const n of [2, 3, 4]) {
          yield* Effect.promise(() => gateway().ask(`/v1/fixture/items/${n}`, { key: own.key }))
          yield* Effect.promise(() => gateway().ask(`/v1/fixture/items/${n}`, { key: other.key }))
        }
        return yield* Fiber.join(following)
      })
    )
    assert.deepEqual(
      events.map(({ path }) => path),
      ["/v1/fixture/items/2", "/v1/fixture/items/3", "/v1/fixture/items/4"]
    )
  })

  it("is switched off by an account for itself, and on again", async () => {
    const { accountId, key } = await gateway().account()
    const set = (isOn: boolean) =>
      gateway().run(
        Effect.gen(function* () {
          const log = yield* RequestLog
          yield* log.setOn(accountId, isOn)
          return yield* log.settings(accountId)
        })
      )
    assert.deepEqual(await set(false), { isOn: false, keptDays: 30, dropped: 0 })
    await gateway().ask("/v1/fixture/items/1", { key })
    assert.deepEqual(await rowsOf(accountId), [])
    assert.deepEqual(await set(true), { isOn: true, keptDays: 30, dropped: 0 })
    await gateway().ask("/v1/fixture/items/2", { key })
    assert.deepEqual(told(await rowsOf(accountId)), [["/v1/fixture/items/2", 200, null, 2]])
  })
})

describe("usage", () => {
  it("is told by day, key, operation and bucket, and of one account alone", async () => {
    const own = await gateway().account()
    const other = await gateway().account()
    for (const { key } of [own, own, other]) await gateway().ask("/v1/fixture/items/1", { key })
    await gateway().ask("/v1/fixture/ai", { key: own.key })
    const hold = { id: uuidV7Unsafe(), accountId: own.accountId, bucket: "creative" as const, credits: 4 }
    const day = new Date().toISOString().slice(0, 10)
    const range = { accountId: own.accountId, from: `${day.slice(0, 8)}01`, to: day }
    const rows = await gateway().run(
      Effect.gen(function* () {
        const credits = yield* Credits
        yield* credits.hold({ ...hold, operation: "POST /job", forMs: 60_000, credentialId: own.keyId })
        yield* credits.capture(hold.id, 3)
        const usage = yield* CreditUsage
        return {
          all: yield* usage.read(range),
          split: yield* usage.read({ ...range, by: ["day", "credential", "operation", "bucket"] }),
          bucket: yield* usage.read({ ...range, by: ["bucket"], buckets: ["aiVisibility"] }),
          none: yield* usage.read({ ...range, by: ["credential"], credentialIds: [null, other.keyId] })
        }
      })
    )
    assert.deepEqual(rows.all, [{ credits: 11, requests: 4 }])
    const of = { day, credentialId: own.keyId }
    assert.deepEqual(rows.split, [
      { ...of, operation: "GET /v1/fixture/items/:n", bucket: "general", credits: 4, requests: 2 },
      { ...of, operation: "GET /v1/fixture/ai", bucket: "aiVisibility", credits: 4, requests: 1 },
      { ...of, operation: "POST /job", bucket: "creative", credits: 3, requests: 1 }
    ])
    assert.deepEqual(rows.bucket, [{ bucket: "aiVisibility", credits: 4, requests: 1 }])
    assert.deepEqual(rows.none, [])
  })
})

describe("the audit of deliveries", () => {
  it("names requests that were answered as charged and aren't, and refused and are", async () => {
    const { accountId, key } = await gateway().account()
    const idOf = async (path: string) => (await gateway().ask(path, { key })).headers.get("x-request-id") ?? ""
    const fine = await idOf("/v1/fixture/items/1")
    const refused = await idOf("/v1/fixture/fails?how=notFound")
    await gateway().ask("/v1/fixture/echo", {
      key,
      method: "POST",
      body: { n: 1 },
      headers: { "idempotency-key": "audited" }
    })
    const audited = () =>
      gateway().run(
        Effect.map(Effect.andThen(flushed, auditLedger(accountId)), ({ deliveries, differences }) => ({
          deliveries: deliveries.map(({ charged, requestId, told, what }) => [requestId, what, told, charged]),
          differences: differences.length
        }))
      )
    assert.deepEqual(await audited(), { deliveries: [], differences: 0 })

    const [missing, voided, dearer] = [
      await idOf("/v1/fixture/items/2"),
      await idOf("/v1/fixture/items/3"),
      await idOf("/v1/fixture/items/4")
    ]
    await gateway().run(flushed)
    await sql((sql) =>
      Effect.all([
        sql`DELETE FROM core_credit_entries WHERE id = ${missing}::uuid`,
        sql`SELECT core_void_run(id, account_id, bucket, period, operation_id, now()) FROM core_credit_entries
          WHERE id = ${voided}::uuid`,
        sql`UPDATE core_requests SET credits = 1 WHERE id = ${dearer}::uuid`,
        sql`INSERT INTO core_credit_entries (period, id, account_id, bucket, kind, used_delta, operation_id, at)
          SELECT period, ${refused}::uuid, account_id, bucket, kind, 2, operation_id, at FROM core_credit_entries
          WHERE id = ${fine}::uuid`,
        // Charges in doubt are settled in less.
        sql`UPDATE core_requests SET at = at - interval '2 minutes' WHERE id = ${refused}::uuid`
      ])
    )
    const found = await audited()
    assert.sameDeepMembers(found.deliveries, [
      [missing, "answered, and not charged", 2, 0],
      [voided, "answered, and given back", 2, 0],
      [dearer, "answered at another price", 1, 2],
      [refused, "refused, and charged", 0, 2]
    ])
  })
})

describe("a gateway that stops", () => {
  it("writes its last rows", { timeout: 60_000 }, async () => {
    const { databaseUrl, id } = await Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const databaseUrl = yield* migratedDatabase
          const own = yield* startTestGateway({ databaseUrl, further: [makeFixture().plugin] })
          return yield* Effect.promise(async () => {
            const { key } = await own.account()
            // The day's partition is there.
            await own.ask("/v1/fixture/free", { key })
            await own.run(flushed)
            const answer = await own.ask("/v1/fixture/items/9", { key })
            return { databaseUrl, id: answer.headers.get("x-request-id") }
          })
        })
      )
    )
    const rows = await Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const own = yield* startTestGateway({ databaseUrl, config: { requestLog: { enabled: false } } })
          return yield* Effect.promise(() =>
            own.run(
              Effect.flatMap(
                SqlClient.SqlClient,
                (sql) => sql`SELECT id, path FROM core_requests WHERE path <> '/v1/fixture/free'`
              )
            )
          )
        })
      )
    )
    assert.deepEqual(rows, [{ id, path: "/v1/fixture/items/9" }])
  })
})
