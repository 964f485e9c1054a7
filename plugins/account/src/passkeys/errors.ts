import { ApiError } from "@storeglass/plugin-api"

export class PasskeyRefused extends ApiError(
  "PASSKEY_REFUSED",
  401,
  "The passkey isn't known here, its answer is wrong or too late, or it was used from another browser. Begin again, or sign in another way."
) {}
export class PasskeysUnavailable extends ApiError(
  "PASSKEYS_UNAVAILABLE",
  409,
  "Browsers make passkeys for names over https and for localhost alone. The operator can set server.publicUrl to one."
) {}
export class PasskeyLimitReached extends ApiError(
  "PASSKEY_LIMIT_REACHED",
  409,
  "There are as many passkeys as one person may have. Remove one that isn't used."
) {}
