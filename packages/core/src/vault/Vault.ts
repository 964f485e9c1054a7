import { createSecretKey, type KeyObject, randomBytes } from "node:crypto"
import { Vault, VaultError } from "@storeglass/plugin-api"
import { Data, Effect, Layer, Redacted } from "effect"
import * as SealedValue from "./sealedValue.ts"
import { keyBytes, keyIdPattern, type VaultKey, type VaultKeys } from "./VaultKey.ts"

/** The configured keys cannot be used; the message names the key and the fix, never its value. */
export class VaultMisconfigured extends Data.TaggedError("VaultMisconfigured")<{ readonly message: string }> {}

const misconfigured = (message: string) => Effect.fail(new VaultMisconfigured({ message }))

const importKey = ({ key }: VaultKey): KeyObject | undefined => {
  const text = Redacted.value(key)
  const bytes = Buffer.from(text, "base64")
  const valid = bytes.length === keyBytes && bytes.toString("base64") === text
  const imported = valid ? createSecretKey(bytes) : undefined
  bytes.fill(0)
  return imported
}

const importKeys = Effect.fnUntraced(function* ({ keys, currentKeyId }: VaultKeys) {
  const imported = new Map<string, KeyObject>()
  for (const entry of keys) {
    if (!keyIdPattern.test(entry.id)) {
      return yield* misconfigured("A vault key's id may hold letters, digits, - and _, at most 64 characters.")
    }
    if (imported.has(entry.id)) return yield* misconfigured(`The vault key "${entry.id}" is given twice.`)
    const key = importKey(entry)
    if (key === undefined) return yield* misconfigured(`The vault key "${entry.id}" must be 32 bytes in base64.`)
    imported.set(entry.id, key)
  }
  const current = imported.get(currentKeyId)
  if (current === undefined)
    return yield* misconfigured(`The current vault key "${currentKeyId}" isn't among the keys.`)
  return { imported, current }
})

const fail = (reason: VaultError["reason"], message: string) => Effect.fail(new VaultError({ reason, message }))
const rejected = fail("rejected", "The sealed value was changed, or belongs to another row.")

const wiping = <A>(secret: Buffer, use: (secret: Buffer) => A): A => {
  try {
    return use(secret)
  } finally {
    secret.fill(0)
  }
}

/**
 * Envelope encryption with these keys: new values under `currentKeyId`, old ones open for as long as their key is listed.
 * To rotate, add a key, make it current, `rewrap` every row, then remove the old key.
 */
export const VaultLive = (options: VaultKeys): Layer.Layer<Vault, VaultMisconfigured> =>
  Layer.effect(
    Vault,
    Effect.gen(function* () {
      const { imported, current } = yield* importKeys(options)
      const { currentKeyId } = options

      const seal = (plain: Buffer, row: string) =>
        wiping(randomBytes(keyBytes), (dataKey) =>
          SealedValue.format({
            keyId: currentKeyId,
            wrapped: SealedValue.wrap(current, currentKeyId, dataKey, row),
            body: SealedValue.encryptBody(dataKey, plain, row)
          })
        )

      const find = Effect.fnUntraced(function* (sealed: string) {
        const value = SealedValue.parse(sealed)
        if (value === undefined) return yield* fail("malformed", "This isn't a sealed value.")
        const key = imported.get(value.keyId)
        if (key === undefined) return yield* fail("unknown_key", `The vault key "${value.keyId}" isn't configured.`)
        return { value, key }
      })

      return Vault.of({
        seal: (secret, row) =>
          Effect.suspend(() => {
            const text = Redacted.value(secret)
            // UTF-8 has no form for half a surrogate pair: it would come back as another character.
            if (!text.isWellFormed()) return Effect.die(new Error("A secret to seal must be well-formed Unicode."))
            return Effect.succeed(wiping(Buffer.from(text, "utf8"), (plain) => seal(plain, row)))
          }),
        open: Effect.fnUntraced(function* (sealed, row) {
          const { value, key } = yield* find(sealed)
          const dataKey = SealedValue.unwrap(key, value, row)
          if (dataKey === undefined) return yield* rejected
          const plain = wiping(dataKey, (dataKey) => SealedValue.decryptBody(dataKey, value, row))
          if (plain === undefined) return yield* rejected
          return wiping(plain, (plain) => Redacted.make(plain.toString("utf8")))
        }),
        rewrap: Effect.fnUntraced(function* (sealed, row) {
          const { value, key } = yield* find(sealed)
          if (value.keyId === currentKeyId) return undefined
          const dataKey = SealedValue.unwrap(key, value, row)
          if (dataKey === undefined) return yield* rejected
          const wrapped = wiping(dataKey, (dataKey) => SealedValue.wrap(current, currentKeyId, dataKey, row))
          return SealedValue.format({ keyId: currentKeyId, wrapped, body: value.body })
        })
      })
    })
  )
