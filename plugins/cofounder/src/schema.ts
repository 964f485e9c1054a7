import { Field } from "@storeglass/plugin-api"
import { Schema } from "effect"

const { NullOr, optionalKey, Struct } = Schema
/** The ways beside the webhook. */
export const channelNames = ["email", "alerts"] as const
export type ChannelName = (typeof channelNames)[number]
/** What can be enabled. */
export const integrations = ["webhook", ...channelNames] as const

export const secretForm = /^[\x21-\x7e]{8,256}$/
const Secret = Schema.RedactedFromValue(
  Schema.String.check(
    Schema.isPattern(secretForm, { message: "must be 8 to 256 visible ASCII characters without spaces" })
  ).annotate({
    description:
      "Sent in X-Cofounder-Secret, and requests are signed with it. 8 to 256 visible ASCII characters. Absent: the one that is saved stays. Null: removed."
  })
)

export const NewWebhook = Struct({
  credentials: Struct({
    url: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(2_048)).annotate({
      description: "Where reports are posted: https, at a public address.",
      examples: ["https://example.com/storeglass"]
    })
  }),
  integrationConfig: optionalKey(
    Struct({
      secret: optionalKey(NullOr(Secret)),
      retry: optionalKey(
        Schema.Boolean.annotate({
          description:
            "Whether what isn't received is sent again after 1 and 5 minutes, half an hour, 2 and 6 hours, under the same webhook-id. Absent: as it was; at first false."
        })
      )
    })
  )
}).annotate({ identifier: "CofounderNewWebhook" })
export type NewWebhook = typeof NewWebhook.Type

const moment = (description: string) => NullOr(Field.text(description, "2026-11-27T06:12:00.000Z"))
const LastError = NullOr(
  Struct({
    at: Field.text("ISO 8601."),
    status: NullOr(Schema.Int.annotate({ description: "HTTP status; null: there was no answer." })),
    message: Field.text("Why there was no answer, or its first 200 characters.")
  })
).annotate({ description: "Why the last delivery wasn't received; null: it was, or there was none." })

export const Webhook = Struct({
  integration: Schema.Literal("webhook"),
  status: Schema.Literal("saved"),
  url: Field.text("Where reports are posted.", "https://example.com/storeglass"),
  hasSecret: Schema.Boolean.annotate({ description: "Whether a secret is saved. It's never returned." }),
  retry: Schema.Boolean.annotate({ description: "Whether what isn't received is sent again." }),
  enabled: Schema.Boolean.annotate({
    description: "Whether reports are posted. PUT /v1/cofounder/preferences sets it."
  }),
  lastTestAt: Field.text("When the address was tested.", "2026-11-27T06:12:00.000Z"),
  lastTestStatus: Field.whole("What it answered.", 204),
  lastError: LastError
}).annotate({ identifier: "CofounderWebhook" })
export type Webhook = typeof Webhook.Type

export const WebhookRemoved = Struct({
  integration: Schema.Literal("webhook"),
  removed: Schema.Boolean.annotate({ description: "False: none was saved." })
}).annotate({ identifier: "CofounderWebhookRemoved" })

export const NewPreferences = Struct({
  enabledIntegrations: Schema.Array(Schema.String)
    .check(Schema.isMaxLength(20))
    .annotate({
      description:
        "All that are enabled: webhook, your own address; email, a mail to the account's owner; alerts, the chats and channels that your alerts go to. Empty: none.",
      examples: [["webhook"], ["webhook", "email"]]
    })
}).annotate({ identifier: "CofounderNewPreferences" })

const Channel = Struct({
  configured: Schema.Boolean.annotate({ description: "Whether this gateway can." }),
  enabled: Schema.Boolean,
  lastDeliveryAt: moment("When a report last went out by it; null: never since it was enabled."),
  lastError: NullOr(Struct({ at: Field.text("ISO 8601."), message: Field.text("Why the last one didn't.") })).annotate({
    description: "Why the last report didn't go out; null: it did, or there was none."
  })
}).annotate({
  identifier: "CofounderChannel",
  description:
    "A way beside the webhook. email: by mail to the account's owner. alerts: where the account's alerts go; sent is what was handed to them."
})

export const Preferences = Struct({
  enabledIntegrations: Schema.Array(Schema.Literals(integrations)),
  integrations: Struct({
    webhook: Struct({
      configured: Schema.Boolean.annotate({ description: "Whether one is saved." }),
      enabled: Schema.Boolean,
      lastDeliveryAt: moment("When something was last sent, without tests; null: never."),
      lastStatus: NullOr(
        Schema.Int.annotate({ description: "What was answered; null: nothing, or nothing was sent." })
      ),
      lastError: LastError
    }),
    email: Channel,
    alerts: Channel
  })
}).annotate({ identifier: "CofounderPreferences" })
export type Preferences = typeof Preferences.Type
