/** Names under which apps are or were live, as recorded; read in place. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "@storeglass/testkit"
import { Predicate } from "effect"

const folder = join(root, "../shared/recordings")
export const haveRecordings = existsSync(folder)

const filesIn = (path: string): ReadonlyArray<string> =>
  readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesIn(join(path, entry.name)) : [join(path, entry.name)]
  )

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Of lookups, searches, feeds of charts and their archives. */
export const storeaNames = (): ReadonlyArray<string> => {
  const names = new Set<string>()
  const visit = (value: unknown, file: string): void => {
    if (Array.isArray(value)) return void value.forEach((each) => void visit(each, file))
    if (!Predicate.isReadonlyObject(value)) return
    const at = (key: string): unknown => Reflect.get(value, key)
    if (Predicate.isString(at("trackName"))) names.add(String(at("trackName")))
    if (
      /^(?:rss-charts-v|chart-history)/.test(file) &&
      Predicate.isString(at("name")) &&
      (at("rank") ?? at("artistName"))
    ) {
      names.add(String(at("name")))
    }
    const label: unknown = Predicate.isReadonlyObject(at("im:name"))
      ? Reflect.get(Object(at("im:name")), "label")
      : undefined
    if (file.startsWith("rss-charts-legacy") && Predicate.isString(label)) names.add(label)
    for (const each of Object.values(value)) visit(each, file)
  }
  for (const file of filesIn(""))
    if (file.endsWith(".json")) visit(jsonOf(readFileSync(join(folder, file), "utf8")), file)
  return [...names]
}

const row = /\["[a-zA-Z]\w*(?:\.\w+)+",7\]/g

/** Of the rows of apps in pages and lists. */
export const storebNames = (): ReadonlyArray<string> => {
  const names = new Set<string>()
  for (const file of ["play", "play-unrated"].flatMap(filesIn)) {
    const raw = readFileSync(join(folder, file), "utf8")
    const text = file.endsWith(".txt") ? raw.replaceAll('\\"', '"').replaceAll("\\\\", "\\") : raw
    const starts = [...text.matchAll(row)].map(({ index }) => index)
    for (const [place, start] of starts.entries()) {
      const found = /,("(?:[^"\\]|\\.)+"),\["\d[.,]\d",\d/.exec(
        text.slice(start, Math.min(starts[place + 1] ?? start + 20_000, start + 20_000))
      )
      const name = jsonOf(found?.[1] ?? "")
      if (Predicate.isString(name)) names.add(name)
    }
  }
  return [...names]
}
