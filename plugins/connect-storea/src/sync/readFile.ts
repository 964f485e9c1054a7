import { Content, type ContentError, type UpstreamFile } from "@storeglass/plugin-api"
import { Data, Effect, Stream } from "effect"
import { type Layout, NotTheTable, TableReader } from "./tables.ts"

/** A file of the vendor's that can't be taken; the sentence is for its owner. */
export class UnreadableFile extends Data.TaggedError("UnreadableFile")<{ readonly sentence: string }> {}

/** Inflated; those of the largest accounts are some hundred MB. */
const limits = { bytesMax: 2 * 1024 * 1024 * 1024, ratioMax: 1_000 }

/** MD5 in hex or base64; what is as long as a SHA-256 is one. */
const matches = (told: string, { md5, sha256 }: UpstreamFile["digests"]) => {
  const digest = told.length === 64 || told.length === 44 ? sha256 : md5
  return told.toLowerCase() === digest || told === Buffer.from(digest, "hex").toString("base64")
}

/** What came is what the vendor sent. */
export const checked = (file: UpstreamFile, checksum: string | null): Effect.Effect<UpstreamFile, UnreadableFile> =>
  checksum === null || matches(checksum, file.digests)
    ? Effect.succeed(file)
    : Effect.fail(new UnreadableFile({ sentence: "its checksum isn't that of what came" }))

const reading = <A>(step: () => A) =>
  Effect.try({ try: step, catch: (error) => (error instanceof NotTheTable ? error : new NotTheTable(String(error))) })

const unreadable = (error: ContentError | NotTheTable) =>
  new UnreadableFile({
    sentence: error instanceof NotTheTable ? error.message : `it can't be unpacked: ${error.message}`
  })

/** Reads a table from its parts, each with a header of its own: line by line, never as a whole. */
export const readTable = Effect.fnUntraced(function* <E, R>(
  layout: Layout,
  parts: ReadonlyArray<Effect.Effect<UpstreamFile, E, R>>
) {
  const content = yield* Content
  const reader = new TableReader(layout)
  for (const part of parts) {
    const file = yield* part
    yield* content.stream(file, limits).pipe(
      Stream.decodeText(),
      Stream.splitLines,
      Stream.runForEach((line) => reading(() => reader.line(line))),
      Effect.andThen(reading(() => reader.endPart())),
      Effect.mapError(unreadable)
    )
  }
  return yield* Effect.mapError(
    reading(() => reader.end()),
    unreadable
  )
})
