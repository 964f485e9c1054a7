import { connect as connectTcp, isIP, type Socket } from "node:net"
import { connect as connectTls } from "node:tls"
import { EgressFailed, type EgressRefused } from "@storeglass/plugin-api"
import type { Lookup, Resolved } from "./lookup.ts"
import { type EgressRules, hostOf, portOf, refusalOfAddress } from "./rules.ts"

type Done = (error: EgressRefused | EgressFailed | undefined, socket?: Socket) => void

/** Starts a connection to a host by the addresses given, and looks nothing up. */
export type Dial = (target: {
  readonly host: string
  readonly port: number
  readonly addresses: ReadonlyArray<Resolved>
}) => Socket

/** The network as the client sees it. */
export interface Wire {
  readonly lookup: Lookup
  readonly dial: Dial
}

const addressesMax = 64

export const dialTcp: Dial = ({ addresses, host, port }) =>
  connectTcp({
    host,
    port,
    noDelay: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 500,
    lookup: (_, { all }, give) =>
      all === true ? give(null, [...addresses]) : give(null, addresses[0]?.address ?? "", addresses[0]?.family)
  })

/** Every address of the host, all of them checked: one that is not public refuses the rest. */
const addressesOf = async (rules: EgressRules, lookup: Lookup, url: URL): Promise<ReadonlyArray<Resolved>> => {
  const host = hostOf(url)
  const family = isIP(host)
  const found: ReadonlyArray<Resolved> =
    family === 0
      ? await lookup(host).catch((cause: unknown) => {
          throw new EgressFailed({ reason: "dns", message: "the host name couldn't be resolved", cause })
        })
      : [{ address: host, family: family === 6 ? 6 : 4 }]
  if (found.length === 0) throw new EgressFailed({ reason: "dns", message: "the host name has no address" })
  for (const { address } of found) {
    const refusal = refusalOfAddress(rules, address, portOf(url))
    if (refusal !== undefined) throw refusal
  }
  return found.slice(0, addressesMax)
}

/**
 * Opens one connection. The name is looked up once, its addresses are checked, the socket connects to these alone, and
 * its peer is checked again before the first byte: there is no second lookup to spoof.
 */
export const openConnection = (
  options: { readonly rules: EgressRules; readonly wire: Wire; readonly url: URL; readonly signal: AbortSignal },
  done: Done
): void => {
  const { rules, signal, url, wire } = options
  const host = hostOf(url)
  const port = portOf(url)
  addressesOf(rules, wire.lookup, url).then(
    (addresses) => {
      if (signal.aborted) return done(new EgressFailed({ reason: "timeout", message: "the connection timed out" }))
      const socket = wire.dial({ host, port, addresses })
      const stop = () => socket.destroy()
      signal.addEventListener("abort", stop, { once: true })
      socket.once("close", () => signal.removeEventListener("abort", stop))
      const failed = (cause: unknown) =>
        done(new EgressFailed({ reason: "unreachable", message: "can't connect to the host", cause }))
      socket.once("error", failed)
      socket.once("connect", () => {
        const refusal = refusalOfAddress(rules, socket.remoteAddress ?? "", socket.remotePort ?? 0)
        if (refusal !== undefined) {
          socket.destroy()
          return done(refusal)
        }
        if (url.protocol === "http:") {
          socket.off("error", failed)
          return done(undefined, socket)
        }
        secure(socket, host, failed, done)
      })
    },
    (failure) => done(failure)
  )
}

const secure = (socket: Socket, host: string, failed: (cause: unknown) => void, done: Done) => {
  const tls = connectTls({
    socket,
    host,
    ALPNProtocols: ["http/1.1"],
    minVersion: "TLSv1.2",
    ...(isIP(host) === 0 ? { servername: host } : {})
  })
  const untrusted = (cause: unknown) =>
    done(new EgressFailed({ reason: "tls", message: "can't make a secure connection to the host", cause }))
  socket.off("error", failed)
  tls.once("error", untrusted)
  tls.once("secureConnect", () => {
    tls.off("error", untrusted)
    done(undefined, tls)
  })
}
