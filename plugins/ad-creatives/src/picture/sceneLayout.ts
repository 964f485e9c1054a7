import { Effect } from "effect"
import { colourOf, hexOf, inkOn, white } from "./colours.ts"
import { type Box, boundsOf, type Corners, sizeOf } from "./geometry.ts"
import { buttonPart, type Content, iconRadius, Sheet } from "./layouts.ts"
import { cropOf } from "./place.ts"
import { copyOf, drawing, layOver, type Raster, rawOf, sharpOf } from "./raster.ts"
import type { Picture } from "./readPicture.ts"
import type { Scene } from "./scene.ts"
import { isRightToLeft } from "./shaping.ts"
import { layText } from "./text.ts"

interface Canvas {
  readonly width: number
  readonly height: number
}

/** A screenshot of which less can be seen belongs in a layout. */
const shownMin = 0.55

const shownOf = (picture: Picture, corners: Corners): number => {
  const { height, width } = sizeOf(corners)
  const crop = cropOf(picture, width, height)
  return (crop.width * crop.height) / (picture.width * picture.height)
}

/** How high the band of words is, at the bottom or the top: as much as the screen leaves. */
const bandShares = [0.27, 0.25, 0.23, 0.21]

interface Fit {
  readonly scale: number
  readonly left: number
  readonly top: number
  readonly band: "top" | "bottom"
  readonly bandHeight: number
}

/** The scene covers the canvas if its screen leaves a band for the words; else it's made smaller and set above them. */
const fitOf = (scene: Scene, canvas: Canvas): Fit => {
  const { picture } = scene
  const bounds = boundsOf(scene.corners)
  const scale = Math.max(canvas.width / picture.width, canvas.height / picture.height)
  // Of a scene that's longer than the canvas, the part with the screen is kept.
  const kept = (start: number, size: number, middle: number, whole: number, room: number) =>
    Math.min(0, Math.max(room - whole * scale, middle - (start + size / 2) * scale))
  const left = kept(bounds.left, bounds.width, canvas.width / 2, picture.width, canvas.width)
  const isWithin = (from: number, size: number, offset: number, low: number, high: number) =>
    offset + from * scale >= low && offset + (from + size) * scale <= high
  if (isWithin(bounds.left, bounds.width, left, 0, canvas.width)) {
    for (const share of bandShares) {
      const bandHeight = canvas.height * share
      for (const band of ["bottom", "top"] as const) {
        const [low, high] = band === "bottom" ? [0, canvas.height - bandHeight] : [bandHeight, canvas.height]
        const top = kept(bounds.top, bounds.height, (low + high) / 2, picture.height, canvas.height)
        if (isWithin(bounds.top, bounds.height, top, low, high)) return { scale, left, top, band, bandHeight }
      }
    }
  }
  const bandHeight = canvas.height * 0.25
  const smaller = Math.min((canvas.height - bandHeight) / picture.height, canvas.width / picture.width)
  return {
    scale: smaller,
    left: (canvas.width - picture.width * smaller) / 2,
    top: (canvas.height - bandHeight - picture.height * smaller) / 2,
    band: "bottom",
    bandHeight
  }
}

/** The scene's outer pixels, drawn out and blurred over all that it doesn't cover. */
const drawnOut = Effect.fnUntraced(function* (resized: Raster, canvas: Canvas, x: number, y: number) {
  const extended = yield* rawOf(
    sharpOf(resized).extend({
      left: Math.max(0, x),
      right: Math.max(0, canvas.width - x - resized.width),
      top: Math.max(0, y),
      bottom: Math.max(0, canvas.height - y - resized.height),
      extendWith: "copy"
    })
  )
  const ground = copyOf(
    yield* rawOf(sharpOf(extended).extract({ left: 0, top: 0, width: canvas.width, height: canvas.height }).blur(28))
  )
  const feather = 48
  const soft = copyOf(resized)
  for (let at = 0; at < soft.width * soft.height; at++) {
    const column = at % soft.width
    const edge = Math.min(column, soft.width - 1 - column)
    if (x > 0 && edge < feather) soft.data[at * 4 + 3] = Math.round((255 * edge) / feather)
  }
  layOver(ground, soft, x, y)
  return ground
})

