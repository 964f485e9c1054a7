import { writerOf } from "@storeglass/ai-visibility/contract"
import { Clock, Effect, Schema } from "effect"
import type { AdCreativesConfig } from "../config.ts"
import {
  angleOf,
  audienceOf,
  type Copy,
  type Brief as CopyBrief,
  checkClaims,
  copyInstructions,
  copySchema,
  imagePromptOf,
  keyPointsOf,
  type Listing,
  languageOf,
  writeCopy
} from "../copy/index.ts"
import { copyModel } from "../models.ts"
import type { JobRow, Warning, Written } from "./JobTable.ts"

const outputTokensMax = 4_000
const writerMs = 90_000
const descriptionMax = 4_000

const Answer = Schema.Struct({
  primaryText: Schema.String,
  headline: Schema.String,
  description: Schema.String,
  callToAction: Schema.String,
  imageScene: Schema.String
})

export const listingOf = ({ app, subtitle }: Pick<JobRow["listing"], "app" | "subtitle">): Listing => ({
  ...app,
  subtitle
})

/** What is found out of a listing, before anything is written. */
export const analysisOf = ({ brief, listing }: Pick<JobRow, "brief" | "listing">): Written => {
  const about = listingOf(listing)
  const keyPoints = keyPointsOf(about, brief.keyPoints ?? undefined)
  return {
    keyPoints,
    angle: brief.angle ?? angleOf(about, keyPoints),
    audience: brief.audience ?? audienceOf(about, keyPoints),
    language: languageOf(about, brief.lang),
    copy: null,
    copyModel,
    checks: [],
    imagePrompt: null
  }
}

interface Asked {
  readonly row: JobRow
  readonly written: Written
  readonly hasScreenshots: boolean
  /** Of mode edit: the copy that is changed. */
  readonly earlier: Copy | undefined
}

/** Writes copy, by an assistant where there is one, and holds every claim of it against the listing. */
export const makeCopywriting = Effect.fnUntraced(function* ({ writer }: AdCreativesConfig) {
  const assistant = yield* writerOf(writer)

  const asked = Effect.fnUntraced(function* (
    listing: Listing,
    written: Written,
    brief: CopyBrief,
    edit: { earlier: Copy; instruction: string } | undefined
  ) {
    if (assistant === undefined) return undefined
    const input = {
      name: listing.name,
      subtitle: listing.subtitle,
      category: listing.genreName,
      price: listing.formattedPrice,
      description: listing.description.slice(0, descriptionMax),
      keyPoints: written.keyPoints.map(({ text }) => ({ text })),
      ...(edit === undefined ? {} : { copy: edit.earlier, change: edit.instruction })
    }
    const said = yield* assistant.ask({
      slug: assistant.writer,
      instructions: copyInstructions(brief, written.keyPoints, written.language),
      input: JSON.stringify(input),
      name: "ad_copy",
      schema: copySchema(written.language),
      outputTokensMax,
      untilMs: (yield* Clock.currentTimeMillis) + writerMs
    })
    return { model: assistant.writer, answer: yield* Schema.decodeUnknownEffect(Answer)(said) }
  })

  return Effect.fn("Copywriting.write")(function* ({ earlier, hasScreenshots, row, written }: Asked) {
    const { brief } = row
    const listing = listingOf(row.listing)
    const by: CopyBrief = {
      style: brief.style,
      angle: written.angle,
      audience: written.audience,
      lang: written.language
    }
    const edit =
      earlier === undefined || brief.editInstruction === null
        ? undefined
        : { earlier, instruction: brief.editInstruction }
    const warnings: Array<Warning> = []
    const drafted = yield* asked(listing, written, by, edit).pipe(
      Effect.catch((cause) =>
        Effect.gen(function* () {
          yield* Effect.logWarning("The copy is written by rules.", { detail: String(cause.message).slice(0, 300) })
          warnings.push({ code: "WRITER_UNAVAILABLE", message: "the assistant couldn't write the copy, so rules did" })
          return undefined
        })
      )
    )
    const draft: Copy = drafted?.answer ?? earlier ?? writeCopy(listing, written.keyPoints, by)
    if (edit !== undefined && drafted === undefined) {
      warnings.push({
        code: "COPY_UNCHANGED",
        message: "no assistant writes here, so the edit changes the picture alone"
      })
    }
    const checked = checkClaims(draft, { listing, keyPoints: written.keyPoints, brief: by })
    const prompt = imagePromptOf({
      preset: brief.imagePreset,
      style: brief.style,
      angle: written.angle,
      audience: written.audience,
      listing,
      hasScreenshots,
      ...(drafted === undefined ? {} : { scene: drafted.answer.imageScene })
    })
    const done: Written = {
      ...written,
      copy: checked.copy,
      copyModel: drafted?.model ?? copyModel,
      checks: checked.checks,
      imagePrompt: brief.editInstruction === null ? prompt : `${prompt}\nChange this: ${brief.editInstruction}`
    }
    return { written: done, warnings }
  })
})
