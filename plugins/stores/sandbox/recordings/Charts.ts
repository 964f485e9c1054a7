import type { Json, JsonObject } from "@storeglass/sandbox"
import { asArray, isObject, oneOrMany, type RecordedFile, textAt } from "@storeglass/sandbox/recordings"
import { dayFromText } from "@storeglass/sandbox/world"
import { type ChartName, legacyChartOf } from "../formats/charts.ts"
import { genreFromSlug, genreSlugs } from "../formats/genres.ts"
import { storefrontOf } from "../formats/storefronts.ts"

export interface ChartItem {
  readonly id: string
  readonly name: string | undefined
  readonly artist: string | undefined
  /** The row as it was recorded, when it was. */
  readonly raw: JsonObject | undefined
}

export interface RecordedChart {
  readonly format: "legacy" | "v2" | "list"
  readonly country: string
  readonly kind: string
  readonly device: ChartName["device"]
  /** 36 for all categories. */
  readonly genreId: number
  readonly day: number
  /** How many were asked for, where the recording says so. */
  readonly asked: number
  readonly items: ReadonlyArray<ChartItem>
}

const numericId = (value: Json | undefined): string | undefined => {
  const id = typeof value === "number" ? String(value) : value
  return typeof id === "string" && /^\d{5,}$/.test(id) ? id : undefined
}

const legacyItem = (raw: JsonObject): ChartItem | undefined => {
  const id = textAt(raw, "id", "attributes", "im:id") ?? /\/id(\d+)/.exec(textAt(raw, "id", "label") ?? "")?.[1]
  const name = textAt(raw, "im:name", "label")
  return id === undefined || name === undefined
    ? undefined
    : { id, name, artist: textAt(raw, "im:artist", "label"), raw }
}

const listItem = (raw: Json): ChartItem | undefined => {
  const plain = numericId(raw)
  if (plain !== undefined) return { id: plain, name: undefined, artist: undefined, raw: undefined }
  if (!isObject(raw)) return undefined
  const id = numericId(raw.id ?? raw.trackId ?? raw.appId ?? raw.app_id)
  if (id === undefined) return undefined
  const text = (...keys: ReadonlyArray<string>): string | undefined =>
    keys.map((key) => textAt(raw, key)).find((value) => value !== undefined)
  return {
    id,
    name: text("name", "trackName", "title", "app_name"),
    artist: text("artistName", "developer", "artist", "publisher", "seller"),
    raw
  }
}

/** What the keys on the way down to a list have said about it. */
interface Walk {
  readonly country: string | undefined
  readonly kind: string | undefined
  readonly genreId: number | undefined
  readonly day: number | undefined
  readonly otherStore: boolean
}

const kindOf = (text: string): string | undefined => {
  const match = /top[-_ ]?(free|paid|grossing)/i.exec(text)?.[1]
  return match === undefined ? undefined : `top-${match.toLowerCase()}`
}

/** One word of a key or a field: a country, a chart, a genre or a store. */
const learn = (walk: Walk, word: string): Walk => {
  if (/^(play|google|googleplay|android|storeb)$/i.test(word)) return { ...walk, otherStore: true }
  const kind = kindOf(word)
  if (kind !== undefined) return { ...walk, kind }
  if (/^[a-z]{2}$/i.test(word) && storefrontOf(word) !== undefined) return { ...walk, country: word.toLowerCase() }
  const genreId = /^\d{1,3}$/.test(word) && word !== "36" ? undefined : genreFromSlug(word)
  return genreId === undefined ? walk : { ...walk, genreId }
}

const fieldsThatTell = ["country", "feedType", "chart", "chartType", "genre", "genreId", "store", "platform"]

const learnFields = (walk: Walk, value: JsonObject): Walk => {
  const day = dayFromText(textAt(value, "date") ?? "")
  let learnt = day === undefined ? walk : { ...walk, day }
  for (const field of fieldsThatTell) {
    const told = value[field]
    if (typeof told === "string" || typeof told === "number") learnt = learn(learnt, String(told))
  }
  return learnt
}

/** Genre and chart from the folder and file names: `photo-video-topfree-10-countries`. */
const learnPath = (file: RecordedFile): Walk => {
  const path = file.path.toLowerCase()
  const genre = genreSlugs.find(([slug]) => slug.length > 3 && path.includes(slug) && kindOf(path) !== undefined)
  return {
    country: file.country,
    kind: kindOf(path),
    genreId: genre?.[1],
    day: file.day,
    otherStore: /(^|\/)play/.test(path)
  }
}

export class Charts {
  private readonly charts = new Map<string, Array<RecordedChart>>()
  private readonly names = new Map<string, ChartItem>()
  private count = 0

  /** Takes a legacy feed of apps. */
  addLegacyFeed(file: RecordedFile, feed: JsonObject): boolean {
    const items = oneOrMany(feed.entry).flatMap((entry) => legacyItem(entry) ?? [])
    const address = [
      textAt(feed, "id", "label"),
      ...oneOrMany(feed.link).map((link) => textAt(link, "attributes", "href"))
    ]
      .filter((text) => text !== undefined)
      .join(" ")
    const slug = /\/rss\/([a-z]+)\//i.exec(address)?.[1]?.toLowerCase()
    const chart = legacyChartOf(slug ?? "") ?? chartOfName(file.name)
    const country = /\/([a-z]{2})\/rss\//i.exec(address)?.[1] ?? /[?&]cc=([a-z]{2})/i.exec(address)?.[1] ?? file.country
    if (chart === undefined || country === undefined || items.length === 0) return false
    const genre = /\/genre=(\d+)/.exec(address)?.[1]
    this.keep({
      format: "legacy",
      country: country.toLowerCase(),
      kind: chart.kind,
      device: chart.device,
      genreId: Number(genre ?? "36"),
      day: dayFromText(textAt(feed, "updated", "label") ?? "") ?? file.day ?? 0,
      asked: Number(/\/limit=(\d+)/.exec(address)?.[1] ?? items.length),
      items
    })
    return true
  }

