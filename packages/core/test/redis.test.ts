import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, Effect, Fiber, Layer, Queue, Redacted, References, Schedule } from "effect"
import { Redis } from "effect/persistence"
import { RedisLive, type RedisLiveOptions } from "../src/redis/RedisLive.ts"
import { RedisHealth } from "../src/redis/RedisState.ts"
import { blackHole, noRedis, redisServer, redisSuite } from "./redis.server.ts"

const connect = (url: Redacted.Redacted<string>, options?: RedisLiveOptions) =>
  Effect.map(Layer.build(RedisLive(url, options)), (built) => ({
    redis: Context.get(built, Redis.Redis),
    health: Context.get(built, RedisHealth)
  }))

const timed = <A, E, R>(self: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const startMs = yield* Clock.currentTimeMillis
    const exit = yield* Effect.exit(self)
    return { ms: (yield* Clock.currentTimeMillis) - startMs, failed: exit._tag === "Failure" }
  })

const quiet = Effect.provideService(References.MinimumLogLevel, "None")
const soon = { times: 500, schedule: Schedule.spaced(20) }
const echo = Redis.script((key: string, value: string) => [key, value], {
  numberOfKeys: 1,
  lua: "redis.call('SET', KEYS[1], ARGV[1]) return redis.call('GET', KEYS[1])"
}).withReturnType<string>()

describe("RedisLive without a Redis", () => {
  it.live("boots and fails each command at once when nobody listens", () =>
    Effect.gen(function* () {
      const { health, redis } = yield* connect(Redacted.make("redis://127.0.0.1:1"))
      const asked = yield* timed(redis.send("GET", "key"))
      assert.isTrue(asked.failed)
      assert.isBelow(asked.ms, 50)
      assert.strictEqual((yield* health.state).status, "down")
    }).pipe(quiet)
  )

  it.live("boots and fails each command at once when Redis takes connections and never answers", () =>
    Effect.gen(function* () {
      const hole = yield* blackHole
      const boot = yield* timed(connect(hole.url))
      assert.isFalse(boot.failed)
      assert.isBelow(boot.ms, 900)
      const { health, redis } = yield* connect(hole.url)
      const looked = yield* timed(health.answers)
      assert.isFalse(yield* health.answers)
      assert.isBelow(looked.ms, 600)
      const asked = yield* timed(Effect.all(Array.from({ length: 100 }, () => Effect.exit(redis.send("GET", "key")))))
      assert.isBelow(asked.ms, 300)
    }).pipe(quiet)
  )
})

describe.skipIf(noRedis)(redisSuite("RedisLive"), () => {
  it.live("sends commands, runs scripts, and says that it is up", () =>
    Effect.gen(function* () {
      const server = yield* redisServer
      const { health, redis } = yield* connect(server.url)
      assert.strictEqual(yield* redis.send("SET", "a", "1"), "OK")
      assert.strictEqual(yield* redis.send("GET", "a"), "1")
      assert.strictEqual(yield* redis.eval(echo)("b", "ü"), "ü")
      assert.strictEqual((yield* health.state).status, "up")
    }).pipe(quiet)
  )

  it.live("a refused command says why without its arguments, and is no outage", () =>
    Effect.gen(function* () {
      const server = yield* redisServer
      const { health, redis } = yield* connect(server.url)
      const error = yield* Effect.flip(redis.send("SET", "a", "s3cret", "NONSENSE"))
      assert.include(String(error.cause), "syntax error")
      assert.notInclude(JSON.stringify(error) + String(error.cause) + error.stack, "s3cret")
      assert.strictEqual((yield* health.state).status, "up")
      assert.strictEqual(yield* redis.send("SET", "a", "1"), "OK")
    }).pipe(quiet)
  )

  it.live("a frozen Redis costs one caller the timeout and the others nothing, and is used again when it is back", () =>
    Effect.gen(function* () {
      const server = yield* redisServer
      const { health, redis } = yield* connect(server.url, { commandTimeoutMs: 1_000, skipMs: 2_000 })
      yield* redis.send("SET", "a", "1")
      yield* server.freeze
      const first = yield* timed(redis.send("GET", "a"))
      assert.isTrue(first.failed)
      const others = yield* timed(Effect.all(Array.from({ length: 100 }, () => Effect.flip(redis.send("GET", "a")))))
      assert.isFalse(others.failed)
      // Each would have waited as long as the first.
      assert.isBelow(others.ms, first.ms)
      assert.strictEqual((yield* health.state).status, "down")
      yield* server.thaw
      assert.strictEqual(yield* Effect.retry(redis.send("GET", "a"), soon), "1")
      assert.strictEqual((yield* health.state).status, "up")
    }).pipe(quiet)
  )

  it.live("whether it answers is found out by asking, in bounded time, whatever was seen last", () =>
    Effect.gen(function* () {
      const server = yield* redisServer
      const { health } = yield* connect(server.url, { commandTimeoutMs: 100, skipMs: 60_000 })
      assert.isTrue(yield* health.answers)
      yield* server.freeze
      const asked = yield* timed(Effect.filterOrFail(health.answers, (answers) => !answers))
      assert.isFalse(asked.failed)
      assert.isBelow(asked.ms, 60_000)
      yield* server.thaw
      yield* Effect.retry(
        Effect.filterOrFail(health.answers, (answers) => answers),
        soon
      )
    }).pipe(quiet)
  )

  it.live("a killed Redis fails commands at once; they and subscriptions work again when it is back", () =>
    Effect.gen(function* () {
      const server = yield* redisServer
      const { health, redis } = yield* connect(server.url)
      const messages = yield* redis.subscribe("news")
      yield* redis.send("PUBLISH", "news", "one")
      assert.deepStrictEqual(yield* Queue.take(messages), { channel: "news", message: "one" })
      yield* server.kill
      const asked = yield* timed(Effect.all(Array.from({ length: 100 }, () => Effect.exit(redis.send("GET", "a")))))
      assert.isBelow(asked.ms, 60_000)
      assert.strictEqual((yield* health.state).status, "down")
      yield* server.restart
      yield* Effect.retry(
        Effect.filterOrFail(redis.send<number>("PUBLISH", "news", "two"), (receivers) => receivers > 0),
        soon
      )
      assert.strictEqual((yield* Queue.take(messages)).message, "two")
      assert.strictEqual(yield* redis.eval(echo)("b", "again"), "again")
      assert.strictEqual((yield* health.state).status, "up")
    }).pipe(quiet)
  )

  it.live("a reserved connection may block without holding up the shared one", () =>
    Effect.gen(function* () {
      const server = yield* redisServer
      const { redis } = yield* connect(server.url)
      const waiting = yield* Effect.forkChild(
        Effect.scoped(Effect.flatMap(redis.reserve, (own) => own.send<Array<string>>("BLPOP", "list", "0")))
      )
      const pushed = Effect.gen(function* () {
        yield* Effect.filterOrFail(redis.send<string>("INFO", "clients"), (info) => info.includes("blocked_clients:1"))
        yield* redis.send("RPUSH", "list", "x")
      })
      yield* Effect.retry(pushed, soon)
      assert.deepStrictEqual(yield* Fiber.join(waiting), ["list", "x"])
    }).pipe(quiet)
  )
})
