import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { Socket } from "node:net"
import { type BareAnswer, bareAnswer, type ClientAddresses, rawAnswer } from "@storeglass/core"
import { Effect, Predicate } from "effect"
import { isAmbiguousMessage } from "./framing.ts"

/** Bounds on connections and on what arrives over them; docs/operating.md says how each was chosen. */
const headerBytesMax = 16 * 1024
const headersMsMax = 10_000
const requestMsMax = 30_000
const checkEveryMs = 1_000
const keepAliveMs = 65_000
/** For a client to read why it is cut off, and close by itself. */
const closeGraceMs = 1_000
/** A body that gets no further for this long while the gateway goes away is not waited for. */
const stalledMs = 1_000
/** For answers that are just being handed to their connections. */
const handOverMs = 250
const warnEveryMs = 60_000

export interface FrontOptions {
  readonly connectionsMax: number
  readonly connectionsPerAddressMax: number
  readonly addresses: ClientAddresses.MadeClientAddresses
  readonly headersMsMax?: number
  readonly requestMsMax?: number
  readonly checkEveryMs?: number
  readonly closeGraceMs?: number
}

export interface FrontHandlers {
  /** Asked first about each request; false: it goes on to the server's own handler. */
  readonly take: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean
  /** Told of an address that has all the connections it may have, at most once a minute. */
  readonly onCrowded: (address: string) => void
  /** Told of what never became a request, by the address it came from and the status it got. */
  readonly onMalformed?: (address: string, status: number) => void
}

/** The listening server with its limits: it answers in the envelope even what never becomes a request. */
export interface Front {
  readonly server: Server
  /** Until this every request is answered 503. */
  readonly open: (handlers: FrontHandlers) => void
  /** Takes no more connections, and no longer waits for bodies that don't come. */
  readonly stopListening: Effect.Effect<void>
  /** Closes every connection once its answer is on its way, after this time at the latest. */
  readonly close: (msMax: number) => Effect.Effect<void>
}

const answer = (outgoing: ServerResponse, { body, headers, status }: BareAnswer) => {
  outgoing.writeHead(status, headers).end(body)
}

const codeOf = (error: Error) => (Predicate.hasProperty(error, "code") ? error.code : undefined)

const statusOf = (code: unknown) =>
  code === "HPE_HEADER_OVERFLOW" ? 431 : code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400

/**
 * A request that was sent behind another on its connection begins when that one is answered, and only if somebody is
 * still there: Node begins it at once, and a client that went away would be charged for all that it had sent.
 */
const inTurn = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  serve: (incoming: IncomingMessage, outgoing: ServerResponse) => void
) => {
  // A turn of the event loop later, in which a closed connection shows.
  const begin = () =>
    setImmediate(() => {
      if (incoming.socket.writable) serve(incoming, outgoing)
    })
  outgoing.once("socket", begin)
}

/** Connections by the address of their client, so that nobody takes them all. */
const perAddress = ({ addresses, connectionsPerAddressMax }: FrontOptions, onCrowded: (address: string) => void) => {
  const counts = new Map<string, number>()
  let warnedMs = Number.NEGATIVE_INFINITY
  return (socket: Socket) => {
    const remote = socket.remoteAddress
    if (remote === undefined || addresses.isProxy(remote)) return
    const address = addresses.of(remote, undefined)
    const count = counts.get(address) ?? 0
    if (count >= connectionsPerAddressMax) {
      socket.resetAndDestroy()
      if (performance.now() - warnedMs < warnEveryMs) return
      warnedMs = performance.now()
      onCrowded(address)
      return
    }
    counts.set(address, count + 1)
    socket.once("close", () => {
      const left = (counts.get(address) ?? 1) - 1
      if (left === 0) counts.delete(address)
      else counts.set(address, left)
    })
  }
}

