import { Clock, Effect, Result, Schema } from "effect"
import type { JSONWebKeySet } from "jose"
import { isSame } from "../crypto.ts"

/** Signatures that keep a provider from saying who it isn't asked for: none of them takes a secret that we have. */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"]
export const toleranceSeconds = 60

const optional = Schema.optionalKey
/** Some providers write it as text. */
const Flag = Schema.Union([Schema.Boolean, Schema.Literals(["true", "false"])])

const Claims = Schema.Struct({
  sub: Schema.NonEmptyString.check(Schema.isMaxLength(255)),
  aud: Schema.Union([Schema.String, Schema.Array(Schema.String)]),
  azp: optional(Schema.String),
  nonce: optional(Schema.String),
  auth_time: optional(Schema.NullOr(Schema.Finite)),
  email: optional(Schema.NullOr(Schema.String)),
  email_verified: optional(Schema.NullOr(Flag)),
  name: optional(Schema.NullOr(Schema.String))
})
const decodeClaims = Schema.decodeUnknownResult(Claims)

/** Who someone is at a provider. */
export interface Said {
  readonly subject: string
  readonly email: string | undefined
  readonly emailVerified: boolean
  readonly name: string | undefined
  /** When they last showed there who they are, where the provider tells. */
  readonly shownMs: number | undefined
}

export const saidOf = ({ auth_time, email, email_verified, name, sub }: Omit<typeof Claims.Type, "aud">): Said => ({
  subject: sub,
  email: email ?? undefined,
  emailVerified: email_verified === true || email_verified === "true",
  name: name ?? undefined,
  shownMs: typeof auth_time === "number" ? auth_time * 1000 : undefined
})

export type Verified =
  | { readonly ok: true; readonly said: Said }
  | { readonly ok: false; readonly unknownKey: boolean; readonly reason: string }

const refused = (reason: string, unknownKey = false): Verified => ({ ok: false, unknownKey, reason })

export interface TokenRules {
  readonly issuer: string
  readonly clientId: string
  readonly nonce: string
  readonly keys: JSONWebKeySet
}

/** Verifies an id token: by whom, for whom, when, for which sign-in. It never fails: it says what's wrong. */
export const verifyIdToken = Effect.fnUntraced(function* (
  token: string,
  { clientId, issuer, keys, nonce }: TokenRules
) {
  const now = yield* Clock.currentTimeMillis
  const { createLocalJWKSet, errors, jwtVerify } = yield* Effect.promise(() => import("jose"))
  const verified = yield* Effect.result(
    Effect.tryPromise({
      try: () =>
        jwtVerify(token, createLocalJWKSet(keys), {
          issuer,
          audience: clientId,
          algorithms,
          currentDate: new Date(now),
          clockTolerance: toleranceSeconds,
          requiredClaims: ["exp", "iat", "sub"]
        }),
      catch: (error) =>
        error instanceof errors.JOSEError
          ? { code: error.code, reason: error.message }
          : { code: "", reason: "its keys or its form can't be read" }
    })
  )
  if (Result.isFailure(verified)) {
    return refused(verified.failure.reason, verified.failure.code === "ERR_JWKS_NO_MATCHING_KEY")
  }
  const decoded = decodeClaims(verified.success.payload)
  if (Result.isFailure(decoded)) return refused("its claims aren't of the kinds that they must be")
  const claims = decoded.success
  if (!isSame(claims.nonce ?? "", nonce)) return refused("its nonce is of another sign-in")
  const others = Array.isArray(claims.aud) ? claims.aud.length > 1 : false
  if ((others || claims.azp !== undefined) && claims.azp !== clientId) return refused("it was issued to another client")
  return { ok: true, said: saidOf(claims) } satisfies Verified
})
