import {
  AccountChanged,
  type AccountExport,
  Events,
  isoColumn,
  isUuid,
  Jobs,
  jobRef,
  type StoredFile
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient, type SqlError } from "effect/sql"
import { recordAudit } from "../audit/records.ts"
import { AccountError } from "./accountErrors.ts"

/** Writes down everything that is kept for an account. */
export const ExportAccount = jobRef("system.export", Schema.Struct({ accountId: Schema.String, id: Schema.String }))

const File = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  url: Schema.String,
  bytes: Schema.Number,
  expiresAt: Schema.String
})
type StoredExportFile = typeof File.Type
const Row = Schema.Struct({
  id: Schema.String,
  askedAt: Schema.String,
  state: Schema.Literals(["waiting", "ready", "failed"]),
  endedAt: Schema.NullOr(Schema.String),
  files: Schema.Array(File),
  rows: Schema.Number,
  problem: Schema.NullOr(Schema.String)
})
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))
const columns = `id, ${isoColumn("asked_at")} AS "askedAt", state, ${isoColumn("ended_at")} AS "endedAt", files,
  rows::float8 AS rows, problem`

type Failure = SqlError.SqlError | Schema.SchemaError

// Whoever was given a part would take it for the whole.
const shown = ({ files, ...row }: typeof Row.Type): AccountExport => ({
  ...row,
  files: row.state === "ready" ? files.map(({ bytes, expiresAt, name, url }) => ({ bytes, expiresAt, name, url })) : []
})
const exportFileOf = ({ expiresAtMs, id, name, size, url }: StoredFile): StoredExportFile => ({
  id,
  name,
  url,
  bytes: size,
  expiresAt: new Date(expiresAtMs).toISOString()
})

/** Exports of accounts that were asked for; a job makes them. */
export class AccountExports extends Context.Service<
  AccountExports,
  {
    /** While one is waited for, it is that one. */
    readonly ask: (accountId: string) => Effect.Effect<AccountExport, AccountError | Failure>
    readonly list: (accountId: string) => Effect.Effect<ReadonlyArray<AccountExport>, Failure>
    /** The ids of files that an attempt before this one left, for that it was killed; undefined: it isn't waited for. */
    readonly begun: (accountId: string, id: string) => Effect.Effect<ReadonlyArray<string> | undefined, Failure>
    /** Stores one more file, and notes it in the same transaction: whatever happens next, it's found again. */
    readonly storing: <E>(
      accountId: string,
      id: string,
      before: ReadonlyArray<StoredFile>,
      put: Effect.Effect<StoredFile, E>
    ) => Effect.Effect<StoredFile, E | Failure>
    /** Tells the account. Gives the ids of the files of those before it, which nobody is shown any more. */
    readonly ready: (
      accountId: string,
      id: string,
      made: { readonly files: ReadonlyArray<StoredFile>; readonly rows: number }
    ) => Effect.Effect<ReadonlyArray<string>, Failure>
    readonly failed: (accountId: string, id: string, problem: string) => Effect.Effect<void, Failure>
  }
