/** An entry as the archive's directory describes it, with its packed bytes. */
export interface Packed {
  readonly name: string
  readonly method: "stored" | "deflated"
  readonly crc: number
  readonly packed: Uint8Array
}

const entriesMax = 1_000
const endBytes = 22
const headerBytes = 46
const localBytes = 30
const commentBytesMax = 65_535

/** The directory at the end of a zip archive, without folders; a word where there is none that can be read. */
export const readDirectory = (bytes: Uint8Array): ReadonlyArray<Packed> | "broken" | "unsupported" => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const u16 = (at: number) => view.getUint16(at, true)
  const u32 = (at: number) => view.getUint32(at, true)

  const lowest = Math.max(0, bytes.length - endBytes - commentBytesMax)
  let end = bytes.length - endBytes
  while (end >= lowest && u32(end) !== 0x06054b50) end -= 1
  if (end < lowest) return "broken"
  const count = u16(end + 10)
  // These say "see the 64-bit directory", which reports of this size do not need.
  if (u16(end + 4) !== 0 || count === 0xffff || u32(end + 16) === 0xffff_ffff) return "unsupported"
  if (count > entriesMax) return "unsupported"

  const entries: Array<Packed> = []
  let at = u32(end + 16)
  for (let index = 0; index < count; index++) {
    if (at + headerBytes > end || u32(at) !== 0x02014b50) return "broken"
    const nameBytes = u16(at + 28)
    const after = at + headerBytes + nameBytes + u16(at + 30) + u16(at + 32)
    const name = new TextDecoder().decode(bytes.subarray(at + headerBytes, at + headerBytes + nameBytes))
    const method = u16(at + 10)
    const local = u32(at + 42)
    if ((u16(at + 8) & 1) !== 0 || (method !== 0 && method !== 8)) return "unsupported"
    if (local + localBytes > end || u32(local) !== 0x04034b50) return "broken"
    const start = local + localBytes + u16(local + 26) + u16(local + 28)
    const size = u32(at + 20)
    if (start + size > end) return "broken"
    if (!name.endsWith("/")) {
      entries.push({
        name,
        method: method === 0 ? "stored" : "deflated",
        crc: u32(at + 16),
        packed: bytes.subarray(start, start + size)
      })
    }
    at = after
  }
  return entries
}
