import { type ChildProcess, spawn } from "node:child_process"
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { PgConnection } from "@effect/sql-pg"
import { afterAll, assert, describe, inject, it } from "@effect/vitest"
import { Effect, Exit, Redacted, Schema } from "effect"
import type {} from "../../../scripts/vitest-postgres.ts"
import { canReach } from "../src/Account.ts"
import { pause } from "../src/FileLock.ts"
import { EmbeddedPostgres } from "../src/index.ts"
import { locatePlatformPackage } from "../src/PlatformPackage.ts"
import { halt, runningServer } from "../src/Postmaster.ts"
import { isServerOf } from "../src/PostmasterFile.ts"

const asRoot = process.getuid?.() === 0
const onLinux = process.platform === "linux"
const nobody = { uid: 65534, gid: 65534 }
const holderScript = fileURLToPath(new URL("./embedded-holder.ts", import.meta.url))
// Below a closed home another account cannot even read the test's own files.
const othersCanRead = await Effect.runPromise(canReach(dirname(holderScript), nobody))

const folder = Effect.acquireRelease(
  Effect.promise(async () => {
    const path = await mkdtemp(join(tmpdir(), "storeglass-embedded-"))
    if (asRoot) await chmod(path, 0o755)
    return path
  }),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
)

// Creating a cluster takes most of a second: the tests that are not about it use one after the other, and each has to
// leave it without a server.
let shared: Promise<string> | undefined
const createShared = async () => {
  const path = await mkdtemp(join(tmpdir(), "storeglass-embedded-"))
  if (asRoot) await chmod(path, 0o755)
  await Effect.runPromise(Effect.scoped(EmbeddedPostgres.start({ dataDir: path })))
  return path
}
afterAll(async () => {
  if (shared !== undefined) await rm(await shared, { recursive: true, force: true })
})
const preparedFolder = Effect.acquireRelease(
  Effect.promise(() => {
    shared ??= createShared()
    return shared
  }),
  (dataDir) =>
    Effect.gen(function* () {
      const left = yield* runningServer(join(dataDir, "data"))
      if (left !== undefined) yield* halt(join(dataDir, "data"), "immediate")
      assert.isUndefined(left)
    }).pipe(Effect.orDie)
)

const query = (url: Redacted.Redacted<string>, sql: string) =>
  Effect.scoped(Effect.flatMap(PgConnection.make({ url }), (connection) => connection.queryValues(sql)))

const eventually = Effect.fnUntraced(function* (what: string, check: Effect.Effect<boolean>) {
  for (let attempts = 0; attempts < 1000; attempts++) {
    if (yield* check) return
    yield* pause(10)
  }
  assert.fail(`${what}: not within ten seconds`)
})

const Line = Schema.fromJsonString(
  Schema.Struct({
    pid: Schema.optionalKey(Schema.Number),
    attached: Schema.optionalKey(Schema.Boolean),
    dataDir: Schema.optionalKey(Schema.String),
    reason: Schema.optionalKey(Schema.String),
    message: Schema.optionalKey(Schema.String)
  })
)

const holder = Effect.fnUntraced(function* (
  args: ReadonlyArray<string>,
  options: { readonly uid?: number; readonly gid?: number } = {}
) {
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, [holderScript, ...args], {
        stdio: ["ignore", "pipe", "inherit"],
        detached: true,
        ...options
      })
    ),
    (child) =>
      Effect.andThen(
        Effect.sync(() => child.kill("SIGKILL")),
        exited(child)
      )
  )
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = Effect.promise(() => lines.next()).pipe(
    Effect.flatMap(({ value }) => Schema.decodeUnknownEffect(Line)(value)),
    Effect.orDie
  )
  return { child, next }
})

const exited = (child: ChildProcess) =>
  Effect.promise(() =>
    child.exitCode !== null || child.signalCode !== null
      ? Promise.resolve()
      : new Promise<void>((resolve) => child.once("exit", () => resolve()))
  )

