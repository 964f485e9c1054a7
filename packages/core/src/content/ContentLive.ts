import { createReadStream } from "node:fs"
import { crc32, createGunzip, gunzip as gunzipBy, inflateRaw } from "node:zlib"
import { type ArchiveEntry, Content, ContentError, type ContentKind, type ContentLimits } from "@storeglass/plugin-api"
import { Effect, Layer, Stream } from "effect"
import { inflatedZip } from "./inflatedZip.ts"
import { readDirectory } from "./zipDirectory.ts"

const beginsWith = (bytes: Uint8Array, ...first: ReadonlyArray<number>) =>
  first.every((byte, index) => bytes[index] === byte)

/** The first 4 KiB of text are looked at. */
const kindOf = (bytes: Uint8Array): ContentKind => {
  if (beginsWith(bytes, 0x1f, 0x8b)) return "gzip"
  if (beginsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || beginsWith(bytes, 0x50, 0x4b, 0x05, 0x06)) return "zip"
  if (beginsWith(bytes, 0xef, 0xbb, 0xbf)) return "utf-8-bom"
  if (beginsWith(bytes, 0xff, 0xfe)) return "utf-16le"
  if (beginsWith(bytes, 0xfe, 0xff)) return "utf-16be"
  const head = bytes.subarray(0, 4_096)
  if (head.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d)) return "binary"
  try {
    // As a stream: a character may be cut in two at the end of the head.
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: bytes.length > head.length })
    return "text"
  } catch {
    return "binary"
  }
}

const bytesMaxDefault = 64 * 1024 * 1024
const ratioMaxDefault = 200
const ratioFrom = 1024 * 1024

const fail = (reason: ContentError["reason"], message: string, cause?: unknown) =>
  new ContentError({ reason, message, cause })

/** How much this many bytes may unpack to, and what it means when more comes out. */
const allowance = (packed: number, { bytesMax = bytesMaxDefault, ratioMax = ratioMaxDefault }: ContentLimits) => {
  const byRatio = Math.max(ratioFrom, packed * ratioMax)
  return {
    bytes: Math.min(bytesMax, byRatio),
    exceeded:
      bytesMax <= byRatio
        ? fail("too_large", `it expands to more than ${bytesMax} bytes`)
        : fail("ratio", `it expands to more than ${ratioMax} times its size`)
  }
}

const codeOf = (cause: unknown) => (cause instanceof Error && "code" in cause ? cause.code : undefined)

type Unpack = (
  bytes: Uint8Array,
  options: { readonly maxOutputLength: number },
  done: (error: Error | null, result: Buffer) => void
) => void

const unpack = (by: Unpack, bytes: Uint8Array, bytesMax: number, exceeded: ContentError) =>
  Effect.callback<Uint8Array, ContentError>((resume) =>
    by(bytes, { maxOutputLength: Math.max(1, bytesMax) }, (error, result) => {
      if (error === null && result.length <= bytesMax) return resume(Effect.succeed(result))
      const large = error === null || codeOf(error) === "ERR_BUFFER_TOO_LARGE"
      resume(Effect.fail(large ? exceeded : fail("broken", "the compressed data is damaged or truncated", error)))
    })
  )

const gunzip = (bytes: Uint8Array, limits: ContentLimits = {}): Effect.Effect<Uint8Array, ContentError> => {
  const { bytes: bytesMax, exceeded } = allowance(bytes.length, limits)
  return unpack(gunzipBy, bytes, bytesMax, exceeded)
}

const unzip = Effect.fnUntraced(function* (
  bytes: Uint8Array,
  limits: ContentLimits = {}
): Effect.fn.Return<ReadonlyArray<ArchiveEntry>, ContentError> {
  const { bytes: bytesMax, exceeded } = allowance(bytes.length, limits)
  const directory = readDirectory(bytes)
  if (typeof directory === "string") {
    return yield* directory === "unsupported"
      ? fail("unsupported", "the archive is encrypted, spanned, or compressed in an unsupported way")
      : fail("broken", "the archive is damaged or truncated")
  }
  const entries: Array<ArchiveEntry> = []
  let left = bytesMax
  for (const { crc, method, name, packed } of directory) {
    const unpacked = method === "stored" ? packed : yield* unpack(inflateRaw, packed, left, exceeded)
    left -= unpacked.length
    if (left < 0) return yield* exceeded
    if (crc32(unpacked) !== crc) return yield* fail("broken", "a file in the archive is damaged")
    entries.push({ name, bytes: unpacked })
  }
  return entries
})

const decode = (bytes: Uint8Array): Effect.Effect<string, ContentError> =>
  Effect.try({
    try: () => {
      const kind = kindOf(bytes)
      const encoding = kind === "utf-16le" || kind === "utf-16be" ? kind : "utf-8"
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    },
    catch: (cause) => fail("not_text", "the content isn't text", cause)
  })

const text = Effect.fnUntraced(function* (
  bytes: Uint8Array,
  limits: ContentLimits = {}
): Effect.fn.Return<string, ContentError> {
  switch (kindOf(bytes)) {
    case "gzip":
      return yield* decode(yield* gunzip(bytes, limits))
    case "zip": {
      const [first, ...rest] = yield* unzip(bytes, limits)
      if (first === undefined || rest.length > 0) {
        return yield* fail(
          "unsupported",
          `the archive holds ${rest.length + (first === undefined ? 0 : 1)} files, not one`
        )
      }
      return yield* decode(first.bytes)
    }
    case "binary":
      return yield* fail("not_text", "the content isn't text")
    default:
      return yield* decode(bytes)
  }
})

const readError = (cause: unknown) => fail("broken", "the content is damaged or truncated", cause)

const asIs = ({ file }: { readonly file: string }): Stream.Stream<Uint8Array, ContentError> =>
  Stream.suspend(() => Stream.fromAsyncIterable<Uint8Array, ContentError>(createReadStream(file), readError))

const inflatedGzip = async function* (file: string): AsyncGenerator<Uint8Array> {
  const source = createReadStream(file)
  const inflated = source.pipe(createGunzip())
  source.on("error", (cause) => inflated.destroy(cause))
  try {
    yield* inflated
  } finally {
    source.destroy()
    inflated.destroy()
  }
}

const stream = (
  file: { readonly file: string; readonly bytes: number; readonly head: Uint8Array },
  limits: ContentLimits = {}
): Stream.Stream<Uint8Array, ContentError> => {
  const kind = kindOf(file.head)
  if (kind !== "gzip" && kind !== "zip") return asIs(file)
  const { bytes: bytesMax, exceeded } = allowance(file.bytes, limits)
  return Stream.suspend(() => {
    let read = 0
    const inflated = kind === "gzip" ? inflatedGzip(file.file) : inflatedZip(file.file)
    return Stream.fromAsyncIterable(inflated, (cause) =>
      cause instanceof ContentError ? cause : readError(cause)
    ).pipe(
      Stream.mapEffect((chunk) => {
        read += chunk.length
        return read > bytesMax ? Effect.fail(exceeded) : Effect.succeed(chunk)
      })
    )
  })
}

/** `Content` over Node's zlib. */
export const ContentLive: Layer.Layer<Content> = Layer.succeed(
  Content,
  Content.of({ kindOf, gunzip, unzip, decode, text, stream, bytes: asIs })
)
