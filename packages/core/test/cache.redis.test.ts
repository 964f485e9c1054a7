import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, DateTime, Effect, Layer, type Redacted, Schedule } from "effect"
import { Redis } from "effect/persistence"
import { TestClock } from "effect/testing"
import { RedisLive } from "../src/redis/RedisLive.ts"
import { App, cachesOf, source, spec } from "./cache.support.ts"
import { blackHole, noRedis, redisServer, redisSuite } from "./redis.server.ts"
import { quiet } from "./upstream.support.ts"

const node = (url: Redacted.Redacted<string>, overrides: Partial<typeof spec> = {}) =>
  Effect.flatMap(cachesOf({}, url), (caches) => caches.make({ ...spec, ...overrides }))
const connect = (url: Redacted.Redacted<string>) =>
  Effect.map(Layer.build(RedisLive(url)), (built) => Context.get(built, Redis.Redis))

describe("a cache whose Redis takes connections and never answers", () => {
  it.live("is as one without, and hardly slower", () =>
    Effect.gen(function* () {
      const hole = yield* blackHole
      const commandTimeoutMs = 1_000
      const cache = yield* (yield* cachesOf({}, hole.url, commandTimeoutMs)).make(spec)
      const { asked, lookup } = source()
      const startMs = yield* Clock.currentTimeMillis
      for (let key = 0; key < 50; key++) yield* cache.get(`${key}`, lookup)
      assert.deepInclude(yield* cache.get("0", lookup), { value: "answer 1", stale: false })
      // Of a hundred reads and writes, a few in each second try it at all.
      assert.isBelow((yield* Clock.currentTimeMillis) - startMs, 10 * commandTimeoutMs)
      assert.strictEqual(asked.times, 50)
    }).pipe(quiet)
  )
})

describe.skipIf(noRedis)(redisSuite("a cache over Redis"), () => {
  it.effect("gives one node what another looked up, with its time and its decoded type", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer
      const app: App = { id: 1, name: "ü", seenAt: DateTime.makeUnsafe(5_000) }
      const make = Effect.flatMap(cachesOf({}, url), (caches) => caches.make({ ...spec, schema: App }))
      yield* TestClock.adjust(7_000)
      yield* (yield* make).get("a", Effect.succeed(app))
      const other = yield* make
      const got = yield* other.get("a", Effect.die("was looked up again"))
      assert.deepStrictEqual([got.asOfMs, got.stale, got.value.name], [7_000, false, "ü"])
      assert.isTrue(DateTime.isDateTime(got.value.seenAt))
      assert.strictEqual(DateTime.toEpochMillis((yield* other.peek("a"))?.value.seenAt ?? app.seenAt), 5_000)
    }).pipe(quiet)
  )

  it.effect("gives a node that just booted a stale entry when the source fails", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer
      const { asked, lookup } = source()
      yield* (yield* node(url)).get("a", lookup)
      yield* TestClock.adjust("5 minutes")
      asked.failing = true
      const booted = yield* node(url)
      for (let call = 0; call < 5; call++) {
        assert.deepStrictEqual(yield* booted.get("a", lookup), { value: "answer 1", asOfMs: 0, stale: true })
      }
      assert.strictEqual(asked.times, 2)
    }).pipe(quiet)
  )

  it.effect("keeps entries no longer than fresh and stale together, under a key of bounded length", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer
      const cache = yield* node(url)
      const redis = yield* connect(url)
      yield* cache.set("short", "x")
      yield* cache.set("long".repeat(1_000), "x")
      const ttlMs = yield* redis.send<number>("PTTL", "sg:cache:apps:v1:short")
      assert.isTrue(ttlMs > 3_600_000 && ttlMs <= 3_660_000)
      const keys = yield* redis.send<Array<string>>("KEYS", "sg:cache:apps:v1:*")
      assert.strictEqual(keys.length, 2)
      assert.isTrue(keys.every((key) => key.length < 250))
      yield* cache.invalidate("short")
      assert.strictEqual(yield* redis.send("EXISTS", "sg:cache:apps:v1:short"), 0)
    }).pipe(quiet)
  )

  it.effect("treats an entry that does not decode as none and removes it; another version is another entry", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer
      const redis = yield* connect(url)
      const key = "sg:cache:apps:v1:a"
      for (const broken of ["not json", '{"asOfMs":0,"value":7}', '{"value":"x"}', ""]) {
        yield* redis.send("SET", key, broken)
        assert.isUndefined(yield* (yield* node(url)).peek("a"))
        assert.strictEqual(yield* redis.send("EXISTS", key), 0)
        yield* redis.send("SET", key, broken)
        assert.strictEqual((yield* (yield* node(url)).get("a", source().lookup)).value, "answer 1")
        assert.include(yield* redis.send<string>("GET", key), "answer 1")
      }
      assert.isUndefined(yield* (yield* node(url, { version: 2 })).peek("a"))
    }).pipe(quiet)
  )

  it.live("goes on when Redis is killed, and shares again when it is back", () =>
    Effect.gen(function* () {
      const server = yield* redisServer
      const [one, two] = [yield* node(server.url), yield* node(server.url)]
      const { asked, lookup } = source()
      yield* one.get("a", lookup)
      yield* server.kill
      const startMs = yield* Clock.currentTimeMillis
      assert.strictEqual((yield* one.get("a", lookup)).value, "answer 1")
      for (let key = 0; key < 50; key++) yield* one.get(`${key}`, lookup)
      assert.isBelow((yield* Clock.currentTimeMillis) - startMs, 700)
      assert.strictEqual(asked.times, 51)
      yield* server.restart
      const shared = Effect.gen(function* () {
        yield* one.set("b", "put")
        return (yield* two.peek("b"))?.value ?? (yield* Effect.fail("not yet"))
      })
      assert.strictEqual(yield* Effect.retry(shared, { times: 500, schedule: Schedule.spaced(20) }), "put")
    }).pipe(quiet)
  )
})
