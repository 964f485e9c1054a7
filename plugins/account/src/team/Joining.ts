import { Directory, type ServiceUnavailable, SessionRequired } from "@storeglass/plugin-api"
import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { AccountConfig } from "../config.ts"
import { FactorNeeded, PasswordRefused, ProofInvalid, SignUpClosed, type TooManyAttempts } from "../errors.ts"
import { Factors } from "../persons/Factors.ts"
import { Passwords } from "../persons/Passwords.ts"
import { type Person, Persons } from "../persons/Persons.ts"
import type { Role } from "../roles.ts"
import { Limits, limits } from "../signIn/Limits.ts"
import { SignedIn, type SignedInSession } from "../signIn/SignedIn.ts"
import { type Asking, type Entered, SigningIn } from "../signIn/SigningIn.ts"
import { type Invitation, Invitations, type Invited } from "./Invitations.ts"

/** What an invitation says to who has its link. */
export interface InvitationShown {
  readonly email: string
  readonly role: Role
  readonly inviter: string | null
  /** The address of the account. */
  readonly account: string
  readonly expiresMs: number
}

/** Someone has joined. `entered` where they weren't signed in before. */
export interface Joined {
  readonly person: Person
  readonly accountId: string
  readonly entered: Entered | undefined
}

/** `provesAddress`: it came by mail. */
type Found = Invitation & { readonly provesAddress: boolean }
type Failure = SqlError.SqlError | ServiceUnavailable

/**
 * How people who were invited come in. Who is new is made by the mail's link or code, which proves the address; who is known
 * must be signed in, as a link of 7 days is no way to sign in. A link that was copied proves nothing, so it's for who is signed in
 * with the address.
 */
export class Joining extends Context.Service<
  Joining,
  {
    readonly show: (token: string) => Effect.Effect<InvitationShown, ProofInvalid | Failure>
    readonly join: (
      asked: Asking & {
        readonly invited: Invited
        readonly name: string | undefined
        readonly password: string | undefined
        readonly language: string
      }
    ) => Effect.Effect<
      Joined,
      ProofInvalid | PasswordRefused | SignUpClosed | SessionRequired | FactorNeeded | TooManyAttempts | Failure
    >
    /** Of who is signed in, in the session. False: no such invitation, or not theirs. */
    readonly accept: (
      person: Person,
      sessionId: string,
      invitationId: string
    ) => Effect.Effect<Invitation | undefined, SqlError.SqlError>
    /** The same. */
    readonly decline: (person: Person, invitationId: string) => Effect.Effect<boolean, SqlError.SqlError>
  }
>()("@storeglass/account/Joining") {
  static readonly layer = ({ signUp = "open" }: AccountConfig) =>
    Layer.effect(
      Joining,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const counted = yield* Limits
        const directory = yield* Directory
        const factors = yield* Factors
        const invitations = yield* Invitations
        const passwords = yield* Passwords
        const persons = yield* Persons
        const signedIn = yield* SignedIn
        const signingIn = yield* SigningIn
        const invalid = new ProofInvalid(
          "the invitation was used, withdrawn or has expired, a newer one was sent, or its code is wrong; ask for another"
        )

        const look = Effect.fnUntraced(function* ({ client }: Asking, invited: Invited) {
          const taken = yield* counted.take(limits.addressWrong, client.network)
          const invitation = yield* invitations.look(invited)
          if (invitation === undefined) return yield* invalid
          yield* counted.giveBack(taken)
          return invitation
        })

        const signInFirst = ({ provesAddress }: Found) =>
          new SessionRequired(
            provesAddress
              ? "sign in with the address that was invited, then open the invitation again"
              : "this link was handed over, which proves no address: sign in with the one that was invited, then open it again"
          )

        const acceptIn = (invitation: Invitation, person: Person, sessionId: string) =>
          sql.withTransaction(
            Effect.gen(function* () {
              const isFirst = yield* invitations.accept(invitation, person)
              if (isFirst) yield* signedIn.choose(sessionId, invitation.accountId)
              return isFirst
            })
          )

        const inSession = Effect.fnUntraced(function* (invitation: Found, session: SignedInSession) {
          const { person } = session
          if (yield* factors.isMissing(session)) {
            return yield* new FactorNeeded("give your second factor at POST /auth/factor first")
          }
          if (!(yield* acceptIn(invitation, person, session.id))) return yield* invalid
          return { person, accountId: invitation.accountId, entered: undefined }
        })

        const ofPerson = Effect.fnUntraced(function* (person: Person, id: string) {
          const open = yield* invitations.ofEmail(person.email)
          return open.find((invitation) => invitation.id === id)
        })

        return Joining.of({
          show: Effect.fn("Joining.show")(function* (token) {
            const found = yield* invitations.look({ token })
            const account = found === undefined ? undefined : yield* directory.account(found.accountId)
            if (found === undefined || account === undefined) return yield* invalid
            const { email, expiresMs, inviter, role } = found
            return { email, role, inviter, account: account.email, expiresMs }
          }),
          join: Effect.fn("Joining.join")(function* ({ invited, language, name, password, ...asking }) {
            const invitation = yield* look(asking, invited)
            const { accountId, email } = invitation
            const session = yield* signedIn.find(asking.cookies)
            if (session?.person.email === email) return yield* inSession(invitation, session)
            // By a link that was handed over nobody has read a mail, so whoever holds it isn't told whether the address is
            // known, neither by words nor by the time that looking it up takes.
            if (!invitation.provesAddress || (yield* persons.byEmail(email)) !== undefined) {
              return yield* signInFirst(invitation)
            }
            if (signUp === "closed") {
              return yield* new SignUpClosed("this gateway takes no new people; ask its operator")
            }
            const problem = password === undefined ? undefined : yield* passwords.problem(password, email)
            if (problem !== undefined)
              return yield* new PasswordRefused(`password (body): ${problem}`, { field: "password" })
            const hashed = password === undefined ? undefined : yield* passwords.hash(password)
            return yield* sql.withTransaction(
              Effect.gen(function* () {
                const { isNew, person } = yield* persons.proven({ email, name: name ?? "", language })
                if (!(yield* invitations.accept(invitation, person))) return yield* invalid
                if (isNew && hashed !== undefined) yield* persons.setPassword(person.id, hashed)
                yield* persons.settle(person)
                const entered = yield* signingIn.enter(person, "mail", asking, { accountId })
                return { person, accountId, entered }
              })
            )
          }),
          accept: Effect.fn("Joining.accept")(function* (person, sessionId, invitationId) {
            const invitation = yield* ofPerson(person, invitationId)
            if (invitation === undefined) return undefined
            return (yield* acceptIn(invitation, person, sessionId)) ? invitation : undefined
          }),
          decline: Effect.fn("Joining.decline")(function* (person, invitationId) {
            const declined = yield* sql`DELETE FROM account_invitations WHERE id::text = ${invitationId}
              AND email = ${person.email} RETURNING 1`
            return declined.length > 0
          })
        })
      })
    )
}
