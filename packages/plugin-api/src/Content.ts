import { Context, Data, type Effect, type Stream } from "effect"
import type { UpstreamFile } from "./Upstreams.ts"

/** What bytes are, by how they begin: never by a name or a header. `text` is UTF-8 without control characters. */
export type ContentKind = "gzip" | "zip" | "utf-8-bom" | "utf-16le" | "utf-16be" | "text" | "binary"

/**
 * Why content could not be unpacked.
 * - `broken` not what it begins as, or cut off; `too_large` over `bytesMax`; `ratio` it grows more than `ratioMax`
 * - `unsupported` an encrypted or spanned archive, or one with several files; `not_text` bytes that aren't text
 */
export class ContentError extends Data.TaggedError("ContentError")<{
  readonly reason: "broken" | "too_large" | "ratio" | "unsupported" | "not_text"
  readonly message: string
  readonly cause?: unknown
}> {}

export interface ContentLimits {
  /** Of what comes out, all entries together. Default 64 MiB. */
  readonly bytesMax?: number
  /** How much larger it may be than what went in; what is below 1 MiB is never refused for it. Default 200. */
  readonly ratioMax?: number
}

/** A file of an archive. */
export interface ArchiveEntry {
  /** As it stands in the archive; never use it as a path. */
  readonly name: string
  readonly bytes: Uint8Array
}

/** Tells what bytes are and unpacks them, within limits. */
export class Content extends Context.Service<
  Content,
  {
    readonly kindOf: (bytes: Uint8Array) => ContentKind
    readonly gunzip: (bytes: Uint8Array, limits?: ContentLimits) => Effect.Effect<Uint8Array, ContentError>
    /** The files of a zip archive, each checked against its CRC; folders are left out. At most 1,000. */
    readonly unzip: (
      bytes: Uint8Array,
      limits?: ContentLimits
    ) => Effect.Effect<ReadonlyArray<ArchiveEntry>, ContentError>
    /** Text by its byte order mark, else UTF-8. Fails on bytes that aren't text. */
    readonly decode: (bytes: Uint8Array) => Effect.Effect<string, ContentError>
    /**
     * The text of a report as vendors send them: plain, gzip, or a zip with one file, in UTF-8 or UTF-16.
     *
     * @example
     * const { body } = yield* upstream.requestBytes({ path: "/v1/salesReports" })
     * const rows = (yield* content.text(body)).split("\n")
     */
    readonly text: (bytes: Uint8Array, limits?: ContentLimits) => Effect.Effect<string, ContentError>
    /**
     * The bytes of a file from `requestFile`, inflated on the way when they are gzip or a zip with one file: for what is too
     * large for memory.
     */
    readonly stream: (
      file: Pick<UpstreamFile, "file" | "bytes" | "head">,
      limits?: ContentLimits
    ) => Stream.Stream<Uint8Array, ContentError>
    /** The bytes of a file from `requestFile` as they came. */
    readonly bytes: (file: Pick<UpstreamFile, "file">) => Stream.Stream<Uint8Array, ContentError>
  }
>()("@storeglass/plugin-api/Content") {}
