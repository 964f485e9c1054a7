import type { JsonObject } from "@storeglass/sandbox"
import { oneOrMany, type RecordedFile, textAt } from "@storeglass/sandbox/recordings"
import type { Hint } from "../formats/CatalogSource.ts"

const decodeXml = (text: string): string =>
  text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&")

/** The plists that this reads are flat, so that patterns do. */
const parseHints = (xml: string): ReadonlyArray<Hint> =>
  [...xml.matchAll(/<dict>((?:(?!<dict>)[\s\S])*?)<\/dict>/g)].flatMap(([, dict = ""]) => {
    const term = /<key>term<\/key>\s*<string>([\s\S]*?)<\/string>/.exec(dict)?.[1]
    const priority = /<key>priority<\/key>\s*<integer>(\d+)<\/integer>/.exec(dict)?.[1]
    if (term === undefined) return []
    return [{ term: decodeXml(term).trim(), ...(priority === undefined ? {} : { priority: Number(priority) }) }]
  })

const normal = (text: string): string => text.normalize("NFKC").toLowerCase().trim().replace(/\s+/g, " ")

/** The longest beginning of the file's name that the hints complete: `uz-ingliz-tili-2026-08-15` was "ingliz tili". */
const typedTerm = (file: RecordedFile, hints: ReadonlyArray<Hint>): string | undefined => {
  const words = (file.country === undefined ? file.name : file.name.slice(3)).split(/[-_]/)
  const terms = hints.map((hint) => normal(hint.term))
  let typed: string | undefined
  for (let count = 1; count <= words.length; count++) {
    const candidate = normal(words.slice(0, count).join(" "))
    if (!terms.some((term) => term.includes(candidate))) break
    typed = candidate
  }
  return typed
}

interface RecordedHints {
  readonly country: string
  readonly typed: string | undefined
  readonly hints: ReadonlyArray<Hint>
}

export class Hints {
  private readonly recorded: Array<RecordedHints> = []
  private readonly trending = new Map<string, ReadonlyArray<string>>()

  addPlist(file: RecordedFile): boolean {
    if (!/<key>hints<\/key>/.test(file.text)) return false
    const hints = parseHints(file.text)
    this.recorded.push({ country: file.country ?? "us", typed: typedTerm(file, hints), hints })
    return true
  }

  addTrends(file: RecordedFile, json: JsonObject): boolean {
    if (!Array.isArray(json.trendingSearches)) return false
    const labels = oneOrMany(json.trendingSearches).flatMap((entry) => textAt(entry, "label") ?? [])
    this.trending.set(file.country ?? "us", labels)
    return true
  }

  /** The answer recorded for what was typed, else every known hint of the country that begins so. */
  find(country: string, typed: string): ReadonlyArray<Hint> {
    const wanted = normal(typed)
    if (wanted === "") return []
    const here = this.recorded.filter((recording) => recording.country === country)
    const exact = here.find((recording) => recording.typed === wanted)
    if (exact !== undefined) return exact.hints
    const unique = new Map<string, Hint>()
    for (const hint of here.flatMap((recording) => recording.hints)) {
      if (normal(hint.term).startsWith(wanted) && !unique.has(hint.term)) unique.set(hint.term, hint)
    }
    return [...unique.values()].slice(0, 10)
  }

  trends(country: string): ReadonlyArray<string> {
    return this.trending.get(country) ?? []
  }
}
