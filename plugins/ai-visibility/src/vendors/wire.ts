import { Predicate, Schema } from "effect"
import type { Problem } from "./Adapter.ts"

/** Absent, null or there. */
export const maybe = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  Predicate.isObject(value) && !Array.isArray(value)

/** Items of a list that say they're of a type. */
export const typed = (type: string) => (item: unknown) => isObject(item) && item.type === type

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined

/** `{ code, type, status, message }`, as all four have it in their ways. */
export const problemOf = (error: unknown): Problem => {
  if (!isObject(error)) return { codes: [], sentence: textOf(error), retryAfterSeconds: undefined }
  const codes = [error.code, error.type, error.status, error.param].flatMap((value) => textOf(value) ?? [])
  return { codes, sentence: textOf(error.message), retryAfterSeconds: undefined }
}
