import { createHash, randomUUID } from "node:crypto"
import { open, unlink } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Duplex } from "node:stream"
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib"
import * as NodeStream from "@effect/platform-node/NodeStream"
import { lookUp, type UpstreamFile } from "@storeglass/plugin-api"
import { Data, Effect, Predicate, Stream } from "effect"
import type { HttpClientResponse } from "effect/http"
import { crc32c } from "./crc32c.ts"

export class BodyFailure extends Data.TaggedError("BodyFailure")<{
  readonly reason: "too_large" | "unreachable"
  readonly detail: string
  readonly cause?: unknown
}> {}

const brokenOff = (cause: unknown) =>
  new BodyFailure({ reason: "unreachable", detail: "the answer ended early", cause })
const tooLarge = (bytesMax: number) => new BodyFailure({ reason: "too_large", detail: `longer than ${bytesMax} bytes` })

const decoders: Readonly<Record<string, () => Duplex>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress
}

/** The bytes of the body, decompressed. */
const bytesOf = (response: HttpClientResponse.HttpClientResponse): Stream.Stream<Uint8Array, BodyFailure> => {
  const raw = Stream.mapError(response.stream, (error) => brokenOff(error.cause))
  const decoder = lookUp(decoders, response.headers["content-encoding"]?.trim().toLowerCase() ?? "")
  return decoder === undefined
    ? raw
    : NodeStream.pipeThroughDuplex(raw, { evaluate: () => decoder(), onError: brokenOff })
}

/** Reads a body to its end, but no further than `bytesMax`, decompressed. */
export type Reader<B> = (
  response: HttpClientResponse.HttpClientResponse,
  bytesMax: number
) => Effect.Effect<B, BodyFailure>

/** Into memory. */
export const toMemory: Reader<Buffer> = (response, bytesMax) => {
  const declared = Number(response.headers["content-length"] ?? 0)
  const limit = declared > bytesMax ? 0 : bytesMax
  return Stream.runFoldEffect(
    bytesOf(response),
    () => ({ chunks: [] as Uint8Array[], bytes: 0 }),
    (read, chunk) => {
      read.bytes += chunk.byteLength
      read.chunks.push(chunk)
      return read.bytes > limit ? Effect.fail(tooLarge(bytesMax)) : Effect.succeed(read)
    }
  ).pipe(Effect.map(({ chunks }) => Buffer.concat(chunks)))
}

type FileBody = Pick<UpstreamFile, "file" | "bytes" | "head" | "digests">
const headBytesMax = 65_536

export const removeFile = (file: string) => Effect.ignore(Effect.promise(() => unlink(file).catch(() => undefined)))

/** Into a new temporary file that only this user may read; `made` hears of it before there is any, to remove it. */
export const toFile =
  (made: (file: string) => void): Reader<FileBody> =>
  (response, bytesMax) =>
    Effect.suspend(() => {
      const file = join(tmpdir(), `storeglass-${randomUUID()}`)
      made(file)
      const md5 = createHash("md5")
      const sha256 = createHash("sha256")
      const head: Uint8Array[] = []
      let crc = 0
      let bytes = 0
      const disk = <A>(run: () => Promise<A>) => Effect.orDie(Effect.tryPromise(run))
      return Effect.acquireUseRelease(
        disk(() => open(file, "wx", 0o600)),
        (handle) =>
          Stream.runForEach(bytesOf(response), (chunk) => {
            if (bytes < headBytesMax) head.push(chunk.subarray(0, headBytesMax - bytes))
            bytes += chunk.byteLength
            if (bytes > bytesMax) return Effect.fail(tooLarge(bytesMax))
            md5.update(chunk)
            sha256.update(chunk)
            crc = crc32c(chunk, crc)
            return disk(() => handle.writeFile(chunk))
          }),
        (handle) => disk(() => handle.close())
      ).pipe(
        Effect.map(() => ({
          file,
          bytes,
          head: Buffer.concat(head),
          digests: { md5: md5.digest("hex"), sha256: sha256.digest("hex"), crc32c: crc.toString(16).padStart(8, "0") }
        }))
      )
    })

const utf8 = new TextDecoder()

/** As text: UTF-8, or UTF-16 if it begins with that byte order mark. */
export const textOf = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes)
  return utf8.decode(bytes)
}

const headBytes = 4_096

/** The beginning of a body as it was read, into memory or a file, as text. */
export const headTextOf = (body: unknown): string => {
  const bytes = Predicate.hasProperty(body, "head") ? body.head : body
  return bytes instanceof Uint8Array ? textOf(bytes.subarray(0, headBytes)) : ""
}
