/** The vendor's tables, line by line, as figures. A row that isn't understood is counted, and never guessed at. */
import { sumAmounts, timesAmount } from "@storeglass/plugin-api"

/** Sales reports, and the analytics reports. */
export const sources = ["sales", "downloads", "installations", "engagement"] as const
export type Source = (typeof sources)[number]

export const measures = [
  "first_downloads",
  "redownloads",
  "updates",
  "in_app_purchases",
  "proceeds",
  "installs",
  "deletions",
  "page_views",
  "page_downloads"
] as const
export type Measure = (typeof measures)[number]

export interface Figure {
  readonly appId: string
  /** ISO 3166-1 alpha-2, lower case. */
  readonly country: string
  readonly day: string
  readonly measure: Measure
  /** ISO 4217; empty where it's a count. */
  readonly currency: string
  /** Decimal text. */
  readonly value: string
}

/** A table read to its end. */
export interface ReadTable {
  readonly figures: ReadonlyArray<Figure>
  readonly rows: number
  readonly skipped: number
}

/** Far more than a day's apps × countries × measures; a table beyond it isn't one of these reports. */
const figuresMax = 250_000

type Cells = (name: string) => string
export interface Layout {
  /** Columns without which it's another table. */
  readonly needs: ReadonlyArray<string>
  /** Undefined: not understood. None: understood, and nothing that is kept. */
  readonly figuresOf: (cells: Cells) => ReadonlyArray<Figure> | undefined
}

const dayForm = /^\d{4}-\d{2}-\d{2}$/
const appForm = /^\d{1,19}$/
const amountForm = /^-?\d{1,18}(?:\.\d{1,12})?$/
const countForm = /^-?\d{1,15}(?:\.0+)?$/

const countryOf = (text: string) => (/^[A-Za-z]{2}$/.test(text) ? text.toLowerCase() : undefined)
/** `2026-11-20`, or `11/20/2026`. */
const dayOf = (text: string) => {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? []
  const iso = year === undefined ? text.slice(0, 10) : `${year}-${month}-${day}`
  return dayForm.test(iso) && !Number.isNaN(Date.parse(iso)) ? iso : undefined
}
const countOf = (text: string) => (countForm.test(text) ? String(Number(text)) : undefined)

/** What the vendor's product types are: apps by 1, 3 and 7, whatever the device; the rest was bought inside of one. */
const typeOf = (type: string): Measure | undefined => {
  if (/^(?:1[A-Z]{0,2}|F1)$/.test(type)) return "first_downloads"
  if (/^(?:3[A-Z]?|F3)$/.test(type)) return "redownloads"
  if (/^(?:7[A-Z]?|F7)$/.test(type)) return "updates"
  return /^(?:IA[A-Z0-9]+|FI1)(?:-M)?$/.test(type) ? "in_app_purchases" : undefined
}

/**
 * A day's sales. Purchases inside of apps name their app by its SKU alone.
 * Columns: developer.apple.com/help/app-store-connect/reference/reporting/summary-sales-report.
 */
const salesLayout = (appBySku: ReadonlyMap<string, string>): Layout => ({
  needs: [
    "product type identifier",
    "units",
    "developer proceeds",
    "begin date",
    "country code",
    "currency of proceeds",
    "apple identifier"
  ],
  figuresOf: (cells) => {
    const measure = typeOf(cells("product type identifier"))
    const [day, country, units] = [
      dayOf(cells("begin date")),
      countryOf(cells("country code")),
      countOf(cells("units"))
    ]
    const appId = measure === "in_app_purchases" ? appBySku.get(cells("parent identifier")) : cells("apple identifier")
    if (measure === undefined || day === undefined || country === undefined || units === undefined) return undefined
    if (appId === undefined || !appForm.test(appId)) return undefined
    const of = { appId, country, day }
    const each = cells("developer proceeds") || "0"
    const [currency, proceeds] = [cells("currency of proceeds"), timesAmount(each, units)]
    if (!amountForm.test(each) || proceeds === undefined) return undefined
    const counted: Figure = { ...of, measure, currency: "", value: units }
    if (Number(proceeds) === 0) return [counted]
    return /^[A-Z]{3}$/.test(currency)
      ? [counted, { ...of, measure: "proceeds", currency, value: proceeds }]
      : undefined
  }
})

