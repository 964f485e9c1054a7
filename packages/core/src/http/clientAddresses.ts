import { IncomingMessage } from "node:http"
import { BlockList, isIP, type Socket } from "node:net"
import type { Client } from "@storeglass/plugin-api"
import { Context, Layer } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { RequestState } from "./RequestAtHand.ts"

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** The eight groups of an IPv6 address that `isIP` takes for one. */
const groupsOf = (address: string): ReadonlyArray<number> => {
  const groups = (text: string) =>
    text === ""
      ? []
      : text.split(":").flatMap((group) => {
          if (!group.includes(".")) return [Number.parseInt(group, 16)]
          const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number)
          return [a * 256 + b, c * 256 + d]
        })
  const [head = "", tail] = address.split("::")
  const before = groups(head)
  if (tail === undefined) return before
  const after = groups(tail)
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}

const hex = (groups: ReadonlyArray<number>) => groups.map((group) => group.toString(16)).join(":")

/** One text for each IPv6 address, whatever way it was written: the longest row of zeros left out (RFC 5952). */
const canonical = (groups: ReadonlyArray<number>): string => {
  let [start, length] = [0, 1]
  for (let at = 0; at < 8; at++) {
    let end = at
    while (groups[end] === 0) end++
    if (end - at > length) [start, length] = [at, end - at]
  }
  return length === 1 ? hex(groups) : `${hex(groups.slice(0, start))}::${hex(groups.slice(start + length))}`
}

/** An address as it is shown and compared: IPv4 that is mapped into IPv6 is IPv4, and a zone is left out. */
const plain = (address: string): string => {
  if (isIP(address) !== 6) return address
  const known = mapped.exec(address)?.[1]
  if (known !== undefined) return known
  const [own = address] = address.split("%")
  const groups = groupsOf(own)
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  return isMapped ? `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}` : canonical(groups)
}

/** What counts as one client: an IPv4 address, or the /64 of an IPv6 one, which one client has as a whole. */
const countedOf = (own: string): string => (isIP(own) === 6 ? `${hex(groupsOf(own).slice(0, 4))}::/64` : own)

/** Whether a text is an address, or a network as `address/bits`. */
export const isNetwork = (text: string): boolean => {
  const [address = "", bits, ...rest] = text.split("/")
  const family = isIP(address)
  if (family === 0 || rest.length > 0 || address.includes("%")) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/** Tells of an address as `plain` writes it whether one of these addresses and networks has it. */
export const makeNetworks = (networks: ReadonlyArray<string>): ((address: string) => boolean) => {
  if (networks.length === 0) return () => false
  const list = new BlockList()
  for (const network of networks) {
    const [address = "", bits] = network.split("/")
    const own = plain(address)
    const family = isIP(own) === 4 ? "ipv4" : "ipv6"
    const widest = family === "ipv4" ? 32 : 128
    // The network of mapped addresses is one of IPv4.
    const given = bits === undefined ? widest : Number(bits) - (own !== address && family === "ipv4" ? 96 : 0)
    if (given >= 0) list.addSubnet(own, given, family)
    else list.addSubnet(address, Number(bits), "ipv6")
  }
  return (address) => {
    const family = isIP(address)
    return family !== 0 && list.check(address, family === 4 ? "ipv4" : "ipv6")
  }
}

/** A hop as proxies write it: some add the port. */
const hopOf = (text: string): string | undefined => {
  const hop = text.trim()
  if (isIP(hop) !== 0) return hop
  const bare = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(hop)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(hop)?.[1]
  return bare !== undefined && isIP(bare) !== 0 ? bare : undefined
}

const forwardedFor = (header: string | ReadonlyArray<string> | undefined) =>
  header === undefined ? undefined : String(header)

export interface MadeClientAddresses {
  /** Whether a connection comes from a proxy of the operator's. */
  readonly isProxy: (remoteAddress: string) => boolean
  /** Whoever is at the other end, by the connection and its X-Forwarded-For. */
  readonly exactly: (remoteAddress: string, forwardedFor: string | undefined) => string
  /** The same for counting. */
  readonly of: (remoteAddress: string, forwardedFor: string | undefined) => string
}

/** `proxies` are the addresses and networks whose X-Forwarded-For is believed. */
export const makeClientAddresses = (proxies: ReadonlyArray<string>): MadeClientAddresses => {
  const among = makeNetworks(proxies)
  const isProxy = (address: string) => proxies.length > 0 && among(plain(address))
  const exactly = (remoteAddress: string, forwarded: string | undefined) => {
    if (forwarded === undefined || !isProxy(remoteAddress)) return plain(remoteAddress)
    // Each proxy appends its peer: the last one that isn't a proxy is the client, whatever was sent before it.
    let client = remoteAddress
    for (const hop of forwarded.split(",").reverse()) {
      const address = hopOf(hop)
      if (address === undefined) break
      client = address
      if (!isProxy(address)) break
    }
    return plain(client)
  }
  return { isProxy, exactly, of: (remoteAddress, forwarded) => countedOf(exactly(remoteAddress, forwarded)) }
}

/**
 * Where requests come from: the one answer for limits, allow-lists, logs and audits. No header that a caller can set changes
 * it, but through a proxy of `server.trustedProxies`.
 */
export class ClientAddresses extends Context.Service<
  ClientAddresses,
  {
    /** The whole address of a request as it came in over a connection. */
    readonly ofIncoming: (incoming: IncomingMessage) => string
    /** The same for counting: of IPv6 its /64. */
    readonly countedOf: (incoming: IncomingMessage) => string
    readonly clientOfIncoming: (incoming: IncomingMessage) => Client
    /** Who sent a request. What a tool asks within this process was sent by who asked the tool, at `outer`. */
    readonly clientOf: (request: HttpServerRequest.HttpServerRequest, outer: RequestState | undefined) => Client
  }
>()("@storeglass/core/http/ClientAddresses") {}

interface Sender {
  readonly forwarded: string | undefined
  readonly address: string
  readonly network: string
}

/** Longer ones are cut. */
const agentMax = 256
/** Who asks where nobody sent a request. */
export const nobody: Client = { address: undefined, network: "in-process", agent: undefined }

export const layer = (trustedProxies: ReadonlyArray<string> = []) =>
  Layer.sync(ClientAddresses, () => {
    const addresses = makeClientAddresses(trustedProxies)
    // As a rule all requests of a connection come from the same client.
    const last = new WeakMap<Socket, Sender>()
    const senderOf = ({ headers, socket }: IncomingMessage): Sender => {
      const forwarded = forwardedFor(headers["x-forwarded-for"])
      const known = last.get(socket)
      if (known !== undefined && known.forwarded === forwarded) return known
      const address = addresses.exactly(socket.remoteAddress ?? "", forwarded)
      const sender = { forwarded, address, network: countedOf(address) }
      last.set(socket, sender)
      return sender
    }
    const ofIncoming = (incoming: IncomingMessage) => senderOf(incoming).address
    const clientOfIncoming = (incoming: IncomingMessage): Client => {
      const { address, network } = senderOf(incoming)
      return { address, network, agent: incoming.headers["user-agent"]?.slice(0, agentMax) }
    }
    return ClientAddresses.of({
      ofIncoming,
      clientOfIncoming,
      countedOf: (incoming) => senderOf(incoming).network,
      clientOf: ({ source }, outer) =>
        source instanceof IncomingMessage ? clientOfIncoming(source) : (outer?.exchange.client ?? nobody)
    })
  })
