import { Exchange, type RawRoute, rawRoute, ServiceUnavailable } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { answerBatch } from "./batch.ts"
import type { McpConfig } from "./config.ts"
import { corsHeaders } from "./cors.ts"
import { errorCodes, idIn, idOfNothing, isNotification, isRequest, isResponse, RpcFailure } from "./jsonRpc.ts"
import { type McpAnswer, McpServer } from "./McpServer.ts"
import { malformed, messageIn } from "./messageIn.ts"
import type { OpenStreams } from "./OpenStreams.ts"
import { preflightFor } from "./preflight.ts"
import { refusedWith } from "./refused.ts"
import { selectionOf } from "./selection.ts"
import { streamRoutes } from "./streamRoutes.ts"

const answeredWith = ({ authenticate, requestId, status, text }: McpAnswer) =>
  HttpServerResponse.text(text, {
    status,
    contentType: "application/json",
    headers: {
      ...(requestId === undefined ? {} : { "x-request-id": requestId }),
      ...(authenticate === undefined ? {} : { "www-authenticate": authenticate })
    }
  })

const signInFirst = new RpcFailure(
  errorCodes.unauthorized,
  "sign in: no credential was sent, or it isn't good. Send an API key as X-API-Key, or get a token as WWW-Authenticate says",
  { http: 401 }
)

/**
 * One message or batch in, one answer out, and nothing kept between two: no stream to open by GET, no session to end by
 * DELETE. An older transport has routes of its own.
 */
export const routes = ({
  publicLists,
  sse
}: Pick<McpConfig, "publicLists" | "sse">): ReadonlyArray<RawRoute<McpServer | OpenStreams>> => {
  const post = Effect.gen(function* () {
    const { admission, answer, tools } = yield* McpServer
    const request = yield* HttpServerRequest.HttpServerRequest
    const query = yield* HttpServerRequest.ParsedSearchParams
    const { headers } = request
    const nothing = idOfNothing(headers["mcp-protocol-version"])
    const problem =
      admission.callerProblem(headers) ??
      admission.bodyProblem(headers) ??
      admission.acceptProblem(headers, "application/json")
    if (problem !== undefined) return refusedWith(nothing, problem)
    const cors = corsHeaders(admission.originOf(headers))
    const { challenge } = yield* Exchange
    const authenticate = publicLists ? undefined : yield* challenge
    if (authenticate !== undefined) {
      return HttpServerResponse.setHeaders(refusedWith(nothing, signInFirst), {
        ...cors,
        "cache-control": "no-store",
        "www-authenticate": authenticate
      })
    }
    const answered = yield* Effect.gen(function* () {
      const message = yield* messageIn(request)
      // Nobody waits for them, and there is nothing of ours that they could end: a call ends with its connection.
      if (isNotification(message) || isResponse(message)) return HttpServerResponse.empty({ status: 202 })
      const selection = selectionOf(query, tools)
      if (Array.isArray(message)) {
        if (selection instanceof RpcFailure) return refusedWith(nothing, selection)
        const batch = yield* answerBatch(message, headers, (request) => answer({ request, headers, selection }))
        return batch === undefined ? HttpServerResponse.empty({ status: 202 }) : answeredWith(batch)
      }
      if (!isRequest(message)) {
        const failure = malformed(errorCodes.invalidRequest, "the body isn't a JSON-RPC 2.0 message")
        return refusedWith(idIn(message) ?? nothing, failure)
      }
      if (selection instanceof RpcFailure) return refusedWith(message.id, selection)
      return answeredWith(yield* answer({ request: message, headers, selection }))
    }).pipe(Effect.catch((failure) => Effect.succeed(refusedWith(nothing, failure))))
    return HttpServerResponse.setHeaders(answered, { ...cors, "cache-control": "no-store" })
  })

  return [
    rawRoute({
      id: "message",
      method: "POST",
      path: "/mcp",
      access: "public",
      audience: "/mcp",
      price: 0,
      // Not `json`: what is wrong with a message is told in JSON-RPC.
      body: { kind: "bytes", bytesMax: 1024 * 1024 },
      errors: [ServiceUnavailable],
      summary: "MCP",
      description:
        "Model Context Protocol, streamable HTTP: one JSON-RPC message, or a batch in revision 2025-03-26. Tools use the key in its headers and cost what their routes cost.",
      handler: post
    }),
    rawRoute({
      id: "preflight",
      method: "OPTIONS",
      path: "/mcp",
      access: "public",
      price: 0,
      body: { kind: "none", bytesMax: 0 },
      errors: [],
      summary: "MCP preflight",
      description: "Tells browsers on allowed origins that they may call /mcp.",
      handler: preflightFor("POST")
    }),
    ...(sse ? streamRoutes() : [])
  ]
}
