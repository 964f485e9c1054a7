import { ApiError } from "@storeglass/plugin-api"

export { ConfirmationNeeded } from "@storeglass/plugin-api"

/** Whoever it was, the answer is the same. */
export class SignInRefused extends ApiError(
  "SIGN_IN_REFUSED",
  401,
  "The e-mail address or the password is wrong. Try again, sign in by mail, or choose a new password."
) {}
/** Too many wrong passwords for this address of mail came from browsers that never signed in with it. */
export class SignInByMail extends ApiError(
  "SIGN_IN_BY_MAIL",
  403,
  "Too many wrong passwords were tried. For an hour, sign in by mail, or from a browser that signed in before."
) {}
export class TooManyAttempts extends ApiError(
  "TOO_MANY_ATTEMPTS",
  429,
  "Too many attempts from this network or for this address. Retry after Retry-After.",
  { retry: "retry" }
) {}
export class ProofInvalid extends ApiError(
  "PROOF_INVALID",
  400,
  "The link or code is wrong, was used already, has expired, or a newer one was sent. Ask for another."
) {}
export class PasswordRefused extends ApiError(
  "PASSWORD_REFUSED",
  400,
  "The password is too short, too long, among the most common ones, or the e-mail address. Choose another."
) {}
export class SignUpClosed extends ApiError(
  "SIGN_UP_CLOSED",
  403,
  "This gateway takes no new accounts from this address. Ask its operator, or someone to invite you."
) {}
export class ConfirmOtherwise extends ApiError(
  "CONFIRM_OTHERWISE",
  403,
  "This isn't how you confirm that it's you. GET /auth/confirm tells how: by what you sign in with, else by mail."
) {}
export class FactorRefused extends ApiError(
  "FACTOR_REFUSED",
  401,
  "The code of the second factor is wrong or was used already. Try the next one, or a backup code."
) {}
export class FactorExists extends ApiError(
  "FACTOR_EXISTS",
  409,
  "There is a second factor already. Remove it before you set up another."
) {}
export class FactorNeeded extends ApiError(
  "FACTOR_NEEDED",
  401,
  "You're signed in but for the second factor. Give it at POST /auth/factor."
) {}
export class KeyLimitReached extends ApiError(
  "KEY_LIMIT_REACHED",
  409,
  "The account has as many live keys as it may have. Revoke one that isn't used."
) {}
export class KeyEnded extends ApiError(
  "KEY_ENDED",
  409,
  "The key has ended, was replaced already, or its account is being deleted."
) {}
