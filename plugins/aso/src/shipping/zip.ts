/** A zip archive of small texts: stored, not packed, and the same bytes for the same files. APPNOTE.TXT 6.3.10. */

export interface ArchiveFile {
  /** With slashes between, and none at the start. */
  readonly path: string
  readonly bytes: Uint8Array
}

const table = Uint32Array.from({ length: 256 }, (_, start) => {
  let crc = start
  for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})
const crcOf = (bytes: Uint8Array): number => {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0)
  return (crc ^ 0xffffffff) >>> 0
}

const version = 20
/** Names are UTF-8. */
const utf8Flag = 0x0800
/** 1980-01-01, the first day that there is: files of a listing have no time of their own. */
const dosDate = 0x0021

const record = (...fields: ReadonlyArray<readonly [bytes: 2 | 4, value: number]>): Uint8Array => {
  const out = new Uint8Array(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  const view = new DataView(out.buffer)
  let at = 0
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += bytes
  }
  return out
}

const joined = (parts: ReadonlyArray<Uint8Array>): Uint8Array<ArrayBuffer> => {
  const out = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}

export const zipOf = (files: ReadonlyArray<ArchiveFile>): Uint8Array<ArrayBuffer> => {
  const bodies: Array<Uint8Array> = []
  const directory: Array<Uint8Array> = []
  let offset = 0
  for (const { bytes, path } of files) {
    const name = new TextEncoder().encode(path)
    const common = [
      [2, utf8Flag],
      [2, 0],
      [2, 0],
      [2, dosDate],
      [4, crcOf(bytes)],
      [4, bytes.length],
      [4, bytes.length],
      [2, name.length],
      [2, 0]
    ] as const
    const local = record([4, 0x04034b50], [2, version], ...common)
    directory.push(
      record([4, 0x02014b50], [2, version], [2, version], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
      name
    )
    bodies.push(local, name, bytes)
    offset += local.length + name.length + bytes.length
  }
  const listed = joined(directory)
  const end = record(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, files.length],
    [2, files.length],
    [4, listed.length],
    [4, offset],
    [2, 0]
  )
  return joined([...bodies, listed, end])
}
