import { createHash } from "node:crypto"

/** JSON that is the same whatever the order of members. */
const canonical = (value: unknown): string =>
  JSON.stringify(value ?? null, (_name, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)))
      : member
  )

const hash = (parts: ReadonlyArray<unknown>) => createHash("sha256").update(canonical(parts)).digest()

/** What makes two writes of one Idempotency-Key the same. */
export const fingerprintOf = (operation: string, target: string, intent: unknown): Buffer =>
  hash([operation, target, intent])

/** The plan of a preview: 32 characters over the state before and the intent. */
export const planIdOf = (operation: string, target: string, before: unknown, intent: unknown): string =>
  hash([operation, target, before, intent]).toString("base64url").slice(0, 32)
