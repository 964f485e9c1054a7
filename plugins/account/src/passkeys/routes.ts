import { asDocumented, Forbidden, NotFound, PayloadTooLarge, StoredText } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { SqlClient } from "effect/sql"
import { Entered } from "../answers.ts"
import { changes, fresh, ownRoute, reading, session } from "../dashboard.ts"
import { ConfirmationNeeded } from "../errors.ts"
import { jsonRoute } from "../jsonRoute.ts"
import { Notices } from "../mail/Notices.ts"
import { LastWayIn } from "../providers/errors.ts"
import { asking, dataOf, fromOwnPage, within } from "../request.ts"
import { common, entered, shared } from "../routes.ts"
import { RoundTrips } from "../signIn/RoundTrips.ts"
import { SignedIn } from "../signIn/SignedIn.ts"
import { keepsAWayIn } from "../signIn/ways.ts"
import { PasskeyLimitReached, PasskeyRefused, PasskeysUnavailable } from "./errors.ts"
import { type Passkey, Passkeys } from "./Passkeys.ts"

const optional = Schema.optionalKey

const PasskeyShown = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  synced: Schema.Boolean,
  backedUp: Schema.Boolean,
  verifies: Schema.Boolean,
  model: Schema.String,
  createdAt: Schema.String,
  lastUsedAt: Schema.NullOr(Schema.String)
}).annotate({ identifier: "Passkey" })

/** By which the browser finds a passkey, or sees that there's one already. */
const KnownPasskey = Schema.Struct({
  id: Schema.String,
  type: Schema.String,
  transports: optional(Schema.Array(Schema.String))
}).annotate({ identifier: "KnownPasskey" })

// As the browser's own functions take them.
const Wish = Schema.Literals(["discouraged", "preferred", "required"])
export const RequestOptions = Schema.Struct({
  challenge: Schema.String,
  rpId: optional(Schema.String),
  allowCredentials: optional(Schema.Array(KnownPasskey)),
  timeout: optional(Schema.Finite),
  userVerification: optional(Wish)
}).annotate({ identifier: "PasskeyRequest" })
const PublicKey = Schema.Literal("public-key")
const CreationOptions = Schema.Struct({
  challenge: Schema.String,
  rp: Schema.Struct({ name: Schema.String, id: optional(Schema.String) }),
  user: Schema.Struct({ id: Schema.String, name: Schema.String, displayName: Schema.String }),
  pubKeyCredParams: Schema.Array(Schema.Struct({ alg: Schema.Finite, type: PublicKey })),
  timeout: optional(Schema.Finite),
  excludeCredentials: optional(Schema.Array(KnownPasskey)),
  authenticatorSelection: optional(
    Schema.Struct({
      authenticatorAttachment: optional(Schema.Literals(["cross-platform", "platform"])),
      residentKey: optional(Wish),
      requireResidentKey: optional(Schema.Boolean),
      userVerification: optional(Wish)
    })
  ),
  attestation: optional(Schema.Literals(["direct", "enterprise", "indirect", "none"])),
  extensions: optional(Schema.Struct({ credProps: optional(Schema.Boolean) }))
}).annotate({ identifier: "PasskeyCreation" })
const Bytes = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9_-]{1,12000}$/, {
    message: "must be base64url, as PublicKeyCredential.toJSON writes it"
  })
)
const credentialFields = {
  id: Bytes,
  rawId: Bytes,
  type: Schema.Literals(["public-key"]),
  authenticatorAttachment: optional(Schema.NullOr(Schema.String)),
  clientExtensionResults: optional(Schema.Record(Schema.String, Schema.Unknown))
}
const Made = Schema.Struct({
  name: StoredText({ max: 100, description: "What to call it." }),
  credential: Schema.Struct({
    ...credentialFields,
    response: Schema.Struct({
      clientDataJSON: Bytes,
      attestationObject: Bytes,
      transports: optional(Schema.Array(Schema.String)),
      authenticatorData: optional(Bytes),
      publicKey: optional(Schema.NullOr(Bytes)),
      publicKeyAlgorithm: optional(Schema.Int)
    })
  })
})
export const Signed = Schema.Struct({
  credential: Schema.Struct({
    ...credentialFields,
    response: Schema.Struct({
      clientDataJSON: Bytes,
      authenticatorData: Bytes,
      signature: Bytes,
      userHandle: optional(Schema.NullOr(Bytes))
    })
  })
})
/** What the authenticator of a body signed. */
export const signedOf = ({ id, response }: (typeof Signed.Type)["credential"]) => {
  const { authenticatorData, clientDataJSON, signature, userHandle } = response
  return { id, authenticatorData, clientDataJSON, signature, userHandle: userHandle ?? undefined }
}
const Name = Schema.Struct({ name: StoredText({ max: 100, description: "What to call it." }) })

const iso = (ms: number) => new Date(ms).toISOString()
const shown = ({ createdMs, usedMs, ...passkey }: Passkey) => ({
  ...passkey,
  createdAt: iso(createdMs),
  lastUsedAt: usedMs === null ? null : iso(usedMs)
})
const noPasskey = new NotFound("no such passkey of yours")

