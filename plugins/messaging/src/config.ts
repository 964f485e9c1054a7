import { Setting } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { line, Templates } from "./templates/settings.ts"

const { withDefault, whole, address, secret } = Setting

const { optionalKey } = Schema

const Resend = Schema.Struct({
  baseUrl: withDefault(address("The API of Resend."), "https://api.resend.com"),
  apiKey: secret("An API key with the right to send."),
  webhookSecret: optionalKey(
    secret(
      "Secret of the webhook that you made there for <publicUrl>/webhooks/mail: bounces and complaints come by it."
    )
  ),
  requestsPerSecond: withDefault(
    whole("Most requests a second. The limit of a team is told in its answers.", 1, 1_000),
    2
  )
}).annotate({ description: "Sends by Resend." })

/** A number, or the text that a variable of the environment is. */
const Port = Schema.Union([
  whole("Its port.", 1, 65_535),
  Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: 65_535 }))
]).annotate({ description: "Its port." })
const Smtp = Schema.Struct({
  host: Schema.NonEmptyString.annotate({ description: "The mail server." }),
  port: withDefault(Port, 587),
  tls: withDefault(
    Schema.Literals(["required", "implicit", "none"]).annotate({
      description:
        "`required`: STARTTLS or no mail; `implicit`: TLS from the start, as on port 465; `none`: in the clear."
    }),
    "required"
  ),
  ca: optionalKey(
    Schema.NonEmptyString.annotate({ description: "Certificate of the authority that its own is of, in PEM." })
  ),
  user: optionalKey(Schema.NonEmptyString.annotate({ description: "User name." })),
  password: optionalKey(secret("Password.")),
  connections: withDefault(whole("Most connections at once on each node.", 1, 50), 5)
}).annotate({ description: "Sends by a mail server." })

/** Whom a broadcast goes to. */
const Kind = Schema.Struct({
  to: Schema.Literals(["everybody", "plans", "opted-in"]).annotate({
    description:
      "`everybody`: the owners of all accounts; `plans`: of those on `plans`; `opted-in`: those who asked for it. Nobody gets what they unsubscribed from."
  }),
  plans: withDefault(Schema.Array(Schema.NonEmptyString).annotate({ description: "Plan ids, with `to: plans`." }), []),
  segment: optionalKey(
    Schema.String.check(Schema.isUUID()).annotate({
      description: "A segment of yours at Resend that it goes to in place of `to`; Resend then keeps who unsubscribed."
    })
  )
})

const Invoices = Schema.Struct({
  url: Schema.String.check(Schema.isPattern(/^https?:\/\/\S+\{invoiceId\}\S*$/)).annotate({
    description: "Where an invoice is asked for, with {invoiceId} in its path."
  }),
  token: optionalKey(secret("Sent as Authorization: Bearer."))
}).annotate({
  description: "An HTTP address that tells an invoice. Without it, those are known that `storeglass invoice put` keeps."
})

/** Settings of the plugin. Without `resend` or `smtp` this gateway sends no mail. */
export const MessagingConfig = Schema.Struct({
  from: withDefault(
    Schema.Struct({
      address: line("The address that mail is from.", 254),
      name: withDefault(line("The name beside it.", 80), "Storeglass"),
      postal: optionalKey(line("Your postal address, which the law asks for below broadcasts.", 300))
    }).annotate({ description: "Whom mail is from." }),
    { address: "noreply@example.com" }
  ),
  resend: optionalKey(Resend),
  smtp: optionalKey(Smtp),
  broadcasts: withDefault(
    Schema.Record(Schema.String.check(Schema.isPattern(/^[a-z][a-z0-9_]{0,39}$/)), Kind).annotate({
      description: "The kinds of broadcasts, and whom each goes to."
    }),
    {
      product_update: { to: "everybody" },
      newsletter: { to: "opted-in" },
      incident: { to: "everybody" },
      maintenance: { to: "everybody" }
    }
  ),
  invoices: optionalKey(Invoices),
  templates: withDefault(Templates, {}),
  keptDays: withDefault(whole("For how many days it's kept to whom a mail went. Never its content.", 1, 3_650), 400)
}).check(
  Schema.makeFilter(({ resend, smtp }) =>
    resend !== undefined && smtp !== undefined ? "has both resend and smtp; keep the one that sends" : true
  )
)
export type MessagingConfig = typeof MessagingConfig.Type
export type ResendConfig = typeof Resend.Type
export type SmtpConfig = typeof Smtp.Type
export type InvoicesConfig = typeof Invoices.Type
