/** The vendor's data is arrays in arrays; a field is known by its position. */
import { Predicate } from "effect"

export type Path = ReadonlyArray<number>

/**
 * What is at a position; undefined when nothing is. A long, sparse array ends in an object that holds its tail under
 * keys that count from 1: `{"138": …}` stands for index 137.
 */
export const at = (root: unknown, path: Path): unknown => {
  let value = root
  for (const index of path) {
    if (!Array.isArray(value)) return undefined
    value = entryOf(value, index)
  }
  return value ?? undefined
}

const entryOf = (entries: ReadonlyArray<unknown>, index: number): unknown => {
  const last = entries.at(-1)
  const hasTail = typeof last === "object" && last !== null && !Array.isArray(last)
  const own = index < entries.length - (hasTail ? 1 : 0) ? entries[index] : undefined
  if (own !== undefined && own !== null) return own
  const key = String(index + 1)
  return hasTail && Predicate.hasProperty(last, key) ? last[key] : undefined
}

export const listAt = (root: unknown, path: Path): ReadonlyArray<unknown> => {
  const value = at(root, path)
  return Array.isArray(value) ? value : []
}

/** The fields of a record by their names, to be decoded by a schema. */
export const pick = (root: unknown, positions: Readonly<Record<string, Path>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(positions).map(([name, path]) => [name, at(root, path)]))
