import { BlockList, isIP } from "node:net"

/** Tells who is at the other end of a connection, also where proxies stand in between. */
export interface ClientAddresses {
  /** Whether a connection comes from a proxy of the operator's. */
  readonly isProxy: (remoteAddress: string) => boolean
  /** The client's address, for counting: of IPv6 its /64, which one client has as a whole. */
  readonly of: (remoteAddress: string, forwardedFor: string | undefined) => string
}

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

const plain = (address: string) => mapped.exec(address)?.[1] ?? address

/** What counts as one client: an IPv4 address, or the /64 of an IPv6 one. */
const clientOf = (address: string): string => {
  const own = plain(address)
  if (isIP(own) !== 6) return own
  const [head = "", tail] = own.split("::")
  const before = head.split(":").filter((group) => group !== "")
  const after = (tail ?? "").split(":").filter((group) => group !== "")
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array.from({ length: zeros }, () => "0"), ...after].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`
}

/** Whether a text is an address, or a network as `address/bits`. */
export const isNetwork = (text: string): boolean => {
  const [address = "", bits, ...rest] = text.split("/")
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/** `proxies` are the addresses and networks whose X-Forwarded-For is believed. */
export const makeClientAddresses = (proxies: ReadonlyArray<string>): ClientAddresses => {
  const list = new BlockList()
  for (const network of proxies) {
    const [address = "", bits] = network.split("/")
    const family = isIP(address) === 4 ? "ipv4" : "ipv6"
    list.addSubnet(address, bits === undefined ? (family === "ipv4" ? 32 : 128) : Number(bits), family)
  }
  const isProxy = (address: string) => {
    if (proxies.length === 0) return false
    const own = plain(address)
    const family = isIP(own)
    return family !== 0 && list.check(own, family === 4 ? "ipv4" : "ipv6")
  }
  return {
    isProxy,
    of: (remoteAddress, forwardedFor) => {
      if (forwardedFor === undefined || !isProxy(remoteAddress)) return clientOf(remoteAddress)
      // Each proxy appends whom it heard: the last one that is no proxy is the client, whatever was sent before it.
      let client = remoteAddress
      for (const hop of forwardedFor.split(",").reverse()) {
        const address = hop.trim()
        if (isIP(address) === 0) break
        client = address
        if (!isProxy(address)) break
      }
      return clientOf(client)
    }
  }
}
