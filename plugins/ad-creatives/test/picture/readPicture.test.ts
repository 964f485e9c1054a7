import { deflateSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import sharp from "sharp"
import { bytesMax, PictureRefused, readPicture } from "../../src/picture/readPicture.ts"
import { svg } from "./drawn.ts"

/** Red on the left, blue on the right: 60 by 20. */
const twoHalves = () =>
  svg(60, 20, '<rect width="30" height="20" fill="#f00"/><rect x="30" width="30" height="20" fill="#00f"/>')
const bytesOf = (make: () => Promise<Uint8Array>) => Effect.promise(make)
const pixel = (data: Uint8Array, width: number, x: number, y: number) =>
  Array.from(data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4))
const isNear = (actual: ReadonlyArray<number>, expected: ReadonlyArray<number>, within = 12) =>
  assert.isTrue(
    actual.every((value, i) => Math.abs(value - (expected[i] ?? 0)) <= within),
    `${actual} is not ${expected}`
  )
const reasonOf = (bytes: Uint8Array) =>
  readPicture(bytes).pipe(
    Effect.flip,
    Effect.map((refused) => {
      assert.instanceOf(refused, PictureRefused)
      assert.match(refused.message, /^The picture .*\.$/)
      return refused.reason
    })
  )

const crcOf = (bytes: Uint8Array) => {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}
/** A PNG of greys that says any size, with any rows. */
const pngOf = (width: number, height: number, rows: Uint8Array, interlaced = false) => {
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const out = Buffer.alloc(body.length + 8)
    out.writeUInt32BE(data.length)
    body.copy(out, 4)
    out.writeUInt32BE(crcOf(body), body.length + 4)
    return out
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  header[12] = interlaced ? 1 : 0
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", new Uint8Array())
  ])
}

describe("pictures that are read", () => {
  it.effect.each([
    { kind: "PNG", make: () => twoHalves().png().toBuffer() },
    { kind: "JPEG", make: () => twoHalves().jpeg({ quality: 95, chromaSubsampling: "4:4:4" }).toBuffer() },
    {
      kind: "progressive JPEG",
      make: () => twoHalves().jpeg({ quality: 95, progressive: true, chromaSubsampling: "4:4:4" }).toBuffer()
    },
    { kind: "WebP", make: () => twoHalves().webp({ quality: 95 }).toBuffer() },
    { kind: "lossless WebP", make: () => twoHalves().webp({ lossless: true }).toBuffer() },
    { kind: "interlaced PNG", make: () => twoHalves().png({ progressive: true }).toBuffer() },
    { kind: "PNG with a palette", make: () => twoHalves().png({ palette: true }).toBuffer() },
    { kind: "16-bit PNG", make: () => twoHalves().toColourspace("rgb16").png().toBuffer() },
    {
      kind: "CMYK JPEG",
      make: () => twoHalves().removeAlpha().toColourspace("cmyk").jpeg({ quality: 95 }).toBuffer(),
      within: 125
    }
  ])("a $kind comes out as 8-bit sRGB, the right way round", ({ make, within = 12 }) =>
    Effect.gen(function* () {
      const { data, height, originalHeight, originalWidth, width } = yield* readPicture(yield* bytesOf(make))
      assert.deepStrictEqual([width, height, originalWidth, originalHeight, data.length], [60, 20, 60, 20, 4800])
      isNear(pixel(data, width, 10, 10), [255, 0, 0, 255], within)
      isNear(pixel(data, width, 50, 10), [0, 0, 255, 255], within)
    })
  )

  it.effect("a picture that's turned by its EXIF is turned, and says the size that one sees", () =>
    Effect.gen(function* () {
      const bytes = yield* bytesOf(() => twoHalves().jpeg({ quality: 95 }).withMetadata({ orientation: 6 }).toBuffer())
      const { data, height, originalHeight, originalWidth, width } = yield* readPicture(bytes)
      assert.deepStrictEqual([width, height, originalWidth, originalHeight], [20, 60, 20, 60])
      isNear(pixel(data, width, 10, 10), [255, 0, 0, 255])
      isNear(pixel(data, width, 10, 50), [0, 0, 255, 255])
    })
  )

  it.effect("greys become colours", () =>
    Effect.gen(function* () {
      const { data } = yield* readPicture(pngOf(2, 1, new Uint8Array([0, 100, 200])))
      assert.deepStrictEqual(Array.from(data), [100, 100, 100, 255, 200, 200, 200, 255])
    })
  )

  it.effect("of an animation, the first frame is read", () =>
    Effect.gen(function* () {
      const frames = yield* bytesOf(async () => {
        const frame = (background: string) =>
          sharp({ create: { width: 20, height: 20, channels: 4, background } })
            .png()
            .toBuffer()
        return sharp([await frame("#0f0"), await frame("#f00")], { join: { animated: true } })
          .webp({ lossless: true })
          .toBuffer()
      })
      const { data, height, width } = yield* readPicture(frames)
      assert.deepStrictEqual([width, height], [20, 20])
      isNear(pixel(data, width, 10, 10), [0, 255, 0, 255])
    })
  )

  it.effect("a large one is kept at 2048 pixels, and remembers its size", () =>
    Effect.gen(function* () {
      const bytes = yield* bytesOf(() =>
        sharp({ create: { width: 3000, height: 1500, channels: 3, background: "#456" } })
          .png()
          .toBuffer()
      )
      const { height, originalHeight, originalWidth, width } = yield* readPicture(bytes)
      assert.deepStrictEqual([width, height, originalWidth, originalHeight], [2048, 1024, 3000, 1500])
    })
  )
})

