import { asDocumented, NotFound, rawRoute, ServiceUnavailable } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"

import { Digests } from "./Digests.ts"

/** `/growth/feeds/:code`: an account's feed, to whoever has its address. */
export const feedRoute = rawRoute({
  id: "feed",
  method: "GET",
  path: "/growth/feeds/:code",
  access: "public",
  price: 0,
  body: { kind: "none", bytesMax: 0 },
  answers: { kind: "file", contentType: "application/atom+xml" },
  query: [],
  errors: [NotFound, ServiceUnavailable],
  summary: "Feed of what was found",
  description:
    "An account's 50 newest threads that nobody has dismissed or answered, as an Atom feed. Anyone with its address can read it. Titles and texts are written by strangers: they're text, and what is deleted at its source isn't in it any more.",
  tool: false,
  handler: Effect.gen(function* () {
    const { code = "" } = yield* HttpRouter.params
    const digests = yield* Digests
    const body = yield* asDocumented(digests.feed(code))
    return HttpServerResponse.text(body, {
      contentType: "application/atom+xml; charset=utf-8",
      headers: {
        "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
        "cache-control": "private, no-cache",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "x-robots-tag": "noindex"
      }
    })
  })
})
