import { createServer } from "node:net"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { ClockSkew } from "@storeglass/core"
import { EmbeddedPostgres } from "@storeglass/embedded-postgres"
import { BootError } from "@storeglass/gateway"
import { adjustableClock, askUrl, freshDatabase, startTestGateway, type TestGatewayOptions } from "@storeglass/testkit"
import { Clock, Effect, Redacted, type Scope } from "effect"
import { HttpApi } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { pluginOf, runningPlugin } from "./plugins.ts"

const migration = (text: string) => SqlClient.SqlClient.use((sql) => sql.unsafe(text))
const failure = Effect.fnUntraced(function* (options: TestGatewayOptions) {
  const error: unknown = yield* Effect.flip(startTestGateway(options))
  return error instanceof BootError ? error.message : assert.fail(`no BootError but ${String(error)}`)
})
const on =
  (url: Redacted.Redacted<string>) =>
  <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
    Effect.provide(effect, PgClient.layer({ url, maxConnections: 1 }))
const tables = SqlClient.SqlClient.use((sql) =>
  Effect.map(
    sql<{ name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
    (rows) => rows.map(({ name }) => name)
  )
)
const takenPort: Effect.Effect<number, never, Scope.Scope> = Effect.map(
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const server = createServer().listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.sync(() => server.close())
  ),
  (server) => {
    const address = server.address()
    return typeof address === "object" && address !== null ? address.port : assert.fail("no port")
  }
)

