/** Reading of documents whose shape nobody promised. */
export type Json = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const recordOf = (value: unknown): Json => (isRecord(value) ? value : {})
export const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
export const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)
export const numberOf = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined)
export const textsOf = (value: unknown): ReadonlyArray<string> =>
  listOf(value).filter((item) => typeof item === "string")

/** The value at a path of keys. */
export const at = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((found, key) => recordOf(found)[key], value)
