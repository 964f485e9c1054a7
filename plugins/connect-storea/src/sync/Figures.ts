import { isoColumn, isoOf, plusDays, rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type ReadTable, type Source, sources } from "./tables.ts"

/**
 * `imported` its rows are here; `empty` the vendor says that nothing was sold; `waiting` the vendor doesn't have it yet;
 * `failed` it can't be read, and is tried again
 */
export const importStates = ["imported", "empty", "waiting", "failed"] as const
export type ImportState = (typeof importStates)[number]

/** A file of the vendor's: of an app, or of all (`appId` is then empty), made on a day or about it. */
export interface ImportOf {
  readonly accountId: string
  readonly source: Source
  readonly appId: string
  readonly processed: string
}

export const Progress = Schema.Struct({
  source: Schema.Literals(sources),
  imported: Schema.Int,
  waiting: Schema.Int,
  failed: Schema.Int,
  skippedRows: Schema.Int,
  lastDay: Schema.NullOr(Schema.String),
  lastAt: Schema.NullOr(Schema.String),
  problem: Schema.NullOr(Schema.String)
})
export type Progress = typeof Progress.Type

const Sum = Schema.Struct({
  day: Schema.String,
  country: Schema.String,
  source: Schema.Literals(sources),
  measure: Schema.String,
  currency: Schema.String,
  value: Schema.String
})
export type Sum = typeof Sum.Type
export interface Asked {
  readonly accountId: string
  readonly appId: string
  readonly from: string
  readonly to: string
  readonly country?: string | undefined
}

const Counted = Schema.Struct({
  appId: Schema.String,
  country: Schema.String,
  day: Schema.String,
  units: Schema.NullOr(Schema.Finite),
  proceeds: Schema.NullOr(Schema.Finite),
  currency: Schema.NullOr(Schema.String)
})
export type Counted = typeof Counted.Type

const PageCounts = Schema.Struct({
  from: Schema.String,
  to: Schema.String,
  days: Schema.Int,
  pageViews: Schema.Finite,
  downloads: Schema.Finite
})

/** So many figures go to the database at once. */
const batch = 5_000