export const makeFront = (options: FrontOptions): Front => {
  const server = createServer({
    maxHeaderSize: headerBytesMax,
    headersTimeout: options.headersMsMax ?? headersMsMax,
    requestTimeout: options.requestMsMax ?? requestMsMax,
    connectionsCheckingInterval: options.checkEveryMs ?? checkEveryMs,
    keepAliveTimeout: keepAliveMs,
    noDelay: true
  })
  server.maxConnections = options.connectionsMax
  const sockets = new Set<Socket>()
  /** Requests whose body has yet to come, or was not read. */
  const arriving = new Map<Socket, ServerResponse>()
  let crowded: FrontHandlers["onCrowded"] = () => undefined
  let malformed: NonNullable<FrontHandlers["onMalformed"]> = () => undefined
  const count = perAddress(options, (address) => crowded(address))

  const note = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { headers, socket } = incoming
    if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return
    arriving.set(socket, outgoing)
    outgoing.once("close", () => {
      if (arriving.get(socket) === outgoing) arriving.delete(socket)
    })
  }
  const starting = (outgoing: ServerResponse) => answer(outgoing, bareAnswer(503, "starting"))

  server.on("connection", (socket) => {
    sockets.add(socket)
    socket.once("close", () => sockets.delete(socket))
    count(socket)
  })
  // Listeners are there before the first connection; the gateway's own come beside them when it can answer.
  const first = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    note(incoming, outgoing)
    if (server.listenerCount("request") === 1) starting(outgoing)
  }
  server.on("request", first)
  const firstToContinue = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    note(incoming, outgoing)
    if (server.listenerCount("checkContinue") === 1) starting(outgoing)
  }
  server.on("checkContinue", firstToContinue)
  server.on("checkExpectation", (_, outgoing) => {
    outgoing.setHeader("connection", "close")
    answer(outgoing, bareAnswer(417))
  })
  server.on("clientError", (error, duplex) => {
    const code = codeOf(error)
    const socket = duplex instanceof Socket ? duplex : undefined
    const begun = socket !== undefined && arriving.get(socket)?.headersSent === true
    // What is said in the middle of an answer would be read as a part of it.
    if (code === "ECONNRESET" || !duplex.writable || begun) return duplex.destroy()
    const status = statusOf(code)
    // Slow isn't malformed, and no header of a client behind a proxy is known yet.
    if (status !== 408) malformed(options.addresses.exactly(socket?.remoteAddress ?? "", undefined), status)
    duplex.end(rawAnswer(status, code === "HPE_INVALID_URL" ? "address" : undefined))
    // Whoever doesn't close would keep the connection, and their place, forever.
    setTimeout(() => {
      if (socket === undefined) duplex.destroy()
      else if (!socket.destroyed) socket.resetAndDestroy()
    }, options.closeGraceMs ?? closeGraceMs).unref()
  })

  const closed = new Promise<void>((resolve) => server.once("close", resolve))
  const untilClosed = (ms: number) =>
    Effect.timeoutOption(
      Effect.promise(() => closed),
      ms
    )

  const dropStalled = Effect.gen(function* () {
    let seen = new Map<Socket, number>()
    while (sockets.size > 0) {
      const now = new Map<Socket, number>()
      for (const socket of arriving.keys()) {
        if (seen.get(socket) === socket.bytesRead && arriving.get(socket)?.headersSent !== true) socket.destroy()
        else now.set(socket, socket.bytesRead)
      }
      seen = now
      yield* Effect.sleep(stalledMs)
    }
  })

  return {
    server,
    open: ({ onCrowded, onMalformed, take }) => {
      crowded = onCrowded
      malformed = onMalformed ?? malformed
      const othersOf = (event: "request" | "checkContinue", own: (...args: never) => void) => {
        const others = server.listeners(event).filter((listener) => listener !== own)
        server.removeAllListeners(event)
        return (incoming: IncomingMessage, outgoing: ServerResponse) => {
          for (const other of others) Reflect.apply(other, server, [incoming, outgoing])
        }
      }
      const serveOthers = othersOf("request", first)
      const serveToContinue = othersOf("checkContinue", firstToContinue)
      // Nothing here changes protocols, and what asks for it would escape the limits on requests.
      server.removeAllListeners("upgrade")
      const serve = (incoming: IncomingMessage, outgoing: ServerResponse) => {
        if (!isAmbiguousMessage(incoming) && take(incoming, outgoing)) return
        serveOthers(incoming, outgoing)
      }
      const onTurn = (begin: typeof serve) => (incoming: IncomingMessage, outgoing: ServerResponse) => {
        note(incoming, outgoing)
        if (outgoing.socket === null) inTurn(incoming, outgoing, begin)
        else begin(incoming, outgoing)
      }
      server.on("request", onTurn(serve))
      server.on("checkContinue", onTurn(serveToContinue))
    },
    stopListening: Effect.sync(() => {
      if (!server.listening) return
      server.close()
      Effect.runFork(dropStalled)
    }),
    close: (msMax) =>
      Effect.gen(function* () {
        if (sockets.size === 0) return
        yield* untilClosed(Math.min(handOverMs, msMax))
        for (const socket of sockets) socket.destroySoon()
        yield* untilClosed(Math.max(0, msMax - handOverMs))
        server.closeAllConnections()
      })
  }
}
