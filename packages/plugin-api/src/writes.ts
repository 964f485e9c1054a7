import { Schema } from "effect"
import { ApiError } from "./ApiError.ts"
import * as Param from "./Param.ts"
import { Data } from "./Provenance.ts"

/** A write was sent to the vendor, and neither its answer nor a look at the vendor's state tells whether it was done. */
export class WriteOutcomeUnknown extends ApiError(
  "WRITE_OUTCOME_UNKNOWN",
  502,
  "A change was sent to the vendor and it isn't known whether it took effect. A retry with the same Idempotency-Key settles it."
) {}
/** The `planId` was made for another state of the vendor, or for another change. */
export class PlanStale extends ApiError(
  "PLAN_STALE",
  409,
  "The vendor's state has changed since the preview. Preview again."
) {}
/** A write that needs a flag in the body, to show that its effect is meant, came without it. */
export class ConfirmationRequired extends ApiError(
  "CONFIRMATION_REQUIRED",
  400,
  "The change must be confirmed; the message names the flag and what it confirms."
) {}

/** What every route that writes may answer beside the errors of its vendor. */
export const writeErrors = [WriteOutcomeUnknown.wire, PlanStale.wire, ConfirmationRequired.wire] as const

/** One field that a write changes; `null` where there was nothing, or will be nothing. */
export const Change = Schema.Struct({
  field: Schema.String,
  from: Schema.Json,
  to: Schema.Json
}).annotate({ identifier: "Change", description: "One field that the write changes." })
export type Change = typeof Change.Type

/** Something to know before the write is sent, which does not stop it. */
export const Warning = Schema.Struct({
  code: Schema.String,
  message: Schema.String
}).annotate({ identifier: "WriteWarning", description: "Something to know before the write is sent." })
export type Warning = typeof Warning.Type

/** The answer to `dryRun=true`. */
export const Preview = Schema.Struct({
  dryRun: Schema.Literal(true),
  changes: Schema.Array(Change),
  warnings: Schema.Array(Warning),
  planId: Schema.String.annotate({
    description: "Send it back in the body: the write is then refused with PLAN_STALE if the state has changed."
  })
}).annotate({ identifier: "WritePreview", description: "What the write would do. Nothing was written." })
export type Preview = typeof Preview.Type

/** `dryRun`, for the query of a route that writes; `validateOnly` and the like are made by `previewFlag`. */
export const previewFlag = () =>
  Param.boolean({ default: false, description: "Check, and answer what the write would do, without writing." })

/** `planId`, for the body of a route that writes. */
export const planIdField = Schema.optionalKey(
  Schema.String.check(Schema.isMaxLength(64)).annotate({
    description: "The planId of a preview. The write is refused with PLAN_STALE if the state has changed since."
  })
)

/** A flag for the body of a route that writes; without it the answer is `CONFIRMATION_REQUIRED`, and not `INVALID_INPUT`. */
export const confirmationField = (means: string) =>
  Schema.optionalKey(Schema.Boolean.annotate({ description: `Must be true: ${means}.` }))

/**
 * The successes of a route that writes: its own answer, `unchanged: true` where there was nothing to change, with its own
 * status, and the preview with 200.
 *
 * @example
 * HttpApiEndpoint.post("create", "/v1/x", { success: writeAnswers(Thing, { status: 201 }), error: [...writeErrors] })
 */
export const writeAnswers = <Fields extends Schema.Struct.Fields>(
  answer: Schema.Struct<Fields>,
  { status = 200 }: { readonly status?: 200 | 201 | 202 } = {}
) =>
  [
    Data(
      Schema.Struct({
        ...answer.fields,
        unchanged: Schema.optionalKey(
          Schema.Literal(true).annotate({ description: "The state was already as requested; nothing was sent." })
        )
      })
    ).annotate({ httpApiStatus: status }),
    Data(Preview).annotate({ httpApiStatus: 200 })
  ] as const
