import { createHmac, timingSafeEqual } from "node:crypto"
import { bearerOf, type SandboxRequest } from "../http/request.ts"

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

/** Access tokens of a vendor that keeps none: each holds what it was issued for, signed. */
export const signedTokens = (secret: string) => ({
  tokenOf: (said: string): string => `${Buffer.from(said).toString("base64url")}.${hmac(secret, said)}`,
  /** What the bearer of a request was issued for; undefined where it isn't one of these. */
  saidBy: (request: SandboxRequest): string | undefined => {
    const [said = "", signature = ""] = (bearerOf(request) ?? "").split(".")
    const text = Buffer.from(said, "base64url").toString()
    return sameSignature(signature, hmac(secret, text)) ? text : undefined
  }
})
