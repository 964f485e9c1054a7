import { UpstreamError, type UpstreamFailureReason, type UpstreamRequest } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { HttpClient, type HttpClientError, HttpClientRequest, type HttpClientResponse } from "effect/http"
import { type BodyFailure, type Reader, toMemory } from "./bodies.ts"
import { addressOf, headersOf, isStream, labelOf, methodOf, placeOf, type Settings } from "./spec.ts"

const redirectsMax = 3
const redirectStatuses = new Set([301, 302, 303, 307, 308])

/** The address to follow; undefined if the answer has none, or leads off this upstream's hosts. */
const redirectOf = (
  settings: Settings,
  response: HttpClientResponse.HttpClientResponse,
  from: URL
): URL | undefined => {
  const location = response.headers.location
  if (!redirectStatuses.has(response.status) || location === undefined || !URL.canParse(location, from.href))
    return undefined
  const to = new URL(location, from)
  if (to.protocol !== from.protocol && to.protocol !== "https:") return undefined
  return to.host === from.host || placeOf(settings, to) !== undefined ? to : undefined
}

/** The request after a redirect: as browsers do, a POST becomes a GET unless the status forbids it. */
const redirected = (
  settings: Settings,
  request: UpstreamRequest,
  sent: HttpClientRequest.HttpClientRequest,
  { from, status, to }: { readonly status: number; readonly from: URL; readonly to: URL }
) => {
  const keeps = status === 307 || status === 308 || (sent.method !== "POST" && status !== 303)
  const next = keeps
    ? HttpClientRequest.setUrl(sent, to.href)
    : HttpClientRequest.removeHeader(HttpClientRequest.make("GET")(to.href, { headers: sent.headers }), "content-type")
  if (to.host === from.host) return next
  // Secrets never go on to another host.
  const allowed = headersOf(settings, request, "listed")
  return Object.keys(next.headers)
    .filter((name) => !(name in allowed))
    .reduce((stripped, name) => HttpClientRequest.removeHeader(stripped, name), next)
}

const codeOf = (cause: unknown) =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string"
    ? cause.code
    : "failed"

const withBody = (request: HttpClientRequest.HttpClientRequest, body: UpstreamRequest["body"]) => {
  if (body === undefined) return request
  if (typeof body === "string") return HttpClientRequest.bodyText(request, body)
  return isStream(body)
    ? HttpClientRequest.bodyStream(request, body.stream, { contentLength: body.bytes })
    : HttpClientRequest.bodyUint8Array(request, body)
}

/** An answer of any status, with its body as it was read. */
export interface Answer<B> {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly url: string
  readonly body: B
}

/**
 * One exchange: sends the request, follows redirects within the upstream's hosts and reads the answer to its end, all
 * within `timeoutMs`. Answers of any status come back. An answer that breaks off is `unreachable`.
 */
export const exchange = <B>(
  client: HttpClient.HttpClient,
  settings: Settings,
  request: UpstreamRequest,
  read: Reader<B>
) => {
  const timeoutMs = request.timeoutMs ?? settings.timeoutMs
  const bytesMax = request.bodyBytesMax ?? settings.bodyBytesMax
  const failed = (reason: UpstreamFailureReason, detail: string, cause?: unknown) =>
    new UpstreamError({ upstream: settings.name, reason, detail: `${labelOf(request)}: ${detail}`, cause })

  const follow = (sent: HttpClientRequest.HttpClientRequest, url: URL, redirects: number): Exchange<B> =>
    Effect.gen(function* () {
      const response = yield* client.execute(sent)
      const to = redirects < redirectsMax && !isStream(request.body) ? redirectOf(settings, response, url) : undefined
      if (to !== undefined) {
        yield* Effect.ignore(toMemory(response, 65_536))
        const next = redirected(settings, request, sent, { status: response.status, from: url, to })
        return yield* follow(next, to, redirects + 1)
      }
      const body = yield* read(response, bytesMax)
      return { status: response.status, headers: { ...response.headers }, url: url.href, body }
    })

  return Effect.fromResult(addressOf(settings, request)).pipe(
    Effect.flatMap((url) => {
      const bare = withBody(HttpClientRequest.make(methodOf(request))(url.href), request.body)
      return follow(HttpClientRequest.setHeaders(bare, headersOf(settings, request, placeOf(settings, url))), url, 0)
    }),
    // Its spans would hold queries, and its trace headers would go to strangers.
    Effect.provideService(HttpClient.TracerDisabledWhen, () => true),
    Effect.catchTags({
      BodyFailure: ({ cause, detail, reason }) => Effect.fail(failed(reason, detail, cause)),
      // Only the cause is passed on: the error itself holds the request with its headers.
      HttpClientError: ({ cause }) => Effect.fail(failed("unreachable", `no connection (${codeOf(cause)})`, cause))
    }),
    Effect.timeoutOrElse({
      duration: timeoutMs,
      orElse: () => Effect.fail(failed("timeout", `no complete answer within ${timeoutMs} ms`))
    })
  )
}
type Exchange<B> = Effect.Effect<Answer<B>, BodyFailure | HttpClientError.HttpClientError>
