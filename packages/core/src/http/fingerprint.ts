import { createHash } from "node:crypto"
import { Predicate } from "effect"
import type { HttpServerRequest } from "effect/http"
import { mediaTypeOf } from "./body.ts"
import type { RouteMeta } from "./route.ts"

/** The same text for the same JSON value, whatever the white space and the order of its names. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`
  if (!Predicate.isReadonlyObject(value)) return JSON.stringify(value)
  return `{${Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)
    .join(",")}}`
}

/** A body as what is compared: JSON by its value, anything else by its bytes. */
const comparable = (kind: RouteMeta["body"]["kind"], body: Uint8Array): Uint8Array | string => {
  if (kind !== "json") return body
  try {
    return canonical(JSON.parse(new TextDecoder().decode(body)))
  } catch {
    // Not JSON, or nested too deeply to read.
    return body
  }
}

/** Parameters in the order of their names; several of one name keep theirs, which may matter. */
const canonicalUrl = (url: string) => {
  const at = url.indexOf("?")
  if (at < 0) return url
  const query = new URLSearchParams(url.slice(at + 1))
  query.sort()
  return `${url.slice(0, at)}?${query}`
}

/**
 * What makes two requests the same: method, address, the headers that the route reads, and the body. `body` is undefined
 * where the handler reads it itself.
 */
export const fingerprintOf = (
  route: Pick<RouteMeta, "body" | "headers">,
  request: HttpServerRequest.HttpServerRequest,
  body: Uint8Array | undefined
): Buffer => {
  const { headers, method, url } = request
  const type = mediaTypeOf(headers["content-type"])
  const head = [
    method,
    canonicalUrl(url),
    // A body that doesn't say is taken for JSON.
    type === "" && route.body.kind === "json" ? "application/json" : type,
    ...route.headers.map(({ name }) => [name, headers[name] ?? null])
  ]
  const hash = createHash("sha256").update(JSON.stringify(head)).update("\n")
  if (body !== undefined) hash.update(comparable(route.body.kind, body))
  return hash.digest()
}
