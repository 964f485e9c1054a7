const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0x82f63b78 ^ (value >>> 1) : value >>> 1
  return value
})

/** CRC-32C (Castagnoli) of bytes that follow those of which `before` is the CRC. Node's zlib has only the other one. */
export const crc32c = (bytes: Uint8Array, before = 0): number => {
  let crc = ~before
  for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return ~crc >>> 0
}
