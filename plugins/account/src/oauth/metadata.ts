import { tokenScopes } from "../tokens/Grants.ts"
import { scopesSupported } from "./requests.ts"

/** Where apps find out about sign-in (RFC 8414, RFC 9728): below the address that they have, and at the root, where older ones look. */
export const serverPaths = [
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-authorization-server/mcp"
] as const
export const resourcePaths = [
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/mcp"
] as const
/** The one that challenges name. */
export const resourcePath = resourcePaths[1]

export const tokenPath = "/auth/oauth/token"
export const revokePath = "/auth/oauth/revoke"
export const registerPath = "/auth/oauth/register"
export const authorizePath = "/auth/oauth/authorize"

/** What apps must know to ask for a grant. */
export const serverMetadata = (url: string, takesRegistrations: boolean) => ({
  issuer: url,
  authorization_endpoint: `${url}${authorizePath}`,
  token_endpoint: `${url}${tokenPath}`,
  revocation_endpoint: `${url}${revokePath}`,
  ...(takesRegistrations ? { registration_endpoint: `${url}${registerPath}` } : {}),
  jwks_uri: `${url}/auth/jwks`,
  scopes_supported: scopesSupported,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  token_endpoint_auth_methods_supported: ["none"],
  revocation_endpoint_auth_methods_supported: ["none"],
  code_challenge_methods_supported: ["S256"],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  protected_resources: [`${url}/mcp`],
  service_documentation: `${url}/docs`
})

/** What a token for /mcp is, and who gives it. */
export const resourceMetadata = (url: string, name: string) => ({
  resource: `${url}/mcp`,
  resource_name: name,
  authorization_servers: [url],
  scopes_supported: tokenScopes,
  bearer_methods_supported: ["header"],
  resource_documentation: `${url}/docs`
})
