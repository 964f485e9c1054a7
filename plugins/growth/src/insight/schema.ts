import { Field, Provenance } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { intents } from "../texts/lists.ts"

const { text, whole } = Field
const NullOr = Schema.NullOr
const time = (description: string) => Schema.String.annotate({ description, format: "date-time" })

export const daysMax = 365
export const topicsMax = 20
export const quotesMax = 5

export const Quote = Schema.Struct({
  opportunityId: Schema.String.annotate({ description: "The thread.", format: "uuid" }),
  text: NullOr(Schema.String).annotate({
    description:
      "What was written, at most 240 characters around the topic's words, plain text of a stranger; null: it's in a saved report, or gone."
  }),
  url: NullOr(Schema.String).annotate({
    description: "Null: it has no public address, or it's in a saved report and names its author."
  }),
  author: NullOr(Schema.String).annotate({
    description: "As the place shows it; null: it isn't told, it's in a saved report, or gone."
  }),
  channel: text("Where it is.", "hackernews"),
  intent: NullOr(Schema.Literals(intents)).annotate({ description: "null: nothing tells." }),
  publishedAt: time("As the source says it.")
}).annotate({ identifier: "GrowthQuote" })
export type Quote = typeof Quote.Type

export const InsightTopic = Schema.Struct({
  topic: text("One or two words that its threads share, as most of them write it.", "export csv"),
  words: Field.texts("Other words that its threads have and others have less, at most 5."),
  threads: whole("Threads in it. A thread is in one topic."),
  authors: whole("How many people wrote them, at least 2; whoever isn't told counts for each thread."),
  share: Schema.Finite.annotate({ description: "Its threads, of all that ask or complain, 0 to 1." }),
  byIntent: Schema.Record(Schema.String, Schema.Int).annotate({
    description: "Its threads by intent; unknown: nothing told."
  }),
  lastAt: time("When the newest of them was published."),
  quotes: Schema.Array(Quote).annotate({
    description: "The most relevant ones, each of another author and in other words."
  })
}).annotate({ identifier: "GrowthInsightTopic" })
export type InsightTopic = typeof InsightTopic.Type

const group = {
  threads: whole("Threads, each once."),
  ungrouped: whole(
    "Those of them that share their words with too few others, or that are in smaller topics than are shown."
  ),
  topics: Schema.Array(InsightTopic).annotate({ description: "Of most threads first." })
}

export const Insight = Schema.Struct({
  projectId: Schema.String.annotate({ format: "uuid" }),
  from: text("First day of publication, YYYY-MM-DD in UTC."),
  to: text("Last day: today."),
  looked: whole(
    "Threads that were looked at: the newest 1,000 of these days at most, without those that you dismissed."
  ),
  isComplete: Schema.Boolean.annotate({
    description:
      "Whether those are all of these days; false: older ones weren't looked at, and counts are so many at least."
  }),
  notAsking: whole("Those of them that neither ask nor complain: praise, news, and reviews of 4 stars and more."),
  complaining: whole(
    "Those that complain of a competitor, each once. What is left asks: looked is the sum of the three."
  ),
  asked: Schema.Struct(group).annotate({
    identifier: "GrowthInsightAsked",
    description: "What people ask for, and what they complain of where it isn't a competitor."
  }),
  competitors: Schema.Array(
    Schema.Struct({ name: text("As the project or the workspace calls it."), ...group }).annotate({
      identifier: "GrowthInsightCompetitor"
    })
  ).annotate({
    description:
      "Problems and complaints that name a competitor, and its reviews of 3 stars and fewer, of most threads first. A thread that names two is in both."
  }),
  provenance: Provenance,
  savedReport: Schema.optionalKey(
    NullOr(Schema.Struct({ id: text("Id of the report.", "019c8e2a-7b41-7c3d-9e5f-2a6b8c0d1e3f") })).annotate({
      description: "With save: where the answer is kept; null: it isn't, see reason."
    })
  ),
  reason: Schema.optionalKey(text("With save: why the answer wasn't kept."))
}).annotate({ identifier: "GrowthInsight" })
export type Insight = typeof Insight.Type

/** What people read of it, as pages show it. */
export const AppInsight = Schema.Struct({
  projects: whole("Projects for this app that were looked at: the newest 20 at most."),
  from: text("First day of publication, YYYY-MM-DD in UTC."),
  looked: whole("Threads that were looked at: the newest 1,000 at most, without those that you dismissed."),
  isComplete: Schema.Boolean.annotate({ description: "Whether those are all of these days." }),
  figures: Schema.Array(
    Schema.Struct({
      name: Schema.Literals(["Threads looked at", "Ask for something", "Complain of a competitor", "Neither"]).annotate(
        {
          description: "What was counted."
        }
      ),
      value: Schema.Int
    }).annotate({ identifier: "GrowthInsightFigure" })
  ),
  topics: Schema.Array(
    Schema.Struct({ topic: text("What people ask for."), threads: Schema.Int }).annotate({
      identifier: "GrowthInsightBar"
    })
  ).annotate({ description: "Of most threads first, ten at most." }),
  quotes: Schema.Array(
    Schema.Struct({
      topic: text("What it's about."),
      quote: text("Plain text of a stranger."),
      url: NullOr(Schema.String).annotate({ description: "Null: it has no public address." }),
      text: text("Who wrote it, where and when.")
    }).annotate({ identifier: "GrowthInsightQuote" })
  ).annotate({ description: "Two of each topic, of others than those that complain of a competitor." }),
  complaints: Schema.Array(
    Schema.Struct({
      name: text("The competitor, and what is complained of."),
      threads: text("How many threads.", "12×"),
      url: NullOr(Schema.String).annotate({ description: "Null: it has no public address." }),
      text: text("An example, plain text of a stranger, with who wrote it, where and when.")
    }).annotate({ identifier: "GrowthInsightComplaint" })
  ).annotate({ description: "What people complain of, by competitor, three each." })
}).annotate({ identifier: "GrowthAppInsight" })
export type AppInsight = typeof AppInsight.Type