describe("a gateway that starts", () => {
  it.live("stops with one message when its port is in use", () =>
    Effect.gen(function* () {
      const port = yield* takenPort
      assert.match(
        yield* failure({ config: { server: { host: "127.0.0.1", port } } }),
        new RegExp(
          `^port ${port}: can't listen on 127\\.0\\.0\\.1:${port}: .*EADDRINUSE.*; stop what uses it, or set PORT$`
        )
      )
    }).pipe(Effect.scoped)
  )

  it.live("stops with one message when nothing listens at the database's address, and shows no password", () =>
    Effect.gen(function* () {
      const databaseUrl = Redacted.make("postgresql://user:canary-password@127.0.0.1:1/none")
      const said = yield* failure({ databaseUrl })
      assert.match(said, /^database: can't connect to PostgreSQL: .*; check DATABASE_URL or database\.url$/)
      assert.match(said, /ECONNREFUSED/)
      assert.notInclude(said, "canary-password")
      assert.notInclude(said, "\n")
    }).pipe(Effect.scoped)
  )

  it.live(
    "stops with one message when its clock and the database's are too far apart, and isn't ready once they are",
    () =>
      Effect.gen(function* () {
        const time = adjustableClock()
        time.jumpMs(-3_600_000)
        const said = yield* Effect.provideService(failure({}), Clock.Clock, time.clock)
        assert.match(
          said,
          /^clock: the database's clock is 36\d\d\.\d s ahead of this node's, and 30 s are allowed; set the clocks/
        )
        time.jumpMs(3_600_000)
        const gateway = yield* Effect.provideService(startTestGateway(), Clock.Clock, time.clock)
        const ready = Effect.promise(() => gateway.ask("/ready"))
        assert.strictEqual((yield* ready).status, 200)
        time.jumpMs(3_600_000)
        yield* Effect.promise(() => gateway.run(Effect.flatMap(ClockSkew.ClockSkew, ({ measure }) => measure)))
        const refused = yield* ready
        assert.strictEqual(refused.status, 503)
        assert.include(refused.text, "behind this node's, and 30 s are allowed")
      }).pipe(Effect.scoped)
  )

  it.live("stops with one message when the server could lose what it confirmed, unless that is accepted", () =>
    Effect.gen(function* () {
      const server = yield* EmbeddedPostgres.temporary({ settings: { fsync: "off", full_page_writes: "off" } })
      const said = yield* failure({ databaseUrl: server.url })
      assert.match(said, /^database: PostgreSQL runs with fsync and full_page_writes off, .*acceptUnsafeSettings/)
      assert.deepEqual(yield* on(server.url)(tables), [])
      yield* startTestGateway({ databaseUrl: server.url, config: { database: { acceptUnsafeSettings: true } } })
    }).pipe(Effect.scoped)
  )

  it.live("waits for the disk with each commit where the database's default is not to", () =>
    Effect.gen(function* () {
      const databaseUrl = yield* freshDatabase()
      yield* on(databaseUrl)(
        SqlClient.SqlClient.use(
          (sql) => sql`DO $$ BEGIN
            EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database()); END $$`
        )
      )
      const gateway = yield* startTestGateway({ databaseUrl })
      const setting = SqlClient.SqlClient.use(
        (sql) => sql<{ setting: string }>`
        SELECT current_setting('synchronous_commit') AS setting`
      )
      assert.deepEqual(yield* on(databaseUrl)(setting), [{ setting: "off" }])
      assert.deepEqual(yield* Effect.promise(() => gateway.run(setting)), [{ setting: "on" }])
    }).pipe(Effect.scoped)
  )

  it.live("stops with one message when the server has no such database", () =>
    Effect.gen(function* () {
      const url = Redacted.value(yield* freshDatabase()).replace(/\/t_\w+/, "/no_such_database")
      assert.match(
        yield* failure({ databaseUrl: Redacted.make(url) }),
        /^database: can't connect to PostgreSQL: .*"no_such_database" does not exist.*; check DATABASE_URL or database\.url$/
      )
    }).pipe(Effect.scoped)
  )

  it.live("stops with one message when the database's address is none", () =>
    Effect.gen(function* () {
      const said = yield* failure({ databaseUrl: Redacted.make("canary://what is this") })
      assert.match(said, /^database: /)
    }).pipe(Effect.scoped)
  )

  it.live("stops when a migration sorts before one that has run", () =>
    Effect.gen(function* () {
      const databaseUrl = yield* freshDatabase()
      const second = { "0002_b": migration("CREATE TABLE runs_b (a int)") }
      yield* Effect.scoped(startTestGateway({ databaseUrl, further: [runningPlugin({ migrations: second })] }))
      const late = { ...second, "0001_a": migration("CREATE TABLE runs_a (a int)") }
      assert.strictEqual(
        yield* failure({ databaseUrl, further: [runningPlugin({ migrations: late })] }),
        "runs: migration '0001_a' sorts before '0002_b', which has already run; new migrations must come last"
      )
    }).pipe(Effect.scoped)
  )

  it.live("stops when a migration fails, names it, and leaves nothing of it", () =>
    Effect.gen(function* () {
      const databaseUrl = yield* freshDatabase()
      const broken = {
        "0001_a": migration("CREATE TABLE runs_a (a int)"),
        "0002_b": migration("CREATE TABEL runs_b ()")
      }
      assert.match(
        yield* failure({ databaseUrl, further: [runningPlugin({ migrations: broken })] }),
        /^runs: migration '0002_b' failed: .*syntax error/
      )
      const left = yield* on(databaseUrl)(tables)
      assert.include(left, "core_accounts")
      assert.notInclude(left, "runs_a")
      assert.notInclude(left, "migrations_runs")
    }).pipe(Effect.scoped)
  )

  it.live("keeps what each plugin has migrated to itself", () =>
    Effect.gen(function* () {
      const databaseUrl = yield* freshDatabase()
      const migrations = (table: string) => ({ "0001_create": migration(`CREATE TABLE ${table} (a int)`) })
      yield* startTestGateway({
        databaseUrl,
        further: [
          runningPlugin({ migrations: migrations("runs_a") }),
          pluginOf("quiet", { api: HttpApi.make("quiet"), migrations: migrations("quiet_a") })
        ]
      })
      const all = yield* on(databaseUrl)(tables)
      for (const name of ["migrations_core", "migrations_runs", "migrations_quiet", "runs_a", "quiet_a"]) {
        assert.include(all, name)
      }
      const names = (table: string) =>
        on(databaseUrl)(
          SqlClient.SqlClient.use((sql) =>
            Effect.map(sql<{ name: string }>`SELECT name FROM ${sql(table)}`, (rows) => rows.map(({ name }) => name))
          )
        )
      assert.deepEqual(yield* names("migrations_runs"), ["0001_create"])
      assert.deepEqual(yield* names("migrations_quiet"), ["0001_create"])
    }).pipe(Effect.scoped)
  )
})

describe("three gateways that start at once on one empty database", () => {
  it.live("all come up, serve, and share what one of them is told", () =>
    Effect.gen(function* () {
      const databaseUrl = yield* freshDatabase()
      const migrations = { "0001_create": migration("CREATE TABLE runs_a (a int)") }
      const nodes = yield* Effect.forEach(
        [1, 2, 3],
        () => startTestGateway({ databaseUrl, further: [runningPlugin({ migrations })] }),
        { concurrency: "unbounded" }
      )
      const [first] = nodes
      if (first === undefined) return assert.fail("no node")
      const { accountId, key } = yield* Effect.promise(() => first.account({ plan: "free" }))
      for (const { url } of nodes) {
        const answer = yield* Effect.promise(() => askUrl(`${url}/v1/runs`, { key }))
        assert.strictEqual(answer.status, 200)
      }
      for (const node of nodes) assert.strictEqual(yield* Effect.promise(() => node.used(accountId)), 3)
    }).pipe(Effect.scoped)
  )
})
