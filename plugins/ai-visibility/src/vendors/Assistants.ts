import { Context, Data, type Effect, type Redacted } from "effect"
import type { ModelSlug } from "../models.ts"

/** A question, as one user would ask it. */
export interface Question {
  readonly slug: ModelSlug
  readonly prompt: string
  /** ISO 3166-1 alpha-2, lower case: where the grounded assistant searches from. */
  readonly country: string
  /** ISO 639-1. */
  readonly language: string
  /** An account's own key at the provider, in place of the operator's. */
  readonly credential?: Redacted.Redacted<string>
  /** Ms since the epoch. Until then a provider that asks to wait is waited for; without it, never. */
  readonly untilMs?: number
}

/** A web source. An address that isn't http(s) is an empty `url` at its place. */
export interface Citation {
  readonly url: string
  readonly title: string
}

export interface Usage {
  readonly inputTokens: number | null
  readonly outputTokens: number | null
}

/** What an assistant said. */
export interface Reply {
  /** `refusal`: it declined; `text` is its own sentence, which may be empty. */
  readonly status: "ok" | "refusal"
  /** As it came; at most 256 KiB. Of `ok` never blank. */
  readonly text: string
  /** The model that answered, by the answer itself: it may be another one than was asked. */
  readonly modelId: string
  /** Marker `[N]` of the text is `citations[N - 1]`; empty for all but `model_d`. */
  readonly citations: ReadonlyArray<Citation>
  /** Whether the web was searched for it: false for `model_d` says ungrounded; null for those that never search. */
  readonly grounded: boolean | null
  /** It ends early: the limit of tokens was reached. */
  readonly cutOff: boolean
  readonly usage: Usage
  /** What the provider no longer does as described, in a sentence for the run and the operator; usually none. */
  readonly drift: ReadonlyArray<string>
}

/**
 * Why there is no answer; nothing of it is charged.
 * - `credentials` the key is refused; `quota` nothing is left to pay with; `model_gone` the configured model isn't there
 * - `rate_limited`, `overloaded` it may go better after `retryAfterSeconds`; `unavailable` 5xx; `timeout`, `unreachable`
 * - `rejected` the request itself; `empty` an answer without text; `drift` an answer of unknown shape; `too_large`
 */
export type AssistantFailureReason =
  | "credentials"
  | "quota"
  | "model_gone"
  | "rate_limited"
  | "overloaded"
  | "unavailable"
  | "timeout"
  | "unreachable"
  | "rejected"
  | "empty"
  | "drift"
  | "too_large"

export class AssistantFailed extends Data.TaggedError("AssistantFailed")<{
  readonly slug: ModelSlug
  readonly reason: AssistantFailureReason
  /** Every further question of this run would fail too: the provider is closed for it, and its operator is told. */
  readonly closes: boolean
  /** The same question may succeed later. */
  readonly transient: boolean
  readonly retryAfterSeconds: number | undefined
  /** For the log and the run, without secrets. */
  readonly detail: string
}> {
  override get message() {
    return `${this.slug}: ${this.reason}: ${this.detail}`
  }
}

/** A call for JSON of a schema, without tools: for reading answers and writing prompts. */
export interface JsonQuestion {
  readonly slug: ModelSlug
  /** What is to be done; written by us. */
  readonly instructions: string
  /** What it's to be done with; untrusted. */
  readonly input: string
  /** Names the schema, `[a-z_]+`. */
  readonly name: string
  /** JSON Schema: every property required, no further ones. */
  readonly schema: Readonly<Record<string, unknown>>
  readonly outputTokensMax: number
  readonly credential?: Redacted.Redacted<string>
  readonly untilMs?: number
}

/** A model that a provider lists. */
export interface ListedModel {
  readonly id: string
  /** `YYYY-MM-DD`; null where the provider tells none. */
  readonly endsOn: string | null
}

/** How the configured model of a provider stands. */
export interface ModelStanding {
  readonly slug: ModelSlug
  readonly model: string
  /** `gone`: not in the provider's list, or past its day; `ending` within 30 days; `unknown`: the provider has no list. */
  readonly state: "listed" | "ending" | "gone" | "unknown"
  readonly endsOn: string | null
}

/** The four assistants, asked over their providers' APIs. */
export class Assistants extends Context.Service<
  Assistants,
  {
    /** Those with a model and a key in the config, in the order of `modelSlugs`. */
    readonly available: ReadonlyArray<ModelSlug>
    /** Those with a model in the config, which an account's own key suffices for. */
    readonly configured: ReadonlyArray<ModelSlug>
    readonly ask: (question: Question) => Effect.Effect<Reply, AssistantFailed>
    /** The JSON as it was said: decode it. A refusal and a cut-off answer are failures (`rejected`, `drift`). */
    readonly askJson: (question: JsonQuestion) => Effect.Effect<unknown, AssistantFailed>
    /** Null where the provider has no list. */
    readonly models: (
      slug: ModelSlug,
      credential?: Redacted.Redacted<string>
    ) => Effect.Effect<ReadonlyArray<ListedModel> | null, AssistantFailed>
    /** Of an assistant that is available; asks the provider for its list. */
    readonly standing: (slug: ModelSlug) => Effect.Effect<ModelStanding, AssistantFailed>
    /** Whether a provider takes a key: fails with `credentials` when it doesn't. Says whether the key has the configured model. */
    readonly verify: (
      slug: ModelSlug,
      credential: Redacted.Redacted<string>
    ) => Effect.Effect<{ readonly hasModel: boolean }, AssistantFailed>
  }
>()("@storeglass/ai-visibility/Assistants") {}
