import { htmlError, type JsonObject, json, type Reply, type SandboxRequest, xml } from "@storeglass/sandbox"
import type { Hint } from "../formats/CatalogSource.ts"
import { type Storefront, storefrontFromHeader, storefrontOf } from "../formats/storefronts.ts"
import type { Upstream, UpstreamContext } from "./Upstream.ts"

const escapeXml = (value: string): string =>
  value
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&#34;")
    .replaceAll("'", "&#39;")

const hintDict = (hint: Hint, origin: string): string => {
  const url = `${origin}/search/WebObjects/MZStore.woa/wa/search?clientApplication=Software&src=hint&submit=edit&term=${encodeURIComponent(hint.term)}`
  const priority =
    hint.priority === undefined ? "" : `\n        <key>priority</key>\n        <integer>${hint.priority}</integer>`
  return `
      <dict>
        <key>term</key>
        <string>${escapeXml(hint.term)}</string>${priority}
        <key>url</key>
        <string>${escapeXml(url)}</string>
      </dict>`
}

const plist = (
  hints: ReadonlyArray<Hint>,
  origin: string
): string => `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE plist PUBLIC "-//Apple Computer//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd"><plist version="1.0">
  <dict>
    <key>title</key>
    <string>Suggestions</string>
    <key>hints</key>
    <array>${hints.map((hint) => hintDict(hint, origin)).join("")}
    </array>
  </dict>
</plist>`

const frontOf = (request: SandboxRequest): Storefront | undefined =>
  storefrontFromHeader(request.headers["x-apple-store-front"])

/** Without the storefront's header the list is empty, as the vendor has it. */
const hints = (request: SandboxRequest, { catalog, origin }: UpstreamContext): Reply => {
  const storefront = frontOf(request)
  const found = storefront === undefined ? [] : catalog.hints(storefront, request.query.get("term") ?? "")
  return xml(200, plist(found, origin))
}

const trends = (request: SandboxRequest, { catalog }: UpstreamContext): Reply => {
  const storefront = frontOf(request)
  const asked = Number(request.query.get("maxCount") ?? "10")
  const limit = Number.isInteger(asked) && asked >= 0 ? Math.min(asked, 50) : 10
  const terms = storefront === undefined ? [] : catalog.trends(storefront, limit)
  return json(200, { header: { label: "Trending" }, trendingSearches: terms.map((label) => ({ label })) })
}

const deviceSearch = (request: SandboxRequest, { catalog }: UpstreamContext): Reply => {
  const storefront = frontOf(request) ?? storefrontOf("us")
  const term = (request.query.get("term") ?? "").trim()
  const ids = storefront === undefined || term === "" ? [] : catalog.rankedIds(storefront, term)
  const results: ReadonlyArray<JsonObject> = ids.map((id) => ({ type: 0, id, entity: "software" }))
  return json(200, {
    pageType: "search",
    bubbles: results.length === 0 ? [] : [{ name: "software", results, totalCount: results.length }],
    totalCount: results.length
  })
}

/** The search host of the devices: completions, trends, and results in a device's order. */
export const search: Upstream = {
  prefix: "/search",
  handle: (request, context) => {
    if (request.path === "/WebObjects/MZSearchHints.woa/wa/hints") return hints(request, context)
    if (request.path === "/WebObjects/MZSearchHints.woa/wa/trends") return trends(request, context)
    if (request.path === "/WebObjects/MZStore.woa/wa/search") return deviceSearch(request, context)
    return htmlError(404, "Not Found")
  }
}
