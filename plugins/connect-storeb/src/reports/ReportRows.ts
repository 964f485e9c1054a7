import { isoColumn, isoOf, rowsOf, sumAmounts } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema, Stream, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { KeptData, type Reading } from "../sync/KeptData.ts"
import type { StoredObject } from "./Bucket.ts"
import type { Layout, ReportFile } from "./families.ts"
import type { Batch } from "./readReport.ts"
import type { BadRow, ReportRow } from "./rows.ts"

export const reportsRoom = "reports"

/** `imported` its rows are here; `skipped` it's of no kind that is read; `failed` it can't be read, and why is told. */
export const importStates = ["imported", "skipped", "failed"] as const
export type ImportState = (typeof importStates)[number]

/** A file in a bucket of an account. */
export interface ImportOf extends Reading {
  readonly bucket: string
  readonly object: Pick<StoredObject, "generation" | "md5" | "name">
}

const BadRows = Schema.Array(Schema.Struct({ line: Schema.Int, reason: Schema.String }))
export const Import = Schema.Struct({
  object: Schema.String,
  state: Schema.Literals(importStates),
  family: Schema.NullOr(Schema.String),
  dimension: Schema.NullOr(Schema.String),
  packageName: Schema.NullOr(Schema.String),
  month: Schema.NullOr(Schema.String),
  rows: Schema.Int,
  skipped: Schema.Int,
  badRows: BadRows,
  unknownColumns: Schema.Array(Schema.String),
  reason: Schema.NullOr(Schema.String),
  importedAt: Schema.String
})
export type Import = typeof Import.Type

const Known = Schema.Struct({
  object: Schema.String,
  generation: Schema.NullOr(Schema.String),
  md5: Schema.NullOr(Schema.String)
})
const Sum = Schema.Struct({
  packageName: Schema.String,
  family: Schema.String,
  day: Schema.String,
  measure: Schema.String,
  value: Schema.Finite
})
export type Sum = typeof Sum.Type
const LastDay = Schema.Struct({ packageName: Schema.String, family: Schema.String, day: Schema.String })
const Visits = Schema.Struct({
  name: Schema.String,
  visitors: Schema.NullOr(Schema.Finite),
  acquisitions: Schema.NullOr(Schema.Finite)
})
const PageCounts = Schema.Struct({
  from: Schema.NullOr(Schema.String),
  to: Schema.NullOr(Schema.String),
  days: Schema.Int,
  pageViews: Schema.NullOr(Schema.Finite),
  downloads: Schema.NullOr(Schema.Finite)
})
const Counted = Schema.Struct({
  appId: Schema.String,
  country: Schema.String,
  day: Schema.String,
  units: Schema.NullOr(Schema.Finite),
  proceeds: Schema.NullOr(Schema.Finite),
  currency: Schema.NullOr(Schema.String)
})
export const Exported = Schema.Struct({
  packageName: Schema.String,
  family: Schema.String,
  dimension: Schema.String,
  value: Schema.String,
  day: Schema.String,
  part: Schema.String,
  measure: Schema.String,
  number: Schema.String
})
export type Exported = typeof Exported.Type
/** The last figure of a file. */
export const ExportedUpTo = Exported.mapFields(Struct.omit(["number"]))
export type ExportedUpTo = typeof ExportedUpTo.Type

export interface Asked {
  readonly accountId: string
  readonly from: string
  readonly to: string
  readonly packageName?: string | undefined
}

const badRowsTold = 20
const insertRows = 2_000

const keyOf = ({ day, packageName, value }: Pick<ReportRow, "day" | "packageName" | "value">) =>
  JSON.stringify([packageName, day, value])
/** Rows of one key as one. */
const summed = (rows: Batch["rows"]): ReadonlyArray<ReportRow> => {
  const sums = new Map<string, ReportRow>()
  for (const row of rows) {
    const before = sums.get(keyOf(row))?.measures ?? {}
    const measures = { ...before }
    for (const [name, value] of Object.entries(row.measures)) {
      measures[name] = sumAmounts([before[name] ?? "0", value]) ?? value
    }
    sums.set(keyOf(row), { ...row, measures })
  }
  return [...sums.values()]
}

