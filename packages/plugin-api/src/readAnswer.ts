import { Effect, Predicate, Schema } from "effect"
import type { Upstream, UpstreamError, UpstreamResponse } from "./Upstreams.ts"

/** Numbers that no JavaScript number can hold as they are written: ids of 64 bits. */
const mayBeLong = /\d{16}/

/** What JSON.parse calls for each value: a whole number that would be rounded is given as the text that it was. */
const exactly = (...[, value, context]: ReadonlyArray<unknown>): unknown =>
  Number.isInteger(value) && !Number.isSafeInteger(value) && Predicate.hasProperty(context, "source")
    ? context.source
    : value

const parse = (body: string): unknown => (mayBeLong.test(body) ? JSON.parse(body, exactly) : JSON.parse(body))

/**
 * The JSON of an upstream's answer. Whole numbers beyond 2^53 come as text, never rounded. Another shape is a `drift` of that upstream; `what` says of which answer, for the log.
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
  Effect.try({ try: () => parse(body), catch: (cause) => cause }).pipe(
    Effect.flatMap(Schema.decodeUnknownEffect(schema)),
    Effect.catch((cause) => upstream.drift(what, cause))
  )

/**
 * Fails with a `drift` unless an answer says nothing, or `{}`: what a vendor says to a deletion. A page that somebody on the way answers
 * with deletes nothing.
 */
export const readNothing = (
  upstream: Upstream,
  { body }: Pick<UpstreamResponse, "body">,
  what: string
): Effect.Effect<void, UpstreamError> =>
  /^\s*(?:\{\s*\}\s*)?$/.test(body) ? Effect.void : upstream.drift(`${what}: it's answered with something else`)
