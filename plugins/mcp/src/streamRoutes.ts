import {
  Caller,
  Exchange,
  NotFound,
  type RawRoute,
  rawRoute,
  ServiceUnavailable,
  TooManyRequests
} from "@storeglass/plugin-api"
import { Effect, Stream } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { corsHeaders } from "./cors.ts"
import {
  errorCodes,
  idIn,
  isCancelled,
  isNotification,
  isRequest,
  isResponse,
  type RequestId,
  RpcFailure
} from "./jsonRpc.ts"
import { McpServer } from "./McpServer.ts"
import { malformed, messageIn } from "./messageIn.ts"
import { type NotTaken, OpenStreams } from "./OpenStreams.ts"
import { preflightFor } from "./preflight.ts"
import { refusedWith } from "./refused.ts"
import { selectionOf } from "./selection.ts"

const encoder = new TextEncoder()
const event = (name: string, data: string) => encoder.encode(`event: ${name}\ndata: ${data}\n\n`)
const comment = encoder.encode(": still here\n\n")

const busy: Readonly<Record<NotTaken, (id: RequestId) => TooManyRequests | ServiceUnavailable | RpcFailure>> = {
  full: () =>
    new TooManyRequests("too many requests of this stream are unanswered: read their answers from it first", {
      retryAfterSeconds: 1
    }),
  ending: () => new ServiceUnavailable("this stream is ending; open another by GET /mcp/sse", { retryAfterSeconds: 1 }),
  repeated: () => malformed(errorCodes.invalidRequest, "id: is that of a request that is being answered")
}

/** Lets pages of allowed origins read the answer, refusals included. */
const readableFor = Effect.fnUntraced(function* (origin: string | undefined) {
  const exchange = yield* Exchange
  for (const [name, value] of Object.entries(corsHeaders(origin))) yield* exchange.setHeader(name, value)
})

/**
 * HTTP with SSE, the transport of revision 2024-11-05: a stream that names the address to post to, and on which what is
 * posted is answered. The stream lives in this process, so all its posts must come here.
 */
export const streamRoutes = (): ReadonlyArray<RawRoute<McpServer | OpenStreams>> => {
  const open = Effect.gen(function* () {
    const { admission, tools } = yield* McpServer
    const streams = yield* OpenStreams
    const exchange = yield* Exchange
    const caller = yield* Caller
    const { headers, method } = yield* HttpServerRequest.HttpServerRequest
    yield* readableFor(admission.originOf(headers))
    const selection = selectionOf(yield* HttpServerRequest.ParsedSearchParams, tools)
    const problem = admission.callerProblem(headers) ?? admission.acceptProblem(headers, "text/event-stream")
    if (problem !== undefined) return refusedWith(null, problem)
    if (selection instanceof RpcFailure) return refusedWith(null, selection)
    const options = { contentType: "text/event-stream", headers: { "x-accel-buffering": "no" } }
    if (method === "HEAD") return HttpServerResponse.empty({ status: 200, ...options })
    const { messages, session } = yield* streams.open(caller, { selection, draining: exchange.draining })
    const { pathname } = new URL(tools.gateway.url)
    const address = `${pathname.replace(/\/$/, "")}/mcp/messages?session=${session}`
    return HttpServerResponse.stream(
      Stream.concat(
        Stream.make(event("endpoint", address)),
        Stream.map(messages, (text) => (text === null ? comment : event("message", text)))
      ),
      options
    )
  })

  const post = Effect.gen(function* () {
    const { admission, answer } = yield* McpServer
    const streams = yield* OpenStreams
    const caller = yield* Caller
    const request = yield* HttpServerRequest.HttpServerRequest
    const { session } = yield* HttpServerRequest.ParsedSearchParams
    const { headers } = request
    yield* readableFor(admission.originOf(headers))
    const problem = admission.callerProblem(headers) ?? admission.bodyProblem(headers)
    if (problem !== undefined) return refusedWith(null, problem)
    const stream = typeof session === "string" ? streams.find(session, caller) : undefined
    if (stream === undefined) {
      return yield* new NotFound(
        "session (query): this node has no stream of this key with it. The stream ended, or another node holds it: several nodes need sticky sessions for /mcp. Open another by GET /mcp/sse, or use streamable HTTP (POST /mcp), which needs none"
      )
    }
    yield* stream.used
    const accepted = HttpServerResponse.empty({ status: 202 })
    const message = yield* Effect.catch(messageIn(request), Effect.succeed)
    if (message instanceof RpcFailure) return refusedWith(null, message)
    if (isCancelled(message)) yield* stream.cancel(message.params.requestId)
    if (isNotification(message) || isResponse(message)) return accepted
    if (!isRequest(message)) {
      const failure = malformed(errorCodes.invalidRequest, "the body isn't a JSON-RPC 2.0 message")
      return refusedWith(idIn(message) ?? null, failure)
    }
    const { selection } = stream
    // That header stands for this POST, a call's own key is in its _meta.
    const passed = { ...headers, "idempotency-key": undefined }
    const answered = Effect.map(answer({ request: message, headers: passed, selection }), ({ text }) => text)
    const notTaken = yield* stream.take(message.id, answered)
    if (notTaken === undefined) return accepted
    const failure = busy[notTaken](message.id)
    return failure instanceof RpcFailure ? refusedWith(message.id, failure) : yield* failure
  })
  return [
    rawRoute({
      id: "preflightOpen",
      method: "OPTIONS",
      path: "/mcp/sse",
      access: "public",
      price: 0,
      body: { kind: "none", bytesMax: 0 },
      errors: [],
      summary: "MCP stream preflight",
      description: "Tells browsers on allowed origins that they may call /mcp/sse.",
      handler: preflightFor("GET")
    }),
    rawRoute({
      id: "open",
      method: "GET",
      // Not `/mcp`: who asks that by GET is of a later revision, and must hear 405 with or without a key.
      path: "/mcp/sse",
      access: "key",
      audience: "/mcp",
      price: 0,
      answers: { kind: "stream", contentType: "text/event-stream" },
      errors: [TooManyRequests],
      summary: "MCP stream of revision 2024-11-05",
      description:
        "Opens the stream of HTTP with SSE, the transport of revision 2024-11-05: its first event is the address to post to, and answers come as further events.",
      handler: open
    }),
    rawRoute({
      id: "post",
      method: "POST",
      path: "/mcp/messages",
      access: "key",
      audience: "/mcp",
      // Tools that only read may be called with a key that may only read.
      scope: "read",
      price: 0,
      query: ["session"],
      // As `POST /mcp`.
      body: { kind: "bytes", bytesMax: 1024 * 1024 },
      errors: [NotFound, TooManyRequests, ServiceUnavailable],
      summary: "MCP message of revision 2024-11-05",
      description:
        "Takes a JSON-RPC message for the stream of this session, which answers it. Tools cost what their routes cost.",
      handler: post
    }),
    rawRoute({
      id: "preflightPost",
      method: "OPTIONS",
      path: "/mcp/messages",
      access: "public",
      price: 0,
      body: { kind: "none", bytesMax: 0 },
      errors: [],
      summary: "MCP message preflight",
      description: "Tells browsers on allowed origins that they may call /mcp/messages.",
      handler: preflightFor("POST")
    })
  ]
}
