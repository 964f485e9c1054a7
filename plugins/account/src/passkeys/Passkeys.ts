import type {
  GenerateAuthenticationOptionsOpts,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON
} from "@simplewebauthn/server"
import { Operations, rowsOf, type SessionRequired } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient, type SqlError } from "effect/sql"
import type { AccountConfig } from "../config.ts"
import type { TooManyAttempts } from "../errors.ts"
import { productOf } from "../mail/links.ts"
import { Notices } from "../mail/Notices.ts"
import { type Person, Persons } from "../persons/Persons.ts"
import { msColumn, timeOf } from "../rows.ts"
import { Limits, limits } from "../signIn/Limits.ts"
import { RoundTrips } from "../signIn/RoundTrips.ts"
import { SignedIn, type SignedInSession } from "../signIn/SignedIn.ts"
import { type Asking, type Entered, nobody, SigningIn } from "../signIn/SigningIn.ts"
import { PasskeyLimitReached, PasskeyRefused, PasskeysUnavailable } from "./errors.ts"
import { relyingPartyOf } from "./relyingParty.ts"

/** What an authenticator made, as browsers write it. */
export interface Made {
  readonly id: string
  readonly clientDataJSON: string
  readonly attestationObject: string
  readonly transports: ReadonlyArray<string>
}

/** What an authenticator signed. */
export interface Signed {
  readonly id: string
  readonly clientDataJSON: string
  readonly authenticatorData: string
  readonly signature: string
  readonly userHandle: string | undefined
}

const PasskeyRow = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  synced: Schema.Boolean,
  backedUp: Schema.Boolean,
  /** Has shown that it checks whose finger, face or PIN it is. */
  verifies: Schema.Boolean,
  model: Schema.String,
  createdMs: Schema.Number,
  usedMs: Schema.NullOr(Schema.Number)
})
export type Passkey = typeof PasskeyRow.Type

const KeptRow = Schema.Struct({
  id: Schema.String,
  personId: Schema.String,
  publicKey: Schema.Uint8Array,
  counter: Schema.Number,
  synced: Schema.Boolean
})
const NameRow = Schema.Struct({ name: Schema.String })
const ExcludedRow = Schema.Struct({ id: Schema.String, transports: Schema.Array(Schema.String) })
const ClientData = Schema.Struct({ challenge: Schema.String })
const clientDataIn = Schema.decodeUnknownOption(Schema.fromJsonString(ClientData))

/** EdDSA, ES256 and RS256: one of them is in every authenticator. */
const algorithms = [-8, -7, -257]
export const passkeysMax = 20
const timeoutMs = 5 * 60_000

const library = Effect.promise(() => import("@simplewebauthn/server"))

type Unsure = SqlError.SqlError | PasskeysUnavailable
type Refusable = Unsure | PasskeyRefused

/** Passkeys: made, listed and removed by whoever is signed in, and a way in for anybody. */
export class Passkeys extends Context.Service<
  Passkeys,
  {
    readonly beginMaking: (
      person: Person
    ) => Effect.Effect<
      { readonly options: PublicKeyCredentialCreationOptionsJSON; readonly cookie: string },
      Unsure | PasskeyLimitReached
    >
    readonly make: (asked: {
      readonly session: SignedInSession
      readonly name: string
      readonly made: Made
      readonly asking: Asking
      /** `cookie`: of the session that takes the place of this one, where the passkey verified its person. */
    }) => Effect.Effect<{ readonly passkey: Passkey; readonly cookie: string | undefined }, Refusable>
    /** The same for everybody: the authenticator tells who it is. */
    readonly beginSigningIn: Effect.Effect<
      { readonly options: PublicKeyCredentialRequestOptionsJSON; readonly cookie: string },
      PasskeysUnavailable
    >
    readonly signIn: (
      asked: Asking & { readonly signed: Signed }
    ) => Effect.Effect<
      Entered,
      Refusable | TooManyAttempts | Effect.Error<ReturnType<SigningIn["Service"]["asPerson"]>>
    >
    /** For who is signed in and shows again that it's them. */
    readonly beginConfirming: (
      person: Person
    ) => Effect.Effect<{ readonly options: PublicKeyCredentialRequestOptionsJSON; readonly cookie: string }, Unsure>
    /** A new session, which has had the second factor if the passkey verified its person, takes the place of this one. */
    readonly confirm: (
      asked: Asking & { readonly signed: Signed }
    ) => Effect.Effect<Entered, Refusable | SessionRequired | TooManyAttempts>
    /** Oldest first. */
    readonly list: (personId: string) => Effect.Effect<ReadonlyArray<Passkey>, SqlError.SqlError>
    readonly rename: (personId: string, id: string, name: string) => Effect.Effect<boolean, SqlError.SqlError>
    /** What it was called; undefined: there's no such passkey of theirs. */
    readonly remove: (personId: string, id: string) => Effect.Effect<string | undefined, SqlError.SqlError>
  }
