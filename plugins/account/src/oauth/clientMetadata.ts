import { Schema } from "effect"
import { shownName } from "../shownName.ts"
import { redirectProblem } from "./redirects.ts"

const optional = Schema.optionalKey
/** Where text is expected, `null` and other kinds count as left out: clients send all sorts. */
const Text = Schema.Unknown

/** What an app says of itself, when it registers or in its document. What else it says doesn't matter here. */
const Said = Schema.Struct({
  client_id: optional(Text),
  client_name: optional(Text),
  redirect_uris: optional(Schema.Unknown),
  grant_types: optional(Schema.Unknown),
  response_types: optional(Schema.Unknown),
  token_endpoint_auth_method: optional(Text)
})
export const readSaid = Schema.decodeUnknownOption(Schema.fromJsonString(Said))

/** What of it counts. */
export interface ClientDetails {
  readonly name: string
  readonly redirectUris: ReadonlyArray<string>
  /** Whether it uses refresh tokens. */
  readonly refreshes: boolean
}

/** Why an app isn't taken: by the codes of RFC 7591. */
export interface SaidWrong {
  readonly error: "invalid_redirect_uri" | "invalid_client_metadata"
  readonly message: string
}

const redirectsMax = 20
const nameMax = 80
const wrong = (error: SaidWrong["error"], message: string): SaidWrong => ({ error, message })

const texts = (value: unknown): ReadonlyArray<string> | undefined =>
  Array.isArray(value) && value.every((each) => typeof each === "string") ? value : undefined

/** Reads what an app says of itself. */
export const detailsOf = (said: typeof Said.Type): ClientDetails | SaidWrong => {
  const uris = texts(said.redirect_uris)
  if (uris === undefined || uris.length === 0) {
    return wrong("invalid_redirect_uri", "redirect_uris: must be a list of the addresses that you are answered at")
  }
  if (uris.length > redirectsMax) {
    return wrong("invalid_redirect_uri", `redirect_uris: must be at most ${redirectsMax}`)
  }
  for (const uri of uris) {
    const problem = redirectProblem(uri)
    if (problem !== undefined) {
      return wrong("invalid_redirect_uri", `redirect_uris: '${uri.slice(0, 100)}' ${problem}`)
    }
  }
  const grants = said.grant_types === undefined ? ["authorization_code"] : texts(said.grant_types)
  if (grants?.includes("authorization_code") !== true) {
    return wrong("invalid_client_metadata", "grant_types: must have authorization_code")
  }
  const responses = said.response_types === undefined ? ["code"] : texts(said.response_types)
  if (responses?.includes("code") !== true) {
    return wrong("invalid_client_metadata", "response_types: must have code")
  }
  return {
    name: shownName(said.client_name, nameMax) ?? "An app without a name",
    redirectUris: [...new Set(uris)],
    refreshes: grants.includes("refresh_token")
  }
}

/**
 * Why an address can't be that of an app's document; undefined: it can. It must be one that every reader takes for the same,
 * as it's the app's name.
 */
export const documentAddressProblem = (clientId: string): string | undefined => {
  if (clientId.length > 1_024) return "must have at most 1024 characters"
  if (!clientId.startsWith("https://") || !URL.canParse(clientId)) return "must be a URL that begins with https://"
  const url = new URL(clientId)
  if (url.username !== "" || url.password !== "") return "must not have a user name or password"
  if (clientId.includes("#") || clientId.includes("?")) return "must have neither query nor fragment"
  if (url.pathname === "/" || url.pathname === "") return "must have a path"
  if (url.href !== clientId) return `must be written as ${url.href.slice(0, 200)}`
  return undefined
}
