import { pictureKindOf } from "@storeglass/plugin-api"
import { Data, Effect, Semaphore } from "effect"
import sharp from "sharp"
import { headerOf } from "./header.ts"
import type { Raster } from "./raster.ts"

export const bytesMax = 10 * 1024 * 1024
const pixelsMax = 40_000_000
const sideMax = 2048
/** Decoders that hold the whole canvas get at most this much of the process's memory. */
const heldBytesMax = 200_000_000

/** A picture of 8-bit sRGB with alpha, at most 2048 pixels on its longer side. Nobody writes to its data. */
export interface Picture extends Raster {
  readonly originalWidth: number
  readonly originalHeight: number
}

export class PictureRefused extends Data.TaggedError("PictureRefused")<{
  readonly reason: "kind" | "too_large" | "too_many_pixels" | "broken"
}> {
  override get message() {
    return {
      kind: "The picture is none of PNG, JPEG and WebP.",
      too_large: "The picture is larger than 10 MiB.",
      too_many_pixels:
        "The picture has more pixels than can be read: 40 megapixels, fewer if it's animated, interlaced or progressive.",
      broken: "The picture is broken or cut off."
    }[this.reason]
  }
}

/** One picture is decoded at a time, so that the most one takes is the most that all take. */
const turn = Semaphore.makeUnsafe(1)

const decoded = (bytes: Uint8Array) =>
  Effect.tryPromise({
    try: async (): Promise<Picture> => {
      const image = sharp(bytes, {
        limitInputPixels: pixelsMax,
        failOn: "error",
        sequentialRead: true,
        animated: false
      })
      const { autoOrient } = await image.metadata()
      const { data, info } = await image
        .autoOrient()
        .resize({ width: sideMax, height: sideMax, fit: "inside", withoutEnlargement: true })
        .toColourspace("srgb")
        .ensureAlpha()
        .raw({ depth: "uchar" })
        .toBuffer({ resolveWithObject: true })
      if (info.channels !== 4) throw new TypeError(`${info.channels} channels`)
      return {
        width: info.width,
        height: info.height,
        data,
        originalWidth: autoOrient.width,
        originalHeight: autoOrient.height
      }
    },
    catch: () => new PictureRefused({ reason: "broken" })
  })

/** A store's or a customer's picture, whose kind is told by its bytes. Only the first frame of an animation. */
export const readPicture = Effect.fn("readPicture")(function* (bytes: Uint8Array) {
  if (bytes.length > bytesMax) return yield* new PictureRefused({ reason: "too_large" })
  const kind = pictureKindOf(bytes)
  if (kind === undefined) return yield* new PictureRefused({ reason: "kind" })
  const header = headerOf(kind, bytes)
  if (header === undefined) return yield* new PictureRefused({ reason: "broken" })
  const pixels = header.width * header.height
  if (pixels > pixelsMax || pixels * header.heldBytesPerPixel > heldBytesMax) {
    return yield* new PictureRefused({ reason: "too_many_pixels" })
  }
  return yield* turn.withPermits(1)(decoded(bytes))
})
