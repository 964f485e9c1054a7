import { randomBytes } from "node:crypto"
import {
  FileRefused,
  Files,
  type NewFile,
  ServiceUnavailable,
  type StoredFile,
  textProblem
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type SqlError, SqlSchema } from "effect/sql"

export interface FilesOptions {
  /** Where callers reach the gateway. */
  readonly publicUrl: string
  /** Longest file. Default 5 MiB, at most 8 MiB. */
  readonly bytesMax?: number | undefined
  /** What one account may keep. Default 200 MiB. */
  readonly accountBytesMax?: number | undefined
}

/** Deletes what has expired and returns the number of files. */
export class ExpiredFiles extends Context.Service<
  ExpiredFiles,
  { readonly remove: Effect.Effect<number, SqlError.SqlError> }
>()("@storeglass/core/files/ExpiredFiles") {}

const mebibyte = 1024 * 1024
const bytesMaxDefault = 5 * mebibyte
const accountBytesMaxDefault = 200 * mebibyte
const keptMsMax = 90 * 24 * 3_600_000
const nameLengthMax = 200
const batchRows = 200
const linksMax = 50

const token = "[a-z0-9][a-z0-9!#$&^_.+-]{0,99}"
const typePattern = new RegExp(`^${token}/${token}(; ?[a-z0-9-]{1,40}=[a-zA-Z0-9._-]{1,60}){0,3}$`)
const badName = /[/\\]/
const idPattern = /^[A-Za-z0-9_-]{22}$/

const Row = Schema.Struct({
  name: Schema.String,
  type: Schema.String,
  bytes: Schema.Uint8Array,
  expiresAtMs: Schema.BigInt
})
const LinkRow = Schema.Struct({
  name: Schema.String,
  type: Schema.String,
  size: Schema.Int,
  expiresAtMs: Schema.BigInt
})
const Ids = Schema.Array(Schema.Struct({ id: Schema.String }))
const Deleted = Schema.Tuple([Schema.Struct({ count: Schema.BigInt })])

const unavailable = (cause: unknown) =>
  new ServiceUnavailable("files are unavailable; retry", { retryAfterSeconds: 1, cause })

const refused = (reason: FileRefused["reason"], message: string) => new FileRefused({ reason, message })

const refusalOf = ({ bytes, expiresAtMs, name, type }: NewFile, bytesMax: number, nowMs: number) => {
  if (name.length === 0 || name.length > nameLengthMax || badName.test(name) || textProblem(name) !== undefined) {
    return refused(
      "name",
      `name: must have 1 to ${nameLengthMax} characters, without slashes, control or text direction characters`
    )
  }
  if (!typePattern.test(type)) return refused("type", "type: must be a media type such as text/csv")
  if (!(expiresAtMs > nowMs && expiresAtMs <= nowMs + keptMsMax)) {
    return refused("expiry", "expiresAtMs: must be in the future, at most 90 days from now")
  }
  if (bytes.length > bytesMax) {
    return refused("too_large", `a file may have at most ${bytesMax} bytes; this one has ${bytes.length}`)
  }
}

