import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { Faults, Taken } from "../control/Faults.ts"
import { type Ledger, selectHeaders } from "../control/Ledger.ts"
import { control, controlPrefix } from "../control/routes.ts"
import type { Violations } from "../control/Violations.ts"
import type { Call, Double, DoubleHost, OpenDouble } from "../double/defineDouble.ts"
import type { Description } from "../openapi/Description.ts"
import { receive } from "./receive.ts"
import { html, htmlError, json, type Reply, text } from "./replies.ts"
import type { SandboxRequest } from "./request.ts"
import { captcha, gzipBroken, malformed, send, sendTruncated } from "./send.ts"

/** A host with the double that answers for it. */
export interface ServedHost {
  readonly host: DoubleHost
  readonly double: Double
  readonly open: OpenDouble
  readonly description: Description | undefined
}

export interface ListenerOptions {
  readonly nowMs: () => number
  readonly hosts: ReadonlyArray<ServedHost>
  readonly doubles: ReadonlyMap<string, OpenDouble>
  readonly around: (origin: string) => Pick<Call, "origin" | "address" | "nowMs" | "worlds">
  readonly faults: Faults
  readonly ledger: Ledger
  readonly violations: Violations
}

const sleep = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs))

const refusals: ReadonlySet<string> = new Set(["401", "403", "409", "429", "500", "503"])

/** What is said instead of an answer. */
const refusalOf = ({ decides }: Taken, double: Double, request: SandboxRequest): Reply | undefined => {
  if (decides?.kind === "html") return html(200, captcha)
  if (decides === undefined || !refusals.has(decides.kind)) return undefined
  const { message, retryAfterSeconds } = decides.fault
  return double.refuse({ status: Number(decides.kind), retryAfterSeconds, message }, request)
}

const afterwards: Readonly<Record<string, (reply: Reply) => Promise<Reply>>> = { malformed, gzipBroken }

const serveHost = async (
  { description, double, host, open }: ServedHost,
  request: SandboxRequest,
  origin: string,
  response: ServerResponse,
  { around, faults, ledger, nowMs, violations }: ListenerOptions
): Promise<void> => {
  const credential = double.credentialOf(request)
  const search = request.query.toString()
  const taken = faults.take({
    upstream: host.name,
    method: request.method,
    credential,
    pathAndQuery: search === "" ? request.path : `${request.path}?${search}`,
    isRead: host.isRead(request)
  })
  const kind = taken.decides?.kind
  const atMs = nowMs()
  const record = (handled: number | null, status: number | null): void => {
    if (!host.inLedger) return
    ledger.record({
      atMs,
      upstream: host.name,
      method: request.method,
      path: request.path,
      query: Object.fromEntries(request.query),
      headers: selectHeaders(request.headers, double.headersKept),
      bodyBytes: request.bytes.length,
      credential,
      handled,
      status,
      faults: taken.kinds
    })
  }
  const told = { upstream: host.name, method: request.method, path: request.path }
  violations.add({ ...told, side: "request", problems: description?.request(request) ?? [] })
  if (kind === "reset") record(null, null)
  if (taken.delayMs > 0) await sleep(taken.delayMs)
  if (kind === "reset") {
    response.destroy()
    return
  }
  const refused = refusalOf(taken, double, request)
  const own = kind === "empty" ? new Set([...taken.own, "empty"]) : taken.own
  const call: Call = { ...around(origin), host: host.name, credential, request, faults: own, lags: taken.lags }
  const answer = refused ?? (await open.handle(call))
  if (refused === undefined) {
    violations.add({ ...told, side: "answer", problems: (await description?.answer(request, answer)) ?? [] })
  }
  record(refused === undefined ? answer.status : null, kind === "lostAnswer" ? null : answer.status)
  if (kind === "lostAnswer") {
    response.destroy()
    return
  }
  const counted =
    taken.quota === undefined
      ? answer
      : { ...answer, headers: { ...answer.headers, ...double.quotaHeaders(taken.quota) } }
  if (kind === "truncated") return sendTruncated(response, counted)
  return send(response, (await afterwards[kind ?? ""]?.(counted)) ?? counted)
}

const serve = async (message: IncomingMessage, response: ServerResponse, options: ListenerOptions): Promise<void> => {
  const origin = `http://${message.headers.host ?? "127.0.0.1"}`
  const url = URL.parse(message.url ?? "/", origin)
  if (url === null) return send(response, htmlError(400, "Bad Request"))
  if (url.pathname.startsWith(`${controlPrefix}/`)) {
    const request = await receive(message, url.pathname.slice(controlPrefix.length), url.searchParams)
    return send(response, await control(request, origin, options))
  }
  const served = options.hosts.find(({ host }) => url.pathname.startsWith(`${host.prefix}/`))
  if (served === undefined) return send(response, json(404, { error: "no upstream runs here" }))
  const request = await receive(message, url.pathname.slice(served.host.prefix.length), url.searchParams)
  return serveHost(served, request, origin, response, options)
}

/** All hosts on one HTTP server; it does not listen yet. */
export const makeListener = (options: ListenerOptions): Server =>
  createServer({ keepAliveTimeout: 30_000 }, (message, response) => {
    serve(message, response, options).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else send(response, text(500, `The sandbox failed: ${String(error)}\n`)).catch(() => response.destroy())
    })
  })
