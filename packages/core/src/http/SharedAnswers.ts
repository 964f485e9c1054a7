import { Clock, Context, Effect, Layer } from "effect"
import { HttpBody, HttpServerResponse } from "effect/http"
import { LRUCache } from "lru-cache"
import type { KeyHolder } from "../auth/KeyRing.ts"
import type { ChargeReceipt } from "../credits/ChargeQueue.ts"
import { monotonicMsOf } from "../time.ts"
import { type Coding, encodedBefore, encodedBytesMin, etagOf, withoutBody } from "./encodings.ts"
import type { RouteMeta } from "./route.ts"
import type { Observe } from "./visits.ts"

/** What an answer of a route costs, and who counts it. */
export interface SharedRoute {
  readonly route: RouteMeta
  readonly operationId: number
  /** Of the general bucket. */
  readonly credits: number
  readonly observe: Observe
  /** The answer after its charge, whatever came of that. */
  readonly answerSettled: (
    kept: HttpServerResponse.HttpServerResponse,
    holder: KeyHolder,
    period: string,
    receipt: ChargeReceipt
  ) => Effect.Effect<HttpServerResponse.HttpServerResponse>
}

/** What goes on the wire of an answer. */
export interface Wire {
  readonly body: Uint8Array
  /** Names and values in turn. */
  readonly headers: ReadonlyArray<string>
}

/** An encoded answer, as a response and as what goes on the wire. */
export interface SharedAnswer extends Wire {
  readonly route: SharedRoute
  readonly response: HttpServerResponse.HttpServerResponse
  readonly etag: string
  /** The headers of a 304. */
  readonly unchanged: ReadonlyArray<string>
  /** In a coding; undefined until the guard has given it so once. */
  readonly inCoding: (coding: Coding) => Wire | undefined
}

/** Encoded answers that are the same for every account, by the address of a GET. */
export class SharedAnswers extends Context.Service<
  SharedAnswers,
  {
    readonly get: (url: string) => SharedAnswer | undefined
    readonly set: (
      url: string,
      route: SharedRoute,
      response: HttpServerResponse.HttpServerResponse,
      forMs: number
    ) => void
    /** Whether answers depend on the origin of the page that asks, which the guard's way alone sees to. */
    readonly byOrigin: boolean
    /** Headers that every answer of the host has. */
    readonly commonHeaders: Readonly<Record<string, string>>
  }
>()("@storeglass/core/http/SharedAnswers") {}

interface Entry {
  readonly answer: SharedAnswer
  readonly untilMs: number
}

export interface SharedAnswersOptions {
  /** Most bytes of bodies that are kept. Default 32 MiB. */
  readonly bytesMax?: number
  /** Headers that every answer of the host has, so that a kept one has them already. */
  readonly headers?: Readonly<Record<string, string>>
  /** Whether pages of other origins may ask. Default false. */
  readonly byOrigin?: boolean
}

export const layer = ({ byOrigin = false, bytesMax = 32 * 1024 * 1024, headers = {} }: SharedAnswersOptions = {}) =>
  Layer.effect(
    SharedAnswers,
    Effect.map(Clock.Clock, (clock) => {
      const entries = new LRUCache<string, Entry>({ maxSize: bytesMax, maxEntrySize: 1024 * 1024 })
      return SharedAnswers.of({
        get: (url) => {
          const entry = entries.get(url)
          return entry !== undefined && entry.untilMs > monotonicMsOf(clock) ? entry.answer : undefined
        },
        set: (url, route, response, forMs) => {
          if (response.body._tag !== "Uint8Array") return
          const { body, contentLength, contentType } = response.body
          const size = contentLength + url.length + 1024
          // Bytes alone: while a body still has its text, the server encodes it again for each answer.
          const etag = etagOf(body)
          const encoded = HttpServerResponse.setBody(
            HttpServerResponse.setHeaders(response, { ...headers, etag }),
            HttpBody.uint8Array(body, contentType)
          )
          const wires: Partial<Record<Coding, Wire>> = {}
          const plain: Wire = { body, headers: Object.entries(encoded.headers).flat() }
          const answer: SharedAnswer = {
            route,
            response: encoded,
            ...plain,
            etag,
            unchanged: Object.entries(withoutBody(encoded.headers)).flat(),
            inCoding: (coding) => {
              if (body.length < encodedBytesMin) return plain
              const bytes = encodedBefore(body, coding)
              if (bytes === undefined) return undefined
              wires[coding] ??= {
                body: bytes,
                headers: Object.entries({
                  ...encoded.headers,
                  "content-length": String(bytes.length),
                  "content-encoding": coding
                }).flat()
              }
              return wires[coding]
            }
          }
          entries.set(url, { answer, untilMs: monotonicMsOf(clock) + forMs }, { size })
        },
        byOrigin,
        commonHeaders: headers
      })
    })
  )
