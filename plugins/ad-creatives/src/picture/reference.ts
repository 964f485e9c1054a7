import { Effect } from "effect"
import { drawing, sharpOf } from "./raster.ts"
import type { Picture } from "./readPicture.ts"

/** A picture as PNG, at most so many pixels on its longer side: for a model to look at, and for keeping a scene. */
export const referenceOf = (picture: Picture, side: number) =>
  Effect.map(
    drawing(() =>
      sharpOf(picture)
        .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
        .removeAlpha()
        .png({ compressionLevel: 6 })
        .toBuffer()
    ),
    (bytes) => new Uint8Array(bytes)
  )
