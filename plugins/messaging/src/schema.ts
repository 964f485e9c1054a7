import { Field } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { encodedWord } from "./mail/address.ts"

const line = (description: string, max: number, ...examples: ReadonlyArray<string>) =>
  Schema.String.check(
    Schema.isMinLength(1),
    Schema.isMaxLength(max),
    Schema.isPattern(/^\P{Cc}*$/u),
    Schema.makeFilter((text) => !encodedWord.test(text) || "must have no encoded word such as =?utf-8?Q?Hello?=")
  ).annotate({
    description,
    ...(examples.length === 0 ? {} : { examples })
  })
const address = Schema.String.check(Schema.isMinLength(3), Schema.isMaxLength(320))
const contentBytesMax = 512 * 1024
const content = (description: string) =>
  Schema.String.check(
    Schema.isMaxLength(contentBytesMax),
    Schema.makeFilter((text) => Buffer.byteLength(text) <= contentBytesMax || "must be at most 512 KiB in UTF-8")
  ).annotate({ description })
/** A mail whose parts are as long as they may be, each byte escaped as JSON allows (`\u0041`), and all else beside them. */
export const emailBodyBytesMax = 2 * 6 * contentBytesMax + 1024 * 1024
const { optionalKey } = Schema

export const NewEmail = Schema.Struct({
  to: Schema.Union([address, Schema.Array(address).check(Schema.isMinLength(1), Schema.isMaxLength(50))]).annotate({
    description: "An address, or 1 to 50. All of them see each other. Repeated ones count once."
  }),
  subject: line("The subject: one line of 1 to 250 characters.", 250, "Your report is ready"),
  html: optionalKey(content("The mail as HTML, at most 512 KiB in UTF-8.")),
  text: optionalKey(content("The mail as text, at most 512 KiB in UTF-8. Derived from `html` where it's missing.")),
  replyTo: optionalKey(address.annotate({ description: "Where answers go." })),
  fromName: optionalKey(line("The name beside the gateway's address.", 80, "Storeglass reports"))
}).annotate({
  examples: [{ to: "ada@example.com", subject: "Your report is ready", text: "Open it in your workspace." }]
})

export const SentEmail = Schema.Struct({
  messageId: Field.text("Id of the mail here.", "019c8e2a-7b41-7c3d-9e5f-2a6b8c0d1e3f"),
  accepted: Field.texts("The addresses it was taken for."),
  suppressed: Field.texts("The addresses that get no mail: theirs bounced, or they complained.")
}).annotate({ identifier: "SentEmail" })

const preview = Schema.Struct({
  subject: Field.text("The subject."),
  html: Field.text("The mail as HTML."),
  text: Field.text("The mail as text.")
}).annotate({ identifier: "MailPreview", description: "The mail as its reader has it." })

export const NewBroadcast = Schema.Struct({
  kind: line(
    "A kind of the gateway's config: product_update, newsletter, incident or maintenance by default.",
    40,
    "product_update"
  ),
  subject: line("The subject: one line of 1 to 250 characters.", 250, "What's new in November"),
  headline: line("The headline, 1 to 200 characters.", 200, "Rank history goes back a year"),
  intro: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(10_000)).annotate({
    description: "The text; an empty line begins a paragraph. At most 10,000 characters.",
    examples: ["You can now ask for a whole year."]
  }),
  highlights: optionalKey(
    Schema.Array(line("One of them.", 200)).check(Schema.isMaxLength(10)).annotate({
      description: "At most 10 points of at most 200 characters."
    })
  ),
  ctaUrl: optionalKey(
    Schema.String.check(Schema.isMaxLength(2_048), Schema.isPattern(/^https:\/\/\S+$/)).annotate({
      description: "Where its button leads: https.",
      examples: ["https://example.com/news"]
    })
  ),
  send: optionalKey(
    Schema.Boolean.annotate({ description: "True sends it, and needs an Idempotency-Key. Default false: a draft." })
  ),
  scheduledAt: optionalKey(
    Schema.String.check(Schema.isMaxLength(40)).annotate({
      description: "When to send it: ISO 8601 with a zone, at most 30 days ahead. Needs send: true.",
      examples: ["2026-12-01T09:00:00Z"]
    })
  )
}).annotate({
  examples: [
    {
      kind: "product_update",
      subject: "What's new in November",
      headline: "Rank history goes back a year",
      intro: "You can now ask for a whole year."
    }
  ]
})

export const MadeBroadcast = Schema.Struct({
  broadcastId: Field.text("Id of the broadcast.", "019c8e2a-7b41-7c3d-9e5f-2a6b8c0d1e3f"),
  status: Schema.Literals(["draft", "scheduled", "sending", "sent", "cancelled", "failed"]).annotate({
    description: "Whether it's a draft, waits, is on its way, or has left."
  }),
  recipients: Schema.NullOr(Schema.Int).annotate({
    description: "How many it goes to; null where the mail service keeps the list."
  }),
  scheduledAt: Schema.NullOr(Schema.String).annotate({ description: "When it's to be sent; null: not later." }),
  preview
}).annotate({ identifier: "MadeBroadcast" })

export const NewDunning = Schema.Struct({
  invoiceId: Schema.String.check(
    Schema.isMinLength(1),
    Schema.isMaxLength(200),
    Schema.isPattern(/^[\x21-\x7e]+$/)
  ).annotate({
    description: "Id of the invoice whose payment failed.",
    examples: ["in_1042"]
  }),
  dryRun: optionalKey(Schema.Boolean.annotate({ description: "True shows the mail and sends nothing. Default false." }))
}).annotate({ examples: [{ invoiceId: "in_1042", dryRun: true }] })

export const Dunned = Schema.Struct({
  invoiceId: Field.text("The invoice.", "in_1042"),
  status: Schema.Literals(["sent", "already_sent", "dry_run", "suppressed", "not_due"]).annotate({
    description:
      "`not_due`: it was paid meanwhile; `suppressed`: the owner's address gets no mail. Sent once, for good."
  }),
  messageId: Schema.NullOr(Schema.String).annotate({ description: "Id of the mail; null where there is none." }),
  preview: optionalKey(preview)
}).annotate({ identifier: "Dunned" })
