import { Effect, Schema } from "effect"
import type { Upstream, UpstreamError, UpstreamResponse } from "./Upstreams.ts"

/**
 * The JSON of an upstream's answer. Another shape is a `drift` of that upstream; `what` says of which answer, for the log.
 *
 * @example
 * const campaign = yield* readAnswer(api, Campaign, answer, "a campaign")
 */
export const readAnswer = <A>(
  upstream: Upstream,
  schema: Schema.Codec<A, unknown>,
  { body }: Pick<UpstreamResponse, "body">,
  what: string
): Effect.Effect<A, UpstreamError> =>
  Effect.catch(Schema.decodeEffect(Schema.fromJsonString(schema))(body), (cause) => upstream.drift(what, cause))
