import { Context } from "effect"

/**
 * What a success of a route is.
 * - `json` (the default) or `none` (204): one answer, kept for a repeated `Idempotency-Key`
 * - `stream`: server-sent events and whatever else stays open; ended politely when the gateway shuts down
 * - `file`, `csv`: a download, which is allowed to finish
 *
 * Whatever is streamed is charged once, before its first byte, and isn't kept: a repeat under its `Idempotency-Key` is
 * answered 409.
 */
export interface AnswersDeclaration {
  readonly kind: "json" | "stream" | "file" | "csv" | "none"
  readonly contentType?: string
  /** Its provenance stands in headers alone, as its body has no place for it: the handler sends it by `Exchange.describe`. */
  readonly provenanceInHeaders?: true
}

/** Annotation of an endpoint whose success isn't JSON. */
export class Answers extends Context.Service<Answers, AnswersDeclaration>()("@storeglass/plugin-api/Answers") {}