type MeasureOf = (text: string, page: string) => Measure | null | undefined
/** `also`: what a row counts besides. */
const analytics = (
  columns: readonly [string, ...ReadonlyArray<string>],
  measureOf: MeasureOf,
  also?: MeasureOf
): Layout => ({
  needs: ["date", "app apple identifier", "territory", "counts", ...columns],
  figuresOf: (cells) => {
    const told = [cells(columns[0]).toLowerCase(), cells("page type").toLowerCase()] as const
    const measure = measureOf(...told)
    if (measure === null) return []
    const [day, country, value] = [dayOf(cells("date")), countryOf(cells("territory")), countOf(cells("counts"))]
    const appId = cells("app apple identifier")
    if (measure === undefined || day === undefined || country === undefined || value === undefined) return undefined
    if (!appForm.test(appId)) return undefined
    const more = also?.(...told) ?? null
    return [measure, ...(more === null ? [] : [more])].map((one) => ({
      appId,
      country,
      day,
      measure: one,
      currency: "",
      value
    }))
  }
})
const isProductPage = (page: string) => page === "product page"
const downloadType = (type: string): Measure | null | undefined => {
  if (/^first[- ]time download/.test(type)) return "first_downloads"
  if (/^redownload/.test(type)) return "redownloads"
  if (/update/.test(type)) return "updates"
  // By devices of who has it already.
  return /^(?:auto-?download|restore)/.test(type) ? null : undefined
}
/** First downloads from the app's own page, which alone can be compared with its views. */
const pageDownload = (type: string, page: string): Measure | null =>
  isProductPage(page) && downloadType(type) === "first_downloads" ? "page_downloads" : null
const eventType = (event: string): Measure | undefined =>
  event === "install" ? "installs" : event === "delete" ? "deletions" : undefined
const engagement = (event: string, page: string): Measure | null | undefined => {
  if (event === "page view") return isProductPage(page) ? "page_views" : null
  return event === "impression" || event === "tap" ? null : undefined
}

const analyticsLayouts: Readonly<Record<Exclude<Source, "sales">, Layout>> = {
  downloads: analytics(["download type"], downloadType, pageDownload),
  installations: analytics(["event"], eventType),
  engagement: analytics(["event", "page type"], engagement)
}

export const layoutOf = (source: Source, appBySku: ReadonlyMap<string, string>): Layout =>
  source === "sales" ? salesLayout(appBySku) : analyticsLayouts[source]

/** A line's cells; what is quoted may hold the delimiter. */
const split = (line: string, delimiter: string): ReadonlyArray<string> => {
  if (!line.includes('"')) return line.split(delimiter)
  const cells: Array<string> = []
  let [cell, quoted] = ["", false]
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] ?? ""
    if (sign === '"' && quoted && line[at + 1] === '"') {
      cell += sign
      at++
    } else if (sign === '"' && (quoted || cell === "")) quoted = !quoted
    else if (sign === delimiter && !quoted) {
      cells.push(cell)
      cell = ""
    } else cell += sign
  }
  return [...cells, cell]
}
const named = (cell: string) => cell.trim().toLowerCase().replace(/\s+/g, " ")

/** It isn't the table that it should be. */
export class NotTheTable extends Error {}

/** Takes the lines of a table's parts, and gives what they add up to. Memory grows with figures, not with rows. */
export class TableReader {
  readonly #layout: Layout
  readonly #figures = new Map<string, Figure>()
  #columns: ReadonlyMap<string, number> | undefined
  #delimiter = "\t"
  #rows = 0
  #skipped = 0

  constructor(layout: Layout) {
    this.#layout = layout
  }

  /** Throws `NotTheTable`. */
  line(text: string) {
    const line = text.replace(/^\uFEFF/, "").replace(/\r$/, "")
    if (line.trim() === "") return
    if (this.#columns === undefined) return this.#head(line)
    this.#rows++
    const cells = split(line, this.#delimiter)
    const columns = this.#columns
    const figures = this.#layout.figuresOf((name) => (cells[columns.get(name) ?? -1] ?? "").trim())
    if (figures === undefined) this.#skipped++
    else for (const figure of figures) this.#add(figure)
  }

  /** What comes next is another part, with a header of its own. Throws `NotTheTable` where this one had none. */
  endPart() {
    if (this.#columns === undefined) throw new NotTheTable("it is empty")
    this.#columns = undefined
  }

  #head(line: string) {
    this.#delimiter = line.includes("\t") ? "\t" : ","
    const columns = new Map(split(line, this.#delimiter).map((cell, index) => [named(cell), index]))
    const missing = this.#layout.needs.filter((name) => !columns.has(name))
    if (missing.length > 0) throw new NotTheTable(`it has no column "${missing[0]}"`)
    this.#columns = columns
  }

  #add(figure: Figure) {
    const key = JSON.stringify([figure.appId, figure.country, figure.day, figure.measure, figure.currency])
    const before = this.#figures.get(key)?.value ?? "0"
    this.#figures.set(key, { ...figure, value: sumAmounts([before, figure.value]) ?? before })
    if (this.#figures.size > figuresMax) throw new NotTheTable(`it has more than ${figuresMax} figures`)
  }

  /** Throws `NotTheTable`, also where none of its rows was understood. */
  end(): ReadTable {
    if (this.#rows > 0 && this.#skipped === this.#rows)
      throw new NotTheTable(`none of its ${this.#rows} rows is understood`)
    return { figures: [...this.#figures.values()], rows: this.#rows, skipped: this.#skipped }
  }
}
