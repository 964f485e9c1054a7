import { Context } from "effect"
import type { ApiErrorClass } from "./ApiError.ts"

/** The feature that a plan must have for a route. */
export class Requires extends Context.Service<Requires, { readonly feature: string }>()(
  "@storeglass/plugin-api/Requires"
) {}

/**
 * Annotation of an endpoint: callers whose plan lacks the feature get 403 `TIER_LIMIT_EXCEEDED`, before any bucket is
 * looked at. The feature is one that a plugin declares in `features`.
 *
 * @example
 * HttpApiEndpoint.get("scans", "/v1/scans", { success }).annotateMerge(requires("aiVisibility"))
 */
export const requires = (feature: string) => Context.make(Requires, { feature })

/** The error of a route for a bucket that cannot pay. */
export class Exhausted extends Context.Service<Exhausted, { readonly error: ApiErrorClass<string> }>()(
  "@storeglass/plugin-api/Exhausted"
) {}

/** Annotation of an endpoint: its own error for an empty bucket, in place of 429 `RATE_LIMIT_EXCEEDED`. */
export const exhaustedAs = (error: ApiErrorClass<string>) => Context.make(Exhausted, { error })
