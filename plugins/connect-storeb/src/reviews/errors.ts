import { ApiError } from "@storeglass/plugin-api"
import { Schema } from "effect"

/** A reply takes the place of the one before, so that's only done when asked for. */
export class ReplyExists extends ApiError(
  "REPLY_EXISTS",
  409,
  "The review has a reply. Send overwrite: true to put yours in its place; details have the present one.",
  {
    details: Schema.Struct({
      replyText: Schema.String,
      /** ISO 8601. */
      lastEditedAt: Schema.String
    })
  }
) {}
