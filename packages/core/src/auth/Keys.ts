import {
  AccountChanged,
  type ApiKeyDetails,
  type Events,
  isoColumn,
  isUuid,
  keyAddressesMax,
  liveKeysMax,
  type OverlapHours,
  overlapHours as overlaps,
  type Scope
} from "@storeglass/plugin-api"
import { Clock, Effect, Redacted, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient, type SqlError } from "effect/sql"
import { isNetwork } from "../http/clientAddresses.ts"
import { recordChange } from "../security/SecurityChanges.ts"
import * as ApiKey from "./ApiKey.ts"
import { AccountError, assertText, revokedChannel } from "./accountErrors.ts"

type Failure = SqlError.SqlError | Schema.SchemaError

/** What a key may do unless it's created otherwise. */
export const defaultScopes: ReadonlyArray<Scope> = ["read", "write"]
/** With those that are good beside their successors. */
const goodKeysMax = 2 * liveKeysMax
const pluginsMax = 100
const hourMs = 3_600_000
/** A date that every language reads. */
const latestMs = Date.UTC(9999, 0)

export interface NewKey {
  readonly accountId: string
  readonly name: string
  readonly scopes?: ReadonlyArray<Scope>
  readonly plugins?: ReadonlyArray<string> | null
  readonly addresses?: ReadonlyArray<string> | null
  readonly expiresAtMs?: number | null
  readonly personId?: string | undefined
}

export interface MadeKey {
  readonly key: ApiKeyDetails
  /** Given here and never again. */
  readonly value: Redacted.Redacted<string>
}

/** What is done with keys. */
export interface Keys {
  /** The value is given here and never again. */
  readonly createKey: (key: NewKey) => Effect.Effect<MadeKey, AccountError | Failure>
  readonly keys: (accountId: string) => Effect.Effect<ReadonlyArray<ApiKeyDetails>, Failure>
  /** Of this account where one is named; undefined: there's none. */
  readonly key: (keyId: string, accountId?: string) => Effect.Effect<ApiKeyDetails | undefined, Failure>
  readonly keyOf: (value: Redacted.Redacted<string>) => Effect.Effect<ApiKeyDetails | undefined, Failure>
  /** Makes a successor with the same rights, and ends the old one after so many hours. */
  readonly rotateKey: (wanted: {
    readonly keyId: string
    readonly accountId?: string
    readonly overlapHours?: OverlapHours
    readonly personId?: string | undefined
  }) => Effect.Effect<MadeKey & { readonly replaced: ApiKeyDetails }, AccountError | Failure>
  /** Refused on every node within the bound of `KeyRing`. */
  readonly revokeKey: (keyId: string, accountId?: string) => Effect.Effect<ApiKeyDetails, AccountError | Failure>
  readonly expiringKeys: (
    fromMs: number,
    untilMs: number,
    after?: string
  ) => Effect.Effect<ReadonlyArray<ApiKeyDetails>, Failure>
  readonly forgetMaker: (personId: string) => Effect.Effect<void, Failure>
}

const Row = Schema.Struct({
  id: Schema.String,
  accountId: Schema.String,
  name: Schema.String,
  hint: Schema.String,
  scopes: Schema.Array(Schema.Literals(["read", "write", "internal"])),
  plugins: Schema.NullOr(Schema.Array(Schema.String)),
  addresses: Schema.NullOr(Schema.Array(Schema.String)),
  createdAt: Schema.String,
  expiresAt: Schema.NullOr(Schema.String),
  madeBy: Schema.NullOr(Schema.String),
  byPerson: Schema.NullOr(Schema.Boolean),
  revokedAt: Schema.NullOr(Schema.String),
  successorId: Schema.NullOr(Schema.String),
  endsAt: Schema.NullOr(Schema.String),
  usedAt: Schema.NullOr(Schema.String),
  usedAddress: Schema.NullOr(Schema.String),
  usedAgent: Schema.NullOr(Schema.String)
})
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))
const columns = `id, account_id AS "accountId", name, hint, scopes, plugins, addresses,
  ${isoColumn("created_at")} AS "createdAt", ${isoColumn("expires_at")} AS "expiresAt", made_by AS "madeBy",
  by_person AS "byPerson",
  ${isoColumn("revoked_at")} AS "revokedAt", successor AS "successorId", ${isoColumn("ends_at")} AS "endsAt",
  ${isoColumn("last_used_at")} AS "usedAt", last_used_address AS "usedAddress", last_used_agent AS "usedAgent"`

