import { crc32, deflateRaw } from "node:zlib"
import { Effect } from "effect"
import { Zip, type ZipInputFile } from "fflate"

/** A file of an archive, packed. */
export interface ZipEntry {
  /** With slashes between, and none at the start. */
  readonly name: string
  readonly packed: Uint8Array<ArrayBuffer>
  readonly crc: number
  /** Unpacked. */
  readonly bytes: number
}

const deflated = 8
/** Its header, what follows it, and its place in the directory: APPNOTE.TXT 6.3.10. */
const bytesBeside = 30 + 16 + 46

/** Packs off the thread that answers requests. */
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
export const zipBytesOf = ({ name, packed }: ZipEntry): number =>
  bytesBeside + 2 * Buffer.byteLength(name) + packed.length

/** A zip archive of entries made at a time. */
export const zipOf = (entries: ReadonlyArray<ZipEntry>, atMs: number): Uint8Array => {
  const chunks: Array<Uint8Array> = []
  const zip = new Zip((_, chunk) => chunks.push(chunk))
  for (const { bytes: size, crc, name, packed } of entries) {
    const file: ZipInputFile = { filename: name, size, crc, compression: deflated, mtime: atMs }
    zip.add(file)
    file.ondata?.(null, packed, true)
  }
  zip.end()
  return Buffer.concat(chunks)
}
