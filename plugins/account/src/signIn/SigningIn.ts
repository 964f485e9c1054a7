import {
  type Client,
  Directory,
  Mailer,
  Operations,
  type ServiceUnavailable,
  SessionRequired
} from "@storeglass/plugin-api"
import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { AccountConfig } from "../config.ts"
import { isBare } from "../confirming/bare.ts"
import { domainOf } from "../domain.ts"
import {
  type FactorRefused,
  PasswordRefused,
  ProofInvalid,
  SignInByMail,
  SignInRefused,
  SignUpClosed,
  type TooManyAttempts
} from "../errors.ts"
import { type NoticeKind, Notices } from "../mail/Notices.ts"
import { Factors } from "../persons/Factors.ts"
import { Passwords } from "../persons/Passwords.ts"
import { type Person, Persons } from "../persons/Persons.ts"
import { Identities } from "../providers/Identities.ts"
import { PersonAudit } from "../team/PersonAudit.ts"
import { Limits, limits } from "./Limits.ts"
import { mailNeededOf } from "./mailNeeded.ts"
import { Proofs, type Purpose, type Shown } from "./Proofs.ts"
import { type Method, SignedIn, type SignedInSession } from "./SignedIn.ts"

/** The browser that asks. */
export interface Asking {
  readonly client: Client
  readonly cookies: Readonly<Record<string, string>>
}

/** A session that has begun. */
export interface Entered {
  readonly person: Person
  readonly cookie: string
  /** `factor`: it opens nothing until the second factor is given. `password`: the one chosen at sign-up wasn't taken. */
  readonly needs: "factor" | "password" | null
}

/** By what someone who is signed in showed again that it's them. */
export type Confirmation = "factor" | "mail" | "passkey" | "password" | "provider"

/** What someone waits for who was sent a mail, or would have been. */
export interface MailAsked {
  /** Makes the code of the mail work, and only here. */
  readonly ticket: string
  readonly expiresMs: number
}

type Failure = SqlError.SqlError | ServiceUnavailable

export const nobody = new SessionRequired("sign in first: nobody is signed in, or the session has ended")

/** Whom `npm start` makes the demo account for. No mail reaches it. */
export const demoEmail = "demo@storeglass.invalid"

