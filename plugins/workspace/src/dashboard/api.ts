/** What pages of an account read of its workspace, beside its operations, which are free. */
import {
  Endpoint,
  Field,
  group,
  InvalidAppId,
  Param,
  PlatformUnsupported,
  pageRead,
  View,
  windowQuery
} from "@storeglass/plugin-api"
import { Schema } from "effect"
import { comparedFields } from "../history/schema.ts"

export const ReleaseMarks = Schema.Struct({
  from: Field.text("First day, YYYY-MM-DD in UTC."),
  to: Field.text("Last day."),
  releases: Schema.Array(
    Schema.Struct({
      at: Field.text("When it was released, ISO 8601.", "2026-11-27T06:12:00.000Z"),
      versionName: Field.text("What you call it.", "2.1"),
      languages: Field.texts("BCP 47 tags of the listings that it changed."),
      changed: Schema.Array(Schema.Literals(comparedFields)).annotate({
        description: "Fields that differ from the release before, in any of these languages."
      }),
      text: Field.text("Languages and fields, in words.", "en-US, de-DE: title, keywords")
    }).annotate({ identifier: "ReleaseMark" })
  ).annotate({ description: "Oldest first; versions of one name and day are one." })
}).annotate({ identifier: "ReleaseMarks" })
export type ReleaseMarks = typeof ReleaseMarks.Type

const releases = Endpoint.get("releases", "/dashboard/api/workspace/releases", {
  query: {
    appId: Param.text({ max: 255, description: "The app, as your workspace has it." }),
    ...windowQuery
  },
  answer: ReleaseMarks,
  errors: [InvalidAppId.wire, PlatformUnsupported.wire],
  ...pageRead,
  summary: "Releases of an app",
  description:
    "The versions that were released within these days, to be marked in charts over them. Empty for an app that your workspace doesn't have.",
  view: View.list({ rows: "releases", title: "versionName", text: "text", note: "at" })
})

export const dashboard = group("workspaceDashboard", releases)
