import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { preflightHeaders } from "./cors.ts"
import { McpServer } from "./McpServer.ts"
import { refusedWith } from "./refused.ts"

/** The answer to a page that asks whether it may send these methods. */
export const preflightFor = (methods: string) =>
  Effect.gen(function* () {
    const { admission, tools } = yield* McpServer
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const problem = admission.callerProblem(headers)
    if (problem !== undefined) return refusedWith(undefined, problem)
    return HttpServerResponse.empty({
      status: 204,
      headers: preflightHeaders(admission.originOf(headers), methods, tools)
    })
  })
