import { isUuid, type RequestFilter } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { bucketNumber } from "../credits/plans.ts"
import { idOfMs, idsOfPrefix } from "./bounds.ts"
import { ways } from "./noted.ts"

/** So many rows of what the best index finds are looked at for one page. */
export const windowRows = 2_000
/** Of a short one too many ids begin so. */
const toldPrefixMin = 8

export interface Range {
  readonly accountId: string
  /** Exclusive. */
  readonly before?: string | undefined
  readonly limit: number
}

/** What must hold of a row besides its account and time, with that first for which an index is in the order of ids. */
const conditionsOf = (sql: SqlClient.SqlClient, filter: RequestFilter) => {
  const { bucket, by, code, credentialId, operation, path, pathContains, status } = filter
  const indexed: Array<Statement.Fragment> = []
  const others: Array<Statement.Fragment> = []
  if (code !== undefined) indexed.push(sql`code = ${code}`)
  if (path !== undefined) {
    if (path.endsWith("*")) others.push(sql`starts_with(path, ${path.slice(0, -1)})`)
    else indexed.push(sql`hashtextextended(path, 0) = hashtextextended(${path}::text, 0) AND path = ${path}`)
  }
  if (pathContains !== undefined) others.push(sql`position(${pathContains}::text IN path) > 0`)
  if (bucket !== undefined) others.push(sql.literal(`bucket = ${bucketNumber[bucket]}`))
  if (by !== undefined) {
    const way = ways.indexOf(by)
    // Numbers in the text: an index of some rows is taken only where it's plain that those are all.
    ;(way === 0 ? others : indexed).push(sql.literal(`via = ${way}${way === 0 ? "" : " AND via <> 0"}`))
  }
  if (status !== undefined) {
    const condition = Number.isInteger(status)
      ? status < 10
        ? `status / 100 = ${status}`
        : `status = ${status}`
      : "false"
    const isFailure = status < 10 ? status >= 3 : status >= 300
    ;(isFailure ? indexed : others).push(sql.literal(`${condition}${isFailure ? " AND status >= 300" : ""}`))
  }
  if (credentialId !== undefined) {
    indexed.push(isUuid(credentialId) ? sql`credential_id = ${credentialId}::uuid` : sql`false`)
  }
  if (operation !== undefined) {
    indexed.push(sql`operation_id = (SELECT o.id FROM core_operations o WHERE o.name = ${operation})`)
  }
  const [driver = sql`true`, ...rest] = indexed
  return { driver, rest: [...rest, ...others] }
}

const all = (sql: SqlClient.SqlClient, conditions: ReadonlyArray<Statement.Fragment>) =>
  conditions.length === 0 ? sql`true` : sql.and(conditions)

/**
 * Reads rows in the order of ids, as indexes have them. Left to itself PostgreSQL takes a class of statuses for so rare that it
 * reads all of an account's and sorts them.
 */
export const inOrder = <A, E, R>(read: Effect.Effect<A, E, R>) =>
  SqlClient.SqlClient.use((sql) =>
    sql.withTransaction(
      Effect.andThen(
        sql`SELECT set_config(name, 'off', true) FROM unnest(ARRAY['enable_bitmapscan', 'enable_seqscan', 'enable_sort']) AS name`,
        read
      )
    )
  )

/**
 * The newest rows of an account that match, with what the ledger says that they cost. It looks at so many rows that an
 * index finds and no more: `scanned` says how many, `last` which was the last.
 */
