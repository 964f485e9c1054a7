import { assert, describe, it, layer, prop } from "@effect/vitest"
import { adjustableClock, databaseProxy } from "@storeglass/testkit"
import { Clock, Context, Duration, Effect, Fiber, Latch, Layer, Redacted as R, Schema } from "effect"
import { SqlClient } from "effect/sql"
import * as Accounts from "../src/auth/Accounts.ts"
import * as ApiKey from "../src/auth/ApiKey.ts"
import * as KeyRing from "../src/auth/KeyRing.ts"
import { EventsLive } from "../src/events/index.ts"
import { eventually, migratedDatabase, poolOn, quiet } from "./credits.support.ts"

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const ring = (url: R.Redacted<string>) =>
  Layer.mergeAll(Accounts.layer, KeyRing.layer).pipe(Layer.provide(EventsLive([])), Layer.provideMerge(poolOn(url, 3)))
const accountsLayer = Layer.unwrap(Effect.map(migratedDatabase, ring))

describe("the form of a key", () => {
  it("is sg_live_, 27 characters of base 62 that hold 160 random bits, and a checksum of 6", () => {
    const keys = Array.from({ length: 2_000 }, () => R.value(ApiKey.generate()))
    for (const key of keys) {
      assert.match(key, /^sg_live_[0-9A-Za-z]{33}$/)
      assert.isTrue(ApiKey.isWellFormed(key))
    }
    assert.strictEqual(new Set(keys).size, keys.length)
    const values = keys.map((key) =>
      [...key.slice(8, 35)].reduce((value, letter) => value * 62n + BigInt(alphabet.indexOf(letter)), 0n)
    )
    // Each of the 160 bits is set about half the time: 7 standard deviations allow for chance.
    for (let bit = 0n; bit < 160n; bit++) {
      const set = values.filter((value) => (value >> bit) & 1n).length
      assert.isBelow(Math.abs(set - 1_000), 160, `bit ${bit} is set in ${set} of 2000`)
    }
    assert.isTrue(values.every((value) => value < 1n << 160n))
  })

  prop(
    "shows any single character that was changed",
    {
      at: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40 })),
      to: Schema.Int.check(Schema.isBetween({ minimum: 32, maximum: 126 }))
    },
    ({ at, to }) => {
      const key = R.value(ApiKey.generate())
      const letter = String.fromCharCode(to)
      const changed = key.slice(0, at) + letter + key.slice(at + 1)
      assert.strictEqual(ApiKey.isWellFormed(changed), changed === key)
    },
    { arbitrary: { runs: 3_000, seed: "one character" } }
  )

  prop(
    "shows two neighbours that were swapped, a character that is missing and one too many",
    { at: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 39 })) },
    ({ at }) => {
      const key = R.value(ApiKey.generate())
      const swapped = key.slice(0, at) + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2)
      assert.strictEqual(ApiKey.isWellFormed(swapped), swapped === key)
      assert.isFalse(ApiKey.isWellFormed(key.slice(0, at) + key.slice(at + 1)))
      assert.isFalse(ApiKey.isWellFormed(`${key.slice(0, at)}x${key.slice(at)}`))
    },
    { arbitrary: { runs: 500, seed: "neighbours" } }
  )

  prop(
    "is no other text's",
    [Schema.String],
    ([text]) => {
      assert.isFalse(ApiKey.isWellFormed(text))
      assert.isFalse(ApiKey.isWellFormed(`sg_live_${text}`))
    },
    { arbitrary: { runs: 300, seed: "other texts" } }
  )
})

