import {
  Change,
  type Connection,
  Locks,
  LockUnavailable,
  lockUnavailable,
  NotFound,
  type OpenWrite,
  PlanStale,
  type SavedError,
  type ServiceUnavailable,
  VendorRefused,
  VendorWrites,
  Verdict,
  vendorWrite,
  Warning,
  writeOperation
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { saved } from "../asked.ts"
import { serviceAccountOf } from "../edits/Edits.ts"
import { PlayConnection } from "../PlayConnection.ts"
import { ReplyExists } from "./errors.ts"
import { msOf, sameReply, shownOf, strippedOf } from "./neutral.ts"
import { ReviewCopies } from "./ReviewCopies.ts"
import { ReviewsVendor } from "./ReviewsVendor.ts"
import type { Reply } from "./schema.ts"
import { iso } from "./told.ts"

/** The reply that a review has. */
const Present = Schema.NullOr(Schema.Struct({ text: Schema.String, lastEditedAt: Schema.String }))
type Present = typeof Present.Type
const Intent = Schema.Struct({ packageName: Schema.String, reviewId: Schema.String, replyText: Schema.String })
type Intent = typeof Intent.Type
const Done = Schema.Struct({
  replyText: Schema.String,
  lastEditedAt: Schema.String,
  replaced: Schema.Boolean,
  changes: Schema.Array(Change),
  warnings: Schema.Array(Warning)
})
type Done = typeof Done.Type

const diff = (present: Present, { replyText }: Intent): ReadonlyArray<Change> =>
  present !== null && sameReply(present.text, replyText)
    ? []
    : [{ field: "replyText", from: present?.text ?? null, to: replyText }]
const warningsOf = (present: Present, { replyText }: Intent): ReadonlyArray<Warning> => [
  ...(present === null
    ? []
    : [{ code: "REPLY_IS_REPLACED", message: `the reply of ${present.lastEditedAt} goes: the store keeps one` }]),
  ...(strippedOf(replyText) === replyText
    ? []
    : [{ code: "HTML_IS_STRIPPED", message: "replyText (body): the store strips what looks like HTML" }])
]

/** How long a reply waits for another to the same review. */
const waitMs = 15_000

const make = Effect.fnUntraced(function* (readsLagMs: number) {
  const connections = yield* PlayConnection
  const copies = yield* ReviewCopies
  const locks = yield* Locks
  const vendor = yield* ReviewsVendor
  const writes = yield* VendorWrites
  const operation = writeOperation("connect-storeb.review.reply", {
    before: Present,
    intent: Intent,
    after: Done,
    readsLagMs
  })

  const present = (connection: Connection, { packageName, reviewId }: Intent) =>
    saved(
      Effect.mapError(vendor.one(connection, packageName, reviewId), (error) =>
        error instanceof VendorRefused && error.refusal === "missing"
          ? new NotFound(
              `reviewId (path): the store shows no review ${reviewId} of ${packageName}; it shows those of about a week`
            )
          : error
      )
    ).pipe(
      Effect.map((told): Present => {
        const reply = shownOf(told)?.reply ?? null
        return reply === null ? null : { text: reply.text, lastEditedAt: iso(reply.atMs) }
      })
    )

  /** Whether the review has the reply that was to be sent, or still what it had. */
  const look = (connection: Connection) =>
    Effect.fnUntraced(function* ({ before, intent }: OpenWrite<Present, Intent>) {
      const now = yield* present(connection, intent)
      if (now !== null && sameReply(now.text, intent.replyText)) {
        return Verdict.applied<Done>({
          replyText: now.text,
          lastEditedAt: now.lastEditedAt,
          replaced: before !== null,
          changes: diff(before, intent),
          warnings: warningsOf(before, intent)
        })
      }
      const untouched = now?.text === before?.text && now?.lastEditedAt === before?.lastEditedAt
      return untouched ? Verdict.absent : Verdict.unlike(`the review has another reply, of ${now?.lastEditedAt}`)
    })

  yield* writes.register(operation, {
    verify: Effect.fnUntraced(function* (write: OpenWrite<Present, Intent>) {
      const connection = yield* connections.ready(write.accountId)
      // Another service account may see another console.
      if (serviceAccountOf(connection) !== write.connection) return Verdict.unknown
      return yield* look(connection)(write)
    })
  })

  return {
    reply: Effect.fn("Replies.reply")(function* (
      connection: Connection,
      { packageName, reviewId }: { readonly packageName: string; readonly reviewId: string },
      { overwrite = false, planId, replyText }: Reply,
      validateOnly: boolean
    ) {
      const intent = { packageName, reviewId, replyText }
      const replied = Effect.gen(function* () {
        let seen: Present = null
        const { data } = yield* vendorWrite(writes, {
          operation,
          target: `${packageName}/review:${reviewId}`,
          intent,
          connection: serviceAccountOf(connection),
          dryRun: validateOnly,
          planId,
          read: Effect.tap(present(connection, intent), (found) =>
            Effect.sync(() => {
              seen = found
            })
          ),
          checks: Effect.fnUntraced(function* (
            before: Present
          ): Effect.fn.Return<ReadonlyArray<Warning>, ReplyExists | SavedError | ServiceUnavailable> {
            if (before === null || overwrite || diff(before, intent).length === 0) return warningsOf(before, intent)
            return yield* new ReplyExists(
              `overwrite (body): the review has a reply of ${before.lastEditedAt}; send true to put yours in its place. Nothing was sent`,
              { details: { replyText: before.text, lastEditedAt: before.lastEditedAt } }
            )
          }),
          diff,
          unchanged: (before): Done => ({
            replyText: before?.text ?? replyText,
            lastEditedAt: before?.lastEditedAt ?? "",
            replaced: false,
            changes: [],
            warnings: []
          }),
          send: Effect.fnUntraced(function* ({ before }) {
            const { result } = yield* saved(vendor.reply(connection, packageName, reviewId, replyText))
            const after: Done = {
              replyText: result?.replyText ?? strippedOf(replyText),
              lastEditedAt: iso(msOf(result?.lastEdited) ?? (yield* Clock.currentTimeMillis)),
              replaced: before !== null,
              changes: diff(before, intent),
              warnings: warningsOf(before, intent)
            }
            return { after }
          }),
          verify: look(connection)
        })
        if ("dryRun" in data) {
          return {
            reviewId,
            replyText: strippedOf(replyText),
            lastEditedAt: null,
            replaced: seen !== null && data.changes.length > 0,
            validateOnly: true,
            unchanged: data.changes.length === 0,
            changes: data.changes,
            warnings: data.warnings,
            planId: data.planId
          }
        }
        const { unchanged = false, ...done } = data
        if (!unchanged) {
          // The reply was made; a copy that lacks it has it with the next read.
          yield* Effect.ignore(
            copies.replied(connection.saved, packageName, reviewId, done.replyText, Date.parse(done.lastEditedAt)),
            { log: true }
          )
        }
        return { reviewId, ...done, validateOnly: false, unchanged, planId: null }
      })
      return yield* locks
        .withKey(`connect-storeb/reply/${serviceAccountOf(connection)}/${packageName}/${reviewId}`, replied, { waitMs })
        .pipe(
          // Nothing here is asked to be confirmed.
          Effect.catchTag("CONFIRMATION_REQUIRED", Effect.die),
          Effect.mapError((error) => {
            if (error instanceof LockUnavailable) return lockUnavailable(error)
            return error instanceof PlanStale
              ? new PlanStale(
                  "planId (body): the review has another reply since that preview, or the preview was for another one; nothing was sent. Preview again with validateOnly=true"
                )
              : error
          })
        )
    })
  }
})

/** Replies to reviews: previewed, journalled, sent once. */
export class Replies extends Context.Service<Replies, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/connect-storeb/Replies"
) {
  static readonly layer = (readsLagMs: number) => Layer.effect(this, make(readsLagMs))
}
