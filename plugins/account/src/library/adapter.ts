import {
  type CleanedWhere,
  type CustomAdapter,
  createAdapterFactory,
  type DBAdapterInstance
} from "@better-auth/core/db/adapter"
import { type Context, Effect } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { hashOf } from "../crypto.ts"

type Row = Readonly<Record<string, unknown>>
type Run = <A>(effect: Effect.Effect<A, SqlError.SqlError>) => Promise<A>

/**
 * The library's generics say what a caller hopes for; a row is what the tables have, whose columns a test holds to the
 * library's schema.
 */
const asHoped = <T>(row: unknown): T => row as T

/** Where a table has a token that must not be kept, and under which name. */
export interface HashedColumn {
  readonly table: string
  readonly column: string
}

const likePattern = (text: unknown) => String(text).replace(/[\\%_]/g, (mark) => `\\${mark}`)

const makeConditions = (sql: SqlClient.SqlClient) => {
  const condition = ({ field, mode, operator, value }: CleanedWhere): Statement.Fragment => {
    const column = sql(field)
    const folded = mode === "insensitive" && (typeof value === "string" || Array.isArray(value))
    const own = folded ? sql`lower(${column})` : sql`${column}`
    const small = (each: unknown) => (folded && typeof each === "string" ? each.toLowerCase() : each)
    const list = (Array.isArray(value) ? value : [value]).map(small)
    switch (operator) {
      case "ne":
        return value === null ? sql`${column} IS NOT NULL` : sql`${own} IS DISTINCT FROM ${small(value)}`
      case "lt":
        return sql`${column} < ${value}`
      case "lte":
        return sql`${column} <= ${value}`
      case "gt":
        return sql`${column} > ${value}`
      case "gte":
        return sql`${column} >= ${value}`
      case "in":
        return list.length === 0 ? sql`false` : sql`${own} IN ${sql.in(list)}`
      case "not_in":
        return list.length === 0 ? sql`true` : sql`${own} NOT IN ${sql.in(list)}`
      case "contains":
        return sql`${own} LIKE ${`%${likePattern(small(value))}%`}`
      case "starts_with":
        return sql`${own} LIKE ${`${likePattern(small(value))}%`}`
      case "ends_with":
        return sql`${own} LIKE ${`%${likePattern(small(value))}`}`
      default:
        return value === null ? sql`${column} IS NULL` : sql`${own} = ${small(value)}`
    }
  }
  /** All that are joined by AND, and one of those joined by OR. */
  return (where: ReadonlyArray<CleanedWhere> = []): Statement.Fragment => {
    const all = where.filter(({ connector }) => connector !== "OR").map(condition)
    const any = where.filter(({ connector }) => connector === "OR").map(condition)
    const clauses = [...all, ...(any.length === 0 ? [] : [sql.or(any)])]
    return clauses.length === 0 ? sql`true` : sql.and(clauses)
  }
}

type FieldName = (field: { readonly model: string; readonly field: string }) => string

