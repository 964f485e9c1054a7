import { createServer } from "node:http"
import { Effect, Exit, Scope } from "effect"
import { listening } from "./listening.ts"

export interface Recorded {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: string
}

/** An HTTP server of the test's own, that keeps all it was asked. */
export const startRecorder = async (
  answer: (asked: Recorded) => { readonly status: number; readonly body: string }
) => {
  const asked: Array<Recorded> = []
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const { headers, method = "", url: path = "" } = request
      const one = { method, path, headers, body: Buffer.concat(chunks).toString() }
      asked.push(one)
      const { body, status } = answer(one)
      response.writeHead(status, { "content-type": "application/json" }).end(body)
    })
  })
  const scope = await Effect.runPromise(Scope.make())
  const { origin } = await Effect.runPromise(Scope.provide(listening(server), scope))
  return { origin, asked, stop: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}
