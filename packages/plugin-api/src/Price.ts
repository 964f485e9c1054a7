import { Context } from "effect"
import { HttpApi } from "effect/http-api"

/** The credit buckets of a plan; each is counted separately. */
export type Bucket = "general" | "aiVisibility" | "creative"

/**
 * What one successful (2xx) call costs, in whole credits.
 * `"quoted"`: the price depends on the input; the handler states it with `Exchange.quote` before it does work.
 */
export class Price extends Context.Service<Price, { readonly credits: number | "quoted"; readonly bucket: Bucket }>()(
  "@storeglass/plugin-api/Price"
) {}

/**
 * Who may call: `key` an API key; `public` anyone, no key read; `internal` a key with the scope `internal`; `session`
 * someone signed in to the dashboard, from a page of this origin.
 */
export class Access extends Context.Service<Access, "key" | "public" | "internal" | "session">()(
  "@storeglass/plugin-api/Access"
) {}

/**
 * The answer depends on the URL alone, never on the account, so its encoded bytes may be kept and served again for
 * `forMs`. Every caller is still authenticated and charged. Its guard is `MeteredShared`, which `declare` with `shared` puts
 * there; with `Metered`, which gives its handler the caller, the gateway doesn't start.
 */
export class SharedAnswer extends Context.Service<SharedAnswer, { readonly forMs: number }>()(
  "@storeglass/plugin-api/SharedAnswer"
) {}

// A misspelt key in a body is refused like a misspelt parameter, and not charged for.
const declare = (price: Price["Service"], access: Access["Service"]) =>
  Context.make(Price, price).pipe(
    Context.add(Access, access),
    Context.add(HttpApi.PayloadParseOptions, { onExcessProperty: "error" })
  )

/**
 * Annotations for an endpoint that needs a key and costs `credits` from `bucket`.
 *
 * @example
 * HttpApiEndpoint.get("app", "/v1/apps/:id", { success: Data(App) }).annotateMerge(costs(2))
 */
export const costs = (credits: number | "quoted", bucket: Bucket = "general") => declare({ credits, bucket }, "key")

/** Annotations for an endpoint that needs a key and costs nothing. */
export const free = (bucket: Bucket = "general") => declare({ credits: 0, bucket }, "key")

/** Annotations for an endpoint that anyone may call without a key. */
export const open = () => declare({ credits: 0, bucket: "general" }, "public")

/** Annotations for an endpoint of the operator's own services: a key with the scope `internal`, no credits. */
export const internal = () => declare({ credits: 0, bucket: "general" }, "internal")
