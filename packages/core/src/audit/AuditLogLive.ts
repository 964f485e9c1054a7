import {
  type AuditEntry,
  AuditLog,
  type AuditPage,
  type AuditQuery,
  isoColumn,
  ServiceUnavailable
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { coreActions } from "./actions.ts"
import { mayForget, recordAudit } from "./records.ts"

const dayMs = 86_400_000
export const auditKeptDays = 400
/** Rows that one statement removes. */
const removedAtOnce = 5_000

const Row = Schema.Struct({
  id: Schema.String,
  at: Schema.String,
  accountId: Schema.NullOr(Schema.String),
  actor: Schema.Literals(["person", "key", "operator", "cli", "system"]),
  actorId: Schema.NullOr(Schema.String),
  action: Schema.String,
  targetKind: Schema.NullOr(Schema.String),
  targetId: Schema.NullOr(Schema.String),
  before: Schema.Unknown,
  after: Schema.Unknown,
  address: Schema.NullOr(Schema.String),
  requestId: Schema.NullOr(Schema.String)
})
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

const Place = Schema.Tuple([Schema.String, Schema.String])
const decodePlace = Schema.decodeUnknownOption(Schema.fromJsonString(Place))
const placeOf = (text: string) => decodePlace(Buffer.from(text, "base64url").toString())
const placeText = ({ at, id }: AuditEntry) => Buffer.from(JSON.stringify([at, id])).toString("base64url")

const entryOf = ({ actor, actorId, targetId, targetKind, ...row }: typeof Row.Type): AuditEntry => ({
  ...row,
  actor: { kind: actor, id: actorId },
  target: targetKind === null || targetId === null ? null : { kind: targetKind, id: targetId }
})

const iso = (ms: number) => new Date(ms).toISOString()

/** A page of the audit log, newest first. */
export const listAudit = Effect.fn("AuditLog.list")(function* (
  wanted: AuditQuery
): Effect.fn.Return<AuditPage, SqlError.SqlError | Schema.SchemaError, SqlClient.SqlClient> {
  const sql = yield* SqlClient.SqlClient
  const { accountId, actions, actor, after, fromMs, target, untilMs } = wanted
  const limit = Math.min(Math.max(wanted.limit, 1), 1_000)
  const place = after === undefined ? Option.none() : placeOf(after)
  const conditions = [
    ...(accountId === undefined ? [] : [sql`account_id = ${accountId}::uuid`]),
    ...(actions === undefined ? [] : [sql`action = ANY(${actions}::text[])`]),
    ...(actor?.kind === undefined ? [] : [sql`actor = ${actor.kind}`]),
    ...(actor?.id === undefined ? [] : [sql`actor_id = ${actor.id}`]),
    ...(target?.kind === undefined ? [] : [sql`target_kind = ${target.kind}`]),
    ...(target?.id === undefined ? [] : [sql`target_id = ${target.id}`]),
    ...(fromMs === undefined ? [] : [sql`at >= ${iso(fromMs)}::timestamptz`]),
    ...(untilMs === undefined ? [] : [sql`at < ${iso(untilMs)}::timestamptz`]),
    ...(Option.isNone(place) ? [] : [sql`(at, id) < (${place.value[0]}::timestamptz, ${place.value[1]}::uuid)`])
  ]
  const rows = yield* Effect.flatMap(
    sql`SELECT id, ${sql.literal(isoColumn("at"))} AS at, account_id AS "accountId", actor, actor_id AS "actorId", action,
        target_kind AS "targetKind", target_id AS "targetId", before, after, address, request_id AS "requestId"
      FROM core_audit ${conditions.length === 0 ? sql`` : sql`WHERE ${sql.and(conditions)}`}
      ORDER BY at DESC, id DESC LIMIT ${limit + 1}`,
    decodeRows
  )
  const entries = rows.slice(0, limit).map(entryOf)
  const last = entries.at(-1)
  return { entries, next: rows.length > limit && last !== undefined ? placeText(last) : undefined }
})

/** What has been kept for as long as it is kept. */
export class OldAudit extends Context.Service<
  OldAudit,
  { readonly remove: Effect.Effect<number, SqlError.SqlError> }
>()("@storeglass/core/audit/OldAudit") {}

export interface AuditOptions {
  /** What plugins declare, by name. */
  readonly actions?: Readonly<Record<string, string>>
  readonly keptDays?: number | undefined
}

const unavailable = (cause: unknown) =>
  new ServiceUnavailable("the audit log can't be read just now; retry", { retryAfterSeconds: 1, cause })

export const AuditLogLive = ({ actions = {}, keptDays = auditKeptDays }: AuditOptions = {}) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const own = Effect.provideService(SqlClient.SqlClient, sql)
      const known = { ...coreActions, ...actions }
      const log = AuditLog.of({
        actions: known,
        record: (entry) =>
          Object.hasOwn(known, entry.action)
            ? recordAudit(entry)
            : Effect.die(new Error(`'${entry.action}' isn't an action of the audit log; declare it under \`audits\``)),
        list: (wanted) => Effect.mapError(own(listAudit(wanted)), unavailable),
        forgetPerson: Effect.fn("AuditLog.forgetPerson")(
          (personId, email) =>
            own(
              mayForget(
                Effect.all([
                  sql`UPDATE core_audit SET actor_id = NULL, address = NULL WHERE actor_id = ${personId}
                    AND actor IN ('person', 'operator')`,
                  sql`UPDATE core_audit SET target_id = 'gone', before = NULL, after = NULL
                    WHERE target_kind = 'person' AND target_id = ${personId}`,
                  sql`UPDATE core_security_changes SET actor = replace(actor, ${personId}, 'gone')
                    WHERE strpos(actor, ${personId}) > 0`,
                  // What a session wrote to a vendor is under the person's id, where a key's would be.
                  sql`UPDATE core_vendor_writes SET key_id = NULL WHERE key_id::text = ${personId}`,
                  ...(email === undefined
                    ? []
                    : [
                        sql`UPDATE core_audit SET before = NULL, after = NULL
                          WHERE coalesce(after, before) ->> 'email' = ${email}`
                      ])
                ])
              )
            ),
          Effect.asVoid,
          Effect.mapError(unavailable)
        )
      })
      const remove = Effect.gen(function* () {
        const before = iso((yield* Clock.currentTimeMillis) - keptDays * dayMs)
        let removed = 0
        for (;;) {
          const gone = yield* own(
            mayForget(
              sql`DELETE FROM core_audit WHERE id IN (
                SELECT id FROM core_audit WHERE at < ${before}::timestamptz ORDER BY at LIMIT ${removedAtOnce}) RETURNING 1`
            )
          )
          removed += gone.length
          if (gone.length < removedAtOnce) return removed
        }
      }).pipe(Effect.withSpan("OldAudit.remove"))
      return Context.make(AuditLog, log).pipe(Context.add(OldAudit, OldAudit.of({ remove })))
    })
  )
