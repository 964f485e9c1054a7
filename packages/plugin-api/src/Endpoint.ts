import type { Schema } from "effect"
import type { HttpMethod, HttpRouter } from "effect/http"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { type Declaration, declare, type Guarded, type GuardOf } from "./declare.ts"
import type { Access } from "./Price.ts"
import { Data } from "./Provenance.ts"

type Fields = Schema.Struct.Fields

/** What an endpoint takes and gives. */
export interface EndpointShapes<
  Params extends Fields,
  Query extends Fields,
  Headers extends Fields,
  Payload extends Schema.Top,
  Answer extends Schema.Top,
  Errors extends ReadonlyArray<Schema.Top>
> {
  /** The parameters in its path: `id` of `/v1/apps/:id`. */
  readonly params?: Params
  readonly query?: Query
  /** The headers it reads, by their names in lower case. */
  readonly headers?: Headers
  readonly payload?: Payload
  /** The `data` of its envelope. Without it, a success is 204 and has no body. */
  readonly answer?: Answer
  /** The status of an answer. Default 200. */
  readonly status?: 201 | 202
  /** The errors its handler fails with; those of its parameters and guards are added. */
  readonly errors?: Errors
}

type Strings<F extends Fields> = [F] extends [never] ? never : Schema.toCodecStringTree<Schema.Struct<F>>
type Json<S extends Schema.Constraint> = [S] extends [never] ? never : Schema.toCodecJson<S>
type Success<A extends Schema.Top> = [A] extends [never] ? HttpApiSchema.NoContent : Schema.Struct<{ readonly data: A }>

const endpointOf = <Method extends HttpMethod.HttpMethod>(method: Method) => {
  function endpoint<
    const Name extends string,
    const Path extends HttpRouter.PathInput,
    Params extends Fields = never,
    Query extends Fields = never,
    Headers extends Fields = never,
    Payload extends Method extends HttpMethod.HttpMethod.NoBody ? never : Schema.Top = never,
    Answer extends Schema.Top = never,
    const Errors extends ReadonlyArray<Schema.Top> = readonly [],
    Who extends Access["Service"] = "key",
    Shared extends number | undefined = undefined
  >(
    name: Name,
    path: Path,
    declared: EndpointShapes<Params, Query, Headers, Payload, Answer, Errors> &
      Omit<Declaration<Who, Shared>, "answers">
  ): Guarded<
    HttpApiEndpoint.HttpApiEndpoint<
      Name,
      Method,
      Path,
      Strings<Params>,
      Strings<Query>,
      Json<Payload>,
      Strings<Headers>,
      Json<Success<Answer>>,
      Json<Errors[number]>
    >,
    GuardOf<Who, Shared>
  >
  function endpoint(
    name: string,
    path: HttpRouter.PathInput,
    {
      answer,
      errors: error = [],
      headers,
      params,
      payload,
      query,
      status,
      ...declaration
    }: EndpointShapes<Fields, Fields, Fields, Schema.Top, Schema.Top, ReadonlyArray<Schema.Top>> & Declaration
  ): HttpApiEndpoint.Top {
    const make = HttpApiEndpoint.make<HttpMethod.HttpMethod>(method)
    const takes = { params, query, headers, payload }
    if (answer === undefined) {
      const success = HttpApiSchema.NoContent
      return declare(make(name, path, { ...takes, success, error }), { ...declaration, answers: { kind: "none" } })
    }
    const success = status === undefined ? Data(answer) : Data(answer).pipe(HttpApiSchema.status(status))
    return declare(make(name, path, { ...takes, success, error }), declaration)
  }
  return endpoint
}
type Maker<Method extends HttpMethod.HttpMethod> = ReturnType<typeof endpointOf<Method>>

/**
 * An endpoint with all there is to say of it: what it takes and gives, what it costs, who may call it, and what it is.
 * It gets the guards that go with that, so its handler has the `Exchange` and, unless it's public or shared, the `Caller`.
 *
 * @example
 * const app = Endpoint.get("app", "/v1/apps/:id", {
 *   params: { id: Param.appId },
 *   answer: App,
 *   errors: [AppNotFound.wire],
 *   price: 2,
 *   summary: "App metadata",
 *   description: "Everything the store lists about an app in one country."
 * })
 */
export const Endpoint: {
  readonly get: Maker<"GET">
  readonly post: Maker<"POST">
  readonly put: Maker<"PUT">
  readonly patch: Maker<"PATCH">
  readonly delete: Maker<"DELETE">
} = {
  get: endpointOf("GET"),
  post: endpointOf("POST"),
  put: endpointOf("PUT"),
  patch: endpointOf("PATCH"),
  delete: endpointOf("DELETE")
}
