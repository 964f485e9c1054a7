import { Data, Effect } from "effect"
import sharp, { type Sharp } from "sharp"

/**
 * The plugin's whole process keeps libvips to one thread and no cache: a picture is drawn once, so a cache would only hold
 * memory, and threads of a gateway that answers requests beside it are better used for those.
 */
sharp.concurrency(1)
sharp.cache(false)

/** Four bytes a pixel, red to alpha, not premultiplied. */
export interface Raster {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** Drawing failed though its input is sound. */
export class ComposeFailed extends Data.TaggedError("ComposeFailed")<{ readonly cause: unknown }> {
  override get message() {
    return "The picture could not be drawn."
  }
}

export const drawing = <A>(draw: () => Promise<A>): Effect.Effect<A, ComposeFailed> =>
  Effect.tryPromise({ try: draw, catch: (cause) => new ComposeFailed({ cause }) })

export const sharpOf = ({ data, height, width }: Raster) => sharp(data, { raw: { width, height, channels: 4 } })

export const rawOf = (image: Sharp): Effect.Effect<Raster, ComposeFailed> =>
  drawing(async () => {
    const { data, info } = await image.ensureAlpha().raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true })
    return { width: info.width, height: info.height, data }
  })

/** Shapes of SVG, drawn. Texts are outlines in it: librsvg would ask the machine for a font. */
export const rasterOf = (
  shapes: string,
  width: number,
  height: number,
  scale = 1
): Effect.Effect<Raster, ComposeFailed> =>
  rawOf(
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}">${shapes}</svg>`
      )
    )
  )

export const copyOf = ({ data, height, width }: Raster): Raster => ({ width, height, data: Uint8Array.from(data) })

/** Lays `over` on `under`, in place. */
export const layOver = (under: Raster, over: Raster, left: number, top: number): void => {
  const to = under.data
  const from = over.data
  for (let y = Math.max(0, -top); y < Math.min(over.height, under.height - top); y++) {
    for (let x = Math.max(0, -left); x < Math.min(over.width, under.width - left); x++) {
      blend(to, ((y + top) * under.width + x + left) * 4, from, (y * over.width + x) * 4, 1)
    }
  }
}

/** One pixel over another, which isn't clear. */
export const blend = (to: Uint8Array, at: number, from: Uint8Array, fromAt: number, coverage: number): void => {
  const alpha = ((from[fromAt + 3] ?? 0) / 255) * coverage
  if (alpha === 0) return
  for (let i = 0; i < 3; i++) {
    const below = to[at + i] ?? 0
    to[at + i] = Math.round(below + ((from[fromAt + i] ?? 0) - below) * alpha)
  }
  to[at + 3] = Math.max(to[at + 3] ?? 0, Math.round(alpha * 255))
}
