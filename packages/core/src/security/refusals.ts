import { Effect, Option, Schema } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import * as ApiKey from "../auth/ApiKey.ts"
import type { KeyHolder } from "../auth/KeyRing.ts"
import { keyOf } from "../http/keyOf.ts"
import { type RouteMeta, routeName } from "../http/route.ts"
import { scopeOf, type Visit } from "../http/visits.ts"
import type { BoundedEvent, SecurityLog } from "./SecurityLog.ts"

const codeIn = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ error: Schema.Struct({ code: Schema.String }) }))
)

const codeOf = ({ body }: HttpServerResponse.HttpServerResponse) =>
  body._tag === "Uint8Array"
    ? Option.match(codeIn(new TextDecoder().decode(body.body)), { onNone: () => "", onSome: ({ error }) => error.code })
    : ""

/** The end of a key that is one of ours by its checksum, as lists of keys show it; anything else may be another's secret. */
const hintIn = (request: HttpServerRequest.HttpServerRequest) => {
  const key = keyOf(request.headers["x-api-key"], request.headers.authorization)
  return key !== undefined && ApiKey.isWellFormed(key) ? ApiKey.hintOf(key) : undefined
}

const eventOf: Readonly<Record<number, BoundedEvent>> = {
  400: "security.input_refused",
  401: "security.auth_failed",
  403: "security.access_refused",
  413: "security.input_refused"
}

/** Whether an answer tells of somebody who isn't known, or may not, or of input that no rule lets in. */
export const isRefusal = (status: number) => eventOf[status] !== undefined

/** What the guard tells the security log of a request. */
export const makeGuardLog = (log: SecurityLog["Service"]) => ({
  /** Logs a refusal, whoever gave it: the guard, or a route's own handler. */
  refused: Effect.fnUntraced(function* (
    route: RouteMeta,
    visit: Visit,
    response: HttpServerResponse.HttpServerResponse
  ) {
    const request = yield* HttpServerRequest.HttpServerRequest
    const code = codeOf(response)
    const event = eventOf[response.status]
    if (event === undefined) return
    yield* log.bounded(event, visit.client.network, {
      address: visit.client.address,
      requestId: visit.requestId,
      operation: routeName(route),
      code,
      key: hintIn(request),
      accountId: visit.accountId,
      scope: code === "FORBIDDEN" && route.access !== "public" ? scopeOf(route) : undefined
    })
  }),
  /** Logs that a key was good which this node had not seen of late. */
  authenticated: (route: RouteMeta, { client, requestId }: Visit, { accountId, keyId }: KeyHolder) =>
    log.bounded("security.auth_succeeded", client.network, {
      address: client.address,
      requestId,
      operation: routeName(route),
      by: "key",
      keyId,
      accountId
    }),
  /** Logs that an address or account asked too much. */
  limited: (route: RouteMeta, { client, requestId }: Visit, accountId: string | undefined) =>
    log.bounded("security.rate_limited", client.network, {
      address: client.address,
      requestId,
      operation: routeName(route),
      accountId
    })
})
