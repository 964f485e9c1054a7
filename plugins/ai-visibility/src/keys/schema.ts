/** What the routes of an account's own keys give and take. */
import { Field } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { ModelSlug } from "../models.ts"

const orNull = <A, I>(schema: Schema.Codec<A, I>) => Schema.NullOr(schema)
const fallback = Schema.Boolean.annotate({
  description:
    "Whether the assistant may be asked with the gateway's key, at its full price, while you have no key of your own saved."
})

export const NewOwnKey = Schema.Struct({
  apiKey: Schema.RedactedFromValue(
    Schema.String.annotate({ description: "Your key at the assistant's provider, alone: no spaces, no Bearer." }).check(
      Schema.isPattern(/^[\x21-\x7e]{8,512}$/, { message: "must be 8 to 512 printable characters without spaces" })
    )
  ),
  fallback: Schema.optionalKey(
    fallback.annotate({
      description:
        "Whether the assistant may be asked with the gateway's key, at its full price, once yours is deleted or can't be opened. Absent: as it was; at first false."
    })
  )
}).annotate({ identifier: "AiNewOwnKey" })
export type NewOwnKey = typeof NewOwnKey.Type

export const OwnKeyRule = Schema.Struct({ fallback }).annotate({ identifier: "AiOwnKeyRule" })

export const OwnKey = Schema.Struct({
  modelSlug: ModelSlug,
  state: Schema.Literals(["none", "connected", "degraded", "rejected"]).annotate({
    description:
      "none: no key is saved. degraded: the provider takes it, but doesn't list the model that is asked to it. rejected: it can't be opened; save it again."
  }),
  lastFour: orNull(Field.text("The key's last four characters; null without one.", "h7Qd")),
  fingerprint: orNull(Field.text("Tells keys apart: the beginning of a digest; null without one.", "5f2a90c1b3d47e68")),
  fallback,
  asks: Schema.Literals(["own_key", "gateway_key", "nobody"]).annotate({
    description: "With which key the next scan asks the assistant. nobody: it isn't asked."
  }),
  creditsEach: orNull(Field.whole("Credits of one call of the next scan; null: it isn't asked.")),
  lastVerifiedAt: orNull(Field.text("When the provider took the key, ISO 8601; null without one.")),
  lastFailure: orNull(
    Schema.Struct({
      at: Field.text("When, ISO 8601."),
      reason: Schema.Literals(["credentials", "quota", "model_gone"]).annotate({
        description:
          "credentials: the provider refused the key; quota: nothing was left to pay with; model_gone: the key may not use the model."
      }),
      taskRunId: Field.text("The run that went on without the assistant.")
    })
  ).annotate({ description: "When a run last had to go on without the assistant because of this key; null: never." }),
  lastError: orNull(Field.text("What is wrong with it, and what fixes it; null: nothing."))
}).annotate({ identifier: "AiOwnKey" })
export type OwnKey = typeof OwnKey.Type
export const OwnKeys = Schema.Array(OwnKey)

export const DeletedKey = Schema.Struct({
  deleted: Schema.Boolean.annotate({ description: "False when there was no key." }),
  key: OwnKey
}).annotate({ identifier: "AiDeletedKey" })
