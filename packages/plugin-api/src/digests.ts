import { Effect } from "effect"

/** SHA-256 of a text in UTF-8: 32 bytes. */
export const sha256 = (text: string): Effect.Effect<Uint8Array<ArrayBuffer>> =>
  Effect.promise(async () => new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))))

/** The same as 64 small hexadecimal digits. */
export const sha256Hex = (text: string): Effect.Effect<string> =>
  Effect.map(sha256(text), (bytes) => Buffer.from(bytes).toString("hex"))

/** A code that can't be guessed: 192 random bits as 32 letters, digits, `-` and `_`. */
export const randomCode = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString("base64url")
