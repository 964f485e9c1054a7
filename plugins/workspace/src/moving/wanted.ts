// What a file asks to be kept, whatever is there already.
import { InvalidInput, lookUp } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { languageOf, neat } from "../texts.ts"
import type { NewView } from "../views/schema.ts"
import { type Column, tableOf } from "./columns.ts"
import type { Meaning } from "./headers.ts"
import { appIn, countryIn } from "./places.ts"
import { ExportFile, type Imported, type MovedApp, type MovedReport, type reasons } from "./schema.ts"
import { decoded, sheetOf } from "./sheet.ts"

export type Reason = (typeof reasons)[number]
export interface Refusal {
  readonly row: number | null
  readonly value: string
  readonly reason: Reason
}

/** A row of a table, as it stands there. */
export interface WantedRow {
  readonly at: number
  /** The app that it's for; undefined: the one that the request names. */
  readonly app: string | undefined
  readonly keyword: string | undefined
  readonly country: string | undefined
  readonly language: string | undefined
  readonly device: string | undefined
  readonly competitor: string | undefined
  readonly name: string | undefined
  readonly relationship: string | undefined
}

type Told = Pick<Imported, "format" | "encoding" | "separator" | "columns">
export type File =
  | { readonly told: Told; readonly rows: ReadonlyArray<WantedRow>; readonly kind: "keywords" | "competitors" }
  | {
      readonly told: Told
      readonly apps: ReadonlyArray<MovedApp>
      readonly reports: ReadonlyArray<MovedReport>
      readonly views: ReadonlyArray<NewView>
      readonly kind: "export"
    }

/** How files of spreadsheets (and everything else that's zipped) begin, and those of their former format. */
const packed = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0]
]
const isWorkbook = (bytes: Uint8Array) => packed.some((marks) => marks.every((mark, at) => bytes[at] === mark))

const decodeExport = Schema.decodeUnknownEffect(ExportFile, { onExcessProperty: "error" })

const bytesOf = Effect.fnUntraced(function* (given: { readonly text?: string; readonly base64?: string }) {
  const { base64, text } = given
  if ((text === undefined) === (base64 === undefined)) {
    return yield* new InvalidInput("text (body): send the file as text, or its bytes as base64")
  }
  if (base64 === undefined) return new TextEncoder().encode(text)
  const bytes = Buffer.from(base64, "base64")
  // Node leaves out what it can't read.
  const length = Math.floor((base64.replace(/[\s=]+$/g, "").replace(/\s/g, "").length * 3) / 4)
  return bytes.length === length ? bytes : yield* new InvalidInput("base64 (body): isn't base64")
})

const keywordDevices: Readonly<Record<string, string>> = { android: "phone", mobile: "phone" }

const rowsOf = (columns: ReadonlyArray<Column>, rows: ReturnType<typeof tableOf>["rows"], isRivals: boolean) => {
  const at = new Map(columns.flatMap(({ means }, column) => (means === null ? [] : [[means, column] as const])))
  const text = (cells: ReadonlyArray<string>, meaning: Meaning) => {
    const cell = cells[at.get(meaning) ?? -1] ?? ""
    return cell === "" ? undefined : cell
  }
  return rows.map(({ at: place, cells }): WantedRow => {
    const app = text(cells, "app")
    const device = text(cells, "device")?.toLowerCase()
    return {
      at: place,
      app: isRivals && !at.has("competitor") ? undefined : app,
      keyword: text(cells, "keyword"),
      country: text(cells, "country"),
      language: text(cells, "language"),
      device: device === undefined ? undefined : (lookUp(keywordDevices, device) ?? device),
      competitor: at.has("competitor") ? text(cells, "competitor") : isRivals ? app : undefined,
      name: text(cells, "name"),
      relationship: text(cells, "relationship")?.toLowerCase()
    }
  })
}

/** Reads a file: a table of keywords or competitors, or an export of a workspace. */
export const fileOf = Effect.fn("workspace.fileOf")(function* (given: {
  readonly text?: string
  readonly base64?: string
}): Effect.fn.Return<File, InvalidInput> {
  const field = given.text === undefined ? "base64" : "text"
  const bytes = yield* bytesOf(given)
  if (isWorkbook(bytes)) {
    return yield* new InvalidInput(
      `${field} (body): is a workbook or another packed file; save it as CSV and send that`
    )
  }
  const { encoding, text } = decoded(bytes)
  if (/^\s*\{/.test(text)) {
    const {
      items,
      reports = [],
      views = []
    } = yield* Effect.mapError(decodeExport(text), (error) => {
      const said = error.message.split("\n").join(" ").slice(0, 300)
      return new InvalidInput(`${field} (body): isn't an export of a workspace: ${said}`)
    })
    const told: Told = { format: "workspace", encoding, separator: null, columns: [] }
    return { kind: "export", told, apps: items, reports, views }
  }
  const sheet = yield* sheetOf(text)
  const { columns, rows } = tableOf(sheet)
  const has = (meaning: Meaning) => columns.some(({ means }) => means === meaning)
  const told: Told = { format: "rows", encoding, separator: sheet.separator, columns }
  if (has("keyword")) return { kind: "keywords", told, rows: rowsOf(columns, rows, false) }
  if (has("competitor") || has("app")) return { kind: "competitors", told, rows: rowsOf(columns, rows, true) }
  return yield* new InvalidInput(
    `${field} (body): has neither a column of keywords nor one of apps; name it keyword or competitor in the first row`
  )
})

/** A storefront as a row has it. */
export const countryOf = (cell: string): string => countryIn(cell) ?? cell.toLowerCase()
/** A language as a row has it; undefined where it's none, and is left out. */
export const tagOf = (cell: string): string | undefined => {
  const tag = cell.replaceAll("_", "-")
  return tag.length <= 60 ? languageOf(tag) : undefined
}
/** An app as a row has it. */
export const appOf = (cell: string): string => appIn(cell) ?? cell
export const nameOf = (cell: string): string | undefined => {
  const clean = neat(cell.toWellFormed().replace(/\p{Cc}+/gu, " "))
  return clean === "" ? undefined : [...clean].slice(0, 200).join("")
}
