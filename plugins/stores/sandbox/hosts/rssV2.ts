import { htmlError, json } from "@storeglass/sandbox"
import { rfc2822 } from "@storeglass/sandbox/world"
import { legacyCharts } from "../formats/charts.ts"
import { storefrontOf } from "../formats/storefronts.ts"
import type { Upstream } from "./Upstream.ts"

const charts = {
  "top-free": { title: "Top Free Apps", chart: legacyCharts.topfreeapplications },
  "top-paid": { title: "Top Paid Apps", chart: legacyCharts.toppaidapplications }
} as const

/** The newer feed: two charts, all categories, no prices. */
export const rssV2: Upstream = {
  prefix: "/rss-v2",
  handle: (request, { catalog, nowMs, origin }) => {
    const match = /^\/api\/v2\/([A-Za-z]{2})\/apps\/(top-free|top-paid)\/(10|25|50|100)\/apps\.json$/.exec(request.path)
    const storefront = storefrontOf(match?.[1] ?? "")
    const kind = match?.[2] === "top-paid" ? "top-paid" : "top-free"
    const { chart, title } = charts[kind]
    if (match === null || storefront === undefined || chart === undefined) return htmlError(404, "Not Found")
    const found = catalog.chartV2({ storefront, chart, genreId: undefined, limit: Number(match[3]) })
    const self = `${origin}/rss-v2${request.path}`
    return json(200, {
      feed: {
        title,
        id: self,
        author: { name: "Apple", url: "https://www.apple.com/" },
        links: [{ self }],
        copyright: "Copyright © 2026 Apple Inc. All rights reserved.",
        country: storefront.country,
        icon: "https://www.apple.com/favicon.ico",
        updated: rfc2822(found.updatedMs || nowMs),
        results: found.entries
      }
    })
  }
}
