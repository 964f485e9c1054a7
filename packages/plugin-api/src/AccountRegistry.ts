import { Context, type Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"

/** An account as it was found or made. */
export interface OpenedAccount {
  /** UUID. */
  readonly accountId: string
  /** Plan id. */
  readonly plan: string
  /** False: it was there before, as one that the operator made. */
  readonly isNew: boolean
}

/** Makes accounts, for plugins through which people sign up. */
export class AccountRegistry extends Context.Service<
  AccountRegistry,
  {
    /**
     * The account of an e-mail address that its owner has proven to be theirs: the one that has it, in any case of letters,
     * or a new one on the plan `free`. Inside `sql.withTransaction` it joins that transaction. Undefined while the account is
     * being deleted.
     */
    readonly openFor: (
      email: string
    ) => Effect.Effect<OpenedAccount | undefined, SqlError.SqlError, SqlClient.SqlClient>
  }
>()("@storeglass/plugin-api/AccountRegistry") {}