export const findRows = Effect.fnUntraced(function* (filter: RequestFilter, { accountId, before, limit }: Range) {
  const sql = yield* SqlClient.SqlClient
  const { driver, rest } = conditionsOf(sql, filter)
  const bounds: Array<Statement.Fragment> = [sql`account_id = ${accountId}::uuid`]
  if (before !== undefined) bounds.push(sql`id < ${before}::uuid`)
  if (filter.toMs !== undefined) bounds.push(sql`id < ${idOfMs(filter.toMs)}::uuid`)
  if (filter.fromMs !== undefined) bounds.push(sql`id >= ${idOfMs(filter.fromMs)}::uuid`)
  const scanMax = rest.length === 0 ? limit : windowRows
  const scan = (conditions: ReadonlyArray<Statement.Fragment>) =>
    sql`SELECT * FROM core_requests WHERE ${all(sql, [...bounds, ...conditions])} ORDER BY id DESC LIMIT ${scanMax}::int`
  const { idPrefix } = filter
  const ids = idPrefix === undefined ? undefined : idsOfPrefix(idPrefix)
  const ofIds = (column: "id" | "told_id", { high, low }: { readonly high: string; readonly low: string }) =>
    scan([sql`${sql(column)} BETWEEN ${low}::uuid AND ${high}::uuid`, driver])
  const rows =
    idPrefix === undefined
      ? scan([driver])
      : ids === undefined
        ? scan([sql`false`])
        : idPrefix.replaceAll("-", "").length < toldPrefixMin
          ? ofIds("id", ids)
          : sql`(${ofIds("id", ids)}) UNION (${ofIds("told_id", ids)}) ORDER BY id DESC LIMIT ${scanMax}::int`
  return sql`WITH looked AS MATERIALIZED (${rows}),
    found AS (SELECT * FROM looked WHERE ${all(sql, rest)} ORDER BY id DESC LIMIT ${limit}::int)
    SELECT f.id AS "rowId", coalesce(f.told_id, f.id) AS "requestId", (extract(epoch FROM f.at) * 1000)::float8 AS "atMs",
      f.credential_id AS "credentialId", o.name AS operation, f.path, f.query, f.status::int AS status, f.code,
      (CASE WHEN f.replayed THEN 0 ELSE coalesce(c.used, 0) END + coalesce(h.captured, 0))::int AS credits,
      (CASE WHEN h.state = 'held' THEN h.credits ELSE 0 END)::int AS held, f.bucket::int AS bucket, f.ms::float8 AS ms,
      f.replayed, f.via::int AS via, f.address, f.agent, f.weight,
      (SELECT count(*)::int FROM looked) AS scanned, (SELECT l.id FROM looked l ORDER BY l.id LIMIT 1) AS last
    FROM found f JOIN core_operations o ON o.id = f.operation_id
    LEFT JOIN core_credit_holds h ON h.id = f.hold_id AND h.account_id = f.account_id
    LEFT JOIN LATERAL (
      SELECT sum(e.used_delta) AS used FROM core_credit_entries e
      WHERE e.period IN (date_trunc('month', core_request_at(coalesce(f.told_id, f.id)))::date,
          date_trunc('month', core_request_at(coalesce(f.told_id, f.id)) + interval '1 minute')::date)
        AND e.id IN (coalesce(f.told_id, f.id), md5(coalesce(f.told_id, f.id)::text || ':reversal')::uuid)
        AND e.account_id = f.account_id AND e.kind IN ('charge', 'reversal')) c ON true
    UNION ALL
    SELECT l.id, l.id, 0, l.id, '', '', '', 0, '', 0, 0, 0, 0, false, 0, NULL, NULL, 0,
      (SELECT count(*)::int FROM looked), l.id
    FROM (SELECT id FROM looked ORDER BY id LIMIT 1) l WHERE NOT EXISTS (SELECT FROM found)
    ORDER BY "rowId" DESC`
})

/** Failures by code, status and operation, of the newest so many, with the newest of each. */
export const findErrors = Effect.fnUntraced(function* (filter: RequestFilter, rowsMax: number) {
  const sql = yield* SqlClient.SqlClient
  const { driver, rest } = conditionsOf(sql, filter)
  const bounds: Array<Statement.Fragment> = [sql`account_id = ${filter.accountId}::uuid`, driver, ...rest]
  if (filter.toMs !== undefined) bounds.push(sql`id < ${idOfMs(filter.toMs)}::uuid`)
  if (filter.fromMs !== undefined) bounds.push(sql`id >= ${idOfMs(filter.fromMs)}::uuid`)
  const ofClass = (digit: number) =>
    sql`(SELECT id, told_id, at, operation_id, weight, status, code FROM core_requests
      WHERE ${sql.and([...bounds, sql.literal(`status / 100 = ${digit} AND status >= 300`)])}
      ORDER BY id DESC LIMIT ${rowsMax}::int)`
  return sql`WITH failed AS MATERIALIZED (
      SELECT * FROM (${ofClass(4)} UNION ALL ${ofClass(5)}) f ORDER BY id DESC LIMIT ${rowsMax}::int)
    SELECT f.code, f.status::int AS status, o.name AS operation, sum(f.weight)::int AS requests,
      (extract(epoch FROM max(f.at)) * 1000)::float8 AS "lastMs",
      (array_agg(coalesce(f.told_id, f.id) ORDER BY f.id DESC))[1] AS "requestId", (SELECT count(*)::int FROM failed) AS scanned
    FROM failed f JOIN core_operations o ON o.id = f.operation_id GROUP BY 1, 2, 3`
})