>()("@storeglass/account/passkeys/Passkeys") {
  static readonly layer = (config: AccountConfig) =>
    Layer.effect(
      Passkeys,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const trips = yield* RoundTrips
        const persons = yield* Persons
        const counted = yield* Limits
        const { wayChanged } = yield* Notices
        const { asPerson, asConfirmed } = yield* SigningIn
        const signedIn = yield* SignedIn
        const { gateway } = yield* Operations
        const party = relyingPartyOf(gateway.url)
        const relyingParty = Effect.suspend(() =>
          "id" in party ? Effect.succeed(party) : Effect.fail(new PasskeysUnavailable(party.reason))
        )
        const columns = sql.literal(
          `id, name, synced, backed_up AS "backedUp", verifies, model, ${msColumn("created_at", "createdMs")}, ${msColumn("used_at", "usedMs")}`
        )
        const passkeys = rowsOf(PasskeyRow)
        const refused = (why: string) => new PasskeyRefused(`${why}; begin again, or sign in another way`)
        const wrong = refused("the passkey isn't known here, or its answer is wrong")

        /** Ends the trip that an answer's challenge began; its own signature covers it. */
        const ended = Effect.fnUntraced(function* (cookies: Asking["cookies"], clientDataJSON: string) {
          const data = clientDataIn(Buffer.from(clientDataJSON, "base64url").toString())
          const challenge = Option.getOrUndefined(data)?.challenge ?? ""
          const held = yield* trips.end("passkey", cookies, challenge)
          if (held === undefined) {
            return yield* refused("this wasn't begun in this browser less than 10 minutes ago, or was used already")
          }
          return { challenge, held }
        })

        /** What a passkey of somebody signed, in the browser that began it. */
        const verified = Effect.fnUntraced(function* (signed: Signed, asking: Asking) {
          const { id: rpId, origin } = yield* relyingParty
          const taken = yield* counted.take(limits.addressWrong, asking.client.network)
          const { authenticatorData, clientDataJSON, id, signature, userHandle } = signed
          const { challenge, held } = yield* ended(asking.cookies, clientDataJSON)
          const [kept] = yield* rowsOf(KeptRow)(
            sql`SELECT id, person_id AS "personId", public_key AS "publicKey", counter::float8 AS counter, synced
                FROM account_passkeys WHERE credential_id = ${id}`
          )
          if (kept === undefined) return yield* wrong
          const handle = userHandle === undefined ? undefined : Buffer.from(userHandle, "base64url").toString()
          if (handle !== undefined && handle !== kept.personId) return yield* wrong
          const { verifyAuthenticationResponse } = yield* library
          const { authenticationInfo, verified } = yield* Effect.tryPromise({
            try: () =>
              verifyAuthenticationResponse({
                response: {
                  id,
                  rawId: id,
                  type: "public-key",
                  clientExtensionResults: {},
                  response: { clientDataJSON, authenticatorData, signature }
                },
                expectedChallenge: challenge,
                expectedOrigin: origin,
                expectedRPID: rpId,
                credential: { id, publicKey: new Uint8Array(kept.publicKey), counter: kept.counter },
                requireUserVerification: false
              }),
            catch: () => wrong
          })
          const { credentialBackedUp, credentialDeviceType, newCounter, userVerified } = authenticationInfo
          // What kind a passkey is never changes, and its counter only rises: otherwise it's a copy.
          if (!verified || (credentialDeviceType === "multiDevice") !== kept.synced) return yield* wrong
          const now = timeOf(yield* Clock.currentTimeMillis)
          const counts =
            yield* sql`UPDATE account_passkeys SET counter = ${newCounter}, backed_up = ${credentialBackedUp},
                used_at = ${now}::timestamptz, verifies = verifies OR ${userVerified}
              WHERE id = ${kept.id} AND (counter < ${newCounter}::bigint OR (counter = 0 AND ${newCounter}::bigint = 0)) RETURNING 1`
          if (counts.length === 0) return yield* wrong
          yield* counted.giveBack(taken)
          return { held, kept, userVerified }
        })

        const beginSigning = Effect.fnUntraced(function* (
          held: Readonly<Record<string, string>>,
          allowCredentials: NonNullable<GenerateAuthenticationOptionsOpts["allowCredentials"]> = []
        ) {
          const { id } = yield* relyingParty
          const trip = yield* trips.begin("passkey", held)
          const { generateAuthenticationOptions } = yield* library
          const options = yield* Effect.promise(() =>
            generateAuthenticationOptions({
              rpID: id,
              challenge: new Uint8Array(Buffer.from(trip.id, "base64url")),
              timeout: timeoutMs,
              userVerification: "preferred",
              allowCredentials
            })
          )
          return { options, cookie: trip.cookie }
        })
        const excludedOf = (personId: string) =>
          rowsOf(ExcludedRow)(
            sql`SELECT credential_id AS id, transports FROM account_passkeys WHERE person_id = ${personId}`
          )

        return Passkeys.of({
          beginMaking: Effect.fn("Passkeys.beginMaking")(function* (person) {
            const { id } = yield* relyingParty
            const own = yield* excludedOf(person.id)
            if (own.length >= passkeysMax) {
              return yield* new PasskeyLimitReached(`there are ${passkeysMax} passkeys already; remove one`)
            }
            const trip = yield* trips.begin("passkey", { making: person.id })
            const { generateRegistrationOptions } = yield* library
            const options = yield* Effect.promise(() =>
              generateRegistrationOptions({
                rpName: productOf(config),
                rpID: id,
                userID: new TextEncoder().encode(person.id),
                userName: person.email,
                userDisplayName: person.name === "" ? person.email : person.name,
                challenge: new Uint8Array(Buffer.from(trip.id, "base64url")),
                timeout: timeoutMs,
                attestationType: "none",
                excludeCredentials: own.map((each) => ({ id: each.id, transports: transportsOf(each.transports) })),
                authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
                supportedAlgorithmIDs: algorithms
              })
            )
            return { options, cookie: trip.cookie }
          }),
          make: Effect.fn("Passkeys.make")(function* ({ asking: { client, cookies }, made, name, session }) {
            const { person } = session
            const { id: rpId, origin } = yield* relyingParty
            const { attestationObject, clientDataJSON, id } = made
            const { challenge, held } = yield* ended(cookies, clientDataJSON)
            if (held.making !== person.id) return yield* refused("this was begun by somebody else")
            const { verifyRegistrationResponse } = yield* library
            const { registrationInfo, verified } = yield* Effect.tryPromise({
              try: () =>
                verifyRegistrationResponse({
                  response: {
                    id,
                    rawId: id,
                    type: "public-key",
                    clientExtensionResults: {},
                    response: { clientDataJSON, attestationObject }
                  },
                  expectedChallenge: challenge,
                  expectedOrigin: origin,
                  expectedRPID: rpId,
                  requireUserVerification: false,
                  supportedAlgorithmIDs: algorithms
                }),
              catch: () => refused("what the authenticator made can't be taken")
            })
            if (!verified) return yield* refused("what the authenticator made can't be taken")
            const { aaguid, credential, credentialBackedUp, credentialDeviceType, userVerified } = registrationInfo
            const now = timeOf(yield* Clock.currentTimeMillis)
            const insert = passkeys(
              sql`INSERT INTO account_passkeys (id, credential_id, person_id, name, public_key, counter, transports, synced,
                  backed_up, verifies, model, created_at)
                VALUES (${uuidV7Unsafe()}, ${credential.id}, ${person.id}, ${name}, ${Buffer.from(credential.publicKey)},
                  ${credential.counter}, ${[...transportsOf(made.transports)]}::text[],
                  ${credentialDeviceType === "multiDevice"}, ${credentialBackedUp}, ${userVerified}, ${aaguid}, ${now}::timestamptz)
                ON CONFLICT (credential_id) DO NOTHING RETURNING ${columns}`
            )
            return yield* sql.withTransaction(
              Effect.gen(function* () {
                const [passkey] = yield* insert
                if (passkey === undefined) return yield* refused("this passkey is registered already")
                const change = { kind: "passkey-added", personId: person.id, client, way: name } as const
                yield* wayChanged({ ...change, after: { id: passkey.id, name } })
                if (!userVerified) return { passkey, cookie: undefined }
                // As an app that was just set up does: a session that has had it follows.
                const { cookie } = yield* signedIn.openWithFactor(session, { client, cookies })
                return { passkey, cookie }
              })
            )
          }),
          beginSigningIn: beginSigning({}),
          beginConfirming: Effect.fn("Passkeys.beginConfirming")(function* (person) {
            const own = yield* excludedOf(person.id)
            const allowed = own.map((each) => ({ id: each.id, transports: transportsOf(each.transports) }))
            return yield* beginSigning({ confirming: person.id }, allowed)
          }),
          confirm: Effect.fn("Passkeys.confirm")(function* ({ signed, ...asking }) {
            const session = yield* signedIn.find(asking.cookies)
            if (session === undefined) return yield* nobody
            const { held, kept, userVerified } = yield* verified(signed, asking)
            const { person } = session
            if (held.confirming !== person.id || kept.personId !== person.id) return yield* wrong
            return yield* asConfirmed({ ...asking, session, by: "passkey", secondFactor: userVerified })
          }),
          signIn: Effect.fn("Passkeys.signIn")(function* ({ signed, ...asking }) {
            const { held, kept, userVerified } = yield* verified(signed, asking)
            const person = yield* persons.byId(kept.personId)
            if (held.making !== undefined || held.confirming !== undefined || person === undefined) return yield* wrong
            return yield* asPerson({ ...asking, person, method: "passkey", secondFactor: userVerified })
          }),
          list: Effect.fn("Passkeys.list")((personId) =>
            passkeys(sql`SELECT ${columns} FROM account_passkeys WHERE person_id = ${personId} ORDER BY created_at, id`)
          ),
          rename: Effect.fn("Passkeys.rename")(function* (personId, id, name) {
            const renamed = yield* sql`UPDATE account_passkeys SET name = ${name} WHERE person_id = ${personId}
              AND id = ${id} RETURNING 1`
            return renamed.length > 0
          }),
          remove: Effect.fn("Passkeys.remove")(function* (personId, id) {
            const [gone] = yield* rowsOf(NameRow)(
              sql`DELETE FROM account_passkeys WHERE person_id = ${personId} AND id = ${id} RETURNING name`
            )
            return gone?.name
          })
        })
      })
    )
}

const transports = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const
/** How an authenticator can be reached, as far as browsers know of it. */
const transportsOf = (given: ReadonlyArray<string>) => transports.filter((each) => given.includes(each))
