import { Effect } from "effect"
import { type Box, boundsOf, type Corners, distance, sizeOf, through, toShown } from "./geometry.ts"
import { blend, drawing, type Raster, rawOf, sharpOf } from "./raster.ts"
import type { Picture } from "./readPicture.ts"

/** Nothing is stretched by more. */
const stretchMax = 0.03

export interface Placed {
  readonly corners: Corners
  /** The part of the screenshot that's shown, in its picture's pixels. */
  readonly crop: Box
}

/** What of a picture covers a place of that size: all its width or all its height, and rather its top. */
export const cropOf = (picture: Raster, width: number, height: number): Box => {
  const aspect = width / height
  const own = picture.width / picture.height
  if (Math.abs(own / aspect - 1) <= stretchMax) return { left: 0, top: 0, width: picture.width, height: picture.height }
  if (own > aspect) {
    const shown = Math.max(1, Math.round(picture.height * aspect))
    return { left: Math.round((picture.width - shown) / 2), top: 0, width: shown, height: picture.height }
  }
  return { left: 0, top: 0, width: picture.width, height: Math.max(1, Math.round(picture.width / aspect)) }
}

/** A part of a picture at about the size that it will have. */
export const scaled = (picture: Raster, crop: Box, width: number, height: number) =>
  rawOf(
    sharpOf(picture)
      .extract({ left: crop.left, top: crop.top, width: crop.width, height: crop.height })
      .resize({
        width: Math.max(1, Math.round(width)),
        height: Math.max(1, Math.round(height)),
        fit: "fill",
        kernel: "lanczos3"
      })
  )

const sample = ({ data, height, width }: Raster, x: number, y: number, into: Uint8Array): void => {
  const cx = Math.min(width - 1, Math.max(0, x - 0.5))
  const cy = Math.min(height - 1, Math.max(0, y - 0.5))
  const [x0, y0] = [Math.floor(cx), Math.floor(cy)]
  const [x1, y1] = [Math.min(width - 1, x0 + 1), Math.min(height - 1, y0 + 1)]
  const [fx, fy] = [cx - x0, cy - y0]
  for (let i = 0; i < 4; i++) {
    const upper = (data[(y0 * width + x0) * 4 + i] ?? 0) * (1 - fx) + (data[(y0 * width + x1) * 4 + i] ?? 0) * fx
    const lower = (data[(y1 * width + x0) * 4 + i] ?? 0) * (1 - fx) + (data[(y1 * width + x1) * 4 + i] ?? 0) * fx
    into[i] = Math.round(upper * (1 - fy) + lower * fy)
  }
}

/** How far inside a rectangle with rounded corners a place is, in its pixels. */
const insideOf = (x: number, y: number, width: number, height: number, radius: number): number => {
  const qx = Math.abs(x - width / 2) - width / 2 + radius
  const qy = Math.abs(y - height / 2) - height / 2 + radius
  return radius - Math.hypot(Math.max(qx, 0), Math.max(qy, 0)) - Math.min(Math.max(qx, qy), 0)
}

/** The mean colour of what's wholly marked. */
const markOf = (canvas: Raster, mask: Uint8Array): ReadonlyArray<number> => {
  const sums = [0, 0, 0]
  let count = 0
  mask.forEach((share, at) => {
    if (share !== 255) return
    count++
    for (let i = 0; i < 3; i++) sums[i] = (sums[i] ?? 0) + (canvas.data[at * 4 + i] ?? 0)
  })
  return sums.map((sum) => sum / Math.max(1, count))
}

interface PlaceOptions {
  /** In the canvas's pixels. */
  readonly radius?: number
  readonly mask?: Uint8Array
}

/** Draws a screenshot between the corners, in place. With a mask, it's what shows where the mark was. */
export const place = Effect.fnUntraced(function* (
  canvas: Raster,
  picture: Picture,
  corners: Corners,
  { mask, radius = 0 }: PlaceOptions = {}
) {
  const { height, width } = sizeOf(corners)
  const crop = cropOf(picture, width, height)
  const source = yield* scaled(picture, crop, width, height)
  yield* drawing(async () => {
    const way = toShown(corners)
    const bounds = boundsOf(corners)
    const pixel = new Uint8Array(4)
    const mark = mask === undefined ? [] : markOf(canvas, mask)
    const margin = mask === undefined ? 1 : 3
    const bottom = Math.min(canvas.height, Math.ceil(bounds.top + bounds.height) + margin)
    const right = Math.min(canvas.width, Math.ceil(bounds.left + bounds.width) + margin)
    for (let y = Math.max(0, Math.floor(bounds.top) - margin); y < bottom; y++) {
      for (let x = Math.max(0, Math.floor(bounds.left) - margin); x < right; x++) {
        const { x: u, y: v } = through(way, x + 0.5, y + 0.5)
        const at = y * canvas.width + x
        if (mask === undefined) {
          const inside = insideOf(u * width, v * height, width, height, radius)
          // Only by an edge is a pixel partly covered; elsewhere its size doesn't matter.
          if (inside < -8) continue
          if (inside > 8) {
            sample(source, u * source.width, v * source.height, pixel)
            blend(canvas.data, at * 4, pixel, 0, 1)
            continue
          }
          // How many of the canvas's pixels one is inside, whichever way the screen is turned.
          const beside = through(way, x + 1.5, y + 0.5)
          const below = through(way, x + 0.5, y + 1.5)
          const perPixel = Math.max(
            1e-6,
            (distance({ x: u * width, y: v * height }, { x: beside.x * width, y: beside.y * height }) +
              distance({ x: u * width, y: v * height }, { x: below.x * width, y: below.y * height })) /
              2
          )
          const coverage = Math.min(1, Math.max(0, inside / perPixel + 0.5))
          if (coverage === 0) continue
          sample(source, u * source.width, v * source.height, pixel)
          blend(canvas.data, at * 4, pixel, 0, coverage)
          continue
        }
        const share = (mask[at] ?? 0) / 255
        if (share === 0) continue
        sample(source, u * source.width, v * source.height, pixel)
        // What's mixed with the mark, as edges and shades are, keeps its own part of the mix.
        for (let i = 0; i < 3; i++) {
          const own = share === 1 ? 0 : Math.max(0, (canvas.data[at * 4 + i] ?? 0) - share * (mark[i] ?? 0))
          canvas.data[at * 4 + i] = Math.min(255, Math.round(own + share * (pixel[i] ?? 0)))
        }
      }
    }
  })
  return { corners, crop } satisfies Placed
})
