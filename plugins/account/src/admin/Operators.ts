import { AuditLog, Operations, rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Data, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { Persons } from "../persons/Persons.ts"
import { Email, emailOf } from "../request.ts"
import { msColumn, timeOf } from "../rows.ts"

const Row = Schema.Struct({
  personId: Schema.String,
  email: Schema.String,
  name: Schema.String,
  addedMs: Schema.Number,
  /** An authenticator app, or a passkey that verifies its person. */
  hasFactor: Schema.Boolean
})
export type Operator = typeof Row.Type
const isEmail = Schema.is(Email)

export class OperatorRefused extends Data.TaggedError("OperatorRefused")<{ readonly message: string }> {}

/** The people who run this gateway. They're made by the command line alone. */
export class Operators extends Context.Service<
  Operators,
  {
    /**
     * Whether this session is an operator's. Outside the sandbox it must have had a second factor: `needs-factor` until then.
     */
    readonly standing: (session: {
      readonly personId: string
      readonly hasFactor: boolean
    }) => Effect.Effect<"yes" | "no" | "needs-factor", SqlError.SqlError>
    /** Whoever reads the mail of this address; a person is made for it where there is none. */
    readonly add: (email: string) => Effect.Effect<Operator, OperatorRefused | SqlError.SqlError>
    readonly remove: (email: string) => Effect.Effect<void, OperatorRefused | SqlError.SqlError>
    readonly list: Effect.Effect<ReadonlyArray<Operator>, SqlError.SqlError>
  }
>()("@storeglass/account/Operators") {
  static readonly layer = Layer.effect(
    Operators,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const audit = yield* AuditLog
      const persons = yield* Persons
      const { gateway } = yield* Operations
      const rows = rowsOf(Row)
      const list = (email: string | null) =>
        rows(
          sql`SELECT o.person_id AS "personId", p.email, p.name, ${sql.literal(msColumn("o.added_at", "addedMs"))},
              EXISTS (SELECT FROM account_totp t WHERE t.person_id = p.id AND t.confirmed_at IS NOT NULL)
                OR EXISTS (SELECT FROM account_passkeys k WHERE k.person_id = p.id AND k.verifies) AS "hasFactor"
            FROM account_operators o JOIN account_persons p ON p.id = o.person_id
            WHERE ${email}::text IS NULL OR p.email = ${email} ORDER BY o.added_at, p.email`
        )
      const noted = (action: string, personId: string) =>
        Effect.provideService(
          audit.record({ action, accountId: null, target: { kind: "person", id: personId } }),
          SqlClient.SqlClient,
          sql
        )

      return Operators.of({
        standing: Effect.fn("Operators.standing")(function* ({ hasFactor, personId }) {
          const found = yield* sql`SELECT 1 FROM account_operators WHERE person_id = ${personId}`
          if (found.length === 0) return "no"
          return hasFactor || gateway.sandbox ? "yes" : "needs-factor"
        }),
        add: Effect.fn("Operators.add")(function* (given) {
          if (!isEmail(given)) {
            return yield* new OperatorRefused({
              message: `'${given}' must be an e-mail address such as ada@example.com`
            })
          }
          const email = emailOf(given)
          const now = timeOf(yield* Clock.currentTimeMillis)
          const { person } = yield* persons.proven({ email, name: "", language: "en" })
          const added = yield* sql`INSERT INTO account_operators (person_id, added_at)
            VALUES (${person.id}, ${now}::timestamptz) ON CONFLICT DO NOTHING RETURNING 1`
          if (added.length > 0) yield* noted("account.operator-added", person.id)
          const [operator] = yield* list(email)
          return operator ?? (yield* Effect.die(new Error("an operator went away while being added")))
        }, sql.withTransaction),
        remove: Effect.fn("Operators.remove")(function* (given) {
          const [operator] = yield* list(emailOf(given))
          if (operator === undefined) {
            return yield* new OperatorRefused({
              message: `'${given}' isn't an operator; 'storeglass operator list' shows who is`
            })
          }
          yield* sql`DELETE FROM account_operators WHERE person_id = ${operator.personId}`
          yield* noted("account.operator-removed", operator.personId)
        }, sql.withTransaction),
        list: list(null).pipe(Effect.withSpan("Operators.list"))
      })
    })
  )
}
