import { AuditLog } from "@storeglass/plugin-api"
import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { Persons } from "../persons/Persons.ts"
import type { AccountAudit } from "./audits.ts"

/** What a person did to their own sign-in. */
export interface PersonAct {
  readonly personId: string
  readonly action: AccountAudit
  readonly before?: unknown
  readonly after?: unknown
}

/** Notes what people do to their own sign-in, in the audit log of each account that they're in. */
export class PersonAudit extends Context.Service<
  PersonAudit,
  {
    /** In the transaction at hand. */
    readonly record: (act: PersonAct) => Effect.Effect<void, SqlError.SqlError>
  }
>()("@storeglass/account/PersonAudit") {
  static readonly layer = Layer.effect(
    PersonAudit,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const audit = yield* AuditLog
      const persons = yield* Persons
      return PersonAudit.of({
        record: Effect.fn("PersonAudit.record")(
          function* ({ personId, ...act }) {
            for (const { accountId } of yield* persons.memberships(personId)) {
              yield* audit.record({
                ...act,
                accountId,
                target: { kind: "person", id: personId },
                by: { kind: "person", id: personId }
              })
            }
          },
          Effect.provideService(SqlClient.SqlClient, sql)
        )
      })
    })
  )
}
