import { Field, Page, Param } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { AppId, NewApp, NewCompetitor, NewVersion, RowId } from "../schema.ts"
import { GivenTags } from "../tags/text.ts"
import { kept, keywordText, languageTag, titleMax } from "../texts.ts"
import { MovedView } from "../views/schema.ts"
import { meanings } from "./headers.ts"
import { encodings } from "./sheet.ts"

const optional = Schema.optionalKey
export const exportFormat = "storeglass.workspace/1"

const { copyFrom: _, keywords: __, ...versionFields } = NewVersion.fields

/** A keyword as it's exported. */
export const MovedKeyword = Schema.Struct({
  keyword: keywordText,
  country: Field.countryCode("Storefront."),
  device: optional(Field.text("Device whose search it is.")),
  language: optional(languageTag("Its language.")),
  tags: optional(GivenTags)
}).annotate({ identifier: "WorkspaceMovedKeyword" })

export const MovedVersion = Schema.Struct({
  ...versionFields,
  // As it's kept: a list of 200 is longer as text.
  keywords: optional(kept("Separated by commas.", { max: 20_300 })),
  isArchived: optional(Schema.Boolean.annotate({ description: "Whether it's hidden. Default false." })),
  force: optional(
    Schema.Boolean.annotate({
      description: "Of a release: whether it's taken over although it breaks rules of the store. Default false."
    })
  )
}).annotate({ identifier: "WorkspaceMovedVersion" })

export const filled = [
  "appName",
  "appIconUrl",
  "developerName",
  "bundleId",
  "subtitle",
  "description",
  "languages",
  "category"
]

/** An app with all that is kept with it, as it's exported and imported. */
export const MovedApp = Schema.Struct({
  ...NewApp.fields,
  filled: optional(
    Schema.Array(Schema.Literals(filled)).annotate({ description: "Which of its fields the store told." })
  ),
  competitors: optional(Schema.Array(NewCompetitor).annotate({ description: "Its competitors." })),
  keywords: optional(Schema.Array(MovedKeyword).annotate({ description: "Its keywords." })),
  versions: optional(Schema.Array(MovedVersion).annotate({ description: "Its listing versions." }))
}).annotate({ identifier: "WorkspaceMovedApp" })
export type MovedApp = typeof MovedApp.Type

/** A saved report as it's exported. It keeps its id, so that it's brought once. */
export const MovedReport = Schema.Struct({
  id: RowId,
  kind: kept("Which analysis it is of, such as aso.audit.", { max: 60 }),
  title: kept("Title.", { max: titleMax, lines: true }),
  platform: optional(Schema.Literals(Param.platforms).annotate({ description: "Store of the app it's about." })),
  appId: optional(kept("The app it's about.", { max: 255 })),
  country: optional(kept("Its storefront.", { max: 10 })),
  model: optional(kept("Model that made it.", { max: 200 })),
  params: Schema.Unknown.annotate({ description: "What the analysis was asked." }),
  payload: Schema.Unknown.annotate({ description: "The answer as it was given." }),
  isCut: optional(Schema.Boolean.annotate({ description: "Whether the payload was cut to 1 MiB. Default false." })),
  isPinned: optional(Schema.Boolean.annotate({ description: "Whether it's kept until it's deleted. Default false." })),
  createdAt: Schema.String.check(
    Schema.makeFilter((text: string) => Number.isFinite(Date.parse(text)) || "must be an ISO 8601 time")
  ).annotate({ description: "When it was saved, ISO 8601.", format: "date-time" })
}).annotate({ identifier: "WorkspaceMovedReport" })
export type MovedReport = typeof MovedReport.Type

const Format = Schema.Literal(exportFormat).annotate({ description: "What this is, with its version." })
const Moment = Schema.String.annotate({ description: "ISO 8601.", format: "date-time" })

export const Exported = Page(MovedApp, {
  total: Schema.Int.annotate({ description: "Apps, or with part=reports reports, over all pages." }),
  format: Format,
  exportedAt: Moment,
  views: optional(Schema.Array(MovedView).annotate({ description: "Saved views; only on the first page of apps." })),
  reports: optional(Schema.Array(MovedReport).annotate({ description: "Only with part=reports: newest first." }))
}).annotate({ identifier: "WorkspaceExport" })
export type Exported = typeof Exported.Type