/** Passkeys of whoever is signed in, and signing in by one. */
export const passkeyRoutes = [
  jsonRoute({
    ...shared,
    id: "beginPasskey",
    method: "POST",
    path: "/auth/passkeys/options",
    answer: Schema.Struct({ options: RequestOptions }),
    errors: [Forbidden, PasskeysUnavailable, PayloadTooLarge],
    summary: "Begin to sign in by a passkey",
    description:
      "Gives the `options` for `navigator.credentials.get`, the same for everybody, and a cookie without which the answer isn't taken.",
    handler: () =>
      Effect.gen(function* () {
        yield* fromOwnPage
        const { beginSigningIn } = yield* Passkeys
        const { setCookie } = yield* RoundTrips
        const { cookie, options } = yield* beginSigningIn
        return dataOf({ options }, 200, (response) => setCookie(response, "passkey", cookie))
      })
  }),
  jsonRoute({
    ...shared,
    id: "signInByPasskey",
    method: "POST",
    path: "/auth/passkeys",
    payload: Signed,
    answer: Entered,
    errors: [...common, PasskeyRefused, PasskeysUnavailable],
    summary: "Sign in by a passkey",
    description:
      "Takes the `credential` as `toJSON` writes it, once, in the browser that began. One with which the person was verified, by a finger or a PIN, counts as both factors.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        yield* fromOwnPage
        const { credential } = yield* payload
        const { signIn } = yield* Passkeys
        const { clearCookie } = yield* RoundTrips
        const entry = yield* asDocumented(signIn({ ...(yield* asking), signed: signedOf(credential) }))
        return within(yield* entered(entry), (response) => clearCookie(response, "passkey"))
      })
  }),
  jsonRoute({
    ...ownRoute,
    id: "passkeys",
    method: "GET",
    path: "/dashboard/api/passkeys",
    answer: Schema.Struct({ passkeys: Schema.Array(PasskeyShown) }),
    errors: reading,
    summary: "Passkeys of the person",
    description:
      "Oldest first. `synced`: it can be on several devices; `backedUp`: it is; `verifies`: it has checked by finger, face or PIN that it's you, so it counts as a second factor; `model` is the AAGUID.",
    handler: () =>
      Effect.gen(function* () {
        const { person } = yield* session
        const { list } = yield* Passkeys
        return dataOf({ passkeys: (yield* asDocumented(list(person.id))).map(shown) })
      })
  }),
  jsonRoute({
    ...ownRoute,
    ...fresh,
    id: "beginMakingPasskey",
    method: "POST",
    path: "/dashboard/api/passkeys/options",
    answer: Schema.Struct({ options: CreationOptions }),
    errors: [...changes, ConfirmationNeeded, PasskeyLimitReached, PasskeysUnavailable],
    summary: "Begin to make a passkey",
    description:
      "Gives the `options` for `navigator.credentials.create`, and a cookie without which the answer isn't taken.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const { person } = yield* session
        yield* payload
        const { beginMaking } = yield* Passkeys
        const { setCookie } = yield* RoundTrips
        const { cookie, options } = yield* asDocumented(beginMaking(person))
        return dataOf({ options }, 200, (response) => setCookie(response, "passkey", cookie))
      })
  }),
  jsonRoute({
    ...ownRoute,
    ...fresh,
    id: "makePasskey",
    method: "POST",
    path: "/dashboard/api/passkeys",
    payload: Made,
    answer: Schema.Struct({ passkey: PasskeyShown }),
    errors: [...changes, ConfirmationNeeded, PasskeyRefused, PasskeysUnavailable],
    summary: "Make a passkey",
    description:
      "Takes the `credential` as `toJSON` writes it, and a `name`. It's a way in from then on. Where it verified its person, the session gets a new cookie, and with it another `csrfToken`.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const found = yield* session
        const signedIn = yield* SignedIn
        const { credential, name } = yield* payload
        const { attestationObject, clientDataJSON, transports = [] } = credential.response
        const { make } = yield* Passkeys
        const { clearCookie } = yield* RoundTrips
        const made = { id: credential.id, attestationObject, clientDataJSON, transports }
        const { cookie, passkey } = yield* asDocumented(make({ session: found, name, made, asking: yield* asking }))
        return dataOf({ passkey: shown(passkey) }, 201, (response) => {
          const ended = clearCookie(response, "passkey")
          return cookie === undefined ? ended : signedIn.setCookie(ended, cookie)
        })
      })
  }),
  jsonRoute({
    ...ownRoute,
    id: "renamePasskey",
    method: "PATCH",
    path: "/dashboard/api/passkeys/:id",
    payload: Name,
    answer: Schema.Struct({ renamed: Schema.Literal(true) }),
    errors: [...changes, NotFound],
    summary: "Rename a passkey",
    description: "What lists call it.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const { person } = yield* session
        const { name } = yield* payload
        const { id = "" } = yield* HttpRouter.params
        const { rename } = yield* Passkeys
        if (!(yield* asDocumented(rename(person.id, id, name)))) return yield* noPasskey
        return dataOf({ renamed: true })
      })
  }),
  jsonRoute({
    ...ownRoute,
    ...fresh,
    id: "removePasskey",
    method: "DELETE",
    path: "/dashboard/api/passkeys/:id",
    answer: Schema.Struct({ removed: Schema.Literal(true) }),
    errors: [...changes, ConfirmationNeeded, LastWayIn, NotFound],
    summary: "Remove a passkey",
    description: "It opens nothing from then on. The last way to sign in stays.",
    handler: () =>
      Effect.gen(function* () {
        const { person } = yield* session
        const { id = "" } = yield* HttpRouter.params
        const { remove } = yield* Passkeys
        const { client } = yield* asking
        const { wayChanged } = yield* Notices
        const sql = yield* SqlClient.SqlClient
        return yield* asDocumented(
          sql.withTransaction(
            Effect.gen(function* () {
              const name = yield* remove(person.id, id)
              if (name === undefined) return yield* noPasskey
              yield* keepsAWayIn(person.id)
              const change = { kind: "passkey-removed", personId: person.id, client, way: name } as const
              yield* wayChanged({ ...change, before: { id, name } })
              return dataOf({ removed: true })
            })
          )
        )
      })
  })
]
