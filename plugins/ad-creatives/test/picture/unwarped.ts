import { Effect } from "effect"
import { sizeOf, through, toPicture } from "../../src/picture/geometry.ts"
import { type Placed, scaled } from "../../src/picture/place.ts"
import type { Raster } from "../../src/picture/raster.ts"

/** The mean difference, as a share of 255, between a placed screenshot, taken off the canvas, and itself. */
export const differenceOf = Effect.fnUntraced(function* (
  canvas: Raster,
  source: Raster,
  { corners, crop }: Placed,
  leaveOut: (u: number, v: number) => boolean = () => false
) {
  const { height, width } = sizeOf(corners)
  const expected = yield* scaled(source, crop, width, height)
  const way = toPicture(corners)
  const at = (x: number, y: number, i: number) =>
    canvas.data[
      (Math.min(canvas.height - 1, Math.max(0, y)) * canvas.width + Math.min(canvas.width - 1, Math.max(0, x))) * 4 + i
    ] ?? 0
  let [sum, count] = [0, 0]
  for (let row = 1; row < expected.height - 1; row += 2) {
    for (let column = 1; column < expected.width - 1; column += 2) {
      const [u, v] = [(column + 0.5) / expected.width, (row + 0.5) / expected.height]
      if (leaveOut(u, v)) continue
      const { x, y } = through(way, u, v)
      const [left, top] = [Math.floor(x - 0.5), Math.floor(y - 0.5)]
      const [fx, fy] = [x - 0.5 - left, y - 0.5 - top]
      for (let i = 0; i < 3; i++) {
        const upper = at(left, top, i) * (1 - fx) + at(left + 1, top, i) * fx
        const lower = at(left, top + 1, i) * (1 - fx) + at(left + 1, top + 1, i) * fx
        const own = expected.data[(row * expected.width + column) * 4 + i] ?? 0
        sum += Math.abs(upper * (1 - fy) + lower * fy - own)
        count++
      }
    }
  }
  return sum / count / 255
})

/** What a screen's rounded corners cut off. */
export const roundedOff = (width: number, height: number, radius: number) => (u: number, v: number) => {
  const x = Math.min(u, 1 - u) * width
  const y = Math.min(v, 1 - v) * height
  return x < radius + 1 && y < radius + 1 && Math.hypot(radius + 1 - x, radius + 1 - y) > radius - 1
}
