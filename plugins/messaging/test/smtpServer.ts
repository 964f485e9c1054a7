import type { AddressInfo, Socket } from "node:net"
import { localhostCertificate, localhostKey } from "@storeglass/testkit"
import { SMTPServer } from "smtp-server"

export interface Received {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly source: string
  readonly isSecure: boolean
  readonly user: string | undefined
}
/** Where the server misbehaves, and how: an answer with this status, or a cut connection. */
export type Verb = "connect" | "auth" | "mail" | "rcpt" | "data" | "after"

class Refusal extends Error {
  readonly responseCode: number
  constructor(status: number) {
    super(`refused with ${status}`)
    this.responseCode = status
  }
}

/**
 * A mail server on loopback with users and faults at every step: with STARTTLS, with TLS from the start, or one that takes passwords
 * in the clear though it offers STARTTLS.
 */
export const startSmtp = async (tls: "starttls" | "implicit" | "clear" = "starttls") => {
  const received: Array<Received> = []
  const sockets = new Set<Socket>()
  let opened = 0
  let fault: { readonly verb: Verb; readonly status: number | "cut"; times: number } | undefined
  let refused: ReadonlyArray<string> = []
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const at = (verb: Verb): Error | undefined => {
    if (fault?.verb !== verb || fault.times === 0) return undefined
    fault.times--
    if (fault.status !== "cut") return new Refusal(fault.status)
    cut()
    return new Refusal(421)
  }
  const server = new SMTPServer({
    key: localhostKey,
    cert: localhostCertificate,
    logger: false,
    secure: tls === "implicit",
    allowInsecureAuth: tls === "clear",
    // Nothing is taken in the clear, as a mail server on the internet would have it.
    authOptional: false,
    onConnect: (_, done) => done(at("connect") ?? null),
    onAuth: (auth, _, done) => {
      const problem = at("auth")
      if (problem !== undefined) return done(problem)
      if (auth.username !== "gateway" || auth.password !== "smtp-canary") return done(new Refusal(535))
      done(null, { user: "gateway" })
    },
    onMailFrom: (_, __, done) => done(at("mail") ?? null),
    onRcptTo: ({ address }, _, done) => done(at("rcpt") ?? (refused.includes(address) ? new Refusal(550) : null)),
    onData: (stream, session, done) => {
      const chunks: Array<Buffer> = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", () => {
        const problem = at("data")
        if (problem !== undefined) return done(problem)
        received.push({
          from: session.envelope.mailFrom === false ? "" : session.envelope.mailFrom.address,
          to: session.envelope.rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString("utf8"),
          isSecure: session.secure,
          user: typeof session.user === "string" ? session.user : undefined
        })
        done(at("after") ?? null)
      })
    }
  })
  server.on("error", () => {
    // Connections that are cut on purpose.
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket)
    opened += 1
    socket.on("close", () => sockets.delete(socket))
    socket.on("error", () => {
      // As above.
    })
  })
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    certificate: localhostCertificate,
    received,
    /** Connections since the last reset. */
    opened: () => opened,
    fail: (verb: Verb, status: number | "cut", times = 1) => {
      fault = { verb, status, times }
    },
    refuse: (...addresses: ReadonlyArray<string>) => {
      refused = addresses
    },
    reset: () => {
      received.length = 0
      refused = []
      fault = undefined
      opened = 0
      cut()
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve()))
  }
}
