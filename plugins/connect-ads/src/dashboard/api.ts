/** What pages of an account read of its search ads: the connection and the journal, and nothing of the vendor. */
import { Endpoint, Field, group, InvalidInput, Param, ServiceUnavailable, View } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { Connection } from "../schema.ts"

const { text } = Field
const base = "/dashboard/api/connect-ads"
const session = { access: "session", role: "viewer", tool: false } as const

export const AdsState = Schema.Struct({
  ...Connection.fields,
  connectedAt: Schema.NullOr(text("When it was connected, ISO 8601; null: it isn't.")),
  todo: text("What to do, in a sentence.", "Nothing: reports are asked for when you want them.")
}).annotate({ identifier: "AdsState" })
export type AdsState = typeof AdsState.Type

const state = Endpoint.get("state", `${base}/state`, {
  answer: AdsState,
  errors: [ServiceUnavailable.wire],
  ...session,
  summary: "State of the search ads connection",
  description: "Which ad account is connected, since when, and what to do. The vendor isn't asked.",
  view: View.status({
    state: "state",
    details: [
      { field: "todo", title: "What to do" },
      { field: "connectedAt", title: "Connected since" },
      { field: "lastVerifiedAt", title: "Last verified" },
      { field: "adAccount.name", title: "Ad account" },
      { field: "adAccount.currency", title: "Currency" },
      { field: "canWrite", title: "May change campaigns" }
    ]
  })
})

export const ChangesMade = Schema.Struct({
  items: Schema.Array(
    Schema.Struct({
      id: text("Its id in the journal."),
      at: text("When it was sent, or planned where it wasn't, ISO 8601."),
      what: text("What was changed.", "Campaign"),
      target: text("Which one, by the vendor's ids.", "ad-account:1/campaign:2"),
      by: text("The API key's id, or that none made it."),
      outcome: Schema.Literals(["applied", "absent", "unknown"]).annotate({
        description: "applied: the vendor has it. absent: it wasn't done. unknown: nobody knows yet."
      }),
      undo: text("How it's taken back."),
      problem: Schema.NullOr(text("What went wrong; null: nothing."))
    }).annotate({ identifier: "AdsChangeMade" })
  ).annotate({ description: "Newest first." })
}).annotate({ identifier: "AdsChangesMade" })
export type ChangesMade = typeof ChangesMade.Type

const changes = Endpoint.get("changes", `${base}/changes`, {
  query: { limit: Param.limit({ of: "changes", max: 100, default: 25 }) },
  answer: ChangesMade,
  errors: [InvalidInput.wire, ServiceUnavailable.wire],
  ...session,
  summary: "Changes of search ads made here",
  description:
    "What your account changed at its ad account through here: what, when, by which key, and whether the vendor has it. From our own journal; the vendor isn't asked.",
  view: View.table({
    rows: "items",
    columns: [
      { field: "at", title: "When" },
      { field: "what", title: "What" },
      { field: "target", title: "Of" },
      { field: "by", title: "By" },
      { field: "outcome", title: "Outcome" },
      { field: "undo", title: "Taking it back" }
    ]
  })
})

export const dashboardGroup = group("connectAdsDashboard", state, changes)
