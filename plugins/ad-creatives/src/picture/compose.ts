import { Effect } from "effect"
import { layoutModel } from "../models.ts"
import type { ImagePreset } from "../presets.ts"
import { coloursOf } from "./colours.ts"
import type { Box } from "./geometry.ts"
import { type AdCopy, type Content, type PlacedIcon, type PlacedText, planLayout } from "./layouts.ts"
import { cropOf, type Placed, place, scaled } from "./place.ts"
import { pngOf, side } from "./png.ts"
import { type ComposeFailed, layOver, type Raster, rasterOf, rawOf, sharpOf } from "./raster.ts"
import type { Picture } from "./readPicture.ts"
import type { Scene } from "./scene.ts"
import { planScene } from "./sceneLayout.ts"

export interface ComposeInput {
  readonly preset: ImagePreset
  readonly icon: Picture | undefined
  /** The best one first. */
  readonly screenshots: ReadonlyArray<Picture>
  readonly copy: AdCopy
  readonly appName: string
  /** BCP 47. */
  readonly lang: string
  readonly scene?: Scene
}

export interface PlacedScreenshot extends Placed {
  /** Its number in the input. */
  readonly screenshot: number
}

export interface Composed {
  readonly png: Uint8Array
  readonly placed: ReadonlyArray<PlacedScreenshot>
  readonly layout: "scene" | typeof layoutModel
  readonly texts: ReadonlyArray<PlacedText>
  readonly icon: Box | undefined
}

/** The icon with corners as both stores cut them, over a shadow of its own. */
const placeIcon = Effect.fnUntraced(function* (canvas: Raster, picture: Picture, { box, radius }: PlacedIcon) {
  const [left, top] = [Math.round(box.left), Math.round(box.top)]
  const size = Math.round(box.width)
  const margin = Math.ceil(size * 0.4)
  const full = size + 2 * margin
  const rect = (down: number, more: string) =>
    `<rect x="${margin}" y="${margin + down}" width="${size}" height="${size}" rx="${radius}" ${more}/>`
  const shadow = yield* rasterOf(
    `<defs><filter id="s" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${size * 0.07}"/></filter></defs>${rect(size * 0.06, 'fill="#000" fill-opacity=".28" filter="url(#s)"')}`,
    full,
    full,
    0.25
  )
  layOver(
    canvas,
    yield* rawOf(sharpOf(shadow).resize({ width: full, height: full, fit: "fill", kernel: "cubic" })),
    left - margin,
    top - margin
  )
  const icon = yield* scaled(picture, cropOf(picture, 1, 1), size, size)
  const mask = yield* rasterOf(`<rect width="${size}" height="${size}" rx="${radius}" fill="#fff"/>`, size, size)
  const cut = Uint8Array.from(icon.data)
  for (let at = 3; at < cut.length; at += 4) cut[at] = Math.round(((cut[at] ?? 0) * (mask.data[at] ?? 0)) / 255)
  layOver(canvas, { ...icon, data: cut }, left, top)
  // A hair's line keeps an icon of the ground's own colour from running into it.
  layOver(
    canvas,
    yield* rasterOf(
      `<rect x=".75" y=".75" width="${size - 1.5}" height="${size - 1.5}" rx="${radius - 0.75}" fill="none" stroke="#888" stroke-opacity=".22" stroke-width="1.5"/>`,
      size,
      size
    ),
    left,
    top
  )
})

const ofLayout = Effect.fnUntraced(function* (input: ComposeInput, content: Content) {
  const plan = planLayout(input.preset, content, { width: side, height: side })
  const canvas = yield* rasterOf(plan.ground, side, side)
  const shadows = yield* rasterOf(plan.shadows, side, side, 0.25)
  layOver(canvas, yield* rawOf(sharpOf(shadows).resize({ width: side, height: side, kernel: "cubic" })), 0, 0)
  layOver(canvas, yield* rasterOf(plan.under, side, side), 0, 0)
  const placed: Array<PlacedScreenshot> = []
  for (const { corners, radius, screenshot } of plan.devices) {
    const picture = plan.shots[screenshot]
    if (picture === undefined) continue
    const done = yield* place(canvas, picture, corners, { radius })
    placed.push({ ...done, screenshot: input.screenshots.indexOf(picture) })
  }
  return { canvas, placed, plan, layout: layoutModel } as const
})

const ofScene = Effect.fnUntraced(function* (scene: Scene, content: Content) {
  const fit = planScene(scene, content, { width: side, height: side })
  if (fit === undefined) return undefined
  const { canvas, mask } = yield* fit.draw
  const picture = content.screenshots[fit.screenshot]
  if (picture === undefined) return undefined
  const done = yield* place(canvas, picture, fit.corners, { mask })
  layOver(canvas, yield* rasterOf(fit.under, side, side), 0, 0)
  return { canvas, placed: [{ ...done, screenshot: fit.screenshot }], plan: fit, layout: "scene" } as const
})

/** A square advertisement of a listing: the same bytes for the same input. */
export const compose = Effect.fn("compose")(function* (input: ComposeInput): Effect.fn.Return<Composed, ComposeFailed> {
  const { appName, copy, icon, lang, scene, screenshots } = input
  const colours = yield* coloursOf(icon ?? screenshots[0])
  const content: Content = { copy, appName, lang, hasIcon: icon !== undefined, screenshots, colours }
  const drawn = (scene === undefined ? undefined : yield* ofScene(scene, content)) ?? (yield* ofLayout(input, content))
  const { canvas, layout, placed, plan } = drawn
  layOver(canvas, yield* rasterOf(plan.over, side, side), 0, 0)
  if (icon !== undefined && plan.icon !== undefined) yield* placeIcon(canvas, icon, plan.icon)
  return { png: yield* pngOf(canvas), placed, layout, texts: plan.texts, icon: plan.icon?.box }
})
