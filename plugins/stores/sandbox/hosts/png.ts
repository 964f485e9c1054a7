import { crc32, deflateSync } from "node:zlib"
import { unit } from "@storeglass/sandbox/world"

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

const colour = (seed: number, index: number): ReadonlyArray<number> => {
  const lightness = [0.95, 0.75, 0.5, 0.25][index] ?? 0.5
  return [1, 2, 3].map((channel) => Math.round(255 * (0.7 * lightness + 0.3 * unit(seed, index, channel))))
}

/**
 * A banded picture in four colours of its own: two bits a pixel, so that also a full-size screenshot takes a
 * millisecond or two.
 */
export const renderPng = (seed: number, width: number, height: number): Buffer => {
  const stride = Math.ceil(width / 4) + 1
  const pixels = Buffer.alloc(stride * height)
  const bands = 3 + Math.floor(unit(seed, 9) * 4)
  for (let y = 0; y < height; y++) {
    const band = Math.floor((y * bands) / height)
    const ground = Math.floor(unit(seed, 10, band) * 4)
    const block = Math.floor(unit(seed, 11, band) * 4)
    const from = Math.floor(stride * (0.1 + 0.3 * unit(seed, 12, band)))
    pixels.fill(ground * 0x55, y * stride + 1, (y + 1) * stride)
    pixels.fill(block * 0x55, y * stride + 1 + from, (y + 1) * stride - Math.floor(stride * 0.1))
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Two bits a pixel, with a palette.
  header.set([2, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from([0, 1, 2, 3].flatMap((index) => [...colour(seed, index)]))),
    chunk("IDAT", deflateSync(pixels, { level: 1 })),
    chunk("IEND", Buffer.alloc(0))
  ])
}
