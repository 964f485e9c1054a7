import { Clock, Context, Effect, Layer } from "effect"
import { HttpBody, HttpServerResponse } from "effect/http"
import { LRUCache } from "lru-cache"

/** Encoded answers that are the same for every account, by operation and address. */
export class SharedAnswers extends Context.Service<
  SharedAnswers,
  {
    readonly get: (key: string) => HttpServerResponse.HttpServerResponse | undefined
    readonly set: (key: string, answer: HttpServerResponse.HttpServerResponse, forMs: number) => void
  }
>()("@storeglass/core/http/SharedAnswers") {}

interface Entry {
  readonly answer: HttpServerResponse.HttpServerResponse
  readonly untilMs: number
}

export interface SharedAnswersOptions {
  /** Most bytes of bodies that are kept. Default 32 MiB. */
  readonly bytesMax?: number
  /** Headers that every answer of the host has, so that a kept one has them already. */
  readonly headers?: Readonly<Record<string, string>>
}

export const layer = ({ bytesMax = 32 * 1024 * 1024, headers = {} }: SharedAnswersOptions = {}) =>
  Layer.effect(
    SharedAnswers,
    Effect.map(Clock.Clock, (clock) => {
      const entries = new LRUCache<string, Entry>({ maxSize: bytesMax, maxEntrySize: 1024 * 1024 })
      return SharedAnswers.of({
        get: (key) => {
          const entry = entries.get(key)
          return entry !== undefined && entry.untilMs > clock.currentTimeMillisUnsafe() ? entry.answer : undefined
        },
        set: (key, answer, forMs) => {
          if (answer.body._tag !== "Uint8Array") return
          const { body, contentLength, contentType } = answer.body
          const size = contentLength + key.length + 512
          // Bytes alone: while a body knows its text, the server encodes that anew for each answer.
          const encoded = HttpServerResponse.setBody(
            HttpServerResponse.setHeaders(answer, headers),
            HttpBody.uint8Array(body, contentType)
          )
          entries.set(key, { answer: encoded, untilMs: clock.currentTimeMillisUnsafe() + forMs }, { size })
        }
      })
    })
  )
