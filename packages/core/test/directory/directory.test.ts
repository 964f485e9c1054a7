import { assert, describe, it } from "@effect/vitest"
import { Directory } from "@storeglass/plugin-api"
import { freshDatabase } from "@storeglass/testkit"
import { Effect, Layer } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { DirectoryLive, MemberSource } from "../../src/directory/DirectoryLive.ts"
import { migratedDatabase, poolOn, quiet } from "../credits.support.ts"

const directoryOn = (url: Parameters<typeof poolOn>[0]) => DirectoryLive.pipe(Layer.provideMerge(poolOn(url)))
const withDirectory = <A, E>(effect: Effect.Effect<A, E, Directory | MemberSource | SqlClient.SqlClient>) =>
  Effect.flatMap(migratedDatabase, (url) => Effect.provide(effect, directoryOn(url))).pipe(Effect.scoped, quiet)

const open = Effect.fnUntraced(function* (email: string, plan = "free") {
  const sql = yield* SqlClient.SqlClient
  const id = uuidV7Unsafe()
  yield* sql`INSERT INTO core_accounts (id, email, plan, created_at) VALUES (${id}::uuid, ${email}, ${plan}, now())`
  return id
})

describe("the directory", () => {
  it.live("knows an account by its id and by its e-mail in any case, as of now", () =>
    withDirectory(
      Effect.gen(function* () {
        const directory = yield* Directory
        const sql = yield* SqlClient.SqlClient
        const id = yield* open("Ada@Example.com", "indie")
        yield* open("someone.else@example.com")
        const entry = {
          accountId: id,
          email: "Ada@Example.com",
          plan: "indie",
          members: [{ email: "Ada@Example.com", role: "owner" as const }]
        }
        assert.deepEqual(yield* directory.account(id), entry)
        assert.deepEqual(yield* directory.account(id.toUpperCase()), entry)
        assert.deepEqual(yield* directory.accountByEmail("aDA@example.COM"), entry)
        yield* sql`UPDATE core_accounts SET plan = 'small' WHERE id = ${id}::uuid`
        assert.strictEqual((yield* directory.account(id))?.plan, "small")
      })
    )
  )

  it.live("knows members by the plugin that has them, and an address by what it owns or what was made for it", () =>
    withDirectory(
      Effect.gen(function* () {
        const directory = yield* Directory
        const { use } = yield* MemberSource
        const [free, left, owned] = [
          yield* open("ada@example.com"),
          yield* open("bob@example.com"),
          yield* open("x@y.z")
        ]
        use({
          of: () =>
            Effect.succeed(new Map([left, owned].map((id) => [id, [{ email: "eve@example.com", role: "owner" }]]))),
          ownedBy: () => Effect.succeed(new Map([["eve@example.com", owned]]))
        })
        const idOf = (email: string) => Effect.map(directory.accountByEmail(email), (entry) => entry?.accountId)
        assert.strictEqual(yield* idOf("Eve@example.com"), owned)
        assert.strictEqual(yield* idOf("ada@example.com"), free)
        // Bob's was taken over by Eve.
        assert.isUndefined(yield* idOf("bob@example.com"))
        assert.deepEqual((yield* directory.account(owned))?.members, [{ email: "eve@example.com", role: "owner" }])
        assert.deepEqual((yield* directory.account(free))?.members, [{ email: "ada@example.com", role: "owner" }])
      })
    )
  )

  it.live("tells an account's plan in the caller's transaction", () =>
    withDirectory(
      Effect.gen(function* () {
        const directory = yield* Directory
        const sql = yield* SqlClient.SqlClient
        const id = yield* open("ada@example.com", "indie")
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`UPDATE core_accounts SET plan = 'small' WHERE id = ${id}::uuid`
            assert.strictEqual(yield* directory.plan(id), "small")
          })
        )
        assert.strictEqual(yield* directory.plan(id.toUpperCase()), "small")
        assert.isUndefined(yield* directory.plan(uuidV7Unsafe()))
        assert.isUndefined(yield* directory.plan("' OR true --"))
      })
    )
  )

  it.live("gives nothing for an account that doesn't exist, whatever it is asked by", () =>
    withDirectory(
      Effect.gen(function* () {
        const directory = yield* Directory
        yield* open("ada@example.com")
        for (const id of [uuidV7Unsafe(), "", "' OR true --", "00000000"]) {
          assert.isUndefined(yield* directory.account(id))
          assert.isUndefined(yield* directory.accountByEmail(id))
        }
        assert.isUndefined(yield* directory.accountByEmail("a_a@example.com"))
        assert.isUndefined(yield* directory.accountByEmail("%"))
      })
    )
  )

  it.live("asks the database once for all that is asked at once", () =>
    withDirectory(
      Effect.gen(function* () {
        const directory = yield* Directory
        const sql = yield* SqlClient.SqlClient
        const ids = yield* Effect.forEach(Array.from({ length: 50 }), (_, index) => open(`a${index}@example.com`))
        yield* sql`CREATE SEQUENCE asked`
        yield* sql`ALTER TABLE core_accounts RENAME TO real_accounts`
        yield* sql`CREATE FUNCTION core_accounts() RETURNS SETOF real_accounts LANGUAGE plpgsql AS $$
          BEGIN PERFORM nextval('asked'); RETURN QUERY SELECT * FROM real_accounts; END $$`
        yield* sql`CREATE VIEW core_accounts AS SELECT * FROM core_accounts()`
        const asked = [...ids, uuidV7Unsafe(), ...ids]
        const entries = yield* Effect.forEach(asked, directory.account, { concurrency: "unbounded" })
        assert.deepEqual(
          entries.map((entry) => entry?.accountId),
          [...ids, undefined, ...ids]
        )
        const [row] = yield* sql<{ last_value: bigint }>`SELECT last_value FROM asked`
        assert.strictEqual(Number(row?.last_value), 1)
      })
    )
  )

  it.live("says so when the database can't be asked", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase()
      const error = yield* Effect.flip(
        Effect.provide(
          Effect.flatMap(Directory, (directory) => directory.account(uuidV7Unsafe())),
          directoryOn(url)
        )
      )
      assert.strictEqual(error._tag, "SERVICE_UNAVAILABLE")
    }).pipe(Effect.scoped, quiet)
  )
})
