import { Data, Effect, type Option, Predicate } from "effect"

/** What came of a credential in headers before anything was sent; `header` names it, never its value. */
export class UnusableCredentials extends Data.TaggedError("UnusableCredentials")<{
  readonly problem: "missing" | "unreadable"
  readonly header: string
  /** What it must be: "a P-256 private key in PKCS#8 form". */
  readonly expected?: string
}> {}

/** The account has no saved connection of this kind. */
export class NoConnection extends Data.TaggedError("NoConnection")<{ readonly kind: string }> {}

/**
 * A saved connection that is not used any more.
 * - `vendor` the vendor refused a fresh token
 * - `key_lost` the vault key that sealed it is not configured; `unreadable` the sealed value was changed or moved
 * - `replaced` it was connected again while this work went on
 */
export class ConnectionUnusable extends Data.TaggedError("ConnectionUnusable")<{
  readonly kind: string
  readonly reason: "vendor" | "key_lost" | "unreadable" | "replaced"
  readonly sentence?: string | undefined
}> {}

/** What a vendor said in a refusal. `sentence` is its own, in its language. */
export interface VendorSaid {
  readonly code?: string | undefined
  /** The name or pointer of what it objects to. */
  readonly field?: string | undefined
  readonly sentence?: string | undefined
}

/**
 * A vendor answered and refused.
 * - `credentials` it does not accept who asks; `permission` it does, and a right is missing
 * - `missing` no such thing there, or another account's; `invalid` its validation; `conflict` its state
 */
export class VendorRefused extends Data.TaggedError("VendorRefused")<{
  /** Neutral, as in `storea console`. */
  readonly vendor: string
  readonly refusal: "credentials" | "permission" | "missing" | "invalid" | "conflict"
  readonly said: VendorSaid
  /** The right that is missing. */
  readonly right?: string | undefined
  /** Where it is granted: "Users and Access, Integrations". */
  readonly grantedAt?: string | undefined
  readonly status?: number | undefined
}> {
  override get message() {
    return `${this.vendor}: ${this.refusal}${quotedVendor(this.said)}`
  }
}

const refusals: Readonly<Record<number, VendorRefused["refusal"]>> = {
  401: "credentials",
  403: "permission",
  404: "missing",
  409: "conflict",
  410: "missing",
  412: "conflict",
  423: "conflict"
}

/** A 4xx of a vendor as a refusal, by its status; pass `refusal` where the vendor's code says more than its status. */
export const refusedBy = (
  vendor: string,
  status: number,
  said: VendorSaid,
  more: {
    readonly refusal?: VendorRefused["refusal"] | undefined
    readonly right?: string | undefined
    readonly grantedAt?: string | undefined
  } = {}
): VendorRefused =>
  new VendorRefused({ vendor, said, status, ...more, refusal: more.refusal ?? refusals[status] ?? "invalid" })

const textMax = 500

/** A vendor's text for our callers: no control characters, single spaces, at most 500 characters. */
export const vendorText = (text: string): string => {
  // Control and format characters (bidi overrides too), and halves of surrogate pairs.
  const plain = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
  const characters = [...plain]
  return characters.length <= textMax
    ? plain
    : `${characters
        .slice(0, textMax - 1)
        .join("")
        .trimEnd()}…`
}

/** `: sentence (code X, field Y)`, as long as there is any of it. */
export const quotedVendor = ({ code, field, sentence }: VendorSaid): string => {
  const named = [code === undefined ? "" : `code ${code}`, field === undefined ? "" : `field ${field}`].filter(Boolean)
  const text = vendorText([sentence ?? "", named.length === 0 ? "" : `(${named.join(", ")})`].filter(Boolean).join(" "))
  return text === "" ? "" : `: ${text}`
}

const skippedTags = ["NoConnection", "ConnectionUnusable", "VendorRefused", "PLATFORM_UNSUPPORTED"] as const
type Skipped = { readonly _tag: (typeof skippedTags)[number] }

/**
 * For background work, such as a job's: none where there is no connection, or it lacks a right. The owner has
 * been told of that.
 */
export const whileConnected = <A, E, R>(
  work: Effect.Effect<A, E, R>
): Effect.Effect<Option.Option<A>, Exclude<E, Skipped>, R> => {
  const isOther = (error: E): error is Exclude<E, Skipped> => !skippedTags.some((tag) => Predicate.isTagged(error, tag))
  return Effect.catch(Effect.asSome(work), (error) => (isOther(error) ? Effect.fail(error) : Effect.succeedNone))
}
