import { rowsOf, type ServiceUnavailable } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { challengeOf, hashOf, isSame, randomToken } from "../crypto.ts"
import { Secrets } from "../persons/Secrets.ts"
import { msColumn, timeOf } from "../rows.ts"
import { type AppGrant, Grants, type TokenScope, tokenScopes } from "../tokens/Grants.ts"
import { type Issued, Issuer, tokenMs } from "../tokens/Issuer.ts"

const days = 24 * 60 * 60_000
/** How long a code may be exchanged. */
export const codeMs = 60_000
/** How long a refresh token is good that isn't used. */
export const refreshMs = 30 * days
/** For so long the same is answered again, for whoever lost the answer. */
export const reuseMs = 30_000

/** A grant as someone gave it, with what its code must come with. */
export interface Consent extends Omit<AppGrant, "expiresMs"> {
  readonly redirectUri: string
  /** SHA-256 of the verifier, base64url. */
  readonly challenge: string
  /** Whether the app gets refresh tokens. */
  readonly refreshes: boolean
}

/** What an app gets for a code or refresh token. */
export interface Exchanged extends Issued {
  readonly scopes: ReadonlyArray<TokenScope>
  readonly refreshToken: string | undefined
}

/** Why it gets nothing. */
export type NotExchanged = "invalid_grant" | "invalid_scope"

const Shown = {
  grantId: Schema.String,
  accountId: Schema.String,
  personId: Schema.String,
  clientId: Schema.String,
  expiresMs: Schema.Number,
  usedMs: Schema.NullOr(Schema.Number)
}
const CodeRow = Schema.Struct({
  ...Shown,
  redirectUri: Schema.String,
  challenge: Schema.String,
  refreshes: Schema.Boolean
})
const RefreshRow = Schema.Struct(Shown)
const GrantRow = Schema.Struct({ grantId: Schema.String, clientId: Schema.String })

type Failure = SqlError.SqlError | ServiceUnavailable

/**
 * Codes and refresh tokens. Each is good once; the token that comes next is made of the one before by a key of ours, so an answer
 * that was lost can be given again though nothing of it is kept. What comes later than that was stolen from somebody, and ends
 * the grant.
 */
export class Codes extends Context.Service<
  Codes,
  {
    /** Connects the app, and gives the code by which it gets its tokens. */
    readonly grant: (consent: Consent) => Effect.Effect<string, SqlError.SqlError>
    readonly exchange: (shown: {
      readonly code: string
      readonly clientId: string
      readonly redirectUri: string | undefined
      readonly verifier: string
    }) => Effect.Effect<Exchanged | NotExchanged, Failure>
    readonly refresh: (shown: {
      readonly token: string
      readonly clientId: string
      /** Undefined: as granted. */
      readonly scopes: ReadonlyArray<string> | undefined
    }) => Effect.Effect<Exchanged | NotExchanged, Failure>
    /** Ends the grant of a refresh token or access token that this app has. */
    readonly revoke: (shown: { readonly token: string; readonly clientId: string }) => Effect.Effect<void, Failure>
    readonly tidy: Effect.Effect<void, SqlError.SqlError>
  }
