/**
 * WOFF2 to the TrueType that HarfBuzz reads. Fonts come to npm in WOFF2 only, the WebAssembly builds of Google's decoder
 * set handlers of the whole process, and Node brings brotli along.
 */
// biome-ignore lint/style/noRestrictedImports: brotli comes with Node alone.
import { brotliDecompressSync } from "node:zlib"

const knownTags =
  "cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill".match(
    /.{4}(?: |$)/g
  ) ?? []

interface Table {
  readonly tag: string
  readonly transformed: boolean
  readonly packedLength: number
}

class Reader {
  at = 0
  readonly #view: DataView
  readonly bytes: Uint8Array
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
  u8(): number {
    return this.#view.getUint8(this.at++)
  }
  u16(): number {
    this.at += 2
    return this.#view.getUint16(this.at - 2)
  }
  i16(): number {
    this.at += 2
    return this.#view.getInt16(this.at - 2)
  }
  u32(): number {
    this.at += 4
    return this.#view.getUint32(this.at - 4)
  }
  take(length: number): Uint8Array {
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }
  base128(): number {
    let value = 0
    for (let i = 0; i < 5; i++) {
      const byte = this.u8()
      value = value * 128 + (byte & 0x7f)
      if (byte < 0x80) return value
    }
    throw new RangeError("a length of more than five bytes")
  }
  short255(): number {
    const code = this.u8()
    if (code === 253) return this.u16()
    if (code === 255) return 253 + this.u8()
    if (code === 254) return 506 + this.u8()
    return code
  }
}

class Writer {
  bytes = new Uint8Array(1 << 16)
  length = 0
  #room(more: number) {
    if (this.length + more <= this.bytes.length) return
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more))
    grown.set(this.bytes)
    this.bytes = grown
  }
  u8(value: number) {
    this.#room(1)
    this.bytes[this.length++] = value
  }
  u16(value: number) {
    this.u8((value >> 8) & 0xff)
    this.u8(value & 0xff)
  }
  u32(value: number) {
    this.u16(value >>> 16)
    this.u16(value & 0xffff)
  }
  put(bytes: Uint8Array) {
    this.#room(bytes.length)
    this.bytes.set(bytes, this.length)
    this.length += bytes.length
  }
  pad() {
    while (this.length % 4 !== 0) this.u8(0)
  }
  done(): Uint8Array {
    return this.bytes.slice(0, this.length)
  }
}

/** A point's way from the one before, in the triplets of the WOFF2 specification, 5.2. */
const step = (flag: number, from: Reader): readonly [number, number] => {
  const signed = (bits: number, value: number) => ((bits & 1) === 1 ? value : -value)
  const first = from.u8()
  if (flag < 10) return [0, signed(flag, ((flag & 14) << 7) + first)]
  if (flag < 20) return [signed(flag, (((flag - 10) & 14) << 7) + first), 0]
  if (flag < 84) {
    const rest = flag - 20
    return [
      signed(flag, 1 + (rest & 0x30) + (first >> 4)),
      signed(flag >> 1, 1 + ((rest & 0x0c) << 2) + (first & 0x0f))
    ]
  }
  const second = from.u8()
  if (flag < 120) {
    const rest = flag - 84
    return [
      signed(flag, 1 + (Math.floor(rest / 12) << 8) + first),
      signed(flag >> 1, 1 + (((rest % 12) >> 2) << 8) + second)
    ]
  }
  const third = from.u8()
  if (flag < 124) {
    return [signed(flag, (first << 4) + (second >> 4)), signed(flag >> 1, ((second & 0x0f) << 8) + third)]
  }
  return [signed(flag, (first << 8) + second), signed(flag >> 1, (third << 8) + from.u8())]
}

interface Outlines {
  readonly glyf: Uint8Array
  readonly loca: Uint8Array
  readonly leftmost: ReadonlyArray<number>
}

