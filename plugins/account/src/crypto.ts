// biome-ignore lint/style/noRestrictedImports: hashes of secrets are made here and nowhere else in the plugin (decision 23).
import { argon2, createHash, createHmac, randomInt, timingSafeEqual } from "node:crypto"
// biome-ignore lint/style/noRestrictedImports: how many processors hashing may keep busy is for who hashes to know.
import { availableParallelism } from "node:os"
import { Effect } from "effect"
import { randomBytesUnsafe } from "effect/crypto/SecureRandom"

/** 256 random bits, as text for an address or a cookie. */
export const randomToken = (): string => Buffer.from(randomBytesUnsafe(32)).toString("base64url")

/** Base64 without padding, as the format of hashed passwords has it. */
export const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64").replace(/=+$/, "")
export const bytesOf = (base64: string): Uint8Array => Buffer.from(base64, "base64")

/** How many threads may do nothing but hash, so that one processor is left to answer. */
export const hashingThreads = (processors: number = availableParallelism()): number =>
  Math.max(1, Math.min(2, processors - 1))

/** Eight digits, each as likely as any other. */
export const randomCode = (): string => String(randomInt(0, 100_000_000)).padStart(8, "0")

/** What is kept of a random token: whoever reads it can't make the token of it. */
export const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex")

/** SHA-256 as PKCE has it (RFC 7636, S256). */
export const challengeOf = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url")

export const hmacOf = (secret: string, text: string): string =>
  createHmac("sha256", secret).update(text).digest("base64url")

/** Of a cookie: padded base64 of the HMAC. */
export const cookieSignature = (secret: string, value: string): string =>
  createHmac("sha256", secret).update(value).digest("base64")

export const isSame = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** 160 random bits in base 32, as authenticator apps take them. */
export const randomTotpSecret = (): string =>
  [...randomBytesUnsafe(32)].map((byte) => base32.charAt(byte & 31)).join("")

/** The six digits of RFC 6238 (SHA-1) for a step of 30 seconds. */
export const totpOf = (secret: string, step: number): string => {
  let bits = ""
  for (const letter of secret) bits += base32.indexOf(letter).toString(2).padStart(5, "0")
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac("sha1", key).update(counter).digest()
  const at = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0")
}

/** Ten letters and digits that can't be taken for one another: 50 bits. */
export const randomBackupCode = (): string => {
  const letters = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
  const text = Array.from({ length: 10 }, () => letters.charAt(randomInt(0, letters.length))).join("")
  return `${text.slice(0, 5)}-${text.slice(5)}`
}

export interface Argon2Cost {
  readonly memoryKiB: number
  readonly passes: number
  readonly lanes: number
}

/** 32 bytes of argon2id. It occupies a thread until it's done, so it can't be interrupted. */
export const argon2idOf = (password: string, salt: Uint8Array, cost: Argon2Cost): Effect.Effect<Uint8Array> =>
  Effect.callback<Uint8Array>((resume) => {
    const { lanes, memoryKiB, passes } = cost
    const parameters = { message: password, nonce: salt, parallelism: lanes, tagLength: 32, memory: memoryKiB, passes }
    argon2("argon2id", parameters, (error, key) => resume(error === null ? Effect.succeed(key) : Effect.die(error)))
  }).pipe(Effect.uninterruptible)
