/** What the routes of a saved console give and take. */
import { Field } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { sources } from "./tables.ts"

const orNull = <A, I>(schema: Schema.Codec<A, I>) => Schema.NullOr(schema)
const instant = (description: string) => orNull(Field.text(`${description}, ISO 8601; null: never.`))
const day = (description: string) => Field.text(`${description}, YYYY-MM-DD.`, "2026-11-20")

const flag = (description: string) => Schema.optionalKey(Schema.Boolean.annotate({ description }))
export const Credentials = Schema.Struct({
  issuerId: Schema.String.annotate({
    description: "Issuer id of the console key, a UUID; `individual` for a personal key, which has none.",
    examples: ["57246542-96fe-1a63-e053-0824d011072a"]
  }).check(Schema.isMinLength(1), Schema.isMaxLength(64)),
  keyId: Schema.String.annotate({ description: "Id of the console key.", examples: ["2X9R4HXF34"] }).check(
    Schema.isMinLength(1),
    Schema.isMaxLength(64)
  ),
  privateKey: Schema.RedactedFromValue(
    Schema.String.annotate({
      description: "Private key of that id: P-256 in PKCS#8 form, as PEM or base64."
    }).check(Schema.isMinLength(1), Schema.isMaxLength(8_192))
  ),
  vendorNumber: Schema.optionalKey(
    Schema.String.annotate({
      description:
        "Number under which sales are reported, from Payments and Financial Reports. Absent: no sales are read.",
      examples: ["85694217"]
    }).check(Schema.isPattern(/^[0-9]{1,20}$/))
  ),
  analytics: flag(
    "Whether to read analytics reports too. The first sync orders them at the vendor, which takes a key with the role Admin. Default true."
  ),
  correctEstimates: flag(
    "Whether the estimates that this account sees, and nobody else's, are corrected by what its own apps counted. Default true."
  )
})
export type Credentials = typeof Credentials.Type

export const Imports = Schema.Struct({
  source: Schema.Literals(sources).annotate({
    description:
      "sales: the daily sales reports. The others are the analytics reports of each app; engagement: who looked at its page."
  }),
  imported: Field.whole("Files that were read, and days on which the vendor says that nothing was sold."),
  waiting: Field.whole("Files that the vendor doesn't have yet."),
  failed: Field.whole("Files that couldn't be read; each sync tries them again."),
  skippedRows: Field.whole("Rows that aren't understood, and count nowhere."),
  lastDay: orNull(
    Field.text("The newest day of a sales report, or on which an analytics report was made; null: none.")
  ),
  lastAt: instant("When a file of it was last looked at"),
  problem: orNull(Field.text("What is wrong with the last one that couldn't be read; null: nothing."))
}).annotate({ identifier: "ConsoleImports" })

export const SavedConnection = Schema.Struct({
  connected: Schema.Boolean.annotate({ description: "Whether the saved key can be used." }),
  state: Schema.Literals(["not_connected", "connected", "degraded", "rejected"]).annotate({
    description:
      "degraded: it works, and a right is missing. rejected: the vendor no longer accepts it, or it can't be opened."
  }),
  issuerId: orNull(Field.text("Null without a connection.")),
  keyId: orNull(Field.text("Null without a connection.")),
  vendorNumber: orNull(Field.text("Under which sales are read; null: they aren't.")),
  analytics: orNull(Schema.Boolean).annotate({
    description: "Whether analytics reports are read; null without a connection."
  }),
  correctEstimates: orNull(Schema.Boolean).annotate({
    description: "Whether this account's estimates are corrected by them; null without a connection."
  }),
  missingRights: Field.texts("Roles that the key lacks, as the vendor names them."),
  connectedAt: instant("When it was connected"),
  lastVerifiedAt: instant("When the vendor was last looked at"),
  lastError: orNull(Field.text("What is wrong with it, and what fixes it; null: nothing.")),
  imports: Schema.Array(Imports).annotate({ description: "What was read so far; empty before the first sync." })
}).annotate({ identifier: "ConsoleSavedConnection" })
export type SavedConnection = typeof SavedConnection.Type

export const Disconnected = Schema.Struct({
  disconnected: Schema.Boolean.annotate({ description: "False when there was no connection." })
}).annotate({ identifier: "ConsoleDisconnected" })

const count = (what: string) => orNull(Field.whole(`${what}; null: not measured.`))
const counts = {
  firstDownloads: count("Downloads by who never had the app"),
  redownloads: count("Downloads by who had it before"),
  updates: count("Updates"),
  inAppPurchases: count("Purchases and renewals inside of the app; refunds count against them"),
  installs: count("Installations on devices whose owners share analytics"),
  deletions: count("Deletions from such devices"),
  proceeds: orNull(
    Schema.Array(
      Schema.Struct({
        currency: Field.text("ISO 4217 code.", "USD"),
        amount: Field.text("Decimal text.", "1204.53")
      })
    )
  ).annotate({
    description: "What the owner earns after the store's share, by currency; nothing is converted. null: not measured."
  }),
  downloadsFrom: orNull(Schema.Literals(["sales", "analytics"])).annotate({
    description:
      "Who counted downloads. analytics leaves small numbers out, and counts where there are no sales reports. null: nobody."
  })
}
const asked = {
  appId: Field.text("The app's numeric store id.", "6446901002"),
  from: day("First day"),
  to: day("Last day, included"),
  country: orNull(Field.text("The country that was asked for; null: all.", "us"))
}
export const OwnDay = Schema.Struct({ day: day("The day, in the store's own time zone"), ...counts }).annotate({
  identifier: "ConsoleDay"
})
export type OwnDay = typeof OwnDay.Type
export const OwnDays = Schema.Struct({
  ...asked,
  items: Schema.Array(OwnDay).annotate({ description: "Each day of the window, oldest first." })
}).annotate({ identifier: "ConsoleDays" })
export const OwnCountry = Schema.Struct({
  country: Field.text("ISO 3166-1 alpha-2, lower case.", "us"),
  ...counts
}).annotate({ identifier: "ConsoleCountry" })
export type OwnCountry = typeof OwnCountry.Type
const { country: _, ...window } = asked
export const OwnCountries = Schema.Struct({
  ...window,
  measuredDays: Field.whole("Days of the window of which anything is measured."),
  items: Schema.Array(OwnCountry).annotate({ description: "Most first downloads first." })
}).annotate({ identifier: "ConsoleCountries" })
