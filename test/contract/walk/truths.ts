import { Predicate } from "effect"
import type { Kind } from "./document.ts"

const fieldOf = (value: unknown, name: string): unknown =>
  Predicate.isObject(value) ? Reflect.get(value, name) : undefined

/** The values at a path such as `apps[].trackId`. */
export const valuesAt = (value: unknown, path: string): ReadonlyArray<unknown> =>
  path.split(".").reduce<ReadonlyArray<unknown>>(
    (found, step) => {
      const name = step.replace("[]", "")
      const inner = found.flatMap((each) => (each === null ? [] : [fieldOf(each, name)]))
      return step.endsWith("[]") ? inner.flatMap((each) => (Array.isArray(each) ? each : [])) : inner
    },
    [value]
  )

const isText = (value: unknown): value is string => typeof value === "string" && value !== ""
const isUrl = (value: unknown) => isText(value) && URL.canParse(value)

/** Whether a value is what the document calls so. */
export const isOf = (kind: Kind, value: unknown, platform: string): boolean => {
  switch (kind) {
    case "id":
      return platform === "storea" ? Number.isSafeInteger(value) && Number(value) > 0 : isText(value)
    case "text":
      return typeof value === "string"
    case "word":
      return isText(value) && /^[a-zA-Z0-9_-]+$/.test(value)
    case "price":
      return isText(value) && /\d/.test(value)
    case "number":
      return Number.isFinite(value)
    case "count":
      return Number.isSafeInteger(value) && Number(value) >= 0
    case "time":
      return isText(value) && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value))
    case "url":
      return isUrl(value)
    case "urls":
      return Array.isArray(value) && value.every(isUrl)
    case "texts":
      return Array.isArray(value) && value.every(isText)
  }
}

const unmeasured = new Set(["not_measured", "unavailable"])

/** What can't be true of any answer, wherever it stands in it: each with its path. */
export const untruths = (value: unknown, path = "data"): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap((item, index) => untruths(item, `${path}[${index}]`))
  if (!Predicate.isObject(value)) return []
  const found: Array<string> = []
  const own: Readonly<Record<string, unknown>> = { ...value }
  const { range, rank, status } = own
  const figure = own.value
  if (typeof status === "string" && unmeasured.has(status)) {
    for (const name of ["value", "rank", "score"]) {
      if (typeof own[name] === "number") found.push(`${path}.${name} is ${own[name]} though ${status}`)
    }
  }
  if (status === "ranked" && "rank" in own && rank === null) found.push(`${path}.rank is null though ranked`)
  if (status === "not_in_top_n" && typeof rank === "number")
    found.push(`${path}.rank is ${rank} though not in the list`)
  if (typeof rank === "number" && (!Number.isInteger(rank) || rank < 1)) found.push(`${path}.rank is ${rank}`)
  const low = fieldOf(range, "low")
  const high = fieldOf(range, "high")
  if (typeof low === "number" && typeof high === "number") {
    if (low > high) found.push(`${path}.range is upside down`)
    if (typeof figure === "number" && (figure < low || figure > high)) found.push(`${path}.value is beyond its range`)
  }
  if (typeof own.volumeScore === "number" && (own.volumeScore < 0 || own.volumeScore > 100)) {
    found.push(`${path}.volumeScore is ${own.volumeScore}`)
  }
  for (const [name, inner] of Object.entries(own)) found.push(...untruths(inner, `${path}.${name}`))
  return found
}