>()("@storeglass/account/Codes") {
  static readonly layer = Layer.effect(
    Codes,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secrets = yield* Secrets
      const grants = yield* Grants
      const issuer = yield* Issuer
      const next = (shown: string) => secrets.mark("refresh-token", shown)
      const shownColumns = sql.literal(`g.id AS "grantId", g.account_id AS "accountId", g.person_id AS "personId",
        g.client_id AS "clientId", ${msColumn("s.expires_at", "expiresMs")}, ${msColumn("s.used_at", "usedMs")}`)

      /** The successor of what was shown, which is there from its first use on. */
      const succeed = Effect.fnUntraced(function* (grantId: string, shown: string, now: number) {
        const token = next(shown)
        const expires = timeOf(now + refreshMs)
        yield* sql`INSERT INTO account_oauth_refresh (token_hash, grant_id, expires_at)
          VALUES (${hashOf(token)}, ${grantId}::uuid, ${expires}::timestamptz) ON CONFLICT (token_hash) DO NOTHING`
        return token
      })
      const isLate = (usedMs: number | null, now: number) => usedMs !== null && usedMs + reuseMs <= now

      /** Tokens by what stands of the grant now. */
      const issue = Effect.fnUntraced(function* (
        { accountId, clientId, grantId, personId }: typeof RefreshRow.Type,
        wanted: ReadonlyArray<string> | undefined,
        refreshToken: string | undefined,
        now: number
      ) {
        const [standing] = yield* grants.standing([{ grantId, accountId, personId }])
        if (standing === undefined) return "invalid_grant" as const
        const may = tokenScopes.filter((scope) => standing.scopes.includes(scope))
        if (wanted?.some((scope) => scope !== "offline_access" && !may.some((each) => each === scope)) === true) {
          return "invalid_scope" as const
        }
        const scopes = wanted === undefined ? may : may.filter((scope) => wanted.includes(scope))
        const issued = yield* issuer.issue({ audience: "/mcp", grantId, accountId, personId, scopes, clientId })
        const expires = timeOf(now + (refreshToken === undefined ? tokenMs : refreshMs))
        yield* sql`UPDATE account_grants SET expires_at = ${expires}::timestamptz WHERE id = ${grantId}::uuid`
        return { ...issued, scopes, refreshToken }
      })
      const ended = (grantId: string) => Effect.as(grants.end(grantId), "invalid_grant" as const)

      return Codes.of({
        grant: Effect.fn("Codes.grant")(function* ({ challenge, redirectUri, refreshes, ...consent }) {
          const expiresMs = (yield* Clock.currentTimeMillis) + codeMs
          const code = randomToken()
          yield* sql.withTransaction(
            Effect.gen(function* () {
              const grantId = yield* grants.connect({ ...consent, expiresMs })
              yield* sql`INSERT INTO account_oauth_codes (code_hash, grant_id, redirect_uri, challenge, refreshes, expires_at)
                VALUES (${hashOf(code)}, ${grantId}::uuid, ${redirectUri}, ${challenge}, ${refreshes},
                  ${timeOf(expiresMs)}::timestamptz)`
            })
          )
          return code
        }),
        exchange: Effect.fn("Codes.exchange")(function* ({ clientId, code, redirectUri, verifier }) {
          return yield* sql.withTransaction(
            Effect.gen(function* () {
              const now = yield* Clock.currentTimeMillis
              const [found] = yield* rowsOf(CodeRow)(
                sql`SELECT ${shownColumns}, s.redirect_uri AS "redirectUri", s.challenge, s.refreshes
                  FROM account_oauth_codes s JOIN account_grants g ON g.id = s.grant_id
                  WHERE s.code_hash = ${hashOf(code)} FOR UPDATE OF s`
              )
              // Whoever lacks the verifier isn't the app, and neither uses the code up nor ends anything.
              if (found === undefined || found.clientId !== clientId) return "invalid_grant" as const
              if (!isSame(challengeOf(verifier), found.challenge)) return "invalid_grant" as const
              if (redirectUri !== undefined && redirectUri !== found.redirectUri) return "invalid_grant" as const
              if (isLate(found.usedMs, now)) return yield* ended(found.grantId)
              if (found.usedMs === null && found.expiresMs <= now) return "invalid_grant" as const
              if (found.usedMs === null) {
                yield* sql`UPDATE account_oauth_codes SET used_at = ${timeOf(now)}::timestamptz
                  WHERE code_hash = ${hashOf(code)}`
              }
              const refreshToken = found.refreshes ? yield* succeed(found.grantId, code, now) : undefined
              return yield* issue(found, undefined, refreshToken, now)
            })
          )
        }),
        refresh: Effect.fn("Codes.refresh")(function* ({ clientId, scopes, token }) {
          return yield* sql.withTransaction(
            Effect.gen(function* () {
              const now = yield* Clock.currentTimeMillis
              const [found] = yield* rowsOf(RefreshRow)(
                sql`SELECT ${shownColumns} FROM account_oauth_refresh s JOIN account_grants g ON g.id = s.grant_id
                  WHERE s.token_hash = ${hashOf(token)} FOR UPDATE OF s`
              )
              if (found === undefined || found.clientId !== clientId) return "invalid_grant" as const
              if (isLate(found.usedMs, now)) return yield* ended(found.grantId)
              if (found.expiresMs <= now) return "invalid_grant" as const
              const issued = yield* issue(found, scopes, next(token), now)
              // What isn't answered with tokens uses nothing up.
              if (typeof issued === "string") return issued
              if (found.usedMs === null) {
                yield* sql`UPDATE account_oauth_refresh SET used_at = ${timeOf(now)}::timestamptz
                  WHERE token_hash = ${hashOf(token)}`
              }
              yield* succeed(found.grantId, token, now)
              return issued
            })
          )
        }),
        revoke: Effect.fn("Codes.revoke")(function* ({ clientId, token }) {
          const [found] = yield* rowsOf(GrantRow)(
            sql`SELECT g.id AS "grantId", g.client_id AS "clientId"
              FROM account_oauth_refresh s JOIN account_grants g ON g.id = s.grant_id
              WHERE s.token_hash = ${hashOf(token)} AND g.client_id = ${clientId}`
          )
          if (found !== undefined) {
            yield* grants.end(found.grantId)
            return
          }
          const verified = yield* issuer.verify(token)
          if (verified === undefined) return
          const [own] = yield* rowsOf(GrantRow)(
            sql`SELECT id AS "grantId", client_id AS "clientId" FROM account_grants
              WHERE id = ${verified.grantId}::uuid AND client_id = ${clientId}`
          )
          if (own !== undefined) yield* grants.end(own.grantId)
        }),
        tidy: Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          // A used code is known for as long as its grant, so that whoever finds it later ends that.
          yield* sql`DELETE FROM account_oauth_codes
            WHERE used_at IS NULL AND expires_at < ${timeOf(now)}::timestamptz`
          yield* sql`DELETE FROM account_oauth_refresh WHERE expires_at < ${timeOf(now)}::timestamptz`
        })
      })
    })
  )
}
