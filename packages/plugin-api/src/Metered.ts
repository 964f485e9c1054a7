import { HttpApiMiddleware } from "effect/http-api"
import type { Caller, Exchange } from "./Exchange.ts"
import * as Errors from "./errors.ts"

/**
 * Marks a group as metered and gives its handlers the `Caller` and the `Exchange`. The host authenticates, refuses
 * an empty bucket before work is done, charges a 2xx before the answer leaves, and writes the credit headers.
 */
export class Metered extends HttpApiMiddleware.Service<Metered, { provides: Caller | Exchange }>()(
  "@storeglass/plugin-api/Metered",
  {
    error: [
      Errors.MissingApiKey.wire,
      Errors.InvalidApiKey.wire,
      Errors.Forbidden.wire,
      Errors.IdempotencyKeyReused.wire,
      Errors.IdempotencyInProgress.wire,
      Errors.CreditsExhausted.wire,
      Errors.InternalError.wire,
      Errors.ServiceUnavailable.wire
    ]
  }
) {}

/** For groups that anyone may call: no caller, no charge, the same envelope and headers. */
export class Unmetered extends HttpApiMiddleware.Service<Unmetered, { provides: Exchange }>()(
  "@storeglass/plugin-api/Unmetered",
  { error: [Errors.InternalError.wire, Errors.ServiceUnavailable.wire] }
) {}

/** Turns input that does not decode into the envelope, with the code that the parameter declares. */
export class StrictInput extends HttpApiMiddleware.Service<StrictInput>()("@storeglass/plugin-api/StrictInput", {
  error: [
    Errors.InvalidInput.wire,
    Errors.InvalidCountry.wire,
    Errors.InvalidAppId.wire,
    Errors.PayloadTooLarge.wire,
    Errors.UnsupportedMediaType.wire
  ]
}) {}
