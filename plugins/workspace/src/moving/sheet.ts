// A file of rows as people have it: whatever encoding and separator a program exported it with.
import { InvalidInput } from "@storeglass/plugin-api"
import { parse } from "csv-parse/sync"
import { Effect, Predicate } from "effect"

export const encodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const
export type Encoding = (typeof encodings)[number]

export interface Sheet {
  readonly separator: string
  /** Without empty ones. */
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

export const rowsMax = 100_000

const startsWith = (bytes: Uint8Array, ...marks: ReadonlyArray<number>) =>
  marks.every((mark, index) => bytes[index] === mark)

/** Without a mark, ASCII in UTF-16 shows by its zero bytes. */
const unmarked = (bytes: Uint8Array): Encoding => {
  const zeros = [0, 0]
  for (const [index, byte] of bytes.subarray(0, 4_096).entries()) {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  }
  const [even = 0, odd = 0] = zeros
  const most = Math.min(bytes.length, 4_096) / 8
  return odd > most && odd > even ? "utf-16le" : even > most ? "utf-16be" : "utf-8"
}

const encodingOf = (bytes: Uint8Array): Encoding =>
  startsWith(bytes, 0xff, 0xfe) ? "utf-16le" : startsWith(bytes, 0xfe, 0xff) ? "utf-16be" : unmarked(bytes)

/** The text of a file, without a byte order mark. */
export const decoded = (bytes: Uint8Array): { readonly encoding: Encoding; readonly text: string } => {
  const encoding = encodingOf(bytes)
  if (encoding !== "utf-8") return { encoding, text: new TextDecoder(encoding).decode(bytes) }
  try {
    return { encoding, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) }
  } catch {
    // What spreadsheets write where they don't write Unicode.
    return { encoding: "windows-1252", text: new TextDecoder("windows-1252").decode(bytes) }
  }
}

const separators = [",", ";", "\t", "|"] as const

const isRows = (value: unknown): value is ReadonlyArray<ReadonlyArray<string>> =>
  Array.isArray(value) && value.every((row) => Array.isArray(row) && row.every(Predicate.isString))

const parsed = (text: string, delimiter: string, to?: number): ReadonlyArray<ReadonlyArray<string>> => {
  const rows: unknown = parse(text, {
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    record_delimiter: ["\r\n", "\n", "\r"],
    ...(to === undefined ? {} : { to })
  })
  return isRows(rows) ? rows : []
}

/** The one by which most of the first rows have as many columns as most have, and more than one. */
const separatorOf = (text: string) => {
  const head = text.slice(0, 65_536)
  const [first = ","] = separators
    .flatMap((separator) => {
      try {
        const sizes = parsed(head, separator, 50).map((row) => row.length)
        const counts = Map.groupBy(sizes, (size) => size)
        const [columns, alike] = [...counts].toSorted((a, b) => b[1].length - a[1].length)[0] ?? [1, []]
        return columns > 1 ? [{ separator, share: alike.length / sizes.length, columns }] : []
      } catch {
        return []
      }
    })
    .toSorted((a, b) => b.share - a.share || b.columns - a.columns)
    .map(({ separator }) => separator)
  return first
}

/** The rows of a text, by its own separator. */
export const sheetOf = Effect.fnUntraced(function* (text: string): Effect.fn.Return<Sheet, InvalidInput> {
  // Spreadsheets may begin with the separator that they then use.
  const said = /^sep=(.)\r?\n/i.exec(text)
  const rest = said === null ? text : text.slice(said[0].length)
  const separator = said?.[1] ?? separatorOf(rest)
  const rows = yield* Effect.try({
    try: () => parsed(rest, separator, rowsMax + 30),
    catch: (error) =>
      new InvalidInput(
        `text: can't be read as rows: ${error instanceof Error ? error.message.slice(0, 200) : "unknown format"}; export it as CSV again`
      )
  })
  if (rows.length > rowsMax) {
    return yield* new InvalidInput(`text: has more than ${rowsMax} rows; split the file`)
  }
  return { separator, rows: rows.map((row) => row.map((cell) => cell.replaceAll("\u0000", "").trim())) }
})