describe("boot", () => {
  it.effect("makes a database on the first boot and finds it again on the next", () =>
    Effect.gen(function* () {
      const dataDir = join(yield* folder, "postgres")
      const first = yield* Effect.scoped(
        Effect.gen(function* () {
          const server = yield* EmbeddedPostgres.start({ dataDir })
          assert.isFalse(server.attached)
          yield* query(server.url, "CREATE TABLE kept AS SELECT 42 AS answer")
          return server
        })
      )
      assert.isUndefined(yield* runningServer(join(dataDir, "data")), "stops with its scope")
      const second = yield* EmbeddedPostgres.start({ dataDir })
      assert.deepStrictEqual(yield* query(second.url, "SELECT answer FROM kept"), [[42]])
      assert.notStrictEqual(second.pid, first.pid)
      assert.strictEqual(Redacted.value(second.url), Redacted.value(first.url))
    })
  )

  it.effect("listens on a socket that is closed to other users, and on nothing else", () =>
    Effect.gen(function* () {
      const dataDir = yield* preparedFolder
      const server = yield* EmbeddedPostgres.start({ dataDir, maxConnections: 20 })
      assert.deepStrictEqual(yield* query(server.url, "SHOW listen_addresses"), [[""]])
      assert.deepStrictEqual(yield* query(server.url, "SHOW max_connections"), [["20"]])
      assert.deepStrictEqual(yield* query(server.url, "SHOW fsync"), [["on"]])
      const { mode } = yield* Effect.promise(() => stat(server.host))
      assert.strictEqual(mode & 0o077, 0)
    })
  )

  it.effect("puts the socket elsewhere when the folder's path is longer than a socket's may be", () =>
    Effect.gen(function* () {
      const dataDir = join(yield* folder, "a-long-name-".repeat(10), "postgres")
      const host = yield* Effect.scoped(
        Effect.gen(function* () {
          const server = yield* EmbeddedPostgres.start({ dataDir })
          assert.deepStrictEqual(yield* query(server.url, "SELECT 1"), [[1]])
          assert.isBelow(server.host.length, 90)
          return server.host
        })
      )
      const left = yield* Effect.promise(() =>
        stat(host).then(
          () => true,
          () => false
        )
      )
      assert.isFalse(left, "removes that folder with the server")
    })
  )

  it.effect("starts over a pid file whose number now belongs to another process", () =>
    Effect.gen(function* () {
      const dataDir = yield* preparedFolder
      const claim = `${process.pid}\n${dataDir}/data\n1\n5432\n${dataDir}/run\n\n  1 1\nready   \n`
      yield* Effect.promise(() => writeFile(join(dataDir, "data", "postmaster.pid"), claim))
      const server = yield* EmbeddedPostgres.start({ dataDir })
      assert.isFalse(server.attached)
      assert.notStrictEqual(server.pid, process.pid)
    })
  )

  it.effect("begins again when a first boot was killed half-way", () =>
    Effect.gen(function* () {
      const dataDir = join(yield* folder, "postgres")
      yield* Effect.promise(() => mkdir(join(dataDir, "data.partial", "base"), { recursive: true }))
      yield* Effect.promise(() => writeFile(join(dataDir, "data.partial", "PG_VERSION"), "18\n"))
      const server = yield* EmbeddedPostgres.start({ dataDir })
      assert.deepStrictEqual(yield* query(server.url, "SELECT 1"), [[1]])
      assert.notInclude(yield* Effect.promise(() => readdir(dataDir)), "data.partial")
    })
  )

  it.effect("leaves no server behind when a boot is interrupted", () =>
    Effect.gen(function* () {
      const dataDir = yield* preparedFolder
      const started = Effect.promise(() =>
        stat(join(dataDir, "data", "postmaster.pid")).then(
          () => true,
          () => false
        )
      )
      const boot = Effect.scoped(Effect.andThen(EmbeddedPostgres.start({ dataDir }), Effect.never))
      const exit = yield* Effect.exit(Effect.raceFirst(boot, eventually("the boot", started)))
      assert.isTrue(Exit.isSuccess(exit))
      assert.isUndefined(yield* runningServer(join(dataDir, "data")))
    })
  )
})

