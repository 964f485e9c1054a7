import { hash, randomBytes } from "node:crypto"
import { crc32 } from "node:zlib"
import { Redacted } from "effect"

/**
 * An API key: `sg_live_`, 27 characters of base 62 over 160 random bits, and 6 of their CRC-32, so that a mistyped key
 * is refused without a look-up and a secret scanner can tell a real one. Only its SHA-256 is kept.
 */
const prefix = "sg_live_"
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const bodyLength = 27
const shape = /^sg_live_[0-9A-Za-z]{33}$/

const base62 = (value: bigint, length: number): string => {
  let rest = value
  let text = ""
  for (let index = 0; index < length; index++) {
    text = alphabet.charAt(Number(rest % 62n)) + text
    rest /= 62n
  }
  return text
}
const checksum = (body: string) => base62(BigInt(crc32(prefix + body)), 6)

/** A new key. Its value is shown once and kept nowhere. */
export const generate = (): Redacted.Redacted<string> => {
  const body = base62(BigInt(`0x${randomBytes(20).toString("hex")}`), bodyLength)
  return Redacted.make(prefix + body + checksum(body), { label: "api key" })
}

/** Whether a text can be a key at all: its form and its checksum. */
export const isWellFormed = (text: string): boolean =>
  shape.test(text) && checksum(text.slice(prefix.length, prefix.length + bodyLength)) === text.slice(-6)

/** A text, as a rule part of an address, in which nobody finds a key that somebody put there. */
export const withoutKeys = (text: string, mark = "%E2%80%A6"): string =>
  text.replace(/sg_live_[0-9A-Za-z]{33,}/g, `sg_live_${mark}`)

/** What is kept of a key. */
export const hashOf = (key: string): Buffer => hash("sha256", key, "buffer")

/** The same in hex, by which a key is remembered and looked up. */
export const digestOf = (key: string): string => hash("sha256", key, "hex")

/** The last four characters, by which its owner can tell it from others. */
export const hintOf = (key: string): string => `${prefix}…${key.slice(-4)}`
