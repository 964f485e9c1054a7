import { Operations, type VerifiedToken } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import type { SqlError } from "effect/sql"
import { type TokenScope, tokenScopes } from "./Grants.ts"
import { SigningKeys } from "./SigningKeys.ts"

/** How long a token is good. */
export const tokenMs = 10 * 60_000

/** What a token may be for. */
export const audiences = ["/v1", "/mcp"] as const
export type Audience = (typeof audiences)[number]

/** What a token says: nothing by which whoever finds it learns who someone is. */
const Claims = Schema.Struct({
  aud: Schema.String,
  sub: Schema.String,
  exp: Schema.Number,
  account: Schema.String,
  grant: Schema.String,
  scope: Schema.String
})
const readClaims = Schema.decodeUnknownOption(Claims)

export interface Issued {
  readonly token: string
  readonly expiresMs: number
}

/** Makes tokens for parts of this gateway, and knows them again. */
export class Issuer extends Context.Service<
  Issuer,
  {
    /** The public address of the gateway, without a slash at its end. */
    readonly url: string
    readonly issue: (token: {
      readonly audience: Audience
      readonly grantId: string
      readonly accountId: string
      readonly personId: string
      readonly scopes: ReadonlyArray<TokenScope>
      readonly clientId?: string
    }) => Effect.Effect<Issued, SqlError.SqlError>
    readonly verify: (token: string) => Effect.Effect<VerifiedToken | undefined, SqlError.SqlError>
  }
>()("@storeglass/account/Issuer") {
  static readonly layer = Layer.effect(
    Issuer,
    Effect.gen(function* () {
      const keys = yield* SigningKeys
      const { gateway } = yield* Operations
      const url = gateway.url.replace(/\/$/, "")
      return Issuer.of({
        url,
        issue: Effect.fn("Issuer.issue")(function* ({ accountId, audience, clientId, grantId, personId, scopes }) {
          const issuedMs = yield* Clock.currentTimeMillis
          const expiresMs = issuedMs + tokenMs
          const claims = {
            iss: url,
            aud: `${url}${audience}`,
            sub: personId,
            account: accountId,
            grant: grantId,
            scope: scopes.join(" "),
            jti: uuidV7Unsafe(),
            ...(clientId === undefined ? {} : { client_id: clientId })
          }
          return { token: yield* keys.sign(claims, { issuedMs, expiresMs }), expiresMs }
        }),
        verify: Effect.fn("Issuer.verify")(function* (token) {
          const claims = readClaims(yield* keys.verify(token, url))
          if (Option.isNone(claims)) return undefined
          const { account, aud, exp, grant, scope, sub } = claims.value
          const audience = audiences.find((each) => aud === `${url}${each}`)
          if (audience === undefined) return undefined
          const said = scope.split(" ")
          return {
            grantId: grant,
            accountId: account,
            personId: sub,
            audience,
            scopes: tokenScopes.filter((each) => said.includes(each)),
            expiresAtMs: exp * 1000
          }
        })
      })
    })
  )
}
