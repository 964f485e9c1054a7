import { type JsonSchema, picksKey } from "@storeglass/plugin-api"
import { Predicate } from "effect"

const bounds = new Set(["minimum", "maximum"])

/** Only what a model can use: no bounds that every whole number keeps, no hints for forms, and no definition that nothing refers to. */
const cleaned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(cleaned)
  if (!Predicate.isReadonlyObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      key === picksKey || (bounds.has(key) && typeof inner === "number" && Math.abs(inner) === Number.MAX_SAFE_INTEGER)
        ? []
        : [[key, cleaned(inner)] as const]
    )
  )
}

const namesIn = (value: unknown): ReadonlyArray<string> =>
  [...JSON.stringify(value).matchAll(/"#\/\$defs\/([^"]+)"/g)].flatMap(([, name]) => name ?? [])

/** A schema as short as it can be said. */
export const compact = ({ $defs, ...schema }: JsonSchema): JsonSchema => {
  const all = Predicate.isReadonlyObject($defs) ? $defs : {}
  const used = new Set(namesIn(schema))
  // What is added while it runs is visited too.
  for (const name of used) for (const other of namesIn(all[name] ?? null)) used.add(other)
  const definitions = Object.fromEntries([...used].map((name) => [name, cleaned(all[name])]))
  return {
    ...Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, cleaned(value)])),
    ...(used.size === 0 ? {} : { $defs: definitions })
  }
}
