/** A purge ends a connection for good: what a run still reads by it is neither kept nor told, for this account or its next. */
import { Connections, ConnectionUnusable, NoConnection } from "@storeglass/plugin-api"
import { usePluginGateway } from "@storeglass/testkit"
import { Deferred, Effect, Fiber, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it, vi } from "vitest"
import plugin from "../src/plugin.ts"
import { reportOf } from "../src/reports/families.ts"
import { ReportRows } from "../src/reports/ReportRows.ts"
import { ReviewCopies, reviewsTables } from "../src/reviews/ReviewCopies.ts"
import type { Reading } from "../src/sync/KeptData.ts"
import { Syncs } from "../src/sync/Syncs.ts"
import { VitalRows } from "../src/vitals/VitalRows.ts"
import { type Reader, reader } from "./reports.support.ts"
import { at, dataOf, idle, plugins } from "./support.ts"

const gateway = usePluginGateway(plugin, { plugins, config: idle })
const app = "com.example.kept"

/** A connected account with one report. */
const owner = async () => {
  const person = await reader(gateway())
  await person.put({
    [`stats/crashes/crashes_${person.packageName}_202610_overview.csv`]: `Date,Package Name,Daily Crashes\r\n2026-10-01,${person.packageName},1\r\n`
  })
  return person
}
const purge = async (person: Reader) => dataOf(await person.ask("/credentials?purge=true", "DELETE"))
const connectAgain = async (person: Reader) => dataOf(await person.connect({ serviceAccountJson: person.keyFile }), 201)
const readingOf = async ({ accountId }: Reader): Promise<Reading> =>
  (await gateway().run(Connections.use((connections) => connections.use(accountId, "connect-storeb")))).saved
const figure = { day: "2026-11-05", value: "", metric: "crashRate", amount: 0.1, lower: null, upper: null }
const review = {
  reviewId: "r",
  authorName: null,
  starRating: 5,
  title: null,
  body: "Fine.",
  translated: null,
  language: "en",
  device: null,
  deviceMetadata: null,
  androidOsVersion: null,
  appVersionCode: null,
  appVersionName: null,
  thumbsUp: 0,
  thumbsDown: 0,
  modifiedAtMs: Date.UTC(2026, 10, 5),
  reply: null
}
/** All that the parts of a sync write, each by itself. */
const writes: Readonly<
  Record<string, (reading: Reading) => Effect.Effect<unknown, unknown, ReportRows | ReviewCopies | VitalRows>>
> = {
  "a report's rows": (reading) => {
    const name = `stats/crashes/crashes_${app}_202610_overview.csv`
    const file = reportOf(name)
    if (typeof file === "string") return assert.fail(file)
    const row = { packageName: app, value: "", day: "2026-10-01", measures: { dailyCrashes: "1" }, line: 2 }
    const of = { ...reading, bucket: "b", object: { name, generation: "1", md5: null } }
    const batches = Stream.succeed({ rows: [row], bad: [], unknownColumns: [] })
    return ReportRows.use((rows) => rows.replace(of, file, batches))
  },
  "what came of a report": (reading) => {
    const of = { ...reading, bucket: "b", object: { name: "o", generation: "1", md5: null } }
    return ReportRows.use((rows) => rows.note(of, "skipped", {}))
  },
  reviews: (reading) => ReviewCopies.use((copies) => copies.keep(reading, app, [review])),
  "when reviews were read": (reading) => ReviewCopies.use((copies) => copies.read(reading, app)),
  "a reply": (reading) =>
    ReviewCopies.use((copies) => copies.replied(reading, app, "r", "Thanks.", review.modifiedAtMs)),
  vitals: (reading) => {
    const of = { ...reading, packageName: app, metricSet: "crashRate", dimension: "" }
    return VitalRows.use((rows) => rows.replace(of, { from: "2026-11-05", end: "2026-11-06" }, [figure]))
  },
  "how a metric set went": (reading) =>
    VitalRows.use((rows) => rows.note({ ...reading, packageName: app, metricSet: "crashRate" }, "ok"))
}
const tables = [
  "connect_storeb_imports",
  "connect_storeb_report_rows",
  "connect_storeb_vitals",
  "connect_storeb_vital_sets",
  ...reviewsTables
]
/** How many rows there are of an account. */
const kept = ({ accountId }: Reader) =>
  gateway().run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const found = yield* Effect.forEach(
        tables,
        (table) => sql`SELECT 1 FROM ${sql(table)} WHERE account_id = ${accountId}::uuid`
      )
      return found.flat().length
    })
  )

