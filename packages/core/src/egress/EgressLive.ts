import { Egress, EgressFailed, EgressRefused, type EgressRequest, type EgressResponse } from "@storeglass/plugin-api"
import { Effect, Layer, Redacted, Semaphore } from "effect"
import { Client, errors } from "undici"
import { dialTcp, openConnection, type Wire } from "./connector.ts"
import { lookupBy, lookupBySystem } from "./lookup.ts"
import { type EgressRules, readUrl, refusalOfHeaders } from "./rules.ts"

export interface EgressOptions extends EgressRules {
  /** Asked in place of the machine's own resolvers: `address` or `address:port`. */
  readonly nameservers?: ReadonlyArray<string> | undefined
  /** Calls at once; further ones wait within their time. Default 64. */
  readonly requestsMax?: number | undefined
}

const redirectsLimit = 3
const timeoutMsDefault = 10_000
const timeoutMsLimit = 60_000
const bodyBytesDefault = 1024 * 1024
const headerBytesMax = 16 * 1024
const redirectStatuses = new Set([301, 302, 303, 307, 308])

interface Hop {
  readonly url: URL
  readonly method: NonNullable<EgressRequest["method"]>
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
}

const unwrapped = (headers: EgressRequest["headers"] = {}, withSecrets: boolean): Record<string, string> => {
  const sent: Record<string, string> = { "user-agent": "storeglass", "accept-encoding": "identity" }
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase()
    if (!Redacted.isRedacted(value)) {
      if (withSecrets || (lower !== "authorization" && lower !== "cookie")) sent[lower] = value
    } else if (withSecrets) sent[lower] = Redacted.value(value)
  }
  return sent
}

const failureOf = (error: unknown): EgressRefused | EgressFailed => {
  if (error instanceof EgressRefused || error instanceof EgressFailed) return error
  // The client may wrap what the connector refused.
  if (error instanceof Error && (error.cause instanceof EgressRefused || error.cause instanceof EgressFailed)) {
    return error.cause
  }
  return error instanceof errors.ResponseExceededMaxSizeError
    ? new EgressFailed({ reason: "too_large", message: "the answer is too large", cause: error })
    : new EgressFailed({ reason: "broken", message: "the host didn't send a complete answer", cause: error })
}

/** The beginning of a body; the connection ends with the call. */
const beginningOf = async (body: AsyncIterable<Uint8Array>, bytesMax: number): Promise<Uint8Array> => {
  const parts: Array<Uint8Array> = []
  let bytes = 0
  for await (const part of body) {
    parts.push(part)
    bytes += part.length
    if (bytes >= bytesMax) break
  }
  return new Uint8Array(Buffer.concat(parts).subarray(0, bytesMax))
}

/** One request over its own connection. */
const exchange = (
  rules: EgressRules,
  wire: Wire,
  hop: Hop,
  { bodyBytesMax = bodyBytesDefault, cutsBody = false }: Pick<EgressRequest, "bodyBytesMax" | "cutsBody">
) =>
  Effect.tryPromise({
    try: async (signal): Promise<EgressResponse> => {
      const client = new Client(hop.url.origin, {
        connect: (_, done) =>
          openConnection({ rules, wire, url: hop.url, signal }, (error, socket) =>
            socket === undefined ? done(error ?? new Error("no socket"), null) : done(null, socket)
          ),
        pipelining: 1,
        allowH2: false,
        maxHeaderSize: headerBytesMax,
        maxResponseSize: cutsBody ? -1 : bodyBytesMax,
        // The whole call has one time limit.
        headersTimeout: 0,
        bodyTimeout: 0
      })
      try {
        const answer = await client.request({
          path: `${hop.url.pathname}${hop.url.search}`,
          method: hop.method,
          headers: { ...hop.headers },
          signal,
          ...(hop.body === undefined ? {} : { body: hop.body })
        })
        const declared = Number(answer.headers["content-length"] ?? 0)
        if (declared > bodyBytesMax && hop.method !== "HEAD" && !cutsBody) {
          throw new EgressFailed({ reason: "too_large", message: "the answer is too large" })
        }
        const body = await (cutsBody ? beginningOf(answer.body, bodyBytesMax) : answer.body.bytes())
        const headers: Record<string, string> = {}
        for (const [name, value] of Object.entries(answer.headers)) {
          if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(", ") : value
        }
        return { status: answer.statusCode, headers, body, url: hop.url.href }
      } finally {
        await client.destroy()
      }
    },
    catch: failureOf
  })