/** An export as a file: what it says of itself beside the apps doesn't matter. */
export const ExportFile = Schema.fromJsonString(
  Schema.Struct({
    format: Format,
    items: Schema.Array(MovedApp),
    views: optional(Schema.Array(MovedView).check(Schema.isMaxLength(1_000))),
    reports: optional(Schema.Array(MovedReport)),
    exportedAt: optional(Schema.Unknown),
    total: optional(Schema.Unknown),
    nextCursor: optional(Schema.Unknown),
    left: optional(Schema.Unknown)
  })
)

/** Of a file as it's sent: as text, or in base64, which is a third longer. */
export const sentBytesMax = 16 * 1024 * 1024
/** Of a request with such a file: its other fields and the braces go beside. */
export const importBytesMax = sentBytesMax + 64 * 1024

export const Import = Schema.Struct({
  text: optional(
    Schema.String.check(Schema.isMaxLength(sentBytesMax)).annotate({
      description: "The file as text: rows of a CSV, a list with one keyword a line, or an export of a workspace.",
      examples: ["Keyword,Country\nphoto editor,us\ncollage,de\n"]
    })
  ),
  base64: optional(
    Schema.String.check(Schema.isMaxLength(sentBytesMax)).annotate({
      description: "Its bytes in base64, in place of text: for files that aren't UTF-8.",
      // Pages ask for a file where they see it.
      contentEncoding: "base64"
    })
  ),
  appId: optional(
    AppId.annotate({
      description: "The app that rows are for, by its id at the store. Needed unless the file names one in each row."
    })
  ),
  country: optional(Field.countryCode("Storefront of keywords whose row names none. Default: the app's.")),
  language: optional(languageTag("Language of keywords whose row names none.")),
  preview: optional(
    Schema.Boolean.annotate({
      description: "true: tells what would be added, and writes nothing. Default false."
    })
  )
})
export type Import = typeof Import.Type

export const reasons = [
  "INVALID_KEYWORD",
  "INVALID_COUNTRY",
  "INVALID_DEVICE",
  "INVALID_APP_ID",
  "OTHER_STORE",
  "SAME_APP",
  "APP_NOT_KEPT",
  "REPORT_TOO_LARGE",
  "INVALID_VIEW",
  "LINT_FAILED"
] as const

const Tally = Schema.Struct({
  added: Schema.Int.annotate({ description: "New ones." }),
  duplicates: Schema.Int.annotate({ description: "Those that are kept already, or were in the file before." })
}).annotate({ identifier: "WorkspaceTally" })

export const Imported = Schema.Struct({
  preview: Schema.Boolean.annotate({ description: "Whether nothing was written." }),
  format: Schema.Literals(["rows", "workspace"]).annotate({
    description: "A table of rows, or an export of a workspace."
  }),
  encoding: Schema.Literals(encodings).annotate({ description: "How the file's text is written." }),
  separator: Schema.NullOr(Schema.String).annotate({ description: "Between columns; null: it's no table." }),
  columns: Schema.Array(
    Schema.Struct({
      name: Schema.NullOr(Schema.String).annotate({ description: "As the file calls it; null: it has no names." }),
      means: Schema.NullOr(Schema.Literals(meanings)).annotate({
        description: "What it was recognised as; null: it isn't taken over."
      })
    })
  ),
  rows: Schema.Int.annotate({ description: "Rows of data in a table; apps in an export." }),
  apps: Tally,
  competitors: Tally,
  keywords: Tally,
  versions: Tally,
  reports: Tally,
  views: Tally,
  refused: Schema.Int.annotate({ description: "Rows that can't be taken over." }),
  refusals: Schema.Array(
    Schema.Struct({
      row: Schema.NullOr(Schema.Int).annotate({
        description: "Place in the file, from 1, not counting empty rows; null: it isn't of a table."
      }),
      value: Schema.String.annotate({ description: "What stands there." }),
      reason: Schema.Literals(reasons)
    })
  ).annotate({ description: "The first 100 of them." }),
  limit: Schema.NullOr(Schema.String).annotate({
    description: "Of a preview: which limit of the plan keeps all of it from being written; null: none."
  })
}).annotate({ identifier: "WorkspaceImported" })
export type Imported = typeof Imported.Type
