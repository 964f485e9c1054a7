import { assert, describe, it } from "@effect/vitest"
import {
  AccessTokens,
  ApiKeys,
  AuditLog,
  KeyRefused,
  liveKeysMax,
  ServiceUnavailable,
  type TokenStanding,
  type TokenUse,
  type VerifiedToken
} from "@storeglass/plugin-api"
import { adjustableClock } from "@storeglass/testkit"
import { Clock, Context, Effect, Exit, Layer, Redacted as R, Scope } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { AuditLogLive } from "../src/audit/AuditLogLive.ts"
import * as Accounts from "../src/auth/Accounts.ts"
import { ApiKeysLive } from "../src/auth/ApiKeysLive.ts"
import * as KeyRing from "../src/auth/KeyRing.ts"
import { EventsLive } from "../src/events/index.ts"
import { eventually, migratedDatabase, poolOn, quiet } from "./credits.support.ts"

const hourMs = 3_600_000
const node = (url: R.Redacted<string>) =>
  Layer.mergeAll(ApiKeysLive, AuditLogLive()).pipe(
    Layer.provideMerge(Layer.mergeAll(Accounts.layer.pipe(Layer.provide(EventsLive([]))), KeyRing.layer)),
    Layer.provideMerge(poolOn(url, 3))
  )

/** Time that stands still until the test moves it; what sleeps does so by the machine's. */
const standingTime = (startMs: number) => {
  let ms = startMs
  const nanos = () => BigInt(ms) * 1_000_000n
  const clock: Clock.Clock = {
    ...adjustableClock().clock,
    currentTimeMillisUnsafe: () => ms,
    currentTimeMillis: Effect.sync(() => ms),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: nanos,
    monotonicTimeNanos: Effect.sync(nanos)
  }
  const advanceMs = (by: number) => {
    ms += by
  }
  return { clock, nowMs: () => ms, advanceMs }
}

/** A node whose time the test sets. */
const started = Effect.gen(function* () {
  const url = yield* migratedDatabase
  const time = standingTime(Date.parse("2026-11-23T10:00:00Z"))
  const inTime = <A, E, Needs>(effect: Effect.Effect<A, E, Needs>) =>
    Effect.provideService(effect, Clock.Clock, time.clock)
  const context = yield* inTime(Layer.build(Layer.fresh(node(url))))
  const accounts = Context.get(context, Accounts.Accounts)
  const account = yield* inTime(accounts.create({ email: `${uuidV7Unsafe()}@example.com`, plan: "free" }))
  return {
    url,
    time,
    inTime,
    accounts,
    account,
    ring: Context.get(context, KeyRing.KeyRing),
    apiKeys: Context.get(context, ApiKeys),
    audit: Context.get(context, AuditLog),
    sql: Context.get(context, SqlClient.SqlClient)
  }
})

const client = { address: "198.51.100.7", network: "198.51.100.7", agent: "test/1" }

