import { Param, StoredText } from "@storeglass/plugin-api"
import { Data, Effect, Schema } from "effect"

export class AccountError extends Data.TaggedError("AccountError")<{
  readonly reason: "deleting" | "email_taken" | "not_found" | "text" | "invalid" | "limit" | "state"
  /** What of a new key is wrong. */
  readonly field?: string
  readonly message: string
}> {}

/** What `LISTEN` on this channel hears: that what credentials are good for has changed. */
export const revokedChannel = "core_key_revoked"

/** What stands against the schedules of an account that is suspended, and of one that is being deleted. */
export const suspensionReason = "account suspension"
export const deletionReason = "account deletion"

/** A text that others will be shown: in the CLI's tables and on pages. */
export const assertText = (name: string, max: number, text: string) =>
  Effect.mapError(
    Schema.decodeUnknownEffect(StoredText({ max, description: name }))(text),
    ({ issue }) =>
      new AccountError({ reason: "text", field: name, message: `${name}: ${Param.firstIssue({ issue }).wrong}` })
  )
