import type { AppNotFound, Upstream, UpstreamError } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { fetchPage } from "./answers.ts"
import { type DetailsRead, readDetails } from "./details.ts"
import { notListed } from "./ids.ts"
import type { Locale } from "./languages.ts"

/** The page of an app. What is odd about one that can be read is counted as drift, and the page still given. */
export const fetchDetails = (
  upstream: Upstream,
  appId: string,
  { country, language }: Locale,
  urlOf: (appId: string) => string
): Effect.Effect<DetailsRead, AppNotFound | UpstreamError> => {
  const ask = `page of ${appId} in ${country}`
  return fetchPage(upstream, ask, "/store/apps/details", { id: appId, hl: language, gl: country }, (page) =>
    readDetails(page, { appId, country, urlOf })
  ).pipe(
    Effect.flatMap((read): Effect.Effect<DetailsRead, AppNotFound | UpstreamError> => {
      if (read === null) return Effect.fail(notListed(appId))
      return read.odd === null
        ? Effect.succeed(read)
        : Effect.as(Effect.ignore(upstream.drift(`${ask}: ${read.odd}`)), read)
    })
  )
}
