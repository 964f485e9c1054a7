/** The second store's console: its tokens, its publishing and reporting APIs, and the bucket of its reports. */
import {
  type ControlContext,
  defineDouble,
  formOf,
  json,
  makeKeyPair,
  type Reply,
  type SandboxRequest,
  signedTokens,
  verifyToken,
  type Worlds
} from "@storeglass/sandbox"
import { editControls } from "./edits.ts"
import { type Owned, ownedBy } from "./owned.ts"
import { publisher } from "./publisher.ts"
import { failure, noSuchPath } from "./replies.ts"
import { reporting } from "./reporting.ts"
import { sampleReport } from "./reports.ts"
import { newestReview, reviewControls } from "./reviews.ts"
import { storage } from "./storage.ts"
import { changeVitals } from "./vitals.ts"

interface Account {
  readonly number: number
  readonly email: string
  readonly keyId: string
  readonly publicKey: string
  readonly privateKey: string
  /** What it may do; all of it unless told otherwise. */
  readonly rights: ReadonlyArray<string>
  /** APIs that its cloud project hasn't switched on. */
  readonly off: ReadonlyArray<string>
  /** Its key is deleted: no more tokens, and those it has end. */
  revoked: boolean
}
interface Shared {
  readonly accounts: Map<string, Account>
  /** How far the vendor's clock is ahead. */
  skewMs: number
}

export const allRights = [
  "apps",
  "vitals",
  "reviews",
  "reply",
  "reports",
  "financialReports",
  "products",
  "releases",
  "release",
  "listings"
] as const
const tokenMs = 3_599_000
const audience = "https://oauth2.googleapis.com/token"
const grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer"
const scopes = ["androidpublisher", "playdeveloperreporting", "devstorage.read_only"].map(
  (scope) => `https://www.googleapis.com/auth/${scope}`
)

const tokens = signedTokens("the second store's own")
const tokenOf = (email: string, untilMs: number) => tokens.tokenOf(`${email} ${untilMs}`)
const saidBy = (request: SandboxRequest) => {
  const [email, untilMs] = tokens.saidBy(request)?.split(" ") ?? []
  return email === undefined ? undefined : { email, untilMs: Number(untilMs) }
}
const field = (input: unknown, name: string): unknown =>
  typeof input === "object" && input !== null ? Reflect.get(input, name) : undefined

const issue = async ({ accounts }: Shared, input: unknown = {}): Promise<Account> => {
  const serial = accounts.size + 1
  const { privateKey, publicKey } = await makeKeyPair("RS256")
  const named = (name: string) => {
    const list = field(input, name)
    return Array.isArray(list) ? list.map(String) : []
  }
  const without = named("without")
  const account: Account = {
    number: field(input, "demo") === true ? 0 : serial,
    email: `gateway-${serial}@sandbox-project.iam.gserviceaccount.com`,
    keyId: `${serial}`.padStart(40, "0"),
    publicKey,
    privateKey,
    rights: allRights.filter((right) => !without.includes(right)),
    off: named("off"),
    revoked: false
  }
  accounts.set(account.email, account)
  return account
}

/** The key file, as the vendor's cloud hands it out. */
const keyFileOf = ({ email, keyId, privateKey }: Account) => ({
  type: "service_account",
  project_id: "sandbox-project",
  private_key_id: keyId,
  private_key: privateKey,
  client_email: email,
  client_id: "100000000000000000001",
  auth_uri: "https://accounts.google.com/o/oauth2/auth",
  token_uri: "https://oauth2.googleapis.com/token",
  universe_domain: "googleapis.com"
})