describe.each(Object.entries(writes))("%s, read by a connection,", { timeout: 60_000 }, (_, write) => {
  const failed = (reading: Reading) => gateway().run(Effect.flip(write(reading)))

  it("is kept while the connection stands by which it was read", async () => {
    const person = await owner()
    await gateway().run(write(await readingOf(person)))
    assert.isAbove(await kept(person), 0)
  })

  it("isn't kept once its owner had everything deleted", async () => {
    const person = await owner()
    const ended = await readingOf(person)
    await purge(person)
    assert.instanceOf(await failed(ended), NoConnection)
    assert.strictEqual(await kept(person), 0)
  })

  it("isn't kept for the account's next connection, whose own is", async () => {
    const person = await owner()
    const ended = await readingOf(person)
    await purge(person)
    await connectAgain(person)
    assert.instanceOf(await failed(ended), ConnectionUnusable)
    assert.strictEqual(await kept(person), 0)
    await gateway().run(write(await readingOf(person)))
    assert.isAbove(await kept(person), 0)
  })
})

describe.each(["reports", "reviews", "vitals"])("a run that reads %s", { timeout: 60_000 }, (name) => {
  it("leaves nothing, nor a word in the status, when the purge comes between its first step and its last", async () => {
    const person = await owner()
    const { accountId } = person
    const waiting = async (count: number) =>
      vi.waitFor(async () => assert.lengthOf(await gateway().run(locksWaitedFor), count), {
        timeout: 20_000,
        interval: 20
      })
    await gateway().run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [held, release] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const holder = yield* sql`
          SELECT pg_advisory_xact_lock(hashtextextended(${`connect-storeb/${name}/${accountId}`}, 0))`.pipe(
          Effect.andThen(Deferred.succeed(held, undefined)),
          Effect.andThen(Deferred.await(release)),
          sql.withTransaction,
          Effect.forkChild
        )
        yield* Deferred.await(held)
        // Both wait for the holder, and PostgreSQL lets them in as they came.
        const run = yield* Effect.forkChild(Syncs.use((syncs) => syncs.run({ accountId, room: name, task: null })))
        yield* Effect.promise(() => waiting(1))
        const purged = yield* Effect.forkChild(Effect.promise(() => purge(person)))
        yield* Effect.promise(() => waiting(2))
        yield* Deferred.succeed(release, undefined)
        yield* Fiber.join(holder)
        yield* Fiber.join(purged)
        yield* Fiber.join(run)
      })
    )
    assert.strictEqual(await kept(person), 0)
    const status = await person.status()
    assert.strictEqual(at(status, "syncStatus"), "never")
    assert.isNull(at(status, "lastError"))
  })
})

const locksWaitedFor = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`SELECT 1 FROM pg_locks
    WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
)

describe("what was read by an ended connection", { timeout: 60_000 }, () => {
  it("stays when a run comes late and there's no connection any more", async () => {
    const person = await owner()
    await person.sync()
    assert.lengthOf(await person.rows(), 1)
    assert.deepEqual(dataOf(await person.ask("/credentials", "DELETE")), { disconnected: true, dataKept: true })
    await person.sync()
    assert.lengthOf(await person.rows(), 1)
  })
})
