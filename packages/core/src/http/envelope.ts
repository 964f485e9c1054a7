import { STATUS_CODES } from "node:http"
import type { ApiFailure } from "@storeglass/plugin-api"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { HttpServerResponse } from "effect/http"
import { browserHeaders } from "./answerHeaders.ts"

/** The answer of a failure: `{ error: { code, message } }`, with `details` where it has some. */
export const errorResponse = (
  status: number,
  code: string,
  message: string,
  details?: unknown,
  field?: string
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(
    {
      error: {
        code,
        message,
        ...(field === undefined ? {} : { field }),
        ...(details === undefined ? {} : { details })
      }
    },
    { status }
  )

/** How a caller who isn't known makes themselves known (RFC 9110, 11.6.1). */
const challenge = 'Bearer realm="storeglass"'

/** The same where clients sign in, by the address of the metadata that says how (RFC 9728, 5.1). */
export const challengeOf = (metadata: string, hadCredential: boolean): string =>
  `${challenge}, resource_metadata="${metadata}"${hadCredential ? ', error="invalid_token"' : ""}`

/** The answer of a failure that was declared with `ApiError`. `named`: with the field at fault. */
export const failureResponse = (failure: ApiFailure, named = false): HttpServerResponse.HttpServerResponse => {
  const answer = errorResponse(
    failure.status,
    failure._tag,
    failure.message,
    failure.details,
    named ? failure.field : undefined
  )
  const response = failure.status === 401 ? HttpServerResponse.setHeader(answer, "www-authenticate", challenge) : answer
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
  417: ["EXPECTATION_FAILED", "the only Expect header that is understood is 100-continue; leave it out"],
  422: ["UNPROCESSABLE", "the request was understood but can't be carried out"],
  426: ["UPGRADE_REQUIRED", "this route needs a connection upgrade"],
  431: ["HEADERS_TOO_LARGE", "the request headers are over 16 KiB"],
  503: ["SERVICE_UNAVAILABLE", "this node can't answer now; nothing was charged, retry"]
}

/** An error in the envelope for a bare status; anything unknown is an internal error. */
export const statusResponse = (status: number): HttpServerResponse.HttpServerResponse => {
  const [code, message] = codes[status] ?? ["INTERNAL_ERROR", "something went wrong here; nothing was charged"]
  return errorResponse(status, code, message)
}

/** The body of an answer that is a failure. */
export const failureOf = ({ body, status }: HttpServerResponse.HttpServerResponse): Uint8Array | undefined =>
  status >= 400 && body._tag === "Uint8Array" ? body.body : undefined

/** An answer that is given before there is a request, or anyone to handle it. */
export interface BareAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const bareMessages = {
  address: "path or query: has characters that must be percent-encoded as UTF-8, such as é as %C3%A9",
  starting: "starting: this node isn't ready yet; nothing was charged, retry"
}

/** An error in the envelope for a bare status, with its own id. */
export const bareAnswer = (status: number, why?: keyof typeof bareMessages): BareAnswer => {
  const [code, message] = codes[status] ?? ["BAD_REQUEST", "the request couldn't be read"]
  const body = JSON.stringify({ error: { code, message: why === undefined ? message : bareMessages[why] } })
  return {
    status,
    headers: {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
      ...browserHeaders,
      "x-request-id": uuidV7Unsafe(),
      ...(status === 503 ? { "retry-after": "1" } : {})
    },
    body
  }
}

/** The same as bytes on the wire, which ends the connection. */
export const rawAnswer = (status: number, why?: keyof typeof bareMessages): string => {
  const { body, headers } = bareAnswer(status, why)
  const lines = Object.entries({ ...headers, connection: "close" }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "Error"}\r\n${lines.join("")}\r\n${body}`
}
