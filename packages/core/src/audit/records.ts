import type { AuditActor, AuditRecord } from "@storeglass/plugin-api"
import { Clock, Effect } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { RequestAtHand } from "../http/RequestAtHand.ts"
import { Actor } from "../security/Actor.ts"

const bytesMax = 16_384
/** A key in full, which has no business here. */
const keyIn = /sg_live_[0-9A-Za-z]{29}([0-9A-Za-z]{4})/g

/** Who acts: the caller of the request at hand, else whoever runs the command, else the gateway. */
const actorAtHand: Effect.Effect<AuditActor> = Effect.gen(function* () {
  const caller = (yield* RequestAtHand)?.caller
  if (caller !== undefined) {
    if (caller.personId === undefined) return { kind: "key", id: caller.keyId }
    return { kind: caller.actsAsOperator === true ? "operator" : "person", id: caller.personId }
  }
  const actor = yield* Actor
  return actor.startsWith("cli:") ? { kind: "cli", id: actor.slice(4) } : { kind: "system", id: null }
})

const jsonOf = (action: string, what: string, value: unknown) => {
  if (value === undefined) return null
  const text = JSON.stringify(value)
  if (Buffer.byteLength(text) > bytesMax) throw new Error(`the audit of '${action}': ${what} is over 16 KiB`)
  return text.replace(keyIn, "sg_live_…$1")
}

/** Adds a row, in the transaction at hand. `id` makes it one, however often it is tried. */
export const recordAudit = Effect.fnUntraced(function* (entry: AuditRecord & { readonly id?: string }) {
  const sql = yield* SqlClient.SqlClient
  const { accountId, action, target } = entry
  const exchange = (yield* RequestAtHand)?.exchange
  const { id: actorId, kind } = entry.by ?? (yield* actorAtHand)
  const at = new Date(yield* Clock.currentTimeMillis).toISOString()
  yield* sql`INSERT INTO core_audit (id, at, account_id, actor, actor_id, action, target_kind, target_id, before, after,
      address, request_id)
    VALUES (${entry.id ?? uuidV7Unsafe()}::uuid, ${at}::timestamptz, ${accountId}::uuid, ${kind}, ${actorId}, ${action},
      ${target?.kind ?? null}, ${target?.id ?? null}, ${jsonOf(action, "before", entry.before)}::text::jsonb,
      ${jsonOf(action, "after", entry.after)}::text::jsonb, ${exchange?.client.address ?? null},
      ${exchange?.requestId ?? null})
    ON CONFLICT (id) DO NOTHING`
})

/** Runs what removes rows of the audit log or changes them: when they are old, and when somebody is forgotten. */
export const mayForget = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  SqlClient.SqlClient.use((sql) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`SELECT set_config('storeglass.audit', 'forget', true)`
        const result = yield* effect
        yield* sql`SELECT set_config('storeglass.audit', '', true)`
        return result
      })
    )
  )
