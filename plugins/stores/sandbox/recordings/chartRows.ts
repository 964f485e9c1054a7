import type { JsonObject } from "@storeglass/sandbox"
import { numberAt, textAt } from "@storeglass/sandbox/recordings"
import { slugOf } from "@storeglass/sandbox/world"
import { genreName, genreOf } from "../formats/genres.ts"
import type { Storefront } from "../formats/storefronts.ts"
import { chartPriceLabel } from "../invented/priceLabels.ts"
import type { ChartItem, Charts, RecordedChart } from "./Charts.ts"
import type { Records } from "./Records.ts"

interface Known {
  readonly name: string
  readonly artist: string
  readonly url: string
  readonly record: JsonObject | undefined
  /** From whatever country: good for what does not differ between them. */
  readonly abroad: JsonObject | undefined
  readonly raw: JsonObject | undefined
  readonly artwork: string | undefined
  readonly released: string | undefined
}

interface Shelves {
  readonly storefront: Storefront
  readonly records: Records
  readonly charts: Charts
}

/** A row of a recorded list, with where to look for what the list did not keep. */
export interface RecordedRow extends Shelves {
  readonly chart: RecordedChart
  readonly item: ChartItem
}

/** What the recordings as a whole know about a row of which a list kept only the id. */
const knownOf = (item: ChartItem, { charts, records, storefront }: Shelves): Known => {
  const record = records.byTrackId(storefront.country, Number(item.id))
  const abroad = record ?? records.anywhere(Number(item.id))
  const elsewhere = charts.named(storefront.country, item.id)
  const raw = item.raw ?? elsewhere?.raw
  // The vendor's own address of an app whose name nobody kept; it cannot be taken for a name.
  const name =
    item.name ?? textAt(record, "trackName") ?? elsewhere?.name ?? textAt(abroad, "trackName") ?? `id${item.id}`
  const slug = name === `id${item.id}` ? "" : `${encodeURIComponent(slugOf(name))}/`
  return {
    name,
    artist: item.artist ?? textAt(record, "artistName") ?? elsewhere?.artist ?? textAt(abroad, "artistName") ?? "",
    url: textAt(item.raw, "url") ?? `https://apps.apple.com/${storefront.country}/app/${slug}id${item.id}`,
    record,
    abroad,
    raw,
    artwork: textAt(abroad, "artworkUrl100") ?? textAt(raw, "artworkUrl100"),
    released: textAt(abroad, "releaseDate") ?? textAt(raw, "releaseDate")
  }
}

const priceOf = (chart: RecordedChart, known: Known, storefront: Storefront): JsonObject => {
  const amount = numberAt(known.record, "price") ?? (chart.kind === "top-free" ? 0 : undefined)
  if (amount === undefined) return {}
  const label =
    amount === 0 ? chartPriceLabel(0, storefront) : (textAt(known.record, "formattedPrice") ?? String(amount))
  const currency = textAt(known.record, "currency") ?? storefront.currency
  return { "im:price": { label, attributes: { amount: amount.toFixed(2), currency } } }
}

const categoryOf = (chart: RecordedChart, known: Known, storefront: Storefront): JsonObject => {
  const named = textAt(known.raw, "category", "attributes", "im:id")
  const recorded = numberAt(known.abroad, "primaryGenreId") ?? (named === undefined ? undefined : Number(named))
  const id = recorded ?? (chart.genreId === 36 ? undefined : genreOf(chart.genreId)?.id)
  if (id === undefined) return {}
  const attributes = { "im:id": String(id), term: genreName(id, "en"), label: genreName(id, storefront.language) }
  return { category: { attributes } }
}

/** A row of the legacy feed: as recorded, or rebuilt from what is known; what is not known is left out. */
export const legacyRow = ({ chart, item, ...shelves }: RecordedRow): JsonObject => {
  if (chart.format === "legacy" && item.raw !== undefined) return item.raw
  const known = knownOf(item, shelves)
  const bundleId = textAt(known.abroad, "bundleId") ?? textAt(known.raw, "id", "attributes", "im:bundleId")
  const { artwork, released } = known
  return {
    "im:name": { label: known.name },
    ...(artwork === undefined ? {} : { "im:image": [{ label: artwork, attributes: { height: "100" } }] }),
    ...priceOf(chart, known, shelves.storefront),
    "im:contentType": { attributes: { term: "Application", label: "Application" } },
    title: { label: known.artist === "" ? known.name : `${known.name} - ${known.artist}` },
    link: [{ attributes: { rel: "alternate", type: "text/html", href: known.url } }],
    id: {
      label: known.url,
      attributes: { "im:id": item.id, ...(bundleId === undefined ? {} : { "im:bundleId": bundleId }) }
    },
    "im:artist": { label: known.artist },
    ...categoryOf(chart, known, shelves.storefront),
    ...(released === undefined ? {} : { "im:releaseDate": { label: released } })
  }
}

/** A row of the v2 feed, in the same way. */
export const v2Row = ({ chart, item, ...shelves }: RecordedRow): JsonObject => {
  if (chart.format === "v2" && item.raw !== undefined) return item.raw
  const known = knownOf(item, shelves)
  const { artwork, released } = known
  return {
    artistName: known.artist,
    id: item.id,
    name: known.name,
    ...(released === undefined ? {} : { releaseDate: released.slice(0, 10) }),
    kind: "apps",
    ...(artwork === undefined ? {} : { artworkUrl100: artwork }),
    genres: [],
    url: known.url
  }
}
