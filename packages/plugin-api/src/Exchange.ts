import { Context, type Effect } from "effect"
import type { CreditsExhausted, ServiceUnavailable } from "./errors.ts"
import type { Bucket } from "./Price.ts"
import type { Provenance } from "./Provenance.ts"

/** What a key may do. All keys have `read` and `write` unless created otherwise; `internal` is the operator's. */
export type Scope = "read" | "write" | "internal"

/** What a person may be in an account; each may do what those before it may. */
export const accountRoles = ["viewer", "member", "admin", "owner"] as const
export type AccountRole = (typeof accountRoles)[number]

/** What a request is sent with: an API key, a token of a person's or an app's, or the cookie of who is signed in. */
export type CredentialKind = "key" | "token" | "session"

/** The account and key behind the request at hand. Every query a plugin makes is scoped to `accountId`. */
export class Caller extends Context.Service<
  Caller,
  {
    /** UUID. */
    readonly accountId: string
    /** UUID of the credential: of the key; of the grant that a token comes from; on a route with the access `session` of the person. */
    readonly keyId: string
    readonly credential: CredentialKind
    /** UUID of the person who calls, where that is known: never with a key. */
    readonly personId: string | undefined
    /** Plan id, as in the documents: `free`, `indie`, `small`, `growth`, `medium`, `large`, `web_…`. */
    readonly plan: string
    readonly scopes: ReadonlyArray<Scope>
    /** What the person is in the account; with the access `session` alone. */
    readonly role?: AccountRole | undefined
    /** On a route for operators: its caller is one, and `accountId` is no account of theirs. */
    readonly actsAsOperator?: boolean | undefined
  }
>()("@storeglass/plugin-api/Caller") {}

/** Who sent a request, as far as the connection tells. No header that a caller can set changes it. */
export interface Client {
  /** The whole address, IPv4 or IPv6; undefined where nothing was sent, as from the command line. */
  readonly address: string | undefined
  /** What counts as one client, for limits: the address, of IPv6 its /64. */
  readonly network: string
  /** The `User-Agent`, at most 256 characters. */
  readonly agent: string | undefined
}

/** The request and answer at hand, beyond what the handler takes and returns. */
export class Exchange extends Context.Service<
  Exchange,
  {
    /** The id under which the ledger and the logs know this request; sent as `X-Request-Id`. */
    readonly requestId: string
    /** Who sent it; behind a proxy of `server.trustedProxies`, whom that names. */
    readonly client: Client
    /** The `Idempotency-Key` that the request was sent with. */
    readonly idempotencyKey: string | undefined
    /** Sets a header of the answer. */
    readonly setHeader: (name: string, value: string) => Effect.Effect<void>
    /** Says in headers where the answer comes from: `X-Data-Source`, `X-Data-As-Of`, `X-Model-Version`. */
    readonly describe: (provenance: Provenance) => Effect.Effect<void>
    /**
     * Says where the next page of a list begins, in the header `Link`: the value of the `cursor`, `page` or `offset` that the
     * route takes. `served` does this for you.
     */
    readonly nextPage: (next: string | number) => Effect.Effect<void>
    /**
     * Says that there is nothing in the answer for its caller: nothing was collected yet, or the page is past the last. The
     * operator decides by `billing.emptyAnswers` whether it is charged.
     */
    readonly empty: Effect.Effect<void>
    /**
     * States the price of a `"quoted"` route before its work is done; refused when the bucket cannot pay.
     * Charged when the handler then answers 2xx. Stating it again replaces it. Where the route names its own error for
     * an empty bucket, that one ends the handler.
     *
     * A whole number from 0 to 1 000 000 000. Any other is a defect of the plugin: the request is answered 500 and
     * charged nothing, even if the handler goes on.
     */
    readonly quote: (price: {
      readonly credits: number
      readonly bucket?: Bucket
    }) => Effect.Effect<void, CreditsExhausted | ServiceUnavailable>
    /**
     * Says that the work goes on after the answer, for credits that are held already (`Credits.hold`). `X-Credit-Cost`
     * tells them, and the request itself is charged nothing beside.
     */
    readonly held: (hold: {
      readonly holdId: string
      readonly credits: number
      readonly bucket?: Bucket
    }) => Effect.Effect<void>
    /**
     * Completes when the gateway begins to shut down. A stream that stays open says goodbye and ends then; one that does
     * not is ended a second later.
     */
    readonly draining: Effect.Effect<void>
    /**
     * Whose credential the request was sent with, also on a route that needs none. Undefined: there is none, or it isn't good
     * here and now.
     */
    readonly sender: Effect.Effect<Caller["Service"] | undefined>
    /**
     * On a route that needs no credential: how its sender, who isn't known, may sign in for one, as the `WWW-Authenticate` of a
     * 401. Undefined: they're known, or nobody signs in for that here.
     */
    readonly challenge: Effect.Effect<string | undefined, ServiceUnavailable>
  }
>()("@storeglass/plugin-api/Exchange") {}
