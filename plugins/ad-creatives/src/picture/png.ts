import { Effect } from "effect"
import { drawing, type Raster, sharpOf } from "./raster.ts"

export const side = 1024
const pngBytesMax = 4 * 1024 * 1024
const magic = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Whether bytes are a PNG of 1024 by 1024 pixels. */
export const checkedPng = (bytes: Uint8Array): boolean => {
  if (bytes.length < 33 || magic.some((byte, i) => bytes[i] !== byte)) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return view.getUint32(12) === 0x49484452 && view.getUint32(16) === side && view.getUint32(20) === side
}

/** Without metadata, and without alpha, which nothing here has. Photographs that are too large get a palette. */
export const pngOf = Effect.fnUntraced(function* (raster: Raster) {
  const image = () => sharpOf(raster).removeAlpha()
  const full = yield* drawing(() => image().png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer())
  if (full.length <= pngBytesMax) return new Uint8Array(full)
  return new Uint8Array(
    yield* drawing(() => image().png({ palette: true, colours: 256, dither: 0.6, effort: 7 }).toBuffer())
  )
})
