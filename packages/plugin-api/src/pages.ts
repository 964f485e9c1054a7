import { Schema } from "effect"
import * as Field from "./Field.ts"
import { isoOf } from "./Provenance.ts"
import type { WriteRecord } from "./VendorWrites.ts"
import { View } from "./View.ts"

/** What an endpoint has that pages read: a person's session opens it, and no key, and it's no tool. */
export const pageRead = { access: "session", role: "viewer", tool: false } as const

const { text } = Field

/** An account's changes at a vendor, as pages show them: from our own journal. */
export const ChangesMade = Schema.Struct({
  items: Schema.Array(
    Schema.Struct({
      id: text("Its id in the journal."),
      at: text("When it was sent, or planned where it wasn't, ISO 8601."),
      what: text("What was done.", "Release of a track"),
      target: text("What it was done to, as the journal has it."),
      by: text("The API key's id, or that none made it."),
      outcome: Schema.Literals(["applied", "absent", "unknown"]).annotate({
        description: "applied: the vendor has it. absent: it wasn't done. unknown: nobody knows yet."
      }),
      undo: text("How it's taken back."),
      problem: Schema.NullOr(text("What went wrong; null: nothing."))
    }).annotate({ identifier: "ChangeMade" })
  ).annotate({ description: "Newest first." })
}).annotate({ identifier: "ChangesMade" })
export type ChangesMade = typeof ChangesMade.Type

export const changesView = View.table({
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

/** A row of the journal as pages show it. `kinds` are what its operations do, by id, and how each is taken back. */
export const changeMade = (
  { endedAtMs, id, keyId, operation, outcome, problem, sentAtMs, startedAtMs, state, target }: WriteRecord,
  kinds: Readonly<Record<string, { readonly what: string; readonly undo: string }>>,
  /** How what isn't among the kinds is taken back. */
  otherwise: string
): ChangesMade["items"][number] => ({
  id,
  at: isoOf(sentAtMs ?? endedAtMs ?? startedAtMs),
  what: kinds[operation]?.what ?? operation,
  target,
  by: keyId ?? "no API key",
  outcome: outcome ?? (state === "planned" ? "absent" : "unknown"),
  undo: outcome === "applied" ? (kinds[operation]?.undo ?? otherwise) : "There's nothing to take back.",
  problem
})
