import { randomUUID } from "node:crypto"
import { connect } from "node:net"
import { Accounts, CreditLedger, listChanges, type SecurityChange } from "@storeglass/core"
import { Egress } from "@storeglass/plugin-api"
import { startTestGateway, type TestGateway } from "@storeglass/testkit"
import { Effect, Exit, Logger, Redacted, Schedule, Schema, Scope } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { makeFixture } from "./fixture.ts"
import { codeOf } from "./support.ts"

const Line = Schema.fromJsonString(
  Schema.Struct({
    message: Schema.Unknown,
    level: Schema.String,
    annotations: Schema.Record(Schema.String, Schema.Unknown)
  })
)

describe("what a gateway logs for security", () => {
  const raw: Array<string> = []
  const logger = Logger.make((options) => {
    raw.push(Logger.formatJson.log(options))
  })
  let scope: Scope.Closeable | undefined
  let running: TestGateway | undefined
  const gateway = () => running ?? assert.fail("the gateway runs only within tests")
  const lines = (event: string) =>
    raw
      .map((line) => Schema.decodeUnknownSync(Line)(line))
      .filter(({ message }) => message === event)
      .map(({ annotations }) => annotations)
  const path = "/v1/fixture/items/1"

  beforeAll(async () => {
    scope = await Effect.runPromise(Scope.make())
    running = await Effect.runPromise(
      startTestGateway({
        further: [makeFixture().plugin],
        logLevel: "Info",
        config: { egress: { ports: [443] }, limits: { accounts: { web_indie: { perSecond: 1, burst: 2 } } } }
      }).pipe(Effect.provide(Logger.layer([logger])), Scope.provide(scope))
    )
  }, 60_000)
  afterAll(async () => {
    if (scope !== undefined) await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  it("tells what it was started with, and no secret of it", () => {
    const [told, ...others] = lines("security.config_loaded")
    assert.deepEqual(others, [])
    assert.deepInclude(told, { redis: "none", metrics: true, egressHttp: false, egressPorts: ["443"] })
    assert.match(String(told?.database), /^postgres(ql)?:\/\/[^@/?]+$/)
    assert.match(String(told?.configHash), /^[0-9a-f]{16}$/)
    assert.include(JSON.stringify(told?.plugins), "fixture")
    const password = new URL(Redacted.value(gateway().running.databaseUrl)).password
    if (password !== "") assert.notInclude(raw.join("\n"), password)
  })

  it("tells of each failed authentication: where, why and on what, and the key only as lists show it", async () => {
    const { accountId, key, keyId } = await gateway().account()
    await gateway().run(Effect.flatMap(Accounts.Accounts, (accounts) => accounts.revokeKey(keyId)))
    const before = lines("security.auth_failed").length
    const revoked = await gateway().ask(path, { key })
    const foreign = await gateway().ask(path, { key: "hunter2-the-password-of-another-service" })
    const missing = await gateway().ask(path)
    const told = lines("security.auth_failed").slice(before)
    assert.deepEqual(
      told.map(({ code, key }) => [code, key]),
      [
        ["INVALID_API_KEY", `sg_live_…${key.slice(-4)}`],
        ["INVALID_API_KEY", undefined],
        ["MISSING_API_KEY", undefined]
      ]
    )
    for (const [index, answer] of [revoked, foreign, missing].entries()) {
      assert.strictEqual(answer.status, 401)
      assert.deepInclude(told[index], {
        address: "127.0.0.1",
        operation: "GET /v1/fixture/items/:n",
        requestId: answer.headers.get("x-request-id")
      })
    }
    for (const secret of [key, "hunter2"]) assert.notInclude(raw.join("\n"), secret)
    assert.notInclude(JSON.stringify(told), accountId)
  })

  it("tells of a key's first use on this node, and not of every other", async () => {
    const { accountId, key, keyId } = await gateway().account()
    const told = () => lines("security.auth_succeeded").filter((line) => line.keyId === keyId)
    const first = await gateway().ask(path, { key })
    for (let count = 0; count < 5; count++) await gateway().ask(path, { key })
    assert.deepEqual(told(), [
      {
        address: "127.0.0.1",
        requestId: first.headers.get("x-request-id"),
        operation: "GET /v1/fixture/items/:n",
        by: "key",
        keyId,
        accountId
      }
    ])
  })

  it("tells of an account that asks too much", async () => {
    const { accountId, key } = await gateway().account({ plan: "web_indie" })
    const answers = await Promise.all(Array.from({ length: 6 }, () => gateway().ask("/v1/fixture/free", { key })))
    assert.isAbove(answers.filter(({ status }) => status === 429).length, 0)
    const [told] = lines("security.rate_limited").filter((line) => line.accountId === accountId)
    assert.deepInclude(told, { address: "127.0.0.1", operation: "GET /v1/fixture/free" })
  })

  it("tells of each scope that was missing, whose account it was, and of nothing that was let through", async () => {
    const before = lines("security.access_refused").length
    const reader = await gateway().account({ scopes: ["read"] })
    assert.strictEqual((await gateway().ask(path, { key: reader.key })).status, 200)
    const refused = await gateway().ask("/v1/fixture/echo", { key: reader.key, method: "POST", body: { n: 1 } })
    assert.deepEqual([refused.status, codeOf(refused)], [403, "FORBIDDEN"])
    assert.strictEqual((await gateway().ask("/v1/fixture/internal", { key: reader.key })).status, 403)
    const told = lines("security.access_refused").slice(before)
    assert.deepEqual(
      told.map(({ accountId, code, operation, scope }) => [accountId, code, operation, scope]),
      [
        [reader.accountId, "FORBIDDEN", "POST /v1/fixture/echo", "write"],
        [reader.accountId, "FORBIDDEN", "GET /v1/fixture/internal", "internal"]
      ]
    )
  })

  it("tells of input that no rule lets in, and of what is no request at all, and nothing of what it said", async () => {
    const { accountId, key } = await gateway().account()
    const before = [lines("security.input_refused").length, lines("security.request_malformed").length]
    const refused = await gateway().ask("/v1/fixture/items/%27%20OR%201=1?hunter3=1", { key })
    assert.strictEqual(refused.status, 400)
    assert.deepEqual(lines("security.input_refused").slice(before[0]), [
      {
        address: "127.0.0.1",
        requestId: refused.headers.get("x-request-id"),
        operation: "GET /v1/fixture/items/:n",
        code: codeOf(refused),
        key: `sg_live_…${key.slice(-4)}`,
        accountId
      }
    ])
    assert.strictEqual((await gateway().ask("/v1//fixture/hunter3", { key })).status, 400)
    const { hostname, port } = new URL(gateway().url)
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.write("hunter3 is no HTTP\r\n\r\n"))
      socket.resume().once("close", () => resolve())
    })
    assert.deepEqual(lines("security.request_malformed").slice(before[1]), [
      { address: "127.0.0.1", status: 400 },
      { address: "127.0.0.1", status: 400 }
    ])
    assert.notInclude(raw.join("\n"), "hunter3")
  })

  it("tells of addresses of customers that lead where they must not, and not where", async () => {
    const refusal = await gateway().run(
      Effect.flip(Effect.flatMap(Egress, (egress) => egress.check("https://127.0.0.1/hunter4")))
    )
    assert.deepEqual(lines("security.address_refused"), [{ reason: refusal.reason }])
    assert.notInclude(raw.join("\n"), "hunter4")
  })

  it("can't be flooded, and says how much it held back", async () => {
    const before = lines("security.auth_failed").length
    await Promise.all(Array.from({ length: 60 }, () => gateway().ask(path, { key: "no" })))
    assert.isAtMost(lines("security.auth_failed").length - before, 10)
  })

  it("keeps every change of accounts, keys, plans and grants with who made it, and tells of it", async () => {
    const { accountId, key, keyId } = await gateway().account({ plan: "free" })
    await gateway().run(
      Effect.gen(function* () {
        const accounts = yield* Accounts.Accounts
        const ledger = yield* CreditLedger.CreditLedger
        yield* accounts.setPlan(accountId, "growth")
        const grant = { id: uuidV7Unsafe(), accountId, bucket: "creative" as const, credits: 250 }
        // Tried twice, it is one grant and one line.
        yield* ledger.grant(grant)
        yield* ledger.grant(grant)
        yield* accounts.revokeKey(keyId)
      })
    )
    const kept = await gateway().run(listChanges({ accountId, limit: 10 }))
    const month = new Date().toISOString().slice(0, 7)
    const hint = `sg_live_…${key.slice(-4)}`
    const expected: Array<[event: SecurityChange["event"], detail: SecurityChange["detail"]]> = [
      ["security.account_created", { plan: "free" }],
      ["security.key_created", { keyId, key: hint, scopes: "read write" }],
      ["security.plan_changed", { from: "free", to: "growth" }],
      ["security.credits_granted", { bucket: "creative", credits: 250, month }],
      ["security.key_revoked", { keyId, key: hint }]
    ]
    assert.deepEqual(
      [...kept].reverse().map(({ detail, event }): (typeof expected)[number] => [event, detail]),
      expected
    )
    assert.deepEqual(new Set(kept.map(({ actor }) => actor)), new Set(["gateway"]))
    const heard = () => expected.flatMap(([event]) => lines(event).filter((line) => line.accountId === accountId))
    await gateway().run(
      Effect.sync(heard).pipe(
        Effect.filterOrFail(
          (found) => found.length >= expected.length,
          () => new Error("not all are heard yet")
        ),
        Effect.retry({ schedule: Schedule.spaced(20), times: 500 })
      )
    )
    assert.deepEqual(
      heard().map(({ actor, changeId }) => [actor, changeId]),
      [...kept].reverse().map(({ actor, id }) => [actor, id])
    )
    assert.notInclude(raw.join("\n"), key)
  })

  it("keeps no change that was not made", async () => {
    const { accountId } = await gateway().account()
    const { email } = await gateway().run(Effect.flatMap(Accounts.Accounts, (accounts) => accounts.find(accountId)))
    const before = await gateway().run(listChanges({ limit: 1_000 }))
    const failed = await gateway().run(
      Effect.flatMap(Accounts.Accounts, (accounts) =>
        Effect.all([
          Effect.isFailure(accounts.create({ email, plan: "free", only: true })),
          Effect.isFailure(accounts.setPlan(randomUUID(), "free")),
          Effect.isFailure(accounts.revokeKey(randomUUID()))
        ])
      )
    )
    assert.deepEqual(failed, [true, true, true])
    assert.deepEqual(await gateway().run(listChanges({ limit: 1_000 })), before)
  })
})
