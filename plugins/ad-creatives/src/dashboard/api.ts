/** What pages of an account read of ads that were made: what is kept, and nothing of a store or provider. */
import { Endpoint, Field, group, Param, Provenance, pageRead, View } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { ModeSchema, stages, statuses } from "../schema.ts"

const NullOr = Schema.NullOr
const { text, whole } = Field
const moment = (description: string) => text(`${description}, ISO 8601.`, "2026-11-27T06:12:00.000Z")
const job = {
  jobId: Schema.String.annotate({ format: "uuid" }),
  country: text("Storefront of the listing, lower case.", "us"),
  createdAt: moment("When it was asked for")
}

/** How a job stands, where no error says it. */
export const standing = {
  queued: "It waits for its turn.",
  begun: "It has begun.",
  done: "It's done.",
  failed: "It failed, and cost nothing."
} as const
export const standingAt = (stage: (typeof stages)[number]) => `It's at the stage ${stage}.` as const

export const MadeAnswer = Schema.Struct({
  platform: Schema.Literals(Param.platforms),
  appId: text("App id: digits on storea, the package name on storeb.", "284882215"),
  creatives: Schema.Array(
    Schema.Struct({
      ...job,
      pictureUrl: text("Address of the picture at this gateway.", "/files/6f1c"),
      headline: text("Headline of the copy; of an ad without one, the name of the app."),
      primaryText: NullOr(text("The text beside the picture; null: there's none."))
    }).annotate({ identifier: "MadeAdCreative" })
  ).annotate({ description: "Pictures that are done, newest first." }),
  jobs: Schema.Array(
    Schema.Struct({
      ...job,
      what: Schema.Literals(["Facts of the listing", "Changed ad", "Ad with a picture", "Copy alone"]).annotate({
        description: "What was asked for, in words."
      }),
      mode: ModeSchema,
      status: Schema.Literals(statuses),
      stage: NullOr(Schema.Literals(stages)).annotate({
        description: "What it's at, or was at when it failed; null: done, or not begun."
      }),
      detail: Schema.Union([
        Schema.Literals([standing.queued, standing.begun, standing.done, standing.failed, ...stages.map(standingAt)]),
        text("How it stands, in a sentence; of a failed one, why, and that it cost nothing.")
      ]),
      updatedAt: moment("When it last got on"),
      credits: whole("Held while it runs, charged once it's completed, 0 when it failed.")
    }).annotate({ identifier: "KeptAdCreativeJob" })
  ).annotate({ description: "Of the last 30 days, newest first." }),
  provenance: Provenance
}).annotate({ identifier: "MadeAdCreatives" })
export type MadeAnswer = typeof MadeAnswer.Type

const made = Endpoint.get("made", "/dashboard/api/ad-creatives/made", {
  query: {
    appId: Param.text({ max: 255, description: "The app: digits on storea, the package name on storeb." }),
    platform: Param.platform,
    limit: Param.limit({ of: "jobs", max: 50, default: 24 })
  },
  answer: MadeAnswer,
  ...pageRead,
  summary: "Ads that were made",
  description:
    "The pictures that your account had made for the app within 30 days, and how each of its jobs stands. Nothing is made, and no store or provider is asked.",
  view: View.gallery({ rows: "creatives", picture: "pictureUrl", title: "headline", text: "primaryText" })
})

export const dashboard = group("adCreativesDashboard", made)
