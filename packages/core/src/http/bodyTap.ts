import { createHash } from "node:crypto"
import { Effect, Stream } from "effect"
import { type HttpServerRequest, Multipart } from "effect/http"
import { stopReading, type TakenBody, tooLarge } from "./body.ts"

/** A body that the handler reads as it comes, bounded, and remembered by its hash alone. */
export interface BodyTap {
  /** What the handler is given in place of the request. */
  readonly request: HttpServerRequest.HttpServerRequest
  /** What was read: how many bytes, their SHA-256, and whether that was all. */
  readonly mark: () => string
  /** Whether this request's own body, or as much of it as was read then, is the marked one. Reads it. */
  readonly matches: (mark: string) => Effect.Effect<boolean>
}

const markPattern = /^(\d+) ([0-9a-f]{64}) (all|part)$/

export const makeBodyTap = (declared: TakenBody, request: HttpServerRequest.HttpServerRequest): BodyTap => {
  const hash = createHash("sha256")
  let bytes = 0
  let ended = false

  const refuse = Effect.suspend(() => {
    stopReading(request)
    return Effect.die(tooLarge(declared))
  })
  const stream = request.stream.pipe(
    Stream.mapArrayEffect((chunks) => {
      for (const chunk of chunks) {
        bytes += chunk.length
        hash.update(chunk)
      }
      return bytes > declared.bytesMax ? refuse : Effect.succeed(chunks)
    }),
    Stream.onEnd(
      Effect.sync(() => {
        ended = true
      })
    )
  )
  const multipartStream = Stream.suspend(() =>
    Stream.pipeThroughChannel(stream, Multipart.makeChannel(request.headers)).pipe(
      Stream.mapError((error) =>
        Multipart.isMultipartError(error) ? error : Multipart.MultipartError.fromReason("Parse", error)
      )
    )
  )
  const whole = Effect.map(Stream.mkUint8Array(stream), (read) => read.slice().buffer)
  const text = Effect.map(Stream.mkUint8Array(stream), (read) => new TextDecoder().decode(read))
  const own = new Map<PropertyKey, unknown>([
    ["stream", stream],
    ["multipartStream", multipartStream],
    ["multipart", Multipart.toPersisted(multipartStream)],
    ["arrayBuffer", whole],
    ["text", text]
  ])

  return {
    request: new Proxy(request, {
      // The getters of a request read its own fields.
      get: (target, name) => (own.has(name) ? own.get(name) : Reflect.get(target, name, target))
    }),
    mark: () => `${bytes} ${hash.copy().digest("hex")} ${ended ? "all" : "part"}`,
    matches: Effect.fnUntraced(function* (mark) {
      const [, length, digest, extent] = markPattern.exec(mark) ?? []
      const wanted = Number(length)
      const again = createHash("sha256")
      let read = 0
      yield* Effect.exit(
        Stream.runForEach(stream, (chunk) =>
          Effect.sync(() => {
            if (read < wanted) again.update(chunk.subarray(0, wanted - read))
            read += chunk.length
          })
        )
      )
      return again.digest("hex") === digest && read >= wanted && (extent === "part" || read === wanted)
    })
  }
}
