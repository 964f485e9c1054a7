import { createHash } from "node:crypto"
import { IncomingMessage } from "node:http"
import { InvalidInput, PayloadTooLarge } from "@storeglass/plugin-api"
import { ByteSize, Effect } from "effect"
import { HttpIncomingMessage, type HttpServerRequest } from "effect/http"

/** The longest body that is read. */
export const bodyBytesMax = 1024 * 1024
export type BodyTooLarge = PayloadTooLarge

const tooLarge = () => new PayloadTooLarge("body: must not be over 1 MiB; send less at a time")

/** The body as text, read once and kept by the request for whoever decodes it. */
export const readBody = (request: HttpServerRequest.HttpServerRequest) => {
  if (Number(request.headers["content-length"] ?? 0) > bodyBytesMax) return Effect.fail(tooLarge())
  return request.text.pipe(
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(bodyBytesMax)),
    // What is too large would be read on, and thrown away, until its answer is written.
    Effect.tapError(() =>
      Effect.sync(() => {
        if (request.source instanceof IncomingMessage) request.source.pause()
      })
    ),
    Effect.mapError((error) =>
      /max|large|exceed/i.test(String(error.cause ?? error.message))
        ? tooLarge()
        : new InvalidInput("body: could not be read to its end")
    )
  )
}

/** What makes two requests the same: method, address, type and body. */
export const fingerprintOf = (request: HttpServerRequest.HttpServerRequest, body: string): Buffer =>
  createHash("sha256")
    .update(`${request.method}\n${request.url}\n${request.headers["content-type"] ?? ""}\n`)
    .update(body)
    .digest()
