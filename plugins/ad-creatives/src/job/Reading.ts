import { Caller, Files, isoOf, isUuid } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer } from "effect"
import { noJob } from "../errors.ts"
import type { Job } from "../schema.ts"
import { type JobRow, makeJobTable } from "./JobTable.ts"

/** How long an address of a picture is good for. */
const addressMs = 7 * 86_400_000

const resultOf = (row: JobRow, imageUrl: string | null): Job["result"] => {
  const { brief, drawn, listing, placed, warnings, written } = row
  if (written === null) return null
  const { angle, audience, checks, copy, copyModel, imagePrompt, keyPoints, language } = written
  const { imagePreset, quality, style } = brief
  const ad =
    copy === null
      ? null
      : {
          copy,
          imageUrl,
          imagePrompt,
          style,
          imagePreset,
          angle,
          quality: drawn === null || drawn.model.startsWith("layout@") ? null : quality,
          model: drawn?.model ?? null,
          copyModel
        }
  return {
    keyPoints,
    audience,
    language,
    ad,
    sources: { iconUrl: listing.app.iconUrl, screenshotUrls: placed ?? [], asOf: isoOf(listing.asOfMs) },
    checks,
    warnings
  }
}

const make = Effect.gen(function* () {
  const table = yield* makeJobTable
  const files = yield* Files
  const job = Effect.fn("Reading.job")(function* (jobId: string) {
    const { accountId } = yield* Caller
    const row = isUuid(jobId) ? yield* table.read({ accountId, jobId }) : undefined
    if (row === undefined) return yield* noJob
    const isDone = row.status === "completed"
    const link =
      isDone && row.fileId !== null
        ? yield* files.link(accountId, row.fileId, (yield* Clock.currentTimeMillis) + addressMs)
        : undefined
    const job: Job = {
      jobId: row.id,
      status: row.status,
      stage: isDone ? null : row.stage,
      mode: row.mode,
      createdAt: isoOf(row.createdMs),
      updatedAt: isoOf(row.updatedMs),
      result: isDone ? resultOf(row, link?.url ?? null) : null,
      error: row.errorCode === null ? null : { code: row.errorCode, message: row.errorMessage ?? "" },
      creditCost: { category: row.bucket, amount: row.status === "failed" ? 0 : row.credits }
    }
    return job
  })
  return { job }
})

/** Tells how jobs stand. */
export class Reading extends Context.Service<Reading, Effect.Success<typeof make>>()(
  "@storeglass/ad-creatives/Reading"
) {
  static readonly layer = Layer.effect(Reading, make)
}