const grant = async (request: SandboxRequest, { accounts, skewMs }: Shared, nowMs: number): Promise<Reply> => {
  if (request.method !== "POST") return json(404, { error: "not_found" })
  const form = await formOf(request)
  const assertion = String(form.get("assertion") ?? "")
  if (form.get("grant_type") !== grantType) return json(400, { error: "unsupported_grant_type" })
  const refused = (error_description: string) => json(400, { error: "invalid_grant", error_description })
  const issuer = field(payloadOf(assertion), "iss")
  const account = accounts.get(String(issuer))
  if (account === undefined) return refused("Invalid grant: account not found")
  if (account.revoked) return refused("Invalid JWT Signature.")
  const checked = await verifyToken(assertion, {
    key: account.publicKey,
    algorithms: ["RS256"],
    audience,
    issuer: account.email,
    lifetimeMax: 3_600,
    nowMs: nowMs + skewMs
  })
  if (!checked.ok || checked.header.kid !== account.keyId) return refused("Invalid JWT Signature.")
  if (Number(checked.claims.iat) * 1_000 > nowMs + skewMs + 60_000) {
    return refused("Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.")
  }
  const asked = String(checked.claims.scope ?? "").split(" ")
  if (!scopes.every((scope) => asked.includes(scope))) return json(400, { error: "invalid_scope" })
  return json(200, {
    access_token: tokenOf(account.email, nowMs + tokenMs),
    expires_in: tokenMs / 1_000,
    token_type: "Bearer"
  })
}

const payloadOf = (token: string): unknown => {
  const [, payload = ""] = token.split(".")
  try {
    return JSON.parse(Buffer.from(payload, "base64url").toString())
  } catch {
    return undefined
  }
}

const apis: ReadonlyArray<readonly [string, typeof publisher, string]> = [
  ["/androidpublisher/", publisher, "androidpublisher.googleapis.com"],
  ["/v1beta1/", reporting, "playdeveloperreporting.googleapis.com"],
  ["/storage/", storage, "storage.googleapis.com"]
]

const told = (reply: Reply, { skewMs }: Shared, nowMs: number): Reply => ({
  ...reply,
  headers: { date: new Date(nowMs + skewMs).toUTCString(), ...reply.headers }
})

const answerTo = (
  request: SandboxRequest,
  {
    nowMs,
    shared,
    state,
    worlds
  }: {
    readonly nowMs: number
    readonly shared: Shared
    readonly state: Owned
    readonly worlds: Worlds
  }
): Reply | Promise<Reply> => {
  if (request.path === "/token") return grant(request, shared, nowMs)
  const said = saidBy(request)
  const account = said === undefined ? undefined : shared.accounts.get(said.email)
  if (said === undefined || account === undefined || account.revoked || said.untilMs <= nowMs) {
    return failure(401, "UNAUTHENTICATED", "Request had invalid authentication credentials.", { reason: "authError" })
  }
  const [, api, service] = apis.find(([prefix]) => request.path.startsWith(prefix)) ?? []
  if (service !== undefined && account.off.includes(service)) {
    const message = `The API has not been used in project 1 before or it is disabled. Enable it by visiting https://console.example/apis/api/${service}/overview?project=1 then retry.`
    return failure(403, "PERMISSION_DENIED", message, { reason: "accessNotConfigured", domain: "usageLimits" })
  }
  return api === undefined ? noSuchPath : api(request, { owned: state, rights: account.rights, nowMs, worlds })
}

