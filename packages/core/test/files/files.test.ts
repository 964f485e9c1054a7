import { assert, describe, it } from "@effect/vitest"
import { Files } from "@storeglass/plugin-api"
import { adjustableClock } from "@storeglass/testkit"
import { Clock, Effect, Layer } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { ExpiredFiles, FilesLive } from "../../src/files/FilesLive.ts"
import { migratedDatabase, poolOn, quiet } from "../credits.support.ts"

const limits = { publicUrl: "https://api.example.com/", bytesMax: 1_000, accountBytesMax: 2_500 }
const withFiles = <A, E>(effect: Effect.Effect<A, E, Files | ExpiredFiles | SqlClient.SqlClient>) =>
  Effect.flatMap(migratedDatabase, (url) =>
    Effect.provide(effect, FilesLive(limits).pipe(Layer.provideMerge(poolOn(url))))
  ).pipe(Effect.scoped, quiet)

const minuteMs = 60_000
const fileOf = Effect.fnUntraced(function* (accountId: string, size = 10) {
  const bytes = new Uint8Array(size).map((_, index) => index % 256)
  const expiresAtMs = (yield* Clock.currentTimeMillis) + minuteMs
  return { accountId, name: "ranks.csv", type: "text/csv; charset=utf-8", bytes, expiresAtMs }
})

