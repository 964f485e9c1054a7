import { jobRef } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { Update } from "./bot/Update.ts"

const Nothing = Schema.Struct({})
/** Sends what waits for an account. */
export const Deliver = jobRef("alerts.deliver", Schema.Struct({ accountId: Schema.String }))
/** Tells an account's owner by mail that a chat went to another account. */
export const Moved = jobRef(
  "alerts.moved",
  Schema.Struct({ accountId: Schema.String, email: Schema.String, username: Schema.NullOr(Schema.String) })
)
/** Answers a chat. */
export const Say = jobRef("alerts.say", Schema.Struct({ chatId: Schema.String, text: Schema.String }))
/** Takes what people wrote and pressed where that took too long to answer at once; `codeHash` of a link's code. */
export const Heard = jobRef(
  "alerts.heard",
  Schema.Struct({ update: Update, codeHash: Schema.NullOr(Schema.Uint8ArrayFromHex) })
)
/** Asks for what people wrote, where nothing is delivered. */
export const Poll = jobRef("alerts.poll", Nothing)
/** Sees to it that the platform delivers here. */
export const SetUp = jobRef("alerts.set-up", Nothing)
/** Looks how many credits the accounts with a chat have left. */
export const LookAtCredits = jobRef("alerts.credits", Nothing)
/** Looks what the accounts' own rules find. */
export const LookAtRules = jobRef("alerts.rules", Nothing)
export const Prune = jobRef("alerts.prune", Nothing)
