/**
 * Runs whose node is killed, or whose lease is lost, in the middle of an import: another takes over, reads no file again that
 * was done, and each row is there exactly once.
 */
import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { LockUnavailable } from "@storeglass/plugin-api"
import { root, startTestGateway, until, usePluginGateway } from "@storeglass/testkit"
import { Cause, Deferred, Effect, Exit, Fiber, Option, Redacted, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it, vi } from "vitest"
import plugin from "../src/plugin.ts"
import { SyncRoom, Syncs } from "../src/sync/Syncs.ts"
import { reader, rowsOf } from "./reports.support.ts"
import { at, dataOf, idle, listAt, quiet } from "./support.ts"

const vault = { currentKeyId: "one", keys: { one: randomBytes(32).toString("base64") } }
const gateway = usePluginGateway(plugin, { plugins: { "connect-storeb": quiet }, config: { vault, ...idle } })

const months = ["202607", "202608", "202609", "202610"]
const objectOf = (app: string, month: string) => `stats/installs/installs_${app}_${month}_country.csv`
const rowsEach = 28 * 2
const filesOf = (app: string) =>
  Object.fromEntries(
    months.map((month) => [
      objectOf(app, month),
      [
        "Date,Package Name,Country,Daily User Installs",
        ...Array.from({ length: rowsEach }, (_, serial) => {
          const date = `${month.slice(0, 4)}-${month.slice(4)}-${String((serial >> 1) + 1).padStart(2, "0")}`
          return `${date},${app},${serial % 2 === 0 ? "DE" : "US"},${serial}`
        })
      ].join("\r\n")
    ])
  )
/** A connected account, of whose four files the second will stop whoever imports it. */
const owner = async () => {
  const person = await reader(gateway())
  await person.put(filesOf(person.packageName))
  const [first = "", second = "", ...rest] = months.map((month) => objectOf(person.packageName, month))
  return { ...person, first, second, rest }
}
type Owner = Awaited<ReturnType<typeof owner>>

/** The vendor of the first node, for another. */
const elsewhere = () => {
  const url = gateway().running.sandbox?.baseUrls["play-console"] ?? ""
  return { ...quiet, tokenUrl: url, publisherUrl: url, reportingUrl: url, storageUrl: url }
}

/** The connections that wait for somebody else's row. */
const waiting = () =>
  gateway().run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
    ).pipe(Effect.flatMap(Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ pid: Schema.Int })))))
  )
/** Waits until another than these waits, and gives all that do. */
const untilWaiting = (others: ReadonlyArray<number> = []) =>
  Effect.promise(() =>
    vi.waitFor(
      async () => {
        const pids = (await waiting()).map(({ pid }) => pid)
        assert.isTrue(pids.some((pid) => !others.includes(pid)))
        return pids
      },
      { timeout: 120_000, interval: 20 }
    )
  )
/** Stops every import of a file, as its row is being written by somebody else, until the work here is done. */
const stoppedAt = <A, E, R>({ accountId, second }: Owner, work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [held, release] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const holder = yield* sql`
      INSERT INTO connect_storeb_imports (account_id, bucket, object, state, rows, skipped, bad_rows, unknown_columns, at)
      VALUES (${accountId}::uuid, 'pubsite_prod_01234567890123456789', ${second}, 'imported', 0, 0, '[]'::jsonb,
        '[]'::jsonb, now())`.pipe(
      Effect.andThen(Deferred.succeed(held, undefined)),
      Effect.andThen(Deferred.await(release)),
      // It leaves nothing.
      Effect.andThen(Effect.fail("released" as const)),
      sql.withTransaction,
      Effect.ignore,
      Effect.forkChild
    )
    yield* Deferred.await(held)
    const done = yield* work
    yield* Deferred.succeed(release, undefined)
    yield* Fiber.join(holder)
    return done
  })

const Days = Schema.Array(Schema.Struct({ day: Schema.String, value: Schema.String, measures: Schema.Unknown }))
/** As a naive reader has it. */
const naive = months.flatMap((month) =>
  Array.from({ length: rowsEach }, (_, serial) => ({
    day: `${month.slice(0, 4)}-${month.slice(4)}-${String((serial >> 1) + 1).padStart(2, "0")}`,
    value: serial % 2 === 0 ? "de" : "us",
    measures: { dailyUserInstalls: String(serial) }
  }))
)
const wholeOnce = async (person: Owner) => {
  const rows = Schema.decodeUnknownSync(Days)(await rowsOf(gateway(), person.accountId))
  assert.deepEqual([...rows], naive)
  const imports = listAt(dataOf(await person.ask("/analytics")), "imports")
  assert.deepEqual(
    imports.map((one) => [at(one, "object"), at(one, "state"), at(one, "rows"), at(one, "skipped")]).toSorted(),
    [person.first, person.second, ...person.rest].map((object) => [object, "imported", rowsEach, 0])
  )
  // The one that was stopped is read again, and no other.
  assert.deepEqual(person.downloads(), [person.first, person.second, person.second, ...person.rest])
}

