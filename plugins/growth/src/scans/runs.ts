import { isoOf } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { type LastScan, runStatuses } from "../schema.ts"

const NullOr = Schema.NullOr
export const sourceResults = Schema.Array(
  Schema.Struct({
    source: Schema.String,
    status: Schema.Literals(["ok", "failed"]),
    pages: Schema.Int,
    reason: NullOr(Schema.String)
  })
)
/** A run as lists show it. */
export const runRow = Schema.Struct({
  id: Schema.String,
  status: Schema.Literals(runStatuses),
  startedMs: NullOr(Schema.Finite),
  finishedMs: NullOr(Schema.Finite),
  requests: Schema.Int,
  scanned: Schema.Int,
  found: Schema.Int,
  updated: Schema.Int,
  sources: sourceResults,
  resumes: Schema.Int,
  creditsCharged: Schema.Int
})

export const shownRun = ({ finishedMs, id, startedMs, ...run }: typeof runRow.Type): LastScan => ({
  taskRunId: id,
  ...run,
  startedAt: startedMs === null ? null : isoOf(startedMs),
  finishedAt: finishedMs === null ? null : isoOf(finishedMs)
})