describe("several users of one server", () => {
  it.effect("attaches to the server that a killed process left behind, and stops it in the end", () =>
    Effect.gen(function* () {
      const dataDir = yield* preparedFolder
      const killed = yield* holder(["start", dataDir])
      const { pid } = yield* killed.next
      killed.child.kill("SIGKILL")
      yield* exited(killed.child)
      yield* Effect.scoped(
        Effect.gen(function* () {
          const server = yield* EmbeddedPostgres.start({ dataDir })
          assert.isTrue(server.attached)
          assert.strictEqual(server.pid, pid)
          assert.deepStrictEqual(yield* query(server.url, "SELECT 1"), [[1]])
        })
      )
      assert.isUndefined(yield* runningServer(join(dataDir, "data")))
    })
  )

  it.effect("keeps the server while another process uses it", () =>
    Effect.gen(function* () {
      const dataDir = yield* preparedFolder
      yield* Effect.scoped(
        Effect.gen(function* () {
          const server = yield* EmbeddedPostgres.start({ dataDir })
          const other = yield* holder(["start", dataDir])
          assert.deepStrictEqual(yield* other.next, { pid: server.pid, attached: true })
          yield* server.stop
          assert.deepStrictEqual(yield* query(server.url, "SELECT 1"), [[1]])
          process.kill(other.child.pid ?? 0, "SIGINT")
          yield* exited(other.child)
        })
      )
      assert.isUndefined(yield* runningServer(join(dataDir, "data")), "and who leaves last stops it")
    })
  )

  it.effect("starts one server when several processes boot at once", () =>
    Effect.gen(function* () {
      const dataDir = join(yield* folder, "postgres")
      const holders = yield* Effect.forEach([1, 2, 3], () => holder(["start", dataDir]))
      const lines = yield* Effect.forEach(holders, ({ next }) => next, { concurrency: "unbounded" })
      assert.strictEqual(new Set(lines.map(({ pid }) => pid)).size, 1)
      assert.strictEqual(lines.filter(({ attached }) => attached === false).length, 1)
      for (const { child } of holders) child.kill("SIGINT")
      yield* Effect.forEach(holders, ({ child }) => exited(child))
      assert.isUndefined(yield* runningServer(join(dataDir, "data")))
    })
  )

  it.effect("does not lose the server to the terminal's Ctrl-C before its user is done", () =>
    Effect.gen(function* () {
      const dataDir = yield* preparedFolder
      const { child, next } = yield* holder(["start", dataDir])
      const { pid } = yield* next
      process.kill(-(child.pid ?? 0), "SIGINT")
      assert.deepStrictEqual(yield* next, { pid: pid ?? 0, attached: false })
      yield* exited(child)
      assert.strictEqual(child.exitCode, 0)
      assert.isUndefined(yield* runningServer(join(dataDir, "data")))
    })
  )
})

describe("faults", () => {
  it.effect("keeps what was committed over an immediate stop, at the same address", () =>
    Effect.gen(function* () {
      const server = yield* EmbeddedPostgres.temporary()
      yield* query(server.url, "CREATE TABLE kept AS SELECT 42 AS answer")
      yield* server.stopImmediate
      assert.isTrue(Exit.isFailure(yield* Effect.exit(query(server.url, "SELECT 1"))))
      yield* server.restart
      assert.deepStrictEqual(yield* query(server.url, "SELECT answer FROM kept"), [[42]])
    })
  )

  it.effect("refuses a database of another major version and says what to do", () =>
    Effect.gen(function* () {
      const dataDir = join(yield* folder, "postgres")
      yield* Effect.promise(() => mkdir(join(dataDir, "data"), { recursive: true }))
      yield* Effect.promise(() => writeFile(join(dataDir, "data", "PG_VERSION"), "17\n"))
      const error = yield* Effect.flip(EmbeddedPostgres.start({ dataDir }))
      assert.strictEqual(error.reason, "VersionMismatch")
      assert.match(error.message, /created by PostgreSQL 17, but this release includes 18/)
    })
  )

  it.effect("says what the server said when it refuses to start", () =>
    Effect.gen(function* () {
      const dataDir = yield* preparedFolder
      const error = yield* Effect.flip(EmbeddedPostgres.start({ dataDir, settings: { shared_buffers: "many" } }))
      assert.strictEqual(error.reason, "Refused")
      assert.match(error.message, /^PostgreSQL didn't start: invalid value for parameter "shared_buffers": "many"/)
      assert.include(error.message, join(dataDir, "postgres.log"))
    })
  )

  it.effect("says which folder it cannot have", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "file")
      yield* Effect.promise(() => writeFile(file, ""))
      const error = yield* Effect.flip(EmbeddedPostgres.start({ dataDir: join(file, "postgres") }))
      assert.include(error.message, `Cannot write to the folder ${join(file, "postgres")}`)
    })
  )

  it.effect("names DATABASE_URL as the way out where there are no binaries", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(locatePlatformPackage("sunos", "sparc"))
      assert.strictEqual(error.reason, "NoBinaries")
      assert.match(error.message, /Embedded PostgreSQL isn't available for sunos-sparc.*DATABASE_URL/)
    })
  )

  it.effect("clears up a temporary server whose process was killed", () =>
    Effect.gen(function* () {
      const { child, next } = yield* holder(["temporary"])
      const { dataDir = "" } = yield* next
      const data = join(dataDir, "data")
      const pid = (yield* runningServer(data))?.pid ?? 0
      assert.isAbove(pid, 0)
      child.kill("SIGKILL")
      const removed = Effect.promise(() =>
        stat(dataDir).then(
          () => false,
          () => true
        )
      )
      yield* eventually("the folder is removed", removed)
      const stopped = Effect.promise(() => isServerOf(data, pid)).pipe(Effect.map((runs) => !runs))
      yield* eventually("the server is gone", stopped)
    })
  )
})

