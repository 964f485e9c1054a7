import { gzipSync } from "node:zlib"

/** Text, bytes, or a stream of either. */
export type ReplyBody = string | Uint8Array | AsyncIterable<string | Uint8Array>

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: ReplyBody
}

type Headers = Readonly<Record<string, string>>

const reply =
  (contentType: string) =>
  (status: number, body: string, headers: Headers = {}): Reply => ({
    status,
    headers: { "content-type": contentType, ...headers },
    body
  })

export const json = (status: number, value: unknown, headers: Headers = {}): Reply =>
  reply("application/json;charset=utf-8")(status, JSON.stringify(value), headers)

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}
/** A text as HTML shows it. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

export const html = reply("text/html; charset=utf-8")
export const xml = reply("text/xml; charset=utf-8")
export const text = reply("text/plain; charset=utf-8")

/** An answer without a body. */
export const nothing = (status = 204, headers: Headers = {}): Reply => ({ status, headers, body: "" })

export const htmlError = (status: number, title: string): Reply =>
  html(status, `<html><head><title>${status} ${title}</title></head><body><h1>${title}</h1></body></html>\n`)

/** Bytes under their content type. */
export const bytes = (status: number, contentType: string, body: Uint8Array, headers: Headers = {}): Reply => ({
  status,
  headers: { "content-type": contentType, ...headers },
  body
})

/** A body that is sent piece by piece, without a length. */
export const stream = (
  status: number,
  contentType: string,
  body: AsyncIterable<string | Uint8Array>,
  headers: Headers = {}
): Reply => ({ status, headers: { "content-type": contentType, ...headers }, body })

/** A file whose own bytes are gzip, as reports are given; nothing about it is a content encoding. */
export const gzipFile = (name: string, content: string | Uint8Array, headers: Headers = {}): Reply =>
  bytes(200, "application/a-gzip", gzipSync(content), {
    "content-disposition": `attachment; filename="${name}"`,
    ...headers
  })

/** The whole body as bytes. */
export const bytesOf = async (body: ReplyBody): Promise<Buffer> => {
  if (typeof body === "string") return Buffer.from(body)
  if (body instanceof Uint8Array) return Buffer.from(body)
  const chunks: Array<Buffer> = []
  for await (const chunk of body) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

/** The answer under `Content-Encoding: gzip`. */
export const gzipped = async (answer: Reply): Promise<Reply> => ({
  ...answer,
  headers: { ...answer.headers, "content-encoding": "gzip" },
  body: gzipSync(await bytesOf(answer.body))
})
