import type { ApiFailure } from "@storeglass/plugin-api"
import { HttpServerResponse } from "effect/http"

/** The answer of a failure: `{ error: { code, message } }`. */
export const errorResponse = (status: number, code: string, message: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe({ error: { code, message } }, { status })

/** The answer of a failure that was declared with `ApiError`. */
export const failureResponse = (failure: ApiFailure): HttpServerResponse.HttpServerResponse => {
  const response = errorResponse(failure.status, failure._tag, failure.message)
  return failure.retryAfterSeconds === undefined
    ? response
    : HttpServerResponse.setHeader(response, "retry-after", String(failure.retryAfterSeconds))
}

/** The answer of a defect: the id to ask about, and nothing else. */
export const defectResponse = (requestId: string): HttpServerResponse.HttpServerResponse =>
  errorResponse(
    500,
    "INTERNAL_ERROR",
    `something went wrong here; nothing was charged. Quote the request id ${requestId} when you report it`
  )

const codes: Readonly<Record<number, readonly [code: string, message: string]>> = {
  400: ["BAD_REQUEST", "the request couldn't be read"],
  404: ["NOT_FOUND", "no such route; GET /openapi.json lists them all"],
  405: ["METHOD_NOT_ALLOWED", "this route doesn't support that method"],
  406: ["NOT_ACCEPTABLE", "answers are application/json"],
  408: ["REQUEST_TIMEOUT", "the request did not arrive in time"],
  413: ["PAYLOAD_TOO_LARGE", "the body is larger than this route allows"],
  415: ["UNSUPPORTED_MEDIA_TYPE", "send the body as application/json"],
  422: ["UNPROCESSABLE", "the request was understood but can't be carried out"],
  426: ["UPGRADE_REQUIRED", "this route needs a connection upgrade"],
  431: ["HEADERS_TOO_LARGE", "the request headers are over 16 KiB"]
}

/** An error in the envelope for a bare status; anything unknown is an internal error. */
export const statusResponse = (status: number): HttpServerResponse.HttpServerResponse => {
  const [code, message] = codes[status] ?? ["INTERNAL_ERROR", "something went wrong here; nothing was charged"]
  return errorResponse(status, code, message)
}
/** The same as bytes on the wire, for what Node answers before there is a request. */
export const rawStatusAnswer = (status: number, reason: string): string => {
  const [code, message] = codes[status] ?? ["BAD_REQUEST", "the request couldn't be read"]
  const body = JSON.stringify({ error: { code, message } })
  return `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
}
