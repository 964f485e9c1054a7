import { Param } from "@storeglass/plugin-api"
import { TrackId } from "@storeglass/stores/contract"
import { Schema } from "effect"

const whole = (description: string) => Schema.Int.annotate({ description })

export const shelfStatuses = ["read", "none", "not_listed", "unavailable"] as const

export const SuggestedCompetitor = Schema.Struct({
  appId: TrackId,
  name: Schema.NullOr(Schema.String).annotate({ description: "As the store told of late; null: it didn't." }),
  sharedKeywords: whole("For how many of your app's keywords it's among the first ten."),
  keywords: Schema.Array(
    Schema.Struct({
      keyword: Schema.String,
      country: Schema.String.annotate({ description: "Storefront." }),
      position: whole("Its place in the latest search, from 1.")
    })
  ).annotate({ description: "Up to five of them, best first." }),
  similarPosition: Schema.NullOr(Schema.Int).annotate({
    description: "Its place among the apps that the store shows as similar to yours, from 1; null: it isn't there."
  }),
  reason: Schema.String.annotate({ description: "Why it's suggested, in a sentence." })
}).annotate({ identifier: "WorkspaceSuggestedCompetitor" })
export type SuggestedCompetitor = typeof SuggestedCompetitor.Type

export const SuggestedCompetitors = Schema.Struct({
  appId: TrackId,
  platform: Schema.Literals(Param.platforms),
  country: Schema.String.annotate({ description: "The app's storefront, whose similar apps are shown." }),
  basis: Schema.Struct({
    keywords: whole("How many of the app's keywords were looked up: its oldest 200."),
    searched: whole("How many of them were searched for within a week. The others say nothing yet."),
    similar: Schema.Literals(shelfStatuses).annotate({
      description:
        "read: the store's similar apps were read within a week. none: it shows none. not_listed: the store doesn't list the app, or it isn't live. unavailable: they couldn't be read yet; that's tried daily."
    })
  }).annotate({ description: "What the suggestions stand on." }),
  items: Schema.Array(SuggestedCompetitor).annotate({ description: "Most shared keywords first." })
}).annotate({ identifier: "WorkspaceSuggestedCompetitors" })
export type SuggestedCompetitors = typeof SuggestedCompetitors.Type
