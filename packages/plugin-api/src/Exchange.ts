import { Context, type Effect } from "effect"
import type { CreditsExhausted, ServiceUnavailable } from "./errors.ts"
import type { Bucket } from "./Price.ts"
import type { Provenance } from "./Provenance.ts"

/** What a key may do. All keys have `read` and `write` unless made otherwise; `internal` is the operator's. */
export type Scope = "read" | "write" | "internal"

/** The account and key behind the request at hand. Every query a plugin makes is scoped to `accountId`. */
export class Caller extends Context.Service<
  Caller,
  {
    /** UUID. */
    readonly accountId: string
    /** UUID. */
    readonly keyId: string
    /** Plan id, as in the documents: `free`, `indie`, `small`, `growth`, `medium`, `large`, `web_…`. */
    readonly plan: string
    readonly scopes: ReadonlyArray<Scope>
  }
>()("@storeglass/plugin-api/Caller") {}

/** The request and answer at hand, beyond what the handler takes and returns. */
export class Exchange extends Context.Service<
  Exchange,
  {
    /** The id under which the ledger and the logs know this request; sent as `X-Request-Id`. */
    readonly requestId: string
    /** Sets a header of the answer. */
    readonly setHeader: (name: string, value: string) => Effect.Effect<void>
    /** Says in headers where the answer comes from: `X-Data-Source`, `X-Data-As-Of`, `X-Model-Version`. */
    readonly describe: (provenance: Provenance) => Effect.Effect<void>
    /**
     * States the price of a `"quoted"` route before its work is done; refused when the bucket cannot pay.
     * Charged when the handler then answers 2xx. Stating it again replaces it.
     */
    readonly quote: (price: {
      readonly credits: number
      readonly bucket?: Bucket
    }) => Effect.Effect<void, CreditsExhausted | ServiceUnavailable>
  }
>()("@storeglass/plugin-api/Exchange") {}
