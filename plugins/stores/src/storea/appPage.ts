/** An app's own page: what no other upstream tells. Brittle, so each field may be null. */
import { AppNotFound, type Upstream, type UpstreamError } from "@storeglass/plugin-api"
import { Effect, Option, Result } from "effect"
import { failure, misread, orDrift, type Read } from "../common/answers.ts"
import { partsOf } from "../common/html.ts"
import type { StorePage } from "../contract.ts"
import { misfit } from "./answers.ts"
import { readPageData } from "./pageData.ts"
import { canonicalId, idInUrl, linkedData, listedPurchases, serverData } from "./pageHtml.ts"

const nothing: StorePage = {
  subtitle: null,
  hasInAppPurchases: null,
  inAppPurchases: null,
  similarAppIds: null,
  ratingHistogram: null,
  screenshots: {},
  previews: [],
  privacyPolicyUrl: null,
  containsAds: null
}

export interface PageRead {
  readonly page: StorePage
  /** What the page should have and has not. */
  readonly missing: string | null
}

/** Reads the page at `url` (after redirects), which must be about this app. */
export const readAppPage = (html: string, url: string, appId: string): Read<PageRead> => {
  const parts = partsOf(html)
  const data = readPageData(serverData(parts))
  const listed = listedPurchases(parts)
  if (data === undefined && listed.length === 0 && Option.isNone(linkedData(parts)))
    return misfit({ kind: "markup", text: html })
  // Pages carry other apps' ids as well; only what the page says of itself counts.
  const own = data?.appId ?? canonicalId(parts) ?? idInUrl(url)
  if (own !== appId) return misread(`the page is of ${own ?? "no app"}, not of ${appId}`)
  const page = data?.page ?? nothing
  return Result.succeed({
    page:
      page.inAppPurchases !== null || listed.length === 0
        ? page
        : { ...page, hasInAppPurchases: true, inAppPurchases: listed },
    missing: data === undefined ? "the page's data" : null
  })
}

export const notListed = (appId: string, country: string) =>
  new AppNotFound(
    `app ${appId} isn't listed in ${country}: the store gives the same answer for an id that doesn't exist and for an app not sold there`
  )

/** The country of an address like `…/us/app/name/id1`; addresses without one are the first storefront's. */
const countryOf = (url: string): string | undefined => {
  const match = /(?:\/([a-z]{2}))?\/app\/(?:[^/]+\/)?id\d+/i.exec(url)
  return match === null ? undefined : (match[1]?.toLowerCase() ?? "us")
}

export const fetchAppPage = (
  upstream: Upstream,
  appId: string,
  country: string,
  language: string | null
): Effect.Effect<StorePage, AppNotFound | UpstreamError> => {
  const ask = `page of ${appId} in ${country}`
  return upstream
    .request({
      path: `/${encodeURIComponent(country)}/app/id${encodeURIComponent(appId)}`,
      query: { l: language ?? undefined }
    })
    .pipe(
      Effect.flatMap((response): Effect.Effect<StorePage, AppNotFound | UpstreamError> => {
        // A storefront that it does not know, or where the app is not sold, leads to another one.
        if (response.status === 404 || countryOf(response.url) !== country)
          return Effect.fail(notListed(appId, country))
        if (response.status >= 300) return Effect.fail(failure(upstream, "failed", `${ask}: status ${response.status}`))
        return Effect.flatMap(orDrift(upstream, ask, readAppPage(response.body, response.url, appId)), (read) => {
          if (read.missing === null) return Effect.succeed(read.page)
          const drift = upstream.drift(`${ask}: ${read.missing} is missing`)
          // A page that tells nothing must not take the place of one that did.
          return read.page.inAppPurchases === null ? drift : Effect.as(Effect.ignore(drift), read.page)
        })
      })
    )
}
