import {
  asDocumented,
  Caller,
  InvalidInput,
  type NotFound,
  type OpenWrite,
  PlanStale,
  VendorConflict,
  VendorRejected,
  VendorWriteLog,
  Verdict,
  type WriteRecord
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { Digest, layerWebCrypto, md5 } from "effect/crypto/Digest"
import type { Parent } from "../catalog/Products.ts"
import type { Console, Pictured } from "../vendor/Console.ts"
import { ReviewScreenshot } from "../vendor/records.ts"
import { Changes, changedSince, changeOf, type Failure, type Manner } from "../writes/Changes.ts"
import { said } from "../writes/diffs.ts"
import { Gone, imageBytesMax, type NewScreenshot } from "./schema.ts"

export const Image = Schema.Struct({ fileName: Schema.String, fileSize: Schema.Int, checksum: Schema.String })
export type Image = typeof Image.Type
const State = Schema.Struct({
  screenshot: Schema.NullOr(ReviewScreenshot),
  /** A reservation that an upload of this account left behind. */
  leftBehind: Schema.NullOr(Schema.String)
})
const Going = Schema.Struct({ id: Schema.optionalKey(Schema.String) })
const uploadOf = (parent: Parent) =>
  changeOf(`${parent}-review-screenshot.upload`, { state: State, intent: Image, after: ReviewScreenshot })
const deletionOf = (parent: Parent) =>
  changeOf(`${parent}-review-screenshot.delete`, {
    state: Schema.NullOr(ReviewScreenshot),
    intent: Going,
    after: Gone
  })
export const uploads = { iap: uploadOf("iap"), subscription: uploadOf("subscription") } as const
export const deletions = { iap: deletionOf("iap"), subscription: deletionOf("subscription") } as const

export const pictured = (console: Console, parent: Parent): Pictured =>
  parent === "iap" ? console.iapScreenshots : console.subscriptionScreenshots

/** How long an answer waits for what the vendor makes of an image. */
const deliveredMsMax = 10_000
const lookMs = { first: 250, most: 2_000 }
const monthMs = 30 * 86_400_000
const journalMax = 50

const isPng = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 8)).toString("hex") === "89504e470d0a1a0a"
const isJpeg = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 3)).toString("hex") === "ffd8ff"
const imageIn = ({ fileName, image }: Pick<typeof NewScreenshot.Type, "fileName" | "image">) => {
  const bytes = Buffer.from(image, "base64")
  if (bytes.length > imageBytesMax) {
    return Effect.fail(new InvalidInput(`image (body): has ${bytes.length} bytes; send at most ${imageBytesMax}`))
  }
  const isTold = fileName.toLowerCase().endsWith(".png") ? isPng(bytes) : isJpeg(bytes)
  return isTold
    ? Effect.succeed(bytes)
    : Effect.fail(
        new InvalidInput(
          "image (body): isn't what its fileName says; send the bytes of a .png, or of a .jpg or .jpeg, as base64"
        )
      )
}

/** Nothing that the vendor has looked at: a reservation, or what it couldn't take. */
const isUnfinished = ({ state }: ReviewScreenshot) => state === "AWAITING_UPLOAD" || state === "FAILED"
const Noted = Schema.Struct({ screenshotId: Schema.String })
const notedIn = Schema.decodeUnknownOption(Noted)
const imageOf = Schema.decodeUnknownOption(Image)
/** Whether a screenshot is what an upload reserved; by its name and size where it died before it knew the id. */
const isOf = (
  { intent, progress }: { readonly progress: unknown; readonly intent: Image },
  { fileName, fileSize, id }: ReviewScreenshot
) =>
  Option.match(notedIn(progress), {
    onSome: ({ screenshotId }) => screenshotId === id,
    onNone: () => fileName === intent.fileName && fileSize === intent.fileSize
  })
