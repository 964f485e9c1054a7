import { Data, type Effect } from "effect"

/** A mail as it goes to whoever sends it: checked, with all that it says. */
export interface ReadyMail {
  /** `Name <address>`. */
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly subject: string
  readonly text: string
  readonly html: string | undefined
  readonly replyTo: string | undefined
  readonly headers: Readonly<Record<string, string>>
}

/** What a provider took. */
export interface Taken {
  /** Its own id; null where it gives none. */
  readonly providerId: string | null
  /** Recipients that it refused while it took the mail for the others. */
  readonly refused: ReadonlyArray<string>
}

/**
 * Why a mail was not sent, or may not have been.
 * - `refused` for good: nothing was sent, and a repeat is refused too
 * - `not_taken` nothing was sent; a repeat may work. `quota`: not before the next day
 * - `doubtful` it may have been sent: no answer came
 */
export class ProviderFailed extends Data.TaggedError("ProviderFailed")<{
  readonly reason: "refused" | "not_taken" | "doubtful"
  /** For people: the provider's sentence, or what happened. No content, no secrets. */
  readonly message: string
  readonly isQuota?: boolean
  /** It takes no mail by the gateway's own key or password. */
  readonly isOurKey?: boolean
  /** Another request under the same key is under way. */
  readonly isConcurrent?: boolean
  /** Another mail was given to it under this key before: what became of that one it doesn't tell. */
  readonly isUsedKey?: boolean
  readonly isTimeout?: boolean
  readonly retryAfterSeconds?: number | undefined
  readonly cause?: unknown
}> {}

/** What sends mail. */
export interface Provider {
  readonly name: "resend" | "smtp"
  /** For how long the same key never sends twice; 0: it has no such thing. */
  readonly repeatableMs: number
  readonly send: (mail: ReadyMail, key: string) => Effect.Effect<Taken, ProviderFailed>
  /** Several at once under one key: all of them or none. Gives their ids, in order. */
  readonly batch?: (
    mails: ReadonlyArray<ReadyMail>,
    key: string
  ) => Effect.Effect<ReadonlyArray<string | null>, ProviderFailed>
  /** Broadcasts to a list that the provider keeps. */
  readonly segments?: Segments
}

export interface SegmentBroadcast {
  /** Our id of it: the name under which the provider has it. */
  readonly id: string
  readonly segmentId: string
  readonly from: string
  readonly subject: string
  readonly html: string
  readonly text: string
}

export interface Segments {
  /** What stands in a text where the provider puts each reader's own address to unsubscribe. */
  readonly unsubscribeUrl: string
  /** Makes it as a draft, or finds the one that was made before. Gives the provider's id. */
  readonly create: (broadcast: SegmentBroadcast) => Effect.Effect<string, ProviderFailed>
  /** Sends it, once: one that is on its way is left alone. */
  readonly send: (providerId: string) => Effect.Effect<void, ProviderFailed>
}
