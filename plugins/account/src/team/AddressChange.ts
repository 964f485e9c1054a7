import { AccountAdmin, type Client, Events, Mailer, MemberMoved, type ServiceUnavailable } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { hashOf } from "../crypto.ts"
import { ProofInvalid, type TooManyAttempts } from "../errors.ts"
import { Notices } from "../mail/Notices.ts"
import { type Person, Persons } from "../persons/Persons.ts"
import { timeOf } from "../rows.ts"
import { Limits } from "../signIn/Limits.ts"
import { mailNeededOf } from "../signIn/mailNeeded.ts"
import { Proofs, type Shown } from "../signIn/Proofs.ts"
import { SignedIn } from "../signIn/SignedIn.ts"
import type { MailAsked } from "../signIn/SigningIn.ts"
import { PersonAudit } from "./PersonAudit.ts"

type Failure = SqlError.SqlError | ServiceUnavailable

/** How a person changes their address: the new one is mailed, and whoever is signed in confirms it. */
export class AddressChange extends Context.Service<
  AddressChange,
  {
    /** Does the same whether anybody has the address or not. */
    readonly ask: (person: Person, client: Client, email: string) => Effect.Effect<MailAsked, TooManyAttempts | Failure>
    /** All other sessions of the person end, and both addresses are told. */
    readonly confirm: (asked: {
      readonly person: Person
      readonly sessionId: string
      readonly client: Client
      readonly shown: Shown
    }) => Effect.Effect<Person, ProofInvalid | Failure>
  }
>()("@storeglass/account/AddressChange") {
  static readonly layer = Layer.effect(
    AddressChange,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const admin = yield* AccountAdmin
      const audit = yield* PersonAudit
      const counted = yield* Limits
      const events = yield* Events
      const { tell } = yield* Notices
      const persons = yield* Persons
      const proofs = yield* Proofs
      const signedIn = yield* SignedIn
      const needsMail = mailNeededOf(
        yield* Mailer,
        "this gateway sends no mail, which a new address is confirmed by; ask its operator"
      )
      const invalid = new ProofInvalid(
        "the link or code is wrong, was used already, has expired, is of another person, or a newer one was sent"
      )

      /** Accounts that the person owns are under their address. Gives all that they're in. */
      const readdress = Effect.fnUntraced(function* (person: Person, email: string) {
        const all = yield* persons.memberships(person.id)
        for (const { accountId, role } of all) {
          if (role !== "owner") continue
          if ((yield* admin.find(accountId))?.email.toLowerCase() !== person.email) continue
          yield* Effect.catchTag(admin.setEmail(accountId, email), "AccountRefused", Effect.die)
        }
        return all
      })

      return AddressChange.of({
        ask: Effect.fn("AddressChange.ask")(function* (person, client, email) {
          yield* needsMail
          yield* counted.takeMail(client.network, email)
          return yield* proofs.ask({ purpose: "email", email, language: person.language, personId: person.id })
        }),
        confirm: Effect.fn("AddressChange.confirm")(
          function* ({ client, person, sessionId, shown }) {
            const proof = yield* proofs.look(shown)
            if (proof === undefined || proof.purpose !== "email" || proof.personId !== person.id) return yield* invalid
            const { email } = proof
            return yield* sql.withTransaction(
              Effect.gen(function* () {
                if ((yield* proofs.use(proof.id)) === undefined) return yield* invalid
                const atMs = yield* Clock.currentTimeMillis
                const changed = yield* sql`UPDATE account_persons SET email = ${email},
                    updated_at = ${timeOf(atMs)}::timestamptz
                  WHERE id = ${person.id} AND NOT EXISTS (SELECT FROM account_persons WHERE email = ${email}) RETURNING 1`
                if (changed.length === 0) return yield* invalid
                yield* sql`DELETE FROM account_proofs WHERE email = ${person.email}`
                const [fromHash, toHash] = [hashOf(person.email), hashOf(email)]
                const moved = yield* readdress(person, email)
                yield* Effect.provideService(
                  events.publishAll(
                    MemberMoved,
                    moved.map(({ accountId }) => ({ accountId, personId: person.id, fromHash, toHash, atMs }))
                  ),
                  SqlClient.SqlClient,
                  sql
                )
                yield* signedIn.endOthers(person.id, sessionId)
                yield* audit.record({
                  personId: person.id,
                  action: "account.address-changed",
                  before: { email: person.email },
                  after: { email }
                })
                const notice = { personId: person.id, client }
                yield* tell({ ...notice, kind: "email-changed-from", to: person.email })
                yield* tell({ ...notice, kind: "email-changed-to", to: email })
                return { ...person, email }
              })
            )
          },
          // Of two who confirm the same address at the same time.
          Effect.catchIf(
            (error) => error._tag === "SqlError" && error.reason._tag === "UniqueViolation",
            () => Effect.fail(invalid)
          )
        )
      })
    })
  )
}
