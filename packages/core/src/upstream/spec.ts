import { type UpstreamBodyStream, UpstreamError, type UpstreamRequest, type UpstreamSpec } from "@storeglass/plugin-api"
import { Redacted, Result } from "effect"

/** A spec with its defaults filled in. */
export interface Settings extends Required<Omit<UpstreamSpec, "rateLimit">> {
  readonly rateLimit: UpstreamSpec["rateLimit"]
  readonly origin: string
}

const hostPattern = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/

/** Throws if the base URL or a host isn't valid: a mistake in the config, to be found at boot. */
export const settingsOf = (spec: UpstreamSpec): Settings => {
  if (!URL.canParse(spec.baseUrl)) throw new Error(`upstream ${spec.name}: the base URL isn't a URL`)
  const wrong = spec.hosts?.find((host) => !hostPattern.test(host))
  if (wrong !== undefined) throw new Error(`upstream ${spec.name}: '${wrong}' isn't a host such as files.example.com`)
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
    throttleStatuses: spec.throttleStatuses ?? [],
    hosts: spec.hosts ?? []
  }
}

const isListed = ({ hosts }: Settings, { host }: URL) =>
  hosts.some((listed) => (listed.startsWith("*.") ? host.endsWith(listed.slice(1)) : host === listed))

/**
 * Whether it may be sent there: `own` to the upstream's origin, `listed` to another of its hosts, over https or with
 * the scheme of the upstream itself; undefined to no one.
 */
export const placeOf = (settings: Settings, url: URL): "own" | "listed" | undefined => {
  if (url.username !== "" || url.password !== "") return undefined
  if (url.origin === settings.origin) return "own"
  const secure = url.protocol === "https:" || url.protocol === new URL(settings.origin).protocol
  return secure && isListed(settings, url) ? "listed" : undefined
}

const withQuery = (url: URL, query: UpstreamRequest["query"]) => {
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) url.searchParams.append(name, String(value))
  }
  return url
}

/** The address of a request. Throws if a path isn't valid: a mistake in an adapter. */
export const addressOf = (settings: Settings, request: UpstreamRequest): Result.Result<URL, UpstreamError> => {
  const { path, query } = request
  if (path.startsWith("/")) return Result.succeed(withQuery(new URL(settings.baseUrl + path), query))
  if (!/^https?:\/\//i.test(path)) throw new Error(`upstream ${settings.name}: a path must begin with / or be a URL`)
  const url = URL.canParse(path) ? new URL(path) : undefined
  if (url !== undefined && placeOf(settings, url) !== undefined) return Result.succeed(withQuery(url, query))
  return Result.fail(
    new UpstreamError({
      upstream: settings.name,
      reason: "foreign",
      detail: `${labelOf(request)}: it gave an address on '${url?.host ?? "no host"}', which is not one of its hosts`
    })
  )
}

const secretNames = new Set(["authorization", "proxy-authorization", "cookie"])

/**
 * The headers of a request, secrets unwrapped: only for the wire and for telling requests apart. A listed host gets
 * neither secrets nor what is sent with every request to the upstream.
 */
export const headersOf = (
  settings: Settings,
  request: UpstreamRequest,
  place: "own" | "listed" | undefined
): Record<string, string> => {
  const headers: Record<string, string> = { "user-agent": "storeglass", "accept-encoding": "gzip, deflate, br" }
  for (const [name, value] of Object.entries({ ...(place === "own" ? settings.headers : {}), ...request.headers })) {
    const lower = name.toLowerCase()
    if (place !== "own" && (Redacted.isRedacted(value) || secretNames.has(lower))) continue
    headers[lower] = Redacted.isRedacted(value) ? Redacted.value(value) : value
  }
  if (request.body !== undefined) {
    headers["content-type"] ??= typeof request.body === "string" ? "application/json" : "application/octet-stream"
  }
  return headers
}

export const methodOf = (request: UpstreamRequest) => request.method ?? "GET"

/** A body that can be sent once. */
export const isStream = (body: UpstreamRequest["body"]): body is UpstreamBodyStream =>
  typeof body === "object" && "stream" in body

export const isRepeatable = (request: UpstreamRequest) =>
  !isStream(request.body) && (request.repeatable ?? methodOf(request) === "GET")

/** For logs: neither query nor headers, and of a URL its host alone: signed ones may hold secrets in their path. */
export const labelOf = (request: UpstreamRequest) => {
  const url = request.path.startsWith("/") || !URL.canParse(request.path) ? undefined : new URL(request.path)
  const path = url === undefined ? request.path.replace(/\?.*/s, "") : `${url.protocol}//${url.host}/…`
  return `${methodOf(request)} ${path}`
}
