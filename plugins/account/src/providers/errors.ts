import { ApiError } from "@storeglass/plugin-api"

export class ProviderRefused extends ApiError(
  "PROVIDER_REFUSED",
  400,
  "The provider didn't say who you are, said it in a way that can't be trusted, or isn't taken for your address. Begin again, or sign in another way."
) {}
export class IdentityTaken extends ApiError(
  "IDENTITY_TAKEN",
  409,
  "This person at the provider is linked to somebody else here. Sign in as them and unlink it first."
) {}
export class LastWayIn extends ApiError(
  "LAST_WAY_IN",
  409,
  "Without it you couldn't sign in any more. Set a password, or add a passkey or a provider first."
) {}
