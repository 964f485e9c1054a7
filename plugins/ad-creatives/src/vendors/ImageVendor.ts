import type { UpstreamRequest } from "@storeglass/plugin-api"
import { Data, type Effect, type Redacted, type Schema } from "effect"
import type { Quality } from "../schema.ts"

/** A picture that is bought. */
export interface Drawing {
  readonly model: string
  readonly prompt: string
  /** PNG, which the prompt may refer to; they go along as data, so that the vendor fetches nothing. */
  readonly references: ReadonlyArray<Uint8Array>
  readonly quality: Quality
}

/** What came of it, in one form. */
export type Drawn =
  | { readonly kind: "picture"; readonly base64: string }
  | { readonly kind: "blocked"; readonly said: string }
  | { readonly kind: "missing"; readonly said: string }

/** What a refusal says: the machine's words and the sentence. */
export interface Refusal {
  readonly codes: ReadonlyArray<string>
  readonly sentence: string
}

/** A vendor's own format, without any of the handling. */
export interface ImageVendor {
  readonly baseUrl: string
  readonly authorize: (key: Redacted.Redacted<string>) => NonNullable<UpstreamRequest["headers"]>
  readonly request: (drawing: Drawing) => { readonly path: string; readonly body: object }
  readonly read: (answer: unknown) => Effect.Effect<Drawn, Schema.SchemaError>
  readonly refusal: (answer: unknown) => Refusal
  /** The days on which its models end, as announced. */
  readonly endings: Readonly<Record<string, string>>
}

/**
 * Why there is no picture.
 * - `blocked` moderation; `key` the key is refused; `credit` nothing is left to pay with
 * - `unavailable` away, too busy or too slow; `missing` an answer without a usable picture; `model` there's no such model
 */
export class DrawingFailed extends Data.TaggedError("DrawingFailed")<{
  readonly reason: "blocked" | "key" | "credit" | "unavailable" | "missing" | "model"
  /** For the log, without secrets. */
  readonly detail: string
}> {
  override get message() {
    return `${this.reason}: ${this.detail}`
  }
}
