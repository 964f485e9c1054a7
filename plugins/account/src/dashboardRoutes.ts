import { asDocumented, Directory, NotFound, StoredText } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { SqlClient } from "effect/sql"
import { Operators } from "./admin/Operators.ts"
import { AccountRole, PersonShown } from "./answers.ts"
import type { AccountConfig } from "./config.ts"
import { changes, fresh, ownRoute, reading, session } from "./dashboard.ts"
import {
  ConfirmationNeeded,
  FactorExists,
  FactorRefused,
  PasswordRefused,
  SignInRefused,
  TooManyAttempts
} from "./errors.ts"
import { jsonRoute } from "./jsonRoute.ts"
import { productOf } from "./mail/links.ts"
import { Notices, type WayChange } from "./mail/Notices.ts"
import { languages } from "./mail/texts.ts"
import { Factors } from "./persons/Factors.ts"
import { Persons } from "./persons/Persons.ts"
import { linkedOf } from "./providers/routes.ts"
import { asking, dataOf } from "./request.ts"
import { membershipOf } from "./signIn/SessionPort.ts"
import { SignedIn, type SignedInSession } from "./signIn/SignedIn.ts"
import { SigningIn } from "./signIn/SigningIn.ts"
import { type PersonAct, PersonAudit } from "./team/PersonAudit.ts"

const optional = Schema.optionalKey

const Me = Schema.Struct({
  person: PersonShown,
  accountId: Schema.NullOr(Schema.String).annotate({ description: "The account that the session looks at." }),
  accounts: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      role: AccountRole,
      email: Schema.NullOr(Schema.String),
      plan: Schema.NullOr(Schema.String)
    })
  ),
  session: Schema.Struct({ id: Schema.String, method: Schema.String, createdAt: Schema.String }),
  secondFactor: Schema.Struct({ totp: Schema.Boolean, backupCodesLeft: Schema.Int }),
  operator: Schema.Literals(["yes", "no", "needs-factor"]),
  providers: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      provider: Schema.NullOr(Schema.String).annotate({ description: "Null: it's in the config no longer." }),
      name: Schema.NullOr(Schema.String),
      issuer: Schema.String,
      email: Schema.NullOr(Schema.String),
      linkedAt: Schema.String,
      lastUsedAt: Schema.NullOr(Schema.String)
    })
  ),
  csrfToken: Schema.String.annotate({ description: "What each change must carry." })
}).annotate({ identifier: "Me" })

const Device = Schema.Struct({
  id: Schema.String,
  method: Schema.String,
  address: Schema.NullOr(Schema.String),
  agent: Schema.NullOr(Schema.String),
  isThis: Schema.Boolean,
  signedInAt: Schema.String,
  lastSeenAt: Schema.String
}).annotate({ identifier: "Device" })
const SignedOut = Schema.Struct({ signedOut: Schema.Int.annotate({ description: "How many devices." }) })
const FactorSecret = Schema.Struct({
  secret: Schema.String,
  address: Schema.String.annotate({ description: "otpauth://" })
}).annotate({ identifier: "FactorSecret" })
const BackupCodes = Schema.Struct({ backupCodes: Schema.Array(Schema.String) }).annotate({ identifier: "BackupCodes" })

const meOf = Effect.fnUntraced(function* (found: SignedInSession) {
  const signedIn = yield* SignedIn
  const persons = yield* Persons
  const factors = yield* Factors
  const directory = yield* Directory
  const operators = yield* Operators
  const { person } = found
  const memberships = yield* persons.memberships(person.id)
  const accounts = yield* Effect.forEach(
    memberships,
    ({ accountId, role }) =>
      Effect.map(directory.account(accountId), (account) => ({
        id: accountId,
        role,
        email: account?.email ?? null,
        plan: account?.plan ?? null
      })),
    { concurrency: "unbounded" }
  )
  const { backupCodesLeft, totp } = yield* factors.stateOf(person.id)
  return dataOf({
    person: { id: person.id, email: person.email, name: person.name, language: person.language },
    accountId: membershipOf(found, memberships)?.accountId ?? null,
    accounts,
    session: { id: found.id, method: found.method, createdAt: new Date(found.createdMs).toISOString() },
    secondFactor: { totp, backupCodesLeft },
    operator: yield* operators.standing({ personId: person.id, hasFactor: found.secondFactorMs !== null }),
    providers: yield* linkedOf(person.id),
    csrfToken: signedIn.csrfOf(found)
  })
})

/** What someone did to their own sign-in, and its row of the audit log with it. */
const noted = Effect.fnUntraced(function* <A, E>(change: Effect.Effect<A, E>, actOf: (result: A) => PersonAct | false) {
  const sql = yield* SqlClient.SqlClient
  const audit = yield* PersonAudit
  const recorded = Effect.tap(change, (result) => {
    const act = actOf(result)
    return act === false ? Effect.void : audit.record(act)
  })
  return yield* asDocumented(sql.withTransaction(recorded))
})

