import { rowsOf, Vault } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Redacted, Schema, Semaphore } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient, type SqlError } from "effect/sql"
import {
  type CryptoKey,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWTPayload,
  jwtVerify,
  SignJWT
} from "jose"
import { msColumn, timeOf } from "../rows.ts"

const days = 24 * 60 * 60_000
/** How long a key signs. */
export const signsForMs = 90 * days
/** How long its successor is there beside it. */
export const overlapMs = 7 * days

const alg = "EdDSA"
/** As RFC 9068 has it, so that no other kind of token passes for one that opens something. */
const typ = "at+jwt"

const KeyRow = Schema.Struct({
  id: Schema.String,
  publicKey: Schema.String,
  sealed: Schema.String,
  createdMs: Schema.Number
})
const Jwk = Schema.fromJsonString(
  Schema.Struct({
    kty: Schema.String,
    crv: Schema.String,
    x: Schema.String,
    d: Schema.optionalKey(Schema.String)
  })
)
const readJwk = Schema.decodeUnknownEffect(Jwk)

/** The public half of a key, as /auth/jwks has it. */
export interface PublishedKey {
  readonly kid: string
  readonly kty: string
  readonly crv: string
  readonly x: string
  readonly alg: string
  readonly use: "sig"
}

interface KnownKey {
  readonly row: typeof KeyRow.Type
  readonly published: PublishedKey
  readonly verify: CryptoKey
}
interface SigningKey {
  readonly id: string
  readonly createdMs: number
  readonly key: CryptoKey
}

const rowNameOf = (id: string) => `account:signing-key:${id}`
const toCryptoKey = (jwk: typeof Jwk.Type) =>
  Effect.flatMap(
    Effect.promise(() => importJWK(jwk, alg)),
    (key) =>
      key instanceof Uint8Array ? Effect.die(new Error("a signing key of ours is no key pair")) : Effect.succeed(key)
  )

/** Keys that tokens are signed with: Ed25519, the private halves sealed by the vault, one set for all nodes. */
export class SigningKeys extends Context.Service<
  SigningKeys,
  {
    /** A JWT of these claims. */
    readonly sign: (
      claims: JWTPayload,
      times: { readonly issuedMs: number; readonly expiresMs: number }
    ) => Effect.Effect<string, SqlError.SqlError>
    /** What a token says; undefined: it's none that one of these keys signed, or its time is over. */
    readonly verify: (token: string, issuer: string) => Effect.Effect<JWTPayload | undefined, SqlError.SqlError>
    /** Those that tokens may be signed with, the newest first. */
    readonly published: Effect.Effect<ReadonlyArray<PublishedKey>, SqlError.SqlError>
    /** Makes the next key where the newest has signed long enough, and deletes those that are over. */
    readonly tidy: Effect.Effect<void, SqlError.SqlError>
  }
