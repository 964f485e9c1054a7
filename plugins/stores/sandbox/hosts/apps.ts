import { html, htmlError } from "@storeglass/sandbox"
import { storefrontOf } from "../formats/storefronts.ts"
import type { Upstream } from "./Upstream.ts"

/** A page whose data says nothing. */
const emptyPage =
  '<!doctype html><html><head><title>App Store</title></head><body><script type="application/json" id="serialized-server-data">{"data":[]}</script></body></html>\n'

/** The store's web pages. */
export const apps: Upstream = {
  prefix: "/apps",
  handle: (request, { catalog, empty, origin }) => {
    const match = /^\/([A-Za-z]{2})\/app\/(?:[^/]+\/)?id(\d+)$/.exec(request.path)
    if (match === null) return htmlError(404, "Page Not Found")
    const [, country = "", appId = ""] = match
    const storefront = storefrontOf(country)
    if (storefront === undefined) {
      return html(302, "", { location: `${origin}/apps/us/app/id${appId}` })
    }
    if (empty) return html(200, emptyPage)
    const language = request.query.get("l")?.slice(0, 2).toLowerCase() ?? storefront.language
    const page = catalog.appPage(storefront, appId, language)
    return page === undefined ? htmlError(404, "Page Not Found") : html(200, page)
  }
}
