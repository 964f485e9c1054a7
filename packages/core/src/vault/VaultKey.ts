import { randomBytes } from "node:crypto"
import { DateTime, Effect, Redacted } from "effect"

/** A named key that wraps the data keys of sealed values. */
export interface VaultKey {
  /** Letters, digits, `-` and `_`, at most 64; it stands in clear in every sealed value. */
  readonly id: string
  /** 32 bytes as base64. */
  readonly key: Redacted.Redacted<string>
}

/** Every key that may still open a value, and the one that seals new ones. */
export interface VaultKeys {
  readonly keys: ReadonlyArray<VaultKey>
  readonly currentKeyId: string
}

/** What a key id may look like: it must never hold the separator of the sealed format. */
export const keyIdPattern: RegExp = /^[A-Za-z0-9_-]{1,64}$/

/** The length of every AES-256 key. */
export const keyBytes = 32

/** Makes a key from the system's random source; its id tells the day it was made. */
export const generateVaultKey: Effect.Effect<VaultKey> = Effect.gen(function* () {
  const day = DateTime.formatIsoDateUtc(yield* DateTime.now)
  return yield* Effect.sync(() => {
    const bytes = randomBytes(keyBytes)
    const key = Redacted.make(bytes.toString("base64"), { label: "vault key" })
    bytes.fill(0)
    return { id: `${day}-${randomBytes(4).toString("hex")}`, key }
  })
})
