import { Schema } from "effect"

const whole = (description: string, minimum: number, maximum: number) =>
  Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum, maximum })).annotate({ description }))

/** Settings of the snapshots that analyses stand on. */
export const snapshotFields = {
  storeRequests: whole("Store requests that an analysis may make. Default 12.", 2, 1_000),
  opportunityStoreRequests: whole("Store requests that the opportunities may make. Default 24.", 2, 1_000),
  storeWaitMs: whole("How long an analysis asks the store, in ms. Default 8000.", 500, 60_000),
  snapshotMs: whole(
    "How long analyses of an app share one snapshot, in ms. Default 900000 (15 minutes).",
    1_000,
    86_400_000
  )
} as const

export const SnapshotConfig = Schema.Struct(snapshotFields)
export type SnapshotConfig = typeof SnapshotConfig.Type

/** What the two kinds of analyses may ask of a store. */
export const budgetsOf = ({
  opportunityStoreRequests = 24,
  storeRequests = 12,
  storeWaitMs = 8_000
}: SnapshotConfig) => ({
  analysis: { requestsMax: storeRequests, waitMs: storeWaitMs },
  opportunities: { requestsMax: opportunityStoreRequests, waitMs: storeWaitMs }
})
