import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { SiteOptions } from "./SiteOptions.ts"

// Everything comes from this host, and nothing is inline: what a page would fetch from elsewhere the browser refuses.
const contentSecurityPolicy =
  "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"

const headersOf = (immutable: boolean) => ({
  "content-security-policy": contentSecurityPolicy,
  "referrer-policy": "no-referrer",
  "cache-control": immutable ? "public, max-age=31536000, immutable" : "no-cache"
})

/** The documentation under `/docs`, made when it is first asked for: a start does not wait for it. */
export const layer = (options: SiteOptions) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const site = yield* Effect.cached(
        Effect.map(
          Effect.promise(() => import("./site.ts")),
          ({ buildSite }) => buildSite(options)
        )
      )
      const serve = Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const files = yield* site
        const path = (request.url.split("?", 1)[0] ?? "").replace(/(.)\/$/, "$1")
        const file = files.get(path)
        const missing = path.startsWith("/docs/assets/") ? undefined : files.get("/docs/404")
        const { body, immutable, type } = file ?? missing ?? { body: "", immutable: false, type: "text/plain" }
        return HttpServerResponse.text(body, {
          status: file === undefined || path === "/docs/404" ? 404 : 200,
          contentType: type,
          headers: headersOf(immutable && file !== undefined)
        })
      })
      // It is the first page too.
      return HttpRouter.add("GET", "/docs/*", serve)
    })
  )
