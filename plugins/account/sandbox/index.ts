/** An identity provider that speaks OpenID Connect, for anybody who says who they are. It keeps nothing of them. */
import { createHash, createPrivateKey, generateKeyPairSync, type JsonWebKey, randomBytes, sign } from "node:crypto"
import { bearerOf, defineDouble, html, json, nothing, type Reply, type SandboxRequest } from "@storeglass/sandbox"

interface Key {
  readonly kid: string
  readonly alg: "ES256" | "RS256"
  readonly jwk: JsonWebKey
  readonly privateJwk: JsonWebKey
}

/** What somebody let a client have, until it's fetched. */
interface Grant {
  readonly email: string
  readonly redirectUri: string
  readonly nonce: string | undefined
  readonly challenge: string
  /** Whether it's told when somebody showed who they are. */
  readonly tellsWhen: boolean
  readonly untilMs: number
}

interface Shared {
  /** The one it signs with first. */
  keys: Array<Key>
  /** Those that it showed before it last changed them. */
  keysBefore: ReadonlyArray<Key>
  readonly grants: Map<string, Grant>
  readonly bearers: Map<string, string>
}

const client = { id: "storeglass", secret: "sandbox-secret" }
const codeMs = 60_000
const tokenSeconds = 3_600
const people = ["ada@sandbox.example", "grace@sandbox.example", "unverified@sandbox.example"]

