import { Context } from "effect"

/**
 * What a route takes as the body of its requests. The host refuses what is over `bytesMax` with 413 before reading the
 * rest, on every route; without a valid key, also what is over 64 KiB.
 * - `json` (the default, 1 MiB): read before the handler runs; what isn't UTF-8 or nests deeper than 64 levels is a 400
 * - `bytes`: read before the handler runs, any bytes
 * - `stream`, `multipart`: read by the handler, as it asks for them
 * - `none`: the handler reads no body (the default of `GET`)
 */
export interface BodyDeclaration {
  readonly kind: "json" | "bytes" | "stream" | "multipart" | "none"
  readonly bytesMax: number
  /** Other types are a 415. `image/*` takes every image; absent: the route itself judges. */
  readonly contentTypes?: ReadonlyArray<string>
}

/**
 * Annotation of an endpoint: its body, where that isn't JSON of at most 1 MiB.
 *
 * @example
 * HttpApiEndpoint.post("upload", "/v1/files", { payload }).annotate(Body, { kind: "bytes", bytesMax: 5_000_000 })
 */
export class Body extends Context.Service<Body, BodyDeclaration>()("@storeglass/plugin-api/Body") {}

/** The longest body of a route that declares none. */
export const bodyBytesMaxDefault = 1024 * 1024
