import { type Connection, Content, type ContentLimits, VendorRefused } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Schema, Stream } from "effect"
import { Rooms, type SyncWindow } from "../sync/Rooms.ts"
import { Syncs } from "../sync/Syncs.ts"
import { Actuals } from "./Actuals.ts"
import { Bucket, type BucketOf, bucketFor, bucketsOf, type StoredObject } from "./Bucket.ts"
import { families, reportOf } from "./families.ts"
import { ReportRows, reportsRoom } from "./ReportRows.ts"
import { readLimits, readReport } from "./readReport.ts"

const dayMs = 86_400_000

/** What an import is asked for: one file, or those that fit. */
export const ImportAsked = Schema.Struct({
  object: Schema.optionalKey(Schema.String),
  prefix: Schema.optionalKey(Schema.String),
  packageName: Schema.optionalKey(Schema.String),
  families: Schema.optionalKey(Schema.Array(Schema.Literals(families))),
  /** Months, `YYYY-MM`. */
  from: Schema.optionalKey(Schema.String),
  to: Schema.optionalKey(Schema.String)
})
export type ImportAsked = typeof ImportAsked.Type
const decodeAsked = Schema.decodeUnknownEffect(ImportAsked)

/** Whether a file is of those that are asked for. */
export const fits = ({ families, from, packageName, prefix = "", to }: ImportAsked, name: string): boolean => {
  if (!name.startsWith(prefix)) return false
  const file = reportOf(name)
  const narrowed = families ?? from ?? to ?? packageName
  if (typeof file === "string") return narrowed === undefined
  if (families !== undefined && !families.includes(file.family)) return false
  if ((from !== undefined && file.month < from) || (to !== undefined && file.month > to)) return false
  return packageName === undefined || file.packageName === packageName || name.includes(`_${packageName}_`)
}

/** Oldest first; of a month by name. */
const byAge = (a: StoredObject, b: StoredObject) => {
  const [first, second] = [a, b].map(({ name }) => {
    const file = reportOf(name)
    return `${typeof file === "string" ? "" : file.month} ${name}`
  })
  return (first ?? "") < (second ?? "") ? -1 : 1
}

const make = Effect.fnUntraced(function* (limits: ContentLimits) {
  const actuals = yield* Actuals
  const bucket = yield* Bucket
  const content = yield* Content
  const rooms = yield* Rooms
  const rows = yield* ReportRows
  const syncs = yield* Syncs

  /** Gives why it couldn't be read; undefined: it was, or is of no kind that is. */
  const importOne = Effect.fn("Imports.one")(function* (connection: Connection, of: BucketOf, object: StoredObject) {
    const { accountId, revision } = connection.saved
    const target = { accountId, revision, bucket: of.bucket, object }
    const file = reportOf(object.name)
    if (typeof file === "string") {
      yield* rows.note(target, "skipped", { reason: file })
      return undefined
    }
    const failed = (reason: string, isKept: boolean) =>
      Effect.as(rows.note(target, "failed", { file, reason, isKept }), `${object.name}: ${reason}`)
    return yield* Effect.scoped(
      Effect.gen(function* () {
        const whole = yield* bucket.download(connection, of, object)
        const read = Stream.provideService(readReport(file, whole, limits), Content, content)
        yield* rows.replace(target, file, read)
        return undefined
      })
    ).pipe(
      Effect.catchTags({
        ObjectTooLarge: (error) => failed(error.message, true),
        UnreadableReport: (error) => failed(error.sentence, true),
        TornTransfer: () => failed("it came torn, and is tried again by the next run", false)
      }),
      Effect.catchIf(
        (error): error is VendorRefused => error instanceof VendorRefused && error.refusal === "missing",
        () => failed("it was replaced while it was read, and is tried again by the next run", false)
      )
    )
  })

  const listed = Effect.fnUntraced(function* (connection: Connection, of: BucketOf, asked: ImportAsked) {
    if (asked.object !== undefined) return [yield* bucket.object(connection, of, asked.object)]
    return (yield* bucket.all(connection, of, asked.prefix)).filter(({ name }) => fits(asked, name))
  })
  const bucketsFor = Effect.fnUntraced(function* (connection: Connection, { object, prefix = "" }: ImportAsked) {
    const buckets = bucketsOf(connection)
    const place = object ?? prefix
    return place === "" ? buckets : [yield* bucketFor(buckets, place)]
  })

  const importAll = Effect.fnUntraced(function* (connection: Connection, of: BucketOf, asked: ImportAsked) {
    const known = yield* rows.known(connection.saved.accountId, of.bucket)
    const isNew = ({ generation, md5, name }: StoredObject) => {
      const before = known.get(name)
      return before === undefined || generation === null || before.generation !== generation || before.md5 !== md5
    }
    const due = (yield* listed(connection, of, asked)).filter(isNew).toSorted(byAge)
    const problems = yield* Effect.forEach(due, (object) => importOne(connection, of, object))
    return problems.flatMap((problem) => problem ?? [])
  })

  const run = Effect.fn("Imports.run")(function* (connection: Connection, { task }: SyncWindow) {
    const asked = task === null ? {} : yield* Effect.orDie(decodeAsked(task.asked))
    const buckets = yield* bucketsFor(connection, asked)
    const problems: Array<string> = []
    const refusals: Array<VendorRefused> = []
    for (const of of buckets) {
      // What one bucket's right lacks doesn't stop the other.
      const told = yield* Effect.catchIf(
        importAll(connection, of, asked),
        (error): error is VendorRefused => error instanceof VendorRefused && error.refusal !== "credentials",
        (error) => Effect.sync(() => void refusals.push(error))
      )
      problems.push(...(told ?? []))
    }
    const [first] = refusals
    if (first !== undefined && refusals.length === buckets.length) return yield* first
    yield* actuals.fill(connection.saved)
    return [...refusals.map(({ message }) => message), ...problems]
  })

  yield* rooms.add({
    name: reportsRoom,
    everyMs: dayMs,
    sync: run,
    purge: (accountId) => Effect.andThen(actuals.forget(accountId), rows.purge(accountId)),
    keeps: rows.keeps
  })

  return {
    /** Has files read that a request asks for; gives the id of the run, and how many files there are for it. */
    start: Effect.fn("Imports.start")(function* (connection: Connection, asked: ImportAsked) {
      const found = yield* Effect.forEach(yield* bucketsFor(connection, asked), (of) => listed(connection, of, asked))
      const taskRunId = yield* syncs.start(connection.saved.accountId, reportsRoom, { ...asked })
      return { taskRunId, objects: found.flat().length }
    })
  }
})

/** Reads the reports of connected accounts into rows: each file once for each version of it. */
export class Imports extends Context.Service<Imports, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/connect-storeb/Imports"
) {
  static readonly layer = (limits: ContentLimits = readLimits) => Layer.effect(this, make(limits))
}