>()("@storeglass/core/auth/AccountExports") {
  static readonly layer = Layer.effect(
    AccountExports,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const jobs = yield* Jobs
      const events = yield* Events
      const own = <A, E>(work: Effect.Effect<A, E, SqlClient.SqlClient>) =>
        Effect.provideService(sql.withTransaction(work), SqlClient.SqlClient, sql)
      const shownColumns = sql.literal(columns)
      const waiting = Effect.fnUntraced(function* (accountId: string) {
        const [row] = yield* Effect.flatMap(
          sql`SELECT ${shownColumns} FROM core_account_exports WHERE account_id = ${accountId}::uuid AND state = 'waiting'`,
          decodeRows
        )
        return row
      })
      const time = Effect.map(Clock.currentTimeMillis, (ms) => ({ ms, iso: new Date(ms).toISOString() }))

      return AccountExports.of({
        ask: Effect.fn("AccountExports.ask")(function* (accountId) {
          const missing = new AccountError({ reason: "not_found", message: `no account '${accountId}'` })
          if (!isUuid(accountId)) return yield* missing
          const now = yield* time
          return yield* own(
            Effect.gen(function* () {
              const found = yield* sql`SELECT 1 FROM core_accounts WHERE id = ${accountId}::uuid FOR NO KEY UPDATE`
              if (found.length === 0) return yield* missing
              const known = yield* waiting(accountId)
              if (known !== undefined) return shown(known)
              const id = uuidV7Unsafe()
              yield* sql`INSERT INTO core_account_exports (id, account_id, asked_at, state)
                VALUES (${id}::uuid, ${accountId}::uuid, ${now.iso}::timestamptz, 'waiting')`
              yield* recordAudit({ action: "account.exported", accountId, target: { kind: "export", id } })
              yield* jobs.enqueue(ExportAccount, { accountId, id }, { key: `export:${id}` })
              return {
                id,
                askedAt: now.iso,
                state: "waiting" as const,
                endedAt: null,
                files: [],
                rows: 0,
                problem: null
              }
            })
          )
        }),
        list: Effect.fn("AccountExports.list")(function* (accountId) {
          const rows = yield* Effect.flatMap(
            sql`SELECT ${shownColumns} FROM core_account_exports WHERE account_id = ${accountId}::uuid
              ORDER BY asked_at DESC, id DESC LIMIT 10`,
            decodeRows
          )
          return rows.map(shown)
        }),
        begun: Effect.fn("AccountExports.begun")(function* (accountId, id) {
          const found = yield* waiting(accountId)
          return found?.id === id ? found.files.map((file) => file.id) : undefined
        }),
        storing: Effect.fn("AccountExports.storing")(function* (accountId, id, before, put) {
          return yield* own(
            Effect.gen(function* () {
              const file = yield* put
              const files = [...before, file].map(exportFileOf)
              yield* sql`UPDATE core_account_exports SET files = ${JSON.stringify(files)}::text::jsonb
                WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid AND state = 'waiting'`
              return file
            })
          )
        }),
        ready: Effect.fn("AccountExports.ready")(function* (accountId, id, made) {
          const now = yield* time
          return yield* own(
            Effect.gen(function* () {
              const old = yield* Effect.flatMap(
                sql`SELECT ${shownColumns} FROM core_account_exports
                  WHERE account_id = ${accountId}::uuid AND id <> ${id}::uuid AND files <> '[]' FOR UPDATE`,
                decodeRows
              )
              yield* sql`UPDATE core_account_exports SET files = '[]'
                WHERE account_id = ${accountId}::uuid AND id <> ${id}::uuid`
              const ended =
                yield* sql`UPDATE core_account_exports SET state = 'ready', ended_at = ${now.iso}::timestamptz,
                  files = ${JSON.stringify(made.files.map(exportFileOf))}::text::jsonb, rows = ${made.rows}::float8
                WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid AND state = 'waiting' RETURNING 1`
              if (ended.length > 0) {
                yield* events.publish(AccountChanged, { accountId, change: "export-ready", targetId: id, atMs: now.ms })
              }
              return old.flatMap((row) => row.files.map((file) => file.id))
            })
          )
        }),
        failed: Effect.fn("AccountExports.failed")(function* (accountId, id, problem) {
          const now = yield* time
          yield* own(
            Effect.gen(function* () {
              const ended =
                yield* sql`UPDATE core_account_exports SET state = 'failed', ended_at = ${now.iso}::timestamptz,
                  files = '[]', problem = ${problem.slice(0, 500)}
                WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid AND state = 'waiting' RETURNING 1`
              if (ended.length === 0) return
              yield* events.publish(AccountChanged, { accountId, change: "export-failed", targetId: id, atMs: now.ms })
            })
          )
        })
      })
    })
  )
}
