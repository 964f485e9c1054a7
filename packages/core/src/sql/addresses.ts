import { Redacted, Result } from "effect"

const form = /^(postgres(?:ql)?:\/\/)(?:([^@/?#]*)@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?$/

/**
 * The servers of an address, each as an address of its own: `postgresql://user:password@a:5432,b:5433/name`, or as libpq
 * also has it, `?host=a,b&port=5432,5433`. A failure says what is wrong, without the address, which has a password.
 */
export const addressesOf = (
  url: Redacted.Redacted<string>
): Result.Result<ReadonlyArray<Redacted.Redacted<string>>, string> => {
  const parts = form.exec(Redacted.value(url))
  if (parts === null) return Result.fail("must be an address that begins with postgresql://")
  const [, scheme = "", credentials, hosts = "", path = "", query = ""] = parts
  const made = (host: string, parameters: string) =>
    `${scheme}${credentials === undefined ? "" : `${credentials}@`}${host}${path}${parameters === "" ? "" : `?${parameters}`}`
  const parameters = new URLSearchParams(query)
  const named = parameters.get("host")?.split(",") ?? []
  const ports = parameters.get("port")?.split(",") ?? []
  if (ports.length > 1 && ports.length !== named.length) {
    return Result.fail(`has ${ports.length} ports for ${named.length} hosts; give one port, or one for each host`)
  }
  const all =
    named.length > 1
      ? named.map((host, index) => {
          const own = new URLSearchParams(query)
          own.set("host", host)
          const port = ports[index] ?? ports[0]
          if (port !== undefined) own.set("port", port)
          return made(hosts, own.toString())
        })
      : hosts.split(",").map((host) => made(host, query))
  const wrong = hosts.split(",").find((host) => host === "" && hosts !== "") ?? named.find((host) => host === "")
  if (wrong !== undefined) return Result.fail("has an empty host between commas")
  if (all.some((one) => !URL.canParse(one))) return Result.fail("has a host or port that can't be read")
  return Result.succeed(all.map((one) => Redacted.make(one)))
}

/** An address for messages: scheme, host, port and database, without who logs in and with what. */
export const withoutCredentials = (url: Redacted.Redacted<string>): string => {
  const parts = form.exec(Redacted.value(url))
  if (parts === null) return "an address that can't be read"
  const [, scheme = "", , hosts = "", path = "", query = ""] = parts
  const parameters = new URLSearchParams(query)
  const host = parameters.get("host") ?? hosts
  return `${scheme}${host === "" ? "localhost" : host.startsWith("/") ? "a local socket" : host}${path}`
}
