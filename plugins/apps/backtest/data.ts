/**
 * The figures that estimators are held against: a CSV with a header row, one app a row, gzipped or not. Columns, of which
 * a file may have some and a row may leave any empty:
 *
 * | column | meaning |
 * |---|---|
 * | `snapshot` | where and when it was counted; the fit holds one out at a time |
 * | `category`, `free` | a category of the fitted share; `true` or `false` |
 * | `ratings`, `installs`, `age` | all ratings and installs so far; days since the release |
 * | `ratings_before`, `installs_before`, `days` | the same counts so many days earlier |
 * | `chart`, `rank`, `country`, `game` | `top-free`, `top-paid` or `top-grossing`, a place in it, and `true` for a game |
 * | `downloads`, `revenue` | counted in the 30 days around; revenue in USD after the store's share |
 *
 * The names of the shared data are taken too: `Category`, `Free`, `R`, `I`, and `I0 I1 R0 R1 m1` of two snapshots.
 */
import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { parse } from "csv-parse/sync"
import { Data, Effect, Schema } from "effect"
import { daysPerMonthOfYear } from "../src/models/calibration.ts"

const Rows = Schema.Array(Schema.Record(Schema.String, Schema.String))

export interface Counted {
  readonly snapshot: string
  readonly category: string | null
  readonly paid: boolean
  readonly ratings: number | null
  readonly installs: number | null
  readonly ageDays: number | null
  readonly ratingsBefore: number | null
  readonly installsBefore: number | null
  readonly days: number | null
  readonly chart: "top-free" | "top-paid" | "top-grossing" | null
  readonly rank: number | null
  readonly country: string
  readonly game: boolean
  readonly downloads: number | null
  readonly revenue: number | null
}

export class UnreadableData extends Data.TaggedError("UnreadableData")<{ readonly message: string }> {}

const charts = ["top-free", "top-paid", "top-grossing"] as const

const countedOf = (row: Readonly<Record<string, string>>, file: string, line: number): Counted => {
  const text = (...names: ReadonlyArray<string>) =>
    names.map((name) => row[name]?.trim()).find((value) => value !== undefined && value !== "") ?? null
  const number = (...names: ReadonlyArray<string>) => {
    const value = text(...names)
    if (value === null) return null
    const parsed = Number(value)
    if (!Number.isFinite(parsed) || parsed < 0)
      throw new UnreadableData({ message: `${file}, row ${line}: ${names[0]} is '${value}', not a number from 0 up` })
    return parsed
  }
  const chart = text("chart")
  if (chart !== null && !charts.some((name) => name === chart))
    throw new UnreadableData({
      message: `${file}, row ${line}: chart is '${chart}'; write one of ${charts.join(", ")}`
    })
  const months = number("m1")
  return {
    snapshot: text("snapshot") ?? "all",
    category: text("category", "Category"),
    paid: /^(false|0|no)$/i.test(text("free", "Free") ?? "true"),
    ratings: number("ratings", "R", "R1"),
    installs: number("installs", "I", "I1"),
    ageDays: number("age") ?? (months === null ? null : months * daysPerMonthOfYear),
    ratingsBefore: number("ratings_before", "R0"),
    installsBefore: number("installs_before", "I0"),
    days: number("days"),
    chart: charts.find((name) => name === chart) ?? null,
    rank: number("rank"),
    country: (text("country") ?? "us").toLowerCase(),
    game: /^(true|1|yes)$/i.test(text("game") ?? ""),
    downloads: number("downloads"),
    revenue: number("revenue")
  }
}

export const readCounted = (file: string): Effect.Effect<ReadonlyArray<Counted>, UnreadableData> =>
  Effect.try({
    try: () => {
      const bytes = readFileSync(file)
      const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString("utf8")
      const rows = Schema.decodeUnknownSync(Rows)(parse(text, { columns: true, bom: true, skip_empty_lines: true }))
      return rows.map((row, index) => countedOf(row, file, index + 2))
    },
    catch: (cause) =>
      cause instanceof UnreadableData
        ? cause
        : new UnreadableData({ message: `${file}: ${cause instanceof Error ? cause.message : String(cause)}` })
  })
