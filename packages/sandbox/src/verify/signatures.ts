import { createHmac, timingSafeEqual } from "node:crypto"

/** HMAC of bytes, as webhooks are signed. */
export const hmac = (
  key: string | Uint8Array,
  content: string | Uint8Array,
  { algorithm = "sha256", encoding = "hex" }: { readonly algorithm?: string; readonly encoding?: "hex" | "base64" } = {}
): string => createHmac(algorithm, key).update(content).digest(encoding)

/** Whether two signatures are the same, in a time that does not depend on where they differ. */
export const sameSignature = (given: string, wanted: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
