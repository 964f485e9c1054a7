/** What the routes of the journal give and take. */
import { Change, confirmationField, Field, nextCursor, planIdField } from "@storeglass/plugin-api"
import { Schema } from "effect"

const told = {
  kind: Field.text("What was done to what.", "iap.update", "iap-price-schedule.replace"),
  target: Field.text("What it was done to, with its id at the vendor.", "iap:6444000001")
}

export const MadeChange = Schema.Struct({
  id: Field.text("Its id in the journal.", "019ab2c4-7d10-7a53-9b0e-2f6c1d4e8a90"),
  ...told,
  at: Field.text("When it was sent, or planned where it wasn't, ISO 8601."),
  outcome: Schema.Literals(["applied", "absent", "unknown"]).annotate({
    description:
      "applied: the vendor has it. absent: it wasn't done. unknown: nobody knows yet; repeat it with its Idempotency-Key."
  }),
  changes: Schema.Array(Change).annotate({ description: "What it was to change, field by field." }),
  undoable: Schema.Boolean.annotate({
    description: "Whether it can be taken back, as far as the journal tells; the vendor isn't asked."
  }),
  whyNot: Schema.NullOr(Schema.String).annotate({ description: "Why it can't be taken back; null where it can." }),
  keyId: Schema.NullOr(Schema.String).annotate({ description: "The API key that made it; null where none did." }),
  requestId: Schema.NullOr(Schema.String).annotate({ description: "The request that made it; null where none did." })
}).annotate({ identifier: "ConsoleMadeChange" })
export type MadeChange = typeof MadeChange.Type

export const MadeChanges = Schema.Struct({
  items: Schema.Array(MadeChange).annotate({ description: "Newest first." }),
  nextCursor
}).annotate({ identifier: "ConsoleMadeChanges" })

export const undoes = "the change is taken back: what there was before it is written again, or what it made is deleted"
export const Undo = Schema.Struct({ confirm: confirmationField(undoes), planId: planIdField }).annotate({
  examples: [{ confirm: true }]
})

export const Undone = Schema.Struct({
  changeId: Field.text("The change that was taken back.", "019ab2c4-7d10-7a53-9b0e-2f6c1d4e8a90"),
  ...told,
  changes: Schema.Array(Change).annotate({
    description: "What was put back: from what the change made, to what was before."
  })
}).annotate({ identifier: "ConsoleUndone" })
