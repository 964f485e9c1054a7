import { Field } from "@storeglass/plugin-api"
import { Schema } from "effect"

export const email = Schema.String.check(
  Schema.isMinLength(3),
  Schema.isMaxLength(320),
  // What can't be seen can't be stored either.
  Schema.isPattern(/^[^\s@\p{C}]+@[^\s@\p{C}]+$/u)
).annotate({ description: "E-mail address of an account.", examples: ["ada@example.com"] })

export const NewLink = Schema.Struct({ email }).annotate({ examples: [{ email: "ada@example.com" }] })

export const Link = Schema.Struct({
  token: Field.text("The code, good once and for 10 minutes. A newer one voids it."),
  url: Field.text("Opens the bot; pressing Start there links the chat.", "https://t.me/storeglass_bot?start=Zm9v"),
  expiresAt: Field.text("When the code ends, ISO 8601.", "2026-11-27T10:10:00.000Z")
}).annotate({ identifier: "ChatLink" })

const Pairing = Schema.Struct({
  chatId: Field.text("Id of the chat.", "4711"),
  username: Schema.NullOr(Schema.String).annotate({
    description: "What its owner is called there; never proof of anything."
  }),
  pairedAt: Field.text("When it was linked, ISO 8601.", "2026-11-27T10:01:00.000Z"),
  status: Schema.Literals(["active", "blocked"]).annotate({ description: "`blocked`: its owner blocked the bot." })
}).annotate({ identifier: "ChatPairing" })

export const Paired = Schema.Struct({
  paired: Schema.Boolean.annotate({ description: "Whether a chat is linked that takes alerts." }),
  pairings: Schema.Array(Pairing).annotate({ description: "The chats, the newest first." })
}).annotate({ identifier: "ChatPairings" })

export const OldPairing = Schema.Struct({
  email,
  chatId: Schema.Union([Schema.Int, Schema.String.check(Schema.isPattern(/^-?[0-9]{1,16}$/))]).annotate({
    description: "Id of the chat, as text or a number.",
    examples: ["4711"]
  })
}).annotate({ examples: [{ email: "ada@example.com", chatId: "4711" }] })

export const Removed = Schema.Struct({
  removed: Schema.Boolean.annotate({ description: "False: this address and chat aren't linked." })
}).annotate({ identifier: "ChatRemoved" })
