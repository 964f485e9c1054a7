import { Schema } from "effect"

export const NewNote = Schema.Struct({ name: Schema.NonEmptyString, text: Schema.String })
export const Note = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  text: Schema.String,
  createdAtMs: Schema.Int
}).annotate({ identifier: "TrialNote" })
export type Note = typeof Note.Type

export const NewScan = Schema.Struct({
  pages: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5 })),
  delaySeconds: Schema.optionalKey(Schema.Int)
})
export const Scan = Schema.Struct({
  id: Schema.String,
  state: Schema.Literals(["accepted", "done", "cancelled"]),
  pages: Schema.Int,
  /** What the last attempt at capturing its credits came to. */
  outcome: Schema.NullOr(Schema.String)
}).annotate({ identifier: "TrialScan" })
export type Scan = typeof Scan.Type

export const Client = Schema.Struct({ clientId: Schema.String, privateKey: Schema.String })
export const Connected = Schema.Struct({ state: Schema.String, organisation: Schema.Json }).annotate({
  identifier: "TrialConnection"
})
export const Campaign = Schema.Struct({ id: Schema.String, budget: Schema.Int }).annotate({
  identifier: "TrialCampaign"
})
export type Campaign = typeof Campaign.Type
export const Report = Schema.Struct({ rows: Schema.Int, total: Schema.Int }).annotate({ identifier: "TrialReport" })

export const Uploaded = Schema.Struct({ url: Schema.String, bytes: Schema.Int }).annotate({
  identifier: "TrialUpload"
})
export const Signed = Schema.Struct({ token: Schema.String }).annotate({ identifier: "TrialSigned" })
export const Greeting = Schema.Struct({ region: Schema.String, digest: Schema.String }).annotate({
  identifier: "TrialGreeting"
})
export const Hook = Schema.Struct({ endpointId: Schema.String, secret: Schema.NullOr(Schema.String) }).annotate({
  identifier: "TrialHook"
})
export const Accepted = Schema.Struct({ accepted: Schema.Boolean }).annotate({ identifier: "TrialAccepted" })
export const Scheduled = Schema.Struct({ nextAtMs: Schema.Int }).annotate({ identifier: "TrialSchedule" })
export const Tick = Schema.Struct({ tick: Schema.String }).annotate({ identifier: "TrialTick" })
