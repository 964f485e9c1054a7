import {
  ApiKeys,
  AuditLog,
  rowsOf,
  type ServiceUnavailable,
  type TokenStanding,
  type TokenUse,
  type VerifiedToken
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient, type SqlError, type Statement } from "effect/sql"
import { roles } from "../roles.ts"
import { msColumn, timeOf } from "../rows.ts"

const days = 24 * 60 * 60_000
/** For so long an ended grant is told of, so that usage under its id has a name: as long as usage is shown and audited. */
const endedForMs = 400 * days

export const tokenScopes = ["read", "write"] as const
export type TokenScope = (typeof tokenScopes)[number]

/** An app that someone connected to an account, once or several times. Times are epoch ms. */
export interface ConnectedApp {
  /** UUID of the grant of those that was used last. */
  readonly id: string
  /** UUIDs of all of them, under which usage and logs count. */
  readonly grantIds: ReadonlyArray<string>
  readonly accountId: string
  readonly personId: string
  readonly personEmail: string
  readonly clientId: string
  readonly clientName: string
  /** The site that vouches for the app; null: nobody does. */
  readonly clientHost: string | null
  readonly scopes: ReadonlyArray<TokenScope>
  /** Null: all. */
  readonly toolsets: ReadonlyArray<string> | null
  readonly createdMs: number
  readonly expiresMs: number | null
  readonly lastUsedMs: number | null
  readonly lastUsedAddress: string | null
  readonly lastUsedAgent: string | null
}

/** What someone allowed an app. */
export interface AppGrant
  extends Pick<ConnectedApp, "accountId" | "personId" | "clientId" | "clientName" | "clientHost"> {
  readonly scopes: ReadonlyArray<TokenScope>
  readonly toolsets: ReadonlyArray<string> | null
  readonly expiresMs: number
}

const StandingRow = Schema.Struct({
  at: Schema.Number,
  scopes: Schema.Array(Schema.Literals(tokenScopes)),
  toolsets: Schema.NullOr(Schema.Array(Schema.String)),
  role: Schema.Literals(roles)
})
const AppRow = Schema.Struct({
  id: Schema.String,
  grantIds: Schema.Array(Schema.String),
  accountId: Schema.String,
  personId: Schema.String,
  personEmail: Schema.String,
  clientId: Schema.String,
  clientName: Schema.String,
  clientHost: Schema.NullOr(Schema.String),
  scopes: Schema.Array(Schema.Literals(tokenScopes)),
  toolsets: Schema.NullOr(Schema.Array(Schema.String)),
  createdMs: Schema.Number,
  expiresMs: Schema.NullOr(Schema.Number),
  lastUsedMs: Schema.NullOr(Schema.Number),
  lastUsedAddress: Schema.NullOr(Schema.String),
  lastUsedAgent: Schema.NullOr(Schema.String)
})
const IdRow = Schema.Struct({ id: Schema.String })
const NameRow = Schema.Struct({
  id: Schema.String,
  personId: Schema.NullOr(Schema.String),
  client: Schema.NullOr(Schema.String)
})
const EndedRow = Schema.Struct({
  id: Schema.String,
  accountId: Schema.String,
  clientName: Schema.NullOr(Schema.String)
})

type Failure = SqlError.SqlError | ServiceUnavailable

/** What tokens are granted by. Whatever ends a grant is in effect on every node within 5 s. */
export class Grants extends Context.Service<
  Grants,
  {
    /** The grant of a page: as long as the session, one for each account that it looks at. */
    readonly ofPage: (page: {
      readonly sessionId: string
      readonly personId: string
      readonly accountId: string
    }) => Effect.Effect<string, SqlError.SqlError>
    /** Connects an app. */
    readonly connect: (grant: AppGrant) => Effect.Effect<string, SqlError.SqlError>
    /** What may be done by it now, if anything: asked for all at once. */
    readonly standing: (
      tokens: ReadonlyArray<Pick<VerifiedToken, "grantId" | "accountId" | "personId">>
    ) => Effect.Effect<ReadonlyArray<TokenStanding | undefined>, SqlError.SqlError>
    readonly used: (uses: ReadonlyArray<TokenUse>) => Effect.Effect<void, SqlError.SqlError>
    /** Those that are connected now, one for each client and person, used last first; of one person or of all. */
    readonly apps: (
      accountId: string,
      personId?: string
    ) => Effect.Effect<ReadonlyArray<ConnectedApp>, SqlError.SqlError>
    /** Ends all that its person granted its app in this account, as `end` does; false: there's none. */
    readonly endApp: (
      grantId: string,
      of: { readonly accountId: string; readonly personId?: string | undefined }
    ) => Effect.Effect<boolean, Failure>
    /** Ends one, and says so in the account's audit log; false: there's none. */
    readonly end: (grantId: string) => Effect.Effect<boolean, Failure>
    /** Ends all grants of a person or of an account, apps' and pages'. */
    readonly endAll: (
      of: { readonly accountId: string } | { readonly personId: string }
    ) => Effect.Effect<number, Failure>
    /** Of all that an account has or had; `client` null: a page. `personId` null: who granted it is gone. */
    readonly names: (accountId: string) => Effect.Effect<ReadonlyArray<typeof NameRow.Type>, SqlError.SqlError>
    readonly tidy: Effect.Effect<void, SqlError.SqlError>
  }
