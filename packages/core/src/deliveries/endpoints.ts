import { randomBytes } from "node:crypto"
import { DeliveryRefused, isUuid, Vault } from "@storeglass/plugin-api"
import { Clock, Effect, Option, Redacted, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient, SqlSchema } from "effect/sql"
import { unavailable } from "./records.ts"

/** How long requests are also signed with the previous secret. */
const overlapMs = 24 * 3_600_000

const Endpoint = Schema.Struct({
  id: Schema.String,
  accountId: Schema.String,
  name: Schema.String,
  url: Schema.String
})
const Keyed = Schema.Struct({
  ...Endpoint.fields,
  secret: Schema.String,
  previousSecret: Schema.NullOr(Schema.String),
  isNew: Schema.optionalKey(Schema.Boolean)
})

/** The row for which the secrets of an endpoint are sealed. */
const rowOf = (endpointId: string) => `webhook:${endpointId}`
const newSecret = () => Redacted.make(`whsec_${randomBytes(32).toString("base64")}`, { label: "webhook secret" })
const iso = (epochMs: number) => new Date(epochMs).toISOString()

const noEndpoint = new DeliveryRefused({ reason: "endpoint", message: "no such webhook endpoint" })

/** The statements on endpoints and their secrets. */
export const makeEndpoints = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  const columns = sql.literal(`id, account_id AS "accountId", name, url`)

  const register = Effect.fnUntraced(function* (wanted: {
    readonly accountId: string
    readonly name: string
    readonly url: string
  }) {
    const id = uuidV7Unsafe()
    const secret = newSecret()
    const sealed = yield* vault.seal(secret, rowOf(id))
    const [endpoint] = yield* Effect.flatMap(
      sql`INSERT INTO core_webhook_endpoints (id, account_id, name, url, secret, created_at)
        VALUES (${id}::uuid, ${wanted.accountId}::uuid, ${wanted.name}, ${wanted.url}, ${sealed},
          ${iso(yield* Clock.currentTimeMillis)}::timestamptz)
        ON CONFLICT (account_id, name) DO UPDATE SET url = excluded.url RETURNING ${columns}`,
      Schema.decodeUnknownEffect(Schema.Tuple([Endpoint]))
    )
    return { endpoint, secret: endpoint.id === id ? secret : undefined }
  }, Effect.mapError(unavailable))

  const listOf = SqlSchema.findAll({
    Request: Schema.String,
    Result: Endpoint,
    execute: (accountId) =>
      sql`SELECT ${columns} FROM core_webhook_endpoints WHERE account_id = ${accountId}::uuid ORDER BY name`
  })
  const list = (accountId: string) => Effect.mapError(listOf(accountId), unavailable)

  const find = SqlSchema.findOneOption({
    Request: Schema.Struct({ accountId: Schema.String, endpointId: Schema.String, at: Schema.String }),
    Result: Keyed,
    execute: ({ accountId, at, endpointId }) =>
      sql`SELECT ${columns}, secret,
          CASE WHEN previous_until > ${at}::timestamptz THEN previous_secret END AS "previousSecret"
        FROM core_webhook_endpoints WHERE id = ${endpointId}::uuid AND account_id = ${accountId}::uuid`
  })

  /** The endpoint of an account with its secrets, newest first. */
  const open = Effect.fnUntraced(function* (accountId: string, endpointId: string) {
    if (!isUuid(endpointId)) return yield* noEndpoint
    const at = iso(yield* Clock.currentTimeMillis)
    const found = yield* Effect.mapError(find({ accountId, endpointId, at }), unavailable)
    if (Option.isNone(found)) return yield* noEndpoint
    const { previousSecret, secret, ...endpoint } = found.value
    const sealed = [secret, ...(previousSecret === null ? [] : [previousSecret])]
    const secrets = yield* Effect.forEach(sealed, (each) =>
      Effect.mapError(vault.open(each, rowOf(endpoint.id)), unavailable)
    )
    return { endpoint, secrets }
  })

  const rotate = Effect.fnUntraced(function* (accountId: string, endpointId: string) {
    if (!isUuid(endpointId)) return yield* noEndpoint
    const secret = newSecret()
    const nowMs = yield* Clock.currentTimeMillis
    const sealed = yield* vault.seal(secret, rowOf(endpointId.toLowerCase()))
    const rows = yield* Effect.mapError(
      sql`UPDATE core_webhook_endpoints SET previous_secret = secret, secret = ${sealed},
          previous_until = ${iso(nowMs + overlapMs)}::timestamptz
        WHERE id = ${endpointId}::uuid AND account_id = ${accountId}::uuid RETURNING id`,
      unavailable
    )
    return rows.length === 0 ? yield* noEndpoint : secret
  })

  const remove = Effect.fnUntraced(function* (accountId: string, endpointId?: string) {
    if (endpointId !== undefined && !isUuid(endpointId)) return 0
    const only = endpointId === undefined ? sql`true` : sql`id = ${endpointId}::uuid`
    const rows =
      yield* sql`DELETE FROM core_webhook_endpoints WHERE account_id = ${accountId}::uuid AND ${only} RETURNING id`
    return rows.length
  }, Effect.mapError(unavailable))

  return { register, list, open, rotate, remove }
})