const drawScene = Effect.fnUntraced(function* (scene: Scene, canvas: Canvas, { left, scale, top }: Fit) {
  const { picture } = scene
  const width = Math.round(picture.width * scale)
  const height = Math.round(picture.height * scale)
  const [x, y] = [Math.round(left), Math.round(top)]
  const resized = yield* rawOf(sharpOf(picture).resize({ width, height, fit: "fill", kernel: "linear" }))
  const isCovered = x <= 0 && y <= 0 && x + width >= canvas.width && y + height >= canvas.height
  const ground = isCovered
    ? { width: canvas.width, height: canvas.height, data: new Uint8Array(canvas.width * canvas.height * 4) }
    : yield* drawnOut(resized, canvas, x, y)
  if (isCovered) layOver(ground, resized, x, y)
  const masked = yield* drawing(() =>
    sharpOf({ width: picture.width, height: picture.height, data: spread(scene.mask) })
      .resize({ width, height, fit: "fill", kernel: "linear" })
      .extractChannel(0)
      .raw()
      .toBuffer()
  )
  const mask = new Uint8Array(canvas.width * canvas.height)
  for (let row = Math.max(0, -y); row < Math.min(height, canvas.height - y); row++) {
    for (let column = Math.max(0, -x); column < Math.min(width, canvas.width - x); column++) {
      mask[(row + y) * canvas.width + column + x] = masked[row * width + column] ?? 0
    }
  }
  return { canvas: ground, mask }
})

const spread = (mask: Uint8Array): Uint8Array => {
  const data = new Uint8Array(mask.length * 4).fill(255)
  mask.forEach((share, at) => {
    data[at * 4] = share
  })
  return data
}

/** `undefined` if no screenshot is of the screen's shape. */
export const planScene = (scene: Scene, content: Content, canvas: Canvas) => {
  const screenshot = content.screenshots.findIndex((picture) => shownOf(picture, scene.corners) >= shownMin)
  if (screenshot === -1) return undefined
  const fit = fitOf(scene, canvas)
  const scaleX = Math.round(scene.picture.width * fit.scale) / scene.picture.width
  const scaleY = Math.round(scene.picture.height * fit.scale) / scene.picture.height
  const moved = ({ x, y }: Corners[number]) => ({
    x: x * scaleX + Math.round(fit.left),
    y: y * scaleY + Math.round(fit.top)
  })
  const [a, b, c, d] = scene.corners
  const corners: Corners = [moved(a), moved(b), moved(c), moved(d)]

  const mirrored = isRightToLeft(content.copy.headline)
  const sheet = new Sheet()
  const { height, width } = canvas
  const margin = width * 0.055
  const { bandHeight } = fit
  const bandTop = fit.band === "bottom" ? height - bandHeight : 0
  const { h } = content.colours.dominant
  const dark = colourOf({ l: 0.17, c: 0.03, h })
  const band: Box = { left: 0, top: bandTop, width, height: bandHeight }
  // Its inner edge fades, if there's room between it and the screen.
  const stops = [
    [0, 0],
    [0.16, 0.86],
    [0.3, 0.95],
    [1, 0.97]
  ].map(([at = 0, opacity = 0]) => `<stop offset="${at}" stop-color="${hexOf(dark)}" stop-opacity="${opacity}"/>`)
  const [from, to] = fit.band === "bottom" ? [0, 1] : [1, 0]
  const under = `<defs><linearGradient id="band" x1="0" x2="0" y1="${from}" y2="${to}">${stops.join("")}</linearGradient></defs><rect x="0" y="${band.top}" width="${width}" height="${bandHeight}" fill="url(#band)"/>`

  const side = content.hasIcon ? bandHeight * 0.46 : 0
  const gap = side === 0 ? 0 : 28
  const room = width - 2 * margin - side - gap
  const left = mirrored ? margin : margin + side + gap
  const button = buttonPart(content, { button: white, buttonInk: inkOn([white], h) }, room, "start", mirrored, 64)
  const headline = layText({
    text: content.copy.headline,
    lang: content.lang,
    width: room,
    height: bandHeight - 64 - 3 * 22,
    weight: 800,
    align: "start",
    size: 50,
    sizeMin: 28
  })
  const total = headline.height + 18 + button.height
  const top = band.top + (bandHeight - total) / 2 + (fit.band === "bottom" ? 8 : -8)
  sheet.text("headline", headline, left, top, white)
  button.draw(sheet, left, top + headline.height + 18)
  if (side > 0) {
    sheet.icon = {
      box: {
        left: mirrored ? width - margin - side : margin,
        top: band.top + (bandHeight - side) / 2,
        width: side,
        height: side
      },
      radius: side * iconRadius
    }
  }
  return {
    screenshot,
    corners,
    under,
    over: sheet.over.join(""),
    icon: sheet.icon,
    texts: sheet.texts,
    draw: drawScene(scene, canvas, fit)
  }
}
