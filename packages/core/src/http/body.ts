import { isUtf8 } from "node:buffer"
import { IncomingMessage } from "node:http"
import {
  type ApiFailure,
  type BodyDeclaration,
  InvalidInput,
  isTooDeep,
  PayloadTooLarge,
  tooDeepMessage,
  UnsupportedMediaType
} from "@storeglass/plugin-api"
import { ByteSize, Effect } from "effect"
import { HttpIncomingMessage, HttpServerError, type HttpServerRequest, Multipart } from "effect/http"
import { illFormedAt } from "./jsonText.ts"

type Request = HttpServerRequest.HttpServerRequest

const sizeOf = (bytes: number) =>
  bytes % (1024 * 1024) === 0
    ? `${bytes / (1024 * 1024)} MiB`
    : bytes % 1024 === 0
      ? `${bytes / 1024} KiB`
      : `${bytes} bytes`

/** The longest body read from callers without a valid key. */
const openBytesMax = 64 * 1024

/** A body as it is taken from the caller at hand. */
export interface TakenBody extends BodyDeclaration {
  /** What would be taken with a valid key, where that is more. */
  readonly bytesMaxKeyed?: number
}

export const tooLarge = ({ bytesMax, bytesMaxKeyed }: TakenBody) =>
  new PayloadTooLarge(
    bytesMaxKeyed === undefined
      ? `body: must be at most ${sizeOf(bytesMax)}; send less at a time`
      : `body: must be at most ${sizeOf(bytesMax)} without a valid API key, and ${sizeOf(bytesMaxKeyed)} with one`
  )

/** What is too large would be read on, and thrown away, until its answer is written. */
export const stopReading = (request: Request): void => {
  if (request.source instanceof IncomingMessage) request.source.pause()
}

/** The type of a body without its parameters. */
export const mediaTypeOf = (header: string | undefined): string =>
  (header ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? ""

const isTaken = (type: string, taken: ReadonlyArray<string>) =>
  taken.some((one) => one === type || (one.endsWith("/*") && type.startsWith(one.slice(0, -1))))

/** Whether a request may have a body; what comes from within this process does not say its length. */
export const mayHaveBody = ({ headers, source }: Request) =>
  !(source instanceof IncomingMessage) ||
  (headers["content-length"] !== undefined && headers["content-length"] !== "0") ||
  headers["transfer-encoding"] !== undefined

/** How much of a route's body is taken from callers without a valid key. */
export const openBody = (declared: BodyDeclaration): TakenBody =>
  declared.bytesMax <= openBytesMax
    ? declared
    : { ...declared, bytesMax: openBytesMax, bytesMaxKeyed: declared.bytesMax }

/** Why a body is refused by what its head says of it. */
const headProblem = (declared: TakenBody, { headers }: Request): ApiFailure | undefined => {
  if (Number(headers["content-length"] ?? 0) > declared.bytesMax) return tooLarge(declared)
  const { contentTypes } = declared
  if (contentTypes === undefined || isTaken(mediaTypeOf(headers["content-type"]), contentTypes)) return undefined
  return new UnsupportedMediaType(`Content-Type (header): must be one of ${contentTypes.join(", ")}`)
}

const none = new Uint8Array()

/** A body where none is taken would be ignored, and its sender would believe that it wasn't. */
const noBody = (request: Request): Effect.Effect<Uint8Array, ApiFailure> => {
  if (request.method === "GET" || request.method === "HEAD") return Effect.succeed(none)
  const refused = new InvalidInput("body: this operation takes none; send its parameters in the address")
  if (request.source instanceof IncomingMessage) return Effect.fail(refused)
  return request.arrayBuffer.pipe(
    Effect.mapError(() => refused),
    Effect.flatMap((buffer) => (buffer.byteLength === 0 ? Effect.succeed(none) : Effect.fail(refused)))
  )
}

/**
 * The body of a request, read once and kept by the request for whoever decodes it; undefined where the handler reads it
 * itself.
 */
export const readBody = (declared: TakenBody, request: Request): Effect.Effect<Uint8Array | undefined, ApiFailure> => {
  if (!mayHaveBody(request)) return Effect.succeed(none)
  if (declared.kind === "none") return noBody(request)
  const problem = headProblem(declared, request)
  if (problem !== undefined) return Effect.fail(problem)
  if (declared.kind === "stream" || declared.kind === "multipart") return Effect.succeed(undefined)
  return request.arrayBuffer.pipe(
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(declared.bytesMax)),
    Effect.mapError((error) => {
      if (!isTooLarge(error)) return new InvalidInput("body: couldn't be read to its end")
      stopReading(request)
      return tooLarge(declared)
    }),
    Effect.flatMap((buffer) => {
      const bytes = new Uint8Array(buffer)
      if (declared.kind !== "json") return Effect.succeed(bytes)
      if (!isUtf8(bytes)) return Effect.fail(new InvalidInput("body: must be JSON in UTF-8"))
      if (isTooDeep(bytes)) return Effect.fail(new InvalidInput(tooDeepMessage))
      const illFormed = illFormedAt(bytes)
      if (illFormed === undefined) return Effect.succeed(bytes)
      const where = illFormed === "" ? "body" : `${illFormed.slice(0, 60)} (body)`
      return Effect.fail(
        new InvalidInput(`${where}: must be well-formed Unicode; it has one half of a surrogate pair without the other`)
      )
    })
  )
}

const isTooLarge = (error: HttpServerError.HttpServerError) =>
  error.reason._tag === "RequestParseError" && error.reason.reason === "BodyTooLarge"

/** The answer to a body that turned out bad while the handler read it. */
export const bodyFailure = (failure: unknown, declared: BodyDeclaration): ApiFailure | undefined => {
  if (HttpServerError.isHttpServerError(failure)) {
    if (failure.reason._tag !== "RequestParseError") return undefined
    return isTooLarge(failure) ? tooLarge(declared) : new InvalidInput("body: couldn't be read to its end")
  }
  if (!Multipart.isMultipartError(failure)) return undefined
  switch (failure.reason._tag) {
    case "Parse":
      return new InvalidInput("body: must be complete, well-formed multipart/form-data")
    case "InternalError":
      return undefined
    default:
      return new PayloadTooLarge("body: has too many parts, or one that is too large")
  }
}
