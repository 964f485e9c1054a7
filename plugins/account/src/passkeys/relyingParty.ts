import { isLoopback } from "../signIn/SignedIn.ts"

/** Whom browsers make passkeys for, or why they make none. */
export type RelyingParty = { readonly id: string; readonly origin: string } | { readonly reason: string }

/** Passkeys belong to a name, and to a connection that nobody reads along. */
export const relyingPartyOf = (publicUrl: string): RelyingParty => {
  const { hostname, origin, port, protocol } = new URL(publicUrl)
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith("[")) {
    const local = isLoopback(hostname) ? ` such as http://localhost${port === "" ? "" : `:${port}`}` : ""
    return {
      reason: `passkeys need a name, and ${hostname} is an address in numbers: set server.publicUrl to a name${local}`
    }
  }
  const isSafe = protocol === "https:" || hostname === "localhost" || hostname.endsWith(".localhost")
  return isSafe ? { id: hostname, origin } : { reason: "passkeys need https: set server.publicUrl to an https address" }
}
