import { Endpoint, Param, View } from "@storeglass/plugin-api"
import * as E from "../errors.ts"
import * as S from "./schema.ts"
import { byTag } from "./Tags.ts"
import { tagMax } from "./text.ts"

const path = "/v1/user/tags"

export const tags = Endpoint.get("tags", path, {
  query: { limit: Param.limit({ of: "tags", max: 500, default: 100 }), cursor: byTag },
  answer: S.Tags,
  errors: E.listErrors,
  summary: "Your tags",
  description: "The tags on apps and keywords of your workspace, in order, each with the number of rows that have it.",
  tool: { words: ["labels, groups of keywords"] },
  view: View.table({
    rows: "items",
    columns: [
      { field: "tag", title: "Tag" },
      { field: "apps", title: "Apps" },
      { field: "keywords", title: "Keywords" }
    ]
  })
})

export const tagRows = Endpoint.post("tagRows", path, {
  payload: S.TagRows,
  answer: S.Tagged,
  errors: E.tagErrors,
  summary: "Tag apps and keywords",
  description:
    "Adds tags to apps and keywords of your workspace, or removes them, all or nothing. A tag exists from its first use to its last.",
  tool: { destructive: false, idempotent: true, words: ["label keywords, group keywords"] }
})

export const renameTag = Endpoint.patch("renameTag", path, {
  payload: S.TagRenamed,
  answer: S.Tagged,
  errors: E.tagErrors,
  summary: "Rename a tag",
  description:
    "Renames a tag on all apps and keywords that have it. If there is a tag of that name already, the two become one.",
  tool: { destructive: false }
})

export const removeTag = Endpoint.delete("removeTag", path, {
  query: { tag: Param.optional(Param.text({ max: tagMax, description: "The tag." })) },
  answer: S.Tagged,
  errors: E.tagErrors,
  summary: "Delete a tag",
  description:
    "Removes a tag from all apps and keywords that have it; they stay. The same field may be sent as a JSON body."
})
