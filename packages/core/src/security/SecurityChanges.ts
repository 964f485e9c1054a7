import { type AuditRecord, isoColumn } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient, SqlSchema } from "effect/sql"
import type { CoreAction } from "../audit/actions.ts"
import { recordAudit } from "../audit/records.ts"
import { RequestAtHand } from "../http/RequestAtHand.ts"
import { Actor } from "./Actor.ts"

const actorAtHand = Effect.gen(function* () {
  const request = yield* RequestAtHand
  if (request?.caller === undefined) return yield* Actor
  const { accountId, actsAsOperator, keyId, personId } = request.caller
  if (personId === undefined) return `account:${accountId} key:${keyId}`
  return actsAsOperator === true ? `operator:${personId}` : `account:${accountId} person:${personId}`
})

/** What `LISTEN` on this channel hears: a change, once its transaction is committed. */
export const changesChannel = "core_security_changes"

const Change = Schema.Struct({
  id: Schema.String,
  at: Schema.String,
  event: Schema.Literals([
    "security.account_created",
    "security.account_deletion_asked",
    "security.account_deletion_undone",
    "security.account_deleted",
    "security.account_suspended",
    "security.account_unsuspended",
    "security.plan_changed",
    "security.key_created",
    "security.key_rotated",
    "security.key_revoked",
    "security.credits_granted"
  ]),
  accountId: Schema.String,
  actor: Schema.String,
  detail: Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Number]))
})
export type SecurityChange = typeof Change.Type

const encode = Schema.encodeEffect(Schema.fromJsonString(Change))
export const decodeChange = Schema.decodeUnknownEffect(Schema.fromJsonString(Change))

/** What the account's own audit log calls it. That an account is gone, nobody is left to be told. */
const auditedAs: Readonly<Record<SecurityChange["event"], CoreAction | undefined>> = {
  "security.account_created": "account.created",
  "security.account_deletion_asked": "account.deletion-asked",
  "security.account_deletion_undone": "account.deletion-undone",
  "security.account_deleted": undefined,
  "security.account_suspended": "account.suspended",
  "security.account_unsuspended": "account.unsuspended",
  "security.plan_changed": "account.plan-changed",
  "security.key_created": "key.created",
  "security.key_rotated": "key.rotated",
  "security.key_revoked": "key.revoked",
  "security.credits_granted": "credits.granted"
}

/**
 * Writes a change down with who made it: for the operator, whose nodes' logs are told, and in the account's audit log, with
 * `audit`. Call it in the transaction of the change, so that there is neither without the other. `id` makes it one, however
 * often it is tried.
 */
export const recordChange = Effect.fnUntraced(function* ({
  audit,
  ...change
}: Pick<SecurityChange, "event" | "accountId" | "detail"> & {
  readonly id?: string
  readonly audit?: Pick<AuditRecord, "target" | "before" | "after">
}) {
  const sql = yield* SqlClient.SqlClient
  const whole: SecurityChange = {
    ...change,
    id: change.id ?? uuidV7Unsafe(),
    at: new Date(yield* Clock.currentTimeMillis).toISOString(),
    actor: yield* actorAtHand
  }
  yield* sql`WITH kept AS (
      INSERT INTO core_security_changes (id, at, event, account_id, actor, detail)
      VALUES (${whole.id}::uuid, ${whole.at}::timestamptz, ${whole.event}, ${whole.accountId}::uuid, ${whole.actor},
        ${JSON.stringify(whole.detail)}::jsonb)
      ON CONFLICT (id) DO NOTHING RETURNING id)
    SELECT pg_notify(${changesChannel}, ${yield* Effect.orDie(encode(whole))}) FROM kept`
  const action = auditedAs[change.event]
  if (action === undefined) return
  yield* recordAudit({ id: whole.id, action, accountId: change.accountId, ...(audit ?? { after: change.detail }) })
})

const list = Effect.map(SqlClient.SqlClient, (sql) =>
  SqlSchema.findAll({
    Request: Schema.Struct({ accountId: Schema.UndefinedOr(Schema.String), limit: Schema.Int }),
    Result: Change,
    execute: ({ accountId, limit }) =>
      sql`SELECT id, ${sql.literal(isoColumn("at"))} AS at, event,
          account_id AS "accountId", actor, detail
        FROM core_security_changes
        ${accountId === undefined ? sql`` : sql`WHERE account_id = ${accountId}::uuid`}
        ORDER BY at DESC, id DESC LIMIT ${limit}`
  })
)

/** The newest changes, of one account or of all. */
export const listChanges = (wanted: { readonly accountId?: string | undefined; readonly limit: number }) =>
  Effect.flatMap(list, (find) => find({ accountId: wanted.accountId, limit: wanted.limit }))
