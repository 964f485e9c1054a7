import { Data, Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { type TokenScope, tokenScopes } from "../tokens/Grants.ts"
import { Clients, ClientUnknown, type OAuthClient } from "./Clients.ts"
import { isRegistered, redirectTo } from "./redirects.ts"

export const offline = "offline_access"
export const scopesSupported = [...tokenScopes, offline] as const

/** What of a request is carried from page to page. */
const carried = [
  "response_type",
  "client_id",
  "redirect_uri",
  "scope",
  "state",
  "code_challenge",
  "code_challenge_method",
  "resource"
] as const

/** What an app asks of somebody, as far as it was found to be good. */
export interface AuthorizationRequest {
  readonly client: OAuthClient
  readonly redirectUri: string
  readonly state: string | undefined
  readonly scopes: ReadonlyArray<TokenScope>
  readonly refreshes: boolean
  readonly challenge: string
  /** The same request, as the query of the next page's address. */
  readonly query: string
}

/** What is wrong with a request whose app is known: it's told there. */
export class Redirected extends Data.TaggedError("Redirected")<{ readonly location: string }> {}

/** The resource that tokens are for, however its address is written. */
const isResource = (resource: string, url: string): boolean => {
  if (!URL.canParse(resource)) return false
  const { hash, origin, pathname } = new URL(resource)
  return hash === "" && `${origin}${pathname.replace(/\/$/, "")}` === `${url}/mcp`
}

/** Whether a token request names another resource than its grant is for. */
export const isForeignResource = (resources: ReadonlyArray<string>, url: string): boolean =>
  resources.some((resource) => !isResource(resource, url))

/**
 * Reads the request that an app sends a browser with. Where app or address can't be trusted nobody is sent there; all else is
 * told to the app.
 */
export const authorizationRequest = Effect.fnUntraced(function* (url: string, network: string) {
  const { url: target } = yield* HttpServerRequest.HttpServerRequest
  const clients = yield* Clients
  const query = new URLSearchParams(target.split("?")[1] ?? "")
  const value = (name: (typeof carried)[number]) => query.get(name) ?? undefined
  const clientId = value("client_id")
  if (clientId === undefined || clientId === "") {
    return yield* new ClientUnknown({ message: "client_id (query): is required" })
  }
  const repeated = carried.find((name) => query.getAll(name).length > 1)
  const isSafe = repeated !== "client_id" && repeated !== "redirect_uri"
  if (!isSafe) return yield* new ClientUnknown({ message: `${repeated} (query): must be given only once` })
  const client = yield* clients.find(clientId, network)
  const only = client.redirectUris.length === 1 ? client.redirectUris[0] : undefined
  const redirectUri = value("redirect_uri") ?? only
  if (redirectUri === undefined || !isRegistered(client.redirectUris, redirectUri)) {
    return yield* new ClientUnknown({ message: "redirect_uri (query): isn't one that the app named" })
  }
  const state = value("state")
  const refuse = (error: string, error_description: string) =>
    new Redirected({ location: redirectTo(redirectUri, { error, error_description, state, iss: url }) })
  if (repeated !== undefined) return yield* refuse("invalid_request", `${repeated} must be given only once`)
  if (value("response_type") !== "code") {
    return yield* refuse("unsupported_response_type", "response_type must be code")
  }
  const challenge = value("code_challenge") ?? ""
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge)) {
    return yield* refuse("invalid_request", "code_challenge must be the SHA-256 of the verifier, base64url")
  }
  if (value("code_challenge_method") !== "S256") {
    return yield* refuse("invalid_request", "code_challenge_method must be S256")
  }
  if (isForeignResource(query.getAll("resource"), url)) {
    return yield* refuse("invalid_target", `resource must be ${url}/mcp`)
  }
  const asked = (value("scope") ?? scopesSupported.join(" ")).split(" ").filter((scope) => scope !== "")
  const scopes = tokenScopes.filter((scope) => asked.includes(scope))
  if (scopes.length === 0) {
    return yield* refuse("invalid_scope", `scope must have some of ${tokenScopes.join(" ")}`)
  }
  const kept = new URLSearchParams()
  for (const name of carried) {
    const text = value(name)
    if (text !== undefined) kept.set(name, text)
  }
  return {
    client,
    redirectUri,
    state,
    scopes,
    // Most apps that can refresh don't ask for it, and would have people sign in every 10 minutes.
    refreshes: asked.includes(offline) || client.refreshes,
    challenge,
    query: kept.toString()
  } satisfies AuthorizationRequest
})
