import { assert, layer } from "@effect/vitest"
import { AuditLog, type AuditQuery } from "@storeglass/plugin-api"
import { adjustableClock } from "@storeglass/testkit"
import { Clock, Effect, Layer, Redacted, Stream } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { AuditLogLive, auditKeptDays, OldAudit } from "../src/audit/AuditLogLive.ts"
import * as ApiKey from "../src/auth/ApiKey.ts"
import { RequestAtHand } from "../src/http/RequestAtHand.ts"
import { exportCore, forgetCore } from "../src/personal/ofCore.ts"
import { Actor } from "../src/security/Actor.ts"
import { migratedDatabase, poolOn } from "./credits.support.ts"
import { standInExchange } from "./standInExchange.ts"

const services = Layer.unwrap(
  Effect.map(migratedDatabase, (url) =>
    AuditLogLive({ actions: { "test.done": "Something was done." } }).pipe(Layer.provideMerge(poolOn(url, 3)))
  )
)
const dayMs = 86_400_000
const nowMs = Date.parse("2026-11-23T10:00:00Z")
const at = (ms: number) =>
  Effect.provideService(Clock.Clock, {
    ...adjustableClock().clock,
    currentTimeMillis: Effect.succeed(ms),
    currentTimeMillisUnsafe: () => ms
  })
const accountId = () => uuidV7Unsafe()
const record = (account: string | null, after?: unknown, by?: { kind: "person"; id: string }) =>
  Effect.flatMap(AuditLog, (log) =>
    log.record({
      action: "test.done",
      accountId: account,
      target: { kind: "thing", id: "1" },
      ...(after === undefined ? {} : { after }),
      ...(by === undefined ? {} : { by })
    })
  )
const list = (wanted: Omit<AuditQuery, "limit"> & { readonly limit?: number }) =>
  Effect.flatMap(AuditLog, (log) => log.list({ limit: 100, ...wanted }))

