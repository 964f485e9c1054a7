/** What the first bytes of a picture say of it: nothing is given to a decoder before. */

export interface Header {
  readonly kind: "png" | "jpeg" | "webp"
  readonly width: number
  readonly height: number
  /** How many times the canvas's bytes decoding holds at once, where lines can't be had one by one. */
  readonly heldBytesPerPixel: number
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const has = (bytes: Uint8Array, at: number, text: string) =>
  bytes.length >= at + text.length && Array.from(text).every((letter, i) => bytes[at + i] === letter.charCodeAt(0))

const png = (bytes: Uint8Array): Header | undefined => {
  if (bytes.length < 33 || !has(bytes, 12, "IHDR")) return undefined
  const view = viewOf(bytes)
  const channels = [1, 0, 3, 1, 2, 0, 4][view.getUint8(25)] ?? 4
  const interlaced = view.getUint8(28) !== 0
  return {
    kind: "png",
    width: view.getUint32(16),
    height: view.getUint32(20),
    heldBytesPerPixel: interlaced ? Math.max(4, (channels * view.getUint8(24)) / 8) : 0
  }
}

/** The frame's header is after as many other segments as there are, such as thumbnails of EXIF. */
const jpeg = (bytes: Uint8Array): Header | undefined => {
  const view = viewOf(bytes)
  let at = 2
  while (at + 9 < bytes.length) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      const progressive = (marker & 3) === 2
      const components = view.getUint8(at + 9)
      return {
        kind: "jpeg",
        width: view.getUint16(at + 7),
        height: view.getUint16(at + 5),
        // A progressive picture's coefficients are 16 bits each.
        heldBytesPerPixel: progressive ? components * 2 : 0
      }
    }
    at += marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8) ? 2 : 2 + view.getUint16(at + 2)
  }
  return undefined
}

const webp = (bytes: Uint8Array): Header | undefined => {
  if (bytes.length < 30) return undefined
  const view = viewOf(bytes)
  const u24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536
  if (has(bytes, 12, "VP8X")) {
    const animated = (view.getUint8(20) & 2) !== 0
    return { kind: "webp", width: u24(24) + 1, height: u24(27) + 1, heldBytesPerPixel: animated ? 12 : 8 }
  }
  if (has(bytes, 12, "VP8L")) {
    const sizes = view.getUint32(21, true)
    return { kind: "webp", width: (sizes & 0x3fff) + 1, height: ((sizes >> 14) & 0x3fff) + 1, heldBytesPerPixel: 8 }
  }
  if (!has(bytes, 12, "VP8 ")) return undefined
  return {
    kind: "webp",
    width: view.getUint16(26, true) & 0x3fff,
    height: view.getUint16(28, true) & 0x3fff,
    heldBytesPerPixel: 4
  }
}

export type Kind = Header["kind"]

/** `undefined` if the header is cut off or is none. */
export const headerOf = (kind: Kind, bytes: Uint8Array): Header | undefined => {
  const header = { png, jpeg, webp }[kind](bytes)
  return header === undefined || header.width === 0 || header.height === 0 ? undefined : header
}
