import { assert, describe, it } from "@effect/vitest"
import type { Migration } from "@storeglass/plugin-api"
import { freshDatabase } from "@storeglass/testkit"
import { Effect, type Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { coreMigrations as core } from "../src/migrations.ts"
import { appliedMigrations, migrate } from "../src/sql/Migrations.ts"
import { poolOn, quiet } from "./credits.support.ts"

const statement = (text: string): Migration => SqlClient.SqlClient.use((sql) => sql.unsafe(text))
const on =
  (url: Redacted.Redacted<string>) =>
  <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
    Effect.provide(effect, poolOn(url, 2))
const tables = SqlClient.SqlClient.use((sql) =>
  Effect.map(
    sql<{ name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
    (rows) => rows.map(({ name }) => name)
  )
)
const withDatabase = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.flatMap(freshDatabase(), (url) => on(url)(effect)).pipe(quiet)

describe("migrations", () => {
  it.live("run in the order of their names, each once", () =>
    Effect.gen(function* () {
      const first = {
        "0002_b": statement("ALTER TABLE shop_a ADD b int"),
        "0001_a": statement("CREATE TABLE shop_a (a int)")
      }
      assert.deepEqual(yield* migrate("shop", first), ["0001_a", "0002_b"])
      assert.deepEqual(yield* migrate("shop", first), [])
      const more = { ...first, "0003_c": statement("ALTER TABLE shop_a ADD c int") }
      assert.deepEqual(yield* migrate("shop", more), ["0003_c"])
      assert.deepEqual(yield* tables, ["migrations_shop", "shop_a"])
    }).pipe(withDatabase)
  )

  it.live("of two owners do not mix, whatever they are called", () =>
    Effect.gen(function* () {
      const names = { "0001_create": statement("CREATE TABLE one (a int)") }
      const others = { "0001_create": statement("CREATE TABLE two (a int)") }
      assert.deepEqual(yield* migrate("ad-library", names), ["0001_create"])
      assert.deepEqual(yield* migrate("ad-creatives", others), ["0001_create"])
      assert.deepEqual(yield* tables, ["migrations_ad_creatives", "migrations_ad_library", "one", "two"])
    }).pipe(withDatabase)
  )

  it.live("are told by owner once they've run, of those that have any", () =>
    Effect.gen(function* () {
      assert.deepEqual(yield* appliedMigrations(["ad-library", "shop"]), new Map())
      yield* migrate("ad-library", { "0001_create": statement("CREATE TABLE one (a int)") })
      yield* Effect.flip(migrate("shop", { "0001_bad": statement("CREATE TABLE bad (a no_such_type)") }))
      yield* migrate("none", {})
      const applied = yield* appliedMigrations(["ad-library", "shop", "none", 'a"b'])
      assert.deepEqual(applied, new Map([["ad-library", new Set(["0001_create"])]]))
    }).pipe(withDatabase)
  )

  it.live("that fail leave nothing behind, and say which one it was", () =>
    Effect.gen(function* () {
      const broken = {
        "0001_good": statement("CREATE TABLE shop_good (a int)"),
        "0002_bad": statement("CREATE TABLE shop_bad (a no_such_type)")
      }
      const error = yield* Effect.flip(migrate("shop", broken))
      assert.strictEqual(error._tag, "MigrationError")
      assert.match(error.message, /^migration '0002_bad' failed: .*no_such_type/)
      assert.deepEqual(yield* tables, [])
    }).pipe(withDatabase)
  )

  it.live("are refused when one sorts before what has run already", () =>
    Effect.gen(function* () {
      yield* migrate("shop", { "0002_b": statement("CREATE TABLE shop_b (a int)") })
      const late = { "0001_a": statement("CREATE TABLE shop_a (a int)"), "0002_b": statement("SELECT 1") }
      const error = yield* Effect.flip(migrate("shop", late))
      assert.strictEqual(
        error.message,
        "migration '0001_a' sorts before '0002_b', which has already run; new migrations must come last"
      )
      assert.notInclude(yield* tables, "shop_a")
    }).pipe(withDatabase)
  )

  it.live.each(["1_create", "create", "0001-create", "0001_Create"])("are refused when one is called %s", (name) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(migrate("shop", { [name]: statement("CREATE TABLE shop_a (a int)") }))
      assert.strictEqual(error.message, `migration '${name}' must have a name such as 0001_create_tables`)
      assert.deepEqual(yield* tables, [])
    }).pipe(withDatabase)
  )

  it.live("of the core run once when eight nodes start on one empty database at once", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase()
      const ran = yield* Effect.forEach(Array.from({ length: 8 }), () => migrate("core", core).pipe(on(url)), {
        concurrency: "unbounded"
      })
      assert.deepEqual(
        ran.filter((names) => names.length > 0),
        [Object.keys(core).sort()]
      )
    }).pipe(quiet)
  )
})
