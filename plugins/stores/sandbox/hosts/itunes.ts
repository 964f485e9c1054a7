import { html, htmlError, type JsonObject, type Reply, type SandboxRequest } from "@storeglass/sandbox"
import type { SearchQuery } from "../formats/CatalogSource.ts"
import { type Storefront, storefrontFromHeader, storefrontOf } from "../formats/storefronts.ts"
import { chartFeed, reviewsFeed } from "./feeds.ts"
import { script, type Upstream, type UpstreamContext } from "./Upstream.ts"

/** The blank lines and the loose layout are the vendor's. */
const envelope = (results: ReadonlyArray<JsonObject>): Reply => {
  const rows = results.map((result) => JSON.stringify(result)).join(", \n")
  const list = results.length === 0 ? "[]" : `[\n${rows}]`
  return script(200, `\n\n\n{\n "resultCount":${results.length},\n "results": ${list}\n}\n\n\n`)
}

const invalid = (key: string): Reply =>
  script(
    400,
    JSON.stringify({
      errorMessage: `Invalid value(s) for key(s): [${key}]`,
      queryParameters: {
        output: "json",
        callback: "A javascript function to handle your search results",
        country: "ISO-2A country code",
        limit: "The number of search results to return",
        term: "A search string",
        lang: "ISO-2A language code"
      }
    })
  )

const list = (value: string | null): ReadonlyArray<string> =>
  (value ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")

const languageOf = (request: SandboxRequest, storefront: Storefront): string =>
  request.query.get("lang")?.slice(0, 2).toLowerCase() ?? storefront.language

const lookup = (request: SandboxRequest, { catalog }: UpstreamContext): Reply => {
  const storefront = storefrontOf(request.query.get("country") || "us")
  if (storefront === undefined) return invalid("country")
  const language = languageOf(request, storefront)
  const ids = list(request.query.get("id"))
  if (ids.some((id) => !/^\d+$/.test(id))) return invalid("itunesId")
  const withApps = (request.query.get("entity") ?? "").toLowerCase().includes("software")
  return envelope([
    ...catalog.byTrackIds(ids, storefront, language),
    ...catalog.byArtistIds(ids, storefront, language, withApps),
    ...catalog.byBundleIds(list(request.query.get("bundleId")), storefront, language)
  ])
}

const entities: Readonly<Record<string, SearchQuery["entity"]>> = {
  software: "software",
  ipadsoftware: "iPadSoftware",
  macsoftware: "macSoftware"
}

const search = (request: SandboxRequest, { catalog }: UpstreamContext): Reply => {
  const storefront = storefrontOf(request.query.get("country") || "us")
  if (storefront === undefined) return invalid("country")
  const entity = entities[(request.query.get("entity") || "software").toLowerCase()]
  const media = request.query.get("media") || "all"
  const term = (request.query.get("term") ?? "").trim()
  // The other media of the vendor (songs, films) have nothing in them here.
  if (entity === undefined || (media !== "software" && media !== "all") || term === "") return envelope([])
  const asked = Number(request.query.get("limit") ?? "50")
  const limit = Number.isInteger(asked) && asked >= 1 ? Math.min(asked, 200) : 50
  return envelope(catalog.search({ storefront, term, entity, limit, language: languageOf(request, storefront) }))
}

/** The older pages of an app: other buyers' apps, and the stars one by one. */
const softwarePage = (appId: string, request: SandboxRequest, { catalog }: UpstreamContext): Reply => {
  const storefront = storefrontFromHeader(request.headers["x-apple-store-front"])
  const ids = storefront === undefined ? [] : catalog.similarIds(storefront, appId)
  const data = { pageData: { softwarePageData: { customersAlsoBoughtApps: ids } } }
  return html(200, `<html><body><script>its.serverData=${JSON.stringify(data)}</script></body></html>`)
}

const ratingsPage = (appId: string, country: string, { catalog }: UpstreamContext): Reply => {
  const storefront = storefrontOf(country)
  const stars = storefront === undefined ? undefined : catalog.starRatings(storefront, appId)
  if (stars === undefined) return html(200, "<html><body></body></html>")
  const total = stars.counts.reduce((sum, count) => sum + count, 0)
  const votes = stars.counts.map((count) => `<div class="vote"><span class="total">${count}</span></div>`).join("")
  return html(200, `<html><body><span class="rating-count">${total} Ratings</span>${votes}</body></html>`)
}

/** The catalogue host: lookups, search, and the older feeds of charts and reviews. */
export const itunes: Upstream = {
  prefix: "/itunes",
  handle: (request, context) => {
    if (request.method !== "GET") return htmlError(405, "Method Not Allowed")
    if (request.path === "/lookup") return lookup(request, context)
    if (request.path === "/search") return search(request, context)
    const feed = /^\/([A-Za-z]{2})\/rss\/([a-z]+)\/(.+)$/.exec(request.path)
    if (feed !== null) {
      const [, country = "", name = "", rest = ""] = feed
      return name === "customerreviews"
        ? reviewsFeed(country, rest.split("/"), request, context)
        : chartFeed(country, name, rest.split("/"), request, context)
    }
    const page = /^\/[A-Za-z]{2}\/app\/(?:[^/]+\/)?id(\d+)$/.exec(request.path)
    if (page !== null) return softwarePage(page[1] ?? "", request, context)
    const ratings = /^\/([A-Za-z]{2})\/customer-reviews\/id(\d+)$/.exec(request.path)
    if (ratings !== null) return ratingsPage(ratings[2] ?? "", ratings[1] ?? "", context)
    return htmlError(404, "Not Found")
  }
}
