import { createHash } from "node:crypto"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import type * as Idempotency from "../src/idempotency/Idempotency.ts"

export const fingerprint = (text: string) => createHash("sha256").update(text).digest()
const accountId = uuidV7Unsafe()

/** A first request under a key, always of the same account. */
export const requestOf = (
  key: string,
  more: Partial<Idempotency.IdempotencyRequest> = {}
): Idempotency.IdempotencyRequest => ({
  accountId,
  key,
  fingerprint: fingerprint("GET /"),
  requestId: uuidV7Unsafe(),
  period: "2026-11-01",
  bucket: 0,
  operationId: 1,
  ...more
})