/** Files in PostgreSQL. */
export const FilesLive = ({
  accountBytesMax = accountBytesMaxDefault,
  bytesMax = bytesMaxDefault,
  publicUrl
}: FilesOptions): Layer.Layer<Files | ExpiredFiles, never, SqlClient.SqlClient> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const iso = (epochMs: number) => new Date(epochMs).toISOString()
      const base = `${publicUrl.replace(/\/+$/, "")}/files/`
      const stored = (id: string, file: Omit<StoredFile, "id" | "url">): StoredFile => ({
        id,
        url: `${base}${id}`,
        name: file.name,
        type: file.type,
        size: file.size,
        expiresAtMs: file.expiresAtMs
      })

      const insert = Effect.fnUntraced(function* (id: string, file: NewFile, nowMs: number) {
        // One account's files are counted one after the other, so that many at once don't pass its limit.
        yield* sql`SELECT pg_advisory_xact_lock(hashtextextended(${`core_files ${file.accountId}`}, 0))`
        const rows = yield* sql<{ id: string }>`INSERT INTO core_files
            (id, account_id, name, type, size, bytes, created_at, expires_at)
          SELECT ${id}, ${file.accountId}::uuid, ${file.name}, ${file.type}, ${file.bytes.length}::int, ${file.bytes},
            ${iso(nowMs)}::timestamptz, ${iso(file.expiresAtMs)}::timestamptz
          WHERE (SELECT coalesce(sum(size), 0) FROM core_files
            WHERE account_id = ${file.accountId}::uuid AND expires_at > ${iso(nowMs)}::timestamptz)
            + ${file.bytes.length}::int <= ${accountBytesMax}::bigint
          RETURNING id`
        return rows.length > 0
      }, sql.withTransaction)

      const deleted = (where: Effect.Effect<unknown, SqlError.SqlError>) =>
        where.pipe(
          Effect.flatMap(Schema.decodeUnknownEffect(Deleted)),
          Effect.map(([{ count }]) => Number(count)),
          Effect.mapError(unavailable)
        )

      /** The file at an address of its own or of a link, where neither has ended. */
      const fileAt = (id: string, at: string) =>
        sql`(SELECT ${id}::text AS id) AS asked LEFT JOIN core_file_links AS link ON link.id = asked.id
          JOIN core_files AS file ON file.id = coalesce(link.file_id, asked.id)
            AND least(file.expires_at, link.expires_at) > ${at}::timestamptz`

      const find = SqlSchema.findOneOption({
        Request: Schema.Struct({ id: Schema.String, at: Schema.String }),
        Result: Row,
        execute: ({ at, id }) =>
          sql`SELECT name, type, bytes, (extract(epoch FROM least(file.expires_at, link.expires_at)) * 1000)::bigint
              AS "expiresAtMs"
            FROM ${fileAt(id, at)}`
      })

      const link = Effect.fnUntraced(function* (accountId: string, file: string, id: string, expiresAtMs: number) {
        const nowMs = yield* Clock.currentTimeMillis
        const rows = yield* sql`WITH file AS (
            SELECT id, name, type, size, expires_at FROM core_files WHERE id = ${file}
              AND account_id = ${accountId}::uuid AND expires_at > ${iso(nowMs)}::timestamptz),
          link AS (
            INSERT INTO core_file_links (id, file_id, created_at, expires_at)
            SELECT ${id}, id, ${iso(nowMs)}::timestamptz, least(expires_at, ${iso(expiresAtMs)}::timestamptz) FROM file
            RETURNING expires_at)
          SELECT name, type, size, (extract(epoch FROM link.expires_at) * 1000)::bigint AS "expiresAtMs"
          FROM file, link`.pipe(Effect.flatMap(Schema.decodeUnknownEffect(Schema.Array(LinkRow))))
        yield* sql`DELETE FROM core_file_links WHERE id IN (SELECT id FROM core_file_links WHERE file_id = ${file}
          ORDER BY created_at DESC, id OFFSET ${linksMax}::int)`
        return rows[0]
      }, sql.withTransaction)

      const files = Files.of({
        put: Effect.fn("Files.put")(function* (file) {
          const nowMs = yield* Clock.currentTimeMillis
          const refusal = refusalOf(file, bytesMax, nowMs)
          if (refusal !== undefined) return yield* refusal
          const id = randomBytes(16).toString("base64url")
          const fits = yield* Effect.mapError(insert(id, file, nowMs), unavailable)
          if (!fits) return yield* refused("account_full", `the account's files would exceed ${accountBytesMax} bytes`)
          return stored(id, { ...file, size: file.bytes.length })
        }),
        open: Effect.fn("Files.open")(function* (id) {
          if (!idPattern.test(id)) return undefined
          const found = yield* Effect.mapError(find({ id, at: iso(yield* Clock.currentTimeMillis) }), unavailable)
          if (Option.isNone(found)) return undefined
          const { bytes, expiresAtMs } = found.value
          return { ...stored(id, { ...found.value, size: bytes.length, expiresAtMs: Number(expiresAtMs) }), bytes }
        }),
        link: Effect.fn("Files.link")(function* (accountId, file, expiresAtMs) {
          if (!idPattern.test(file)) return undefined
          const id = randomBytes(16).toString("base64url")
          const row = yield* Effect.mapError(link(accountId, file, id, expiresAtMs), unavailable)
          return row === undefined ? undefined : stored(id, { ...row, expiresAtMs: Number(row.expiresAtMs) })
        }),
        idOf: (url) => {
          const id = url.startsWith(base) ? url.slice(base.length) : ""
          return idPattern.test(id) ? id : undefined
        },
        resolve: Effect.fn("Files.resolve")(function* (accountId, id) {
          if (!idPattern.test(id)) return undefined
          const at = iso(yield* Clock.currentTimeMillis)
          const [row] = yield* sql`SELECT file.id FROM ${fileAt(id, at)} WHERE account_id = ${accountId}::uuid`.pipe(
            Effect.flatMap(Schema.decodeUnknownEffect(Ids)),
            Effect.mapError(unavailable)
          )
          return row?.id
        }),
        remove: Effect.fn("Files.remove")(function* (accountId, id) {
          const count = yield* deleted(sql`WITH gone AS (
              DELETE FROM core_files WHERE id = ${id} AND account_id = ${accountId}::uuid RETURNING 1)
            SELECT count(*) AS count FROM gone`)
          return count > 0
        }),
        removeAll: Effect.fn("Files.removeAll")(function* (accountId) {
          return yield* deleted(sql`WITH gone AS (
              DELETE FROM core_files WHERE account_id = ${accountId}::uuid RETURNING 1)
            SELECT count(*) AS count FROM gone`)
        })
      })

      const remove = Effect.gen(function* () {
        let total = 0
        for (;;) {
          const at = iso(yield* Clock.currentTimeMillis)
          const gone = yield* sql`DELETE FROM core_files WHERE id IN (SELECT id FROM core_files
            WHERE expires_at <= ${at}::timestamptz ORDER BY expires_at LIMIT ${batchRows} FOR UPDATE SKIP LOCKED)
            RETURNING id`
          total += gone.length
          if (gone.length === batchRows) continue
          yield* sql`DELETE FROM core_file_links WHERE expires_at <= ${at}::timestamptz`
          return total
        }
      })
      return Context.make(Files, files).pipe(Context.add(ExpiredFiles, ExpiredFiles.of({ remove })))
    })
  )
