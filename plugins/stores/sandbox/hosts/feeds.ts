import { htmlError, type JsonObject, type Reply, type SandboxRequest, text } from "@storeglass/sandbox"
import { pacificInstant } from "@storeglass/sandbox/world"
import type { ReviewsQuery } from "../formats/CatalogSource.ts"
import { legacyChartOf } from "../formats/charts.ts"
import { genreOf } from "../formats/genres.ts"
import { storefrontOf } from "../formats/storefronts.ts"
import { script, type UpstreamContext } from "./Upstream.ts"

const chartDepth = 100
const reviewPages = 10

interface Parts {
  readonly values: ReadonlyMap<string, string>
  readonly format: string
}

/** Reads `page=1/id=2/sortby=mostrecent/json`: the vendor takes the pairs in any order and either case. */
const partsOf = (segments: ReadonlyArray<string>): Parts => {
  const values = new Map<string, string>()
  let format = ""
  for (const segment of segments) {
    const [key = "", value] = segment.split("=")
    if (value === undefined) format = key.toLowerCase()
    else values.set(key.toLowerCase(), value)
  }
  return { values, format }
}

interface FeedInput {
  readonly title: string
  readonly updatedMs: number
  readonly self: string
  readonly entries: ReadonlyArray<JsonObject>
  readonly links: ReadonlyArray<JsonObject>
}

/** One entry is an object, none is no key at all: so the vendor turns its XML into JSON. */
const entryField = (entries: ReadonlyArray<JsonObject>): JsonObject => {
  const [only] = entries
  if (only === undefined) return {}
  return { entry: entries.length === 1 ? only : entries }
}

const feed = ({ entries, links, self, title, updatedMs }: FeedInput): Reply =>
  script(
    200,
    JSON.stringify({
      feed: {
        author: { name: { label: "iTunes Store" }, uri: { label: "http://www.apple.com/itunes/" } },
        ...entryField(entries),
        updated: { label: pacificInstant(updatedMs) },
        rights: { label: "Copyright 2008 Apple Inc." },
        title: { label: title },
        icon: { label: "http://itunes.apple.com/favicon.ico" },
        link: links,
        id: { label: self }
      }
    })
  )

const link = (rel: string, href: string, type?: string): JsonObject => ({
  attributes: { rel, ...(type === undefined ? {} : { type }), href }
})

export const chartFeed = (
  country: string,
  name: string,
  segments: ReadonlyArray<string>,
  request: SandboxRequest,
  { catalog, nowMs, origin }: UpstreamContext
): Reply => {
  const storefront = storefrontOf(country)
  const chart = legacyChartOf(name)
  if (storefront === undefined) return htmlError(400, "Bad Request")
  const { format, values } = partsOf(segments)
  if (chart === undefined || format !== "json") return htmlError(404, "Not Found")
  const genre = values.get("genre")
  const genreId = genre === undefined ? undefined : Number(genre)
  if (genreId !== undefined && genreOf(genreId) === undefined) return htmlError(400, "Bad Request")
  const asked = Number(values.get("limit") ?? "10")
  if (!Number.isInteger(asked) || asked < 1) return htmlError(400, "Bad Request")
  const found = catalog.legacyChart({ storefront, chart, genreId, limit: Math.min(asked, chartDepth) })
  const self = `${origin}/itunes${request.path}`
  return feed({
    title: `iTunes Store: ${chart.title}`,
    updatedMs: found.updatedMs || nowMs,
    self,
    entries: found.entries,
    links: [
      link("alternate", `${origin}/itunes/WebObjects/MZStore.woa/wa/viewTop?cc=${storefront.country}`, "text/html"),
      link("self", self)
    ]
  })
}

const pageLinks = (query: ReviewsQuery, origin: string): ReadonlyArray<JsonObject> => {
  const at = (page: number): string =>
    // The next page's address is an XML one, also in the JSON feed, and the last page is always the tenth.
    `${origin}/itunes/${query.storefront.country}/rss/customerreviews/page=${page}/id=${query.appId}/sortby=${query.sort}/xml?urlDesc=/customerreviews/page=${query.page}/id=${query.appId}/sortby=${query.sort}/json`
  return [
    link("first", at(1)),
    link("last", at(reviewPages)),
    link("previous", at(Math.max(1, query.page - 1))),
    link("next", at(Math.min(reviewPages, query.page + 1)))
  ]
}

const noLinks = ["first", "last", "previous", "next"].map((rel) => link(rel, ""))

export const reviewsFeed = (
  country: string,
  segments: ReadonlyArray<string>,
  request: SandboxRequest,
  { catalog, nowMs, origin }: UpstreamContext
): Reply => {
  const storefront = storefrontOf(country)
  if (storefront === undefined) return htmlError(400, "Bad Request")
  const { format, values } = partsOf(segments)
  const appId = values.get("id") ?? ""
  const page = Number(values.get("page") ?? "1")
  if (format !== "json" || !/^-?\d+$/.test(appId) || !Number.isInteger(page)) return htmlError(404, "Not Found")
  if (page > reviewPages) return text(400, `CustomerReviews RSS page depth is limited to ${reviewPages}`)
  const sort = (values.get("sortby") ?? "").toLowerCase() === "mosthelpful" ? "mosthelpful" : "mostrecent"
  const query: ReviewsQuery = { storefront, appId, sort, page: Math.max(1, page) }
  const found = catalog.reviews(query)
  const self = `${origin}/itunes${request.path}`
  return feed({
    title: "iTunes Store: Customer Reviews",
    updatedMs: found.updatedMs || nowMs,
    self,
    entries: found.entries,
    links: [
      link(
        "alternate",
        `${origin}/itunes/WebObjects/MZStore.woa/wa/viewGrouping?cc=${storefront.country}`,
        "text/html"
      ),
      link("self", self),
      ...(found.known ? pageLinks(query, origin) : noLinks)
    ]
  })
}
