import type { Effect, Schema } from "effect"
import type { HttpMethod, HttpRouter, HttpServerResponse } from "effect/http"
import type { AnswersDeclaration } from "./Answers.ts"
import type { ApiErrorClass, ApiFailure } from "./ApiError.ts"
import type { BodyDeclaration } from "./Body.ts"
import type { Caller, Exchange } from "./Exchange.ts"
import type { Access, Bucket } from "./Price.ts"
import type { SessionRole } from "./Sessions.ts"

/** A request header that a route reads. */
export interface RouteHeader {
  readonly name: string
  readonly description: string
  /** Never shown in logs, traces or recordings. */
  readonly secret?: boolean
  readonly required?: boolean
}

/** The shapes of JSON that a route takes and gives. Its handler holds itself to them. */
export interface RouteShapes {
  /** Of what it answers under `data`. */
  readonly answer: Schema.ConstraintCodec<unknown, unknown>
  readonly payload?: Schema.ConstraintCodec<unknown, unknown> | undefined
  /** Of the query, one field a parameter. */
  readonly query?: Schema.ConstraintCodec<unknown, unknown> | undefined
}

/** What the host gives to the handler of a route beside the plugin's services. */
export type AtHand = Caller | Exchange | HttpRouter.Provided

/** How a route outside HttpApi is declared; all that an endpoint has, said by hand. */
export interface RawRouteDeclaration {
  /** The operation is `<plugin>_<id>`. */
  readonly id: string
  readonly method: HttpMethod.HttpMethod
  readonly path: `/${string}`
  readonly access: Access["Service"]
  /** With the access `session`, which needs it: what its caller must be in their account, `operator`, or `person` for anybody. */
  readonly role?: SessionRole
  /** With the access `session`: how long ago its caller may have proved that it's them; else 403 `CONFIRMATION_NEEDED`. */
  readonly freshMinutes?: number
  /** With the access `session`: open too while the account is suspended or being deleted. */
  readonly whileClosed?: boolean
  /** The scope that its key must have. Default: `read` for `GET`, else `write`. */
  readonly scope?: "read" | "write"
  /** What a token must be for that is sent to it, or to a tool that is called through it, as `/mcp`. Default `/v1`. */
  readonly audience?: `/${string}`
  /** Credits of a 2xx; `"quoted"`: the handler states them by `Exchange.quote`. */
  readonly price: number | "quoted"
  /** Default `general`. */
  readonly bucket?: Bucket
  /** Default: JSON of at most 1 MiB, and nothing for `GET`. */
  readonly body?: BodyDeclaration
  /** Default `json`. */
  readonly answers?: AnswersDeclaration
  readonly headers?: ReadonlyArray<RouteHeader>
  /** The query parameters it takes; others are a 400. Absent: the handler reads the query itself. */
  readonly query?: ReadonlyArray<string>
  /** For what is written of a route's declaration, such as the typed calls of pages. */
  readonly shapes?: RouteShapes
  /** The feature that the caller's plan must have. */
  readonly requires?: string
  /** The route's own error for an empty bucket. */
  readonly exhausted?: ApiErrorClass<string>
  readonly errors: ReadonlyArray<ApiErrorClass<string>>
  readonly summary: string
  readonly description: string
  /** A raw route isn't a tool. */
  readonly tool?: false
}

/** A route outside HttpApi: pages, inbound webhooks, other protocols. Guarded, metered and charged like an endpoint. */
export interface RawRoute<R> extends RawRouteDeclaration {
  readonly handler: Effect.Effect<HttpServerResponse.HttpServerResponse, ApiFailure, R | AtHand>
}

/**
 * Declares a route outside HttpApi. Its handler has `Exchange`, and `Caller` where the access isn't `public`; it fails
 * with the errors that it lists, which become their envelopes.
 *
 * @example
 * rawRoute({
 *   id: "hook", method: "POST", path: "/hooks/store", access: "public", price: 0,
 *   body: { kind: "bytes", bytesMax: 65_536 }, headers: [{ name: "x-signature", description: "HMAC.", secret: true }],
 *   errors: [Forbidden], summary: "Store events", description: "Takes the store's notifications.", handler: takeEvent
 * })
 */
export function rawRoute<const Errors extends ReadonlyArray<ApiErrorClass<string>>, R = never>(
  route: Omit<RawRouteDeclaration, "errors"> & {
    readonly errors: Errors
    readonly handler: Effect.Effect<HttpServerResponse.HttpServerResponse, InstanceType<Errors[number]>, R>
  }
): RawRoute<Exclude<R, AtHand>>
export function rawRoute<R>(route: RawRoute<R>): RawRoute<R> {
  return route
}
