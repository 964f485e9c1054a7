import { DateTime, Option } from "effect"

/** What is left of one limit that a vendor names in its headers. */
export interface Quota {
  /** As the vendor calls it: `user-hour`, `requests`; `all` when it has no name. */
  readonly name: string
  readonly limit: number | undefined
  readonly remaining: number
  /** What is said holds until then, ms since the epoch. */
  readonly untilMs: number
}

/** How long a count is believed that doesn't say when it starts again: then one request may look. */
const believedMs = 60_000
const resetMsMax = 86_400_000
/** Windows of one answer that are looked at. */
const quotasMax = 8

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Seconds from now, seconds or ms since the epoch, `6m0s`, or a date; as ms from now. */
const resetMs = (text: string, nowMs: number): number | undefined => {
  const number = Number(text)
  if (text.trim() !== "" && Number.isFinite(number)) {
    if (number > 1e12) return number - nowMs
    return number > 1e9 ? number * 1_000 - nowMs : number * 1_000
  }
  if (/^(\d+(\.\d+)?(ms|s|m|h|d))+$/.test(text)) {
    const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)]
    return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (units[unit ?? ""] ?? 0), 0)
  }
  return Option.getOrUndefined(Option.map(DateTime.make(text), (date) => DateTime.toEpochMillis(date) - nowMs))
}

interface Found {
  limit?: number
  remaining?: number
  resetMs?: number
}

const amountOf = (text: string): number | undefined => {
  const match = /^\s*(\d{1,15})/.exec(text)
  return match === null ? undefined : Number(match[1])
}

/** `X-Rate-Limit: user-hour-lim:3500;user-hour-rem:500;` */
const readPairs = (text: string, at: (name: string) => Found) => {
  for (const [, name, kind, amount] of text.matchAll(/([a-z0-9-]{1,40})-(lim|rem):(\d{1,15})/gi)) {
    const found = at((name ?? "").toLowerCase())
    if (kind?.toLowerCase() === "lim") found.limit = Number(amount)
    else found.remaining = Number(amount)
  }
}

/** `RateLimit: limit=100, remaining=50, reset=5`, and `"burst";r=50;t=5` of the later draft. */
const readFields = (text: string, at: (name: string) => Found) => {
  const name = /"([^"]{1,40})"/.exec(text)?.[1]?.toLowerCase() ?? "all"
  for (const [, key, amount] of text.matchAll(/\b(limit|remaining|reset|r|t)=(\d{1,15})/gi)) {
    const found = at(name)
    if (key === "limit") found.limit = Number(amount)
    else if (key === "reset" || key === "t") found.resetMs = Number(amount) * 1_000
    else found.remaining = Number(amount)
  }
}

const headerName = /^(?:.*-)?rate-?limit-(.*)$/

/** `RateLimit-Remaining`, `X-RateLimit-Reset`, `x-ratelimit-remaining-requests`. */
const readNamed = (header: string, value: string, nowMs: number, at: (name: string) => Found) => {
  const words = headerName.exec(header)?.[1]?.split("-") ?? []
  const kind = words.find((word) => word === "limit" || word === "remaining" || word === "reset")
  if (kind === undefined) return
  const found = at(words.filter((word) => word !== kind).join("-") || "all")
  if (kind === "reset") {
    const ms = resetMs(value, nowMs)
    if (ms !== undefined) found.resetMs = ms
    return
  }
  const amount = amountOf(value)
  if (amount !== undefined) found[kind] = amount
}

/** The quotas that an answer's headers tell of, in any of the forms in use; at most eight. */
export const quotasOf = (headers: Readonly<Record<string, string>>, nowMs: number): ReadonlyArray<Quota> => {
  const found = new Map<string, Found>()
  const at = (name: string): Found => {
    const known = found.get(name) ?? {}
    if (found.size < quotasMax) found.set(name, known)
    return known
  }
  for (const [header, value] of Object.entries(headers)) {
    if (header === "x-rate-limit") readPairs(value, at)
    else if (header === "ratelimit") readFields(value, at)
    else if (header.includes("limit-")) readNamed(header, value, nowMs, at)
  }
  return [...found].flatMap(([name, { limit, remaining, resetMs = believedMs }]) =>
    remaining === undefined
      ? []
      : [{ name, limit, remaining, untilMs: nowMs + Math.min(Math.max(resetMs, 0), resetMsMax) }]
  )
}
