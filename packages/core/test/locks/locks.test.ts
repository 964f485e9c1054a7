import { spawn } from "node:child_process"
import { assert, describe, it } from "@effect/vitest"
import { Locks } from "@storeglass/plugin-api"
import { databaseProxy, freshDatabase } from "@storeglass/testkit"
import { Context, Effect, Fiber, Latch, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { LocksLive } from "../../src/locks/index.ts"
import { eventually, poolOn, quiet } from "../credits.support.ts"

const nodeOn = (url: Redacted.Redacted<string>) =>
  Effect.map(Layer.build(Layer.fresh(LocksLive({ database: { url } }))), (context) => Context.get(context, Locks))

const scoped = <A, E, R>(effect: Effect.Effect<A, E, R>) => effect.pipe(Effect.scoped, quiet)

/** Holds a lock until told to let go. */
const hold = Effect.fnUntraced(function* (locks: Locks["Service"], key: string) {
  const held = yield* Latch.make(false)
  const release = yield* Latch.make(false)
  const fiber = yield* Effect.forkChild(
    locks.withKey(key, Effect.andThen(held.open, release.await), { waitMs: 5_000 }),
    { startImmediately: true }
  )
  yield* held.await
  return { release: release.open, fiber }
})

describe("a lock", () => {
  it.live("lets one at a time, over nodes and within each", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase()
      const nodes = [yield* nodeOn(url), yield* nodeOn(url)]
      let inside = 0
      let most = 0
      const done = yield* Effect.forEach(
        Array.from({ length: 24 }, (_, index) => index),
        (index) =>
          (nodes[index % 2] ?? assert.fail("two nodes")).withKey(
            "one",
            Effect.gen(function* () {
              inside += 1
              most = Math.max(most, inside)
              yield* Effect.sleep(5)
              inside -= 1
              return index
            }),
            { waitMs: 20_000 }
          ),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(done.length, 24)
      assert.strictEqual(most, 1)
    }).pipe(scoped)
  )

  it.live("keeps nobody from another key", () =>
    Effect.gen(function* () {
      const locks = yield* nodeOn(yield* freshDatabase())
      const { release } = yield* hold(locks, "one")
      assert.strictEqual(yield* locks.withKey("two", Effect.succeed("in"), { waitMs: 0 }), "in")
      yield* release
    }).pipe(scoped)
  )

  it.live.each(["the same", "another"])("that %s node has is refused as busy after waitMs", (which) =>
    Effect.gen(function* () {
      const url = yield* freshDatabase()
      const holder = yield* nodeOn(url)
      const { release } = yield* hold(holder, "one")
      const other = which === "the same" ? holder : yield* nodeOn(url)
      const refused = yield* Effect.flip(other.withKey("one", Effect.die("ran"), { waitMs: 60 }))
      assert.deepEqual([refused._tag, refused.reason, refused.key], ["LockUnavailable", "busy", "one"])
      yield* release
      assert.strictEqual(yield* other.withKey("one", Effect.succeed("in"), { waitMs: 5_000 }), "in")
    }).pipe(scoped)
  )

  it.live("is free again after a failure, a defect and an interruption, waiting or inside", () =>
    Effect.gen(function* () {
      const locks = yield* nodeOn(yield* freshDatabase())
      yield* Effect.exit(locks.withKey("one", Effect.fail("no"), { waitMs: 1_000 }))
      yield* Effect.exit(locks.withKey("one", Effect.die("broken"), { waitMs: 1_000 }))
      const { fiber } = yield* hold(locks, "one")
      const waiting = yield* Effect.forkChild(locks.withKey("one", Effect.void, { waitMs: 5_000 }), {
        startImmediately: true
      })
      yield* Fiber.interrupt(waiting)
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(yield* locks.withKey("one", Effect.succeed("in"), { waitMs: 1_000 }), "in")
    }).pipe(scoped)
  )

  it.live("holds one connection a node, whatever is locked, and none of the pool", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase()
      const locks = yield* nodeOn(url)
      const held = yield* Effect.forEach(
        Array.from({ length: 20 }, (_, index) => `key ${index}`),
        (key) => hold(locks, key)
      )
      const rows = yield* Effect.provide(
        SqlClient.SqlClient.use(
          (sql) => sql<{ name: string }>`SELECT application_name AS name FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`
        ),
        poolOn(url, 1)
      )
      assert.deepEqual(
        rows.map(({ name }) => name),
        ["storeglass-locks"]
      )
      for (const { release } of held) yield* release
    }).pipe(scoped)
  )

  it.live("whose connection breaks interrupts what runs under it, and can be had anew", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase()
      const proxy = yield* databaseProxy(url)
      const locks = yield* nodeOn(proxy.url)
      const held = yield* Latch.make(false)
      let interrupted = false
      const fiber = yield* Effect.forkChild(
        Effect.flip(
          locks.withKey(
            "one",
            Effect.andThen(held.open, Effect.never).pipe(
              Effect.onInterrupt(() =>
                Effect.sync(() => {
                  interrupted = true
                })
              )
            ),
            { waitMs: 1_000 }
          )
        ),
        { startImmediately: true }
      )
      yield* held.await
      proxy.reset()
      const lost = yield* Fiber.join(fiber)
      assert.deepEqual([lost.reason, interrupted], ["lost", true])
      assert.strictEqual(yield* locks.withKey("one", Effect.succeed("in"), { waitMs: 5_000 }), "in")
    }).pipe(scoped)
  )

  it.live("is not had while PostgreSQL is away", () =>
    Effect.gen(function* () {
      const proxy = yield* databaseProxy(yield* freshDatabase())
      proxy.cut()
      const locks = yield* nodeOn(proxy.url)
      const refused = yield* Effect.flip(locks.withKey("one", Effect.die("ran"), { waitMs: 100 }))
      assert.strictEqual(refused.reason, "away")
      proxy.restore()
      assert.strictEqual(yield* locks.withKey("one", Effect.succeed("in"), { waitMs: 5_000 }), "in")
    }).pipe(scoped)
  )

  it.live("of a node that is killed is free at once", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase()
      const child = yield* Effect.acquireRelease(
        Effect.sync(() =>
          spawn(process.execPath, [`${import.meta.dirname}/holderChild.ts`, Redacted.value(url)], {
            stdio: ["ignore", "pipe", "ignore"]
          })
        ),
        (child) => Effect.sync(() => child.kill("SIGKILL"))
      )
      yield* Effect.callback<void>((resume) => {
        child.stdout.once("data", () => resume(Effect.void))
      })
      const locks = yield* nodeOn(url)
      const busy = yield* Effect.flip(locks.withKey("one", Effect.die("ran"), { waitMs: 20 }))
      assert.strictEqual(busy.reason, "busy")
      child.kill("SIGKILL")
      yield* eventually(locks.withKey("one", Effect.succeed("in"), { waitMs: 2_000 }), (got) => got === "in")
    }).pipe(scoped)
  )
})
