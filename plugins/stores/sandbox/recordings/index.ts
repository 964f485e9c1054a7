import type { JsonObject } from "@storeglass/sandbox"
import { isObject, oneOrMany, otherFiles, type RecordedFile, readFiles, textAt } from "@storeglass/sandbox/recordings"
import { dayMs, dayOf } from "@storeglass/sandbox/world"
import type { CatalogSource, ChartQuery, Feed } from "../formats/CatalogSource.ts"
import type { PlaySource } from "../formats/PlaySource.ts"
import type { Storefront } from "../formats/storefronts.ts"
import { Charts } from "./Charts.ts"
import { legacyRow, v2Row } from "./chartRows.ts"
import { Hints } from "./Hints.ts"
import { isPage, Pages } from "./Pages.ts"
import { isPlayAnswer, isPlayPage, PlayRecordings } from "./PlayRecordings.ts"
import { Records } from "./Records.ts"
import { isReviewList, Reviews } from "./Reviews.ts"

interface Shelves {
  readonly records: Records
  readonly charts: Charts
  readonly reviews: Reviews
  readonly hints: Hints
  readonly pages: Pages
}

/** Puts a file where its content belongs, whatever it is called. What belongs nowhere is left alone. */
const shelve = (file: RecordedFile, { charts, hints, records, reviews }: Shelves): boolean => {
  const { json } = file
  if (json === undefined) return hints.addPlist(file)
  if (isReviewList(json)) return reviews.addList(file, json)
  if (!isObject(json)) return records.add(file) || charts.addLists(file)
  const { feed } = json
  if (isObject(feed)) {
    if ("results" in feed) return charts.addResultsFeed(file, feed)
    return oneOrMany(feed.entry).some((entry) => textAt(entry, "im:name", "label") !== undefined)
      ? charts.addLegacyFeed(file, feed) || reviews.addFeed(file, feed)
      : reviews.addFeed(file, feed)
  }
  return hints.addTrends(file, json) || records.add(file) || charts.addLists(file)
}

const artistRow = (record: JsonObject): JsonObject => ({
  wrapperType: "artist",
  artistType: "Software Artist",
  artistName: record.artistName ?? "",
  artistLinkUrl: record.artistViewUrl ?? "",
  artistId: record.artistId ?? 0
})

const present = <A>(values: ReadonlyArray<A | undefined>): ReadonlyArray<A> => values.flatMap((value) => value ?? [])

const isKind = (kind: string) => (record: JsonObject) => textAt(record, "kind") === kind

const recordedSource = ({ charts, hints, pages, records, reviews }: Shelves, nowMs: number): CatalogSource => {
  const today = dayOf(nowMs)
  const feed = (own: "legacy" | "v2", query: ChartQuery, row: typeof legacyRow): Feed => {
    const { chart, genreId, limit, storefront } = query
    const found = charts.find(own, { country: storefront.country, chart, genreId, limit }, today)
    if (found === undefined) return { updatedMs: 0, entries: [] }
    const entries = found.items.slice(0, limit).map((item) => row({ chart: found, item, storefront, records, charts }))
    return { updatedMs: found.day * dayMs, entries }
  }
  const here = ({ country }: Storefront) => country
  return {
    byTrackIds: (ids, storefront) => present(ids.map((id) => records.byTrackId(here(storefront), Number(id)))),
    byBundleIds: (ids, storefront) => present(ids.map((id) => records.byBundleId(here(storefront), id))),
    byArtistIds: (ids, storefront, _language, withApps) =>
      ids.flatMap((id) => {
        const apps = records.byArtistId(here(storefront), Number(id))
        const [first] = apps
        return first === undefined ? [] : [artistRow(first), ...(withApps ? apps : [])]
      }),
    search: ({ entity, limit, storefront, term }) => {
      const found = records.search(here(storefront), term, limit)
      return (entity === "macSoftware" ? found.filter(isKind("mac-software")) : found).slice(0, limit)
    },
    rankedIds: (storefront, term) =>
      records
        .search(here(storefront), term, 200)
        .filter(isKind("software"))
        .map((record) => String(record.trackId)),
    legacyChart: (query) => feed("legacy", query, legacyRow),
    chartV2: (query) => feed("v2", query, v2Row),
    reviews: ({ appId, page, sort, storefront }) => reviews.page(here(storefront), appId, sort, page),
    starRatings: () => undefined,
    hints: (storefront, term) => hints.find(here(storefront), term),
    trends: (storefront, limit) => hints.trends(here(storefront)).slice(0, limit),
    similarIds: () => [],
    appPage: (storefront, appId) => pages.find(here(storefront), appId)
  }
}

/** Why a file belongs nowhere. */
const oddityOf = (file: RecordedFile): string => {
  if (isPlayPage(file)) return "nothing in this page of storeb tells what it is of"
  if (isPlayAnswer(file)) return "an answer of storeb to a call that isn't known"
  if (file.json !== undefined) return "JSON that is neither a lookup, a search, a chart, reviews nor trends"
  if (/^\s*[{[]/.test(file.text)) return "JSON that is cut or malformed"
  return /^\s*</.test(file.text)
    ? "a page or XML that no store's answer looks like"
    : "text that no store's answer looks like"
}

/**
 * Reads a folder of recorded answers once and serves it as the store. What the folder lacks is answered as the vendor
 * answers for what it does not know.
 */
export const loadRecordings = async (
  folder: string,
  onRecording: (path: string, unserved: string | null) => void = () => undefined
): Promise<{
  readonly catalog: (nowMs: number) => CatalogSource
  readonly play: (nowMs: number) => PlaySource
}> => {
  const shelves = {
    records: new Records(),
    charts: new Charts(),
    reviews: new Reviews(),
    hints: new Hints(),
    pages: new Pages()
  }
  const play = new PlayRecordings()
  const pages: Array<RecordedFile> = []
  const told = new Map<string, string | null>()
  for (const path of await otherFiles(folder)) told.set(path, "not .json, .txt, .xml or .html")
  for await (const file of readFiles(folder)) {
    const played = play.add(file)
    // Lists of both stores may be in one file.
    const shelved = (file.json !== undefined || !played) && shelve(file, shelves)
    if (played || shelved) told.set(file.path, null)
    else if (isPage(file)) pages.push(file)
    else told.set(file.path, oddityOf(file))
  }
  // Pages come last: one that was cut is known only by the name of its app.
  for (const file of pages) {
    const added = shelves.pages.add(file, shelves.records)
    told.set(file.path, added ? null : "nothing in this page of storea tells which app it is of")
  }
  for (const file of play.settle()) told.set(file.path, "nothing tells which app of storeb it is of")
  for (const [path, unserved] of told) onRecording(path, unserved)
  return { catalog: (nowMs) => recordedSource(shelves, nowMs), play: (nowMs) => play.source(nowMs) }
}
