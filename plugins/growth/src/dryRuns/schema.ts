import { Field } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { kinds } from "../contract.ts"
import { NewProject, Scored } from "../schema.ts"
import { urgencies } from "../scoring/urgency.ts"
import { intents } from "../texts/lists.ts"

/** How far back is looked. */
export const days = 7
/** So many pages are asked for at most, and for so long: a tenth of a scan, and as long as a caller waits. */
export const requestsMax = 20
export const millisMax = 20_000
/** So many examples of each keyword at most. */
export const examplesMax = 10

const { appId, channel, competitors, exclude, filters, keywords, languages, platform } = NewProject.fields
export const NewDryRun = Schema.Struct({
  channel,
  appId,
  platform,
  keywords,
  exclude,
  competitors,
  languages,
  filters
})
export type NewDryRun = typeof NewDryRun.Type

export const queryStatuses = ["read", "partial", "failed", "not_asked"] as const
const time = (description: string) => Schema.String.annotate({ description, format: "date-time" })

export const DryRun = Schema.Struct({
  channel: Field.text("Where was looked.", "hackernews"),
  since: time("From when on posts were looked at: 7 days ago."),
  asOf: time("Until when: now."),
  isComplete: Schema.Boolean.annotate({
    description:
      "Whether all posts of these days were looked at; false: queries says what wasn't, and counts are so many at least."
  }),
  requests: Field.whole("Pages that were asked for, at most 20."),
  scanned: Field.whole("Posts of these days that were looked at, each once."),
  found: Field.whole("Those that a scan would keep: they score 15 or more."),
  lowScore: Field.whole("Those with a keyword or a name that score less than 15."),
  excluded: Field.whole("Those that a scan would keep if there were no exclude."),
  otherLanguages: Field.whole("Those that a scan would keep if languages were empty."),
  byKeyword: Schema.Array(
    Schema.Struct({
      keyword: Field.text("As it was sent."),
      matched: Field.whole("Posts that have it, at any score."),
      found: Field.whole("Those of them that a scan would keep."),
      relevanceMedian: Schema.NullOr(Schema.Finite).annotate({
        description: "Median relevanceScore of those that a scan would keep; null: there are none."
      })
    }).annotate({ identifier: "GrowthDryRunKeyword" })
  ).annotate({ description: "In the order they were sent. A post with two keywords counts for each." }),
  queries: Schema.Array(
    Schema.Struct({
      source: Field.text("Site, instance, feed or storefront."),
      query: Field.text("What it was asked for."),
      status: Schema.Literals(queryStatuses).annotate({
        description: "partial: it has more than was read. not_asked: requests or time ended before."
      }),
      pages: Field.whole("Pages that were read."),
      reason: Schema.NullOr(Schema.String).annotate({ description: "Why it isn't read; null: it is." })
    }).annotate({ identifier: "GrowthDryRunQuery" })
  ),
  examples: Schema.Array(
    Schema.Struct({
      kind: Schema.Literals(kinds),
      title: Field.text("Plain text of a stranger; may be empty."),
      excerpt: Field.text("At most 500 characters around the match, plain text of a stranger."),
      url: Schema.NullOr(Schema.String).annotate({ description: "Null: it has no public address." }),
      author: Schema.NullOr(Schema.String).annotate({ description: "As the place shows it; null: it's not told." }),
      publishedAt: time("As the source says it."),
      matched: Field.texts("Keywords that it has; none: a name brought it."),
      relevanceScore: Schema.Int.annotate({ description: "0 to 100." }),
      relevanceParts: Scored.fields.parts,
      urgency: Schema.Literals(urgencies).annotate({ description: "As of now: it sinks with age." }),
      intent: Schema.NullOr(Schema.Literals(intents)).annotate({ description: "null: nothing tells." }),
      language: Schema.NullOr(Schema.String).annotate({ description: "ISO 639-1; null: nothing tells." }),
      scoredBy: Field.texts("The formulas.")
    }).annotate({ identifier: "GrowthDryRunExample" })
  ).annotate({
    description:
      "Of each keyword the ten best of what a scan would keep, and the ten best that a name brought; each once, the best first. None of them is kept."
  })
}).annotate({ identifier: "GrowthDryRun" })
export type DryRun = typeof DryRun.Type
