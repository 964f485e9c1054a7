import { packed, type ZipEntry, zipBytesOf } from "@storeglass/core"
import type { PersonalRow } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { csvOf } from "./csv.ts"

export interface ArchiveBounds {
  /** Of one archive, packed. A file that is larger alone gets one of its own. */
  readonly archiveBytesMax: number
  /** Rows of a kind go to another file of the archive from here on. */
  readonly partBytesMax: number
  /** Of rows that aren't packed yet, of all kinds together. */
  readonly openBytesMax: number
}

/** An archive of an export, to be stored before the next one is full. */
export interface Archive {
  /** From 1 on. */
  readonly number: number
  readonly entries: ReadonlyArray<ZipEntry>
  /** Given with the last one: how many there are, and how many rows of each kind are in all of them. */
  readonly whole: { readonly archives: number; readonly rows: Readonly<Record<string, number>> } | undefined
}

interface Part {
  /** `workspace/workspace_apps` */
  readonly name: string
  rows: Array<unknown>
  bytes: number
  count: number
  files: number
}

/**
 * Packs rows as they come, of each kind JSON and CSV, into as many archives as it takes, mostly one. However large the account,
 * no more is in memory than `openBytesMax` of rows and two archives: the last one that was full waits for the next, so that
 * whoever stores the first knows whether it is the only one.
 */
export const makeArchiver = <E, R>(bounds: ArchiveBounds, put: (archive: Archive) => Effect.Effect<unknown, E, R>) => {
  const { archiveBytesMax, openBytesMax, partBytesMax } = bounds
  const parts = new Map<string, Part>()
  let openBytes = 0
  let waiting: ReadonlyArray<ZipEntry> | undefined
  let entries: Array<ZipEntry> = []
  let entriesBytes = 0
  let stored = 0

  const keep = Effect.fnUntraced(function* (entry: ZipEntry) {
    const more = zipBytesOf(entry)
    if (entriesBytes + more > archiveBytesMax && entries.length > 0) {
      if (waiting !== undefined) {
        stored += 1
        yield* put({ number: stored, entries: waiting, whole: undefined })
      }
      waiting = entries
      entries = []
      entriesBytes = 0
    }
    entries.push(entry)
    entriesBytes += more
  })
  const flush = Effect.fnUntraced(function* (part: Part) {
    if (part.rows.length === 0) return
    const { rows } = part
    openBytes -= part.bytes
    part.rows = []
    part.bytes = 0
    part.files += 1
    const name = part.files === 1 ? part.name : `${part.name}-${part.files}`
    const encoder = new TextEncoder()
    yield* keep(yield* packed(`${name}.json`, encoder.encode(`${JSON.stringify(rows, undefined, 1)}\n`)))
    yield* keep(yield* packed(`${name}.csv`, encoder.encode(csvOf(rows))))
  })

  return {
    add: Effect.fnUntraced(function* (owner: string, { part: kind, row }: PersonalRow) {
      const name = `${owner}/${kind}`
      const part = parts.get(name) ?? { name, rows: [], bytes: 0, count: 0, files: 0 }
      parts.set(name, part)
      const bytes = JSON.stringify(row).length
      part.rows.push(row)
      part.count += 1
      part.bytes += bytes
      openBytes += bytes
      if (part.bytes >= partBytesMax) yield* flush(part)
      while (openBytes > openBytesMax) {
        yield* flush([...parts.values()].reduce((largest, each) => (each.bytes > largest.bytes ? each : largest)))
      }
    }),
    /** Gives the number of rows. */
    end: Effect.gen(function* () {
      for (const part of parts.values()) yield* flush(part)
      const last = waiting === undefined ? [entries] : [waiting, entries]
      const rows = Object.fromEntries([...parts.values()].map(({ count, name }) => [name, count]))
      const whole = { archives: stored + last.length, rows }
      for (const [index, each] of last.entries()) {
        stored += 1
        yield* put({ number: stored, entries: each, whole: index === last.length - 1 ? whole : undefined })
      }
      return [...parts.values()].reduce((sum, { count }) => sum + count, 0)
    }),
    /** What is in memory now. */
    held: () => ({
      openBytes,
      packedBytes: [...(waiting ?? []), ...entries].reduce((sum, entry) => sum + zipBytesOf(entry), 0)
    })
  }
}
