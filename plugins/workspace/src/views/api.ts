import { Endpoint, Param, View } from "@storeglass/plugin-api"
import * as E from "../errors.ts"
import { byMoment } from "../pages.ts"
import * as S from "./schema.ts"

const path = "/v1/user/views"

export const views = Endpoint.get("views", path, {
  query: {
    lists: Param.optional(Param.oneOf({ values: S.lists, description: "Only views of this list." })),
    limit: Param.limit({ of: "views", max: 100, default: 100 }),
    cursor: byMoment
  },
  answer: S.SavedViews,
  errors: E.listErrors,
  summary: "Saved views",
  description: "The views that your account has saved of its lists of apps and keywords, in the order they were added.",
  view: View.table({
    rows: "items",
    columns: [
      { field: "name", title: "View" },
      { field: "lists", title: "List" },
      { field: "filter.country", title: "Country" },
      { field: "filter.tag", title: "Tag" },
      { field: "updatedAt", title: "Changed" }
    ]
  })
})

export const addView = Endpoint.post("addView", path, {
  payload: S.NewView,
  answer: S.SavedView,
  errors: E.addViewErrors,
  summary: "Save a view",
  description:
    "Saves a view of your list of apps or keywords: its rows, order and columns. A view of keywords works for each of your apps. Everyone in the account has it. An account keeps at most 100.",
  tool: { destructive: false }
})

export const updateView = Endpoint.patch("updateView", path, {
  payload: S.ViewPatch,
  answer: S.SavedView,
  errors: E.updateViewErrors,
  summary: "Change a view",
  description: "Changes a saved view. A field that is absent stays; filter and columns are replaced whole.",
  tool: { destructive: false, idempotent: true }
})

export const removeView = Endpoint.delete("removeView", path, {
  query: { id: Param.optional(Param.text({ max: 36, description: "Id of the view." })) },
  answer: S.ViewDeleted,
  errors: E.tagErrors,
  summary: "Delete a view",
  description: "Deletes a saved view; the rows that it shows stay. The same field may be sent as a JSON body."
})
