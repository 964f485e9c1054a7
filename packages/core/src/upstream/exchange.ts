import type { Duplex } from "node:stream"
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib"
import { NodeStream } from "@effect/platform-node"
import {
  UpstreamError,
  type UpstreamFailureReason,
  type UpstreamRequest,
  type UpstreamResponse
} from "@storeglass/plugin-api"
import { Data, Effect, Stream } from "effect"
import { HttpClient, type HttpClientError, HttpClientRequest, type HttpClientResponse } from "effect/http"
import { addressOf, headersOf, labelOf, methodOf, type Settings } from "./spec.ts"

const redirectsMax = 3
const redirectStatuses = new Set([301, 302, 303, 307, 308])

class BodyFailure extends Data.TaggedError("BodyFailure")<{
  readonly reason: "too_large" | "unreachable"
  readonly detail: string
  readonly cause?: unknown
}> {}

const brokenOff = (cause: unknown) =>
  new BodyFailure({ reason: "unreachable", detail: "the answer broke off before its end", cause })

const decoders: Readonly<Record<string, () => Duplex>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress
}

/** The bytes of the body, decompressed. */
const bytesOf = (response: HttpClientResponse.HttpClientResponse): Stream.Stream<Uint8Array, BodyFailure> => {
  const raw = Stream.mapError(response.stream, (error) => brokenOff(error.cause))
  const decoder = decoders[response.headers["content-encoding"]?.trim().toLowerCase() ?? ""]
  return decoder === undefined
    ? raw
    : NodeStream.pipeThroughDuplex(raw, { evaluate: () => decoder(), onError: brokenOff })
}

/** The body as text. What is longer than `bytesMax`, decompressed, is not read on. */
const textOf = (
  response: HttpClientResponse.HttpClientResponse,
  bytesMax: number
): Effect.Effect<string, BodyFailure> =>
  Stream.runFoldEffect(
    bytesOf(response),
    () => ({ chunks: [] as Uint8Array[], bytes: 0 }),
    (read, chunk) => {
      read.bytes += chunk.byteLength
      read.chunks.push(chunk)
      return read.bytes > bytesMax
        ? Effect.fail(new BodyFailure({ reason: "too_large", detail: `longer than ${bytesMax} bytes` }))
        : Effect.succeed(read)
    }
  ).pipe(Effect.map(({ chunks }) => new TextDecoder().decode(Buffer.concat(chunks))))

/** The address to go on to; undefined when the answer is none, or leads to another host. */
const redirectOf = (response: HttpClientResponse.HttpClientResponse, from: URL): URL | undefined => {
  const location = response.headers.location
  if (!redirectStatuses.has(response.status) || location === undefined || !URL.canParse(location, from.href))
    return undefined
  const to = new URL(location, from)
  return to.host === from.host && (to.protocol === from.protocol || to.protocol === "https:") ? to : undefined
}

/** The request after a redirect: as browsers do, a POST becomes a GET unless the status forbids it. */
const redirected = (request: HttpClientRequest.HttpClientRequest, status: number, to: URL) => {
  const keeps = status === 307 || status === 308 || (request.method !== "POST" && status !== 303)
  return keeps
    ? HttpClientRequest.setUrl(request, to.href)
    : HttpClientRequest.make("GET")(to.href, {
        headers: HttpClientRequest.removeHeader(request, "content-type").headers
      })
}

const codeOf = (cause: unknown) =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string"
    ? cause.code
    : "failed"

/**
 * One exchange: sends the request, follows redirects within the host and reads the answer to its end, all within
 * `timeoutMs`. Answers of any status come back. An answer that breaks off is `unreachable`.
 */
export const exchange = (client: HttpClient.HttpClient, settings: Settings, request: UpstreamRequest) => {
  const failed = (reason: UpstreamFailureReason, detail: string, cause?: unknown) =>
    new UpstreamError({ upstream: settings.name, reason, detail: `${labelOf(request)}: ${detail}`, cause })

  const follow = (sent: HttpClientRequest.HttpClientRequest, url: URL, redirects: number): Exchange =>
    Effect.gen(function* () {
      const response = yield* client.execute(sent)
      const to = redirects < redirectsMax ? redirectOf(response, url) : undefined
      if (to !== undefined) {
        yield* Effect.ignore(textOf(response, 65_536))
        return yield* follow(redirected(sent, response.status, to), to, redirects + 1)
      }
      const declared = Number(response.headers["content-length"] ?? 0)
      const body = yield* textOf(response, declared > settings.bodyBytesMax ? 0 : settings.bodyBytesMax)
      return { status: response.status, headers: { ...response.headers }, url: url.href, body }
    })

  return Effect.suspend(() => {
    const url = addressOf(settings, request)
    const headers = headersOf(settings, request)
    const bare = HttpClientRequest.make(methodOf(request))(url.href)
    const body = request.body === undefined ? bare : HttpClientRequest.bodyText(bare, request.body)
    return follow(HttpClientRequest.setHeaders(body, headers), url, 0)
  }).pipe(
    // Its spans would hold queries, and its trace headers would go to strangers.
    Effect.provideService(HttpClient.TracerDisabledWhen, () => true),
    Effect.catchTags({
      BodyFailure: ({ cause, detail, reason }) => Effect.fail(failed(reason, detail, cause)),
      // Only the cause goes on: the error itself holds the request with its headers.
      HttpClientError: ({ cause }) => Effect.fail(failed("unreachable", `no connection (${codeOf(cause)})`, cause))
    }),
    Effect.timeoutOrElse({
      duration: settings.timeoutMs,
      orElse: () => Effect.fail(failed("timeout", `no whole answer within ${settings.timeoutMs} ms`))
    })
  )
}
type Exchange = Effect.Effect<UpstreamResponse, BodyFailure | HttpClientError.HttpClientError>
