import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, beforeEach } from "vitest"
import { createClientOf } from "../src/client.ts"
import type { Environment } from "../src/environment.ts"
import { live } from "../src/environment.ts"
import type { Bind, ClientOptions } from "../src/index.ts"

export interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Answers one request in whatever way. */
export type Reply = (response: ServerResponse, asked: Asked) => void

export const key = "sg_live_secret_0123456789"

export const creditHeaders = {
  "x-ratelimit-limit": "1000",
  "x-ratelimit-remaining": "990",
  "x-ratelimit-reset": "1796083200",
  "x-credit-cost": "2",
  "x-credit-category": "general",
  "x-plan": "indie",
  "x-request-id": "0198c0de-0000-7000-8000-000000000001"
}

export const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply =>
  (response) =>
    response
      .writeHead(status, { "content-type": "application/json", ...creditHeaders, ...headers })
      .end(JSON.stringify(body))

export const success = (data: unknown, headers?: Readonly<Record<string, string>>) => json(200, { data }, headers)
export const failure = (status: number, code: string, headers?: Readonly<Record<string, string>>) =>
  json(status, { error: { code, message: `${code} happened` } }, headers)
/** Cuts the connection before a byte of the answer. */
export const reset: Reply = (response) => response.destroy()
/** Never answers. */
export const silent: Reply = () => {}

/** A server that answers with these replies in turn, the last again and again, and keeps what it was asked. */
export const useServer = () => {
  const asked: Array<Asked> = []
  let replies: ReadonlyArray<Reply> = []
  let url = ""
  const server = createServer((request, response) => {
    let body = ""
    request.setEncoding("utf8").on("data", (text) => {
      body += text
    })
    request.on("end", () => {
      const one = { method: request.method ?? "", url: request.url ?? "", headers: request.headers, body }
      const reply = replies[Math.min(asked.length, replies.length - 1)]
      asked.push(one)
      reply?.(response, one)
    })
  })
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
    const address: AddressInfo | string | null = server.address()
    url = typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : ""
  })
  beforeEach(() => {
    asked.length = 0
    replies = []
  })
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  return {
    asked,
    url: () => url,
    reply: (...all: ReadonlyArray<Reply>) => {
      replies = all
    }
  }
}

interface Thing {
  readonly name: string
}

/** Two operations, as declarations would give them. */
export const operations = (bind: Bind) => ({
  things: {
    get: bind.operation<{ readonly id: string; readonly country?: string | undefined }, Thing>({
      method: "GET",
      path: "/v1/things/{id}",
      access: "key",
      query: ["country"]
    }),
    add: bind.operation<{ readonly name: string }, Thing>({
      method: "POST",
      path: "/v1/things",
      access: "key",
      body: ["name"]
    }),
    open: bind.operation<Record<never, never>, Thing>({ method: "GET", path: "/v1/open", access: "public" })
  }
})

/** A client whose pauses take no time and are written down. */
export const testClient = (baseUrl: string, options: Partial<ClientOptions> = {}) => {
  const pauses: Array<number> = []
  let nowMs = 0
  const environment: Environment = {
    ...live,
    chance: () => 1,
    monotonicMs: () => nowMs,
    pause: async (ms, signal) => {
      pauses.push(ms)
      nowMs += ms
      return signal?.aborted !== true
    }
  }
  return { client: createClientOf(operations, { baseUrl, key, ...options }, environment), pauses }
}
