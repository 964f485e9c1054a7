import { jobRef } from "@storeglass/plugin-api"
import { Schema } from "effect"

/** Reads what a scan has left. */
export const Scan = jobRef("growth.scan", Schema.Struct({ accountId: Schema.String, runId: Schema.String }))
/** What a schedule begins with. */
export const Due = jobRef("growth.due", Schema.Struct({ accountId: Schema.String, projectId: Schema.String }))
/** Tells an account of a thread. */
export const Tell = jobRef("growth.tell", Schema.Struct({ accountId: Schema.String, id: Schema.String }))
/** Mails an account's owner of one. */
export const TellMail = jobRef("growth.tell-mail", Schema.Struct({ accountId: Schema.String, id: Schema.String }))
const DigestOf = Schema.Struct({
  accountId: Schema.String,
  /** Where its people are. */
  day: Schema.String,
  sinceMs: Schema.Finite,
  untilMs: Schema.Finite,
  by: Schema.Literals(["mail", "chat"])
})
export type Digest = typeof DigestOf.Type
/** Tells a day's digest by one way. */
export const Digest = jobRef("growth.digest", DigestOf)
/** Has an answer to a thread written. */
export const Suggest = jobRef("growth.suggest", Schema.Struct({ accountId: Schema.String, id: Schema.String }))
/** Has what a project learned take part in the urgency of its threads, or no longer. */
export const Learn = jobRef("growth.learn", Schema.Struct({ accountId: Schema.String, projectId: Schema.String }))
const Nothing = Schema.Struct({})
/** Looks again at what is kept, and erases what is gone at its source. */
export const LookAgain = jobRef("growth.look-again", Nothing)
/** Enqueues the digests whose hour has come. */
export const DigestsDue = jobRef("growth.digests", Nothing)
export const Prune = jobRef("growth.prune", Nothing)