/** The same of how they sign in, and a mail with it. */
const told = Effect.fnUntraced(function* <A, E>(
  changing: Effect.Effect<A, E>,
  change: WayChange | ((result: A) => WayChange | false)
) {
  const sql = yield* SqlClient.SqlClient
  const { wayChanged } = yield* Notices
  const recorded = Effect.tap(changing, (result) => {
    const changed = typeof change === "function" ? change(result) : change
    return changed === false ? Effect.void : wayChanged(changed)
  })
  return yield* asDocumented(sql.withTransaction(recorded))
})

const Profile = Schema.Struct({
  name: optional(StoredText({ max: 100, description: "What to call them." })),
  language: optional(Schema.Literals(languages))
})
const Chosen = Schema.Struct({ accountId: Schema.String })
const Password = Schema.String.check(Schema.isMaxLength(1024))
const NewPassword = Schema.Struct({ current: optional(Password), password: Password })
const Code = Schema.Struct({ code: Schema.String.check(Schema.isMinLength(6), Schema.isMaxLength(20)) })

/** What someone sees and changes of themselves. */
export const dashboardRoutes = (config: AccountConfig) => [
  jsonRoute({
    ...ownRoute,
    id: "me",
    method: "GET",
    path: "/dashboard/api/me",
    answer: Me,
    errors: reading,
    summary: "Who is signed in",
    description:
      "The person, their accounts and roles, whether they operate this gateway (`yes`, `no`, `needs-factor`), and the token that each change must carry.",
    handler: () => Effect.flatMap(session, (found) => asDocumented(meOf(found)))
  }),
  jsonRoute({
    ...ownRoute,
    id: "changeMe",
    method: "PATCH",
    path: "/dashboard/api/me",
    payload: Profile,
    answer: Me,
    errors: changes,
    summary: "Change name or language",
    description: "What mails and pages call the person, and in which language.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const { person } = yield* session
        const persons = yield* Persons
        const given = yield* payload
        const changed = (["name", "language"] as const).filter(
          (field) => given[field] !== undefined && given[field] !== person[field]
        )
        // Their name is in no log that outlives it.
        yield* noted(
          persons.describe(person.id, given),
          () =>
            changed.length > 0 && { personId: person.id, action: "account.profile-changed", after: { fields: changed } }
        )
        return yield* asDocumented(meOf(yield* session))
      })
  }),
  jsonRoute({
    ...ownRoute,
    id: "chooseAccount",
    method: "POST",
    path: "/dashboard/api/account",
    payload: Chosen,
    answer: Me,
    errors: [...changes, NotFound],
    summary: "Choose the account to look at",
    description: "For people who are in several.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const found = yield* session
        const { accountId } = yield* payload
        const persons = yield* Persons
        const signedIn = yield* SignedIn
        const memberships = yield* asDocumented(persons.memberships(found.person.id))
        if (!memberships.some((each) => each.accountId === accountId)) {
          return yield* new NotFound("accountId (body): isn't an account of yours", { field: "accountId" })
        }
        yield* asDocumented(signedIn.choose(found.id, accountId))
        return yield* asDocumented(meOf(yield* session))
      })
  }),
  jsonRoute({
    ...ownRoute,
    ...fresh,
    id: "changePassword",
    method: "POST",
    path: "/dashboard/api/password",
    payload: NewPassword,
    answer: Schema.Struct({ changed: Schema.Literal(true) }),
    errors: [...changes, ConfirmationNeeded, PasswordRefused, SignInRefused, TooManyAttempts],
    summary: "Set or change the password",
    description: "Signs out all other devices, and says so by mail.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const { id, person } = yield* session
        const { current, password } = yield* payload
        const { changePassword } = yield* SigningIn
        const { client } = yield* asking
        yield* asDocumented(changePassword({ person, sessionId: id, client, current, next: password }))
        return dataOf({ changed: true })
      })
  }),
  jsonRoute({
    ...ownRoute,
    id: "devices",
    method: "GET",
    path: "/dashboard/api/devices",
    answer: Schema.Struct({ devices: Schema.Array(Device) }),
    errors: reading,
    summary: "Where the person is signed in",
    description: "Sessions, those used last first.",
    handler: () =>
      Effect.gen(function* () {
        const { id, person } = yield* session
        const signedIn = yield* SignedIn
        const devices = yield* asDocumented(signedIn.devices(person.id))
        return dataOf({
          devices: devices.map(({ createdMs, updatedMs, ...device }) => ({
            ...device,
            isThis: device.id === id,
            signedInAt: new Date(createdMs).toISOString(),
            lastSeenAt: new Date(updatedMs).toISOString()
          }))
        })
      })
  }),
  jsonRoute({
    ...ownRoute,
    id: "signOutDevice",
    method: "DELETE",
    path: "/dashboard/api/devices/:id",
    answer: SignedOut,
    errors: [...changes, NotFound],
    summary: "Sign out a device",
    description: "Ends one of the person's sessions.",
    handler: () =>
      Effect.gen(function* () {
        const { person } = yield* session
        const { id = "" } = yield* HttpRouter.params
        const signedIn = yield* SignedIn
        const ended = signedIn.endOne(person.id, id)
        if (!(yield* noted(ended, (isEnded) => isEnded && { personId: person.id, action: "account.signed-out" }))) {
          return yield* new NotFound("no such device; it may be signed out already")
        }
        return dataOf({ signedOut: 1 })
      })
  }),
  jsonRoute({
    ...ownRoute,
    id: "signOutOthers",
    method: "POST",
    path: "/dashboard/api/devices/sign-out-others",
    answer: SignedOut,
    errors: changes,
    summary: "Sign out all other devices",
    description: "Ends all sessions of the person but this one.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const { id, person } = yield* session
        yield* payload
        const signedIn = yield* SignedIn
        const signedOut = yield* noted(
          signedIn.endOthers(person.id, id),
          (devices) => devices > 0 && { personId: person.id, action: "account.signed-out", after: { devices } }
        )
        return dataOf({ signedOut })
      })
  }),
  jsonRoute({
    ...ownRoute,
    ...fresh,
    id: "beginFactor",
    method: "POST",
    path: "/dashboard/api/factors/totp",
    answer: FactorSecret,
    errors: [...changes, ConfirmationNeeded, FactorExists],
    summary: "Set up an authenticator app",
    description: "Gives a new secret, which is nothing yet until a code of it is confirmed.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const { person } = yield* session
        yield* payload
        const factors = yield* Factors
        const { address, secret } = yield* asDocumented(factors.begin(person, productOf(config)))
        return dataOf({ secret, address })
      })
  }),
  jsonRoute({
    ...ownRoute,
    ...fresh,
    id: "confirmFactor",
    method: "POST",
    path: "/dashboard/api/factors/totp/confirm",
    payload: Code,
    answer: BackupCodes,
    errors: [...changes, ConfirmationNeeded, FactorExists, FactorRefused, TooManyAttempts],
    summary: "Turn the authenticator app on",
    description:
      "Takes a code of the app, signs out all other devices, and gives ten backup codes, here and never again. The session gets a new cookie, and with it another `csrfToken`.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const found = yield* session
        const { person } = found
        const { code } = yield* payload
        const factors = yield* Factors
        const signedIn = yield* SignedIn
        const browser = yield* asking
        const confirmed = Effect.gen(function* () {
          const backupCodes = yield* factors.confirm(person.id, code)
          const { cookie, id } = yield* signedIn.openWithFactor(found, browser)
          yield* signedIn.endOthers(person.id, id)
          return { backupCodes, cookie }
        })
        const { backupCodes, cookie } = yield* told(confirmed, {
          kind: "factor-added",
          personId: person.id,
          client: browser.client,
          after: { kind: "totp" }
        })
        return dataOf({ backupCodes }, 200, (response) => signedIn.setCookie(response, cookie))
      })
  }),
  jsonRoute({
    ...ownRoute,
    ...fresh,
    id: "renewBackupCodes",
    method: "POST",
    path: "/dashboard/api/factors/backup-codes",
    answer: BackupCodes,
    errors: [...changes, ConfirmationNeeded, NotFound],
    summary: "New backup codes",
    description: "Ten new ones, here and never again; the old ones are worth nothing.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const { person } = yield* session
        yield* payload
        const factors = yield* Factors
        if (!(yield* asDocumented(factors.stateOf(person.id))).totp) {
          return yield* new NotFound("there's no second factor; set up an authenticator app first")
        }
        const { client } = yield* asking
        const change = { kind: "backup-codes-renewed", personId: person.id, client } as const
        return dataOf({ backupCodes: yield* told(factors.renew(person.id), change) })
      })
  }),
  jsonRoute({
    ...ownRoute,
    ...fresh,
    id: "removeFactor",
    method: "DELETE",
    path: "/dashboard/api/factors/totp",
    answer: Schema.Struct({ removed: Schema.Literal(true) }),
    errors: [...changes, ConfirmationNeeded],
    summary: "Remove the authenticator app",
    description: "Its backup codes go with it.",
    handler: () =>
      Effect.gen(function* () {
        const { person } = yield* session
        const factors = yield* Factors
        const { client } = yield* asking
        const change = { kind: "factor-removed", personId: person.id, client, before: { kind: "totp" } } as const
        yield* told(factors.remove(person.id), (removed) => removed && change)
        return dataOf({ removed: true })
      })
  })
]
