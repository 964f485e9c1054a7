import { Clock, Context, Effect, Layer, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient, type SqlError } from "effect/sql"
import type { Note } from "./schema.ts"

type Answer<A> = Effect.Effect<A, SqlError.SqlError>
interface NewNote {
  readonly name: string
  readonly text: string
}
interface Position {
  readonly createdAtMs: number
  readonly id: string
}

export const isUuid = Schema.is(Schema.String.check(Schema.isUUID()))

/** The notes of accounts; another account's is the same as none. */
export class Notes extends Context.Service<
  Notes,
  {
    /** Undefined: there is one of this name. */
    readonly add: (accountId: string, note: NewNote) => Answer<Note | undefined>
    readonly find: (accountId: string, id: string) => Answer<Note | undefined>
    readonly named: (accountId: string, name: string) => Answer<Note | undefined>
    /** Undefined: there is another of this name. */
    readonly replace: (accountId: string, id: string, note: NewNote) => Answer<Note | undefined>
    readonly remove: (accountId: string, id: string) => Answer<boolean>
    /** The newest first. */
    readonly list: (
      accountId: string,
      page: { readonly limit: number; readonly after?: Position | undefined }
    ) => Answer<ReadonlyArray<Note>>
  }
>()("@storeglass/trial/Notes") {}

export const NotesLive = Layer.effect(
  Notes,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = sql.literal('id::text, name, text, created_ms::float8 AS "createdAtMs"')
    const first = (rows: ReadonlyArray<Note>) => rows[0]
    return Notes.of({
      add: Effect.fn("Notes.add")(function* (accountId, { name, text }) {
        const nowMs = yield* Clock.currentTimeMillis
        return first(
          yield* sql<Note>`INSERT INTO trial_notes (id, account_id, name, text, created_ms)
            VALUES (${uuidV7Unsafe()}::uuid, ${accountId}::uuid, ${name}, ${text}, ${nowMs}::float8)
            ON CONFLICT DO NOTHING RETURNING ${columns}`
        )
      }),
      find: Effect.fn("Notes.find")(function* (accountId, id) {
        if (!isUuid(id)) return undefined
        return first(
          yield* sql<Note>`SELECT ${columns} FROM trial_notes WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid`
        )
      }),
      named: (accountId, name) =>
        Effect.map(
          sql<Note>`SELECT ${columns} FROM trial_notes WHERE name = ${name} AND account_id = ${accountId}::uuid`,
          first
        ),
      replace: Effect.fn("Notes.replace")(function* (accountId, id, { name, text }) {
        return first(
          yield* sql<Note>`UPDATE trial_notes SET name = ${name}, text = ${text}
            WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid AND NOT EXISTS (SELECT 1 FROM trial_notes other
              WHERE other.account_id = ${accountId}::uuid AND other.name = ${name} AND other.id <> ${id}::uuid)
            RETURNING ${columns}`
        )
      }),
      remove: Effect.fn("Notes.remove")(function* (accountId, id) {
        if (!isUuid(id)) return false
        const rows =
          yield* sql`DELETE FROM trial_notes WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid RETURNING 1`
        return rows.length > 0
      }),
      list: (accountId, { after, limit }) =>
        sql<Note>`SELECT ${columns} FROM trial_notes WHERE account_id = ${accountId}::uuid AND ${
          after === undefined
            ? sql`true`
            : sql`(created_ms, id) < (${after.createdAtMs}::float8::bigint, ${after.id}::uuid)`
        } ORDER BY created_ms DESC, id DESC LIMIT ${limit}::int`
    })
  })
)
