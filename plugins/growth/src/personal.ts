import { type Personal, type PersonalRow, rowsOf } from "@storeglass/plugin-api"
import { Effect, Option, Schema, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { addressNamesAuthor } from "./upkeep/forgotten.ts"

/** What strangers wrote, and what tells who they are: an export outlives its deletion at the source, so it has none of it. */
const ofStrangers: Readonly<Record<string, ReadonlyArray<string>>> = {
  growth_opportunities: [
    ...["title", "excerpt", "searched", "author", "key", "native_id", "same_link"],
    ...["scored", "suggested"]
  ],
  growth_finds: ["excerpt", "scored", "state_hash"],
  growth_runs: ["page_hash", "cursor", "steps"],
  growth_projects: ["left_steps"],
  // By which the feed is found.
  growth_digests: ["feed_hash"]
}
/** In the order in which they are deleted. */
const tables = ["digests", "searches", "finds", "days", "told", "opportunities", "runs", "projects", "counts"].map(
  (name) => `growth_${name}`
)

const pageRows = 500
const nil = "00000000-0000-0000-0000-000000000000"
const threads = rowsOf(
  Schema.Struct({
    id: Schema.String,
    channel: Schema.String,
    author: Schema.NullOr(Schema.String),
    key: Schema.String,
    url: Schema.NullOr(Schema.String),
    nativeId: Schema.NullOr(Schema.String),
    row: Schema.Record(Schema.String, Schema.Unknown)
  })
)

const kept = (sql: SqlClient.SqlClient, table: string) => {
  const omit = ["account_id", ...(ofStrangers[table] ?? [])]
  return sql`to_jsonb(kept) - ARRAY(SELECT json_array_elements_text(${JSON.stringify(omit)}::text::json))`
}

/** Each with its address, unless that names its author. */
const opportunities = (accountId: string) =>
  Stream.paginate(
    nil,
    Effect.fnUntraced(function* (after: string) {
      const sql = yield* SqlClient.SqlClient
      const table = "growth_opportunities"
      const rows = yield* threads(sql`SELECT id::text AS id, channel, author, key, url, native_id AS "nativeId",
          ${kept(sql, table)} AS row
        FROM growth_opportunities AS kept WHERE account_id = ${accountId}::uuid AND id > ${after}::uuid
        ORDER BY id LIMIT ${pageRows}`)
      const last = rows.length < pageRows ? undefined : rows.at(-1)?.id
      const given = rows.map(
        ({ row, ...thread }): PersonalRow => ({
          part: table,
          row: addressNamesAuthor(thread) ? { ...row, url: null } : row
        })
      )
      return [given, Option.fromUndefinedOr(last)] as const
    })
  )

const rowsIn = (table: string, accountId: string) =>
  Stream.unwrap(
    Effect.map(SqlClient.SqlClient, (sql) =>
      sql`SELECT ${kept(sql, table)} AS row FROM ${sql(table)} AS kept WHERE account_id = ${accountId}::uuid`.stream.pipe(
        Stream.mapEffect((row) => decoded(row)),
        Stream.map(({ row }): PersonalRow => ({ part: table, row }))
      )
    )
  )
const decoded = Schema.decodeUnknownEffect(Schema.Struct({ row: Schema.Unknown }))

export const personal = (): Personal<SqlClient.SqlClient> => ({
  tables,
  export: (accountId) =>
    Stream.fromIterable(tables).pipe(
      Stream.flatMap((table) =>
        table === "growth_opportunities" ? opportunities(accountId) : rowsIn(table, accountId)
      )
    )
})