/** A node of its own process, which runs the jobs that others leave. */
const startNode = async () => {
  const folder = mkdtempSync(join(tmpdir(), "storeglass-imports-"))
  const file = join(folder, "config.yaml")
  const settings = {
    server: { host: "127.0.0.1", port: 0 },
    internal: { port: 0 },
    logs: { level: "None" },
    dataDir: folder,
    limits: { address: null, accounts: null },
    database: { connectionsMax: 8 },
    vault,
    plugins: { "connect-storeb": elsewhere() }
  }
  writeFileSync(file, JSON.stringify(settings))
  const child = spawn(process.execPath, [join(root, "packages/gateway/src/cli.ts"), "serve", "--config", file], {
    env: { ...process.env, DATABASE_URL: Redacted.value(gateway().running.databaseUrl), REDIS_URL: undefined },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let said = ""
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text))
  const gone = once(child, "close")
  while (!said.includes("ready at")) {
    await Promise.race([once(child.stdout, "data"), gone])
    if (child.exitCode !== null) throw new Error(said)
  }
  return {
    kill: async () => {
      child.kill("SIGKILL")
      await gone
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
const node = Effect.acquireRelease(Effect.promise(startNode), ({ kill }) => Effect.promise(kill))

describe("an import", { timeout: 300_000 }, () => {
  it("goes on by another node where a killed one was, and has each row once", async () => {
    // Its first run waits for a node that runs jobs.
    const person = await owner()
    const rows = Effect.promise(person.rows)
    await gateway().run(
      Effect.scoped(
        Effect.gen(function* () {
          yield* stoppedAt(
            person,
            Effect.gen(function* () {
              const killed = yield* node
              yield* untilWaiting()
              yield* Effect.promise(killed.kill)
              assert.lengthOf(yield* rows, rowsEach, "the first file's, whole")
            })
          )
          assert.lengthOf(yield* rows, rowsEach, "and nothing of the one that was stopped")
          yield* node
          yield* until(["connect_storeb_report_rows"], rows, ({ length }) => length === 4 * rowsEach)
        })
      )
    )
    await wholeOnce(person)
  })

  it("ends with its lease, and another node's has each row once", async () => {
    const person = await owner()
    const run = { accountId: person.accountId, room: "reports", task: null }
    const other = startTestGateway({
      plugins: { "connect-storeb": elsewhere() },
      databaseUrl: gateway().running.databaseUrl,
      config: { vault, ...idle }
    })
    // The sessions of its locks end too, and its first attempt may fall into that.
    const again = { schedule: Schedule.spaced("200 millis"), times: 20 }
    const taken = Effect.fnUntraced(function* (takeOver: Effect.Effect<unknown>) {
      const sql = yield* SqlClient.SqlClient
      const [lost, next] = yield* stoppedAt(
        person,
        Effect.gen(function* () {
          const first = yield* Effect.forkChild(Syncs.use((syncs) => syncs.run(run)))
          const pids = yield* untilWaiting()
          yield* sql`
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE application_name = 'storeglass-locks' AND datname = current_database()`
          const second = yield* Effect.forkChild(takeOver)
          // At the same file, whether or not what the first had sent is still there.
          yield* untilWaiting(pids)
          return [first, second] as const
        })
      )
      const exit = yield* Fiber.await(lost)
      const error = Exit.isFailure(exit) ? Option.getOrUndefined(Cause.findErrorOption(exit.cause)) : undefined
      assert.isTrue(error instanceof LockUnavailable && error.reason === "lost", String(error))
      yield* Fiber.join(next)
    })
    await Effect.runPromise(
      Effect.scoped(
        Effect.flatMap(other, (node) =>
          Effect.promise(() =>
            gateway().run(
              taken(Effect.tryPromise(() => node.runJob(SyncRoom, run)).pipe(Effect.retry(again), Effect.orDie))
            )
          )
        )
      )
    )
    await wholeOnce(person)
  })
})