const makeAdapter = (
  sql: SqlClient.SqlClient,
  run: Run,
  hashed: ReadonlyArray<HashedColumn>,
  fieldName: FieldName
): CustomAdapter => {
  const conditions = makeConditions(sql)
  const hashedColumnOf = (table: string) => hashed.find((each) => each.table === table)?.column

  const stored = (table: string, row: Row): Row => {
    const column = hashedColumnOf(table)
    const token = column === undefined ? undefined : row[column]
    return column === undefined || typeof token !== "string" ? row : { ...row, [column]: hashOf(token) }
  }
  const sought = (table: string, where: ReadonlyArray<CleanedWhere> = []) => {
    const column = hashedColumnOf(table)
    return where.map((each) => {
      if (each.field !== column) return each
      const { value } = each
      if (typeof value === "string") return { ...each, value: hashOf(value) }
      return Array.isArray(value) ? { ...each, value: value.map((token) => hashOf(String(token))) } : each
    })
  }
  /** The library goes on with the token by which it asked; from a list nobody learns one. */
  const given = (table: string, row: Row | undefined, token: unknown): Row | null => {
    const column = hashedColumnOf(table)
    if (row === undefined) return null
    return column === undefined || typeof token !== "string" ? row : { ...row, [column]: token }
  }
  const tokenIn = (table: string, where: ReadonlyArray<CleanedWhere>) =>
    where.find(({ field }) => field === hashedColumnOf(table))?.value
  // Of what it asks, only conditions and values come under the names of columns.
  const columnsOf = (model: string, select: ReadonlyArray<string> | undefined) =>
    select === undefined || select.length === 0
      ? sql`*`
      : sql.csv(select.map((field) => sql`${sql(fieldName({ model, field }))}`))
  // A plan of `*` that was prepared before a migration is refused after it.
  const rows = (statement: Statement.Statement<Row>) => run(statement.unprepared)
  const changes = (table: string, row: Row) => sql.update({ ...stored(table, row) })

  return {
    create: async ({ data, model }) => {
      const [row] = await rows(
        sql<Row>`INSERT INTO ${sql(model)} ${sql.insert({ ...stored(model, data) })} RETURNING *`
      )
      const column = hashedColumnOf(model)
      return asHoped(given(model, row, column === undefined ? undefined : data[column]))
    },
    update: async ({ model, update, where }) => {
      const [row] = await rows(
        sql<Row>`UPDATE ${sql(model)} SET ${changes(model, asHoped<Row>(update))}
          WHERE ctid IN (SELECT ctid FROM ${sql(model)} WHERE ${conditions(sought(model, where))} LIMIT 1) RETURNING *`
      )
      return asHoped(given(model, row, tokenIn(model, where)))
    },
    updateMany: async ({ model, update, where }) => {
      const found = await rows(
        sql<Row>`UPDATE ${sql(model)} SET ${changes(model, update)} WHERE ${conditions(sought(model, where))} RETURNING 1`
      )
      return found.length
    },
    findOne: async ({ model, select, where }) => {
      const [row] = await rows(
        sql<Row>`SELECT ${columnsOf(model, select)} FROM ${sql(model)} WHERE ${conditions(sought(model, where))} LIMIT 1`
      )
      return asHoped(given(model, row, tokenIn(model, where)))
    },
    findMany: async ({ limit, model, offset, select, sortBy, where }) => {
      const order =
        sortBy === undefined
          ? sql``
          : sql`ORDER BY ${sql(fieldName({ model, field: sortBy.field }))} ${sql.literal(sortBy.direction === "desc" ? "DESC" : "ASC")}`
      const found = await rows(
        sql<Row>`SELECT ${columnsOf(model, select)} FROM ${sql(model)} WHERE ${conditions(sought(model, where))} ${order}
          LIMIT ${limit} OFFSET ${offset ?? 0}`
      )
      return asHoped(found)
    },
    delete: async ({ model, where }) => {
      await rows(sql<Row>`DELETE FROM ${sql(model)} WHERE ${conditions(sought(model, where))}`)
    },
    deleteMany: async ({ model, where }) => {
      const gone = await rows(sql<Row>`DELETE FROM ${sql(model)} WHERE ${conditions(sought(model, where))} RETURNING 1`)
      return gone.length
    },
    consumeOne: async ({ model, where }) => {
      const [row] = await rows(
        sql<Row>`DELETE FROM ${sql(model)} WHERE ctid IN (
            SELECT ctid FROM ${sql(model)} WHERE ${conditions(sought(model, where))} LIMIT 1 FOR UPDATE SKIP LOCKED)
          RETURNING *`
      )
      return asHoped(given(model, row, tokenIn(model, where)))
    },
    incrementOne: async ({ increment, model, set, where }) => {
      const sums = Object.entries(increment).map(
        ([column, delta]) => sql`${sql(column)} = coalesce(${sql(column)}, 0) + ${delta}`
      )
      const others = Object.entries(stored(model, set ?? {})).map(([column, value]) => sql`${sql(column)} = ${value}`)
      const [row] = await rows(
        sql<Row>`UPDATE ${sql(model)} SET ${sql.csv([...sums, ...others])} WHERE ctid IN (
            SELECT ctid FROM ${sql(model)} WHERE ${conditions(sought(model, where))} LIMIT 1 FOR UPDATE)
          AND ${conditions(sought(model, where))} RETURNING *`
      )
      return asHoped(given(model, row, tokenIn(model, where)))
    },
    count: async ({ model, where }) => {
      const [row] = await rows(
        sql<Row>`SELECT count(*)::int AS count FROM ${sql(model)} WHERE ${conditions(sought(model, where))}`
      )
      return Number(row?.count ?? 0)
    }
  }
}

/** As the driver gives them, in the types that the library works with. */
const typed = (data: unknown, type: unknown): unknown => {
  if (type === "date" && (typeof data === "string" || typeof data === "number")) return new Date(data)
  if (type === "number" && (typeof data === "bigint" || typeof data === "string")) return Number(data)
  return data
}

/**
 * The identity library over the one SQL client: our pool, and our transactions where it begins one. Tokens in `hashed` columns
 * are kept as SHA-256.
 */
export const sqlAdapter = (
  sql: SqlClient.SqlClient,
  context: Context.Context<never>,
  hashed: ReadonlyArray<HashedColumn>
): DBAdapterInstance => {
  const config = {
    adapterId: "storeglass",
    adapterName: "Storeglass",
    supportsJSON: false,
    supportsArrays: false,
    supportsNumericIds: false,
    customIdGenerator: () => uuidV7Unsafe(),
    customTransformOutput: ({ data, fieldAttributes }: { data: unknown; fieldAttributes: { type: unknown } }) =>
      typed(data, fieldAttributes.type)
  }
  const runIn =
    (context: Context.Context<never>): Run =>
    (effect) =>
      Effect.runPromiseWith(context)(effect)
  return (options) =>
    createAdapterFactory({
      config: {
        ...config,
        transaction: (work) =>
          runIn(context)(
            sql.withTransaction(
              Effect.flatMap(Effect.context<never>(), (inside) => {
                const adapter = createAdapterFactory({
                  config: { ...config, transaction: false },
                  adapter: ({ getFieldName }) => makeAdapter(sql, runIn(inside), hashed, getFieldName)
                })(options)
                return Effect.promise(() => work(adapter))
              })
            )
          )
      },
      adapter: ({ getFieldName }) => makeAdapter(sql, runIn(context), hashed, getFieldName)
    })(options)
}