/** The ways in. None of them tells whether an address has an account. */
export class SigningIn extends Context.Service<
  SigningIn,
  {
    /** Asks the address to confirm itself. There is no person and no account before it does. */
    readonly signUp: (
      asked: Asking & {
        readonly email: string
        readonly password: string
        readonly name: string
        readonly language: string
      }
    ) => Effect.Effect<MailAsked, SignUpClosed | PasswordRefused | TooManyAttempts | Failure>
    readonly askMail: (
      asked: Asking & {
        readonly purpose: Exclude<Purpose, "verify" | "email" | "confirm">
        readonly email: string
        readonly language: string
      }
    ) => Effect.Effect<MailAsked, TooManyAttempts | Failure>
    readonly byPassword: (
      asked: Asking & { readonly email: string; readonly password: string }
    ) => Effect.Effect<Entered, SignInRefused | SignInByMail | TooManyAttempts | Failure>
    /** Confirms an address, signs in or sets a new password, by what a mail had. */
    readonly byMail: (
      asked: Asking & { readonly shown: Shown; readonly password: string | undefined }
    ) => Effect.Effect<Entered, ProofInvalid | PasswordRefused | Failure>
    /** Someone who showed who they are by a provider or a passkey. `secondFactor`: that counts for it too. */
    readonly asPerson: (
      asked: Asking & { readonly person: Person; readonly method: Method; readonly secondFactor: boolean }
    ) => Effect.Effect<Entered, Failure>
    /** Whose address a trusted provider has proven: makes the person, where they may sign up. */
    readonly asProven: (
      asked: Asking & {
        readonly email: string
        readonly name: string
        readonly language: string
        readonly secondFactor: boolean
        /** Written in the same transaction. */
        readonly alongside: (personId: string, isNew: boolean) => Effect.Effect<void, SqlError.SqlError>
      }
    ) => Effect.Effect<Entered, SignUpClosed | TooManyAttempts | Failure>
    /** `signUp` of someone who chose no password. */
    readonly askToConfirm: (
      asked: Asking & { readonly email: string; readonly name: string; readonly language: string }
    ) => Effect.Effect<MailAsked, SignUpClosed | TooManyAttempts | Failure>
    /** The same of someone who has just joined this account. */
    readonly enter: (
      person: Person,
      method: Method,
      asking: Asking,
      more?: { readonly secondFactor?: boolean; readonly accountId?: string }
    ) => Effect.Effect<Entered, SqlError.SqlError>
    /** Whoever the demo account is for; undefined where there's none. */
    readonly asDemo: (asking: Asking) => Effect.Effect<Entered | undefined, Failure>
    /** Gives the second factor: a new session that has it takes the place of the one that lacks it. */
    readonly byFactor: (
      asked: Asking & { readonly code: string }
    ) => Effect.Effect<Entered, SessionRequired | FactorRefused | TooManyAttempts | Failure>
    /** Whoever is signed in shows once more that it's them. */
    readonly confirm: (
      asked: Asking & { readonly password: string }
    ) => Effect.Effect<void, SessionRequired | SignInRefused | TooManyAttempts | Failure>
    /** Whoever is signed in has shown it by something else: a new session takes the place of this one. */
    readonly asConfirmed: (
      asked: Asking & {
        readonly session: SignedInSession
        readonly by: Confirmation
        readonly secondFactor: boolean
      }
    ) => Effect.Effect<Entered, SqlError.SqlError>
    /** Sets a new password for someone who is signed in, and signs out all their other devices. */
    readonly changePassword: (asked: {
      readonly person: Person
      readonly sessionId: string
      readonly client: Client
      readonly current: string | undefined
      readonly next: string
    }) => Effect.Effect<void, SignInRefused | PasswordRefused | TooManyAttempts | Failure>
  }