/** The next request after a redirect, as browsers make it; undefined if the answer isn't a redirect. */
const nextHop = (
  rules: EgressRules,
  request: EgressRequest,
  first: URL,
  hop: Hop,
  { headers, status }: EgressResponse
): Hop | EgressRefused | undefined => {
  const { location } = headers
  if (!redirectStatuses.has(status) || location === undefined) return undefined
  const to = URL.canParse(location, hop.url.href) ? new URL(location, hop.url.href).href : location
  const url = readUrl(rules, to)
  if (url instanceof EgressRefused) return url
  if (hop.url.protocol === "https:" && url.protocol !== "https:") {
    return new EgressRefused({ reason: "scheme", message: "url: redirects from https to http" })
  }
  const problem = request.redirectProblem?.(url.href)
  if (problem !== undefined) return new EgressRefused({ reason: "host", message: problem })
  const keeps = status === 307 || status === 308 || hop.method === "GET" || hop.method === "HEAD"
  const sent = unwrapped(request.headers, url.origin === first.origin && hop.url.origin === first.origin)
  if (!keeps) delete sent["content-type"]
  return { url, headers: sent, method: keeps ? hop.method : "GET", body: keeps ? hop.body : undefined }
}

/** The client over any network. */
export const makeEgress = Effect.fnUntraced(function* (options: EgressOptions, wire: Wire) {
  const turns = yield* Semaphore.make(options.requestsMax ?? 64)

  const follow = Effect.fnUntraced(function* (request: EgressRequest, first: URL) {
    const redirectsMax = Math.min(request.redirectsMax ?? 0, redirectsLimit)
    let hop: Hop = {
      url: first,
      method: request.method ?? "GET",
      headers: unwrapped(request.headers, true),
      body: request.body
    }
    for (let redirects = 0; ; redirects++) {
      const answer = yield* exchange(options, wire, hop, request)
      if (redirectsMax === 0) return answer
      const next = nextHop(options, request, first, hop, answer)
      if (next === undefined) return answer
      if (next instanceof EgressRefused) return yield* next
      if (redirects === redirectsMax) {
        return yield* new EgressFailed({ reason: "redirects", message: `more than ${redirectsMax} redirects` })
      }
      hop = next
    }
  })

  return Egress.of({
    check: (url) => {
      const read = readUrl(options, url)
      return read instanceof EgressRefused ? Effect.fail(read) : Effect.void
    },
    request: (request) =>
      Effect.suspend(() => {
        const url = readUrl(options, request.url)
        if (url instanceof EgressRefused) return Effect.fail(url)
        const refusal = refusalOfHeaders(unwrapped(request.headers, true))
        if (refusal !== undefined) return Effect.fail(refusal)
        const timeoutMs = Math.min(request.timeoutMs ?? timeoutMsDefault, timeoutMsLimit)
        return turns.withPermit(follow(request, url)).pipe(
          Effect.timeoutOrElse({
            duration: timeoutMs,
            orElse: () =>
              Effect.fail(new EgressFailed({ reason: "timeout", message: `no complete answer within ${timeoutMs} ms` }))
          })
        )
      })
  })
})

/** The guarded client. It keeps no connections and reads no proxy settings of the environment. */
export const EgressLive = (options: EgressOptions = {}): Layer.Layer<Egress> =>
  Layer.effect(
    Egress,
    makeEgress(options, {
      lookup: options.nameservers === undefined ? lookupBySystem : lookupBy(options.nameservers),
      dial: dialTcp
    })
  )