const make = Effect.gen(function* () {
  const kept = yield* KeptData
  const sql = yield* SqlClient.SqlClient

  const note = Effect.fnUntraced(function* (
    { accountId, bucket, object }: ImportOf,
    state: ImportState,
    {
      bad = [],
      file,
      isKept = true,
      reason = null,
      rows = 0,
      skipped = 0,
      unknownColumns = []
    }: {
      readonly file?: ReportFile | undefined
      /** Whether this version of the file is done with, whatever came of it. */
      readonly isKept?: boolean
      readonly rows?: number
      readonly skipped?: number
      readonly bad?: ReadonlyArray<BadRow>
      readonly unknownColumns?: ReadonlyArray<string>
      readonly reason?: string | null
    }
  ) {
    const [generation, md5] = isKept ? [object.generation, object.md5] : [null, null]
    const at = isoOf(yield* Clock.currentTimeMillis)
    const told = yield* rowsOf(Schema.Struct({ id: Schema.String }))(sql`
      INSERT INTO connect_storeb_imports (account_id, bucket, object, generation, md5, family, dimension, package_name,
        month, state, rows, skipped, bad_rows, unknown_columns, reason, at)
      VALUES (${accountId}::uuid, ${bucket}, ${object.name}, ${generation}, ${md5}, ${file?.family ?? null},
        ${file?.dimension ?? null}, ${file?.packageName ?? null}, ${file?.month ?? null}, ${state}, ${rows}, ${skipped},
        ${JSON.stringify(bad.toSorted((a, b) => a.line - b.line))}::text::jsonb,
        ${JSON.stringify(unknownColumns.slice(0, badRowsTold))}::text::jsonb, ${reason}, ${at}::timestamptz)
      ON CONFLICT (account_id, bucket, object) DO UPDATE SET generation = excluded.generation, md5 = excluded.md5,
        family = excluded.family, dimension = excluded.dimension, package_name = excluded.package_name,
        month = excluded.month, state = excluded.state, skipped = excluded.skipped, bad_rows = excluded.bad_rows,
        rows = CASE WHEN excluded.state = 'failed' THEN connect_storeb_imports.rows ELSE excluded.rows END,
        unknown_columns = excluded.unknown_columns, reason = excluded.reason, at = excluded.at
      RETURNING id::text AS id`)
    return told[0]?.id ?? "0"
  })

  const insert = Effect.fnUntraced(function* (
    accountId: string,
    importId: string,
    { dimension, family }: ReportFile,
    part: string,
    rows: ReadonlyArray<ReportRow>,
    sums: boolean
  ) {
    const added = new Set<string>()
    for (let from = 0; from < rows.length; from += insertRows) {
      const some = JSON.stringify(rows.slice(from, from + insertRows))
      const conflict = sums
        ? sql`DO UPDATE SET measures = (
            SELECT jsonb_object_agg(name, (coalesce((kept.measures->>name)::numeric, 0)
              + coalesce((excluded.measures->>name)::numeric, 0))::text)
            FROM (SELECT jsonb_object_keys(kept.measures) UNION SELECT jsonb_object_keys(excluded.measures)) AS names (name))`
        : sql`DO NOTHING`
      const told = yield* rowsOf(
        Schema.Struct({ packageName: Schema.String, day: Schema.String, value: Schema.String })
      )(sql`
        INSERT INTO connect_storeb_report_rows AS kept
          (account_id, package_name, family, dimension, value, day, part, import_id, measures)
        SELECT ${accountId}::uuid, "packageName", ${family}, ${dimension}, value, day, ${part}, ${importId}::bigint, measures
        FROM jsonb_to_recordset(${some}::text::jsonb)
          AS told ("packageName" text, value text, day date, measures jsonb)
        ON CONFLICT (account_id, package_name, family, dimension, day, value, part) ${conflict}
        RETURNING package_name AS "packageName", day::text AS day, value`)
      for (const row of told) added.add(keyOf(row))
    }
    return added
  })

  return {
    /** Notes what came of a file. */
    note: (of: ImportOf, state: ImportState, told: Parameters<typeof note>[2]) =>
      kept.write(reportsRoom, of, note(of, state, told)),
    /** Puts a file's rows in place of those that it had, and notes it, in one transaction. */
    replace: Effect.fn("ReportRows.replace")(function* <E>(
      of: ImportOf,
      file: ReportFile & { readonly layout: Layout },
      batches: Stream.Stream<Batch, E>
    ) {
      const { sums } = file.layout
      const bad: Array<BadRow> = []
      let [rows, skipped] = [0, 0]
      const unknownColumns = new Set<string>()
      const tell = (line: number, reason: string) => {
        skipped++
        if (bad.length < badRowsTold) bad.push({ line, reason })
      }
      yield* kept.write(
        reportsRoom,
        of,
        Effect.gen(function* () {
          const id = yield* note(of, "imported", { file })
          yield* sql`DELETE FROM connect_storeb_report_rows WHERE import_id = ${id}::bigint`
          yield* Stream.runForEach(
            batches,
            Effect.fnUntraced(function* (batch) {
              for (const { line, reason } of batch.bad) tell(line, reason)
              for (const column of batch.unknownColumns) unknownColumns.add(column)
              if (sums) {
                yield* insert(of.accountId, id, file, of.object.name, summed(batch.rows), true)
                rows += batch.rows.length
                return
              }
              const firsts = new Map<string, Batch["rows"][number]>()
              for (const row of batch.rows) {
                if (firsts.has(keyOf(row))) tell(row.line, "it repeats an earlier row")
                else firsts.set(keyOf(row), row)
              }
              const added = yield* insert(of.accountId, id, file, "", [...firsts.values()], false)
              rows += added.size
              for (const [key, { line }] of firsts) if (!added.has(key)) tell(line, "it repeats an earlier row")
            })
          )
          yield* note(of, "imported", { file, rows, skipped, bad, unknownColumns: [...unknownColumns] })
        })
      )
    }),
    /** The versions of files that are done with, by their names. */
    known: (accountId: string, bucket: string) =>
      Effect.map(
        rowsOf(Known)(sql`SELECT object, generation, md5 FROM connect_storeb_imports
          WHERE account_id = ${accountId}::uuid AND bucket = ${bucket}`),
        (rows) => new Map(rows.map(({ object, ...version }) => [object, version]))
      ),
    /** What was done with the files of an account, the last first, at most so many. */
    imports: (accountId: string, limit: number) =>
      rowsOf(Import)(sql`
        SELECT object, state, family, dimension, package_name AS "packageName", month, rows, skipped,
          bad_rows AS "badRows", unknown_columns AS "unknownColumns", reason,
          ${sql.literal(isoColumn("at"))} AS "importedAt"
        FROM connect_storeb_imports WHERE account_id = ${accountId}::uuid
        ORDER BY (state = 'failed') DESC, at DESC, id DESC LIMIT ${limit}`),
    importsTotal: (accountId: string) =>
      Effect.map(
        rowsOf(Schema.Struct({ total: Schema.Int, at: Schema.NullOr(Schema.Finite) }))(sql`
          SELECT count(*)::int AS total, (extract(epoch FROM max(at)) * 1000)::float8 AS at
          FROM connect_storeb_imports WHERE account_id = ${accountId}::uuid`),
        ([row]) => ({ total: row?.total ?? 0, atMs: row?.at ?? null })
      ),
    /** What is rolled up: by app, family, day and measure. Of countries the counts are added up. */
    sums: ({ accountId, from, packageName, to }: Asked) =>
      rowsOf(Sum)(sql`
        SELECT package_name AS "packageName", family, day::text AS day, measure, sum(number::numeric)::float8 AS value
        FROM connect_storeb_report_rows, jsonb_each_text(measures) AS told (measure, number)
        WHERE account_id = ${accountId}::uuid AND day BETWEEN ${from}::date AND ${to}::date
          AND (${packageName ?? null}::text IS NULL OR package_name = ${packageName ?? null})
          AND ((family IN ('installs', 'crashes', 'ratings', 'ratings_v2') AND dimension = 'overview')
            OR (family IN ('store_performance', 'total_store_performance') AND dimension = 'country'
              AND measure IN ('visitors', 'acquisitions')))
        GROUP BY package_name, family, day, measure ORDER BY package_name, day, family, measure`),
    /** The last day that each family has, of each app. */
    lastDays: (accountId: string, packageName?: string) =>
      rowsOf(LastDay)(sql`
        SELECT package_name AS "packageName", family, max(day)::text AS day FROM connect_storeb_report_rows
        WHERE account_id = ${accountId}::uuid
          AND (${packageName ?? null}::text IS NULL OR package_name = ${packageName ?? null})
        GROUP BY package_name, family`),
    /** Visits of a store page by what brought them: the source, or the searched term. */
    visits: ({ accountId, from, packageName, to }: Asked, by: "source" | "term", limit: number) => {
      const at = by === "source" ? 0 : 1
      // Only what is by traffic source is JSON; without the CASE the cast might come before the rest.
      return rowsOf(Visits)(sql`
        SELECT name, sum((measures->>'visitors')::numeric)::float8 AS visitors,
          sum((measures->>'acquisitions')::numeric)::float8 AS acquisitions
        FROM (
          SELECT measures, CASE WHEN dimension = 'traffic_source' THEN value::jsonb->>${at}::int END AS name
          FROM connect_storeb_report_rows
          WHERE account_id = ${accountId}::uuid AND package_name = ${packageName ?? ""} AND family = 'store_performance'
            AND dimension = 'traffic_source' AND day BETWEEN ${from}::date AND ${to}::date) AS visits
        WHERE name <> '' GROUP BY name ORDER BY 2 DESC NULLS LAST, 1 LIMIT ${limit}`)
    },
    /** Visitors of an app's page in a country, and those of them who got it, over the days that tell both; null: none does. */
    pageCounts: ({ accountId, from, packageName, to }: Asked, country: string) =>
      Effect.map(
        rowsOf(PageCounts)(sql`
          SELECT min(day)::text AS "from", max(day)::text AS "to", count(DISTINCT day)::int AS days,
            sum((measures->>'visitors')::numeric)::float8 AS "pageViews",
            sum((measures->>'acquisitions')::numeric)::float8 AS downloads
          FROM connect_storeb_report_rows
          WHERE account_id = ${accountId}::uuid AND package_name = ${packageName ?? ""} AND family = 'store_performance'
            AND dimension = 'country' AND value = ${country} AND day BETWEEN ${from}::date AND ${to}::date
            AND measures ? 'visitors' AND measures ? 'acquisitions'`),
        ([told]) => {
          if (told === undefined) return null
          const { days, downloads, from: first, pageViews, to: last } = told
          return first === null || last === null || downloads === null || pageViews === null || pageViews <= 0
            ? null
            : { from: first, to: last, days, pageViews, downloads }
        }
      ),
    /** What the estimators learn from: new users by country, and what was earned there in one currency. */
    counted: (accountId: string, from: string) =>
      rowsOf(Counted)(sql`
        WITH installed AS (
          SELECT package_name, value AS country, day, sum((measures->>'dailyUserInstalls')::numeric) AS units
          FROM connect_storeb_report_rows
          WHERE account_id = ${accountId}::uuid AND family = 'installs' AND dimension = 'country' AND day >= ${from}::date
            AND measures ? 'dailyUserInstalls' AND value ~ '^[a-z]{2}$'
          GROUP BY 1, 2, 3),
        earned AS (
          SELECT package_name, value::jsonb->>2 AS country, day, sum((measures->>'amount')::numeric) AS proceeds,
            min(value::jsonb->>3) AS currency, count(DISTINCT value::jsonb->>3) AS currencies
          FROM connect_storeb_report_rows
          WHERE account_id = ${accountId}::uuid AND family = 'earnings' AND day >= ${from}::date AND measures ? 'amount'
          GROUP BY 1, 2, 3)
        SELECT coalesce(i.package_name, e.package_name) AS "appId", coalesce(i.country, e.country) AS country,
          coalesce(i.day, e.day)::text AS day, i.units::float8 AS units,
          CASE WHEN e.currencies = 1 THEN e.proceeds::float8 END AS proceeds,
          CASE WHEN e.currencies = 1 THEN e.currency END AS currency
        FROM installed i FULL JOIN earned e USING (package_name, country, day)
        WHERE coalesce(i.country, e.country) ~ '^[a-z]{2}$'
        ORDER BY 1, 2, 3`),
    /** Every figure by itself, in a fixed order. */
    exported: (
      { accountId, from, packageName, to }: Asked,
      families: ReadonlyArray<string>,
      limit: number,
      after?: ExportedUpTo
    ) =>
      rowsOf(Exported)(sql`
        SELECT package_name AS "packageName", family, dimension, value, day::text AS day, part, measure, number
        FROM connect_storeb_report_rows, jsonb_each_text(measures) AS told (measure, number)
        WHERE account_id = ${accountId}::uuid AND day BETWEEN ${from}::date AND ${to}::date
          AND (${packageName ?? null}::text IS NULL OR package_name = ${packageName ?? null})
          AND family IN ${sql.in(families)}
          AND ${
            after === undefined
              ? sql`TRUE`
              : sql`(package_name, family, dimension, day, value, part, measure) > (${after.packageName}::text,
                  ${after.family}::text, ${after.dimension}::text, ${after.day}::date, ${after.value}::text,
                  ${after.part}::text, ${after.measure}::text)`
          }
        ORDER BY package_name, family, dimension, day, value, part, measure LIMIT ${limit}`),
    keeps: (accountId: string) =>
      Effect.map(
        sql`SELECT 1 FROM connect_storeb_imports WHERE account_id = ${accountId}::uuid LIMIT 1`,
        ({ length }) => length > 0
      ),
    /** Deletes all that was read of an account, in the transaction at hand. */
    purge: Effect.fn("ReportRows.purge")(function* (accountId: string) {
      yield* sql`DELETE FROM connect_storeb_report_rows WHERE account_id = ${accountId}::uuid`
      yield* sql`DELETE FROM connect_storeb_imports WHERE account_id = ${accountId}::uuid`
    })
  }
})

/** SQL of imported reports. Every statement names its account. */
export class ReportRows extends Context.Service<ReportRows, Effect.Success<typeof make>>()(
  "@storeglass/connect-storeb/ReportRows"
) {
  static readonly layer = Layer.effect(this, make)
}
