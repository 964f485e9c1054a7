import type { Json, JsonObject } from "@storeglass/sandbox"
import { textAt } from "@storeglass/sandbox/recordings"
import { type ChartKind, dayMs, dayOf } from "@storeglass/sandbox/world"
import type { CatalogSource } from "../formats/CatalogSource.ts"
import { type ChartHistory, chartDepth, type ListedApp } from "../formats/ChartLists.ts"
import { legacyCharts } from "../formats/charts.ts"
import type { PlaySource } from "../formats/PlaySource.ts"
import { at } from "./playBlocks.ts"

interface Sources {
  readonly catalog: (nowMs: number) => CatalogSource
  readonly play: (nowMs: number) => PlaySource
}
interface List {
  readonly asOfMs: number
  readonly rows: ReadonlyArray<readonly [id: string, app: ListedApp]>
}

const collections: Readonly<Partial<Record<ChartKind, string>>> = {
  "top-free": "topselling_free",
  "top-paid": "topselling_paid",
  "top-grossing": "topgrossing"
}
const chartOf = (kind: ChartKind) =>
  Object.values(legacyCharts).find((chart) => chart.kind === kind && chart.device === "phone")

const rowOf = (entry: JsonObject): ReadonlyArray<readonly [string, ListedApp]> => {
  const id = textAt(entry, "id", "attributes", "im:id")
  if (id === undefined) return []
  const name = textAt(entry, "im:name", "label")
  const app = {
    // A name that nobody kept is shown as the id.
    name: name === `id${id}` ? null : (name ?? null),
    seller: textAt(entry, "im:artist", "label") || null,
    iconUrl: null,
    genreId: textAt(entry, "category", "attributes", "im:id") ?? null,
    genreName: textAt(entry, "category", "attributes", "term") ?? null
  }
  return [[id, app]]
}

const textOrNull = (value: Json | undefined): string | null =>
  typeof value === "string" && value !== "" ? value : null

/** The cards of a chart, of which archives may have kept nothing but the id. */
const cardRows = (payload: Json): List["rows"] => {
  const cards = at(payload, 0, 1, 0, 28, 0)
  return (Array.isArray(cards) ? cards : []).flatMap((wrapped) => {
    const card = typeof at(wrapped, 0, 0) === "string" ? wrapped : at(wrapped, 0)
    const id = textOrNull(at(card, 0, 0))
    if (id === null) return []
    const name = textOrNull(at(card, 3))
    const app = {
      name: name === id ? null : name,
      seller: textOrNull(at(card, 14)),
      iconUrl: null,
      genreId: null,
      genreName: null
    }
    return [[id, app] as const]
  })
}

/** The recorded charts: only what was recorded on the asked day, since the days between say nothing. */
export const recordedChartLists = ({ catalog, play }: Sources): ChartHistory => {
  return ({ charts, day, genres, platform, storefront }) => {
    const nowMs = day * dayMs
    const limit = chartDepth[platform]
    const storea = (kind: ChartKind, genre: string): List | undefined => {
      const chart = chartOf(kind)
      if (chart === undefined) return undefined
      const genreId = genre === "all" ? undefined : Number(genre)
      const feed = catalog(nowMs).legacyChart({ storefront, chart, genreId, limit })
      return dayOf(feed.updatedMs) === day ? { asOfMs: nowMs, rows: feed.entries.flatMap(rowOf) } : undefined
    }
    const storeb = (kind: ChartKind, genre: string): List | undefined => {
      const collection = collections[kind]
      if (collection === undefined) return undefined
      const locale = { country: storefront.country, language: "en" }
      const query = { collection, category: genre === "all" ? "APPLICATION" : genre, limit, locale }
      const payload = play(nowMs).chart(query)
      // Its lists do not say of which day they are; one that was there the day before is not of this.
      const before = play(nowMs - dayMs).chart(query)
      const rows = cardRows(payload)
      const same = JSON.stringify(rows) === JSON.stringify(cardRows(before))
      return same ? undefined : { asOfMs: nowMs, rows }
    }
    const apps = new Map<string, ListedApp>()
    const lists = charts.flatMap((chart) =>
      genres.flatMap((genre) => {
        const list = platform === "storea" ? storea(chart, genre) : storeb(chart, genre)
        if (list === undefined || list.rows.length === 0) return []
        for (const [id, app] of list.rows) apps.set(id, app)
        return [{ chart, genre, asOfMs: list.asOfMs, appIds: [...new Set(list.rows.map(([id]) => id))] }]
      })
    )
    return { lists, apps: Object.fromEntries(apps) }
  }
}
