import { createHash } from "node:crypto"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { SiteOptions } from "./SiteOptions.ts"
import type { SiteFile } from "./site.ts"

// Everything comes from this host, and nothing is inline: what a page would fetch from elsewhere the browser refuses.
const contentSecurityPolicy =
  "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"

const responseOf = ({ body, immutable, type }: SiteFile, status: 200 | 404) =>
  HttpServerResponse.uint8Array(body, {
    status,
    contentType: type,
    headers: {
      "content-security-policy": contentSecurityPolicy,
      "referrer-policy": "no-referrer",
      "cache-control": immutable ? "public, max-age=31536000, immutable" : "no-cache",
      ...(status === 200 ? { etag: `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"` } : {})
    }
  })

const nothing: SiteFile = { type: "text/plain", body: new Uint8Array(), immutable: false }
const isPage = (path: string) => !path.startsWith("/docs/assets/") && !/\.\w+$/.test(path)

/** The documentation under `/docs`, and its list for readers of text. Made as it is asked for: a start does not wait for it. */
export const layer = (options: SiteOptions) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const site = yield* Effect.cached(
        Effect.map(
          Effect.promise(() => import("./site.ts")),
          ({ makeSite }) => makeSite(options)
        )
      )
      const made = new Map<SiteFile, HttpServerResponse.HttpServerResponse>()
      const serve = Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const files = yield* site
        const path = (request.url.split("?", 1)[0] ?? "").replace(/(.)\/$/, "$1")
        const file = path === "/docs/404" ? undefined : files(path)
        if (file === undefined) return responseOf((isPage(path) ? files("/docs/404") : undefined) ?? nothing, 404)
        // The same bytes each time, so that they are encoded once.
        const response = made.get(file) ?? responseOf(file, 200)
        made.set(file, response)
        return response
      })
      return Layer.mergeAll(
        // It is the first page too.
        HttpRouter.add("GET", "/docs/*", serve),
        HttpRouter.add("GET", "/llms.txt", serve),
        HttpRouter.add("GET", "/llms-full.txt", serve)
      )
    })
  )