const detailsOf = ({ usedAddress, usedAgent, usedAt, ...row }: typeof Row.Type): ApiKeyDetails => ({
  ...row,
  lastUsed: usedAt === null ? null : { at: usedAt, address: usedAddress, agent: usedAgent }
})

/** What an audit says of a key. */
const rightsOf = ({ addresses, expiresAt, hint, name, plugins, scopes }: ApiKeyDetails) => ({
  name,
  hint,
  scopes,
  plugins,
  addresses,
  expiresAt
})

const invalid = (field: string, message: string) =>
  new AccountError({ reason: "invalid", field, message: `${field}: ${message}` })

const Counts = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ live: Schema.Int, good: Schema.Int })]))

const endOf = ({ endsAt, expiresAt }: ApiKeyDetails) =>
  Math.min(
    expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt),
    endsAt === null ? Number.POSITIVE_INFINITY : Date.parse(endsAt)
  )

export const makeKeys = Effect.fnUntraced(function* (events: Events["Service"]) {
  const sql = yield* SqlClient.SqlClient
  const shown = sql.literal(columns)
  const read = <E>(rows: Effect.Effect<ReadonlyArray<unknown>, E>) =>
    Effect.map(Effect.flatMap(rows, decodeRows), (all) => all.map(detailsOf))
  const first = <E>(rows: Effect.Effect<ReadonlyArray<unknown>, E>) => Effect.map(read(rows), ([row]) => row)
  const noted = (change: Parameters<typeof recordChange>[0]) =>
    Effect.provideService(recordChange(change), SqlClient.SqlClient, sql)
  const atTime = (ms: number) => sql`to_timestamp(${ms}::float8 / 1000)`
  const ofAccount = (accountId: string | undefined) =>
    accountId === undefined ? sql`` : sql`AND account_id = ${accountId}::uuid`
  const noKey = (keyId: string) =>
    new AccountError({
      reason: "not_found",
      message: isUuid(keyId) ? `no key '${keyId}'; 'storeglass key list' shows them` : `'${keyId}' isn't a key id`
    })

  /** Locks the account, so that its keys are counted by one at a time, and counts them. */
  const counted = Effect.fnUntraced(function* (accountId: string, nowMs: number) {
    yield* sql`SELECT 1 FROM core_accounts WHERE id = ${accountId}::uuid FOR NO KEY UPDATE`
    const [counts] = yield* Effect.flatMap(
      sql`SELECT count(*) FILTER (WHERE successor IS NULL)::int AS live, count(*)::int AS good FROM core_api_keys
        WHERE account_id = ${accountId}::uuid AND revoked_at IS NULL
          AND coalesce(least(expires_at, ends_at), 'infinity') > ${atTime(nowMs)}`,
      Counts
    )
    return counts
  })

  const insert = Effect.fnUntraced(function* (key: Required<NewKey>, nowMs: number) {
    const value = ApiKey.generate()
    const text = Redacted.value(value)
    const { accountId, addresses, expiresAtMs, name, personId, plugins, scopes } = key
    const made = yield* first(
      sql`INSERT INTO core_api_keys (id, account_id, hash, name, hint, scopes, plugins, addresses, expires_at, made_by,
          by_person, created_at)
        SELECT ${uuidV7Unsafe()}::uuid, ${accountId}::uuid, ${ApiKey.hashOf(text)}::bytea, ${name}::text,
          ${ApiKey.hintOf(text)}::text, ${scopes}::text[], ${plugins}::text[], ${addresses}::text[],
          to_timestamp(${expiresAtMs}::float8 / 1000), ${personId ?? null}::uuid,
          ${personId !== undefined}, ${atTime(nowMs)}
        WHERE NOT EXISTS (SELECT FROM core_account_deletions WHERE account_id = ${accountId}::uuid)
        RETURNING ${shown}`
    )
    if (made !== undefined) return { key: made, value }
    return yield* new AccountError({ reason: "deleting", message: `the account '${accountId}' is being deleted` })
  })

  const assertRights = Effect.fnUntraced(function* (key: Required<NewKey>, nowMs: number) {
    const { addresses, expiresAtMs, plugins, scopes } = key
    yield* assertText("name", 100, key.name)
    if (scopes.length === 0) return yield* invalid("scopes", "name at least one of read and write")
    if (plugins !== null) {
      if (plugins.length === 0) return yield* invalid("plugins", "name at least one, or leave it out for all")
      if (plugins.length > pluginsMax) return yield* invalid("plugins", `at most ${pluginsMax}`)
      const wrong = plugins.find((id) => !/^[a-z][a-z0-9-]{0,63}$/.test(id))
      if (wrong !== undefined) return yield* invalid("plugins", `'${wrong.slice(0, 64)}' isn't the id of a plugin`)
    }
    if (addresses !== null) {
      if (addresses.length === 0) return yield* invalid("addresses", "name at least one, or leave it out for any")
      if (addresses.length > keyAddressesMax) return yield* invalid("addresses", `at most ${keyAddressesMax}`)
      const wrong = addresses.find((network) => !isNetwork(network))
      if (wrong !== undefined) {
        return yield* invalid(
          "addresses",
          `'${wrong.slice(0, 64)}' isn't an address or a network such as 198.51.100.0/24`
        )
      }
    }
    if (expiresAtMs !== null && !(expiresAtMs > nowMs && expiresAtMs < latestMs)) {
      return yield* invalid("expiresAt", "must be a time in the future")
    }
  })

  const createKey: Keys["createKey"] = Effect.fn("Accounts.createKey")(function* (wanted) {
    const nowMs = yield* Clock.currentTimeMillis
    const { scopes = defaultScopes } = wanted
    const key = {
      ...wanted,
      scopes: [...new Set(scopes)],
      plugins: wanted.plugins == null ? null : [...new Set(wanted.plugins)],
      addresses: wanted.addresses == null ? null : [...new Set(wanted.addresses)],
      expiresAtMs: wanted.expiresAtMs ?? null,
      personId: wanted.personId
    }
    yield* assertRights(key, nowMs)
    const { live } = yield* counted(key.accountId, nowMs)
    if (live >= liveKeysMax) {
      return yield* new AccountError({
        reason: "limit",
        message: `an account has at most ${liveKeysMax} live keys; revoke one that isn't used any more`
      })
    }
    const made = yield* insert(key, nowMs)
    yield* noted({
      event: "security.key_created",
      accountId: key.accountId,
      detail: { keyId: made.key.id, key: made.key.hint, scopes: key.scopes.join(" ") },
      audit: { target: { kind: "key", id: made.key.id }, after: rightsOf(made.key) }
    })
    return made
  }, sql.withTransaction)

  const rotateKey: Keys["rotateKey"] = Effect.fn("Accounts.rotateKey")(function* ({
    accountId,
    keyId,
    overlapHours = 24,
    personId
  }) {
    const nowMs = yield* Clock.currentTimeMillis
    if (!isUuid(keyId)) return yield* noKey(keyId)
    if (!overlaps.includes(overlapHours)) return yield* invalid("overlapHours", `one of ${overlaps.join(", ")}`)
    const owner = yield* first(
      sql`SELECT ${shown} FROM core_api_keys WHERE id = ${keyId}::uuid ${ofAccount(accountId)}`
    )
    if (owner === undefined) return yield* noKey(keyId)
    const { good } = yield* counted(owner.accountId, nowMs)
    // As it stands now that nobody else changes it.
    const before = (yield* first(sql`SELECT ${shown} FROM core_api_keys WHERE id = ${keyId}::uuid FOR UPDATE`)) ?? owner
    const ended = (why: string) => new AccountError({ reason: "state", message: `the key ${before.hint} ${why}` })
    if (before.revokedAt !== null) return yield* ended("is revoked; make a new one")
    if (before.successorId !== null) return yield* ended("was replaced before; rotate its successor")
    if (endOf(before) <= nowMs) return yield* ended("has expired; make a new one")
    if (good >= goodKeysMax) {
      return yield* new AccountError({
        reason: "limit",
        message: `${good} keys are still good, replaced ones included; wait until some have ended, or revoke them`
      })
    }
    const lifeMs = before.expiresAt === null ? null : Date.parse(before.expiresAt) - Date.parse(before.createdAt)
    const made = yield* insert(
      { ...before, personId, expiresAtMs: lifeMs === null ? null : Math.min(nowMs + lifeMs, latestMs - 1) },
      nowMs
    )
    const replaced = yield* first(
      sql`WITH ended AS (
          UPDATE core_api_keys SET successor = ${made.key.id}::uuid, ends_at = ${atTime(nowMs + overlapHours * hourMs)}
          WHERE id = ${keyId}::uuid RETURNING *)
        SELECT ${shown}, pg_notify(${revokedChannel}, id::text) FROM ended`
    )
    yield* noted({
      event: "security.key_rotated",
      accountId: before.accountId,
      detail: { keyId, key: before.hint, successorId: made.key.id, successor: made.key.hint, overlapHours },
      audit: {
        target: { kind: "key", id: keyId },
        before: rightsOf(before),
        after: { ...rightsOf(made.key), successorId: made.key.id, endsAt: replaced?.endsAt ?? null }
      }
    })
    yield* Effect.provideService(
      events.publish(AccountChanged, {
        accountId: before.accountId,
        change: "key-rotated",
        targetId: made.key.id,
        atMs: nowMs
      }),
      SqlClient.SqlClient,
      sql
    )
    return { ...made, replaced: replaced ?? before }
  }, sql.withTransaction)

  const revokeKey: Keys["revokeKey"] = Effect.fn("Accounts.revokeKey")(function* (keyId, accountId) {
    if (!isUuid(keyId)) return yield* noKey(keyId)
    const nowMs = yield* Clock.currentTimeMillis
    const before = yield* first(
      sql`SELECT ${shown} FROM core_api_keys WHERE id = ${keyId}::uuid ${ofAccount(accountId)} FOR UPDATE`
    )
    if (before === undefined) return yield* noKey(keyId)
    if (before.revokedAt !== null) return before
    const key = yield* first(
      sql`WITH revoked AS (
          UPDATE core_api_keys SET revoked_at = ${atTime(nowMs)} WHERE id = ${keyId}::uuid RETURNING *)
        SELECT ${shown}, pg_notify(${revokedChannel}, id::text) FROM revoked`
    )
    yield* noted({
      event: "security.key_revoked",
      accountId: before.accountId,
      detail: { keyId: before.id, key: before.hint },
      audit: { target: { kind: "key", id: before.id }, before: rightsOf(before) }
    })
    return key ?? before
  }, sql.withTransaction)

  const keys: Keys = {
    createKey,
    rotateKey,
    revokeKey,
    keys: Effect.fn("Accounts.keys")((accountId) =>
      read(sql`SELECT ${shown} FROM core_api_keys WHERE account_id = ${accountId}::uuid ORDER BY created_at, id`)
    ),
    key: Effect.fn("Accounts.key")((keyId, accountId) =>
      isUuid(keyId)
        ? first(sql`SELECT ${shown} FROM core_api_keys WHERE id = ${keyId}::uuid ${ofAccount(accountId)}`)
        : Effect.succeed(undefined)
    ),
    keyOf: Effect.fn("Accounts.keyOf")((value) => {
      const text = Redacted.value(value)
      return ApiKey.isWellFormed(text)
        ? first(sql`SELECT ${shown} FROM core_api_keys WHERE hash = ${ApiKey.hashOf(text)}::bytea`)
        : Effect.succeed(undefined)
    }),
    expiringKeys: Effect.fn("Accounts.expiringKeys")((fromMs, untilMs, after) =>
      read(sql`SELECT ${shown} FROM core_api_keys
        WHERE revoked_at IS NULL AND expires_at >= ${atTime(fromMs)} AND expires_at < ${atTime(untilMs)}
          AND successor IS NULL AND ${after === undefined ? sql`true` : sql`id > ${after}::uuid`}
          AND EXISTS (SELECT FROM core_accounts a WHERE a.id = account_id AND a.suspended_at IS NULL)
        ORDER BY id LIMIT 1000`)
    ),
    forgetMaker: Effect.fn("Accounts.forgetMaker")((personId) =>
      Effect.asVoid(sql`UPDATE core_api_keys SET made_by = NULL WHERE made_by = ${personId}::uuid`)
    )
  }
  return keys
})
