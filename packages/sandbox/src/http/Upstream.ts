import type { CatalogSource } from "../store/CatalogSource.ts"
import type { PlaySource } from "../store/PlaySource.ts"

export interface SandboxRequest {
  readonly method: string
  /** Below the upstream's own prefix; begins with `/`. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

/** What an upstream answers from. A further kind of vendor adds its own source beside the catalogue. */
export interface UpstreamContext {
  readonly catalog: CatalogSource
  readonly play: PlaySource
  /** `http://127.0.0.1:4711`, as the caller addressed it: links in answers lead back here. */
  readonly origin: string
  readonly nowMs: number
  /** True when a fault wants the valid answer that says nothing. */
  readonly empty: boolean
}

/** One vendor host. `handle` never throws for bad input: it answers as the vendor does. */
export interface Upstream {
  /** The path under which the host is served. */
  readonly prefix: string
  readonly handle: (request: SandboxRequest, context: UpstreamContext) => Reply | Promise<Reply>
}

const reply =
  (contentType: string) =>
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Reply => ({
    status,
    headers: { "content-type": contentType, ...headers },
    body
  })

export const json = (status: number, value: unknown): Reply =>
  reply("application/json;charset=utf-8")(status, JSON.stringify(value))

/** JSON under the type that the catalogue host gives it. */
export const script = reply("text/javascript; charset=utf-8")
export const html = reply("text/html; charset=utf-8")
export const xml = reply("text/xml; charset=utf-8")
export const text = reply("text/plain; charset=utf-8")

export const htmlError = (status: number, title: string): Reply =>
  html(status, `<html><head><title>${status} ${title}</title></head><body><h1>${title}</h1></body></html>\n`)
