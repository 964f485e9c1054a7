import { ApiError } from "@storeglass/plugin-api"

export class AlreadyMember extends ApiError(
  "ALREADY_MEMBER",
  409,
  "Whoever has this address is in the account already. Change their role instead."
) {}
export class LastOwner extends ApiError(
  "LAST_OWNER",
  409,
  "An account has at least one owner. Make someone else an owner first, or delete the account."
) {}
export class InvitationLimitReached extends ApiError(
  "INVITATION_LIMIT_REACHED",
  409,
  "The account has as many open invitations as it may have. Withdraw some, or wait until they expire."
) {}
