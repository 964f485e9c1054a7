/** What a request asks for, once its parts agree. */
import { InvalidInput, type Param } from "@storeglass/plugin-api"
import { Result, Schema } from "effect"
import { listingAddress } from "./appUrl.ts"
import { type Generate, ImagePresetSchema, type ModeSchema, PreviousCopy, QualitySchema } from "./schema.ts"

export const builtInStyle = "ugc"

/** What is kept of a request beside the app it's about. */
export const Brief = Schema.Struct({
  style: Schema.String,
  imagePreset: ImagePresetSchema,
  angle: Schema.NullOr(Schema.String),
  audience: Schema.NullOr(Schema.String),
  lang: Schema.String,
  keyPoints: Schema.NullOr(Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Array(Schema.String)]))),
  extraScreenshotUrls: Schema.Array(Schema.String),
  generateImage: Schema.Boolean,
  quality: QualitySchema,
  editInstruction: Schema.NullOr(Schema.String),
  /** Of mode edit: the job that made the earlier ad, and its copy where that was sent back changed. */
  previous: Schema.NullOr(
    Schema.Struct({
      jobId: Schema.String,
      copy: Schema.NullOr(PreviousCopy)
    })
  )
})
export type Brief = typeof Brief.Type

export interface Asked {
  readonly mode: typeof ModeSchema.Type
  readonly app: { readonly platform: Param.Platform; readonly appId: string } | undefined
  readonly country: string | undefined
  readonly brief: Omit<Brief, "previous" | "lang"> & { readonly lang: string | undefined }
  readonly previous: NonNullable<Generate["previousAd"]> | undefined
}

const wrong = (message: string) => Result.fail(new InvalidInput(message))

const appOf = (
  asked: Generate
): Result.Result<Pick<Asked, "app" | "country"> & { readonly lang: string | undefined }, InvalidInput> => {
  const { appId, appUrl, platform } = asked
  if ((appId === undefined) !== (platform === undefined)) {
    return wrong(
      appId === undefined
        ? "appId (body): is required with platform; send the app's id there, or appUrl instead of both"
        : "platform (body): is required with appId; send storea or storeb, or appUrl instead of both"
    )
  }
  const named = platform === undefined || appId === undefined ? undefined : { platform, appId: appId.trim() }
  if (appUrl === undefined) return Result.succeed({ app: named, country: asked.country, lang: asked.lang })
  const address = listingAddress(appUrl)
  if (address === undefined) {
    return wrong(
      "appUrl (body): isn't the address of an app's listing in either store; send platform and appId instead"
    )
  }
  const { country, lang, ...app } = address
  if (named !== undefined && (named.platform !== app.platform || named.appId !== app.appId)) {
    return wrong(
      `appUrl (body): names ${app.appId} on ${app.platform}, and platform and appId name ${named.appId.slice(0, 60)} on ${named.platform}; send one of the two`
    )
  }
  return Result.succeed({ app, country: asked.country ?? country, lang: asked.lang ?? lang })
}

/** Fails with what doesn't go together, naming the field. */
export const askedOf = (asked: Generate): Result.Result<Asked, InvalidInput> => {
  const { editInstruction, generateImage = true, mode = "generate", previousAd } = asked
  if (mode === "edit") {
    if (editInstruction === undefined)
      return wrong("editInstruction (body): is required with mode edit; say what to change")
    if (previousAd === undefined) {
      return wrong(
        "previousAd (body): is required with mode edit; send the earlier ad, or { jobId } of the job that made it"
      )
    }
    if (previousAd.jobId === undefined && previousAd.imageUrl === undefined) {
      return wrong("previousAd (body): must have the imageUrl of the earlier ad, or the jobId of the job that made it")
    }
    if (!generateImage) return wrong("generateImage (body): must not be false with mode edit, which makes a picture")
  } else {
    if (editInstruction !== undefined)
      return wrong("editInstruction (body): is for mode edit alone; leave it out, or send mode edit")
    if (previousAd !== undefined)
      return wrong("previousAd (body): is for mode edit alone; leave it out, or send mode edit")
  }
  return Result.flatMap(appOf(asked), ({ app, country, lang }) => {
    if (app === undefined && mode !== "edit") {
      return wrong("appUrl (body): is required, or platform and appId; send the address of the app's listing")
    }
    return Result.succeed({
      mode,
      app,
      country: country?.toLowerCase(),
      previous: previousAd,
      brief: {
        style: asked.style?.trim() ?? builtInStyle,
        imagePreset: asked.imagePreset ?? "branded_showcase",
        angle: asked.angle?.trim() ?? null,
        audience: asked.audience?.trim() ?? null,
        lang,
        keyPoints: asked.keyPoints ?? null,
        extraScreenshotUrls: asked.extraScreenshotUrls ?? [],
        generateImage: mode !== "analyze" && generateImage,
        quality: asked.quality ?? "medium",
        editInstruction: editInstruction?.trim() ?? null
      }
    })
  })
}

/** Who pays what, and who draws. */
export type Plan =
  | { readonly draws: "nobody" | "own_key"; readonly bucket: "general"; readonly credits: 1 }
  | { readonly draws: "provider" | "layout"; readonly bucket: "creative"; readonly credits: number }

export const qualityCredits = { low: 1, medium: 2, high: 5 } as const

/**
 * The document's prices: analysis, copy alone and pictures on the caller's own key cost 1 general credit, a picture of the
 * platform's provider by its quality. A picture laid out by rules costs as much as a low one. Undefined: nobody can draw it.
 */
export const planOf = (
  { brief, mode }: Pick<Asked, "brief" | "mode">,
  has: { readonly vendor: boolean; readonly key: boolean; readonly ownKey: boolean; readonly layoutEngine: boolean }
): Plan | undefined => {
  if (!brief.generateImage) return { draws: "nobody", bucket: "general", credits: 1 }
  if (has.vendor && has.ownKey) return { draws: "own_key", bucket: "general", credits: 1 }
  if (has.vendor && has.key) return { draws: "provider", bucket: "creative", credits: qualityCredits[brief.quality] }
  // A key that nobody is there for must not turn into another price.
  if (has.ownKey || mode === "edit" || !has.layoutEngine) return undefined
  return { draws: "layout", bucket: "creative", credits: qualityCredits.low }
}
