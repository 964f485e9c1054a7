import { asDocumented, Exchange, NotFound, rawRoute, ServiceUnavailable } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { AccountConfig } from "../config.ts"
import { productOf } from "../mail/links.ts"
import { bodyBytesMax } from "../request.ts"
import { noSuchRoute } from "../routes.ts"
import { Issuer, tokenMs } from "../tokens/Issuer.ts"
import { Clients } from "./Clients.ts"
import { Codes, type Exchanged, type NotExchanged } from "./Codes.ts"
import {
  registerPath,
  resourceMetadata,
  resourcePaths,
  revokePath,
  serverMetadata,
  serverPaths,
  tokenPath
} from "./metadata.ts"
import { isNative } from "./redirects.ts"
import { isForeignResource, scopesSupported } from "./requests.ts"

/** Pages of any site may be MCP clients. Nothing here goes by a cookie. */
const anySite = { "access-control-allow-origin": "*" }
const unkept = { ...anySite, "cache-control": "no-store", pragma: "no-cache" }
const shared = { access: "public", price: 0, tool: false } as const
const errors = [ServiceUnavailable] as const
const formBody = {
  kind: "bytes",
  bytesMax: bodyBytesMax,
  contentTypes: ["application/x-www-form-urlencoded"]
} as const

const jsonOf = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = unkept) =>
  HttpServerResponse.jsonUnsafe(body, { status, headers })
/** A failure as OAuth has them, which isn't that of the API. */
const failed = (error: string, error_description: string, status = 400) => jsonOf({ error, error_description }, status)

/** The parameters of a form, each there once; text: what is wrong with it. */
const parametersOf = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const given = new URLSearchParams(yield* Effect.orDie(request.text))
  const repeated = [...given.keys()].find((name) => name !== "resource" && given.getAll(name).length > 1)
  if (repeated !== undefined) return failed("invalid_request", `${repeated.slice(0, 60)} must be given only once`)
  return given
})

const why: Readonly<Record<NotExchanged, string>> = {
  invalid_grant: "it's wrong, expired or used, or its grant has ended: ask the person again",
  invalid_scope: "scope must be of those that were granted"
}
const exchanged = (answer: Exchanged | NotExchanged) =>
  typeof answer === "string"
    ? failed(answer, why[answer])
    : jsonOf({
        access_token: answer.token,
        token_type: "Bearer",
        expires_in: tokenMs / 1000,
        scope: [...answer.scopes, ...(answer.refreshToken === undefined ? [] : ["offline_access"])].join(" "),
        ...(answer.refreshToken === undefined ? {} : { refresh_token: answer.refreshToken })
      })

const token = Effect.gen(function* () {
  const codes = yield* Codes
  const { url } = yield* Issuer
  const given = yield* parametersOf
  if (!(given instanceof URLSearchParams)) return given
  const value = (name: string) => given.get(name) ?? undefined
  const clientId = value("client_id")
  if (clientId === undefined) return failed("invalid_request", "client_id is required: apps have no secret here")
  if (isForeignResource(given.getAll("resource"), url)) return failed("invalid_target", `resource must be ${url}/mcp`)
  switch (value("grant_type")) {
    case "authorization_code": {
      const code = value("code")
      const verifier = value("code_verifier")
      if (code === undefined) return failed("invalid_request", "code is required")
      if (verifier === undefined || !/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) {
        return failed("invalid_request", "code_verifier must have 43 to 128 letters, digits, -, ., _ or ~")
      }
      return exchanged(
        yield* asDocumented(codes.exchange({ clientId, code, verifier, redirectUri: value("redirect_uri") }))
      )
    }
    case "refresh_token": {
      const refreshToken = value("refresh_token")
      if (refreshToken === undefined) return failed("invalid_request", "refresh_token is required")
      const scopes = value("scope")
        ?.split(" ")
        .filter((scope) => scope !== "")
      return exchanged(yield* asDocumented(codes.refresh({ clientId, token: refreshToken, scopes })))
    }
    default:
      return failed("unsupported_grant_type", "grant_type must be authorization_code or refresh_token")
  }
})

const revoke = Effect.gen(function* () {
  const codes = yield* Codes
  const given = yield* parametersOf
  if (!(given instanceof URLSearchParams)) return given
  const [clientId, token] = [given.get("client_id"), given.get("token")]
  if (clientId === null || token === null) return failed("invalid_request", "client_id and token are required")
  // Whether there was one isn't told (RFC 7009, 2.2).
  yield* asDocumented(codes.revoke({ clientId, token }))
  return HttpServerResponse.empty({ status: 200, headers: unkept })
})