describe.runIf(asRoot && onLinux)("as root", () => {
  it.effect("runs the server as another account, which alone owns the data", () =>
    Effect.gen(function* () {
      const dataDir = join(yield* folder, "postgres")
      const server = yield* EmbeddedPostgres.start({ dataDir })
      const status = yield* Effect.promise(() => readFile(`/proc/${server.pid}/status`, "utf8"))
      assert.match(status, /^Uid:\t65534\t65534\t65534\t65534$/m)
      assert.match(status, /^Gid:\t65534\t65534\t65534\t65534$/m)
      assert.match(status, /^Groups:\s*$/m)
      const { uid, mode } = yield* Effect.promise(() => stat(join(dataDir, "data")))
      assert.deepStrictEqual([uid, mode & 0o777], [65534, 0o700])
    })
  )

  it.effect("keeps its data in /var/lib when the folder lies below a closed home", () =>
    Effect.gen(function* () {
      const home = join(yield* folder, "home")
      yield* Effect.promise(() => mkdir(home, { mode: 0o700 }))
      const dataDir = join(home, "postgres")
      yield* Effect.scoped(
        Effect.gen(function* () {
          const server = yield* EmbeddedPostgres.start({ dataDir })
          yield* query(server.url, "CREATE TABLE kept AS SELECT 42 AS answer")
        })
      )
      const location = (yield* Effect.promise(() => readFile(join(dataDir, "location"), "utf8"))).trim()
      yield* Effect.addFinalizer(() => Effect.promise(() => rm(location, { recursive: true, force: true })))
      assert.match(location, /^\/var\/lib\/storeglass\/postgres-/)
      const server = yield* EmbeddedPostgres.start({ dataDir })
      assert.deepStrictEqual(yield* query(server.url, "SELECT answer FROM kept"), [[42]])
      yield* server.stop
    })
  )

  it.effect.runIf(othersCanRead)("lets an ordinary user have the same folder again after root has used it", () =>
    Effect.gen(function* () {
      const dataDir = join(yield* folder, "postgres")
      yield* Effect.promise(() => mkdir(dataDir, { mode: 0o700 }))
      yield* Effect.promise(() => chown(dataDir, nobody.uid, nobody.gid))
      const use = Effect.scoped(
        Effect.gen(function* () {
          const { child, next } = yield* holder(["start", dataDir], nobody)
          const line = yield* next
          child.kill("SIGINT")
          yield* exited(child)
          return line
        })
      )
      assert.strictEqual((yield* use).attached, false)
      yield* Effect.scoped(EmbeddedPostgres.start({ dataDir }))
      assert.strictEqual((yield* use).attached, false)
    })
  )

  it.effect.runIf(othersCanRead)("tells an ordinary user whose database it is that it cannot have", () =>
    Effect.gen(function* () {
      const dataDir = yield* preparedFolder
      yield* Effect.scoped(EmbeddedPostgres.start({ dataDir }))
      const { next } = yield* holder(["start", dataDir], nobody)
      const { reason, message } = yield* next
      assert.strictEqual(reason, "NotPermitted")
      assert.include(message ?? "", dataDir)
    })
  )
})

describe("databases", () => {
  it.effect("creates a database once, however many ask for it at once", () =>
    Effect.gen(function* () {
      const url = Redacted.make(inject("databaseUrl"))
      const name = `embedded_test_${process.pid}`
      const urls = yield* Effect.forEach([1, 2, 3, 4], () => EmbeddedPostgres.createDatabase(url, name), {
        concurrency: "unbounded"
      })
      const [created = url] = urls
      yield* Effect.addFinalizer(() => Effect.orDie(query(url, `DROP DATABASE ${name}`)))
      assert.strictEqual(new Set(urls.map(Redacted.value)).size, 1)
      assert.deepStrictEqual(yield* query(created, "SELECT current_database()"), [[name]])
    })
  )

  it.effect("refuses a name that would need quoting", () =>
    Effect.gen(function* () {
      const url = Redacted.make(inject("databaseUrl"))
      const error = yield* Effect.flip(EmbeddedPostgres.createDatabase(url, 'a"; DROP DATABASE b'))
      assert.match(error.message, /isn't a database name/)
    })
  )

  it("keeps user, password, port and options when the database of a URL changes", () => {
    const url = Redacted.make("postgres://u:p@db.example:6432/one?sslmode=require")
    assert.strictEqual(
      Redacted.value(EmbeddedPostgres.urlOfDatabase(url, "two")),
      "postgres://u:p@db.example:6432/two?sslmode=require"
    )
    const bare = EmbeddedPostgres.urlOfDatabase(Redacted.make("postgres://db.example:6432"), "two")
    assert.strictEqual(Redacted.value(bare), "postgres://db.example:6432/two")
  })
})
