import { words } from "@storeglass/plugin-api/draw"
import { dayOf, lastDays } from "../src/firstReads.ts"
import { locale, t } from "./i18n.ts"

export { dayOf, lastDays, words }

/** Formats take long to make, and tables have thousands of cells. */
const kept = <Options, Format>(make: (language: string, options: Options) => Format) => {
  const formats = new Map<string, Format>()
  return (name: string, options: Options): Format => {
    const key = `${locale()} ${name}`
    const known = formats.get(key) ?? make(locale(), options)
    formats.set(key, known)
    return known
  }
}
const numberFormat = kept((language, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options))
const dateFormat = kept((language, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options))
const agoFormat = kept(
  (language, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(language, options)
)

/** What stands for something that wasn't measured. */
export const unknown = "–"

export const number = (value: number): string => numberFormat("number", { maximumFractionDigits: 2 }).format(value)
/** 3,400,000 as 3.4M. */
export const short = (value: number): string =>
  Math.abs(value) < 10_000
    ? number(value)
    : numberFormat("short", { notation: "compact", maximumFractionDigits: 1 }).format(value)
export const percent = (value: number): string =>
  numberFormat("percent", { style: "percent", maximumFractionDigits: 1 }).format(value)
export const signed = (value: number): string =>
  numberFormat("signed", { signDisplay: "exceptZero", maximumFractionDigits: 2 }).format(value)
export const milliseconds = (value: number): string =>
  value < 1000
    ? t("{ms} ms", { ms: number(Math.round(value)) })
    : t("{s} s", { s: number(Math.round(value / 100) / 10) })

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)
export const isMoment = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)

/** A day is the same everywhere; a moment is told in one's own zone. */
export const day = (text: string, style: "short" | "long" = "short"): string =>
  dateFormat(`day ${style}`, {
    timeZone: "UTC",
    day: "numeric",
    month: style === "long" ? "long" : "short",
    ...(style === "long" ? { year: "numeric" } : {})
  }).format(new Date(text.length === 10 ? `${text}T00:00:00Z` : text))

export const moment = (text: string): string =>
  dateFormat("moment", { dateStyle: "medium", timeStyle: "short" }).format(new Date(text))
export const inUtc = (text: string): string =>
  `${dateFormat("UTC", { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" }).format(new Date(text))} UTC`

const steps: ReadonlyArray<readonly [Intl.RelativeTimeFormatUnit, number]> = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000]
]

/** "3 hours ago". */
export const ago = (text: string, nowMs = Date.now()): string => {
  const ms = Date.parse(text) - nowMs
  const format = agoFormat("ago", { numeric: "auto" })
  for (const [unit, size] of steps) if (Math.abs(ms) >= size) return format.format(Math.trunc(ms / size), unit)
  return t("just now")
}

/** Whatever an answer has, as a cell of a table shows it. */
export const cell = (value: unknown): string => {
  if (value === null || value === undefined || value === "") return unknown
  if (typeof value === "number") return number(value)
  if (typeof value === "boolean") return value ? t("yes") : t("no")
  if (typeof value === "string") return isDay(value) ? day(value, "long") : isMoment(value) ? moment(value) : value
  if (Array.isArray(value)) return value.length === 0 ? unknown : value.map(cell).join(", ")
  return JSON.stringify(value)
}

/** What is called as a field is: `averageRating` as words. Anything else is a name. */
export const titled = (text: string): string => (/^[a-z]+([A-Z_]|$)/.test(text) ? words(text) : text)

/** Days as the log's filters take them, to their last millisecond. */
export const wholeDays = (from: string, to: string) => ({ from: `${from}T00:00:00Z`, to: `${to}T23:59:59.999Z` })