layer(accountsLayer, { excludeTestServices: true })("accounts and keys", (it) => {
  it.effect("keeps no key in the database, only its SHA-256 and its last four characters", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts.Accounts
      const sql = yield* SqlClient.SqlClient
      const account = yield* accounts.create({ email: "kept@example.com", plan: "free" })
      const { key, value } = yield* accounts.createKey({ accountId: account.id, name: "one" })
      const text = R.value(value)
      assert.strictEqual(key.hint, `sg_live_…${text.slice(-4)}`)
      const rows = yield* sql<{ row: string; hash: string }>`
        SELECT k::text AS row, encode(hash, 'hex') AS hash FROM core_api_keys k WHERE id = ${key.id}::uuid`
      const digest = yield* sql<{ hex: string }>`SELECT encode(sha256(${text}::bytea), 'hex') AS hex`
      assert.strictEqual(rows[0]?.hash, digest[0]?.hex)
      assert.notInclude(rows[0]?.row ?? text, text.slice(8, 35))
      assert.notInclude(rows[0]?.row ?? text, Buffer.from(text).toString("hex").slice(16, 60))
      // A key must not show when it is printed by accident either.
      assert.notInclude(`${String(value)} ${JSON.stringify({ value })}`, text.slice(8))
    })
  )

  it.effect("finds an account by id and by email in whatever case, and refuses an email twice", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts.Accounts
      const made = yield* accounts.create({ email: "Ada@Example.com", plan: "indie" })
      assert.deepEqual(yield* accounts.find(made.id), made)
      assert.deepEqual(yield* accounts.find("ada@example.COM"), made)
      const taken = yield* Effect.flip(accounts.create({ email: "ADA@example.com", plan: "free", only: true }))
      assert.deepInclude(taken, { _tag: "AccountError", reason: "email_taken" })
      const missing = yield* Effect.flip(accounts.find("nobody@example.com"))
      assert.deepInclude(missing, { _tag: "AccountError", reason: "not_found" })
      assert.strictEqual((yield* accounts.setPlan(made.id, "growth")).plan, "growth")
    })
  )

  it.effect("gives keys read and write unless told otherwise, and says who holds one", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts.Accounts
      const keys = yield* KeyRing.KeyRing
      const account = yield* accounts.create({ email: "scopes@example.com", plan: "small" })
      const usual = yield* accounts.createKey({ accountId: account.id, name: "usual" })
      const own = yield* accounts.createKey({ accountId: account.id, name: "own", scopes: ["internal"] })
      assert.deepEqual(yield* keys.holderOf(R.value(usual.value)), {
        credential: "key",
        keyId: usual.key.id,
        accountId: account.id,
        personId: undefined,
        role: undefined,
        plan: "small",
        scopes: ["read", "write"],
        plugins: undefined,
        mayComeFrom: undefined,
        endsAtMs: Number.POSITIVE_INFINITY,
        isReplaced: false,
        isSuspended: false,
        audience: undefined,
        notedMinute: -1
      })
      assert.deepEqual((yield* keys.holderOf(R.value(own.value)))?.scopes, ["internal"])
      assert.isUndefined(yield* keys.holderOf(R.value(ApiKey.generate())))
      assert.deepEqual(
        (yield* accounts.keys(account.id)).map(({ name }) => name),
        ["usual", "own"]
      )
    })
  )

  it.effect("asks the database about a key once, and never about what cannot be one", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts.Accounts
      const keys = yield* KeyRing.KeyRing
      const sql = yield* SqlClient.SqlClient
      const account = yield* accounts.create({ email: "cached@example.com", plan: "free" })
      const { key, value } = yield* accounts.createKey({ accountId: account.id, name: "cached" })
      assert.strictEqual((yield* keys.holderOf(R.value(value)))?.keyId, key.id)
      yield* Effect.gen(function* () {
        yield* sql`LOCK TABLE core_api_keys IN ACCESS EXCLUSIVE MODE`
        // Nobody else can read the table now.
        for (const text of [R.value(value), "", "sg_live_", `sg_live_${"A".repeat(33)}`, "x".repeat(100_000)]) {
          const holder = yield* Effect.timeout(keys.holderOf(text), 2_000)
          assert.strictEqual(holder?.keyId, text === R.value(value) ? key.id : undefined)
        }
      }).pipe(sql.withTransaction)
    })
  )
})

