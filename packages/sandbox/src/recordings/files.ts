import { readdir, readFile } from "node:fs/promises"
import { basename, extname, join, relative, sep } from "node:path"
import type { Json } from "../json.ts"
import { marketOf } from "../world/markets.ts"
import { dayFromText } from "../world/time.ts"
import { parseLenient } from "./json.ts"

export interface RecordedFile {
  /** Below the folder, with forward slashes. */
  readonly path: string
  /** Without its extension. */
  readonly name: string
  readonly text: string
  /** Undefined when the text is not JSON. */
  readonly json: Json | undefined
  /** The country that begins the name, as in `us-slack-39-results`, when there is one. */
  readonly country: string | undefined
  /** The day in the name, when there is one; the first of a month or year that stands alone. */
  readonly day: number | undefined
}

const read = new Set([".json", ".txt", ".xml", ".html"])

const dayOfName = (name: string): number | undefined => {
  const full = dayFromText(name)
  if (full !== undefined) return full
  const month = /(?:^|\D)(20\d{2})-(0[1-9]|1[0-2])(?!\d)/.exec(name)
  if (month !== null) return dayFromText(`${month[1]}-${month[2]}-01`)
  const year = /(?:^|-)(20\d{2})(?:$|-)/.exec(name)
  return year === null ? undefined : dayFromText(`${year[1]}-01-01`)
}

const countryOfName = (name: string): string | undefined => {
  const match = /^([a-z]{2})[-_]/i.exec(name)
  return match === null ? undefined : marketOf(match[1] ?? "")?.country
}

const filesIn = async (folder: string): Promise<ReadonlyArray<string>> => {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
const pathIn = (folder: string, path: string): string => relative(folder, path).split(sep).join("/")

/** The files of a folder that are of no kind that is read. */
export const otherFiles = async (folder: string): Promise<ReadonlyArray<string>> =>
  (await filesIn(folder)).filter((path) => !read.has(extname(path))).map((path) => pathIn(folder, path))

/** Every readable file of a folder, one at a time, in the order of their paths. */
export const readFiles = async function* (folder: string): AsyncGenerator<RecordedFile> {
  for (const path of (await filesIn(folder)).filter((file) => read.has(extname(file)))) {
    const text = await readFile(path, "utf8")
    const name = basename(path, extname(path))
    const start = /^\s*(.)/.exec(text)?.[1]
    yield {
      path: pathIn(folder, path),
      name,
      text,
      json: start === "{" || start === "[" ? parseLenient(text) : undefined,
      country: countryOfName(name),
      day: dayOfName(name)
    }
  }
}
