import type {
  ApiErrorClass,
  ApiFailure,
  AtHand,
  InvalidInput,
  RawRoute,
  RawRouteDeclaration
} from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { queryOf } from "./reading/query.ts"
import { bodyOf, jsonBody, Nothing, responseOf, type Told } from "./request.ts"

/** What a route was sent, decoded when its handler asks for it: whoever may not ask at all isn't told what was wrong with it. */
export interface Sent<Payload, Query> {
  readonly payload: Effect.Effect<Payload, InvalidInput, HttpServerRequest.HttpServerRequest>
  readonly query: Effect.Effect<Query, InvalidInput, HttpServerRequest.ParsedSearchParams>
}

interface JsonRoute<Errors extends ReadonlyArray<ApiErrorClass<string>>, A, Payload, Query, R>
  extends Omit<RawRouteDeclaration, "answers" | "body" | "errors" | "query" | "shapes"> {
  /** Of what stands under `data`. */
  readonly answer: Schema.Codec<A, unknown>
  /** Absent: a change takes `{}`. */
  readonly payload?: Schema.Codec<Payload, unknown>
  /** Its fields are the parameters. Absent: it takes none. */
  readonly query?: Schema.Codec<Query, unknown>
  readonly errors: Errors
  readonly handler: (sent: Sent<Payload, Query>) => Effect.Effect<Told<NoInfer<A>>, InstanceType<Errors[number]>, R>
}

const namesOf = ({ ast }: Schema.Constraint): ReadonlyArray<string> =>
  "propertySignatures" in ast ? ast.propertySignatures.map(({ name }) => String(name)) : []

/**
 * A route of the pages that takes and gives JSON, with the shapes of both. Only what its shape names leaves the gateway, and the
 * calls of `packages/dashboard` are typed by them.
 */
export function jsonRoute<
  const Errors extends ReadonlyArray<ApiErrorClass<string>>,
  A,
  Payload = typeof Nothing.Type,
  Query = unknown,
  R = never
>(route: JsonRoute<Errors, A, Payload, Query, R>): RawRoute<Exclude<R, AtHand>>
export function jsonRoute<R>({
  answer,
  handler,
  payload,
  query,
  ...route
}: Omit<JsonRoute<ReadonlyArray<ApiErrorClass<string>>, unknown, unknown, unknown, R>, "handler"> & {
  readonly handler: (sent: Sent<unknown, unknown>) => Effect.Effect<Told<unknown>, ApiFailure, R>
}): RawRoute<R> {
  const encode = Schema.encodeEffect(answer)
  const sent = {
    payload: bodyOf<unknown>(payload ?? Nothing),
    query: queryOf(query ?? Schema.Unknown)
  }
  const answered: RawRoute<R>["handler"] = Effect.flatMap(handler(sent), (told) =>
    Effect.map(Effect.orDie(encode(told.data)), (data) => responseOf({ ...told, data }))
  )
  return {
    ...route,
    ...(route.method === "GET" || route.method === "DELETE" ? {} : { body: jsonBody }),
    query: query === undefined ? [] : namesOf(query),
    shapes: { answer, payload, query },
    handler: answered
  }
}
