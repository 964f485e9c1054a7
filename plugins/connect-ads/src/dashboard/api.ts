/** What pages of an account read of its search ads: the connection and the journal, and nothing of the vendor. */
import {
  ChangesMade,
  changesView,
  Endpoint,
  Field,
  group,
  InvalidInput,
  Param,
  pageRead,
  ServiceUnavailable,
  View
} from "@storeglass/plugin-api"
import { Schema } from "effect"
import { Connection } from "../schema.ts"

const { text } = Field
const base = "/dashboard/api/connect-ads"

/** What is left to do, where no error of the vendor says it. */
export const todos = {
  connect: "Connect your ad account with a key pair of its own.",
  mayWrite: "To change campaigns too, give the key's user a role that may write.",
  nothing: "Nothing: reports are asked for when you want them."
} as const

export const AdsState = Schema.Struct({
  ...Connection.fields,
  connectedAt: Schema.NullOr(text("When it was connected, ISO 8601; null: it isn't.")),
  todo: Schema.Union([Schema.Literals(Object.values(todos)), text("What to do, in a sentence.", todos.nothing)])
}).annotate({ identifier: "AdsState" })
export type AdsState = typeof AdsState.Type

const state = Endpoint.get("state", `${base}/state`, {
  answer: AdsState,
  errors: [ServiceUnavailable.wire],
  ...pageRead,
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

const changes = Endpoint.get("changes", `${base}/changes`, {
  query: { limit: Param.limit({ of: "changes", max: 100, default: 25 }) },
  answer: ChangesMade,
  errors: [InvalidInput.wire, ServiceUnavailable.wire],
  ...pageRead,
  summary: "Changes of search ads made here",
  description:
    "What your account changed at its ad account through here: what, when, by which key, and whether the vendor has it. From our own journal; the vendor isn't asked.",
  view: changesView
})

export const dashboardGroup = group("connectAdsDashboard", state, changes)