  /** Takes a feed of the second kind, or of the first that it replaced. */
  addResultsFeed(file: RecordedFile, feed: JsonObject): boolean {
    const address = textAt(feed, "id") ?? ""
    const match = /\/api\/v([12])\/([a-z]{2})\/(?:ios-)?apps\/([a-z-]+)\/(?:all\/)?(\d+)\//i.exec(address)
    const items = asArray(feed.results).flatMap((result) => listItem(result) ?? [])
    if (match === null || items.length === 0) return false
    const [, version, country = "us", kind = "top-free", asked = ""] = match
    this.keep({
      format: version === "2" ? "v2" : "list",
      country: country.toLowerCase(),
      kind,
      device: "phone",
      genreId: 36,
      day: file.day ?? dayFromText(textAt(feed, "updated") ?? "") ?? 0,
      asked: Number(asked),
      items
    })
    return true
  }

  /** Takes ranked lists of whatever layout, when their keys, fields or paths say which chart they are. */
  addLists(file: RecordedFile): boolean {
    const before = this.count
    this.walk(file.json, learnPath(file))
    return this.count > before
  }

  private walk(value: Json | undefined, walk: Walk): void {
    if (Array.isArray(value)) this.walkArray(value, walk)
    if (!isObject(value)) return
    const told = learnFields(walk, value)
    for (const [key, nested] of Object.entries(value)) {
      if (typeof nested === "object") this.walk(nested, key.split(":").reduce(learn, told))
    }
  }

  private walkArray(value: ReadonlyArray<Json>, walk: Walk): void {
    const [first] = value
    const ranked = typeof first !== "object" || (isObject(first) && ("rank" in first || "position" in first))
    const items = ranked ? value.map(listItem) : []
    const complete = items.flatMap((item) => item ?? [])
    if (items.length > 0 && complete.length === items.length) {
      const { country, day, genreId = 36, kind, otherStore } = walk
      if (country === undefined || kind === undefined || otherStore) return
      const chart = { country, kind, genreId, day: day ?? 0, asked: items.length, items: complete }
      this.keep({ ...chart, format: "list", device: "phone" })
      return
    }
    for (const nested of value) this.walk(nested, walk)
  }

  private keep(chart: RecordedChart): void {
    this.count++
    const key = keyOf(chart.country, chart.kind, chart.device, chart.genreId)
    const kept = this.charts.get(key)
    if (kept === undefined) this.charts.set(key, [chart])
    else kept.push(chart)
    for (const item of chart.items) {
      if (item.name === undefined) continue
      this.names.set(`${chart.country} ${item.id}`, item)
      if (!this.names.has(item.id)) this.names.set(item.id, item)
    }
  }

  /** What any list of the country, or else of another, calls an app. */
  named(country: string, id: string): ChartItem | undefined {
    return this.names.get(`${country} ${id}`) ?? this.names.get(id)
  }

  /**
   * The chart as it stood on a day: the newest recording up to then, else the oldest. The other feed's recordings serve
   * only where there is nothing better, or where this feed's own are too short for what is asked.
   */
  find(
    own: "legacy" | "v2",
    query: {
      readonly country: string
      readonly chart: ChartName
      readonly genreId: number | undefined
      readonly limit: number
    },
    day: number
  ): RecordedChart | undefined {
    const { chart, country, genreId = 36, limit } = query
    const kept = this.charts.get(keyOf(country, chart.kind, chart.device, genreId)) ?? []
    const past = kept.filter((candidate) => candidate.day <= day)
    const newest = (candidates: ReadonlyArray<RecordedChart>): RecordedChart | undefined =>
      candidates.reduce<RecordedChart | undefined>(
        (best, candidate) => (best === undefined || candidate.day > best.day ? candidate : best),
        undefined
      )
    const oldest = kept.reduce<RecordedChart | undefined>(
      (best, candidate) => (best === undefined || candidate.day < best.day ? candidate : best),
      undefined
    )
    if (past.length === 0) return oldest
    if (own === "v2") {
      const enough = newest(past.filter((candidate) => candidate.format === "v2" && candidate.asked >= limit))
      if (enough !== undefined) return enough
    }
    const lists = newest(past.filter(({ format }) => format === "list" || format === "legacy"))
    return lists ?? newest(past)
  }
}

const keyOf = (country: string, kind: string, device: string, genreId: number): string =>
  `${country} ${kind} ${device} ${genreId}`

/** `us-topgrossingipad-25-2014`. */
const chartOfName = (name: string): ChartName | undefined => {
  const match = /top(free|paid|grossing)(ipad)?/i.exec(name.replace(/[-_]/g, ""))
  return match === null
    ? undefined
    : legacyChartOf(`top${match[1]?.toLowerCase()}${match[2] === undefined ? "" : "ipad"}applications`)
}
