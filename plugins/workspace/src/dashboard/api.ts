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
import { importErrors, listErrors } from "../errors.ts"
import { comparedFields } from "../history/schema.ts"
import { importBytesMax } from "../moving/schema.ts"
import { Brought, DroppedFile, WholeExport } from "./moving.ts"
import { VersionChoices } from "./versionChoices.ts"

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

const versions = Endpoint.get("versions", "/dashboard/api/workspace/versions", {
  query: { appId: Param.text({ max: 255, description: "The app, as your workspace has it." }) },
  answer: VersionChoices,
  errors: [InvalidAppId.wire, PlatformUnsupported.wire],
  ...pageRead,
  summary: "Versions to compare",
  description:
    "The newest 200 versions of an app's listing that aren't archived, and which two say most: a draft and what is current, else the last two releases. Empty for an app that your workspace doesn't have."
})

const importFile = Endpoint.post("importFile", "/dashboard/api/workspace/import", {
  payload: DroppedFile,
  answer: Brought,
  errors: importErrors,
  body: { kind: "json", bytesMax: importBytesMax },
  access: "session",
  role: "member",
  tool: { hidden: true, destructive: false },
  summary: "Import a file",
  description:
    "Lists of keywords or competitors as other tools export them (CSV, TSV or text), or an export of a workspace. First you see what would be added; it's written all or nothing, and what you have already isn't added again."
})

const exportAll = Endpoint.get("exportAll", "/dashboard/api/workspace/export", {
  answer: WholeExport,
  errors: listErrors,
  ...pageRead,
  summary: "Export your workspace",
  description:
    "Your apps with what is kept with them, your views and your newest saved reports, in one file of at most 12 MiB that can be imported again. What doesn't fit is counted in `left`; `storeglass workspace export` writes larger ones."
})

export const dashboard = group("workspaceDashboard", releases, versions, importFile, exportAll)
