import { randomBytes } from "node:crypto"
import { DeliveryRefused, isUuid, type NewWebhookEndpoint, Vault, type WebhookForm } from "@storeglass/plugin-api"
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
  secret: Schema.NullOr(Schema.String),
  previousSecret: Schema.NullOr(Schema.String),
  secretHeader: Schema.NullOr(Schema.String),
  userAgent: Schema.NullOr(Schema.String),
  redirectDelivers: Schema.Boolean
})
const Secrets = Schema.Array(Schema.Struct({ id: Schema.String, secret: Schema.NullOr(Schema.String) }))

/** An address with all that a request to it needs. */
export interface OpenEndpoint {
  readonly url: string
  /** Newest first; none: requests aren't signed. */
  readonly secrets: ReadonlyArray<Redacted.Redacted<string>>
  readonly form: WebhookForm
}

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

  const register = Effect.fnUntraced(
    function* ({ accountId, form = {}, name, secret: own, url }: NewWebhookEndpoint) {
      const at = iso(yield* Clock.currentTimeMillis)
      yield* sql`SELECT pg_advisory_xact_lock(hashtextextended(${`webhook/${accountId}/${name}`}, 0))`
      const [known] = yield* Effect.flatMap(
        sql`SELECT id, secret FROM core_webhook_endpoints WHERE account_id = ${accountId}::uuid AND name = ${name}`,
        Schema.decodeUnknownEffect(Secrets)
      )
      const id = known?.id ?? uuidV7Unsafe()
      const made = known === undefined && own === undefined ? newSecret() : undefined
      const secret = made ?? own ?? null
      const sealed = secret === null ? null : yield* vault.seal(secret, rowOf(id))
      // One that can't be opened any more is replaced like none.
      const before =
        known === undefined || known.secret === null || own === undefined || own === null
          ? undefined
          : yield* Effect.orElseSucceed(vault.open(known.secret, rowOf(id)), () => undefined)
      const isSame = before !== undefined && secret !== null && Redacted.value(before) === Redacted.value(secret)
      const previous = own === undefined || isSame ? "stays" : before === undefined ? "none" : "was"
      const [endpoint] = yield* Effect.flatMap(
        sql`INSERT INTO core_webhook_endpoints AS e (id, account_id, name, url, secret, secret_header, user_agent,
          redirect_delivers, created_at)
        VALUES (${id}::uuid, ${accountId}::uuid, ${name}, ${url}, ${sealed}, ${form.secretHeader ?? null},
          ${form.userAgent ?? null}, ${form.redirectDelivers ?? false}, ${at}::timestamptz)
        ON CONFLICT (account_id, name) DO UPDATE SET url = excluded.url, secret_header = excluded.secret_header,
          user_agent = excluded.user_agent, redirect_delivers = excluded.redirect_delivers,
          secret = CASE WHEN ${own === undefined} THEN e.secret ELSE excluded.secret END,
          previous_secret = CASE ${previous} WHEN 'stays' THEN e.previous_secret WHEN 'was' THEN e.secret END,
          previous_until = CASE ${previous} WHEN 'stays' THEN e.previous_until
            WHEN 'was' THEN ${iso(Date.parse(at) + overlapMs)}::timestamptz END
        RETURNING ${columns}`,
        Schema.decodeUnknownEffect(Schema.Tuple([Endpoint]))
      )
      return { endpoint, secret: made }
    },
    sql.withTransaction,
    Effect.mapError(unavailable)
  )

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
      sql`SELECT ${columns}, secret, secret_header AS "secretHeader", user_agent AS "userAgent",
          redirect_delivers AS "redirectDelivers",
          CASE WHEN previous_until > ${at}::timestamptz THEN previous_secret END AS "previousSecret"
        FROM core_webhook_endpoints WHERE id = ${endpointId}::uuid AND account_id = ${accountId}::uuid`
  })

  /** The endpoint of an account with its secrets, newest first. */
  const open = Effect.fnUntraced(function* (accountId: string, endpointId: string) {
    if (!isUuid(endpointId)) return yield* noEndpoint
    const at = iso(yield* Clock.currentTimeMillis)
    const found = yield* Effect.mapError(find({ accountId, endpointId, at }), unavailable)
    if (Option.isNone(found)) return yield* noEndpoint
    const { previousSecret, redirectDelivers, secret, secretHeader, userAgent, ...endpoint } = found.value
    const sealed = [secret, previousSecret].filter((each) => each !== null)
    const secrets = yield* Effect.forEach(sealed, (each) =>
      Effect.mapError(vault.open(each, rowOf(endpoint.id)), unavailable)
    )
    const form: WebhookForm = {
      ...(secretHeader === null ? {} : { secretHeader }),
      ...(userAgent === null ? {} : { userAgent }),
      redirectDelivers
    }
    return { endpoint, secrets, form }
  })

  /** What an endpoint would be, were it registered like this. */
  const asRegistered = Effect.fnUntraced(function* ({ accountId, form = {}, name, secret, url }: NewWebhookEndpoint) {
    if (secret !== undefined) return { url, secrets: secret === null ? [] : [secret], form } satisfies OpenEndpoint
    const known = (yield* list(accountId)).find((each) => each.name === name)
    const secrets = known === undefined ? [] : (yield* open(accountId, known.id)).secrets
    return { url, secrets, form } satisfies OpenEndpoint
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

  return { asRegistered, register, list, open, rotate, remove }
})
