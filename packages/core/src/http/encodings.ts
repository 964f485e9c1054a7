import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { LRUCache } from "lru-cache"

export type Coding = "br" | "gzip"

/** Below this a coding saves less than its headers cost. */
export const encodedBytesMin = 1024

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
// Fast, as most bytes are encoded for one answer.
const encoders: Readonly<Record<Coding, (bytes: Uint8Array) => Promise<Uint8Array>>> = {
  br: (bytes) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes) => zip(bytes, { level: 6 })
}

const accepted = /^\s*(br|gzip|\*)\s*(?:;\s*q\s*=\s*([\d.]+)\s*)?$/i

const negotiated = (header: string): Coding | "none" => {
  const weights = new Map<string, number>()
  for (const part of header.split(",")) {
    const [, name, weight = "1"] = accepted.exec(part) ?? []
    if (name !== undefined) weights.set(name.toLowerCase(), Number(weight))
  }
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get("*") ?? 0
  const best = weightOf("br") >= weightOf("gzip") ? "br" : "gzip"
  return weightOf(best) > 0 ? best : "none"
}

// Clients send few different ones.
const known = new LRUCache<string, Coding | "none">({ max: 200 })

/** The coding that a caller accepts and is answered in; undefined for none. */
export const codingOf = (header: string | undefined): Coding | undefined => {
  if (header === undefined) return undefined
  let coding = known.get(header)
  if (coding === undefined) {
    coding = header.length > 500 ? "none" : negotiated(header)
    known.set(header, coding)
  }
  return coding === "none" ? undefined : coding
}

interface Forms {
  readonly done: Partial<Record<Coding, Uint8Array>>
  readonly running: Partial<Record<Coding, Promise<Uint8Array>>>
}
/** Encodings of bytes that are still in use, so that a kept answer is encoded once. */
const forms = new WeakMap<Uint8Array, Forms>()

/** Bytes that were encoded before. */
export const encodedBefore = (bytes: Uint8Array, coding: Coding): Uint8Array | undefined =>
  forms.get(bytes)?.done[coding]

const encode = (bytes: Uint8Array, coding: Coding): Promise<Uint8Array> => {
  const own = forms.get(bytes) ?? { done: {}, running: {} }
  forms.set(bytes, own)
  own.running[coding] ??= encoders[coding](bytes).then((encoded) => {
    own.done[coding] = encoded
    return encoded
  })
  return own.running[coding]
}

const isText = (contentType: string) =>
  /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)|application\/javascript|image\/svg\+xml)/i.test(contentType)

/** Adds what an answer depends on. */
const varying = (response: HttpServerResponse.HttpServerResponse) => {
  const { vary } = response.headers
  if (vary?.toLowerCase().includes("accept-encoding") === true) return response
  return HttpServerResponse.setHeader(
    response,
    "vary",
    vary === undefined ? "Accept-Encoding" : `${vary}, Accept-Encoding`
  )
}

/** The answer in the coding that its caller accepts. What is streamed stays as it is. */
export const encodedFor = (
  request: HttpServerRequest.HttpServerRequest,
  response: HttpServerResponse.HttpServerResponse
): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  const { body, headers } = response
  if (body._tag !== "Uint8Array" || body.contentLength < encodedBytesMin || !isText(body.contentType)) {
    return Effect.succeed(response)
  }
  if (headers["content-encoding"] !== undefined) return Effect.succeed(response)
  const coding = codingOf(request.headers["accept-encoding"])
  if (coding === undefined) return Effect.succeed(varying(response))
  return Effect.map(
    Effect.promise(() => encode(body.body, coding)),
    (encoded) =>
      HttpServerResponse.setHeader(
        HttpServerResponse.uint8Array(encoded, {
          status: response.status,
          headers: varying(response).headers,
          cookies: response.cookies,
          contentType: body.contentType
        }),
        "content-encoding",
        coding
      )
  )
}

/** A mark of bytes that is the same in every coding of them. */
export const etagOf = (bytes: Uint8Array): string =>
  `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`

/** Whether the caller has this already (RFC 9110, 13.1.2). */
export const isUnchanged = (ifNoneMatch: string | undefined, etag: string | undefined): boolean => {
  if (ifNoneMatch === undefined || etag === undefined) return false
  const opaque = etag.replace(/^W\//, "")
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((each) => each.trim().replace(/^W\//, "") === opaque)
}

/** Headers of a body that a 304 has none of. */
const ofBody = ["content-length", "content-type", "content-encoding"]

/** The headers of an answer without those of its body. */
export const withoutBody = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofBody.includes(name)))

/** A success in short, where its caller has it already. */
export const unchangedFor = (
  request: HttpServerRequest.HttpServerRequest,
  response: HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse =>
  response.status === 200 &&
  (request.method === "GET" || request.method === "HEAD") &&
  isUnchanged(request.headers["if-none-match"], response.headers.etag)
    ? HttpServerResponse.empty({ status: 304, headers: withoutBody(response.headers), cookies: response.cookies })
    : response
