import { Context, type Effect } from "effect"
import type { Member } from "./Directory.ts"
import type { ServiceUnavailable } from "./errors.ts"

/**
 * Knows who belongs to which account, for `Directory`. One plugin offers it; without it an account has its e-mail alone, as an
 * owner's.
 */
export class AccountMembers extends Context.Service<
  AccountMembers,
  {
    /** By account id, owners first and then the oldest. An account that isn't there has no members yet. */
    readonly of: (
      accountIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, ReadonlyArray<Member>>, ServiceUnavailable>
    /** By address in small letters: the id of the oldest account that whoever has the address owns. */
    readonly ownedBy: (emails: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, string>, ServiceUnavailable>
  }
>()("@storeglass/plugin-api/AccountMembers") {}
