import type { McpConfig } from "./config.ts"
import { errorCodes, RpcFailure } from "./jsonRpc.ts"

type Headers = Readonly<Record<string, string | undefined>>

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"])

/** The name in a Host header, without its port. */
const nameOf = (host: string) => host.toLowerCase().replace(/:\d+$/, "")

const urlOf = (text: string) => (URL.canParse(text) ? new URL(text) : undefined)

const media = (header: string | undefined) =>
  (header ?? "").split(",").flatMap((part) => {
    const [type = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase())
    return type === "" || parameters.includes("q=0") ? [] : [type]
  })

/**
 * Who may call. A page of another site whose name was made to point at this machine comes with that site's Host and
 * Origin; both are checked, so that it is refused.
 */
export const makeAdmission = (
  { allowedHosts, allowedOrigins }: Pick<McpConfig, "allowedHosts" | "allowedOrigins">,
  publicUrl: string
) => {
  const hosts = new Set([...loopback, ...allowedHosts.map(nameOf), nameOf(urlOf(publicUrl)?.host ?? "localhost")])
  const origins = new Set([...allowedOrigins, urlOf(publicUrl)?.origin])
  const isOurs = (origin: string) => origins.has(origin) || loopback.has(urlOf(origin)?.hostname ?? "")
  const forbidden = (message: string) => new RpcFailure(errorCodes.forbidden, message, { http: 403 })
  return {
    /** The origin that a browser may be told of. */
    originOf: ({ origin }: Headers) => (origin !== undefined && isOurs(origin) ? origin : undefined),
    /** Why a caller is held off. */
    callerProblem: ({ host = "", origin }: Headers): RpcFailure | undefined => {
      if (!hosts.has("*") && !hosts.has(nameOf(host))) {
        return forbidden(`the host '${host.slice(0, 100)}' is not allowed; add it to plugins.mcp.allowedHosts`)
      }
      return origin === undefined || isOurs(origin)
        ? undefined
        : forbidden(`the origin '${origin.slice(0, 100)}' is not allowed; add it to plugins.mcp.allowedOrigins`)
    },
    /** Why a body of that kind is not possible. */
    bodyProblem: (headers: Headers): RpcFailure | undefined =>
      media(headers["content-type"])[0] === "application/json"
        ? undefined
        : new RpcFailure(errorCodes.invalidRequest, "send the message as application/json", { http: 415 }),
    /** Why an answer of the wanted kind is not possible. */
    acceptProblem: (headers: Headers, type: "application/json" | "text/event-stream"): RpcFailure | undefined => {
      const accepted = headers.accept === undefined ? ["*/*"] : media(headers.accept)
      return [type, type.replace(/\/.*/, "/*"), "*/*"].some((each) => accepted.includes(each))
        ? undefined
        : new RpcFailure(errorCodes.invalidRequest, `answers are ${type}; the Accept header must allow it`, {
            http: 406
          })
    }
  }
}
