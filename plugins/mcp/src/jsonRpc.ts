import { Schema } from "effect"

/** The revisions spoken, newest first. Those before the last one begin with `initialize`. */
export const modernRevision = "2026-07-28"
export const initializeRevisions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const
export const revisions: ReadonlyArray<string> = [modernRevision, ...initializeRevisions]

export const errorCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  forbidden: -32000,
  unauthorized: -32001,
  resourceNotFound: -32002,
  headerMismatch: -32020,
  unsupportedRevision: -32022
} as const

export type RequestId = string | number

const RequestId = Schema.Union([Schema.String, Schema.Int])
const UnknownObject = Schema.Record(Schema.String, Schema.Unknown)
const version = { jsonrpc: Schema.Literal("2.0") }

export const RpcRequest = Schema.Struct({
  ...version,
  id: RequestId,
  method: Schema.String,
  params: Schema.optionalKey(UnknownObject)
})
export type RpcRequest = typeof RpcRequest.Type

const RpcNotification = Schema.Struct({ ...version, method: Schema.String, id: Schema.optionalKey(Schema.Never) })
const RpcResponse = Schema.Struct({
  ...version,
  id: Schema.optionalKey(Schema.NullOr(RequestId)),
  method: Schema.optionalKey(Schema.Never)
})

const RpcCancelled = Schema.Struct({
  ...version,
  method: Schema.Literal("notifications/cancelled"),
  params: Schema.Struct({ requestId: RequestId })
})

const isId = Schema.is(RequestId)
export const isRequest = Schema.is(RpcRequest)
export const isNotification = Schema.is(RpcNotification)
export const isResponse = Schema.is(RpcResponse)
export const isCancelled = Schema.is(RpcCancelled)
export const isObject = Schema.is(UnknownObject)

/** The id of a message, which may be a request with something else wrong; undefined where it can't be told. */
export const idIn = (message: unknown): RequestId | undefined =>
  isObject(message) && isId(message.id) && "method" in message ? message.id : undefined

/** What a request is answered with; `http` is the status that goes with it. */
export class RpcFailure {
  readonly code: number
  readonly message: string
  readonly data: unknown
  readonly http: number
  /** How to authenticate, where the key isn't good. */
  readonly authenticate: string | undefined

  constructor(
    code: number,
    message: string,
    options: { readonly data?: unknown; readonly http?: number; readonly authenticate?: string | undefined } = {}
  ) {
    this.code = code
    this.message = message
    this.data = options.data
    this.authenticate = options.authenticate
    this.http = options.http ?? (options.authenticate === undefined ? 200 : 401)
  }
}

/** The id as it is written in a message. */
export const idText = (id: RequestId | null | undefined) => (id === undefined ? "" : `"id":${JSON.stringify(id)},`)

/** The id of an answer to what has none: null by JSON-RPC, and none at all since revision 2025-11-25. */
export const idOfNothing = (revision: string | undefined): null | undefined =>
  revision === undefined || revision < "2025-11-25" ? null : undefined

export const failureText = (id: RequestId | null | undefined, { code, data, message }: RpcFailure): string =>
  `{"jsonrpc":"2.0",${idText(id)}"error":${JSON.stringify({ code, message, ...(data === undefined ? {} : { data }) })}}`

/** `result` is encoded already. */
export const resultText = (id: RequestId, result: string): string => `{"jsonrpc":"2.0",${idText(id)}"result":${result}}`
