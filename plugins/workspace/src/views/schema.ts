import { Field, Page, Param } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { RowId } from "../schema.ts"
import { TagText } from "../tags/text.ts"
import { kept, languageTag } from "../texts.ts"

const optional = Schema.optionalKey
const { text } = Field

export const lists = ["apps", "keywords"] as const
export type Listed = (typeof lists)[number]
const Lists = Schema.Literals(lists).annotate({ description: "Which list it's a view of." })

/** By list: what its filter may name, and its columns, by which it may be sorted too. */
export const filters = { apps: ["platform", "q", "tag"], keywords: ["country", "language", "q", "tag"] } as const
export const columns = {
  apps: [
    "appName",
    "appId",
    "platform",
    "country",
    "developerName",
    "category",
    "competitors",
    "keywords",
    "versions",
    "tags",
    "notes",
    "createdAt",
    "updatedAt"
  ],
  keywords: [
    "keyword",
    "country",
    "language",
    "device",
    "rank",
    "rankStatus",
    "status",
    "lastCollectedAt",
    "tags",
    "createdAt"
  ]
} as const

const Filter = Schema.Struct({
  platform: optional(Schema.Literals(Param.platforms).annotate({ description: "Apps of this store." })),
  country: optional(Field.countryCode("Keywords of this storefront.")),
  language: optional(languageTag("Keywords of this language.")),
  q: optional(kept("Rows whose text has this in it.", { max: 200 })),
  tag: optional(TagText.annotate({ description: "Rows that have this tag." }))
}).annotate({
  identifier: "WorkspaceViewFilter",
  description: "Which rows: of apps by platform, q and tag, of keywords by country, language, q and tag. Absent: any."
})

const Column = Schema.Literals([...new Set([...columns.apps, ...columns.keywords])])
const Sort = Schema.Struct({
  by: Column.annotate({ description: "A column of the list." }),
  descending: Schema.Boolean.annotate({ description: "Largest or latest first." })
}).annotate({ identifier: "WorkspaceViewSort" })
const Columns = Schema.Array(Column)
  .check(Schema.isMaxLength(20))
  .annotate({ description: "Columns in their order; none: those that the page shows by itself." })

const name = kept("What you call it. Each list has a name once.", { max: 100 }, "Brand terms in Germany")
const sort = Schema.NullOr(Sort).annotate({ description: "Its order; null: as they were added." })

export const SavedView = Schema.Struct({
  id: Schema.String.annotate({ description: "Id of the view.", format: "uuid" }),
  lists: Lists,
  name: text("What you call it.", "Brand terms in Germany"),
  filter: Filter,
  sort,
  columns: Columns,
  createdAt: Schema.String.annotate({ description: "ISO 8601.", format: "date-time" }),
  updatedAt: Schema.String.annotate({ description: "ISO 8601.", format: "date-time" })
}).annotate({ identifier: "WorkspaceView" })
export type SavedView = typeof SavedView.Type
export const SavedViews = Page(SavedView, {
  total: Schema.Int.annotate({ description: "Views, over all pages." })
}).annotate({ identifier: "WorkspaceViews" })

export const NewView = Schema.Struct({
  lists: Lists,
  name,
  filter: optional(Filter),
  sort: optional(sort),
  columns: optional(Columns)
})
export type NewView = typeof NewView.Type
export const MovedView = NewView.annotate({ identifier: "WorkspaceMovedView" })

export const ViewPatch = Schema.Struct({
  id: RowId.annotate({ description: "Id of the view." }),
  name: optional(name),
  filter: optional(Filter),
  sort: optional(sort),
  columns: optional(Columns)
})
export type ViewPatch = typeof ViewPatch.Type
export const ViewNamed = Schema.Struct({ id: RowId })
export const ViewDeleted = Schema.Struct({
  deleted: Schema.Literal(true),
  id: Schema.String.annotate({ description: "Id of the view.", format: "uuid" })
}).annotate({ identifier: "WorkspaceViewDeleted" })
