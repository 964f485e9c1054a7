import type { UpstreamRequest, UpstreamSpec } from "@storeglass/plugin-api"
import { Redacted } from "effect"

/** A spec with its defaults filled in. */
export interface Settings extends Required<Omit<UpstreamSpec, "rateLimit">> {
  readonly rateLimit: UpstreamSpec["rateLimit"]
  readonly origin: string
}

/** Throws when the base URL is none: a mistake in the config, to be found at boot. */
export const settingsOf = (spec: UpstreamSpec): Settings => {
  if (!URL.canParse(spec.baseUrl)) throw new Error(`upstream ${spec.name}: the base URL is not a URL`)
  return {
    name: spec.name,
    baseUrl: spec.baseUrl.replace(/\/+$/, ""),
    origin: new URL(spec.baseUrl).origin,
    timeoutMs: spec.timeoutMs ?? 10_000,
    bodyBytesMax: spec.bodyBytesMax ?? 8 * 1024 * 1024,
    rateLimit: spec.rateLimit,
    queueMsMax: spec.queueMsMax ?? 2_000,
    attempts: spec.attempts ?? 3,
    breaker: spec.breaker ?? { failures: 5, cooldownMs: 15_000 },
    headers: spec.headers ?? {},
    throttleStatuses: spec.throttleStatuses ?? []
  }
}

/** The address of a request. Throws when the path would leave the upstream's host: a mistake in an adapter. */
export const addressOf = (settings: Settings, request: UpstreamRequest): URL => {
  if (!request.path.startsWith("/")) throw new Error(`upstream ${settings.name}: a path must begin with /`)
  const url = new URL(settings.baseUrl + request.path)
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) url.searchParams.append(name, String(value))
  }
  return url
}

/** The headers of a request, secrets unwrapped: only for the wire and for telling requests apart. */
export const headersOf = (settings: Settings, request: UpstreamRequest): Record<string, string> => {
  const headers: Record<string, string> = { "user-agent": "storeglass", "accept-encoding": "gzip, deflate, br" }
  for (const [name, value] of Object.entries({ ...settings.headers, ...request.headers })) {
    headers[name.toLowerCase()] = Redacted.isRedacted(value) ? Redacted.value(value) : value
  }
  if (request.body !== undefined) headers["content-type"] ??= "application/json"
  return headers
}

export const methodOf = (request: UpstreamRequest) => request.method ?? "GET"

export const isRepeatable = (request: UpstreamRequest) => request.repeatable ?? methodOf(request) === "GET"

/** For logs: neither query nor headers. */
export const labelOf = (request: UpstreamRequest) => `${methodOf(request)} ${request.path.replace(/\?.*/s, "")}`
