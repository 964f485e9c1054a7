import { crc32, deflateRaw } from "node:zlib"
import { Effect } from "effect"

/** A file of an archive, packed. */
export interface ZipEntry {
  /** With slashes between, and none at the start. */
  readonly name: string
  readonly packed: Uint8Array
  readonly crc: number
  /** Unpacked. */
  readonly bytes: number
}

const version = 20
/** Names are UTF-8. */
const utf8Flag = 0x0800
const deflated = 8

export const packed = (name: string, bytes: Uint8Array): Effect.Effect<ZipEntry> =>
  Effect.callback<ZipEntry>((resume) => {
    deflateRaw(bytes, (error, result) =>
      resume(
        error === null
          ? Effect.succeed({ name, packed: result, crc: crc32(bytes), bytes: bytes.length })
          : Effect.die(error)
      )
    )
  })

/** What an entry takes in an archive. */
export const zipBytesOf = ({ name, packed }: ZipEntry): number => 30 + 46 + 2 * Buffer.byteLength(name) + packed.length

/** Date and time as archives have them: 2 s exact, from 1980 on. */
const momentOf = (ms: number) => {
  const at = new Date(ms)
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return [time, ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()] as const
}

const record = (...fields: ReadonlyArray<readonly [bytes: 2 | 4, value: number]>): Buffer => {
  const out = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of fields) {
    at = bytes === 2 ? out.writeUInt16LE(value, at) : out.writeUInt32LE(value, at)
  }
  return out
}

/** A zip archive (APPNOTE.TXT 6.3.10) of entries made at a time. */
export const zipOf = (entries: ReadonlyArray<ZipEntry>, atMs: number): Uint8Array => {
  const [time, date] = momentOf(atMs)
  const bodies: Array<Uint8Array> = []
  const directory: Array<Uint8Array> = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const common = [
      [2, utf8Flag],
      [2, deflated],
      [2, time],
      [2, date],
      [4, entry.crc],
      [4, entry.packed.length],
      [4, entry.bytes],
      [2, name.length],
      [2, 0]
    ] as const
    const local = record([4, 0x04034b50], [2, version], ...common)
    directory.push(
      record([4, 0x02014b50], [2, version], [2, version], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
      name
    )
    bodies.push(local, name, entry.packed)
    offset += local.length + name.length + entry.packed.length
  }
  const listed = Buffer.concat(directory)
  const [disk, first] = [0, 0]
  const end = record(
    [4, 0x06054b50],
    [2, disk],
    [2, first],
    [2, entries.length],
    [2, entries.length],
    [4, listed.length],
    [4, offset],
    [2, 0]
  )
  return Buffer.concat([...bodies, listed, end])
}
