import {
  declare,
  Endpoint,
  group,
  InvalidInput,
  Param,
  previewFlag,
  ServiceUnavailable,
  View,
  writeAnswers
} from "@storeglass/plugin-api"
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { changeErrors, NotUndoable } from "../errors.ts"
import { headers, prefix, previewed } from "../writes/declared.ts"
import * as S from "./schema.ts"

export const changesCursor = Param.cursor(Schema.Struct({ id: Schema.String }))

const changes = Endpoint.get("changes", `${prefix}/storea/changes`, {
  query: { limit: Param.limit({ of: "changes", max: 100, default: 25 }), cursor: changesCursor },
  answer: S.MadeChanges,
  errors: [InvalidInput.wire, ServiceUnavailable.wire],
  summary: "Changes made at the console",
  description:
    "What this account changed at its default-store console through here, newest first: what, when, by which API key, whether the vendor has it, and whether it can be taken back. From our own journal, which keeps 400 days; the vendor isn't asked.",
  tool: { words: ["what did I change in the console", "audit log of prices", "undo a price change"] },
  view: View.table({
    rows: "items",
    columns: [
      { field: "at", title: "When" },
      { field: "kind", title: "What" },
      { field: "target", title: "Of" },
      { field: "outcome", title: "Outcome" },
      { field: "undoable", title: "Can be undone" },
      { field: "id", title: "Id" }
    ]
  })
})

const undo = declare(
  HttpApiEndpoint.post("undo", `${prefix}/storea/changes/:changeId/undo`, {
    headers,
    params: { changeId: Param.text({ max: 64, description: "Id of the change, from the list of changes." }) },
    query: { dryRun: previewFlag() },
    payload: S.Undo,
    success: writeAnswers(S.Undone),
    error: [...changeErrors, NotUndoable.wire]
  }),
  {
    price: 1,
    summary: "Take back a change made at the console",
    description: `Writes what there was before a change of the journal, or deletes what it made. Only for the account that made it, at the same console. Needs confirm: true. It's refused with PLAN_STALE if the vendor's state has changed since, and with NOT_UNDOABLE where the vendor has no way back. ${previewed}`,
    tool: {
      destructive: true,
      title: "Take back a change made at the console",
      words: ["undo", "revert a price change", "restore the old price"]
    }
  }
)

/** The journal of what was changed at the console, and the way back. */
export const undoGroup = group("connectStoreaChanges", changes, undo)