const isLeftBy =
  (found: ReviewScreenshot) =>
  ({ intent, operation, outcome, progress, sentAtMs }: WriteRecord) =>
    operation.endsWith("review-screenshot.upload") &&
    sentAtMs !== null &&
    outcome !== "applied" &&
    Option.exists(imageOf(intent), (image) => isOf({ progress, intent: image }, found))

const unlessGone = <A>(remove: Effect.Effect<A, Failure>) =>
  Effect.catchIf(
    remove,
    (error): error is NotFound => error._tag === "NOT_FOUND",
    () => Effect.succeed(undefined)
  )
const targetOf = (parent: Parent, parentId: string) => `${parent}:${parentId}/review-screenshot`
/** The product of an upload's target. */
export const parentIdIn = (target: string) => /:(.+)\/review-screenshot$/.exec(target)?.[1]

/** How the outcome of an upload is found, and what it left is deleted. */
export const settlingOf = (screenshots: Pictured, parentId: string) => {
  const mine = (write: OpenWrite<unknown, Image>) =>
    Effect.map(screenshots.of(parentId), (found) => (found !== null && isOf(write, found) ? found : null))
  return {
    verify: (write: OpenWrite<unknown, Image>) =>
      Effect.map(mine(write), (found) =>
        found === null || isUnfinished(found) || (found.checksum ?? write.intent.checksum) !== write.intent.checksum
          ? Verdict.absent
          : Verdict.applied(found)
      ),
    clear: Effect.fnUntraced(function* (write: OpenWrite<unknown, Image>) {
      const noted = Option.getOrUndefined(notedIn(write.progress))
      const found = noted === undefined ? yield* mine(write) : undefined
      const id = noted?.screenshotId ?? (found != null && isUnfinished(found) ? found.id : undefined)
      if (id !== undefined) yield* unlessGone(screenshots.remove(id))
    })
  }
}

const told = (from: Pick<ReviewScreenshot, keyof Image> | null, to: Image | null) => [
  { field: "reviewScreenshot", from, to }
]

