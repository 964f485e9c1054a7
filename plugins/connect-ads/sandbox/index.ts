/** The search ads vendor: its API, its API as it was seen live, and where it gives tokens. */
import {
  type DescribedBy,
  defineDouble,
  json,
  makeKeyPair,
  type Reply,
  type SandboxRequest,
  signedTokens,
  verifyToken,
  type Worlds
} from "@storeglass/sandbox"
import { answerTo, failure } from "./api.ts"
import { remember, stateOf as toldOf } from "./history.ts"
import { type Client as Kind, type Owned, ownedBy } from "./invented.ts"

interface Client extends Kind {
  readonly clientId: string
  readonly teamId: string
  readonly keyId: string
  readonly publicKey: string
  readonly privateKey: string
  /** Its token endpoint says no, or its tokens are refused as well. */
  revoked: boolean
}
interface Shared {
  readonly clients: Map<string, Client>
  /** How far the vendor's clock is ahead. */
  skewMs: number
}

const tokenMs = 3_600_000
const allottedMs = 60_000
const allotted = 50_000

const tokens = signedTokens("the search ads vendor's own")
const tokenOf = (clientId: string, untilMs: number) => tokens.tokenOf(`${clientId}.${untilMs}`)
const saidBy = (request: SandboxRequest) => {
  const text = tokens.saidBy(request)
  if (text === undefined) return undefined
  const at = text.lastIndexOf(".")
  return { clientId: text.slice(0, at), untilMs: Number(text.slice(at + 1)) }
}

const roleNames = { writes: "API Account Manager", reads: "API Account Read Only" } as const
const field = (input: unknown, name: string): unknown =>
  typeof input === "object" && input !== null ? Reflect.get(input, name) : undefined

const issue = async (clients: Map<string, Client>, input: unknown = {}) => {
  const serial = clients.size + 1
  const number = field(input, "demo") === true ? 0 : serial
  const { privateKey, publicKey } = await makeKeyPair()
  const client: Client = {
    number,
    clientId: `SEARCHADS.client-${serial}`,
    teamId: `SEARCHADS.team-${serial}`,
    keyId: `key-${serial}`,
    roles: [field(input, "readOnly") === true ? roleNames.reads : roleNames.writes],
    accounts: Number(field(input, "accounts") ?? 2),
    publicKey,
    privateKey,
    revoked: false
  }
  clients.set(client.clientId, client)
  return client
}

const owned = (clients: Map<string, Client>, clientId: string, worlds: Worlds, nowMs: number): Owned => {
  const client = clients.get(clientId) ?? { number: -1, roles: [], accounts: 0 }
  return ownedBy(client, worlds, nowMs)
}

/** What an owner sends to connect. */
const credentialsOf = ({ clientId, keyId, privateKey, teamId }: Client) => ({ clientId, teamId, keyId, privateKey })
const accountIdOf = ({ number }: Client) => String(700_000 + number * 10)

const told = (reply: Reply, { skewMs }: Shared, nowMs: number): Reply => ({
  ...reply,
  headers: {
    "ratelimit-limit": String(allotted),
    "ratelimit-remaining": String(allotted - 1),
    "ratelimit-reset": String(Math.ceil((allottedMs - (nowMs % allottedMs)) / 1_000)),
    date: new Date(nowMs + skewMs).toUTCString(),
    ...reply.headers
  }
})

/** POST requests ask too: only `PUT` changes something. */
const isRead = ({ method }: SandboxRequest) => method !== "PUT"

const api = (live: boolean, describedBy?: DescribedBy) => ({
  ...(describedBy === undefined ? {} : { describedBy }),
  isRead,
  handle: (request: SandboxRequest, context: { nowMs: number; shared: Shared; state: Owned }) => {
    const { nowMs, shared, state } = context
    const said = saidBy(request)
    const client = said === undefined ? undefined : shared.clients.get(said.clientId)
    const valid = client !== undefined && !client.revoked && said !== undefined && said.untilMs > nowMs
    const reply = valid
      ? answerTo({ request, owned: state, nowMs, live })
      : failure(401, "unauthorized", "The token is invalid or expired.")
    return told(reply, shared, nowMs)
  }
})

const grant = async ({ body, method, path }: SandboxRequest, shared: Shared, nowMs: number): Promise<Reply> => {
  if (method !== "POST" || path !== "/auth/oauth2/token") return json(404, { error: "not_found" })
  const form = new URLSearchParams(body)
  if (form.get("grant_type") !== "client_credentials") return json(400, { error: "unsupported_grant_type" })
  if (form.get("scope") !== "searchadsorg") return json(400, { error: "invalid_scope" })
  const client = shared.clients.get(form.get("client_id") ?? "")
  if (client === undefined || client.revoked) return json(400, { error: "invalid_client" })
  const checked = await verifyToken(form.get("client_secret") ?? "", {
    key: client.publicKey,
    algorithms: ["ES256"],
    audience: "https://appleid.apple.com",
    issuer: client.teamId,
    lifetimeMax: 180 * 86_400,
    nowMs: nowMs + shared.skewMs
  })
  const signed = checked.ok && checked.header.kid === client.keyId && checked.claims.sub === client.clientId
  // One that was signed in the future of the vendor's clock isn't believed either.
  if (!signed || Number(checked.claims.iat) * 1_000 > nowMs + shared.skewMs + 60_000) {
    return json(400, { error: "invalid_client", error_description: "The client secret isn't valid." })
  }
  return json(200, {
    access_token: tokenOf(client.clientId, nowMs + tokenMs),
    token_type: "Bearer",
    expires_in: tokenMs / 1_000,
    scope: "searchadsorg"
  })
}

