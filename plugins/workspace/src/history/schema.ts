import { Field } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { rankStatuses } from "../schema.ts"

export const comparedFields = [
  "title",
  "subtitle",
  "keywords",
  "shortDescription",
  "promotionalText",
  "description",
  "whatsNew"
] as const

const Id = Schema.String.annotate({ description: "Id of the version.", format: "uuid" })
const releasedAt = Schema.NullOr(Schema.String).annotate({
  description: "When it was released; null: a draft.",
  format: "date-time"
})
const Side = Schema.Struct({
  id: Id,
  versionName: Field.text("What you call it."),
  language: Field.text("BCP 47 tag."),
  releasedAt
}).annotate({ identifier: "WorkspaceVersionSide" })

const Rank = Schema.Struct({
  rank: Schema.NullOr(Schema.Int).annotate({ description: "1 is first; null: see rankStatus." }),
  rankStatus: Schema.Literals(rankStatuses),
  depth: Schema.NullOr(Schema.Int).annotate({ description: "How far down was looked; null: not measured." }),
  day: Schema.NullOr(Schema.String).annotate({
    description: "Day of the search (UTC); null: not measured.",
    format: "date"
  })
}).annotate({ identifier: "WorkspaceRankOfDay" })

export const VersionDiff = Schema.Struct({
  from: Side,
  to: Side,
  fields: Schema.Array(
    Schema.Struct({
      field: Schema.Literals(comparedFields),
      isChanged: Schema.Boolean,
      pieces: Schema.Array(
        Schema.Struct({ op: Schema.Literals(["same", "removed", "added"]), text: Schema.String })
      ).annotate({
        description:
          "The text in its order: without what was added it's the former one, without what was removed the latter."
      })
    })
  ).annotate({ description: "Fields that either of them has." }),
  terms: Schema.Array(
    Schema.Struct({
      keyword: Field.text("One of the app's keywords."),
      country: Field.text("Two-letter code."),
      device: Field.text("Device whose search it is."),
      change: Schema.Literals(["added", "removed"]).annotate({
        description:
          "Whether all its words are in the latter's title, subtitle, short description or keywords only, or in the former's."
      }),
      before: Rank,
      after: Rank
    })
  ).annotate({
    description: "Your keywords that came into the text or left it, at most 200, with the app's ranks before and after."
  }),
  ranksBefore: Schema.String.annotate({
    description:
      "Ranks before are of the last search up to this day: the one before the latter was released, or today if it's a draft.",
    format: "date"
  }),
  ranksAfter: Schema.NullOr(Schema.String).annotate({
    description:
      "Ranks after are of the last search up to this day: today, or before the next release; null: it's a draft.",
    format: "date"
  })
}).annotate({ identifier: "WorkspaceVersionDiff" })
export type VersionDiff = typeof VersionDiff.Type

export const Timeline = Schema.Struct({
  items: Schema.Array(
    Schema.Struct({
      ...Side.fields,
      until: Schema.NullOr(Schema.String).annotate({
        description: "When the next one in its language was released; null: it's the current one.",
        format: "date-time"
      }),
      previousId: Schema.NullOr(Schema.String).annotate({
        description: "Id of the release before it in its language, to compare it with; null: it's the first.",
        format: "uuid"
      }),
      changed: Schema.Array(Schema.Literals(comparedFields)).annotate({
        description: "Fields that differ from the release before; all that it has, for the first."
      })
    })
  ).annotate({ description: "Released versions, newest first, at most 500." })
}).annotate({ identifier: "WorkspaceTimeline" })
export type Timeline = typeof Timeline.Type
