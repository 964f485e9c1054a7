import { Predicate } from "effect"

const escapes = ["\\ud", "\\uD"]

const illFormedIn = (value: unknown, path: string): string | undefined => {
  if (typeof value === "string") return value.isWellFormed() ? undefined : path
  if (!Predicate.isObject(value) && !Array.isArray(value)) return undefined
  for (const [name, inner] of Object.entries(value)) {
    if (!name.isWellFormed()) return path
    const found = illFormedIn(inner, path === "" ? name : `${path}.${name}`)
    if (found !== undefined) return found
  }
}

/**
 * Where JSON has a text with half of a surrogate pair, which no UTF-8 can say and no database keeps; undefined where it has
 * none, or isn't JSON. The path is empty where the whole is meant.
 */
export const illFormedAt = (bytes: Uint8Array): string | undefined => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // UTF-8 that is valid has halves in escapes alone.
  if (!escapes.some((each) => buffer.includes(each))) return undefined
  try {
    const value: unknown = JSON.parse(buffer.toString())
    return illFormedIn(value, "")
  } catch {
    return undefined
  }
}
