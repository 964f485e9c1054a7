/** What is read over /v1 and by pages alike: the shapes and words that both declare. */
import { Param, View } from "@storeglass/plugin-api"
import { Schema } from "effect"
import * as E from "./errors.ts"
import * as S from "./schema.ts"

export const channel = Param.optional(
  Param.text({
    max: 40,
    description: "Only this channel: one that GET /v1/growth/channels lists, or that a project of yours is on."
  })
)
export const projectParams = {
  id: Param.text({ max: 36, description: "Id of a project.", example: "019c8e2a-7b41-7c3d-9e5f-2a6b8c0d1e3f" })
}
export const Uuid = Schema.String.check(Schema.isPattern(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/))
export const Whole = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))
export const projectsCursor = Param.cursor(Schema.Struct({ ms: Whole, id: Uuid }))

export const reads = {
  channels: {
    answer: S.Channels,
    summary: "Places that can be searched",
    description:
      "Public places that projects look through, with their filters, limits and rules, and whether this gateway can read them now.",
    view: View.table({
      rows: "channels",
      columns: [
        { field: "name", title: "Place" },
        { field: "available", title: "Available" },
        { field: "lastOkAt", title: "Last read" }
      ]
    })
  },
  projects: {
    query: {
      channel,
      appId: Param.optional(Param.text({ max: 255, description: "Only those for this app.", picks: "app" })),
      status: Param.optional(Param.oneOf({ values: S.projectStatuses, description: "Only these." })),
      limit: Param.limit({ of: "projects", max: 100, default: 50 }),
      cursor: projectsCursor
    },
    answer: S.Projects,
    errors: E.listErrors,
    summary: "Your projects",
    description:
      "What you look for and where, in the order they were made, with the last scan of each and counts by status.",
    view: View.table({
      rows: "items",
      columns: [
        { field: "name", title: "Project" },
        { field: "channel", title: "Place" },
        { field: "status", title: "Status" },
        { field: "counts.pending", title: "Pending" },
        { field: "counts.replied", title: "Answered" },
        { field: "lastScanAt", title: "Last scan" }
      ]
    })
  }
}
