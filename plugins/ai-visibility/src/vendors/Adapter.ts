import type { UpstreamRequest } from "@storeglass/plugin-api"
import type { Effect, Redacted, Schema } from "effect"
import type { AssistantFailureReason, Citation, ListedModel, Usage } from "./Assistants.ts"

/** What is asked of a provider. */
export interface Asked {
  readonly model: string
  readonly input: string
  readonly country: string
  readonly outputTokensMax: number
  /** JSON of a schema is wanted; no tools then. */
  readonly json:
    | {
        readonly instructions: string
        readonly name: string
        readonly schema: Readonly<Record<string, unknown>>
      }
    | undefined
  /** Of the assistant that searches: the search is forced, left to itself, or not offered. */
  readonly search: "forced" | "offered" | "none"
}

/** What a provider said, in one form. */
export interface Said {
  readonly text: string
  /** Its refusal, in its own words, which may be none. */
  readonly refusal: string | undefined
  /** Undefined where the answer doesn't tell. */
  readonly modelId: string | undefined
  readonly citations: ReadonlyArray<Citation>
  readonly grounded: boolean | null
  readonly cutOff: boolean
  readonly usage: Usage
  /** An answer that is a failure. */
  readonly failed: { readonly reason: AssistantFailureReason; readonly code: string } | undefined
  /** When the model ends, `YYYY-MM-DD`, where the answer tells. */
  readonly endsOn: string | undefined
}

/** What can be told from a refusal that wasn't 2xx: the machine's words, and the sentence. */
export interface Problem {
  readonly codes: ReadonlyArray<string>
  readonly sentence: string | undefined
  /** As the body says it, where the header doesn't. */
  readonly retryAfterSeconds: number | undefined
}

/** One page of a provider's list of models. */
export interface ModelPage {
  readonly models: ReadonlyArray<ListedModel>
  /** The query of the next page. */
  readonly next: UpstreamRequest["query"] | undefined
}

/** A provider's own format, without any of the handling. */
export interface Adapter {
  readonly baseUrl: string
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>
  readonly authorize: (key: Redacted.Redacted<string>) => Readonly<Record<string, Redacted.Redacted<string>>>
  readonly request: (asked: Asked) => { readonly path: string; readonly body: object }
  readonly read: (answer: unknown) => Effect.Effect<Said, Schema.SchemaError>
  readonly problem: (body: unknown) => Problem
  readonly models: {
    readonly path: string
    readonly query: UpstreamRequest["query"]
    /** Whether the list is refused to who has no valid key. One that isn't may not be there: none describes it. */
    readonly needsKey: boolean
    readonly read: (answer: unknown) => Effect.Effect<ModelPage, Schema.SchemaError>
  }
}
