import { isTooDeep, tooDeepMessage } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { errorCodes, RpcFailure } from "./jsonRpc.ts"

const parse = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Unknown))

export const malformed = (code: number, message: string) => new RpcFailure(code, message, { http: 400 })

/** What was posted, as JSON. */
export const messageIn = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const bytes = new Uint8Array(
    yield* Effect.mapError(request.arrayBuffer, () => malformed(errorCodes.parseError, "the body couldn't be read"))
  )
  if (isTooDeep(bytes)) return yield* Effect.fail(malformed(errorCodes.invalidRequest, tooDeepMessage))
  const text = yield* Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
    catch: () => malformed(errorCodes.parseError, "the body isn't UTF-8")
  })
  return yield* Effect.mapError(parse(text), () => malformed(errorCodes.parseError, "the body isn't JSON"))
})
