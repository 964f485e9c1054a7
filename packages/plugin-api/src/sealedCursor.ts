import { Clock, Effect, Redacted, Schema } from "effect"
import { InvalidInput } from "./errors.ts"
import * as Param from "./Param.ts"
import type { Parameter } from "./parameter.ts"
import { Vault } from "./Vault.ts"

/** What a cursor belongs to: it continues this account's list with these parameters, and no other. */
export interface CursorOwner {
  readonly accountId: string
  /** What selects and orders the list, `limit` aside; undefined is the same as absent. */
  readonly parameters: Readonly<Record<string, string | number | boolean | undefined>>
}

export interface SealedCursor<A> {
  /** `cursor` of the query: to the declaration and to callers it is text without meaning. */
  readonly parameter: Schema.optionalKey<Parameter<string>>
  /** Where to continue; undefined for the first page. */
  readonly open: (text: string | undefined, owner: CursorOwner) => Effect.Effect<A | undefined, InvalidInput, Vault>
  readonly seal: (position: A, owner: CursorOwner) => Effect.Effect<string, never, Vault>
}

const day = 86_400_000
/** Longer than a vendor's cursor sealed. */
const charactersMax = 4096

const ownerOf = (name: string, { accountId, parameters }: CursorOwner) => {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined)
  return `cursor:${JSON.stringify([name, accountId, given.toSorted(([a], [b]) => (a < b ? -1 : 1))])}`
}

/**
 * A cursor for lists kept elsewhere, whose position must be neither read nor changed by callers: a vendor's own cursor, what
 * was shown already. It's sealed with its account, its parameters and its age: another account's, one of other parameters
 * or one older than `maxAgeMs` (default a day) is 400. For lists in our own tables `Param.cursor` is enough.
 *
 * @example
 * const pages = sealedCursor("ads.terms", Schema.Struct({ after: Schema.String }))
 * const position = yield* pages.open(query.cursor, { accountId, parameters: { campaignId } })
 * const nextCursor = yield* pages.seal({ after }, { accountId, parameters: { campaignId } })
 */
export const sealedCursor = <A, I>(
  /** Unique, as in `connect-paywall.transactions`. */
  name: string,
  position: Schema.Codec<A, I>,
  { maxAgeMs = day }: { readonly maxAgeMs?: number } = {}
): SealedCursor<A> => {
  const Sealed = Schema.fromJsonString(Schema.Struct({ atMs: Schema.Number, position: Schema.toCodecJson(position) }))
  const decode = Schema.decodeEffect(Sealed)
  const encode = Schema.encodeEffect(Sealed)
  const refuse = (why: string) => new InvalidInput(`cursor: ${why}; send no cursor to begin again`)
  return {
    parameter: Param.optional(
      Param.text({
        max: charactersMax,
        description:
          "Where to continue: the previous page's nextCursor, with the same parameters. It lasts for a day. Omit it for the first page."
      })
    ),
    open: Effect.fnUntraced(function* (text, owner) {
      if (text === undefined) return undefined
      const vault = yield* Vault
      const notOfThis = refuse("isn't a cursor of this list with these parameters")
      const opened = yield* Effect.mapError(vault.open(text, ownerOf(name, owner)), () => notOfThis)
      const { atMs, position } = yield* Effect.mapError(decode(Redacted.value(opened)), () => notOfThis)
      if ((yield* Clock.currentTimeMillis) - atMs > maxAgeMs) return yield* refuse("is too old")
      return position
    }),
    seal: Effect.fnUntraced(function* (position, owner) {
      const vault = yield* Vault
      const text = yield* Effect.orDie(encode({ atMs: yield* Clock.currentTimeMillis, position }))
      return yield* vault.seal(Redacted.make(text), ownerOf(name, owner))
    })
  }
}