describe("files", () => {
  it.live("are kept to the byte, each under 128 bits that nobody guesses", () =>
    withFiles(
      Effect.gen(function* () {
        const files = yield* Files
        const file = yield* fileOf(uuidV7Unsafe(), 600)
        const stored = yield* files.put(file)
        assert.match(stored.id, /^[A-Za-z0-9_-]{22}$/)
        assert.strictEqual(stored.url, `https://api.example.com/files/${stored.id}`)
        assert.notStrictEqual((yield* files.put(file)).id, stored.id)
        const opened = yield* files.open(stored.id)
        assert.deepEqual(opened?.bytes, file.bytes)
        assert.deepEqual([opened?.name, opened?.type, opened?.size], ["ranks.csv", file.type, 600])
        assert.strictEqual(opened?.expiresAtMs, file.expiresAtMs)
        for (const id of ["", stored.id.slice(0, 21), `${stored.id}A`, stored.id.toLowerCase(), "%", "' OR true --"]) {
          assert.isUndefined(yield* files.open(id))
        }
      })
    )
  )

  it.live(
    "are refused where they are too large, too many, misnamed, of no type or for too long, and nothing is kept",
    () =>
      withFiles(
        Effect.gen(function* () {
          const files = yield* Files
          const file = yield* fileOf(uuidV7Unsafe())
          const wrong = [
            { reason: "too_large", change: { bytes: new Uint8Array(1_001) } },
            { reason: "name", change: { name: "" } },
            { reason: "name", change: { name: "../../etc/passwd" } },
            { reason: "name", change: { name: 'a\r\nset-cookie: "x"' } },
            { reason: "name", change: { name: "x".repeat(201) } },
            { reason: "type", change: { type: "csv" } },
            { reason: "type", change: { type: "text/csv\r\nx-evil: 1" } },
            { reason: "expiry", change: { expiresAtMs: file.expiresAtMs - 2 * minuteMs } },
            { reason: "expiry", change: { expiresAtMs: file.expiresAtMs + 91 * 24 * 60 * minuteMs } },
            { reason: "expiry", change: { expiresAtMs: Number.NaN } }
          ]
          for (const { change, reason } of wrong) {
            const error = yield* Effect.flip(files.put({ ...file, ...change }))
            assert.strictEqual<string | false>(error._tag === "FileRefused" && error.reason, reason)
          }
          assert.strictEqual(yield* files.removeAll(file.accountId), 0)
        })
      )
  )

  it.live("of one account stay within its limit also when many come at once, and don't count for another", () =>
    withFiles(
      Effect.gen(function* () {
        const files = yield* Files
        const file = yield* fileOf(uuidV7Unsafe(), 1_000)
        const exits = yield* Effect.forEach(Array.from({ length: 6 }), () => Effect.result(files.put(file)), {
          concurrency: "unbounded"
        })
        const reasons = exits.flatMap((exit) =>
          exit._tag === "Failure" && exit.failure._tag === "FileRefused" ? [exit.failure.reason] : []
        )
        assert.deepEqual(
          reasons,
          Array.from({ length: 4 }, () => "account_full" as const)
        )
        yield* files.put({ ...file, accountId: uuidV7Unsafe() })
        assert.strictEqual(yield* files.removeAll(file.accountId), 2)
        yield* files.put(file)
      })
    )
  )

  it.live("are removed by their account alone", () =>
    withFiles(
      Effect.gen(function* () {
        const files = yield* Files
        const mine = uuidV7Unsafe()
        const stored = yield* files.put(yield* fileOf(mine))
        assert.isFalse(yield* files.remove(uuidV7Unsafe(), stored.id))
        assert.strictEqual(yield* files.removeAll(uuidV7Unsafe()), 0)
        assert.isDefined(yield* files.open(stored.id))
        assert.isTrue(yield* files.remove(mine, stored.id))
        assert.isFalse(yield* files.remove(mine, stored.id))
        assert.isUndefined(yield* files.open(stored.id))
      })
    )
  )

  it.live("end with their time at once, and their rows with the next tidying", () =>
    withFiles(
      Effect.gen(function* () {
        const files = yield* Files
        const sql = yield* SqlClient.SqlClient
        const file = yield* fileOf(uuidV7Unsafe())
        const short = yield* files.put(file)
        const long = yield* files.put({ ...file, expiresAtMs: file.expiresAtMs + 60 * minuteMs })
        const time = adjustableClock(file.expiresAtMs)
        yield* Effect.gen(function* () {
          assert.isUndefined(yield* files.open(short.id))
          assert.isDefined(yield* files.open(long.id))
          assert.strictEqual(yield* (yield* ExpiredFiles).remove, 1)
          assert.strictEqual(yield* (yield* ExpiredFiles).remove, 0)
        }).pipe(Effect.provideService(Clock.Clock, time.clock))
        assert.deepEqual(yield* sql<{ id: string }>`SELECT id FROM core_files`, [{ id: long.id }])
      })
    )
  )

  it.live("have further addresses, of which each ends by itself and all with the file", () =>
    withFiles(
      Effect.gen(function* () {
        const files = yield* Files
        const mine = uuidV7Unsafe()
        const file = yield* fileOf(mine)
        const stored = yield* files.put({ ...file, expiresAtMs: file.expiresAtMs + 60 * minuteMs })
        const short = yield* files.link(mine, stored.id, file.expiresAtMs)
        const long = yield* files.link(mine, stored.id, file.expiresAtMs + 90 * minuteMs)
        assert.strictEqual(short?.url, `https://api.example.com/files/${short?.id}`)
        assert.strictEqual(new Set([stored.id, short?.id, long?.id]).size, 3)
        assert.strictEqual(files.idOf(short?.url ?? ""), short?.id)
        for (const url of [`https://evil.example/files/${short?.id}`, `${short?.url}/x`, "", short?.id ?? ""]) {
          assert.isUndefined(files.idOf(url))
        }
        assert.strictEqual(long?.expiresAtMs, stored.expiresAtMs, "no longer than the file")
        const opened = yield* files.open(short?.id ?? "")
        assert.deepEqual([opened?.bytes, opened?.expiresAtMs], [file.bytes, file.expiresAtMs])
        assert.strictEqual(yield* files.resolve(mine, short?.id ?? ""), stored.id)
        assert.strictEqual(yield* files.resolve(mine, stored.id), stored.id)
        // Another's and none look the same.
        assert.isUndefined(yield* files.resolve(uuidV7Unsafe(), short?.id ?? ""))
        assert.isUndefined(yield* files.link(uuidV7Unsafe(), stored.id, file.expiresAtMs))
        assert.isUndefined(yield* files.link(mine, short?.id ?? "", file.expiresAtMs), "a link of a link")
        yield* Effect.gen(function* () {
          assert.isUndefined(yield* files.open(short?.id ?? ""))
          assert.isUndefined(yield* files.resolve(mine, short?.id ?? ""))
          assert.isDefined(yield* files.open(long?.id ?? ""))
          yield* (yield* ExpiredFiles).remove
          assert.isDefined(yield* files.open(long?.id ?? ""))
        }).pipe(Effect.provideService(Clock.Clock, adjustableClock(file.expiresAtMs).clock))
        assert.isTrue(yield* files.remove(mine, stored.id))
        assert.isUndefined(yield* files.open(long?.id ?? ""))
      })
    )
  )

  it.live("have at most 50 further addresses: the oldest makes room", () =>
    withFiles(
      Effect.gen(function* () {
        const files = yield* Files
        const mine = uuidV7Unsafe()
        const file = yield* fileOf(mine)
        const { id } = yield* files.put(file)
        const time = adjustableClock(yield* Clock.currentTimeMillis)
        const links = yield* Effect.forEach(Array.from({ length: 52 }), () =>
          Effect.andThen(
            Effect.sync(() => time.advanceMs(1)),
            files.link(mine, id, file.expiresAtMs)
          )
        ).pipe(Effect.provideService(Clock.Clock, time.clock))
        const found = yield* Effect.forEach(links, (link) => files.open(link?.id ?? ""))
        assert.deepEqual(
          found.map((one) => one !== undefined),
          links.map((_, index) => index >= 2)
        )
      })
    )
  )

  it.live("come and go with the caller's transaction", () =>
    withFiles(
      Effect.gen(function* () {
        const files = yield* Files
        const sql = yield* SqlClient.SqlClient
        const file = yield* fileOf(uuidV7Unsafe())
        yield* Effect.flip(sql.withTransaction(Effect.andThen(files.put(file), Effect.fail("no" as const))))
        assert.strictEqual(yield* files.removeAll(file.accountId), 0)
      })
    )
  )
})
