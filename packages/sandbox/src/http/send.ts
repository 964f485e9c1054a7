import type { ServerResponse } from "node:http"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { gzipSync } from "node:zlib"
import { bytesOf, type Reply } from "./replies.ts"

/** Sends an answer: with its length, or piece by piece when it is a stream. */
export const send = async (response: ServerResponse, { body, headers, status }: Reply): Promise<void> => {
  if (typeof body !== "string" && !(body instanceof Uint8Array)) {
    response.writeHead(status, headers)
    return pipeline(Readable.from(body), response)
  }
  const bytes = await bytesOf(body)
  const bare = status === 204 || status === 304
  response.writeHead(status, bare ? headers : { ...headers, "content-length": bytes.length })
  response.end(bare ? undefined : bytes)
}

/** Promises the whole answer, sends half of it and hangs up. */
export const sendTruncated = async (response: ServerResponse, { body, headers, status }: Reply): Promise<void> => {
  const bytes = await bytesOf(body)
  const promised = Math.max(bytes.length, 2)
  response.writeHead(status, { ...headers, "content-length": promised })
  response.write(bytes.subarray(0, Math.floor(promised / 2)), () => response.destroy())
}

/** A whole answer that stops in the middle of what it says; no JSON, plist or page data survives that. */
export const malformed = async (reply: Reply): Promise<Reply> => {
  if (typeof reply.body === "string")
    return { ...reply, body: reply.body.slice(0, Math.floor(reply.body.length * 0.6)) }
  const bytes = await bytesOf(reply.body)
  return { ...reply, body: bytes.subarray(0, Math.floor(bytes.length * 0.6)) }
}

const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b

/** Where the content begins, after the header that our own gzip writes. */
const contentAt = 10

/** Gzip whose content is none: a file of its own, or any answer under `Content-Encoding: gzip`. */
export const gzipBroken = async (reply: Reply): Promise<Reply> => {
  const bytes = await bytesOf(reply.body)
  const packed = isGzip(bytes) ? Buffer.from(bytes) : gzipSync(bytes)
  // A kind of block that there is not.
  packed[contentAt] = 0xff
  const headers = isGzip(bytes) ? reply.headers : { ...reply.headers, "content-encoding": "gzip" }
  return { ...reply, headers, body: packed }
}

export const captcha =
  '<!DOCTYPE html><html><head><title>Are you a robot?</title></head><body><form id="captcha-form" action="/captcha" method="post"><p>Unusual traffic from your network. Please confirm that you are not a robot.</p></form></body></html>\n'
