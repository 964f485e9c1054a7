import { randomFillSync } from "node:crypto"

// Random bytes for hundreds of ids at a time: a draw costs as much as the rest of the work together.
const pool = new Uint8Array(4096)
let next = pool.length
const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))

const counterMax = 0xfff
/** A clock that was set back by more is believed: its ids would be of times to come, where no log looks for them. */
const backMsMax = 10_000
let lastMs = 0
let counter = 0
let timestamp = ""

const randomByte = () => {
  if (next === pool.length) {
    randomFillSync(pool)
    next = 0
  }
  return pool[next++] ?? 0
}
const randomHex = () => hex[randomByte()]

const startMs = (ms: number) => {
  lastMs = ms
  // Lower half, so that it can count up from there.
  counter = (randomByte() << 3) | (randomByte() & 7)
  const digits = ms.toString(16).padStart(12, "0")
  timestamp = `${digits.slice(0, 8)}-${digits.slice(8)}`
}

/**
 * An id for a request: a UUID of version 7, after all that this process made before (RFC 9562, method 1 of its
 * section 6.2), unless the clock was set back since. Unique, and not fit for a secret.
 */
export const makeRequestId = (nowMs: number): string => {
  if (nowMs > lastMs || nowMs < lastMs - backMsMax) startMs(nowMs)
  else if (counter === counterMax) startMs(lastMs + 1)
  else counter++
  const ordered = `7${hex[counter >> 4]}${(counter & 15).toString(16)}`
  const variant = hex[0x80 | (randomByte() & 0x3f)]
  return `${timestamp}-${ordered}-${variant}${randomHex()}-${randomHex()}${randomHex()}${randomHex()}${randomHex()}${randomHex()}${randomHex()}`
}