>()("@storeglass/account/SigningKeys") {
  static readonly layer = Layer.effect(
    SigningKeys,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const vault = yield* Vault
      const loading = yield* Semaphore.make(1)
      const making = yield* Semaphore.make(1)
      let known: ReadonlyMap<string, KnownKey> = new Map()
      let signing: SigningKey | undefined
      let loads = 0

      const rows = Effect.fnUntraced(function* (now: number) {
        return yield* rowsOf(KeyRow)(
          sql`SELECT id, public_key AS "publicKey", sealed, ${sql.literal(msColumn("created_at", "createdMs"))}
            FROM account_signing_keys WHERE created_at > ${timeOf(now - signsForMs - overlapMs)}::timestamptz
            ORDER BY created_at DESC, id DESC`
        )
      })
      const knownOf = Effect.fnUntraced(function* (row: typeof KeyRow.Type) {
        const jwk = yield* Effect.orDie(readJwk(row.publicKey))
        const { crv, kty, x } = jwk
        const published: PublishedKey = { kid: row.id, kty, crv, x, alg, use: "sig" }
        return { row, published, verify: yield* toCryptoKey({ kty, crv, x }) }
      })
      const load = Effect.gen(function* () {
        loads += 1
        const now = yield* Clock.currentTimeMillis
        const found = yield* Effect.forEach(yield* rows(now), knownOf)
        known = new Map(found.map((key) => [key.row.id, key]))
        return known
      })
      /** Those who ask for an unknown key at the same time share one look, which began after they asked. */
      const reload = Effect.suspend(() => {
        const before = loads
        return loading.withPermits(1)(Effect.suspend(() => (loads > before ? Effect.succeed(known) : load)))
      })
      const isLive = (createdMs: number, now: number) => createdMs + signsForMs + overlapMs > now

      const opened = Effect.fnUntraced(function* ({ createdMs, id, sealed }: typeof KeyRow.Type) {
        const secret = yield* vault.open(sealed, rowNameOf(id))
        const jwk = yield* Effect.orDie(readJwk(Redacted.value(secret)))
        return { id, createdMs, key: yield* toCryptoKey(jwk) }
      })
      const make = Effect.fnUntraced(function* (now: number) {
        const pair = yield* Effect.promise(() => generateKeyPair(alg, { extractable: true }))
        const id = uuidV7Unsafe()
        const [publicJwk, privateJwk] = yield* Effect.promise(() =>
          Promise.all([exportJWK(pair.publicKey), exportJWK(pair.privateKey)])
        )
        const sealed = yield* vault.seal(Redacted.make(JSON.stringify(privateJwk)), rowNameOf(id))
        yield* sql`INSERT INTO account_signing_keys (id, public_key, sealed, created_at)
          VALUES (${id}, ${JSON.stringify(publicJwk)}, ${sealed}, ${timeOf(now)}::timestamptz)`
        return { id, createdMs: now, key: pair.privateKey }
      })
      /** The newest key that can be opened, or a new one: of all nodes one makes it. */
      const chosen = sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`SELECT pg_advisory_xact_lock(hashtext('account_signing_keys'))`
          const now = yield* Clock.currentTimeMillis
          for (const row of yield* rows(now)) {
            if (row.createdMs + signsForMs <= now) continue
            const found = yield* Effect.option(
              Effect.tapError(opened(row), ({ message }) =>
                Effect.logWarning(`Signing key ${row.id} can't be opened, so another takes its place: ${message}`)
              )
            )
            if (found._tag === "Some") return found.value
          }
          return yield* make(now)
        })
      )
      const current = Effect.suspend(() =>
        making.withPermits(1)(
          Effect.gen(function* () {
            const now = yield* Clock.currentTimeMillis
            if (signing === undefined || signing.createdMs + signsForMs <= now) signing = yield* chosen
            return signing
          })
        )
      )

      return SigningKeys.of({
        sign: Effect.fn("SigningKeys.sign")(function* (claims, { expiresMs, issuedMs }) {
          const { id, key } = yield* current
          return yield* Effect.promise(() =>
            new SignJWT(claims)
              .setProtectedHeader({ alg, typ, kid: id })
              .setIssuedAt(Math.floor(issuedMs / 1000))
              .setExpirationTime(Math.floor(expiresMs / 1000))
              .sign(key)
          )
        }),
        verify: Effect.fn("SigningKeys.verify")(function* (token, issuer) {
          const header = yield* Effect.option(Effect.try(() => decodeProtectedHeader(token)))
          if (header._tag === "None" || header.value.alg !== alg || header.value.typ !== typ) return undefined
          const { kid = "" } = header.value
          if (!/^[0-9a-f-]{36}$/.test(kid)) return undefined
          const found = known.get(kid) ?? (yield* reload).get(kid)
          const now = yield* Clock.currentTimeMillis
          if (found === undefined || !isLive(found.row.createdMs, now)) return undefined
          const verified = yield* Effect.option(
            Effect.tryPromise(() =>
              jwtVerify(token, found.verify, {
                algorithms: [alg],
                typ,
                issuer,
                currentDate: new Date(now),
                requiredClaims: ["exp", "iat", "aud", "sub"]
              })
            )
          )
          return verified._tag === "Some" ? verified.value.payload : undefined
        }),
        published: Effect.gen(function* () {
          yield* current
          const now = yield* Clock.currentTimeMillis
          return [...(yield* reload).values()]
            .filter(({ row }) => isLive(row.createdMs, now))
            .map(({ published }) => published)
        }),
        tidy: Effect.gen(function* () {
          yield* current
          const now = yield* Clock.currentTimeMillis
          yield* sql`DELETE FROM account_signing_keys
            WHERE created_at <= ${timeOf(now - signsForMs - overlapMs)}::timestamptz`
        })
      })
    })
  )
}
