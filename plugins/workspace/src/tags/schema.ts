import { Field, Page } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { RowId } from "../schema.ts"
import { GivenTags, TagText } from "./text.ts"

const optional = Schema.optionalKey
const { text, whole } = Field

export const Tag = Schema.Struct({
  tag: text("The tag, in lower case.", "brand"),
  apps: whole("Apps that have it.", 2),
  keywords: whole("Keywords that have it, over all apps.", 35)
}).annotate({ identifier: "WorkspaceTag" })
export const Tags = Page(Tag, {
  total: Schema.Int.annotate({ description: "Tags in use, over all pages." })
}).annotate({ identifier: "WorkspaceTags" })

const ids = (what: string, max: number) =>
  optional(
    Schema.Array(RowId)
      .check(Schema.isMinLength(1), Schema.isMaxLength(max))
      .annotate({ description: `Ids of the rows of ${what}, at most ${max}.` })
  )
export const TagRows = Schema.Struct({
  add: optional(GivenTags.annotate({ description: "Tags to put on them. A row has at most 20." })),
  remove: optional(GivenTags.annotate({ description: "Tags to take off them, at most 20." })),
  apps: ids("apps", 200),
  keywords: ids("keywords", 500)
})
export type TagRows = typeof TagRows.Type

export const Tagged = Schema.Struct({
  apps: whole("Apps whose tags changed.", 0),
  keywords: whole("Keywords whose tags changed.", 2)
}).annotate({ identifier: "WorkspaceTagged" })

export const TagRenamed = Schema.Struct({
  tag: TagText.annotate({ description: "The tag to rename." }),
  name: TagText.annotate({ description: "Its new name. Rows that have this tag too have it once." })
})
export const TagNamed = Schema.Struct({ tag: TagText })
