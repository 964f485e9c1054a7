import type { Schema } from "effect"

export type Json = Schema.Json
export type JsonObject = Schema.JsonObject

/** What doubles read of JSON that anybody may have sent: none of these ever throws. */
export const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
/** Else the empty text. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "")
/** Else the empty list. */
export const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
/** Undefined where it's no JSON. */
export const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
