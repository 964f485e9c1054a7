import { Context, type Effect, Schema } from "effect"
import type { Member } from "./Directory.ts"
import { defineEvent } from "./Events.ts"
import type { ServiceUnavailable } from "./errors.ts"

/**
 * Somebody left an account or was removed from it, told by the plugin that offers `AccountMembers`. Events are kept for a month:
 * of the address there is the SHA-256 in hex (of its small letters), by which a plugin finds what it keeps under it.
 */
export const MemberLeft = defineEvent(
  "core.account.member-left",
  Schema.Struct({ accountId: Schema.String, personId: Schema.String, addressHash: Schema.String, atMs: Schema.Number })
)

/**
 * A member's address changed, told for each of their accounts. What is kept under the old one is theirs under the new one, which
 * `Directory` tells: of both there is the SHA-256 in hex.
 */
export const MemberMoved = defineEvent(
  "core.account.member-moved",
  Schema.Struct({
    accountId: Schema.String,
    personId: Schema.String,
    fromHash: Schema.String,
    toHash: Schema.String,
    atMs: Schema.Number
  })
)

/** Somebody is in no account any more: what is kept of their address from until then goes. Told by the same plugin. */
export const PersonErased = defineEvent(
  "core.account.person-erased",
  Schema.Struct({ addressHash: Schema.String, atMs: Schema.Number })
)

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
