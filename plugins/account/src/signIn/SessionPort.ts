import { AccountAdmin, type AccountDetails, databaseAway, Sessions } from "@storeglass/plugin-api"
import { Effect, Layer, Option } from "effect"
import { Operators } from "../admin/Operators.ts"
import { Factors } from "../persons/Factors.ts"
import { type Membership, Persons } from "../persons/Persons.ts"
import { SignedIn, type SignedInSession } from "./SignedIn.ts"

/** The membership that a session looks at: the one that was chosen, else the oldest. */
export const membershipOf = ({ accountId }: SignedInSession, memberships: ReadonlyArray<Membership>) =>
  memberships.find((each) => each.accountId === accountId) ?? memberships[0]

/** Why nothing may be changed in an account. */
const closedOf = ({ deletionDueAt, suspendedFor, suspendedAt }: AccountDetails) => {
  if (deletionDueAt !== null)
    return `this account is being deleted, and nothing of it is left after ${deletionDueAt}; undo that first`
  return suspendedAt === null ? undefined : `this account is suspended: ${suspendedFor}`
}

/**
 * Who is signed in, for routes with the access `session`. Whoever has a second factor and hasn't given it in this session
 * isn't, whatever way they came.
 */
export const sessionPort = Layer.effect(
  Sessions,
  Effect.gen(function* () {
    const signedIn = yield* SignedIn
    const persons = yield* Persons
    const factors = yield* Factors
    const accounts = yield* AccountAdmin
    const operators = yield* Operators
    return Sessions.of({
      resolve: Effect.fn("Sessions.resolve")(
        function* ({ cookies }) {
          const session = yield* signedIn.find(cookies)
          if (session === undefined) return Option.none()
          if (yield* factors.isMissing(session)) return Option.none()
          const personId = session.person.id
          const membership = membershipOf(session, yield* persons.memberships(personId))
          const account = membership === undefined ? undefined : yield* accounts.find(membership.accountId)
          const standing = yield* operators.standing({ personId, hasFactor: session.secondFactorMs !== null })
          return Option.some({
            personId,
            accountId: account?.id,
            role: account === undefined ? undefined : membership?.role,
            isOperator: standing === "yes",
            plan: account?.plan ?? "free",
            closed: account === undefined ? undefined : closedOf(account),
            freshAtMs: session.confirmedMs,
            csrfToken: signedIn.csrfOf(session)
          })
        },
        (resolved) => Effect.catchTag(resolved, "SqlError", (cause) => Effect.fail(databaseAway(cause)))
      )
    })
  })
)
