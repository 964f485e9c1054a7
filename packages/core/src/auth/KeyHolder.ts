import type { AccountRole, CredentialKind, Scope } from "@storeglass/plugin-api"

/** Who a credential stands for, and what it may do. */
export interface KeyHolder {
  readonly credential: CredentialKind
  /** Of the key; of a token the grant's, of a session the person's. */
  readonly keyId: string
  readonly accountId: string
  /** The person who calls, where that is known. */
  readonly personId: string | undefined
  /** What that person is in the account. */
  readonly role: AccountRole | undefined
  readonly plan: string
  readonly scopes: ReadonlyArray<Scope>
  /** The plugins whose operations it may call; undefined: all. */
  readonly plugins: ReadonlyArray<string> | undefined
  /** Whether it may be used from an address; undefined: from any. */
  readonly mayComeFrom: ((address: string) => boolean) | undefined
  /** By the wall clock; refused from then on, remembered or not. */
  readonly endsAtMs: number
  /** Its end is that of the overlap with its successor. */
  readonly isReplaced: boolean
  /** Its account is. */
  readonly isSuspended: boolean
  /** The part of the gateway that a token is for. */
  readonly audience: string | undefined
  /** The minute of its last use that was noted. */
  notedMinute: number
}

const minuteMs = 60_000
export const minuteOf = (nowMs: number) => Math.floor(nowMs / minuteMs)

/** Whether its use in this minute is noted: most requests ask this and no more. */
export const isNoted = ({ notedMinute }: KeyHolder, nowMs: number): boolean => notedMinute === minuteOf(nowMs)

/** Whether it opens anything now. */
export const isGood = ({ endsAtMs, isSuspended }: KeyHolder, nowMs: number): boolean => !isSuspended && endsAtMs > nowMs