layer(services, { excludeTestServices: true })("the audit log", (it) => {
  it.effect("lets nobody change its rows, delete them or empty it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const mine = accountId()
      yield* record(mine)
      for (const change of [
        sql`UPDATE core_audit SET actor = 'system' WHERE account_id = ${mine}::uuid`,
        sql`DELETE FROM core_audit WHERE account_id = ${mine}::uuid`,
        sql`TRUNCATE core_audit`
      ]) {
        const refused = yield* Effect.flip(change)
        assert.match(String(refused.reason.cause), /only ever added/)
      }
      assert.lengthOf((yield* list({ accountId: mine })).entries, 1)
    })
  )

  it.effect("says who it was: a person, an operator, a key, a command or the gateway, and where from", () =>
    Effect.gen(function* () {
      const mine = accountId()
      const [keyId, personId] = [uuidV7Unsafe(), uuidV7Unsafe()]
      const caller = { accountId: mine, keyId, plan: "free", scopes: ["read" as const] }
      const exchange = standInExchange({
        client: { address: "198.51.100.7", network: "198.51.100.7", agent: undefined }
      })
      const within = (who: {
        readonly credential: "key" | "session"
        readonly personId?: string
        readonly actsAsOperator?: boolean
      }) =>
        Effect.provideService(record(mine), RequestAtHand, {
          caller: { ...caller, ...who, personId: who.personId },
          exchange
        })
      yield* within({ credential: "session", personId })
      yield* within({ credential: "session", personId, actsAsOperator: true })
      yield* within({ credential: "key" })
      yield* Effect.provideService(record(mine), Actor, "cli:ada")
      yield* record(mine)
      const { entries } = yield* list({ accountId: mine })
      assert.deepEqual(entries.map(({ actor, address }) => [actor.kind, actor.id, address]).reverse(), [
        ["person", personId, "198.51.100.7"],
        ["operator", personId, "198.51.100.7"],
        ["key", keyId, "198.51.100.7"],
        ["cli", "ada", null],
        ["system", null, null]
      ])
    })
  )

  it.effect("takes what is declared alone, and no key and nothing redacted", () =>
    Effect.gen(function* () {
      const mine = accountId()
      const key = Redacted.value(ApiKey.generate())
      yield* record(mine, { key, secret: Redacted.make("canary"), kept: 1 })
      const { entries } = yield* list({ accountId: mine })
      assert.deepEqual(entries[0]?.after, { key: ApiKey.hintOf(key), secret: "<redacted>", kept: 1 })
      const log = yield* AuditLog
      const undeclared = yield* Effect.exit(log.record({ action: "test.undeclared", accountId: mine }))
      assert.strictEqual(undeclared._tag, "Failure")
      assert.include(Object.keys(log.actions), "key.created")
    })
  )

  it.effect(
    "is read by pages of each account's own, by action, actor, target and time, with none twice or left out",
    () =>
      Effect.gen(function* () {
        const [mine, theirs] = [accountId(), accountId()]
        const person = uuidV7Unsafe()
        for (let n = 0; n < 25; n++) {
          // Several in one millisecond.
          yield* at(nowMs + Math.floor(n / 4))(
            record(mine, { n }, { kind: "person", id: n % 2 === 0 ? person : "another" })
          )
          yield* at(nowMs)(record(theirs, { n }))
        }
        const seen: Array<unknown> = []
        let after: string | undefined
        do {
          const page = yield* list({ accountId: mine, limit: 4, after })
          seen.push(...page.entries.map((entry) => entry.after))
          after = page.next
        } while (after !== undefined)
        assert.lengthOf(seen, 25)
        assert.strictEqual(new Set(seen.map((each) => JSON.stringify(each))).size, 25)
        assert.deepEqual(seen[0], { n: 24 })
        const count = (wanted: Omit<AuditQuery, "limit" | "accountId">) =>
          Effect.map(list({ accountId: mine, ...wanted }), ({ entries }) => entries.length)
        assert.strictEqual(yield* count({ actor: { id: person } }), 13)
        assert.strictEqual(yield* count({ actor: { kind: "key" } }), 0)
        assert.strictEqual(yield* count({ actions: ["key.created"] }), 0)
        assert.strictEqual(yield* count({ target: { kind: "thing", id: "1" } }), 25)
        assert.strictEqual(yield* count({ fromMs: nowMs + 1, untilMs: nowMs + 2 }), 4)
        // A place that isn't one begins anew.
        assert.strictEqual(yield* count({ after: "no place" }), 25)
      })
  )

  it.effect("keeps rows for 400 days, and gives an account's rows away and forgets them with it", () =>
    Effect.gen(function* () {
      const [mine, theirs] = [accountId(), accountId()]
      yield* at(nowMs - (auditKeptDays + 1) * dayMs)(record(mine, "old"))
      yield* at(nowMs - (auditKeptDays - 1) * dayMs)(record(mine, "kept"))
      yield* at(nowMs)(record(theirs))
      assert.strictEqual(yield* at(nowMs)((yield* OldAudit).remove), 1)
      assert.deepEqual(
        (yield* list({ accountId: mine })).entries.map(({ after }) => after),
        ["kept"]
      )
      const rows = yield* Stream.runCollect(exportCore(mine))
      assert.lengthOf(
        [...rows].filter(({ part }) => part === "core_audit"),
        1
      )
      yield* forgetCore(mine)
      assert.lengthOf((yield* list({ accountId: mine })).entries, 0)
      assert.lengthOf((yield* list({ accountId: theirs })).entries, 1)
    })
  )

  it.effect("loses who a person was when they are forgotten, and keeps what was done", () =>
    Effect.gen(function* () {
      const mine = accountId()
      const person = uuidV7Unsafe()
      yield* record(mine, { role: "admin" }, { kind: "person", id: person })
      const log = yield* AuditLog
      yield* log.record({
        action: "test.done",
        accountId: mine,
        target: { kind: "person", id: person },
        after: { email: "x" }
      })
      yield* record(mine, { email: "ada@example.com", role: "member" })
      yield* log.forgetPerson(person, "ada@example.com")
      const { entries } = yield* list({ accountId: mine })
      assert.lengthOf(entries, 3)
      assert.notInclude(JSON.stringify(entries), person)
      assert.notInclude(JSON.stringify(entries), "email")
    })
  )
})
