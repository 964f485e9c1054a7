/** Four providers in one, whose every answer a test decides. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Predicate } from "effect"

export interface Told {
  readonly status?: number
  readonly text?: string
  /** In place of the whole body. */
  readonly body?: unknown
  readonly model?: string
  readonly refusal?: boolean
  /** Of model_d. */
  readonly sources?: ReadonlyArray<{ readonly url: string; readonly title: string }>
}
export type Slug = "model_a" | "model_b" | "model_c" | "model_d"
export interface Call {
  readonly slug: Slug
  readonly prompt: string
  /** With which it was asked. */
  readonly key: string
}

const field = (value: unknown, name: string): unknown => (Predicate.hasProperty(value, name) ? value[name] : undefined)

const bodyOf = (slug: Slug, { body, model = `${slug}-1`, refusal = false, sources = [], text = "" }: Told): unknown => {
  if (body !== undefined) return body
  if (slug === "model_d") {
    const results = sources.map(({ title, url }, at) => ({ id: at + 1, title, url, snippet: "" }))
    return {
      id: "resp_1",
      status: "completed",
      model,
      output: [
        { type: "search_results", results },
        { id: "msg_1", type: "message", role: "assistant", content: [{ type: "output_text", text, annotations: [] }] }
      ],
      usage: { input_tokens: 10, output_tokens: 100 }
    }
  }
  if (slug === "model_c") {
    return { candidates: [{ content: { parts: [{ text }] }, finishReason: "STOP" }], modelVersion: model }
  }
  if (slug === "model_a") {
    const part = refusal ? { type: "refusal", refusal: text } : { type: "output_text", text, annotations: [] }
    return {
      id: "resp_1",
      object: "response",
      status: "completed",
      model,
      output: [{ id: "msg_1", type: "message", role: "assistant", status: "completed", content: [part] }],
      usage: { input_tokens: 10, output_tokens: 100 }
    }
  }
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model,
    content: [{ type: "text", text }],
    stop_reason: refusal ? "refusal" : "end_turn",
    usage: { input_tokens: 10, output_tokens: 100 }
  }
}

const slugOf = (path: string): Slug => {
  if (path.endsWith("/messages")) return "model_b"
  if (path.startsWith("/v1beta/")) return "model_c"
  return path.endsWith("/agent") ? "model_d" : "model_a"
}

export const startProvider = async () => {
  const calls: Array<Call> = []
  const refusedKeys = new Set<string>()
  let listed: ReadonlyArray<string> = ["model_a-1", "model_b-1"]
  let answer: (call: Call) => Told | Promise<Told> = () => ({ text: "I can't name any." })
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const slug = slugOf(request.url ?? "")
      const { authorization = "", "x-api-key": apiKey = request.headers["x-goog-api-key"] } = request.headers
      const key = String(apiKey ?? authorization.replace("Bearer ", ""))
      const answered = (status: number, body: unknown) => {
        response.writeHead(status, { "content-type": "application/json" })
        response.end(JSON.stringify(body))
      }
      if (refusedKeys.has(key)) {
        return answered(401, { error: { message: `No such key: ${key}`, type: "authentication_error", code: key } })
      }
      const asked: unknown = chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString())
      const messages = field(asked, "messages")
      const contents = JSON.stringify(field(asked, "contents"))
      const said = Array.isArray(messages) ? field(messages[0], "content") : (field(asked, "input") ?? contents)
      const call = { slug, key, prompt: String(said) } as const
      calls.push(call)
      void Promise.resolve(answer(call)).then((told) => {
        const models = {
          data: listed.map((id) => ({ id })),
          has_more: false,
          models: listed.map((id) => ({ name: `models/${id}` }))
        }
        answered(told.status ?? 200, request.method === "GET" ? (told.body ?? models) : bodyOf(slug, told))
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    /** Keys that it refuses, in words that quote them. */
    refusedKeys,
    /** What its keys may use, from now on. */
    lists: (models: ReadonlyArray<string>) => {
      listed = models
    },
    /** From now on it answers so. */
    says: (told: (call: Call) => Told | Promise<Told>) => {
      answer = told
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
}
export type Provider = Awaited<ReturnType<typeof startProvider>>
