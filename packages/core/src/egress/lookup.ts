import { Resolver, lookup as systemLookup } from "node:dns/promises"
import { isIP } from "node:net"

/** An address of a name. */
export interface Resolved {
  readonly address: string
  readonly family: 4 | 6
}

/** All addresses of a name, asked for once. */
export type Lookup = (host: string) => Promise<ReadonlyArray<Resolved>>

const familyOf = (address: string): Resolved => ({ address, family: isIP(address) === 6 ? 6 : 4 })

/** As the machine resolves names. */
export const lookupBySystem: Lookup = async (host) =>
  (await systemLookup(host, { all: true, order: "verbatim" })).map(({ address }) => familyOf(address))

/** By name servers of the config, `address` or `address:port`. */
export const lookupBy =
  (nameservers: ReadonlyArray<string>): Lookup =>
  async (host) => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 })
    resolver.setServers([...nameservers])
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))
    const failed = answers.find((answer) => answer.status === "rejected")
    if (found.length === 0 && failed !== undefined) throw failed.reason
    return found.map(familyOf)
  }
