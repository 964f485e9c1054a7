import { HttpServerResponse } from "effect/http"
import { failureText, type RequestId, type RpcFailure } from "./jsonRpc.ts"

/** A JSON-RPC error as an answer of HTTP. */
export const refusedWith = (id: RequestId | null | undefined, failure: RpcFailure) =>
  HttpServerResponse.text(failureText(id, failure), { status: failure.http, contentType: "application/json" })
