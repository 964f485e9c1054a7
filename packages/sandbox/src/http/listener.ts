import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { chartsRoute } from "../control/charts.ts"
import type { Fault, Faults } from "../control/Faults.ts"
import { type Ledger, selectHeaders } from "../control/Ledger.ts"
import { control, controlPrefix } from "../control/routes.ts"
import { searchesRoute } from "../control/searches.ts"
import { type CatalogSource, emptySource } from "../store/CatalogSource.ts"
import type { ChartHistory } from "../store/ChartLists.ts"
import type { PlaySource } from "../store/PlaySource.ts"
import type { SearchHistory } from "../store/SearchLists.ts"
import { type UpstreamName, upstreamFor, upstreams } from "../upstreams/index.ts"
import { html, htmlError, json, type Reply, type SandboxRequest, script, text } from "./Upstream.ts"

export interface ListenerOptions {
  readonly nowMs: () => number
  readonly catalog: (nowMs: number, origin: string) => CatalogSource
  readonly play: (nowMs: number, origin: string) => PlaySource
  readonly chartHistory: ChartHistory
  readonly searchHistory: SearchHistory
  readonly faults: Faults
  readonly ledger: Ledger
}

const bodyBytesMax = 4 * 1024 * 1024

const captcha =
  '<!DOCTYPE html><html><head><title>Are you a robot?</title></head><body><form id="captcha-form" action="/captcha" method="post"><p>Unusual traffic from your network. Please confirm that you are not a robot.</p></form></body></html>\n'

const readBody = async (message: IncomingMessage): Promise<string> => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of message) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > bodyBytesMax) throw new Error("The body is over the limit.")
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString("utf8")
}

const headersOf = (message: IncomingMessage): Readonly<Record<string, string>> => {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(", ") : value
  }
  return headers
}

const send = (response: ServerResponse, { body, headers, status }: Reply): void => {
  const bytes = typeof body === "string" ? Buffer.from(body) : body
  response.writeHead(status, { ...headers, "content-length": bytes.length })
  response.end(bytes)
}

/** Promises the whole answer, sends half of it and hangs up. */
const sendTruncated = (response: ServerResponse, { body, headers, status }: Reply): void => {
  const bytes = typeof body === "string" ? Buffer.from(body) : body
  const promised = Math.max(bytes.length, 2)
  response.writeHead(status, { ...headers, "content-length": promised })
  response.write(bytes.subarray(0, Math.floor(promised / 2)), () => response.destroy())
}

/** A whole answer that stops in the middle of what it says; no JSON, plist or page data survives that. */
const malformed = (reply: Reply): Reply => ({
  ...reply,
  body: reply.body.slice(0, Math.floor(reply.body.length * 0.6))
})

/** What a vendor says instead of an answer. */
const refusal = (fault: Fault): Reply | undefined => {
  switch (fault.kind) {
    case "403":
      return script(403, "")
    case "429":
      return text(
        429,
        "Too Many Requests\n",
        fault.retryAfterSeconds === undefined ? {} : { "retry-after": String(fault.retryAfterSeconds) }
      )
    case "500":
      return htmlError(500, "Internal Server Error")
    case "503":
      return htmlError(503, "Service Unavailable")
    case "html":
      return html(200, captcha)
    default:
      return undefined
  }
}

const sleep = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs))

const toRequest = async (message: IncomingMessage, path: string, query: URLSearchParams): Promise<SandboxRequest> => {
  const method = message.method ?? "GET"
  const body = method === "GET" || method === "HEAD" ? "" : await readBody(message)
  return { method, path, query, headers: headersOf(message), body }
}

const serveUpstream = async (
  name: UpstreamName,
  request: SandboxRequest,
  origin: string,
  response: ServerResponse,
  { catalog, faults, ledger, nowMs, play }: ListenerOptions
): Promise<void> => {
  const search = request.query.toString()
  const { delayMs, fault, kinds } = faults.take(name, search === "" ? request.path : `${request.path}?${search}`)
  const now = nowMs()
  const record = (status: number | null): void =>
    ledger.record({
      atMs: now,
      upstream: name,
      method: request.method,
      path: request.path,
      query: Object.fromEntries(request.query),
      headers: selectHeaders(request.headers),
      status,
      faults: kinds
    })
  if (fault?.kind === "reset") record(null)
  if (delayMs > 0) await sleep(delayMs)
  if (fault?.kind === "reset") {
    response.destroy()
    return
  }
  const refused = fault === undefined ? undefined : refusal(fault)
  const empty = fault?.kind === "empty"
  const source = empty ? emptySource : catalog(now, origin)
  const context = { catalog: source, play: play(now, origin), origin, nowMs: now, empty }
  const reply = refused ?? (await upstreams[name].handle(request, context))
  record(reply.status)
  if (fault?.kind === "truncated") sendTruncated(response, reply)
  else send(response, fault?.kind === "malformed" ? malformed(reply) : reply)
}

const serve = async (message: IncomingMessage, response: ServerResponse, options: ListenerOptions): Promise<void> => {
  const origin = `http://${message.headers.host ?? "127.0.0.1"}`
  const url = URL.parse(message.url ?? "/", origin)
  if (url === null) return send(response, htmlError(400, "Bad Request"))
  if (url.pathname.startsWith(`${controlPrefix}/`)) {
    const request = await toRequest(message, url.pathname.slice(controlPrefix.length), url.searchParams)
    return send(
      response,
      request.path === "/charts"
        ? chartsRoute(request, options.chartHistory, origin)
        : request.path === "/searches"
          ? searchesRoute(request, options.searchHistory)
          : control(request, options.faults, options.ledger)
    )
  }
  const target = upstreamFor(url.pathname)
  if (target === undefined) return send(response, json(404, { error: "no upstream is served here" }))
  const request = await toRequest(message, target.path, url.searchParams)
  return serveUpstream(target.name, request, origin, response, options)
}

/** All vendor hosts on one HTTP server; it does not listen yet. */
export const makeListener = (options: ListenerOptions): Server =>
  createServer({ keepAliveTimeout: 30_000 }, (message, response) => {
    serve(message, response, options).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else send(response, text(500, `The sandbox failed: ${String(error)}\n`))
    })
  })