const newKey = (alg: Key["alg"]): Key => {
  const { privateKey, publicKey } =
    alg === "ES256"
      ? generateKeyPairSync("ec", { namedCurve: "P-256" })
      : generateKeyPairSync("rsa", { modulusLength: 2048 })
  const jwk = publicKey.export({ format: "jwk" })
  const kid = createHash("sha256").update(JSON.stringify(jwk)).digest("base64url").slice(0, 16)
  return { kid, alg, jwk, privateJwk: privateKey.export({ format: "jwk" }) }
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")
const signed = (key: Key, claims: unknown, header: object = {}): string => {
  const text = `${encoded({ alg: key.alg, kid: key.kid, typ: "JWT", ...header })}.${encoded(claims)}`
  const privateKey = createPrivateKey({ key: key.privateJwk, format: "jwk" })
  const signature = sign("sha256", Buffer.from(text), { key: privateKey, dsaEncoding: "ieee-p1363" })
  return `${text}.${signature.toString("base64url")}`
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")
const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url")
const subjectOf = (email: string) => createHash("sha256").update(email).digest("hex").slice(0, 24)
const personOf = (email: string) => {
  const [local = ""] = email.split("@")
  return {
    sub: subjectOf(email),
    email,
    email_verified: !local.startsWith("unverified"),
    name: `${local.charAt(0).toUpperCase()}${local.slice(1)}`
  }
}
const refusal = (status: number, error: string, description: string): Reply =>
  json(status, { error, error_description: description }, { "cache-control": "no-store" })
const randomText = () => randomBytes(32).toString("base64url")

const discovery = (issuer: string): Reply =>
  json(200, {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ["code"],
    response_modes_supported: ["query", "fragment"],
    grant_types_supported: ["authorization_code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["ES256", "RS256"],
    scopes_supported: ["openid", "email", "profile"],
    token_endpoint_auth_methods_supported: ["client_secret_basic"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true
  })

/** Who may be sent back to: an address of a gateway on this machine, or of a test's. */
const isRegistered = (uri: string) =>
  URL.canParse(uri) && /^\/auth\/providers\/[a-z0-9-]+\/callback$/.test(new URL(uri).pathname)

const back = (uri: string, mode: string | null, values: Readonly<Record<string, string>>): Reply => {
  const parameters = new URLSearchParams(values).toString()
  return nothing(302, { location: `${uri}${mode === "fragment" ? "#" : "?"}${parameters}` })
}

const chooser = (issuer: string, query: URLSearchParams): Reply => {
  const hidden = [...query]
    .map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`)
    .join("")
  const buttons = people
    .map((email) => `<p><button name="login_hint" value="${escaped(email)}">${escaped(email)}</button></p>`)
    .join("\n")
  const form = (content: string) => `<form action="${escaped(issuer)}/authorize">${hidden}${content}</form>`
  return html(
    200,
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Sandbox ID</title></head><body style="font:16px/1.5 system-ui;max-width:400px;margin:40px auto;padding:0 16px">
<h1>Sandbox ID</h1><p>Nobody is real here. Continue as:</p>
${form(buttons)}
${form('<p><label>Or as <input type="email" name="login_hint" required></label> <button>Continue</button></p>')}
</body></html>`
  )
}

const authorize = (request: SandboxRequest, issuer: string, shared: Shared, nowMs: number): Reply => {
  const { query } = request
  const uri = query.get("redirect_uri") ?? ""
  // Told here, and never sent on: nobody knows whose address that would be.
  if (query.get("client_id") !== client.id) return refusal(400, "invalid_client", "There's no such client.")
  if (!isRegistered(uri)) return refusal(400, "invalid_request", "The redirect_uri isn't registered.")
  const state = query.get("state") ?? ""
  const mode = query.get("response_mode")
  const refused = (error: string) => back(uri, mode, { error, state, iss: issuer })
  if (query.get("response_type") !== "code") return refused("unsupported_response_type")
  if (!(query.get("scope") ?? "").split(" ").includes("openid")) return refused("invalid_scope")
  const challenge = query.get("code_challenge") ?? ""
  if (query.get("code_challenge_method") !== "S256" || challenge.length !== 43) return refused("invalid_request")
  const email = query.get("login_hint")?.toLowerCase()
  if (email === undefined) return chooser(issuer, query)
  if (email === "nobody@sandbox.example") return refused("access_denied")
  const code = randomText()
  const nonce = query.get("nonce") ?? undefined
  shared.grants.set(code, {
    email,
    redirectUri: uri,
    nonce,
    challenge,
    tellsWhen: query.has("max_age"),
    untilMs: nowMs + codeMs
  })
  return back(uri, mode, { code, state, iss: issuer })
}

interface Around {
  readonly issuer: string
  readonly shared: Shared
  readonly nowMs: number
  readonly faults: ReadonlySet<string>
}

const token = (request: SandboxRequest, { faults, issuer, nowMs, shared }: Around): Reply => {
  const basic = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString("base64")}`
  if (request.headers.authorization !== basic) return refusal(401, "invalid_client", "The client's secret is wrong.")
  const form = new URLSearchParams(request.body)
  if (form.get("grant_type") !== "authorization_code") return refusal(400, "unsupported_grant_type", "Only codes.")
  const code = form.get("code") ?? ""
  const grant = shared.grants.get(code)
  shared.grants.delete(code)
  if (
    grant === undefined ||
    grant.untilMs <= nowMs ||
    grant.redirectUri !== form.get("redirect_uri") ||
    grant.challenge !== challengeOf(form.get("code_verifier") ?? "")
  ) {
    return refusal(400, "invalid_grant", "The code is unknown, was used, or belongs to another sign-in.")
  }
  const [first = newKey("ES256")] = shared.keys
  const now = Math.floor(nowMs / 1000)
  const { email, email_verified, name: ownName, sub } = personOf(grant.email)
  const name = faults.has("hostileName") ? `Ada\u0000\n\u202e${ownName}` : ownName
  const claims = {
    iss: faults.has("otherIssuer") ? `${issuer}/other` : issuer,
    aud: faults.has("otherAudience") ? "another-client" : client.id,
    ...(faults.has("otherParty") ? { azp: "another-client" } : {}),
    sub,
    iat: now,
    exp: faults.has("expired") ? now - 120 : now + tokenSeconds,
    nonce: faults.has("wrongNonce") ? "of-another-sign-in" : grant.nonce,
    // Told to who asks how long ago it may be.
    ...(grant.tellsWhen ? { auth_time: faults.has("staleSignIn") ? now - 3_600 : now } : {}),
    ...(faults.has("addressElsewhere") ? {} : { email, email_verified, name })
  }
  const bearer = randomText()
  shared.bearers.set(bearer, faults.has("otherPerson") ? "mallory@sandbox.example" : grant.email)
  const unsigned = `${encoded({ alg: "none" })}.${encoded(claims)}.`
  const byOther = () => signed({ ...newKey("ES256"), kid: first.kid }, claims)
  return json(
    200,
    {
      access_token: bearer,
      token_type: "Bearer",
      expires_in: tokenSeconds,
      id_token: faults.has("unsigned") ? unsigned : faults.has("otherKey") ? byOther() : signed(first, claims)
    },
    { "cache-control": "no-store" }
  )
}

export default defineDouble({
  name: "account",
  hosts: {
    identity: {
      handle: (request, { address, faults, nowMs, shared }): Reply => {
        // It has as many realms as anybody asks for, each an issuer of its own with the same people and keys.
        const [, realm = "", path] = /^(\/realms\/[a-z0-9-]+)?(\/.*)$/.exec(request.path) ?? []
        const issuer = `${address("identity")}${realm}`
        const around = { issuer, shared, nowMs, faults }
        switch (`${request.method} ${path}`) {
          case "GET /.well-known/openid-configuration":
            return discovery(faults.has("otherDiscovery") ? `${issuer}/other` : issuer)
          case "GET /authorize":
            return authorize(request, issuer, shared, nowMs)
          case "POST /token":
            return token(request, around)
          case "GET /jwks":
            return json(200, {
              keys: (faults.has("keysLag") ? shared.keysBefore : shared.keys).map(({ alg, jwk, kid }) => ({
                ...jwk,
                alg,
                kid,
                use: "sig"
              }))
            })
          case "GET /userinfo": {
            const email = shared.bearers.get(bearerOf(request) ?? "")
            return email === undefined ? refusal(401, "invalid_token", "Unknown.") : json(200, personOf(email))
          }
          default:
            return refusal(404, "not_found", "There's nothing here.")
        }
      }
    }
  },
  open: (): Shared => ({ keys: [newKey("ES256")], keysBefore: [], grants: new Map(), bearers: new Map() }),
  faults: {
    wrongNonce: "its id token is of another sign-in",
    otherIssuer: "its id token is by another issuer",
    otherAudience: "its id token is for another client",
    otherParty: "its id token was issued to another client",
    otherKey: "its id token is signed with a key that it doesn't show",
    expired: "its id token has expired",
    unsigned: "its id token isn't signed",
    keysLag: "it shows the keys that it had before it last changed them",
    otherDiscovery: "its discovery document is another issuer's",
    staleSignIn: "it doesn't ask anew who somebody is, and says so",
    hostileName: "a name with characters that hide what it says, and one that no database keeps",
    addressElsewhere: "its id token has no address; the userinfo endpoint has",
    otherPerson: "its userinfo endpoint tells of somebody else"
  },
  control: {
    /** Signs with a new key of the other kind from now on, and shows that alone. */
    rotate: (_, { shared }) => {
      shared.keysBefore = shared.keys
      shared.keys = [newKey(shared.keys[0]?.alg === "ES256" ? "RS256" : "ES256")]
    }
  }
})
