import { Files, NotFound, rawRoute, ServiceUnavailable, type StoredFile } from "@storeglass/plugin-api"
import { Clock, Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"

/** What a browser may show; everything else is saved. */
const shown: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"])
const cachedSecondsMax = 300

/** RFC 6266: a name that every client reads, and the real one for those that know it. */
const dispositionOf = ({ name, type }: StoredFile): string => {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_")
  const real = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`
  )
  return `${shown.has(type) ? "inline" : "attachment"}; filename="${plain}"; filename*=UTF-8''${real}`
}

const serve = Effect.gen(function* () {
  const { id = "" } = yield* HttpRouter.params
  const files = yield* Files
  const file = yield* files.open(id)
  if (file === undefined) return yield* new NotFound("no such file; it may have expired")
  const leftSeconds = Math.floor((file.expiresAtMs - (yield* Clock.currentTimeMillis)) / 1000)
  return HttpServerResponse.uint8Array(file.bytes, {
    contentType: file.type,
    headers: {
      "content-disposition": dispositionOf(file),
      // A file that is HTML or SVG after all runs nothing and is of no origin.
      "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      "cache-control": `private, max-age=${Math.max(0, Math.min(leftSeconds, cachedSecondsMax))}`,
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex"
    }
  })
})

/** `/files/:id`: generated files, to whoever has their address. */
export const fileRoute = rawRoute({
  id: "file",
  method: "GET",
  path: "/files/:id",
  access: "public",
  price: 0,
  body: { kind: "none", bytesMax: 0 },
  answers: { kind: "file" },
  query: [],
  errors: [NotFound, ServiceUnavailable],
  summary: "Generated file",
  description:
    "A generated file, such as an image or an export, until it expires. Anyone with its address can read it.",
  tool: false,
  handler: serve
})