const ImportDay = Schema.Struct({ processed: Schema.String })
const Owner = Schema.Struct({ owner: Schema.NullOr(Schema.String), vendorNumber: Schema.NullOr(Schema.String) })
const App = Schema.Struct({ appId: Schema.String })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const note = Effect.fnUntraced(function* (
    { accountId, appId, processed, source }: ImportOf,
    state: ImportState,
    { problem = null, rows = 0, skipped = 0 }: { problem?: string | null; rows?: number; skipped?: number } = {}
  ) {
    const at = isoOf(yield* Clock.currentTimeMillis)
    yield* sql`
      INSERT INTO connect_storea_imports (account_id, source, app_id, processed, state, rows, skipped, problem, at)
      VALUES (${accountId}::uuid, ${source}, ${appId}, ${processed}::date, ${state}, ${rows}, ${skipped}, ${problem},
        ${at}::timestamptz)
      ON CONFLICT (account_id, source, app_id, processed) DO UPDATE
      SET state = excluded.state, rows = excluded.rows, skipped = excluded.skipped, problem = excluded.problem,
        at = excluded.at`
  })

  const remove = Effect.fnUntraced(function* (accountId: string, source: Source | null = null) {
    yield* sql`DELETE FROM connect_storea_figures
      WHERE account_id = ${accountId}::uuid AND (${source}::text IS NULL OR source = ${source})`
    yield* sql`DELETE FROM connect_storea_imports
      WHERE account_id = ${accountId}::uuid AND (${source}::text IS NULL OR source = ${source})`
    if (source !== null) return
    // Who writes prices holds this row, so nothing is added afterwards.
    yield* sql`DELETE FROM connect_storea_catalogues WHERE account_id = ${accountId}::uuid`
    yield* sql`DELETE FROM connect_storea_prices WHERE account_id = ${accountId}::uuid`
    yield* sql`DELETE FROM connect_storea_products WHERE account_id = ${accountId}::uuid`
  })

  return {
    /** Notes a file that has nothing to give. */
    note,
    /**
     * Puts a file's figures in place of what there is of its days, and notes it, in one transaction. Of a day that is in
     * several files the latest counts, as the vendor wants it: they are never added up.
     */
    replace: Effect.fn("Figures.replace")(function* (of: ImportOf, { figures, rows, skipped }: ReadTable) {
      const { accountId, appId, processed, source } = of
      const days = source === "sales" ? [processed] : [...new Set(figures.map(({ day }) => day))]
      yield* sql.withTransaction(
        Effect.gen(function* () {
          // One at a time: of two that read the same file both would find nothing to replace.
          yield* sql`SELECT pg_advisory_xact_lock(hashtextextended(${`connect-storea/${accountId}/${source}`}, 0))`
          if (days.length > 0) {
            yield* sql`DELETE FROM connect_storea_figures
              WHERE account_id = ${accountId}::uuid AND source = ${source} AND (${appId} = '' OR app_id = ${appId})
                AND day IN ${sql.in(days)} AND processed <= ${processed}::date`
          }
          const left =
            days.length === 0
              ? []
              : yield* rowsOf(Schema.Struct({ day: Schema.String }))(sql`
                  SELECT DISTINCT day::text AS day FROM connect_storea_figures
                  WHERE account_id = ${accountId}::uuid AND source = ${source} AND (${appId} = '' OR app_id = ${appId})
                    AND day IN ${sql.in(days)}`)
          const newer = new Set(left.map(({ day }) => day))
          const kept = figures.filter(({ day }) => days.includes(day) && !newer.has(day))
          for (let from = 0; from < kept.length; from += batch) {
            yield* sql`
              INSERT INTO connect_storea_figures
                (account_id, source, app_id, day, country, measure, currency, value, processed)
              SELECT ${accountId}::uuid, ${source}, "appId", day, country, measure, currency, value, ${processed}::date
              FROM jsonb_to_recordset(${JSON.stringify(kept.slice(from, from + batch))}::text::jsonb) AS told ("appId" text,
                day date, country text, measure text, currency text, value numeric)`
          }
          yield* note(of, rows === 0 && source === "sales" ? "empty" : "imported", { rows, skipped })
        })
      )
    }),
    /** The days of files that are done with. */
    done: (accountId: string, source: Source, appId: string) =>
      Effect.map(
        rowsOf(ImportDay)(sql`
          SELECT processed::text AS processed FROM connect_storea_imports
          WHERE account_id = ${accountId}::uuid AND source = ${source} AND app_id = ${appId}
            AND state IN ('imported', 'empty')`),
        (rows): ReadonlySet<string> => new Set(rows.map(({ processed }) => processed))
      ),
    progress: (accountId: string) =>
      rowsOf(Progress)(sql`
        SELECT source, count(*) FILTER (WHERE state IN ('imported', 'empty'))::int AS imported,
          count(*) FILTER (WHERE state = 'waiting')::int AS waiting,
          count(*) FILTER (WHERE state = 'failed')::int AS failed,
          coalesce(sum(skipped), 0)::int AS "skippedRows",
          max(processed) FILTER (WHERE state IN ('imported', 'empty'))::text AS "lastDay",
          ${sql.literal(isoColumn("max(at)"))} AS "lastAt",
          (array_agg(problem ORDER BY at DESC) FILTER (WHERE state = 'failed'))[1] AS problem
        FROM connect_storea_imports WHERE account_id = ${accountId}::uuid GROUP BY source ORDER BY source`),
    /** How many accounts have files that can't be read. */
    failing: (sinceMs: number) =>
      Effect.map(
        rowsOf(Schema.Struct({ accounts: Schema.Int }))(sql`
          SELECT count(DISTINCT account_id)::int AS accounts FROM connect_storea_imports
          WHERE state = 'failed' AND at >= ${isoOf(sinceMs)}::timestamptz`),
        ([row]) => row?.accounts ?? 0
      ),
    /** What was counted of an app, by day and country. */
    sums: ({ accountId, appId, country, from, to }: Asked) =>
      rowsOf(Sum)(sql`
        SELECT day::text AS day, country, source, measure, currency, value::text AS value FROM connect_storea_figures
        WHERE account_id = ${accountId}::uuid AND app_id = ${appId} AND day BETWEEN ${from}::date AND ${to}::date
          AND (${country ?? null}::text IS NULL OR country = ${country ?? null})
        ORDER BY day, country, source, measure, currency`),
    /** The days of which the vendor told all sales, where any were of this account. */
    soldDays: ({ accountId, from, to }: Pick<Asked, "accountId" | "from" | "to">) =>
      Effect.map(
        rowsOf(ImportDay)(sql`
          SELECT processed::text AS processed FROM connect_storea_imports
          WHERE account_id = ${accountId}::uuid AND source = 'sales' AND state IN ('imported', 'empty')
            AND processed BETWEEN ${from}::date AND ${to}::date`),
        (rows): ReadonlySet<string> => new Set(rows.map(({ processed }) => processed))
      ),
    /**
     * Views of an app's page and first downloads from there, of the days on which both reports tell of the app. None where no
     * download from its page was ever told: then the report doesn't tell of pages.
     */
    pageCounts: ({ accountId, appId, country, from, to }: Asked) =>
      Effect.map(
        rowsOf(PageCounts)(sql`
          WITH kept AS (
            SELECT source, day, country, measure, value FROM connect_storea_figures
            WHERE account_id = ${accountId}::uuid AND app_id = ${appId} AND source IN ('downloads', 'engagement')
              AND day BETWEEN ${from}::date AND ${to}::date),
          days AS (SELECT day FROM kept GROUP BY day HAVING count(DISTINCT source) = 2)
          SELECT min(day)::text AS "from", max(day)::text AS "to", count(DISTINCT day)::int AS days,
            coalesce(sum(value) FILTER (WHERE measure = 'page_views'), 0)::float8 AS "pageViews",
            coalesce(sum(value) FILTER (WHERE measure = 'page_downloads'), 0)::float8 AS downloads
          FROM kept JOIN days USING (day) WHERE country = ${country ?? null} OR ${country ?? null}::text IS NULL
          HAVING EXISTS (SELECT 1 FROM kept WHERE measure = 'page_downloads')
            AND sum(value) FILTER (WHERE measure = 'page_views') > 0`),
        ([row]) => row ?? null
      ),
    apps: (accountId: string) =>
      Effect.map(
        rowsOf(App)(sql`SELECT DISTINCT app_id AS "appId" FROM connect_storea_figures
          WHERE account_id = ${accountId}::uuid ORDER BY 1`),
        (rows) => rows.map(({ appId }) => appId)
      ),
    /**
     * What the estimators learn from: each country in which an app was ever counted, on each counted day. By sales 0 where
     * nothing was sold; by analytics null, as they leave small numbers out.
     */
    counted: (accountId: string, source: "sales" | "downloads", appId: string, from: string) =>
      rowsOf(Counted)(sql`
        WITH days AS (
          SELECT processed AS day FROM connect_storea_imports
          WHERE account_id = ${accountId}::uuid AND source = 'sales' AND ${source} = 'sales'
            AND state IN ('imported', 'empty') AND processed >= ${from}::date
          UNION SELECT day FROM connect_storea_figures
          WHERE account_id = ${accountId}::uuid AND source = ${source} AND app_id = ${appId} AND day >= ${from}::date),
        kept AS (
          SELECT country, day, measure, currency, value FROM connect_storea_figures
          WHERE account_id = ${accountId}::uuid AND source = ${source} AND app_id = ${appId} AND day >= ${from}::date),
        countries AS (
          SELECT country, count(DISTINCT currency) FILTER (WHERE measure = 'proceeds') AS currencies,
            max(currency) FILTER (WHERE measure = 'proceeds') AS currency FROM kept GROUP BY country),
        sums AS (
          SELECT country, day, sum(value) FILTER (WHERE measure = 'first_downloads') AS units,
            sum(value) FILTER (WHERE measure = 'proceeds') AS proceeds FROM kept GROUP BY country, day)
        SELECT ${appId} AS "appId", c.country, d.day::text AS day,
          CASE WHEN ${source} = 'sales' THEN coalesce(s.units, 0)::float8 ELSE s.units::float8 END AS units,
          CASE WHEN c.currencies = 1 THEN coalesce(s.proceeds, 0)::float8 END AS proceeds,
          CASE WHEN c.currencies = 1 THEN c.currency END AS currency
        FROM countries c CROSS JOIN days d LEFT JOIN sums s ON s.country = c.country AND s.day = d.day
        ORDER BY c.country, d.day`),
    /** Removes what is older than it is kept. */
    prune: Effect.fn("Figures.prune")(function* (accountId: string, today: string, keptDays: number) {
      const oldest = plusDays(today, -keptDays)
      yield* sql`DELETE FROM connect_storea_figures WHERE account_id = ${accountId}::uuid AND day < ${oldest}::date`
      yield* sql`DELETE FROM connect_storea_imports WHERE account_id = ${accountId}::uuid AND processed < ${oldest}::date`
    }),
    /** Deletes all of it, and notes when: a sync that is under way then takes back what it adds. */
    purge: Effect.fn("Figures.purge")(function* (accountId: string) {
      yield* remove(accountId)
      const at = isoOf(yield* Clock.currentTimeMillis)
      yield* sql`INSERT INTO connect_storea_owners (account_id, purged_at) VALUES (${accountId}::uuid, ${at}::timestamptz)
        ON CONFLICT (account_id) DO UPDATE SET purged_at = excluded.purged_at`
    }),
    /** Whether it was deleted at this moment or later. */
    purgedSince: (accountId: string, ms: number) =>
      Effect.map(
        sql`SELECT 1 FROM connect_storea_owners
          WHERE account_id = ${accountId}::uuid AND purged_at >= ${isoOf(ms)}::timestamptz`,
        ({ length }) => length > 0
      ),
    /** Whose figures these are from now on: those of another owner go, and the sales of another vendor number. True: some went. */
    belongTo: Effect.fn("Figures.belongTo")(function* (accountId: string, owner: string, vendorNumber: string | null) {
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const [was] = yield* rowsOf(
            Owner
          )(sql`SELECT owner, vendor_number AS "vendorNumber" FROM connect_storea_owners
            WHERE account_id = ${accountId}::uuid FOR UPDATE`)
          // Without a number sales stay; whose they were stays known too.
          const number = vendorNumber ?? was?.vendorNumber ?? null
          yield* sql`INSERT INTO connect_storea_owners (account_id, owner, vendor_number)
            VALUES (${accountId}::uuid, ${owner}, ${number})
            ON CONFLICT (account_id) DO UPDATE SET owner = excluded.owner, vendor_number = excluded.vendor_number`
          const isOther = typeof was?.owner === "string" && was.owner !== owner
          const isOtherNumber = typeof was?.vendorNumber === "string" && was.vendorNumber !== number
          if (isOther) yield* remove(accountId)
          else if (isOtherNumber) yield* remove(accountId, "sales")
          return isOther || isOtherNumber
        })
      )
    })
  }
})

/** SQL of what accounts' consoles counted. Every statement but the one for health names its account. */
export class Figures extends Context.Service<Figures, Effect.Success<typeof make>>()(
  "@storeglass/connect-storea/Figures"
) {
  static readonly layer = Layer.effect(Figures, make)
}