describe("pictures that are refused", () => {
  it.effect.each([
    { what: "SVG", make: async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>') },
    { what: "SVG behind a declaration", make: async () => Buffer.from('<?xml version="1.0"?><svg/>') },
    { what: "GIF", make: () => twoHalves().gif().toBuffer() },
    { what: "TIFF", make: () => twoHalves().tiff().toBuffer() },
    { what: "AVIF", make: () => twoHalves().avif({ effort: 0 }).toBuffer() },
    { what: "PDF", make: async () => Buffer.from("%PDF-1.7\n") },
    { what: "HTML", make: async () => Buffer.from("<!doctype html><html></html>") },
    { what: "nothing", make: async () => Buffer.alloc(0) }
  ])("$what is another kind", ({ make }) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* reasonOf(yield* bytesOf(make)), "kind")
    })
  )

  it.effect.each([
    { what: "PNG", make: () => twoHalves().resize(600).png().toBuffer() },
    { what: "JPEG", make: () => twoHalves().resize(600).jpeg().toBuffer() },
    { what: "WebP", make: () => twoHalves().resize(600).webp().toBuffer() }
  ])("a $what that's cut off is broken, wherever it's cut", ({ make }) =>
    Effect.gen(function* () {
      const bytes = yield* bytesOf(make)
      for (const share of [0.02, 0.1, 0.5, 0.8]) {
        assert.strictEqual(yield* reasonOf(bytes.subarray(0, Math.max(14, Math.floor(bytes.length * share)))), "broken")
      }
    })
  )

  it.effect("one of more than 10 MiB is too large, whatever it is", () =>
    Effect.gen(function* () {
      const png = yield* bytesOf(() => twoHalves().png().toBuffer())
      assert.strictEqual(yield* reasonOf(Buffer.concat([png, Buffer.alloc(11 * 1024 * 1024)])), "too_large")
      assert.strictEqual(yield* reasonOf(new Uint8Array(bytesMax + 1)), "too_large")
    })
  )

  it.effect("one that says it has 40,000 by 40,000 pixels is refused before it's decoded", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* reasonOf(pngOf(40_000, 40_000, new Uint8Array(10))), "too_many_pixels")
    })
  )

  it.effect("what only decodes as a whole may have fewer pixels", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* reasonOf(pngOf(8000, 6500, new Uint8Array(10), true)), "too_many_pixels")
    })
  )

  it.effect("36 megapixels of zeros are read within 300 MB", () =>
    Effect.gen(function* () {
      const bomb = pngOf(6000, 6000, new Uint8Array(6001 * 6000))
      assert.isBelow(bomb.length, 100_000)
      const before = process.memoryUsage().rss
      let most = before
      const watch = setInterval(() => {
        most = Math.max(most, process.memoryUsage().rss)
      }, 2)
      const { height, width } = yield* readPicture(bomb)
      clearInterval(watch)
      assert.deepStrictEqual([width, height], [2048, 2048])
      assert.isBelow(most - before, 300_000_000)
    })
  )
})
