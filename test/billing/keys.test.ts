import { Accounts, ApiKey, KeyRing } from "@storeglass/core"
import { type Answer, adjustableClock, startTestGateway, useTestGateway } from "@storeglass/testkit"
import { Clock, Effect, Predicate, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import { makeFixture } from "./fixture.ts"

const gateway = useTestGateway({ further: [makeFixture().plugin] })
const path = "/v1/fixture/items/1"

const codeOf = ({ json }: Answer): unknown =>
  Predicate.hasProperty(json, "error") && Predicate.hasProperty(json.error, "code") ? json.error.code : undefined
const statusOf = async (headers: Readonly<Record<string, string>>) => {
  const answer = await gateway().ask(path, { headers })
  return [answer.status, codeOf(answer)]
}
const revoke = (keyId: string) =>
  gateway().run(Effect.flatMap(Accounts.Accounts, (accounts) => accounts.revokeKey(keyId)))

describe("a key", () => {
  it("is missing when neither header has one", async () => {
    const missing = [401, "MISSING_API_KEY"]
    for (const headers of [
      {},
      { "x-api-key": "" },
      { "x-api-key": "   " },
      { authorization: "" },
      { authorization: "Bearer" },
      { authorization: "Basic c2c6c2c=" }
    ]) {
      assert.deepEqual(await statusOf(headers), missing, JSON.stringify(headers))
    }
  })

  it("is invalid when it is malformed, unknown or revoked, all alike", async () => {
    const { key, keyId } = await gateway().account()
    await revoke(keyId)
    const answers: Array<string> = []
    for (const value of ["nope", "sg_live_", key.slice(0, -1), Redacted.value(ApiKey.generate()), key]) {
      const answer = await gateway().ask(path, { key: value })
      assert.deepEqual([answer.status, codeOf(answer)], [401, "INVALID_API_KEY"])
      assert.isNull(answer.headers.get("x-credit-cost"))
      answers.push(answer.text)
    }
    assert.strictEqual(new Set(answers).size, 1)
  })

  it("is taken from either header; X-API-Key wins, for good and for ill", async () => {
    const one = await gateway().account({ plan: "indie" })
    const two = await gateway().account({ plan: "growth" })
    const planOf = async (headers: Readonly<Record<string, string>>) =>
      (await gateway().ask(path, { headers })).headers.get("x-plan")
    assert.strictEqual(await planOf({ authorization: `Bearer ${two.key}` }), "growth")
    assert.strictEqual(await planOf({ authorization: `bearer  ${two.key} ` }), "growth")
    assert.strictEqual(await planOf({ "x-api-key": one.key, authorization: `Bearer ${two.key}` }), "indie")
    assert.strictEqual(await planOf({ "x-api-key": one.key, authorization: "Bearer nope" }), "indie")
    assert.deepEqual(await statusOf({ "x-api-key": "nope", authorization: `Bearer ${two.key}` }), [
      401,
      "INVALID_API_KEY"
    ])
    assert.strictEqual(await planOf({ "x-api-key": " ", authorization: `Bearer ${two.key}` }), "growth")
    assert.deepEqual([await gateway().used(one.accountId), await gateway().used(two.accountId)], [4, 6])
  })

  it("is refused with 403 where it lacks the scope, charged nothing, and told its credits", async () => {
    const reader = await gateway().account({ scopes: ["read"] })
    const writer = await gateway().account({ scopes: ["write"] })
    const operator = await gateway().account({ scopes: ["internal"] })
    const usual = await gateway().account()
    const ask = async (key: string, address: string, method: string) => {
      const body = method === "POST" ? { body: { n: 1 } } : {}
      const answer = await gateway().ask(address, { key, method, ...body })
      if (answer.status === 403) {
        assert.strictEqual(codeOf(answer), "FORBIDDEN")
        assert.strictEqual(answer.headers.get("x-credit-cost"), "0")
        assert.strictEqual(answer.headers.get("x-ratelimit-limit"), "100000")
      }
      return answer.status
    }
    const table = await Promise.all(
      [reader, writer, operator, usual].map(({ key }) =>
        Promise.all([
          ask(key, path, "GET"),
          ask(key, "/v1/fixture/echo", "POST"),
          ask(key, "/v1/fixture/internal", "GET"),
          ask(key, "/v1/fixture/free", "GET")
        ])
      )
    )
    assert.deepEqual(table, [
      [200, 403, 403, 200],
      [403, 200, 403, 403],
      [403, 403, 200, 403],
      [200, 200, 403, 200]
    ])
  })

  it("is in no row of the database", async () => {
    const { key } = await gateway().account()
    await gateway().ask(path, { key, headers: { "idempotency-key": "canary" } })
    const found = await gateway().run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const tables = yield* sql<{
          name: string
        }>`SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name
          FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`
        const secret = key.slice("sg_live_".length)
        const hits: Array<string> = []
        for (const { name } of tables) {
          const rows = yield* sql.unsafe<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)
          for (const { row } of rows) {
            if (row.includes(secret) || row.includes(Buffer.from(secret).toString("hex"))) hits.push(name)
          }
        }
        return { hits, tables: tables.length }
      })
    )
    assert.deepEqual(found.hits, [])
    assert.isAbove(found.tables, 8)
  })
})

describe("a revoked key", () => {
  it("is refused by the node at once", async () => {
    const { key, keyId } = await gateway().account()
    assert.strictEqual((await gateway().ask(path, { key })).status, 200)
    await revoke(keyId)
    for (let tries = 0; tries < 40; tries++) {
      if ((await gateway().ask(path, { key })).status === 401) return
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    assert.fail("still let in after a second")
  })

  it("is refused within 5 seconds also when no notification comes", async () => {
    const time = adjustableClock()
    await Effect.runPromise(
      Effect.gen(function* () {
        const node = yield* startTestGateway({ further: [makeFixture().plugin] })
        const { key, keyId } = yield* Effect.promise(() => node.account())
        const status = Effect.map(
          Effect.promise(() => node.ask(path, { key })),
          (answer) => answer.status
        )
        assert.strictEqual(yield* status, 200)
        yield* Effect.promise(() =>
          node.run(
            SqlClient.SqlClient.use((sql) => sql`UPDATE core_api_keys SET revoked_at = now() WHERE id = ${keyId}::uuid`)
          )
        )
        time.advanceMs(KeyRing.revocationBoundMs - 1_000)
        assert.strictEqual(yield* status, 200)
        time.advanceMs(1_000)
        assert.strictEqual(yield* status, 401)
      }).pipe(Effect.scoped, Effect.provideService(Clock.Clock, time.clock))
    )
  })
})
