/** Reads a report's file row by row, never as a whole. */
import { Content, ContentError, type ContentLimits, type UpstreamFile } from "@storeglass/plugin-api"
import { type CsvError, type Parser, parse } from "csv-parse"
import { Data, Effect, Stream } from "effect"
import type { Layout, ReportFile } from "./families.ts"
import { type BadRow, headOf, NotTheTable, type ReportRow, type TableHead } from "./rows.ts"

/** A file that can't be taken; the sentence is for its owner. */
export class UnreadableReport extends Data.TaggedError("UnreadableReport")<{ readonly sentence: string }> {
  override get message() {
    return this.sentence
  }
}

/** Inflated. */
export const readLimits: ContentLimits = { bytesMax: 1024 * 1024 * 1024, ratioMax: 200 }
/** A longer row is taken for one whose quote never closes. */
const rowBytesMax = 256 * 1024
const batchRows = 1_000

/** Rows that were read together. */
export interface Batch {
  readonly rows: ReadonlyArray<ReportRow & { readonly line: number }>
  readonly bad: ReadonlyArray<BadRow>
  readonly unknownColumns: ReadonlyArray<string>
}

const decoderOf = (head: Uint8Array) => {
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder("utf-16le")
  return new TextDecoder(head[0] === 0xfe && head[1] === 0xff ? "utf-16be" : "utf-8")
}
/** Text by its byte order mark, else UTF-8. */
const decoded = <E>(bytes: Stream.Stream<Uint8Array, E>): Stream.Stream<string, E> =>
  Stream.suspend(() => {
    let decoder: TextDecoder | undefined
    let head: Uint8Array = new Uint8Array()
    const next = (chunk: Uint8Array) => {
      if (decoder !== undefined) return decoder.decode(chunk, { stream: true })
      head = Buffer.concat([head, chunk])
      if (head.length < 2) return ""
      decoder = decoderOf(head)
      return decoder.decode(head, { stream: true })
    }
    const rest = () => (decoder === undefined ? decoderOf(head).decode(head) : decoder.decode())
    return Stream.concat(
      Stream.map(bytes, next),
      Stream.suspend(() => Stream.succeed(rest()))
    )
  })

/** What the parser couldn't take. */
interface Skipped {
  readonly rows: Array<BadRow>
  /** The file ends within a quoted cell. */
  isCut: boolean
}
const cutOff = "it ends within a quoted cell: it was cut off"
/** Writes into the parser as fast as it's read from. */
const fed = <E>(parser: Parser, text: Stream.Stream<string, E>) =>
  Stream.runForEach(text, (chunk) =>
    chunk === ""
      ? Effect.void
      : Effect.callback<void>((resume) => {
          if (parser.destroyed || parser.write(chunk)) resume(Effect.void)
          else {
            const go = () => resume(Effect.void)
            parser.once("drain", go)
            parser.once("close", go)
          }
        })
  ).pipe(
    Effect.andThen(Effect.sync(() => void parser.end())),
    Effect.catch((error) =>
      Effect.sync(() => void parser.destroy(error instanceof Error ? error : new Error(String(error))))
    )
  )

async function* batchesOf(
  of: Pick<ReportFile, "month" | "packageName"> & { readonly layout: Layout },
  parser: Parser,
  skipped: Skipped
): AsyncGenerator<Batch> {
  let head: TableHead | undefined
  let [rows, bad]: [Array<Batch["rows"][number]>, Array<BadRow>] = [[], []]
  const records: AsyncIterable<ReadonlyArray<string>> = parser
  for await (const [from, ...record] of records) {
    if (head === undefined) {
      head = headOf(of, record)
      continue
    }
    const row = head.rowOf(record)
    if (typeof row === "string") bad.push({ line: Number(from), reason: row })
    else rows.push({ ...row, line: Number(from) })
    bad.push(...skipped.rows.splice(0))
    if (rows.length + bad.length < batchRows) continue
    yield { rows, bad, unknownColumns: head.unknownColumns }
    ;[rows, bad] = [[], []]
  }
  bad.push(...skipped.rows.splice(0))
  if (skipped.isCut) throw new NotTheTable(cutOff)
  if (head === undefined) throw new NotTheTable("it is empty")
  yield { rows, bad, unknownColumns: head.unknownColumns }
}

const sentences: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: cutOff,
  CSV_MAX_RECORD_SIZE: `it has a row of more than ${rowBytesMax} bytes`
}
const isCsvError = (cause: unknown): cause is CsvError =>
  cause instanceof Error && "code" in cause && String(cause.code).startsWith("CSV_")
const unreadable = (cause: unknown) => {
  const sentence =
    cause instanceof NotTheTable
      ? cause.message
      : cause instanceof ContentError
        ? `it can't be unpacked: ${cause.message}`
        : isCsvError(cause)
          ? (sentences[cause.code] ?? "it isn't a table of comma-separated values")
          : "it's damaged or cut off"
  return new UnreadableReport({ sentence })
}

/** The rows of a report, so many at a time. */
export const readReport = (
  of: Pick<ReportFile, "month" | "packageName"> & { readonly layout: Layout },
  file: Pick<UpstreamFile, "bytes" | "file" | "head">,
  limits: ContentLimits = readLimits
): Stream.Stream<Batch, UnreadableReport, Content> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const content = yield* Content
      const skipped: Skipped = { rows: [], isCut: false }
      let line = 1
      const parser = parse({
        relax_column_count: true,
        skip_empty_lines: true,
        skip_records_with_error: true,
        max_record_size: rowBytesMax,
        // Where a row begins, before its cells.
        on_record: (record: ReadonlyArray<string>, { lines }) => {
          const from = line
          line = lines + 1
          return [String(from), ...record]
        },
        on_skip: (error) => {
          skipped.rows.push({ line, reason: "its quotes don't match" })
          line = Number(error?.lines) + 1
          if (error?.code === "CSV_QUOTE_NOT_CLOSED") skipped.isCut = true
          return undefined
        }
      })
      yield* Effect.addFinalizer(() => Effect.sync(() => void parser.destroy()))
      yield* Effect.forkScoped(fed(parser, decoded(content.stream(file, limits))))
      return Stream.fromAsyncIterable(batchesOf(of, parser, skipped), unreadable)
    })
  )
