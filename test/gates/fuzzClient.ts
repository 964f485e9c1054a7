import { Agent, request as httpRequest } from "node:http"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { Effect, Exit, Schema } from "effect"
import type { FuzzRequest } from "./fuzzInputs.ts"

export interface FuzzAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Undefined when the body is no JSON. */
  readonly json: unknown
}

const parseJson = Schema.decodeUnknownExit(Schema.fromJsonString(Schema.Unknown))
const answerMsMax = 30_000

/** The text of a body, which a request with `accept-encoding` gets compressed. */
const decoded = (bytes: Buffer, coding: string | undefined): string => {
  if (bytes.length === 0) return ""
  const plain = coding === "gzip" ? gunzipSync(bytes) : coding === "br" ? brotliDecompressSync(bytes) : bytes
  return plain.toString("utf8")
}

/** Sends requests as they are, over a few connections. An answer that does not come is a status of 0. */
export const fuzzClient = (port: number, connections: number) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new Agent({ keepAlive: true, maxSockets: connections })),
      (agent) => Effect.sync(() => agent.destroy())
    ),
    (agent) =>
      (
        { body, headers, method, path }: Omit<FuzzRequest, "row">,
        apiKey: string | undefined
      ): Effect.Effect<FuzzAnswer> =>
        Effect.callback<FuzzAnswer>((resume) => {
          const give = (status: number, all: Readonly<Record<string, string>>, text: string) => {
            const json = parseJson(text)
            resume(Effect.succeed({ status, headers: all, text, json: Exit.isSuccess(json) ? json.value : undefined }))
          }
          const sent: Record<string, string | Array<string>> = {}
          for (const [name, value] of Object.entries(headers))
            sent[name] = typeof value === "string" ? value : [...value]
          if (apiKey !== undefined) sent["x-api-key"] = apiKey
          if (body !== undefined) sent["content-length"] = String(body.length)
          const asked = httpRequest({
            agent,
            host: "127.0.0.1",
            port,
            method,
            path,
            headers: sent,
            timeout: answerMsMax
          })
          asked.on("timeout", () => asked.destroy(new Error("no answer in time")))
          asked.on("error", (error) => give(0, {}, error.message))
          asked.on("response", (response) => {
            const chunks: Array<Buffer> = []
            response.on("data", (chunk: Buffer) => chunks.push(chunk))
            response.on("error", (error) => give(0, {}, error.message))
            response.on("end", () => {
              const all: Record<string, string> = {}
              for (const [name, value] of Object.entries(response.headers)) all[name] = String(value)
              give(response.statusCode ?? 0, all, decoded(Buffer.concat(chunks), response.headers["content-encoding"]))
            })
          })
          asked.end(body)
        })
  )
