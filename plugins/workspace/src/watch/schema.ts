import { Field } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { kept } from "../texts.ts"

export const watchedFields = ["title", "subtitle", "shortDescription", "description", "whatsNew"] as const
export const liveStatuses = ["same", "different", "no_version", "not_listed", "not_checked"] as const

const textOrNull = (description: string) => Schema.NullOr(Schema.String).annotate({ description })
const momentOrNull = (description: string) =>
  Schema.NullOr(Schema.String).annotate({ description, format: "date-time" })

const storefrontFields = {
  status: Schema.Literals(liveStatuses).annotate({
    description:
      "same: the store shows the current version. different: it shows another text. no_version: no version is released to compare with. not_listed: the store doesn't list the app. not_checked: not looked at yet; that's done daily."
  }),
  checkedAt: momentOrNull("When the store was last looked at; null: not yet."),
  since: momentOrNull("Since when it's known to differ; null: it doesn't."),
  country: Field.text("Storefront that is looked at."),
  language: Field.text("Language of the storefront, in which the versions are that it's compared with."),
  storeVersion: textOrNull("The app's own version as the store tells it; null: it doesn't."),
  version: Schema.NullOr(
    Schema.Struct({ id: Schema.String, versionName: Schema.String, language: Schema.String })
  ).annotate({ description: "The current version; null: none is released in this language." }),
  differences: Schema.Array(
    Schema.Struct({
      field: Schema.Literals(watchedFields),
      kept: textOrNull("What the current version has; null: nothing, where there is no version."),
      live: Schema.String.annotate({ description: "What the store shows." })
    })
  ).annotate({ description: "Fields whose text differs. What the version leaves open isn't compared." })
}
export const LiveStorefront = Schema.Struct(storefrontFields).annotate({ identifier: "WorkspaceLiveStorefront" })
export type LiveStorefront = typeof LiveStorefront.Type

export const LiveListing = Schema.Struct({
  ...storefrontFields,
  elsewhere: Schema.Array(LiveStorefront).annotate({
    description:
      "The same of up to four more storefronts: one for each further language that has a current version. Above it is the app's own."
  })
}).annotate({ identifier: "WorkspaceLiveListing" })
export type LiveListing = typeof LiveListing.Type

export const TakeOver = Schema.Struct({
  country: Schema.optionalKey(kept("Storefront whose texts to keep. Default: the app's.", { max: 10 }, "de")),
  versionName: Schema.optionalKey(
    kept("What to call the version. Default: the app's version as the store tells it.", { max: 60 }, "2.5.0")
  )
})
export type TakeOver = typeof TakeOver.Type
