import { asDocumented, Jobs, jobRef, rowsOf, type ServiceUnavailable } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"

/** Deletes an edit that its request couldn't, or of a node that was killed. */
export const CloseEdit = jobRef("connect-storeb.close-edit", Schema.Struct({ id: Schema.String }))

/** Whose one open edit it is: the vendor tells neither our accounts nor our nodes apart. */
export interface EditOf {
  readonly serviceAccount: string
  readonly packageName: string
}

const Row = Schema.Struct({
  id: Schema.String,
  accountId: Schema.String,
  serviceAccount: Schema.String,
  packageName: Schema.String,
  /** Null: the vendor was asked for one, and its answer isn't known. */
  editId: Schema.NullOr(Schema.String),
  openedAtMs: Schema.Number,
  expiresAtMs: Schema.Number
})
export type OpenEdit = typeof Row.Type

/** When an edit is looked at that should be long gone; a request has it for seconds. */
const lookMs = 20_000
/** Where the vendor doesn't say when it ends an edit by itself. */
const lastsMs = 8 * 86_400_000

const make = Effect.gen(function* () {
  const jobs = yield* Jobs
  const sql = yield* SqlClient.SqlClient
  const rows = rowsOf(Row)
  const time = (ms: number) => sql`to_timestamp(${ms}::float8 / 1000)`
  const columns = sql`id, account_id AS "accountId", service_account AS "serviceAccount", package_name AS "packageName",
    edit_id AS "editId", extract(epoch FROM opened_at)::float8 * 1000 AS "openedAtMs",
    extract(epoch FROM expires_at)::float8 * 1000 AS "expiresAtMs"`
  const withSql = Effect.provideService(SqlClient.SqlClient, sql)
  const look = (id: string, runAtMs: number) =>
    withSql(jobs.enqueue(CloseEdit, { id }, { key: `connect-storeb.edit:${id}`, runAtMs }))

  return {
    /** Notes that an edit is about to be opened, together with who deletes it if its request doesn't. */
    begin: Effect.fn("OpenEdits.begin")(function* (
      accountId: string,
      { packageName, serviceAccount }: EditOf
    ): Effect.fn.Return<string, ServiceUnavailable> {
      const id = uuidV7Unsafe()
      const nowMs = yield* Clock.currentTimeMillis
      const insert = sql`
        INSERT INTO connect_storeb_edits (id, account_id, service_account, package_name, opened_at, expires_at)
        VALUES (${id}::uuid, ${accountId}::uuid, ${serviceAccount}::text, ${packageName}::text, ${time(nowMs)},
          ${time(nowMs + lastsMs)})`
      yield* asDocumented(sql.withTransaction(Effect.andThen(insert, look(id, nowMs + lookMs))))
      return id
    }),
    opened: (id: string, editId: string, expiresAtMs: number | undefined) =>
      asDocumented(
        sql`UPDATE connect_storeb_edits SET edit_id = ${editId}::text,
          expires_at = COALESCE(to_timestamp(${expiresAtMs ?? null}::float8 / 1000), expires_at) WHERE id = ${id}::uuid`
      ),
    /** What was opened in its place is gone, and it may still come. */
    unknown: (id: string) => asDocumented(sql`UPDATE connect_storeb_edits SET edit_id = NULL WHERE id = ${id}::uuid`),
    closed: (id: string) =>
      asDocumented(
        sql.withTransaction(
          Effect.andThen(
            sql`DELETE FROM connect_storeb_edits WHERE id = ${id}::uuid`,
            withSql(jobs.abort(CloseEdit, `connect-storeb.edit:${id}`))
          )
        )
      ),
    /** Has it looked at soon, as its request couldn't delete it. */
    hurry: (id: string) => Effect.flatMap(Clock.currentTimeMillis, (nowMs) => asDocumented(look(id, nowMs + 1_000))),
    forget: (id: string) => asDocumented(sql`DELETE FROM connect_storeb_edits WHERE id = ${id}::uuid`),
    get: (id: string) =>
      asDocumented(
        Effect.map(rows(sql`SELECT ${columns} FROM connect_storeb_edits WHERE id = ${id}::uuid`), ([row]) => row)
      ),
    /** All of an app, oldest first. Whoever has the lock knows that nobody is at work on them. */
    of: ({ packageName, serviceAccount }: EditOf) =>
      asDocumented(
        rows(sql`SELECT ${columns} FROM connect_storeb_edits
          WHERE service_account = ${serviceAccount}::text AND package_name = ${packageName}::text ORDER BY opened_at`)
      )
  }
})

/** What is known of edits that are open at the vendor, or may be. */
export class OpenEdits extends Context.Service<OpenEdits, Effect.Success<typeof make>>()(
  "@storeglass/connect-storeb/OpenEdits"
) {
  static readonly layer = Layer.effect(this, make)
}
