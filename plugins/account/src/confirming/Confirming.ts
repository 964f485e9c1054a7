import type { SessionRequired } from "@storeglass/plugin-api"
import { Mailer, Operations } from "@storeglass/plugin-api"
import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { AccountConfig } from "../config.ts"
import { ConfirmOtherwise, ProofInvalid, type TooManyAttempts } from "../errors.ts"
import { deviceOf } from "../mail/Notices.ts"
import { relyingPartyOf } from "../passkeys/relyingParty.ts"
import { Factors } from "../persons/Factors.ts"
import { Secrets } from "../persons/Secrets.ts"
import { Identities } from "../providers/Identities.ts"
import { Limits } from "../signIn/Limits.ts"
import { Proofs } from "../signIn/Proofs.ts"
import { SignedIn, type SignedInSession } from "../signIn/SignedIn.ts"
import { type Asking, type Confirmation, nobody } from "../signIn/SigningIn.ts"
import { PersonAudit } from "../team/PersonAudit.ts"
import { isBare } from "./bare.ts"

/** By what somebody can confirm that it's them. */
export interface ConfirmingWays {
  readonly factor: boolean
  readonly passkey: boolean
  readonly password: boolean
  /** For who has none of these. */
  readonly mail: boolean
  /** For who has none of these, where no mail goes out. */
  readonly providers: ReadonlyArray<{ readonly id: string; readonly name: string }>
}

type Failure = SqlError.SqlError | SessionRequired

/**
 * How people who are signed in show again that it's them: with a password, an app or a passkey if they have one. Who has none
 * gets a code by mail, and where no mail goes out signs in by their provider once more.
 */
export class Confirming extends Context.Service<
  Confirming,
  {
    /** Whether someone is signed in but for the second factor that they have. */
    readonly needsFactor: (cookies: Asking["cookies"]) => Effect.Effect<boolean, SqlError.SqlError>
    readonly ways: (asking: Asking) => Effect.Effect<ConfirmingWays, Failure>
    /** Mails a code, which confirms in this session alone. */
    readonly askMail: (
      asking: Asking
    ) => Effect.Effect<{ readonly expiresMs: number }, ConfirmOtherwise | TooManyAttempts | Failure>
    readonly byCode: (
      asked: Asking & { readonly code: string }
    ) => Effect.Effect<void, ConfirmOtherwise | ProofInvalid | Failure>
    /** Gives the id of the session that may go to this provider to confirm. */
    readonly mayBegin: (asking: Asking, provider: string) => Effect.Effect<string, ConfirmOtherwise | Failure>
    /** `personId`: who came back from there. */
    readonly byProvider: (
      asked: Asking & {
        readonly sessionId: string
        readonly personId: string | undefined
        readonly provider: string
      }
    ) => Effect.Effect<void, ConfirmOtherwise | Failure>
  }
>()("@storeglass/account/confirming/Confirming") {
  static readonly layer = ({ providers = [] }: AccountConfig) =>
    Layer.effect(
      Confirming,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const audit = yield* PersonAudit
        const counted = yield* Limits
        const factors = yield* Factors
        const identities = yield* Identities
        const mailer = yield* Mailer
        const proofs = yield* Proofs
        const secrets = yield* Secrets
        const signedIn = yield* SignedIn
        const { gateway } = yield* Operations
        const otherwise = new ConfirmOtherwise(
          "you have a password, an authenticator app or a passkey, or this gateway lets you confirm by something else"
        )

        /** Who is signed in, with the second factor if they have one. */
        const whole = Effect.fnUntraced(function* ({ cookies }: Asking) {
          const session = yield* signedIn.find(cookies)
          if (session === undefined) return yield* nobody
          if (yield* factors.isMissing(session)) return yield* nobody
          return session
        })
        const waysOf = Effect.fnUntraced(function* ({ person }: SignedInSession) {
          const { issuers, passkeys, password } = yield* identities.waysIn(person.id)
          const { totp } = yield* factors.stateOf(person.id)
          const passkey = passkeys > 0 && "id" in relyingPartyOf(gateway.url)
          const bare = isBare({ passkeys, password }, totp, gateway.url)
          const mail = bare && mailer.sends !== false
          const own = providers.filter(({ issuer }) => issuers.includes(issuer))
          return {
            factor: totp,
            passkey,
            password,
            mail,
            providers: bare && !mail ? own.map(({ id, name }) => ({ id, name })) : []
          } satisfies ConfirmingWays
        }, sql.withTransaction)
        /** The code of a mail is for the session that asked: nothing else stands for this ticket. */
        const ticketOf = ({ tokenHash }: SignedInSession) => secrets.mark("confirm-ticket", tokenHash)
        const confirm = Effect.fnUntraced(function* ({ id, person }: SignedInSession, by: Confirmation) {
          yield* signedIn.confirmed(id)
          yield* audit.record({ personId: person.id, action: "account.confirmed", after: { by } })
        })

        return Confirming.of({
          needsFactor: Effect.fn("Confirming.needsFactor")(function* (cookies) {
            const session = yield* signedIn.find(cookies)
            return session !== undefined && (yield* factors.isMissing(session))
          }),
          ways: Effect.fn("Confirming.ways")((asking) => Effect.flatMap(whole(asking), waysOf)),
          askMail: Effect.fn("Confirming.askMail")(function* (asking) {
            const session = yield* whole(asking)
            if (!(yield* waysOf(session)).mail) return yield* otherwise
            const { email, id, language } = session.person
            yield* counted.takeMail(asking.client.network, email)
            const device = deviceOf(asking.client)
            const proof = {
              purpose: "confirm",
              email,
              language,
              personId: id,
              ticket: ticketOf(session),
              device
            } as const
            return yield* proofs.ask(proof)
          }),
          byCode: Effect.fn("Confirming.byCode")(function* ({ code, ...asking }) {
            const session = yield* whole(asking)
            const invalid = new ProofInvalid(
              "the code is wrong, is another session's, was used, has expired, or was tried too often; ask for another"
            )
            const proof = yield* proofs.look({ ticket: ticketOf(session), code })
            if (proof?.purpose !== "confirm" || proof.personId !== session.person.id) return yield* invalid
            return yield* sql.withTransaction(
              Effect.gen(function* () {
                // They may have got a factor since they asked.
                if (!(yield* waysOf(session)).mail) return yield* otherwise
                if ((yield* proofs.use(proof.id)) === undefined) return yield* invalid
                yield* confirm(session, "mail")
              })
            )
          }),
          mayBegin: Effect.fn("Confirming.mayBegin")(function* (asking, provider) {
            const session = yield* whole(asking)
            const { providers } = yield* waysOf(session)
            return providers.some(({ id }) => id === provider) ? session.id : yield* otherwise
          }),
          byProvider: Effect.fn("Confirming.byProvider")(function* ({ personId, provider, sessionId, ...asking }) {
            const session = yield* whole(asking)
            if (session.id !== sessionId) return yield* nobody
            yield* sql.withTransaction(
              Effect.gen(function* () {
                const { providers } = yield* waysOf(session)
                if (personId !== session.person.id || !providers.some(({ id }) => id === provider)) {
                  return yield* otherwise
                }
                yield* confirm(session, "provider")
              })
            )
          })
        })
      })
    )
}
