/** What is read of an app, over /v1 and by pages: the shapes and words that both declare. */
import { Answers, View } from "@storeglass/plugin-api"
import { Context } from "effect"
import * as E from "../errors.ts"
import * as S from "../schema.ts"

/** The document's records have no place for provenance. */
export const annotations: Context.Context<never> = Context.make(Answers, { kind: "json", provenanceInHeaders: true })
export const requires = "aiVisibility"

export const reads = {
  overview: {
    answer: S.Overview,
    errors: E.resultErrors,
    annotations,
    requires,
    summary: "AI visibility of an app",
    description:
      "The headline score of an app by one assistant, on the latest scanned day: visibility, sentiment, how many intents it's named for, and the day before. Scored by visibility@1 over the answers of that day, whose number and model it says; null if never scanned.",
    view: View.stat({
      title: "modelSlug",
      value: "visibilityScore.score",
      previous: "trend.visibilityScorePrev",
      status: "visibilityScore.status"
    })
  },
  trend: {
    answer: S.Trend,
    errors: E.resultErrors,
    annotations,
    requires,
    summary: "AI visibility over time",
    description:
      "The score of each scanned day within the window, oldest first, for the app or one intent. Days without a scored answer are absent. Each row says on how many answers of which model it rests, whether it changed by more than chance, and what changed in between: the model, prompts, samples, the listing.",
    view: View.series({
      rows: "",
      x: "date",
      y: "visibilityScore",
      low: "interval.low",
      high: "interval.high",
      notes: { rows: "notes", title: "kind", text: "detail" }
    })
  },
  intents: {
    answer: S.IntentRows,
    errors: E.resultErrors,
    annotations,
    requires,
    summary: "Intents and their visibility",
    description:
      "What people want of apps like this one, and how one assistant answers it on the latest scanned day: visibility, sentiment, average rank, and the apps named most. Archived intents aren't listed.",
    view: View.table({
      rows: "",
      columns: [
        { field: "label", title: "Intent" },
        { field: "visibilityScore", title: "Score" },
        { field: "positionAvg", title: "Average rank" },
        { field: "sentimentPct", title: "Sentiment" },
        { field: "promptsTotal", title: "Prompts" }
      ]
    })
  },
  competitors: {
    answer: S.Competitors,
    errors: E.resultErrors,
    annotations,
    requires,
    summary: "Apps that assistants name beside yours",
    description:
      "The apps that one assistant named most often within the window, at most 20, most appearances first. Your own app isn't among them.",
    view: View.table({
      rows: "",
      columns: [
        { field: "name", title: "App" },
        { field: "appearancesTotal", title: "Appearances" },
        { field: "visibilityPct", title: "% of prompts" },
        { field: "positionAvg", title: "Average rank" },
        { field: "intentsCovered", title: "Intents" }
      ]
    })
  },
  sources: {
    answer: S.Sources,
    errors: E.resultErrors,
    annotations,
    requires,
    summary: "Sites that the grounded assistant cites",
    description:
      "The domains that model_d, which searches the web, cites in answers to your prompts within the window, at most 50, most cited first: in how many answers, and in how many of these your app is named. Empty without answers of model_d.",
    view: View.table({
      rows: "",
      columns: [
        { field: "domain", title: "Site" },
        { field: "answersTotal", title: "Answers" },
        { field: "answersWithOwner", title: "Naming you" },
        { field: "answersWithoutOwner", title: "Not naming you" },
        { field: "intentsCovered", title: "Intents" }
      ]
    })
  },
  settings: {
    answer: S.SettingsAnswer,
    errors: E.settingsErrors,
    requires,
    summary: "AI visibility settings",
    description:
      "How an app is scanned in a country, the latest run, which assistants there are, and what the plan and its credits allow. settings is null until bootstrap has run.",
    view: View.status({
      state: "settings.lastRun.status",
      details: [
        { field: "settings.scanCadenceDays", title: "Days between scans" },
        { field: "settings.nextScanAt", title: "Next scan" },
        { field: "aiVisibilityCredits.estimatedMonthlyCost", title: "Credits a month" },
        { field: "aiVisibilityCredits.remaining", title: "Credits left" }
      ]
    })
  }
}