export default defineDouble({
  name: "play-console",
  open: (): Shared => ({ accounts: new Map(), skewMs: 0 }),
  credentialOf: (request) => saidBy(request)?.email ?? "nobody",
  seed: (email, { nowMs, shared, worlds }) => ownedBy(shared.accounts.get(email)?.number ?? -1, worlds, nowMs),
  refuse: ({ message, retryAfterSeconds, status }) => {
    const statuses: Readonly<Record<number, string>> = {
      401: "UNAUTHENTICATED",
      403: "PERMISSION_DENIED",
      429: "RESOURCE_EXHAUSTED"
    }
    const reply = failure(status, statuses[status] ?? "INTERNAL", message ?? "The vendor says no.")
    return retryAfterSeconds === undefined
      ? reply
      : { ...reply, headers: { ...reply.headers, "retry-after": String(retryAfterSeconds) } }
  },
  control: {
    /** A new service account's key file: `{ demo, without: [right], off: [API] }`. */
    issue: async (input, { shared, stateOf }) => {
      const account = await issue(shared, input)
      return { keyFile: keyFileOf(account), packageName: stateOf(account.email).apps[0]?.packageName }
    },
    revoke: (email, { shared }) => {
      const account = shared.accounts.get(String(email))
      if (account !== undefined) account.revoked = true
    },
    /** The vendor's clock is ahead by so many ms. */
    skew: (ms, { shared }) => {
      shared.skewMs = Number(ms)
    },
    /** An app gets many more one-time products: `{ email, packageName, products }`. */
    fill: (input, { stateOf }) => {
      const app = stateOf(String(field(input, "email"))).apps.find(
        ({ packageName }) => packageName === field(input, "packageName")
      )
      if (app === undefined) throw new Error("There's no such app.")
      const [first = {}] = app.products
      for (let serial = 0; serial < Number(field(input, "products")); serial++) {
        app.products.push({ ...first, productId: `more_${serial}` })
      }
    },
    /** Files in the bucket: `{ email, only, files: [{ name, base64, generation }] }`; only: nothing else is there. */
    putReports: (input, { nowMs, stateOf }) => {
      const { reports } = stateOf(String(field(input, "email")))
      if (field(input, "only") === true) reports.only = true
      const files = field(input, "files")
      for (const file of Array.isArray(files) ? files : []) {
        const name = String(field(file, "name"))
        const before = reports.put.get(name)
        reports.put.set(name, {
          name,
          bytes: Buffer.from(String(field(file, "base64")), "base64"),
          generation: String(Number(before?.generation ?? 1_700_000_000_000_000) + 1),
          updatedMs: nowMs,
          contentType: name.endsWith(".zip") ? "application/zip" : "text/csv"
        })
      }
    },
    /** The next transfer of a file is cut: `{ email, name }`. */
    tearReport: (input, { stateOf }) =>
      void stateOf(String(field(input, "email"))).reports.torn.add(String(field(input, "name"))),
    /** How an app's vitals are: `{ email, packageName, late, worse, gaps, anomaly }`. */
    vitals: (input, { stateOf }) => {
      const app = stateOf(String(field(input, "email"))).apps.find(
        ({ packageName }) => packageName === field(input, "packageName")
      )
      if (app === undefined) throw new Error("There's no such app.")
      changeVitals(app.vitals, input)
      return app.vitals
    },
    ...editControls<ControlContext<Shared, Owned>>(),
    ...reviewControls<ControlContext<Shared, Owned>>(),
    /** What a service account can see. */
    owned: (email, { stateOf }) => stateOf(String(email))
  },
  demo: async ({ nowMs, shared, worlds }) => {
    const account = await issue(shared, { demo: true })
    const { apps, bucket, financialBucket } = ownedBy(0, worlds, nowMs)
    return [
      {
        method: "POST",
        path: "/v1/connect/storeb-play/credentials",
        body: {
          serviceAccountJson: keyFileOf(account),
          defaultPackageName: apps[0]?.packageName,
          reportsBucket: `gs://${bucket}`,
          financialReportsBucket: `gs://${financialBucket}`
        }
      }
    ]
  },
  samples: ({ nowMs, worlds }) => {
    const [app] = ownedBy(0, worlds, nowMs).apps
    if (app === undefined) return {}
    const reviewId = newestReview(app, { nowMs, worlds })
    return {
      packageName: app.packageName,
      track: "production",
      locale: "en-US",
      metricSet: "crashRate",
      issueId: "5a1c2e",
      name: sampleReport(app.packageName, nowMs),
      ...(reviewId === undefined ? {} : { reviewId })
    }
  },
  hosts: {
    "play-console": {
      describedBy: {
        files: [
          "googleplay-androidpublisher.v3.rev20260924.openapi.json",
          "googleplay-reporting.v1beta1.rev20260813.openapi.json",
          "gcs-storage.v1.rev20260911.openapi.json"
        ],
        except: [/^\/token$/],
        // An edit that has expired.
        statuses: [410]
      },
      isRead: ({ method, path }) => method === "GET" || path === "/token" || path.endsWith("MetricSet:query"),
      handle: async (request, context) => told(await answerTo(request, context), context.shared, context.nowMs)
    }
  }
})
