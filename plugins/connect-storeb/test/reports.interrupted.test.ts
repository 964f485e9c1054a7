/** Runs that are cut off, and connections that end under a run: neither leaves what an undisturbed run wouldn't have. */
import { Connections } from "@storeglass/plugin-api"
import { usePluginGateway } from "@storeglass/testkit"
import { Deferred, Effect, Exit, Fiber, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it, vi } from "vitest"
import plugin from "../src/plugin.ts"
import { reportOf } from "../src/reports/families.ts"
import { ReportRows } from "../src/reports/ReportRows.ts"
import { Syncs } from "../src/sync/Syncs.ts"
import { type Reader, reader } from "./reports.support.ts"
import { at, dataOf, idle, listAt, plugins } from "./support.ts"

const gateway = usePluginGateway(plugin, { plugins, config: idle })

const filesOf = (app: string) =>
  Object.fromEntries(
    ["202607", "202608", "202609", "202610"].map((month) => [
      `stats/installs/installs_${app}_${month}_country.csv`,
      [
        "Date,Package Name,Country,Daily User Installs",
        ...Array.from({ length: 28 }, (_, day) => {
          const date = `${month.slice(0, 4)}-${month.slice(4)}-${String(day + 1).padStart(2, "0")}`
          return `${date},${app},DE,${day}\r\n${date},${app},US,${day * 2}`
        })
      ].join("\r\n")
    ])
  )
const importsOf = async (person: Reader) =>
  listAt(dataOf(await person.ask("/analytics")), "imports")
    .map((one) => [at(one, "object"), at(one, "state"), at(one, "rows"), at(one, "skipped")])
    .toSorted()
/** Statements of the gateway that wait for a lock. */
const waiting = () =>
  gateway().run(
    Effect.map(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`SELECT 1 FROM pg_locks
        WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
      ),
      ({ length }) => length
    )
  )
const untilWaiting = () => vi.waitFor(async () => assert.isAbove(await waiting(), 0), { timeout: 20_000, interval: 20 })

/** Where a run is stopped: something that it needs there, held by somebody else. */
const stops = {
  "before a file is noted": (sql: SqlClient.SqlClient, accountId: string) =>
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`connect-storeb/reports/${accountId}`}, 0))`,
  "while a file's rows are put in place of the old": (sql: SqlClient.SqlClient) =>
    sql`LOCK TABLE connect_storeb_report_rows IN SHARE MODE`
}

describe("a run that is cut off", { timeout: 60_000 }, () => {
  it.each(Object.entries(stops))(
    "%s goes on where it was, and ends with the rows of an undisturbed one",
    async (_, hold) => {
      const undisturbed = await reader(gateway())
      const person = await reader(gateway(), { keyFile: undisturbed.keyFile })
      const files = Object.entries(filesOf(undisturbed.packageName))
      // Some of it is here already, of which one file changed.
      const [first = ["", ""], second = ["", ""]] = files
      await undisturbed.put({ [first[0]]: first[1], [second[0]]: second[1].replaceAll(",DE,", ",FR,") })
      await person.sync()
      await undisturbed.put(Object.fromEntries(files))
      await gateway().run(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const [held, release] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
          const holding = hold(sql, person.accountId).pipe(
            Effect.andThen(Deferred.succeed(held, undefined)),
            Effect.andThen(Deferred.await(release)),
            sql.withTransaction
          )
          const holder = yield* Effect.forkChild(holding)
          yield* Deferred.await(held)
          const run = yield* Effect.forkChild(
            Syncs.use((syncs) => syncs.run({ accountId: person.accountId, room: "reports", task: null }))
          )
          yield* Effect.promise(untilWaiting)
          run.interruptUnsafe()
          yield* Deferred.succeed(release, undefined)
          yield* Fiber.join(holder)
          assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(run)))
        })
      )
      assert.lengthOf(await person.rows(), 2 * 28 * 2, "as before the run")
      await person.sync()
      await undisturbed.sync()
      assert.deepEqual(await person.rows(), await undisturbed.rows())
      assert.lengthOf(await person.rows(), 4 * 28 * 2)
      assert.deepEqual(await importsOf(person), await importsOf(undisturbed))
    }
  )
})

describe("what a run has read for a connection", { timeout: 60_000 }, () => {
  const object = (app: string) => `stats/crashes/crashes_${app}_202610_overview.csv`
  /** Puts a file's row in its place as a run would that began with the connection as it is now. */
  const write = async (person: Reader, pause: Effect.Effect<unknown>) => {
    const name = object(person.packageName)
    const file = reportOf(name)
    if (typeof file === "string") return assert.fail(file)
    const row = {
      packageName: person.packageName,
      value: "",
      day: "2026-10-01",
      measures: { dailyCrashes: "1" },
      line: 2
    }
    const batches = Stream.fromEffect(Effect.as(pause, { rows: [row], bad: [], unknownColumns: [] }))
    const { accountId } = person
    const { saved } = await gateway().run(
      Connections.use((connections) => connections.use(accountId, "connect-storeb"))
    )
    const of = { ...saved, bucket: "b", object: { name, generation: "1", md5: null } }
    return gateway().run(Effect.exit(ReportRows.use((rows) => rows.replace(of, file, batches))))
  }
  const purge = ({ ask }: Reader) => ask("/credentials?purge=true", "DELETE")
  const nothingOf = async (person: Reader) => {
    assert.deepEqual(await person.rows(), [])
    assert.strictEqual(at(dataOf(await person.ask("/analytics")), "importsTotal"), 0)
  }

  it("is deleted too when it was being put in its place meanwhile", async () => {
    const person = await reader(gateway())
    const [begun, go] = await gateway().run(Effect.all([Deferred.make<void>(), Deferred.make<void>()]))
    const pause = Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(go))
    const written = write(person, pause)
    await gateway().run(Deferred.await(begun))
    const purged = purge(person)
    await untilWaiting()
    await gateway().run(Deferred.succeed(go, undefined))
    assert.isTrue(Exit.isSuccess(await written))
    dataOf(await purged)
    await nothingOf(person)
  })
})
