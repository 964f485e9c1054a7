import { BlockList, isIP } from "node:net"

/**
 * IANA's special-purpose registries: what is not another public host, and what hides an IPv4 address in IPv6. And public
 * addresses behind which a cloud answers its own machines alone; its other metadata addresses are private or link-local.
 */
const special: ReadonlyArray<readonly [what: string, ...networks: ReadonlyArray<string>]> = [
  ["unspecified", "0.0.0.0/8", "::/128"],
  ["loopback", "127.0.0.0/8", "::1/128"],
  ["private", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7", "fec0::/10"],
  ["link-local", "169.254.0.0/16", "fe80::/10"],
  ["carrier-grade NAT", "100.64.0.0/10"],
  ["protocol assignment", "192.0.0.0/24", "2001::/23", "5f00::/16"],
  ["documentation", "192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32", "3fff::/20"],
  ["benchmarking", "198.18.0.0/15"],
  ["multicast", "224.0.0.0/4", "ff00::/8"],
  ["reserved", "240.0.0.0/4", "100::/64", "100:0:0:1::/64"],
  ["IPv4-compatible", "::/96"],
  ["NAT64", "64:ff9b::/96", "64:ff9b:1::/48"],
  ["cloud platform", "168.63.129.16/32"],
  ["6to4", "192.88.99.0/24", "2002::/16"]
]

const lists = special.map(([what, ...networks]) => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = "", bits = ""] = network.split("/")
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? "ipv6" : "ipv4")
  }
  return { what, list }
})

const globalUnicast = new BlockList()
globalUnicast.addSubnet("2000::", 3, "ipv6")
const mapped = new BlockList()
mapped.addSubnet("::ffff:0:0", 96, "ipv6")
const translated = new BlockList()
translated.addSubnet("::ffff:0:0:0", 96, "ipv6")

/** Why an address isn't public; undefined if it is. IPv6 is refused unless it is global unicast. */
export const notPublic = (address: string): string | undefined => {
  const family = isIP(address)
  if (family === 0) return "no address"
  if (family === 6 && address.includes("%")) return "an address with a zone"
  const type = family === 6 ? "ipv6" : "ipv4"
  // BlockList takes a mapped address for its IPv4 address; here none passes, whatever it maps.
  if (family === 6 && (mapped.check(address, type) || translated.check(address, type))) return "IPv4-mapped"
  const found = lists.find(({ list }) => list.check(address, type))
  if (found !== undefined) return found.what
  return family === 6 && !globalUnicast.check(address, type) ? "not global unicast" : undefined
}

/** Whether an address is this machine's. */
export const isLoopback = (address: string): boolean =>
  isIP(address) !== 0 && (/^127\./.test(address) || address === "::1")
