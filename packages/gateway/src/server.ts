import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { rawStatusAnswer } from "@storeglass/core"
import { Predicate } from "effect"
import { isAmbiguousMessage } from "./framing.ts"

/** Bounds on connections and on what arrives over them; docs/operating.md says how each was chosen. */
const headerBytesMax = 16 * 1024
const headersMsMax = 10_000
const requestMsMax = 30_000
const checkEveryMs = 1_000
const keepAliveMs = 65_000

/** Node's server with its limits, answering in the envelope even what never becomes a request. */
export const makeServer = (options: { readonly connectionsMax: number }): Server => {
  const server = createServer({
    maxHeaderSize: headerBytesMax,
    headersTimeout: headersMsMax,
    requestTimeout: requestMsMax,
    connectionsCheckingInterval: checkEveryMs,
    keepAliveTimeout: keepAliveMs,
    noDelay: true
  })
  server.maxConnections = options.connectionsMax
  server.on("clientError", (error, socket) => {
    const code = Predicate.hasProperty(error, "code") ? error.code : undefined
    if (code === "ECONNRESET" || !socket.writable) return socket.destroy()
    socket.end(
      code === "HPE_HEADER_OVERFLOW"
        ? rawStatusAnswer(431, "Request Header Fields Too Large")
        : code === "ERR_HTTP_REQUEST_TIMEOUT"
          ? rawStatusAnswer(408, "Request Timeout")
          : rawStatusAnswer(400, "Bad Request")
    )
  })
  return server
}

/** Has `take` asked first about each request; those that it does not take go to who listened before. */
export const takeFirst = (
  server: Server,
  take: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean
): void => {
  const others = server.listeners("request")
  server.removeAllListeners("request")
  server.on("request", (incoming, outgoing) => {
    if (!isAmbiguousMessage(incoming) && take(incoming, outgoing)) return
    for (const other of others) Reflect.apply(other, server, [incoming, outgoing])
  })
}
