import type { ServedOperation } from "@storeglass/gateway"
import { assert } from "vitest"
import { addressOf, sampleValues } from "../addresses.ts"
import { connectDemo, demoBody } from "../demo.ts"
import { creditHeaders } from "../envelope.ts"
import { type Answer, type AskOptions, askUrl, type TestAccount, type TestGateway } from "../TestGateway.ts"

/** What a call of an operation takes, where its declaration doesn't tell. */
export interface PreparedCall {
  /** Values of parameters of path and query, by name. */
  readonly values?: Readonly<Record<string, string>>
  /** A value to be sent as JSON, or text, bytes or a form as they are. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** By operation id. */
export type PreparedCalls = Readonly<Record<string, PreparedCall>>

export interface CallOptions {
  /** Values for parameters that the declarations give no example of, by name. */
  readonly values?: Readonly<Record<string, string>>
  /** Bodies by operation id, for endpoints that take one. */
  readonly bodies?: Readonly<Record<string, unknown>>
  /**
   * Makes what successful calls need, such as the thing to delete, for an account, and tells how each operation is then
   * called. It runs before each success with a new account: `operationId` says which one is wanted.
   */
  readonly prepare?: (gateway: TestGateway, account: TestAccount, operationId: string) => Promise<PreparedCalls>
}

export interface Call {
  readonly address: string
  readonly ask: AskOptions
}

/** An address with a parameter that nothing declares. */
export const unknownParameter = (address: string) => `${address}${address.includes("?") ? "&" : "?"}no_such_parameter=1`

const reads = new Set(["GET", "HEAD"])

/** A body that the host takes for one of the declared kind, though the handler may not. */
const emptyOf = ({ body, method }: ServedOperation): Pick<AskOptions, "body" | "headers"> => {
  if (reads.has(method) || body.kind === "none") return {}
  if (body.kind === "json") return { body: {} }
  if (body.kind === "multipart") return { body: new FormData() }
  return {
    body: new Uint8Array(),
    headers: { "content-type": body.contentTypes?.[0]?.replace("*", "png") ?? "application/octet-stream" }
  }
}

/** Makes the calls of a plugin's operations. */
export const makeCalls = (gateway: () => TestGateway, options: CallOptions) => {
  const callOf = async (operation: ServedOperation, prepared: PreparedCall = {}): Promise<Call> => {
    const values = { ...(await sampleValues(gateway())), ...options.values, ...prepared.values }
    const empty = emptyOf(operation)
    const body = prepared.body ?? options.bodies?.[operation.id] ?? (await demoBody(gateway(), operation))
    return {
      address: addressOf(operation, values),
      ask: {
        method: operation.method,
        ...(body === undefined ? empty : { body }),
        headers: { ...(body === undefined ? empty.headers : {}), ...prepared.headers }
      }
    }
  }
  return {
    /** A call that the guard decides on, before its handler sees anything. */
    guarded: (operation: ServedOperation) => callOf(operation),
    /** A call that should succeed. */
    successful: async (operation: ServedOperation, account: TestAccount, values: PreparedCall["values"] = {}) => {
      await connectDemo(gateway(), account)
      const prepared = (await options.prepare?.(gateway(), account, operation.id))?.[operation.id]
      return callOf(operation, { ...prepared, values: { ...prepared?.values, ...values } })
    },
    send: ({ address, ask }: Call, more: AskOptions = {}): Promise<Answer> =>
      gateway().ask(address, { ...ask, ...more, headers: { ...ask.headers, ...more.headers } }),
    /** The head of an answer that may never end. */
    begin: async ({ address, ask }: Call, key: string | undefined): Promise<Answer> => {
      const stop = new AbortController()
      const { promise, resolve } = Promise.withResolvers<Answer>()
      const whole = askUrl(`${gateway().url}${address}`, {
        ...ask,
        key,
        signal: stop.signal,
        onHead: ({ headers, status }) => resolve({ status, headers, text: "", json: undefined })
      })
      const head = await Promise.race([promise, whole])
      stop.abort()
      await whole.catch(() => undefined)
      return head
    }
  }
}
export type Calls = ReturnType<typeof makeCalls>

/** A form as bytes, so that it can be sent twice alike. */
export const settled = async (call: Call): Promise<Call> => {
  if (!(call.ask.body instanceof FormData)) return call
  const request = new Request("http://127.0.0.1", { method: "POST", body: call.ask.body })
  const contentType = request.headers.get("content-type") ?? ""
  return {
    ...call,
    ask: {
      ...call.ask,
      headers: { ...call.ask.headers, "content-type": contentType },
      body: new Uint8Array(await request.arrayBuffer())
    }
  }
}

export const assertCreditHeaders = (answer: Answer, of: string) => {
  for (const name of creditHeaders) assert.isNotNull(answer.headers.get(name), `${of} lacks ${name}`)
}

export const isStreamed = ({ answers }: Pick<ServedOperation, "answers">) =>
  ["stream", "file", "csv"].includes(answers.kind)
