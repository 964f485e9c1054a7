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
 * Where JSON has half of a surrogate pair, which UTF-8 can't express and no database keeps; undefined where it has
 * none, or isn't JSON. The path is empty if it's the whole value.
 */
export const illFormedAt = (bytes: Uint8Array): string | undefined => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // Valid UTF-8 has halves only in escapes.
  if (!escapes.some((each) => buffer.includes(each))) return undefined
  try {
    const value: unknown = JSON.parse(buffer.toString())
    return illFormedIn(value, "")
  } catch {
    return undefined
  }
}
