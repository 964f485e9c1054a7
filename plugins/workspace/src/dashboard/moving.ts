import { Schema } from "effect"
import { meanings } from "../moving/headers.ts"
import * as M from "../moving/schema.ts"
import type { Reason } from "../moving/wanted.ts"

const { base64: _, text: __, ...others } = M.Import.fields

/** A file that was dropped on a page. */
export const DroppedFile = Schema.Struct({
  base64: Schema.String.check(Schema.isMaxLength(M.sentBytesMax)).annotate({
    description: "The file's bytes.",
    contentEncoding: "base64"
  }),
  ...others
})

/** Why a row can't be taken over, and what to do about it. */
const whyOf = {
  INVALID_KEYWORD: "Isn't a keyword, or is too long for one",
  INVALID_COUNTRY: "The store has no such storefront; write its two-letter code",
  INVALID_DEVICE: "The store has no such device",
  INVALID_APP_ID: "Isn't the id of an app",
  OTHER_STORE: "Is of another store than the app",
  SAME_APP: "Is the app itself",
  APP_NOT_KEPT: "Your workspace doesn't have this app; add it first",
  REPORT_TOO_LARGE: "The report is larger than 1 MiB",
  INVALID_VIEW: "The view asks for what its list doesn't have",
  LINT_FAILED: "The release breaks rules of the store; take it over as a draft, or with force: true"
} as const satisfies Readonly<Record<Reason, string>>

const leftOut = "Left out"

export const Brought = Schema.Struct({
  preview: M.Imported.fields.preview,
  figures: Schema.Array(
    Schema.Struct({
      title: Schema.Literals(["Rows", "Apps in the file", "New", "There already", "Refused"]),
      value: Schema.Int
    }).annotate({ identifier: "BroughtFigure" })
  ),
  counts: Schema.Array(
    Schema.Struct({
      what: Schema.Literals(["Apps", "Competitors", "Keywords", "Versions", "Reports", "Views"]),
      added: Schema.Int.annotate({ description: "New ones." }),
      duplicates: Schema.Int.annotate({ description: "Those that are kept already, or were in the file before." })
    }).annotate({ identifier: "BroughtCount" })
  ).annotate({ description: "Of what the file has." }),
  columns: Schema.Array(
    Schema.Struct({
      name: Schema.String.annotate({ description: "As the file calls it; its place where it has no names." }),
      means: Schema.Literals([...meanings, leftOut]).annotate({ description: "What it was recognised as." })
    }).annotate({ identifier: "BroughtColumn" })
  ),
  refusals: Schema.Array(
    Schema.Struct({
      row: Schema.NullOr(Schema.Int).annotate({
        description: "Place in the file, from 1, not counting empty rows; null: it isn't of a table."
      }),
      value: Schema.String.annotate({ description: "What stands there." }),
      why: Schema.Literals(Object.values(whyOf))
    }).annotate({ identifier: "BroughtRefusal" })
  ).annotate({ description: "The first 100 of them." }),
  limit: M.Imported.fields.limit
}).annotate({ identifier: "Brought" })
export type Brought = typeof Brought.Type

/** What an import did, or would do, as a page shows it. */
export const broughtOf = ({
  apps,
  columns,
  competitors,
  format,
  keywords,
  limit,
  preview,
  refusals,
  refused,
  reports,
  rows,
  versions,
  views
}: M.Imported): Brought => {
  const counts = (
    [
      ["Apps", apps],
      ["Competitors", competitors],
      ["Keywords", keywords],
      ["Versions", versions],
      ["Reports", reports],
      ["Views", views]
    ] as const
  ).flatMap(([what, tally]) => (tally.added + tally.duplicates === 0 ? [] : [{ what, ...tally }]))
  const sum = (of: "added" | "duplicates") => counts.reduce((all, count) => all + count[of], 0)
  return {
    preview,
    figures: [
      { title: format === "rows" ? "Rows" : "Apps in the file", value: rows },
      { title: "New", value: sum("added") },
      { title: "There already", value: sum("duplicates") },
      { title: "Refused", value: refused }
    ],
    counts,
    columns: columns.map(({ means, name }, at) => ({ name: name ?? `#${at + 1}`, means: means ?? leftOut })),
    refusals: refusals.map(({ reason, row, value }) => ({ row, value, why: whyOf[reason] })),
    limit
  }
}

/** An export whole, as a file has it. */
export const WholeExport = Schema.Struct({
  format: Schema.String.annotate({ description: "What this is, with its version." }),
  exportedAt: Schema.String.annotate({ description: "ISO 8601.", format: "date-time" }),
  total: Schema.Int.annotate({ description: "Apps that there are." }),
  nextCursor: Schema.NullOr(Schema.String),
  items: Schema.Array(M.MovedApp),
  views: Schema.Array(Schema.Unknown),
  reports: Schema.Array(Schema.Unknown),
  left: Schema.Struct({
    apps: Schema.Int,
    competitors: Schema.Int,
    keywords: Schema.Int,
    versions: Schema.Int,
    reports: Schema.Int
  }).annotate({ description: "How many of each don't fit and are left out, the last first." })
}).annotate({ identifier: "WholeExport" })