describe("a revoked key", () => {
  it.live("is refused at once on every node that hears of it", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const one = yield* Layer.build(Layer.fresh(ring(url)))
      const accounts = Context.get(one, Accounts.Accounts)
      const first = Context.get(one, KeyRing.KeyRing)
      const second = Context.get(yield* Layer.build(Layer.fresh(ring(url))), KeyRing.KeyRing)
      const account = yield* accounts.create({ email: "revoked@example.com", plan: "free" })
      const { key, value } = yield* accounts.createKey({ accountId: account.id, name: "one" })
      // Both listen once a revocation has reached them; before that they might still be about to.
      const reached = Effect.gen(function* () {
        const probe = yield* accounts.createKey({ accountId: account.id, name: "probe" })
        yield* first.holderOf(R.value(probe.value))
        yield* second.holderOf(R.value(probe.value))
        yield* accounts.revokeKey(probe.key.id)
        yield* Effect.sleep(50)
        const known = [yield* first.holderOf(R.value(probe.value)), yield* second.holderOf(R.value(probe.value))]
        return known.every((holder) => holder === undefined)
      })
      yield* eventually(reached, (all) => all)
      assert.isDefined(yield* first.holderOf(R.value(value)))
      assert.isDefined(yield* second.holderOf(R.value(value)))
      const streams = yield* Effect.forEach([first, second], (keys) => Effect.forkChild(keys.revoked(R.value(value))))
      const startedMs = yield* Clock.currentTimeMillis
      yield* accounts.revokeKey(key.id)
      // What stays open with it is told too.
      for (const stream of streams) yield* Fiber.join(stream)
      yield* eventually(first.holderOf(R.value(value)), (holder) => holder === undefined)
      yield* eventually(second.holderOf(R.value(value)), (holder) => holder === undefined)
      assert.isBelow((yield* Clock.currentTimeMillis) - startedMs, KeyRing.revocationBoundMs / 2)
      const again = yield* accounts.revokeKey(key.id)
      assert.strictEqual(again.revokedAt, (yield* accounts.revokeKey(key.id)).revokedAt)
      const unknown = yield* Effect.flip(accounts.revokeKey("no-id"))
      assert.strictEqual(unknown._tag, "AccountError")
    }).pipe(Effect.scoped, quiet)
  )

  it.live("is known with its account's new plan at once on every node that hears of it", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      // Where no time passes, nothing that is remembered ends by itself.
      const still = { ...adjustableClock().clock, monotonicTimeNanosUnsafe: () => 0n }
      const node = Effect.provideService(Layer.build(Layer.fresh(ring(url))), Clock.Clock, still)
      const one = yield* node
      const accounts = Context.get(one, Accounts.Accounts)
      const rings = [one, yield* node].map((context) => Context.get(context, KeyRing.KeyRing))
      const account = yield* accounts.create({ email: "changed@example.com", plan: "free" })
      const { value } = yield* accounts.createKey({ accountId: account.id, name: "one" })
      const planOf = (keys: KeyRing.KeyRing["Service"]) =>
        Effect.map(keys.holderOf(R.value(value)), (holder) => holder?.plan)
      // To and fro, since either might only be about to listen.
      for (const plan of ["free", "growth", "free", "medium"] as const) {
        yield* eventually(
          Effect.gen(function* () {
            yield* accounts.setPlan(account.id, plan === "free" ? "large" : "free")
            yield* accounts.setPlan(account.id, plan)
            yield* Effect.sleep(20)
            return yield* Effect.forEach(rings, planOf)
          }),
          (told) => told.every((each) => each === plan)
        )
      }
      assert.deepEqual(yield* Effect.forEach(rings, planOf), ["medium", "medium"])
    }).pipe(Effect.scoped, quiet)
  )

  it.live("is refused within the bound also when its notification is lost", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const time = adjustableClock()
      const context = yield* Effect.provideService(Layer.build(ring(url)), Clock.Clock, time.clock)
      const keys = Context.get(context, KeyRing.KeyRing)
      const accounts = Context.get(context, Accounts.Accounts)
      const sql = Context.get(context, SqlClient.SqlClient)
      const account = yield* accounts.create({ email: "lost@example.com", plan: "free" })
      const { key, value } = yield* accounts.createKey({ accountId: account.id, name: "one" })
      assert.isDefined(yield* keys.holderOf(R.value(value)))
      // Without NOTIFY, as if the connection that listens had just been lost.
      yield* sql`UPDATE core_api_keys SET revoked_at = now() WHERE id = ${key.id}::uuid`
      time.advanceMs(KeyRing.revocationBoundMs - 500)
      assert.isDefined(yield* keys.holderOf(R.value(value)))
      time.advanceMs(500)
      assert.isUndefined(yield* keys.holderOf(R.value(value)))

      // And what stays open with a key is ended within it.
      const other = yield* accounts.createKey({ accountId: account.id, name: "two" })
      const waited: Array<number> = []
      const asleep = yield* Latch.make()
      const over = yield* Latch.make()
      const sleep = (duration: Duration.Duration) => {
        waited.push(Duration.toMillis(duration))
        return Effect.andThen(asleep.open, over.await)
      }
      const stream = yield* keys
        .revoked(R.value(other.value))
        .pipe(Effect.provideService(Clock.Clock, { ...time.clock, sleep }), Effect.forkChild)
      yield* asleep.await
      yield* sql`UPDATE core_api_keys SET revoked_at = now() WHERE id = ${other.key.id}::uuid`
      yield* over.open
      yield* Fiber.join(stream)
      assert.isBelow(waited[0] ?? Number.POSITIVE_INFINITY, KeyRing.revocationBoundMs)
    }).pipe(Effect.scoped, quiet)
  )

  it.live("is asked about again while it is used, so that no request of a busy key waits for that", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const time = adjustableClock()
      const context = yield* Effect.provideService(Layer.build(Layer.fresh(ring(url))), Clock.Clock, time.clock)
      const keys = Context.get(context, KeyRing.KeyRing)
      const accounts = Context.get(context, Accounts.Accounts)
      const account = yield* accounts.create({ email: "busy@example.com", plan: "free" })
      const { value } = yield* accounts.createKey({ accountId: account.id, name: "one" })
      const { value: idle } = yield* accounts.createKey({ accountId: account.id, name: "two" })
      assert.isDefined(yield* keys.holderOf(R.value(value)))
      assert.isDefined(yield* keys.holderOf(R.value(idle)))
      time.advanceMs(KeyRing.revocationBoundMs - 1_000)
      assert.isDefined(keys.remembered(R.value(value)))
      time.advanceMs(1_000)
      // Past the first answer's time.
      yield* eventually(
        Effect.sync(() => keys.remembered(R.value(value)) !== undefined),
        (remembered) => remembered
      )
      assert.isUndefined(keys.remembered(R.value(idle)))
    }).pipe(Effect.scoped, quiet)
  )

  it.live("is refused within the bound also when it was looked up while it was revoked", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const time = adjustableClock()
      const proxy = yield* databaseProxy(url)
      const straight = yield* Layer.build(Layer.fresh(ring(url)))
      const accounts = Context.get(straight, Accounts.Accounts)
      const context = yield* Effect.provideService(Layer.build(Layer.fresh(ring(proxy.url))), Clock.Clock, time.clock)
      const keys = Context.get(context, KeyRing.KeyRing)
      const account = yield* accounts.create({ email: "meanwhile@example.com", plan: "free" })
      const { value: other } = yield* accounts.createKey({ accountId: account.id, name: "other" })
      assert.isDefined(yield* keys.holderOf(R.value(other)))
      const { key, value } = yield* accounts.createKey({ accountId: account.id, name: "one" })
      // "Not revoked" was true when it was read, and arrives much later.
      const letAnswersPass = proxy.holdAnswers()
      const asked = yield* Effect.forkScoped(keys.holderOf(R.value(value)), { startImmediately: true })
      yield* eventually(
        Effect.sync(() => proxy.answersHeld()),
        (count) => count > 0
      )
      yield* Context.get(straight, SqlClient.SqlClient)`UPDATE core_api_keys SET revoked_at = now()
        WHERE id = ${key.id}::uuid`
      time.advanceMs(KeyRing.revocationBoundMs - 1_000)
      letAnswersPass()
      assert.isDefined(yield* Fiber.join(asked))
      time.advanceMs(1_000)
      assert.isUndefined(yield* keys.holderOf(R.value(value)))
    }).pipe(Effect.scoped, quiet)
  )
})