>()("@storeglass/account/Grants") {
  static readonly layer = Layer.effect(
    Grants,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const apiKeys = yield* ApiKeys
      const audit = yield* AuditLog
      const here = Effect.provideService(SqlClient.SqlClient, sql)

      /** Ends those that stand, says so in the audit logs, and gives how many there were. */
      const endWhere = Effect.fnUntraced(function* (which: Statement.Fragment) {
        const now = timeOf(yield* Clock.currentTimeMillis)
        const ended = yield* rowsOf(EndedRow)(
          sql`UPDATE account_grants g SET ended_at = ${now}::timestamptz WHERE ${which} AND ended_at IS NULL
              AND CASE WHEN client_id IS NULL THEN EXISTS (SELECT FROM account_sessions s
                WHERE s.id = g.session_id AND s.expires_at > ${now}::timestamptz) ELSE expires_at > ${now}::timestamptz END
            RETURNING id, account_id AS "accountId", client_name AS "clientName"`
        )
        for (const { accountId, clientName, id } of ended) {
          if (clientName === null) continue
          yield* here(
            audit.record({
              action: "account.app-disconnected",
              accountId,
              target: { kind: "grant", id },
              before: { client: clientName }
            })
          )
        }
        if (ended.length > 0) yield* here(apiKeys.changed)
        return ended.length
      }, sql.withTransaction)

      return Grants.of({
        ofPage: Effect.fn("Grants.ofPage")(function* ({ accountId, personId, sessionId }) {
          const now = timeOf(yield* Clock.currentTimeMillis)
          const [kept] = yield* rowsOf(IdRow)(
            sql`INSERT INTO account_grants AS kept (id, account_id, person_id, session_id, scopes, created_at)
              VALUES (${uuidV7Unsafe()}::uuid, ${accountId}::uuid, ${personId}, ${sessionId}, ${[...tokenScopes]}::text[],
                ${now}::timestamptz)
              ON CONFLICT (session_id, account_id) DO UPDATE SET ended_at = NULL RETURNING id`
          )
          return kept?.id ?? (yield* Effect.die(new Error("no grant was made")))
        }),
        connect: Effect.fn("Grants.connect")(function* (grant) {
          const now = timeOf(yield* Clock.currentTimeMillis)
          const id = uuidV7Unsafe()
          const { accountId, clientHost, clientId, clientName, expiresMs, personId, scopes, toolsets } = grant
          yield* sql`INSERT INTO account_grants (id, account_id, person_id, client_id, client_name, client_host, scopes,
              toolsets, created_at, expires_at)
            VALUES (${id}::uuid, ${accountId}::uuid, ${personId}, ${clientId}, ${clientName}, ${clientHost},
              ${[...scopes]}::text[], ${toolsets === null ? null : [...toolsets]}::text[], ${now}::timestamptz,
              ${timeOf(expiresMs)}::timestamptz)`
          yield* here(
            audit.record({
              action: "account.app-connected",
              accountId,
              target: { kind: "grant", id },
              after: { client: clientName, host: clientHost, scopes, toolsets },
              by: { kind: "person", id: personId }
            })
          )
          return id
        }),
        standing: Effect.fn("Grants.standing")(function* (tokens) {
          const now = timeOf(yield* Clock.currentTimeMillis)
          const rows = yield* rowsOf(StandingRow)(
            sql`SELECT t.at::int AS at, g.scopes, g.toolsets, m.role
              FROM unnest(${tokens.map(({ grantId }) => grantId)}::uuid[], ${tokens.map(({ accountId }) => accountId)}::uuid[],
                ${tokens.map(({ personId }) => personId)}::text[]) WITH ORDINALITY AS t (grant_id, account_id, person_id, at)
              JOIN account_grants g ON g.id = t.grant_id AND g.account_id = t.account_id AND g.person_id = t.person_id
              JOIN account_memberships m ON m.account_id = g.account_id AND m.person_id = g.person_id
              LEFT JOIN account_sessions s ON s.id = g.session_id
              WHERE g.ended_at IS NULL
                AND CASE WHEN g.client_id IS NULL THEN s.expires_at ELSE g.expires_at END > ${now}::timestamptz`
          )
          const found = new Map(rows.map((row) => [row.at - 1, row]))
          return tokens.map((_, at) => {
            const row = found.get(at)
            if (row === undefined) return undefined
            // A viewer reads, whatever was granted when they were more.
            const scopes = row.role === "viewer" ? row.scopes.filter((scope) => scope === "read") : row.scopes
            return { scopes, plugins: row.toolsets ?? undefined, role: row.role }
          })
        }),
        used: Effect.fn("Grants.used")(function* (uses) {
          const sorted = uses.toSorted((a, b) => (a.grantId < b.grantId ? -1 : 1))
          yield* sql`UPDATE account_grants g SET last_used_at = u.at, last_used_address = nullif(u.address, ''),
              last_used_agent = nullif(u.agent, '')
            FROM unnest(${sorted.map(({ grantId }) => grantId)}::uuid[], ${sorted.map(({ atMs }) => timeOf(atMs))}::timestamptz[],
              ${sorted.map(({ address }) => address ?? "")}::text[], ${sorted.map(({ agent }) => agent ?? "")}::text[])
              AS u (id, at, address, agent)
            WHERE g.id = u.id AND g.person_id IS NOT NULL AND (g.last_used_at IS NULL OR g.last_used_at < u.at)`
        }),
        apps: Effect.fn("Grants.apps")(function* (accountId, personId) {
          const now = timeOf(yield* Clock.currentTimeMillis)
          const ms = (column: string, name: string) => sql.literal(msColumn(column, name))
          const open = sql`g.account_id = ${accountId}::uuid AND g.client_id IS NOT NULL AND g.ended_at IS NULL
            AND g.expires_at > ${now}::timestamptz AND (${personId ?? null}::text IS NULL OR g.person_id = ${personId ?? null})`
          return yield* rowsOf(AppRow)(
            sql`WITH apps AS (
                SELECT person_id, client_id, max(created_at) AS created_at, max(expires_at) AS expires_at,
                  array_agg(id ORDER BY last_used_at DESC NULLS LAST, created_at DESC, id DESC) AS ids,
                  bool_or('write' = ANY(scopes)) AS writes, bool_or(toolsets IS NULL) AS has_all
                FROM account_grants g WHERE ${open} GROUP BY person_id, client_id)
              SELECT g.id, apps.ids AS "grantIds", g.account_id AS "accountId", p.id AS "personId", p.email AS "personEmail",
                g.client_id AS "clientId", g.client_name AS "clientName", g.client_host AS "clientHost",
                CASE WHEN apps.writes THEN ARRAY['read', 'write'] ELSE g.scopes END AS scopes,
                CASE WHEN NOT apps.has_all THEN (SELECT array_agg(DISTINCT toolset ORDER BY toolset)
                  FROM account_grants o, unnest(o.toolsets) AS toolset WHERE o.id = ANY(apps.ids)) END AS toolsets,
                ${ms("apps.created_at", "createdMs")}, ${ms("apps.expires_at", "expiresMs")},
                ${ms("g.last_used_at", "lastUsedMs")}, g.last_used_address AS "lastUsedAddress",
                g.last_used_agent AS "lastUsedAgent"
              FROM apps JOIN account_grants g ON g.id = apps.ids[1] JOIN account_persons p ON p.id = apps.person_id
              ORDER BY coalesce(g.last_used_at, g.created_at) DESC, g.id LIMIT 1000`
          )
        }),
        end: Effect.fn("Grants.end")(function* (grantId) {
          return (yield* endWhere(sql`id::text = ${grantId} AND client_id IS NOT NULL`)) > 0
        }),
        endApp: Effect.fn("Grants.endApp")(function* (grantId, { accountId, personId }) {
          const ended = yield* endWhere(
            sql`account_id = ${accountId}::uuid AND (person_id, client_id) = (
              SELECT person_id, client_id FROM account_grants WHERE id::text = ${grantId} AND account_id = ${accountId}::uuid
                AND (${personId ?? null}::text IS NULL OR person_id = ${personId ?? null}))`
          )
          return ended > 0
        }),
        endAll: Effect.fn("Grants.endAll")((of) =>
          endWhere("accountId" in of ? sql`account_id = ${of.accountId}::uuid` : sql`person_id = ${of.personId}`)
        ),
        names: Effect.fn("Grants.names")((accountId) =>
          rowsOf(NameRow)(
            sql`SELECT id, person_id AS "personId", client_name AS client FROM account_grants WHERE account_id = ${accountId}::uuid`
          )
        ),
        tidy: Effect.gen(function* () {
          const before = timeOf((yield* Clock.currentTimeMillis) - endedForMs)
          yield* sql`DELETE FROM account_grants WHERE CASE WHEN client_id IS NULL
            THEN session_id IS NULL AND coalesce(last_used_at, created_at) < ${before}::timestamptz
            ELSE coalesce(ended_at, expires_at) < ${before}::timestamptz END`
        })
      })
    })
  )
}
