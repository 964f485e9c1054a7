import type { Json, JsonObject } from "@storeglass/sandbox"
import { at, isObject, oneOrMany, type RecordedFile, textAt } from "@storeglass/sandbox/recordings"

interface Document {
  readonly page: number
  readonly sort: "mostrecent" | "mosthelpful"
  readonly updatedMs: number
  readonly entries: ReadonlyArray<JsonObject>
  /** A feed that the vendor gave for an app that it knows has links to further pages. */
  readonly known: boolean
}

const pageSize = 50

const isReview = (entry: JsonObject): boolean => textAt(entry, "im:rating", "label") !== undefined

export const isReviewList = (json: Json | undefined): json is ReadonlyArray<JsonObject> =>
  Array.isArray(json) && json.length > 0 && json.every((entry) => isObject(entry) && isReview(entry))

interface Place {
  readonly country: string | undefined
  readonly appId: string | undefined
  readonly page: number | undefined
}

const placeOfAddress = (address: string): Place => ({
  country: (/apple\.com\/([a-z]{2})\//i.exec(address)?.[1] ?? /[?&]cc=([a-z]{2})/i.exec(address)?.[1])?.toLowerCase(),
  appId: /[?/&]id=(\d+)/.exec(address)?.[1],
  page: pageNumber(/[/]page=(\d+)/.exec(address)?.[1])
})

const pageNumber = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text))

/** `us-595068606-2025-09`, `entries-500-us-595068606-2024-03`, `497799835_cn_10`. */
const placeOfName = (name: string): Place => {
  const countryFirst = /(?:^|[-_])([a-z]{2})[-_](\d{6,})(?:[-_]page(\d+))?/i.exec(name)
  if (countryFirst !== null) {
    const [, country, appId, page] = countryFirst
    return { country: country?.toLowerCase(), appId, page: pageNumber(page) }
  }
  const idFirst = /(\d{6,})[-_]([a-z]{2})(?:[-_](\d{1,2}))?$/i.exec(name)
  return { country: idFirst?.[2]?.toLowerCase(), appId: idFirst?.[1], page: pageNumber(idFirst?.[3]) }
}

const entryId = (entry: JsonObject): string => textAt(entry, "id", "label") ?? JSON.stringify(entry)
const entryTime = (entry: JsonObject): number => Date.parse(textAt(entry, "updated", "label") ?? "")
/** 0 when the text is no time. */
const timeOf = (text: string | undefined): number => {
  const ms = Date.parse(text ?? "")
  return Number.isNaN(ms) ? 0 : ms
}

const votes = (entry: JsonObject): number => Number(textAt(entry, "im:voteSum", "label") ?? "0")

/** Each review once; newest first where the recordings say when they were written, else in their order. */
const merge = (documents: ReadonlyArray<Document>): ReadonlyArray<JsonObject> => {
  const ordered = [...documents].sort((a, b) => b.updatedMs - a.updatedMs || a.page - b.page)
  const unique = new Map<string, JsonObject>()
  for (const entry of ordered.flatMap((document) => document.entries)) {
    if (!unique.has(entryId(entry))) unique.set(entryId(entry), entry)
  }
  const entries = [...unique.values()]
  if (documents.length === 1 || entries.some((entry) => Number.isNaN(entryTime(entry)))) return entries
  return entries.sort((a, b) => entryTime(b) - entryTime(a))
}

export class Reviews {
  private readonly documents = new Map<string, Array<Document>>()

  addFeed(file: RecordedFile, feed: JsonObject): boolean {
    const entries = oneOrMany(feed.entry).filter(isReview)
    const links = oneOrMany(feed.link)
    const hrefOf = (rel: string): string =>
      textAt(
        links.find((link) => textAt(link, "attributes", "rel") === rel),
        "attributes",
        "href"
      ) ?? ""
    const address = [hrefOf("self"), textAt(feed, "id", "label") ?? ""].join(" ")
    if (entries.length === 0 && !/customerreviews/i.test(address)) return false
    const named = placeOfName(file.name)
    const addressed = placeOfAddress(address)
    return this.keep(file, [addressed, named], {
      page: addressed.page ?? named.page ?? 1,
      sort: /sortby=mosthelpful/i.test(address) ? "mosthelpful" : "mostrecent",
      updatedMs: timeOf(textAt(feed, "updated", "label")),
      entries,
      known: entries.length > 0 || hrefOf("next") !== ""
    })
  }

  addList(file: RecordedFile, entries: ReadonlyArray<JsonObject>): boolean {
    const href = textAt(at(entries[0], "link"), "attributes", "href") ?? ""
    return this.keep(file, [placeOfAddress(href), placeOfName(file.name)], {
      page: 1,
      sort: "mostrecent",
      updatedMs: timeOf(textAt(entries[0], "updated", "label")),
      entries,
      known: true
    })
  }

  private keep(file: RecordedFile, places: ReadonlyArray<Place>, document: Document): boolean {
    const country = places.map((place) => place.country).find((value) => value !== undefined) ?? file.country
    const appId = places.map((place) => place.appId).find((value) => value !== undefined)
    if (country === undefined || appId === undefined) return false
    const key = `${country} ${appId}`
    this.documents.set(key, [...(this.documents.get(key) ?? []), document])
    return true
  }

  page(
    country: string,
    appId: string,
    sort: "mostrecent" | "mosthelpful",
    page: number
  ): { readonly entries: ReadonlyArray<JsonObject>; readonly updatedMs: number; readonly known: boolean } {
    const all = this.documents.get(`${country} ${appId}`) ?? []
    const asked = all.filter((document) => document.sort === sort)
    const documents = asked.length > 0 ? asked : all
    const updatedMs = Math.max(0, ...documents.map((document) => document.updatedMs))
    const known = documents.some((document) => document.known)
    const pages = new Set(documents.map((document) => document.page))
    // Pages that follow on from the first make one list; one that stands alone keeps its number.
    let leading = 0
    while (pages.has(leading + 1)) leading++
    const list = merge(documents.filter((document) => document.page <= leading))
    const sorted = asked.length > 0 || sort === "mostrecent" ? list : [...list].sort((a, b) => votes(b) - votes(a))
    const slice = sorted.slice((page - 1) * pageSize, page * pageSize)
    const alone = slice.length > 0 ? [] : documents.filter((document) => document.page === page && page > leading)
    return { entries: slice.length > 0 ? slice : merge(alone).slice(0, pageSize), updatedMs, known }
  }
}