>()("@storeglass/account/SigningIn") {
  static readonly layer = ({ domains = [], signUp = "open" }: AccountConfig) =>
    Layer.effect(
      SigningIn,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const counted = yield* Limits
        const passwords = yield* Passwords
        const persons = yield* Persons
        const proofs = yield* Proofs
        const signedIn = yield* SignedIn
        const factors = yield* Factors
        const directory = yield* Directory
        const { gateway } = yield* Operations
        const identities = yield* Identities
        const audit = yield* PersonAudit
        const { tell } = yield* Notices
        const mailer = yield* Mailer
        const needsMail = mailNeededOf(
          mailer,
          "this gateway sends no mail: sign in by a provider or a passkey, or ask its operator"
        )

        const enter = Effect.fnUntraced(
          function* (
            person: Person,
            method: Method,
            { client, cookies }: Asking,
            more: {
              readonly secondFactor?: boolean
              readonly accountId?: string
              readonly choseAPassword?: boolean
            } = {}
          ) {
            const { accountId = null, choseAPassword = false, secondFactor = false } = more
            const { totp } = yield* factors.stateOf(person.id)
            const byMore = secondFactor || choseAPassword || !["mail", "provider"].includes(method)
            const confirmed = byMore || isBare(yield* identities.waysIn(person.id), totp, gateway.url)
            const { cookie } = yield* signedIn.open({
              person,
              method,
              client,
              confirmed,
              cookies,
              secondFactor,
              accountId
            })
            const needs = !secondFactor && totp ? ("factor" as const) : null
            if (needs === null) yield* entered(person.id, method)
            return { person, cookie, needs }
          },
          (entering) => sql.withTransaction(entering)
        )
        const entered = (personId: string, method: Method) =>
          audit.record({ personId, action: "account.signed-in", after: { method } })
        const confirmed = (personId: string, by: Confirmation) =>
          audit.record({ personId, action: "account.confirmed", after: { by } })
        const chosen = Effect.fnUntraced(function* (password: string, email: string) {
          const problem = yield* passwords.problem(password, email)
          if (problem !== undefined)
            return yield* new PasswordRefused(`password (body): ${problem}`, { field: "password" })
          return yield* passwords.hash(password)
        })
        /** The password of somebody who is signed in, counted for them as for the network that they come from. */
        const isOwn = Effect.fnUntraced(function* (
          { id }: Person,
          { network }: Client,
          given: string,
          kept: string | undefined,
          refused: SignInRefused
        ) {
          const ofAddress = yield* counted.take(limits.addressWrong, network)
          const ofPerson = yield* Effect.tapError(counted.take(limits.personWrong, id), () =>
            counted.giveBack(ofAddress)
          )
          const giveBack = Effect.andThen(counted.giveBack(ofAddress), counted.giveBack(ofPerson))
          const { isRight } = yield* Effect.tapError(passwords.check(given, kept), () => giveBack)
          if (!isRight) return yield* refused
          yield* giveBack
        })
        const notify = (kind: NoticeKind, person: Person, client: Client) => tell({ kind, personId: person.id, client })
        /** Tells them of a browser that never signed in as them. */
        const notifyOfBrowser = (person: Person, { client, cookies }: Asking) =>
          signedIn.isKnown(cookies, person.email) ? Effect.void : notify("new-device", person, client)
        const problemOfSignUp = (email: string) => {
          if (signUp === "open" || (signUp === "domains" && domains.includes(domainOf(email)))) return undefined
          return new SignUpClosed(
            signUp === "domains"
              ? `email (body): only addresses of ${domains.join(", ")} may sign up here`
              : signUp === "invite"
                ? "only who was invited may sign up here; ask a member of your team"
                : "this gateway takes no new accounts; ask its operator"
          )
        }

        return SigningIn.of({
          signUp: Effect.fn("SigningIn.signUp")(function* ({ email, language, name, password, ...asking }) {
            const closed = problemOfSignUp(email)
            if (closed !== undefined) return yield* closed
            yield* needsMail
            const taken = yield* counted.take(limits.addressSignUps, asking.client.network)
            const hashed = yield* Effect.tapError(chosen(password, email), () => counted.giveBack(taken))
            yield* counted.takeMail(asking.client.network, email)
            return yield* proofs.ask({ purpose: "verify", email, language, name, password: hashed })
          }),
          enter,
          askMail: Effect.fn("SigningIn.askMail")(function* ({ email, language, purpose, ...asking }) {
            yield* needsMail
            yield* counted.takeMail(asking.client.network, email)
            return yield* proofs.ask({ purpose, email, language })
          }),
          byPassword: Effect.fn("SigningIn.byPassword")(function* ({ email, password, ...asking }) {
            const { client, cookies } = asking
            const byMail = new SignInByMail(
              "too many wrong passwords were tried for this address; for an hour, sign in by mail or from a browser you used before"
            )
            const isKnown = signedIn.isKnown(cookies, email)
            if (!isKnown && (yield* counted.isFull(limits.emailLocked, email))) return yield* byMail
            const ofAddress = yield* counted.take(limits.addressWrong, client.network)
            const ofEmail = isKnown
              ? undefined
              : yield* counted.take(limits.emailWrong, email).pipe(
                  Effect.tapError(() => counted.giveBack(ofAddress)),
                  Effect.catchTag("TOO_MANY_ATTEMPTS", () => Effect.fail(byMail))
                )
            const giveBack = Effect.andThen(
              counted.giveBack(ofAddress),
              ofEmail === undefined ? Effect.void : counted.giveBack(ofEmail)
            )
            const known = yield* persons.credential(email)
            const { isRight, isWeak } = yield* Effect.tapError(
              passwords.check(password, known?.password),
              () => giveBack
            )
            if (!isRight || known === undefined) {
              if (ofEmail?.used === limits.emailWrong.max) {
                yield* Effect.catchTag(counted.take(limits.emailLocked, email), "TOO_MANY_ATTEMPTS", () => Effect.void)
              }
              return yield* new SignInRefused("the e-mail address or the password is wrong")
            }
            yield* giveBack
            const { person } = known
            if (isWeak) yield* persons.setPassword(person.id, yield* passwords.hash(password))
            if (!isKnown) yield* notify("new-device", person, client)
            return yield* enter(person, "password", asking)
          }),
          byMail: Effect.fn("SigningIn.byMail")(function* ({ password, shown, ...asking }) {
            const invalid = new ProofInvalid(
              "code" in shown
                ? "the code is wrong, was used, has expired, or was tried too often; ask for a new mail"
                : "the link was used, has expired, or a newer one was sent; ask for a new mail"
            )
            const proof = yield* proofs.look(shown)
            if (proof === undefined) return yield* invalid
            const { email, purpose } = proof
            // These are for who is signed in, not for who reads the mail.
            if (purpose === "email" || purpose === "confirm") return yield* invalid
            if (purpose === "reset" && password === undefined) {
              return yield* new PasswordRefused("password (body): is required: the new password", { field: "password" })
            }
            const hashed = purpose === "reset" && password !== undefined ? yield* chosen(password, email) : undefined
            return yield* sql.withTransaction(
              Effect.gen(function* () {
                const used = yield* proofs.use(proof.id)
                if (used === undefined) return yield* invalid
                if (purpose === "verify") {
                  const { language, name } = used
                  const { isNew, person } = yield* persons.proven({ email, name: name ?? "", language })
                  yield* persons.settle(person)
                  // Whoever reads the mail needn't be who signed up, so a password counts only in the browser that chose it,
                  // and only where the address had nobody yet.
                  const isTheirs = "code" in shown || signedIn.hasAsked(asking.cookies, used.ticketHash)
                  if (isNew && isTheirs && used.password !== null) yield* persons.setPassword(person.id, used.password)
                  const claimed = isNew && isTheirs ? yield* identities.claim(used.ticketHash, person.id) : undefined
                  if (claimed !== undefined) {
                    const { email, issuer } = claimed
                    const after = { provider: issuer, email: email ?? null }
                    yield* audit.record({ personId: person.id, action: "account.provider-linked", after })
                  }
                  if (!isNew) yield* notifyOfBrowser(person, asking)
                  const choseAPassword = isNew && isTheirs && used.password !== null
                  const session = yield* enter(person, "mail", asking, { choseAPassword })
                  return isNew && !isTheirs ? { ...session, needs: "password" as const } : session
                }
                const known = yield* persons.byEmail(email)
                const isAwaited = known === undefined && purpose === "sign-in" && (yield* persons.isAwaited(email))
                const person = isAwaited
                  ? (yield* persons.proven({ email, name: "", language: used.language })).person
                  : known
                if (person === undefined) return yield* invalid
                if (hashed !== undefined) {
                  yield* persons.setPassword(person.id, hashed)
                  yield* signedIn.endOthers(person.id, undefined)
                  yield* audit.record({
                    personId: person.id,
                    action: "account.password-changed",
                    after: { by: "mail" }
                  })
                  yield* notify("password-changed", person, asking.client)
                } else if (!isAwaited) yield* notifyOfBrowser(person, asking)
                yield* persons.settle(person)
                return yield* enter(person, "mail", asking, { choseAPassword: hashed !== undefined })
              })
            )
          }),
          asPerson: Effect.fn("SigningIn.asPerson")(function* ({ method, person, secondFactor, ...asking }) {
            yield* notifyOfBrowser(person, asking)
            return yield* enter(person, method, asking, { secondFactor })
          }),
          asProven: Effect.fn("SigningIn.asProven")(function* ({
            alongside,
            email,
            language,
            name,
            secondFactor,
            ...asking
          }) {
            const isKnown = (yield* persons.byEmail(email)) !== undefined
            if (!isKnown && !(yield* persons.admits(email))) {
              const closed = problemOfSignUp(email)
              if (closed !== undefined) return yield* closed
            }
            const taken = isKnown ? undefined : yield* counted.take(limits.addressSignUps, asking.client.network)
            return yield* sql
              .withTransaction(
                Effect.gen(function* () {
                  const { isNew, person } = yield* persons.proven({ email, name, language })
                  yield* persons.settle(person)
                  yield* alongside(person.id, isNew)
                  if (!isNew) yield* notifyOfBrowser(person, asking)
                  return yield* enter(person, "provider", asking, { secondFactor })
                })
              )
              .pipe(Effect.tapError(() => (taken === undefined ? Effect.void : counted.giveBack(taken))))
          }),
          askToConfirm: Effect.fn("SigningIn.askToConfirm")(function* ({ email, language, name, ...asking }) {
            const closed = problemOfSignUp(email)
            if (closed !== undefined) return yield* closed
            yield* needsMail
            const taken = yield* counted.take(limits.addressSignUps, asking.client.network)
            yield* Effect.tapError(counted.takeMail(asking.client.network, email), () => counted.giveBack(taken))
            return yield* proofs.ask({ purpose: "verify", email, language, name })
          }),
          asDemo: Effect.fn("SigningIn.asDemo")(function* (asking) {
            if ((yield* directory.accountByEmail(demoEmail)) === undefined) return undefined
            return yield* sql.withTransaction(
              Effect.gen(function* () {
                const { person } = yield* persons.proven({ email: demoEmail, name: "Demo", language: "en" })
                yield* persons.settle(person)
                return yield* enter(person, "demo", asking)
              })
            )
          }),
          byFactor: Effect.fn("SigningIn.byFactor")(function* ({ code, ...asking }) {
            const session = yield* signedIn.find(asking.cookies)
            if (session === undefined) return yield* nobody
            const { accountId, method, person, secondFactorMs } = session
            yield* factors.give(person.id, code)
            return yield* sql.withTransaction(
              Effect.gen(function* () {
                const { cookie } = yield* signedIn.open({
                  ...asking,
                  person,
                  method,
                  accountId,
                  secondFactor: true,
                  confirmed: true
                })
                yield* secondFactorMs === null ? entered(person.id, method) : confirmed(person.id, "factor")
                return { person, cookie, needs: null }
              })
            )
          }),
          confirm: Effect.fn("SigningIn.confirm")(function* ({ client, cookies, password }) {
            const session = yield* signedIn.find(cookies)
            if (session === undefined) return yield* nobody
            if (yield* factors.isMissing(session)) return yield* nobody
            const known = yield* persons.credential(session.person.email)
            const refused = new SignInRefused("password (body): isn't your password", { field: "password" })
            yield* isOwn(session.person, client, password, known?.password, refused)
            yield* sql.withTransaction(
              Effect.andThen(signedIn.confirmed(session.id), confirmed(session.person.id, "password"))
            )
          }),
          asConfirmed: Effect.fn("SigningIn.asConfirmed")(
            function* ({ by, client, cookies, session, ...given }) {
              const { accountId, method, person, secondFactorMs } = session
              const secondFactor = given.secondFactor || secondFactorMs !== null
              const { cookie } = yield* signedIn.open({
                person,
                method,
                accountId,
                client,
                cookies,
                secondFactor,
                confirmed: true
              })
              const needs = !secondFactor && (yield* factors.stateOf(person.id)).totp ? ("factor" as const) : null
              yield* confirmed(person.id, by)
              return { person, cookie, needs }
            },
            (confirming) => sql.withTransaction(confirming)
          ),
          changePassword: Effect.fn("SigningIn.changePassword")(function* ({
            client,
            current,
            next,
            person,
            sessionId
          }) {
            const known = yield* persons.credential(person.email)
            if (known?.password !== undefined) {
              const refused = new SignInRefused("current (body): isn't your password", { field: "current" })
              yield* isOwn(person, client, current ?? "", known.password, refused)
            }
            const hashed = yield* chosen(next, person.email)
            yield* sql.withTransaction(
              Effect.gen(function* () {
                yield* persons.setPassword(person.id, hashed)
                yield* signedIn.endOthers(person.id, sessionId)
                yield* audit.record({
                  personId: person.id,
                  action: "account.password-changed",
                  after: { by: "password" }
                })
                yield* notify("password-changed", person, client)
              })
            )
          })
        })
      })
    )
}