export default defineDouble({
  name: "ads",
  open: (): Shared => ({ clients: new Map(), skewMs: 0 }),
  credentialOf: (request) => saidBy(request)?.clientId ?? "nobody",
  seed: (credential, { nowMs, shared, worlds }) => owned(shared.clients, credential, worlds, nowMs),
  headersKept: ["x-ap-context"],
  refuse: ({ message, retryAfterSeconds, status }) => {
    const codes: Readonly<Record<number, string>> = {
      401: "unauthorized",
      403: "forbidden",
      429: "rate_limit_exceeded"
    }
    const reply = failure(status, codes[status] ?? "internal_server_error", message ?? "The vendor says no.")
    return retryAfterSeconds === undefined
      ? reply
      : { ...reply, headers: { ...reply.headers, "retry-after": String(retryAfterSeconds) } }
  },
  control: {
    /** Credentials of a new client: `{ readOnly, accounts }`. */
    issue: async (input, { shared }) => {
      const client = await issue(shared.clients, input)
      return { ...credentialsOf(client), adAccountId: accountIdOf(client), orgId: String(40_000_000 + client.number) }
    },
    revoke: (clientId, { shared }) => {
      const client = shared.clients.get(String(clientId))
      if (client !== undefined) client.revoked = true
    },
    /** The vendor's clock is ahead by so many ms. */
    skew: (ms, { shared }) => {
      shared.skewMs = Number(ms)
    },
    writes: (clientId, { stateOf }) => stateOf(String(clientId)).writes,
    /** What a client has. */
    owned: (clientId, { stateOf }) => stateOf(String(clientId)),
    /** The vendor corrects what it told of a day: `{ clientId, day, percent }` of what it had. */
    correct: (input, { stateOf }) => {
      stateOf(String(field(input, "clientId"))).corrected.set(
        String(field(input, "day")),
        Number(field(input, "percent"))
      )
    },
    /** The oldest change leaves the history, as one that isn't in it yet. */
    forget: (clientId, { stateOf }) => {
      stateOf(String(clientId)).history.shift()
    },
    /** Someone else changes campaigns in the vendor's own console, all at once: `{ clientId, campaignId or campaignIds, name, status, amount, deleted, userType }`. */
    edit: (input, { nowMs, stateOf }) => {
      const state = stateOf(String(field(input, "clientId")))
      const named = field(input, "campaignIds")
      const ids = (Array.isArray(named) ? named : [field(input, "campaignId")]).map(String)
      const [name, status, amount] = [field(input, "name"), field(input, "status"), field(input, "amount")]
      const transactionId = `txn${state.history.length + 1}`
      for (const id of ids) {
        const account = state.accounts.find(({ campaigns }) => campaigns.some((one) => one.id === id))
        const campaign = account?.campaigns.find((one) => one.id === id)
        if (account === undefined || campaign === undefined) throw new Error("There's no such campaign.")
        const before = toldOf(campaign)
        if (typeof name === "string") campaign.name = name
        if (typeof status === "string") campaign.status = status
        if (typeof amount === "string") campaign.dailyBudget = { ...campaign.dailyBudget, amount }
        if (field(input, "deleted") === true) campaign.deleted = true
        campaign.modifiedMs = nowMs
        const userType = field(input, "userType") === "CUSTOMER_API" ? "CUSTOMER_API" : "CUSTOMER"
        remember(state, account, campaign, before, { userType, userId: "111222333", transactionId, atMs: nowMs })
      }
    }
  },
  // Each gets a client of its own, all of whom have the same: what one changes, no other sees.
  demo: async ({ shared }) => {
    const client = await issue(shared.clients, { demo: true })
    return [
      {
        method: "POST",
        path: "/v1/connect/storea-ads/credentials",
        body: { ...credentialsOf(client), adAccountId: accountIdOf(client) }
      }
    ]
  },
  samples: ({ nowMs, worlds }) => {
    const [account] = ownedBy({ number: 0, roles: [], accounts: 1 }, worlds, nowMs).accounts
    const [campaign] = account?.campaigns ?? []
    const group = account?.adGroups.find(({ campaignId }) => campaignId === campaign?.id)
    return campaign === undefined || group === undefined
      ? {}
      : { campaignId: campaign.id, adGroupId: group.id, appId: campaign.promotedObjectId }
  },
  hosts: {
    ads: api(false, {
      files: ["appleads-platform.v1.handauthored.openapi.json"],
      // Ours lacks it; the vendor's pages have it.
      except: [/^\/ad-accounts\/\d+$/, /^\/change-history\//, /^\/insights\//]
    }),
    "ads-live": api(true),
    "ads-token": {
      isRead: () => true,
      handle: async (request, { nowMs, shared }) => told(await grant(request, shared, nowMs), shared, nowMs)
    }
  }
})