describe("a key", () => {
  it.live("opens nothing from the second on in which it expires, remembered or not", () =>
    Effect.gen(function* () {
      const { account, accounts, inTime, ring, time } = yield* started
      const expiresAtMs = Date.parse("2026-11-23T10:00:03Z")
      const { value } = yield* inTime(accounts.createKey({ accountId: account.id, name: "short", expiresAtMs }))
      const text = R.value(value)
      assert.isDefined(yield* inTime(ring.holderOf(text)))
      assert.isDefined(ring.remembered(text))
      time.advanceMs(2_999)
      assert.isDefined(ring.remembered(text))
      time.advanceMs(1)
      assert.isUndefined(ring.remembered(text))
      const holder = yield* inTime(ring.holderOf(text))
      assert.strictEqual(holder?.endsAtMs, expiresAtMs)
      assert.isFalse(holder !== undefined && KeyRing.isGood(holder, expiresAtMs))
    }).pipe(Effect.scoped, quiet)
  )

  it.live("has a successor with the same rights and life, and is good beside it for as long as was asked", () =>
    Effect.gen(function* () {
      const { account, accounts, audit, inTime, ring, time } = yield* started
      const { key, value } = yield* inTime(
        accounts.createKey({
          accountId: account.id,
          name: "ci",
          scopes: ["read"],
          plugins: ["apps"],
          addresses: ["198.51.100.0/24"],
          expiresAtMs: time.nowMs() + 48 * hourMs
        })
      )
      time.advanceMs(12 * hourMs)
      const made = yield* inTime(accounts.rotateKey({ keyId: key.id, overlapHours: 1 }))
      const rights = ({ addresses, name, plugins, scopes }: typeof key) => ({ addresses, name, plugins, scopes })
      assert.deepEqual(rights(made.key), rights(key))
      assert.strictEqual(Date.parse(made.key.expiresAt ?? ""), time.nowMs() + 48 * hourMs)
      assert.strictEqual(made.replaced.successorId, made.key.id)
      assert.strictEqual(Date.parse(made.replaced.endsAt ?? ""), time.nowMs() + hourMs)
      const again = yield* inTime(Effect.flip(accounts.rotateKey({ keyId: key.id })))
      assert.propertyVal(again, "reason", "state")
      time.advanceMs(hourMs - 1)
      const holder = yield* inTime(ring.holderOf(R.value(value)))
      assert.isTrue(holder !== undefined && KeyRing.isGood(holder, time.nowMs()) && holder.isReplaced)
      time.advanceMs(1)
      assert.isFalse(holder !== undefined && KeyRing.isGood(holder, time.nowMs()))
      const successor = yield* inTime(ring.holderOf(R.value(made.value)))
      assert.isTrue(successor !== undefined && KeyRing.isGood(successor, time.nowMs()))
      // Of the same rights, by its audit too, and of no value.
      const { entries } = yield* inTime(audit.list({ accountId: account.id, limit: 10 }))
      assert.deepEqual(
        entries.map(({ action, target }) => [action, target?.id]),
        [
          ["key.rotated", key.id],
          ["key.created", key.id],
          ["account.created", account.id]
        ]
      )
      assert.notMatch(JSON.stringify(entries), /sg_live_[0-9A-Za-z]/)
    }).pipe(Effect.scoped, quiet)
  )

  it.live("is one of 50 at most, also when many are made at once, and is made anew once one has ended", () =>
    Effect.gen(function* () {
      const { account, accounts, inTime, sql } = yield* started
      const there = liveKeysMax - 2
      yield* sql`INSERT INTO core_api_keys (id, account_id, hash, name, hint, scopes, created_at)
        SELECT gen_random_uuid(), ${account.id}::uuid, sha256(n::text::bytea), 'made', 'sg_live_…', '{read}', now()
        FROM generate_series(1, ${there}::int) n`
      const make = inTime(Effect.exit(accounts.createKey({ accountId: account.id, name: "one" })))
      const made = yield* Effect.all(
        Array.from({ length: 6 }, () => make),
        { concurrency: 3 }
      )
      assert.lengthOf(made.filter(Exit.isSuccess), liveKeysMax - there)
      const refused = yield* inTime(Effect.flip(accounts.createKey({ accountId: account.id, name: "one" })))
      assert.propertyVal(refused, "reason", "limit")
      const [first] = yield* inTime(accounts.keys(account.id))
      // A key can be replaced where no other can be made.
      const { replaced } = yield* inTime(accounts.rotateKey({ keyId: first?.id ?? "", overlapHours: 168 }))
      assert.isTrue(Exit.isFailure(yield* make))
      yield* inTime(accounts.revokeKey(replaced.successorId ?? ""))
      assert.isTrue(Exit.isSuccess(yield* make))
    }).pipe(Effect.scoped, quiet)
  )

  it.live("is refused when its account is suspended, on every node within the bound, and good again after it", () =>
    Effect.gen(function* () {
      const { account, accounts, inTime, ring, url } = yield* started
      const second = Context.get(yield* Layer.build(Layer.fresh(node(url))), KeyRing.KeyRing)
      const { value } = yield* inTime(accounts.createKey({ accountId: account.id, name: "one" }))
      const isSuspended = Effect.all([inTime(ring.holderOf(R.value(value))), second.holderOf(R.value(value))]).pipe(
        Effect.map((holders) => holders.map((holder) => holder?.isSuspended))
      )
      assert.deepEqual(yield* isSuspended, [false, false])
      const suspended = yield* inTime(accounts.suspend(account.id, "unpaid"))
      assert.strictEqual(suspended.suspendedFor, "unpaid")
      const startedMs = Date.now()
      yield* eventually(isSuspended, ([one, other]) => one === true && other === true)
      assert.isBelow(Date.now() - startedMs, KeyRing.revocationBoundMs)
      yield* inTime(accounts.unsuspend(account.id))
      yield* eventually(isSuspended, ([one, other]) => one === false && other === false)
    }).pipe(Effect.scoped, quiet)
  )

  it.live("has its last use written down once a minute, and not by each request", () =>
    Effect.gen(function* () {
      const { account, accounts, inTime, ring, time } = yield* started
      const { key, value } = yield* inTime(accounts.createKey({ accountId: account.id, name: "one" }))
      let asked = 0
      const use = Effect.gen(function* () {
        const holder = yield* inTime(ring.holderOf(R.value(value)))
        assert.isDefined(holder)
        if (KeyRing.isNoted(holder, time.nowMs())) return
        asked += 1
        ring.used(holder, time.nowMs(), client)
      })
      time.advanceMs(10_000)
      for (let n = 0; n < 100; n++) yield* use
      assert.strictEqual(asked, 1)
      assert.isNull((yield* inTime(accounts.key(key.id)))?.lastUsed)
      yield* ring.flushUses
      const noted = { at: "2026-11-23T10:00:00.000Z", address: "198.51.100.7", agent: "test/1" }
      assert.deepEqual((yield* inTime(accounts.key(key.id)))?.lastUsed, noted)
      time.advanceMs(60_000)
      yield* use
      yield* ring.flushUses
      assert.strictEqual((yield* inTime(accounts.key(key.id)))?.lastUsed?.at, "2026-11-23T10:01:00.000Z")
      assert.strictEqual(asked, 2)
    }).pipe(Effect.scoped, quiet)
  )

  it.live("has rights that are checked when it is made, and tells which is wrong", () =>
    Effect.gen(function* () {
      const { account, accounts, apiKeys, inTime, time } = yield* started
      const wrong = (rights: object) =>
        Effect.map(
          inTime(Effect.flip(accounts.createKey({ accountId: account.id, name: "one", ...rights }))),
          (error) => ("field" in error ? error.field : undefined)
        )
      assert.strictEqual(yield* wrong({ name: "" }), "name")
      assert.strictEqual(yield* wrong({ scopes: [] }), "scopes")
      assert.strictEqual(yield* wrong({ plugins: [] }), "plugins")
      assert.strictEqual(yield* wrong({ plugins: ["Bad Name"] }), "plugins")
      assert.strictEqual(yield* wrong({ addresses: ["example.com"] }), "addresses")
      assert.strictEqual(yield* wrong({ addresses: Array.from({ length: 51 }, (_, n) => `10.0.0.${n}`) }), "addresses")
      assert.strictEqual(yield* wrong({ expiresAtMs: time.nowMs() }), "expiresAt")
      const internal = yield* inTime(accounts.createKey({ accountId: account.id, name: "ops", scopes: ["internal"] }))
      const refused = yield* inTime(Effect.flip(apiKeys.rotate({ accountId: account.id, keyId: internal.key.id })))
      assert.deepInclude(refused, { _tag: "KeyRefused", reason: "state" })
      assert.lengthOf(yield* inTime(accounts.keys(account.id)), 1)
    }).pipe(Effect.scoped, quiet)
  )

  it.live("is nobody's of another account: listed, rotated, revoked or found", () =>
    Effect.gen(function* () {
      const { account, accounts, apiKeys, inTime } = yield* started
      const other = yield* inTime(accounts.create({ email: "other@example.com", plan: "free" }))
      const { key, value } = yield* inTime(apiKeys.create({ accountId: other.id, name: "theirs" }))
      const mine = { accountId: account.id, keyId: key.id }
      const absent = { accountId: account.id, keyId: uuidV7Unsafe() }
      const changes = [
        (which: typeof mine) => Effect.asVoid(apiKeys.rotate(which)),
        (which: typeof mine) => Effect.asVoid(apiKeys.revoke(which))
      ]
      for (const change of changes) {
        const refusals = yield* Effect.forEach([mine, absent], (which) => inTime(Effect.flip(change(which))))
        assert.deepEqual(
          refusals.map((error) => (error instanceof KeyRefused ? [error.reason, error.message] : [])),
          [
            ["not_found", "no such key"],
            ["not_found", "no such key"]
          ]
        )
      }
      assert.isUndefined(yield* inTime(apiKeys.find(account.id, key.id)))
      assert.deepEqual(yield* inTime(apiKeys.list(account.id)), [])
      assert.strictEqual((yield* inTime(apiKeys.ownerOf(value)))?.accountId, other.id)
    }).pipe(Effect.scoped, quiet)
  )

  it.live("is there neither without its row in the audit log, when the plugin's own transaction fails", () =>
    Effect.gen(function* () {
      const { account, apiKeys, audit, inTime, sql } = yield* started
      const made = sql.withTransaction(
        Effect.andThen(apiKeys.create({ accountId: account.id, name: "never" }), Effect.fail("rolled back" as const))
      )
      assert.strictEqual(yield* inTime(Effect.flip(made)), "rolled back")
      assert.deepEqual(yield* inTime(apiKeys.list(account.id)), [])
      const { entries } = yield* inTime(audit.list({ accountId: account.id, actions: ["key.created"], limit: 10 }))
      assert.deepEqual(entries, [])
    }).pipe(Effect.scoped, quiet)
  )
})

