import { Field, Page, Provenance } from "@storeglass/plugin-api"
import { Schema } from "effect"

const { text, whole } = Field
const NullOr = Schema.NullOr
const figure = (description: string) => NullOr(Schema.Finite).annotate({ description })

export const daysMax = 28
export const daysUsual = 7

export const figureStatuses = ["measured", "not_measured", "too_early", "no_app"] as const
export type FigureStatus = (typeof figureStatuses)[number]
const status = Schema.Literals(figureStatuses).annotate({
  description:
    "not_measured: nobody measures it on this gateway or for this account, or not on days of both windows. too_early: no day after the answer is over. no_app: the project is for no app."
})

const Days = Schema.Struct({
  from: text("First day, YYYY-MM-DD in UTC."),
  to: text("Last day."),
  days: whole("How many.")
})

/** A figure of a day, on average. */
const Daily = Schema.Struct({
  status,
  before: figure("On a day before, on average over those that were counted; null: see status."),
  after: figure("On a day after."),
  daysBefore: whole("Days that were counted."),
  daysAfter: whole("Days that were counted.")
})
export type Daily = typeof Daily.Type

export const Outcome = Schema.Struct({
  opportunityId: Schema.String.annotate({ format: "uuid" }),
  title: text("Of the thread, plain text of a stranger; may be empty, and is once it's gone at its source."),
  url: NullOr(Schema.String).annotate({ description: "Of the thread; null: it has no public address, or is gone." }),
  replyUrl: text("Of your answer."),
  channel: text("Where it is.", "hackernews"),
  repliedAt: Schema.String.annotate({
    description: "When you answered. Its day is in neither window.",
    format: "date-time"
  }),
  before: Days.annotate({ identifier: "GrowthOutcomeDays" }),
  after: NullOr(Days).annotate({ description: "Days that are over; null: none is yet." }),
  isOver: Schema.Boolean.annotate({ description: "Whether all days after it are over." }),
  otherReplies: whole(
    "Other answers of yours for this app from the first day to the last: their days are the same ones."
  ),
  storeVisits: Daily.annotate({
    identifier: "GrowthOutcomeVisits",
    description: "Views of the app's page in the project's country, as your own console tells them."
  }),
  downloads: Daily.annotate({
    identifier: "GrowthOutcomeDownloads",
    description: "First downloads in all countries, as your own console tells them."
  }),
  keywordRanks: Schema.Struct({
    status,
    keywords: whole("Keywords that you track in the project's country and that were searched for in both windows."),
    before: figure(
      "Mean rank over these keywords, each by its mean over the searches; not found counts as one place behind what was looked at. null: see status."
    ),
    after: figure("The same after."),
    better: whole("Keywords whose mean rank is better after."),
    worse: whole("Those whose is worse.")
  }).annotate({ identifier: "GrowthOutcomeRanks" }),
  chartRank: Schema.Struct({
    ...Daily.fields,
    chart: NullOr(Schema.String).annotate({
      description: "Of the charts of the project's country the one in which the app stood best; null: see status."
    }),
    before: figure(
      "Mean rank over the days; a day on which the chart didn't hold the app counts as one place behind its last. null: see status."
    ),
    after: figure("The same after.")
  }).annotate({ identifier: "GrowthOutcomeChart" })
}).annotate({ identifier: "GrowthOutcome" })
export type Outcome = typeof Outcome.Type

/** Said with every answer and on every page. */
export const noClaim =
  "Figures of the days before and after each answer, side by side. This is no claim of cause: whatever else happened in these days is in them too."

export const Outcomes = Page(Outcome, {
  total: whole("Answers of this project, over all pages."),
  windowDays: whole("Days of each window."),
  country: text("Of visits and ranks: the project's.", "us"),
  note: text("What these figures don't say.", noClaim),
  provenance: Provenance
}).annotate({ identifier: "GrowthOutcomes" })
export type Outcomes = typeof Outcomes.Type

export const AppOutcomes = Schema.Struct({
  projects: whole("Projects for this app that were looked at: the newest 20 at most."),
  replies: Schema.Array(
    Schema.Struct({
      title: text("Of the thread, plain text of a stranger."),
      day: text("When you answered, YYYY-MM-DD in UTC."),
      channel: text("Where it is.", "Hacker News"),
      daysAfter: whole("Days after it that are over, of 7."),
      visits: NullOr(Schema.String).annotate({
        description: "Views of the app's page a day, before → after; null: not measured, or too early."
      }),
      downloads: NullOr(Schema.String).annotate({ description: "First downloads a day, the same way." }),
      ranks: NullOr(Schema.String).annotate({ description: "Mean rank for your keywords, the same way." }),
      chart: NullOr(Schema.String).annotate({ description: "Mean rank in the app's best chart, the same way." }),
      other: whole("Other answers of yours in these days.")
    }).annotate({ identifier: "GrowthOutcomeRow" })
  ).annotate({ description: "The newest ten answers, the last one first." })
}).annotate({ identifier: "GrowthAppOutcomes" })
export type AppOutcomes = typeof AppOutcomes.Type
