import { HttpApiMiddleware } from "effect/http-api"
import type { Caller, Exchange } from "./Exchange.ts"
import * as Errors from "./errors.ts"
import type { ParamError } from "./parameter.ts"

const meteredErrors = [
  Errors.MissingApiKey.wire,
  Errors.InvalidApiKey.wire,
  Errors.Forbidden.wire,
  Errors.IdempotencyKeyReused.wire,
  Errors.IdempotencyInProgress.wire,
  Errors.IdempotencyQuotaExceeded.wire,
  Errors.CreditsExhausted.wire,
  Errors.TooManyRequests.wire,
  Errors.InternalError.wire,
  Errors.ServiceUnavailable.wire
] as const

/**
 * Marks a group as metered and gives its handlers the `Caller` and the `Exchange`. The host authenticates, refuses
 * an empty bucket before work is done, charges a 2xx before the answer leaves, and writes the credit headers.
 */
export class Metered extends HttpApiMiddleware.Service<Metered, { provides: Caller | Exchange }>()(
  "@storeglass/plugin-api/Metered",
  { error: meteredErrors }
) {}

/**
 * `Metered` for a `SharedAnswer`: what is kept for all must not depend on who asked first, so its handlers get no `Caller`.
 * Otherwise the host treats both alike.
 */
export class MeteredShared extends HttpApiMiddleware.Service<MeteredShared, { provides: Exchange }>()(
  "@storeglass/plugin-api/MeteredShared",
  { error: meteredErrors }
) {}

/** For groups that anyone may call: no caller, no charge, the same envelope and headers. */
export class Unmetered extends HttpApiMiddleware.Service<Unmetered, { provides: Exchange }>()(
  "@storeglass/plugin-api/Unmetered",
  { error: [Errors.TooManyRequests.wire, Errors.InternalError.wire, Errors.ServiceUnavailable.wire] }
) {}

const inputErrors = [
  Errors.InvalidInput.wire,
  Errors.InvalidCountry.wire,
  Errors.InvalidAppId.wire,
  Errors.PayloadTooLarge.wire,
  Errors.UnsupportedMediaType.wire
] as const
const strictInput = "@storeglass/plugin-api/StrictInput"

/** Turns input that does not decode into the envelope, with the error that the parameter names. */
export class StrictInput extends HttpApiMiddleware.Service<StrictInput>()(strictInput, { error: inputErrors }) {}

/** `StrictInput` of an endpoint whose parameters name their own errors: the same service, which documents these too. */
export const strictInputWith = (errors: ReadonlyArray<ParamError>) =>
  errors.length === 0
    ? StrictInput
    : HttpApiMiddleware.Service<StrictInput>()(strictInput, {
        error: [...inputErrors, ...errors.map(({ wire }) => wire)]
      })