describe("a token", () => {
  const tokens = (verified: ReadonlyMap<string, VerifiedToken>) => {
    const told = { verified: 0, standing: 0, used: [] as Array<TokenUse> }
    const standing = new Map<string, TokenStanding>()
    let away = false
    const service = AccessTokens.of({
      verify: (text) =>
        Effect.sync(() => {
          told.verified += 1
          return verified.get(text)
        }),
      standing: (asked) =>
        Effect.suspend(() => {
          told.standing += 1
          return away
            ? Effect.fail(new ServiceUnavailable("away"))
            : Effect.succeed(asked.map(({ grantId }) => standing.get(grantId)))
        }),
      used: (uses) => Effect.sync(() => void told.used.push(...uses))
    })
    return { told, standing, service, setAway: (is: boolean) => (away = is) }
  }

  it.live("has its signature checked once, and its standing within the bound and at each change", () =>
    Effect.gen(function* () {
      const { account, apiKeys, inTime, ring, sql, time } = yield* started
      const grantId = uuidV7Unsafe()
      const personId = uuidV7Unsafe()
      const token: VerifiedToken = {
        grantId,
        personId,
        accountId: account.id,
        audience: "/v1",
        scopes: ["read", "write"],
        expiresAtMs: time.nowMs() + 600_000
      }
      const { service, setAway, standing, told } = tokens(new Map([["good", token]]))
      // Without a plugin that knows tokens there is none.
      assert.isUndefined(yield* inTime(ring.holderOf("good")))
      const scope = yield* Effect.scope
      yield* inTime(Scope.provide(ring.useTokens(service), scope))
      standing.set(grantId, { scopes: ["read", "internal"] })
      const holder = yield* inTime(ring.holderOf("good"))
      assert.deepInclude(holder, {
        credential: "token",
        keyId: grantId,
        personId,
        accountId: account.id,
        plan: "free",
        scopes: ["read"],
        audience: "/v1"
      })
      for (let n = 0; n < 5; n++) assert.isDefined(yield* inTime(ring.holderOf("good")))
      assert.deepInclude(told, { verified: 1, standing: 1 })
      time.advanceMs(KeyRing.revocationBoundMs)
      assert.isDefined(yield* inTime(ring.holderOf("good")))
      assert.deepInclude(told, { verified: 1, standing: 2 })
      // The grant ends: heard of at once.
      standing.delete(grantId)
      yield* inTime(sql.withTransaction(Effect.provideService(apiKeys.changed, SqlClient.SqlClient, sql)))
      yield* eventually(inTime(ring.holderOf("good")), (found) => found === undefined)
      assert.strictEqual(told.verified, 1)
      // What can't be asked isn't taken for a no.
      setAway(true)
      time.advanceMs(KeyRing.revocationBoundMs)
      const failed = yield* inTime(Effect.flip(ring.holderOf("good")))
      assert.strictEqual(failed._tag, "SERVICE_UNAVAILABLE")
      setAway(false)
      // What is no token of ours isn't remembered.
      for (let n = 0; n < 3; n++) assert.isUndefined(yield* inTime(ring.holderOf("forged")))
      assert.strictEqual(told.verified, 4)
    }).pipe(Effect.scoped, quiet)
  )

  it.live("opens nothing once it has expired, nor for an account that is gone, and tells of its uses", () =>
    Effect.gen(function* () {
      const { account, inTime, ring, time } = yield* started
      const said = {
        personId: uuidV7Unsafe(),
        audience: "/v1",
        scopes: ["read"] as const,
        expiresAtMs: time.nowMs() + 4_000
      }
      const [mine, gone] = [uuidV7Unsafe(), uuidV7Unsafe()]
      const { service, standing, told } = tokens(
        new Map([
          ["mine", { ...said, grantId: mine, accountId: account.id }],
          ["gone", { ...said, grantId: gone, accountId: uuidV7Unsafe() }]
        ])
      )
      for (const grantId of [mine, gone]) standing.set(grantId, { scopes: ["read"] })
      const scope = yield* Effect.scope
      yield* inTime(Scope.provide(ring.useTokens(service), scope))
      const [found, missing] = yield* inTime(
        Effect.all([ring.holderOf("mine"), ring.holderOf("gone")], { concurrency: 2 })
      )
      assert.isUndefined(missing)
      // Both in one question.
      assert.strictEqual(told.standing, 1)
      assert.isDefined(found)
      ring.used(found, time.nowMs(), client)
      yield* ring.flushUses
      assert.deepEqual(told.used, [{ grantId: mine, atMs: time.nowMs(), address: "198.51.100.7", agent: "test/1" }])
      time.advanceMs(4_000)
      assert.isUndefined(ring.remembered("mine"))
      time.advanceMs(KeyRing.revocationBoundMs)
      assert.isUndefined(yield* inTime(ring.holderOf("mine")))
    }).pipe(Effect.scoped, quiet)
  )
})
