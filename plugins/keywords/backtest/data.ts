/**
 * What keyword scores are held against: a CSV with a header row, one keyword a row, gzipped or not. An owner has such figures
 * from search ads, which tell an advertiser how popular a keyword is.
 *
 * | column | meaning |
 * |---|---|
 * | `keyword` | as it was asked for |
 * | `popularity` | the known popularity, 0 to 100; a row without it is left out |
 * | `prefix`, `place` | `autocomplete.prefixLength` and `autocomplete.position` of `/v1/keywords/metrics`; empty when it isn't suggested |
 * | `titles` | share of the first ten titles that hold the keyword, 0 to 1: `input` of the factor `titleMatches` |
 * | `volume` | instead of these three: `volumeScore`, as it was answered |
 */
import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { parse } from "csv-parse/sync"
import { Data, Effect, Schema } from "effect"

const Rows = Schema.Array(Schema.Record(Schema.String, Schema.String))

export interface KnownKeyword {
  readonly keyword: string
  readonly popularity: number
  readonly prefix: number | null
  readonly place: number | null
  readonly titles: number | null
  readonly volume: number | null
}

export class UnreadableData extends Data.TaggedError("UnreadableData")<{ readonly message: string }> {}

const knownOf = (row: Readonly<Record<string, string>>, where: string): ReadonlyArray<KnownKeyword> => {
  const text = (name: string) => row[name]?.trim() || null
  const number = (name: string, max: number) => {
    const given = text(name)
    if (given === null) return null
    const value = Number(given)
    if (!Number.isFinite(value) || value < 0 || value > max) {
      throw new UnreadableData({ message: `${where}: ${name} is '${given}', not a number from 0 to ${max}` })
    }
    return value
  }
  const keyword = text("keyword")
  if (keyword === null) throw new UnreadableData({ message: `${where}: keyword is empty` })
  const popularity = number("popularity", 100)
  if (popularity === null) return []
  const [prefix, place] = [number("prefix", 200), number("place", 100)]
  if ((prefix === null) !== (place === null) || prefix === 0 || place === 0) {
    throw new UnreadableData({ message: `${where}: prefix and place go together, and count from 1` })
  }
  return [{ keyword, popularity, prefix, place, titles: number("titles", 1), volume: number("volume", 100) }]
}

/** Reads a file, or says which row and column it can't. */
export const readKnown = (file: string): Effect.Effect<ReadonlyArray<KnownKeyword>, UnreadableData> =>
  Effect.try({
    try: () => {
      const bytes = readFileSync(file)
      const text = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8")
      const rows = Schema.decodeUnknownSync(Rows)(parse(text, { columns: true, skip_empty_lines: true, bom: true }))
      return rows.flatMap((row, index) => knownOf(row, `${file}, row ${index + 2}`))
    },
    catch: (cause) =>
      cause instanceof UnreadableData ? cause : new UnreadableData({ message: `can't read ${file}: ${String(cause)}` })
  })