const outlinesOf = (packed: Uint8Array): Outlines => {
  const head = new Reader(packed)
  head.u16()
  const hasOverlaps = (head.u16() & 1) === 1
  const glyphs = head.u16()
  head.u16()
  const lengths = Array.from({ length: 7 }, () => head.u32())
  const streams = lengths.map((length) => new Reader(head.take(length)))
  const [contours, points, flags, moves, composites, boxes, instructions] = streams
  if (!contours || !points || !flags || !moves || !composites || !boxes || !instructions)
    throw new RangeError("streams")
  const boxBits = boxes.take(4 * Math.floor((glyphs + 31) / 32))
  const overlaps = hasOverlaps ? head.take((glyphs + 7) >> 3) : undefined
  const bit = (bits: Uint8Array, at: number) => (((bits[at >> 3] ?? 0) >> (7 - (at & 7))) & 1) === 1

  const out = new Writer()
  const loca = new Writer()
  const leftmost: Array<number> = []

  const simple = (glyph: number, count: number) => {
    const ends: Array<number> = []
    let total = 0
    for (let i = 0; i < count; i++) {
      total += points.short255()
      ends.push(total - 1)
    }
    const on = new Uint8Array(total)
    const dx = new Int16Array(total)
    const dy = new Int16Array(total)
    let [x, y, xMin, yMin, xMax, yMax] = [0, 0, 32767, 32767, -32768, -32768]
    for (let i = 0; i < total; i++) {
      const flag = flags.u8()
      on[i] = flag >> 7 === 0 ? 1 : 0
      const [right, up] = step(flag & 0x7f, moves)
      dx[i] = right
      dy[i] = up
      x += right
      y += up
      xMin = Math.min(xMin, x)
      xMax = Math.max(xMax, x)
      yMin = Math.min(yMin, y)
      yMax = Math.max(yMax, y)
    }
    const box = bit(boxBits, glyph) ? [boxes.i16(), boxes.i16(), boxes.i16(), boxes.i16()] : [xMin, yMin, xMax, yMax]
    leftmost[glyph] = box[0] ?? 0
    out.u16(count)
    for (const side of box) out.u16(side)
    for (const end of ends) out.u16(end)
    const code = instructions.take(moves.short255())
    out.u16(code.length)
    out.put(code)
    for (let i = 0; i < total; i++) {
      out.u8((on[i] ?? 0) | (i === 0 && overlaps !== undefined && bit(overlaps, glyph) ? 0x40 : 0))
    }
    for (const right of dx) out.u16(right)
    for (const up of dy) out.u16(up)
  }

  const composite = (glyph: number) => {
    out.u16(0xffff)
    const left = boxes.i16()
    leftmost[glyph] = left
    out.u16(left)
    for (let i = 0; i < 3; i++) out.u16(boxes.i16())
    let more = true
    let hasCode = false
    while (more) {
      const how = composites.u16()
      out.u16(how)
      const scale = (how & 0x08) !== 0 ? 2 : (how & 0x40) !== 0 ? 4 : (how & 0x80) !== 0 ? 8 : 0
      out.put(composites.take(2 + ((how & 1) !== 0 ? 4 : 2) + scale))
      hasCode ||= (how & 0x100) !== 0
      more = (how & 0x20) !== 0
    }
    if (!hasCode) return
    const code = instructions.take(moves.short255())
    out.u16(code.length)
    out.put(code)
  }

  for (let glyph = 0; glyph < glyphs; glyph++) {
    loca.u32(out.length)
    const count = contours.i16()
    if (count > 0) simple(glyph, count)
    else if (count < 0) composite(glyph)
    else leftmost[glyph] = 0
    out.pad()
  }
  loca.u32(out.length)
  return { glyf: out.done(), loca: loca.done(), leftmost }
}

/** Side bearings left out, since they are where the outlines begin. */
const metricsOf = (packed: Uint8Array, metrics: number, leftmost: ReadonlyArray<number>): Uint8Array => {
  const from = new Reader(packed)
  const how = from.u8()
  const widths = Array.from({ length: metrics }, () => from.u16())
  const out = new Writer()
  widths.forEach((width, glyph) => {
    out.u16(width)
    out.u16((how & 1) === 0 ? from.i16() : (leftmost[glyph] ?? 0))
  })
  for (let glyph = metrics; glyph < leftmost.length; glyph++) {
    out.u16((how & 2) === 0 ? from.i16() : (leftmost[glyph] ?? 0))
  }
  return out.done()
}

const directoryOf = (from: Reader, count: number): ReadonlyArray<Table> =>
  Array.from({ length: count }, () => {
    const flags = from.u8()
    const known = flags & 0x3f
    const tag = known === 63 ? String.fromCharCode(...from.take(4)) : (knownTags[known] ?? "").slice(0, 4)
    const version = flags >> 6
    const length = from.base128()
    const transformed = tag === "glyf" || tag === "loca" ? version === 0 : version !== 0
    return { tag, transformed, packedLength: transformed ? from.base128() : length }
  })

const sfntOf = (flavor: number, tables: ReadonlyMap<string, Uint8Array>): Uint8Array => {
  const out = new Writer()
  out.u32(flavor)
  out.u16(tables.size)
  const log = Math.floor(Math.log2(tables.size))
  out.u16(16 * 2 ** log)
  out.u16(log)
  out.u16(16 * (tables.size - 2 ** log))
  let offset = 12 + 16 * tables.size
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [tag, bytes] of sorted) {
    for (const letter of tag) out.u8(letter.charCodeAt(0))
    // HarfBuzz looks at no check sum.
    out.u32(0)
    out.u32(offset)
    out.u32(bytes.length)
    offset += (bytes.length + 3) & ~3
  }
  for (const [, bytes] of sorted) {
    out.put(bytes)
    out.pad()
  }
  return out.done()
}

/** Throws on a file that isn't WOFF2: those given are the packages' own. */
export const trueTypeOf = (woff2: Uint8Array): Uint8Array => {
  const from = new Reader(woff2)
  if (from.u32() !== 0x774f4632) throw new RangeError("not WOFF2")
  const flavor = from.u32()
  from.u32()
  const count = from.u16()
  from.at = 20
  const packedLength = from.u32()
  from.at = 48
  const directory = directoryOf(from, count)
  const data = new Reader(brotliDecompressSync(from.take(packedLength)))
  const packed = new Map(directory.map((table) => [table.tag, { ...table, bytes: data.take(table.packedLength) }]))
  const tables = new Map<string, Uint8Array>()
  for (const { bytes, tag } of packed.values()) tables.set(tag, bytes)
  const glyf = packed.get("glyf")
  if (glyf?.transformed !== true) return sfntOf(flavor, tables)
  const { leftmost, loca, ...outlines } = outlinesOf(glyf.bytes)
  tables.set("glyf", outlines.glyf)
  tables.set("loca", loca)
  const head = Uint8Array.from(tables.get("head") ?? [])
  head[51] = 1
  tables.set("head", head)
  const hmtx = packed.get("hmtx")
  const hhea = tables.get("hhea")
  if (hmtx?.transformed === true && hhea !== undefined) {
    tables.set("hmtx", metricsOf(hmtx.bytes, (hhea[34] ?? 0) * 256 + (hhea[35] ?? 0), leftmost))
  }
  return sfntOf(flavor, tables)
}