const make = Effect.gen(function* () {
  const changes = yield* Changes
  const digest = yield* Digest
  const log = yield* VendorWriteLog

  const leftBehind = Effect.fnUntraced(function* (accountId: string, target: string, found: ReviewScreenshot | null) {
    if (found === null || !isUnfinished(found)) return null
    const sinceMs = (yield* Clock.currentTimeMillis) - monthMs
    const rows = yield* asDocumented(
      log.list({ accountId, sinceMs, plugin: "connect-storea", target, limit: journalMax })
    )
    return rows.some(isLeftBy(found)) ? found.id : null
  })

  /** What becomes of an image that was sent, as far as that is known soon. */
  const delivered = Effect.fnUntraced(function* (screenshots: Pictured, first: ReviewScreenshot) {
    const untilMs = (yield* Clock.currentTimeMillis) + deliveredMsMax
    let latest = first
    for (let pauseMs = lookMs.first; latest.state === "UPLOAD_COMPLETE"; pauseMs = Math.min(pauseMs * 2, lookMs.most)) {
      if ((yield* Clock.currentTimeMillis) + pauseMs > untilMs) break
      yield* Effect.sleep(pauseMs)
      // It's there by now, whatever a look says.
      latest = yield* Effect.catch(screenshots.get(first.id), () => Effect.succeed(latest))
    }
    return latest
  })

  return {
    upload: Effect.fn("ReviewScreenshots.upload")(function* (
      console: Console,
      parent: Parent,
      parentId: string,
      { fileName, image }: Pick<typeof NewScreenshot.Type, "fileName" | "image">,
      manner: Manner
    ) {
      const { accountId } = yield* Caller
      const bytes = yield* imageIn({ fileName, image })
      const intent: Image = {
        fileName,
        fileSize: bytes.length,
        checksum: yield* digest.digestHex(md5, bytes)
      }
      const screenshots = pictured(console, parent)
      const target = targetOf(parent, parentId)
      /** What is there, as far as it's of use; a reservation that was left behind isn't. */
      const inPlace = ({ leftBehind, screenshot }: typeof State.Type) =>
        screenshot === null || screenshot.id === leftBehind ? null : screenshot
      const isSame = (found: ReviewScreenshot | null) =>
        found !== null && !isUnfinished(found) && found.checksum === intent.checksum
      return yield* changes.make(console, manner, {
        operation: uploads[parent],
        target,
        intent,
        read: Effect.flatMap(screenshots.of(parentId), (screenshot) =>
          Effect.map(leftBehind(accountId, target, screenshot), (id) => ({ screenshot, leftBehind: id }))
        ),
        diff: (state) => (isSame(inPlace(state)) ? [] : told(null, intent)),
        checks: (state) => {
          const found = inPlace(state)
          return found === null || isSame(found)
            ? Effect.succeed([])
            : Effect.fail(
                new VendorConflict(
                  `there is a review screenshot already: ${found.fileName ?? "one without a name"} (${found.state ?? "in an unknown state"}, id ${found.id}), and the vendor keeps one; delete it first (DELETE on this path). Nothing was written`
                )
              )
        },
        unchanged: (state) => inPlace(state),
        send: Effect.fnUntraced(function* (state, note) {
          if (state.leftBehind !== null) yield* unlessGone(screenshots.remove(state.leftBehind))
          const reserved = yield* screenshots.reserve(parentId, intent)
          yield* note({ screenshotId: reserved.id })
          yield* reserved.send(bytes)
          const { after, vendorRequestId } = yield* screenshots.commit(reserved.id, intent.checksum)
          const latest = yield* delivered(screenshots, after)
          if (latest.state === "FAILED") {
            // The journal's undo takes it away.
            return yield* new VendorRejected(
              `image (body): the vendor couldn't take it: ${latest.problems.join("; ") || "it doesn't say why"}; nothing of it is left there`
            )
          }
          return { after: latest, vendorRequestId }
        }),
        ...settlingOf(screenshots, parentId)
      })
    }),

    /** `made`: only that one, as an upload left it. */
    remove: Effect.fn("ReviewScreenshots.remove")(function* (
      console: Console,
      parent: Parent,
      parentId: string,
      manner: Manner,
      made?: Pick<ReviewScreenshot, "id">
    ) {
      const screenshots = pictured(console, parent)
      const read = screenshots.of(parentId)
      const existing = made ?? (yield* read)
      const intent: typeof Going.Type = said("id", existing?.id ?? null)
      const after: typeof Gone.Type = { deleted: true, ...intent }
      return yield* changes.make(console, manner, {
        operation: deletions[parent],
        target: targetOf(parent, parentId),
        intent,
        read,
        diff: (state) =>
          state === null
            ? []
            : told({ fileName: state.fileName, fileSize: state.fileSize, checksum: state.checksum }, null),
        checks: (state) =>
          state !== null && state.id !== intent.id
            ? Effect.fail(
                made === undefined
                  ? new PlanStale("planId (query): another screenshot is there by now; nothing was written. Look again")
                  : changedSince("another screenshot is there by now")
              )
            : Effect.succeed([]),
        unchanged: (state) => (state === null ? after : null),
        send: () =>
          Effect.map(intent.id === undefined ? Effect.succeed({}) : screenshots.remove(intent.id), (sent) => ({
            ...sent,
            after
          })),
        verify: () =>
          Effect.map(read, (state) =>
            state !== null && state.id === intent.id ? Verdict.absent : Verdict.applied(after)
          )
      })
    })
  }
})

/** Screenshots for the vendor's review: uploading and deleting them. */
export class ReviewScreenshots extends Context.Service<ReviewScreenshots, Effect.Success<typeof make>>()(
  "@storeglass/connect-storea/ReviewScreenshots"
) {
  static readonly layer = Layer.effect(this, make).pipe(Layer.provide(layerWebCrypto))
}
