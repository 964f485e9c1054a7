import {
  errorCodes,
  RpcFailure as Failure,
  isObject,
  modernRevision,
  type RpcFailure,
  type RpcRequest,
  revisions
} from "./jsonRpc.ts"

/** How a request is to be answered: by 2026-07-28, which knows no sessions, or by the revisions before it. */
export type Line = "modern" | "initialized"

type Headers = Readonly<Record<string, string | undefined>>

const prefix = "io.modelcontextprotocol/"
export const serverInfoKey = `${prefix}serverInfo`

const mismatch = (message: string) => new Failure(errorCodes.headerMismatch, message, { http: 400 })
const missing = (message: string) => new Failure(errorCodes.invalidParams, message, { http: 400 })

const unsupported = (requested: string) =>
  new Failure(errorCodes.unsupportedRevision, `Unsupported protocol version '${requested.slice(0, 40)}'`, {
    data: { supported: revisions, requested },
    http: 400
  })

/** A header's value that may stand for text that no header can hold: `=?base64?…?=`. */
const plain = (value: string | undefined): string | undefined => {
  const encoded = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value ?? "")?.[1]
  if (encoded === undefined) return value
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(
      Uint8Array.from(atob(encoded), (byte) => byte.charCodeAt(0))
    )
  } catch {
    return undefined
  }
}

/** What the headers of a 2026-07-28 request must say, so that what stands before us can route by them. */
const headerProblem = ({ method, params }: RpcRequest, headers: Headers): RpcFailure | undefined => {
  if (headers["mcp-method"] !== method) return mismatch("the Mcp-Method header must be the request's method")
  if (method === "tools/call" && plain(headers["mcp-name"]) !== params?.name) {
    return mismatch("the Mcp-Name header must be the tool's name")
  }
  if (method === "resources/read" && plain(headers["mcp-name"]) !== params?.uri) {
    return mismatch("the Mcp-Name header must be the resource's address")
  }
  return undefined
}

/** Which line a request belongs to, or why it is refused. */
export const lineOf = (request: RpcRequest, headers: Headers): Line | RpcFailure => {
  const header = headers["mcp-protocol-version"]
  const meta = request.params?._meta
  const claimed = isObject(meta) ? meta[`${prefix}protocolVersion`] : undefined
  if (claimed === undefined && (request.method === "initialize" || header !== modernRevision)) {
    // What `initialize` agreed on is not kept; a client that names a revision must name one we know.
    return request.method === "initialize" || header === undefined || revisions.includes(header)
      ? "initialized"
      : unsupported(header)
  }
  if (header === undefined) return mismatch("the MCP-Protocol-Version header is required")
  if (!isObject(meta) || typeof claimed !== "string") {
    return missing(`_meta must give ${prefix}protocolVersion and ${prefix}clientCapabilities`)
  }
  if (claimed !== header) return mismatch("the MCP-Protocol-Version header must be the version in _meta")
  if (!isObject(meta[`${prefix}clientCapabilities`])) return missing(`_meta must give ${prefix}clientCapabilities`)
  if (claimed !== modernRevision) return unsupported(claimed)
  return headerProblem(request, headers) ?? "modern"
}