const register = Effect.gen(function* () {
  const clients = yield* Clients
  if (!clients.takesRegistrations) return yield* noSuchRoute
  const request = yield* HttpServerRequest.HttpServerRequest
  const { client } = yield* Exchange
  const text = yield* Effect.orDie(request.text)
  const registered = yield* asDocumented(clients.register(text, client.network)).pipe(
    Effect.catchTag("TOO_MANY_ATTEMPTS", (failure) => Effect.succeed(failure))
  )
  if ("_tag" in registered) {
    const { message, retryAfterSeconds = 60 } = registered
    const answer = failed("temporarily_unavailable", message, 429)
    return HttpServerResponse.setHeader(answer, "retry-after", String(retryAfterSeconds))
  }
  if ("error" in registered) return failed(registered.error, registered.message)
  const { id, issuedMs, name, redirectUris, refreshes } = registered
  return jsonOf(
    {
      client_id: id,
      client_id_issued_at: Math.floor(issuedMs / 1000),
      client_name: name,
      redirect_uris: redirectUris,
      application_type: isNative(redirectUris) ? "native" : "web",
      grant_types: ["authorization_code", ...(refreshes ? ["refresh_token"] : [])],
      response_types: ["code"],
      // Whatever was wished for: what an app ships with is no secret.
      token_endpoint_auth_method: "none",
      scope: scopesSupported.join(" ")
    },
    201
  )
})

/** Lets pages of other sites ask, with the headers that MCP clients send. */
const preflight = (id: string, path: `/${string}`, methods: string) =>
  rawRoute({
    ...shared,
    id,
    method: "OPTIONS",
    path,
    body: { kind: "none", bytesMax: 0 },
    errors: [],
    summary: "Preflight",
    description: "Tells browsers that pages of any site may ask this.",
    handler: Effect.succeed(
      HttpServerResponse.empty({
        status: 204,
        headers: {
          ...anySite,
          "access-control-allow-methods": methods,
          "access-control-allow-headers": "authorization, content-type, mcp-protocol-version",
          "access-control-max-age": "600"
        }
      })
    )
  })

const kept = { ...anySite, "cache-control": "public, max-age=300" }

/** What MCP clients ask by themselves: where to sign in, as whom, and for tokens. */
export const protocolRoutes = (config: AccountConfig) => [
  ...serverPaths.map((path, at) =>
    rawRoute({
      ...shared,
      id: `oauthServer${at}`,
      method: "GET",
      path,
      errors: [],
      summary: "How to ask for a grant",
      description: "Metadata of the authorization server (RFC 8414).",
      handler: Effect.gen(function* () {
        const { url } = yield* Issuer
        const { takesRegistrations } = yield* Clients
        return jsonOf(serverMetadata(url, takesRegistrations), 200, kept)
      })
    })
  ),
  ...resourcePaths.map((path, at) =>
    rawRoute({
      ...shared,
      id: `oauthResource${at}`,
      method: "GET",
      path,
      errors: [],
      summary: "Who gives tokens for /mcp",
      description: "Metadata of the protected resource (RFC 9728), which the challenge of a 401 names.",
      handler: Effect.map(Issuer, ({ url }) => jsonOf(resourceMetadata(url, productOf(config)), 200, kept))
    })
  ),
  rawRoute({
    ...shared,
    id: "oauthToken",
    method: "POST",
    path: tokenPath,
    body: formBody,
    errors,
    summary: "Tokens for a code or refresh token",
    description:
      "Access tokens are good for 10 minutes at /mcp, refresh tokens for 30 days and once; for 30 seconds a repeat gets the same answer, after that it ends the grant.",
    handler: token
  }),
  rawRoute({
    ...shared,
    id: "oauthRevoke",
    method: "POST",
    path: revokePath,
    body: formBody,
    errors,
    summary: "Disconnect, by an app itself",
    description: "Ends the grant of a token (RFC 7009).",
    handler: revoke
  }),
  rawRoute({
    ...shared,
    id: "oauthRegister",
    method: "POST",
    path: registerPath,
    body: { kind: "bytes", bytesMax: bodyBytesMax, contentTypes: ["application/json"] },
    errors: [NotFound, ServiceUnavailable],
    summary: "Register an app",
    description:
      "Dynamic registration (RFC 7591): public clients alone, 20 an hour for an address, forgotten after a day without a grant.",
    handler: register
  }),
  ...serverPaths.map((path, at) => preflight(`oauthServerPreflight${at}`, path, "GET")),
  ...resourcePaths.map((path, at) => preflight(`oauthResourcePreflight${at}`, path, "GET")),
  preflight("oauthTokenPreflight", tokenPath, "POST"),
  preflight("oauthRevokePreflight", revokePath, "POST"),
  preflight("oauthRegisterPreflight", registerPath, "POST")
]
