/** The default store's console: what owners have there, and who may ask for it. */
import { bearerOf, defineDouble, makeKeyPair, type Reply, type SandboxRequest, verifyToken } from "@storeglass/sandbox"
import { answerTo } from "./api.ts"
import { addCatalogue, type Owned, ownedBy } from "./owned.ts"
import { fileAnswer, reportsAnswer } from "./reports.ts"
import { partAnswer } from "./screenshots.ts"
import { opaque } from "./territories.ts"
import { at, type Fault, failure, textAt } from "./wire.ts"

const roles = ["APP_MANAGER", "MARKETING"] as const
type Role = (typeof roles)[number]
interface Key {
  /** Tells ids of its owner from those of another; 0 of the one that anybody may try. */
  readonly number: number
  /** UUID; `individual` of a person's own key. */
  readonly issuerId: string
  readonly keyId: string
  readonly publicKey: string
  readonly privateKey: string
  readonly role: Role
  /** Whether the account's agreements are signed. */
  readonly agreements: boolean
  revoked: boolean
}
interface Shared {
  readonly keys: Map<string, Key>
  /** What the next requests of a key are refused with. */
  readonly refusals: Map<string, Fault & { readonly status: number; readonly method: string | undefined }>
  /** Requests of this hour, by key. */
  readonly used: Map<string, { readonly hour: number; count: number }>
  /** How far the vendor's clock is ahead. */
  skewMs: number
  /** Where links of pages lead, for callers with something in between. */
  origin: string | undefined
}

const host = "console"
const demoKeyId = "SANDBOX0000"
/** Requests of a key in an hour. All accounts of a sandbox share the demo's key: what is one owner's here would starve them. */
const perHour = (keyId: string) => (keyId === demoKeyId ? 1_000_000 : 3_600)
const lifetimeMax = 20 * 60
const individual = "individual"

const issue = async (keys: Map<string, Key>, input: unknown = {}): Promise<Key> => {
  const number = at(input, "demo") === true ? 0 : keys.size
  const { privateKey, publicKey } = await makeKeyPair()
  const serial = String(keys.size).padStart(4, "0")
  const key: Key = {
    number,
    issuerId: at(input, "individual") === true ? individual : `57246542-96fe-1a63-e053-0824d011${serial}`,
    keyId: `SANDBOX${serial}`,
    publicKey,
    privateKey,
    role: at(input, "role") === "MARKETING" ? "MARKETING" : "APP_MANAGER",
    agreements: at(input, "agreements") !== false,
    revoked: false
  }
  keys.set(key.keyId, key)
  return key
}
const credentialsOf = ({ issuerId, keyId, privateKey }: Key) => ({ issuerId, keyId, privateKey })

/** Files of reports, at addresses that are signed and say whose they are. */
const fileAt = ({ path }: SandboxRequest) => /^\/report-files\/([A-Z0-9]+)(\/.+)$/.exec(path)
/** Parts of uploads, likewise. */
const partAt = ({ path }: SandboxRequest) => /^\/upload-parts\/([A-Z0-9]+)(\/.+)$/.exec(path)
/** The key id that a token names; whether it is that key's is another question. */
const keyIdOf = (request: SandboxRequest): string => {
  const owner = (fileAt(request) ?? partAt(request))?.[1]
  if (owner !== undefined) return owner
  const [header = ""] = (bearerOf(request) ?? "").split(".")
  try {
    return textAt(JSON.parse(Buffer.from(header, "base64url").toString()), "kid") ?? "nobody"
  } catch {
    return "nobody"
  }
}

const notAuthorized = failure(401, {
  code: "NOT_AUTHORIZED",
  title: "Authentication credentials are missing or invalid.",
  detail: "Provide a properly configured and signed bearer token, and make sure that it has not expired."
})

/** The key of a request, if its token is one that the vendor takes. */
const keyOf = async (request: SandboxRequest, { keys, skewMs }: Shared, nowMs: number): Promise<Key | undefined> => {
  const key = keys.get(keyIdOf(request))
  if (key === undefined || key.revoked) return undefined
  const vendorMs = nowMs + skewMs
  const checked = await verifyToken(bearerOf(request) ?? "", {
    key: key.publicKey,
    algorithms: ["ES256"],
    audience: "appstoreconnect-v1",
    lifetimeMax,
    nowMs: vendorMs,
    ...(key.issuerId === individual ? {} : { issuer: key.issuerId })
  })
  if (!checked.ok) return undefined
  const { iat, iss, sub } = checked.claims
  // One that was signed in the future of the vendor's clock isn't believed either.
  if (Number(iat) * 1_000 > vendorMs + 60_000) return undefined
  if (key.issuerId === individual) return iss === undefined && sub === "user" ? key : undefined
  return key
}

const refusalOf = ({ agreements, role }: Key): Reply | undefined => {
  if (!agreements) {
    return failure(403, {
      code: "FORBIDDEN.REQUIRED_AGREEMENTS_MISSING_OR_EXPIRED",
      title: "A required agreement is missing or has expired.",
      detail: "This request requires an in-effect agreement that has not been signed or has expired."
    })
  }
  return role === "APP_MANAGER"
    ? undefined
    : failure(403, {
        code: "FORBIDDEN_ERROR",
        title: "This request is forbidden for security reasons",
        detail: "The API key in use does not allow this request"
      })
}

/** What somebody asked this key's requests to be refused with, for as long as they want. */
const orderedRefusal = ({ refusals }: Shared, { keyId }: Key, { method }: SandboxRequest): Reply | undefined => {
  const ordered = refusals.get(keyId)
  return ordered === undefined || (ordered.method ?? method) !== method ? undefined : failure(ordered.status, ordered)
}

const quotaHeaders = (limit: number, remaining: number) => ({
  "x-rate-limit": `user-hour-lim:${limit};user-hour-rem:${remaining};`
})
/** Counts a request against the key's hour; what is left of it, below zero once it is used up. */
const count = ({ used }: Shared, keyId: string, nowMs: number): number => {
  const hour = Math.floor(nowMs / 3_600_000)
  const known = used.get(keyId)
  const mine = known?.hour === hour ? known : { hour, count: 0 }
  used.set(keyId, mine)
  mine.count += 1
  return perHour(keyId) - mine.count
}
const limited = failure(429, {
  code: "RATE_LIMIT_EXCEEDED",
  title: "The request rate limit has been reached.",
  detail: "We've received too many requests for this API. Please wait and try again or slow down your request rate."
})

export default defineDouble({
  name: host,
  open: async (): Promise<Shared> => {
    const keys = new Map<string, Key>()
    await issue(keys)
    return { keys, refusals: new Map(), used: new Map(), skewMs: 0, origin: undefined }
  },
  credentialOf: keyIdOf,
  seed: (keyId, { nowMs, shared, worlds }): Owned => ownedBy(shared.keys.get(keyId)?.number ?? 0, worlds, nowMs),
  describedBy: {
    files: [
      "appstoreconnect-4.4.1.monetization.openapi.json",
      "appstoreconnect-4.4.1.reviews-analytics-metadata.openapi.json"
    ],
    // Review screenshots aren't among the paths of the saved description.
    except: [/^\/report-files\//, /^\/upload-parts\//, /AppStoreReviewScreenshots?(?:\/|$)/i],
    // Seen live, and described nowhere: 500 of a first price, 404 of a day without sales.
    statuses: [404, 500],
    queries: ["cursor"]
  },
  refuse: ({ message, retryAfterSeconds, status }) => {
    const codes: Readonly<Record<number, string>> = {
      401: "NOT_AUTHORIZED",
      403: "FORBIDDEN_ERROR",
      409: "STATE_ERROR",
      429: "RATE_LIMIT_EXCEEDED"
    }
    const title = message ?? "The vendor says no."
    const reply = failure(status, { code: codes[status] ?? "UNEXPECTED_ERROR", title, detail: title })
    return retryAfterSeconds === undefined
      ? reply
      : { ...reply, headers: { ...reply.headers, "retry-after": String(retryAfterSeconds) } }
  },
  quotaHeaders: ({ limit, remaining }) => quotaHeaders(limit, remaining),
  handle: async (request, { nowMs, origin, shared, state }) => {
    const file = fileAt(request)?.[2]
    if (file !== undefined) return fileAnswer({ request: { ...request, path: file }, reporting: state.reporting })
    const part = partAt(request)?.[2]
    if (part !== undefined) return partAnswer({ ...request, path: part, body: "" }, state)
    const key = await keyOf(request, shared, nowMs)
    const base = shared.origin ?? `${origin}/${host}`
    const files = `${base}/report-files/${keyIdOf(request)}`
    const uploads = `${base}/upload-parts/${keyIdOf(request)}`
    const remaining = count(shared, keyIdOf(request), nowMs)
    const reply =
      key === undefined
        ? notAuthorized
        : remaining < 0
          ? limited
          : (refusalOf(key) ??
            orderedRefusal(shared, key, request) ??
            reportsAnswer({ request, base, files, reporting: state.reporting, nowMs }) ??
            answerTo({ request, base, uploads, owned: state, nowMs }))
    return {
      ...reply,
      headers: {
        ...reply.headers,
        ...quotaHeaders(perHour(keyIdOf(request)), Math.max(0, remaining)),
        date: new Date(nowMs + shared.skewMs).toUTCString(),
        "x-apple-request-uuid": `${keyIdOf(request)}-${perHour(keyIdOf(request)) - remaining}`
      }
    }
  },
  control: {
    /**
     * Credentials of a new owner: `{ role: "MARKETING", agreements: false, individual: true }`. With `demo: true` what they
     * have is under the same ids as the demo owner's, and still their own.
     */
    issue: async (input, { shared }) => credentialsOf(await issue(shared.keys, input)),
    revoke: (keyId, { shared }) => {
      const key = shared.keys.get(String(keyId))
      if (key !== undefined) key.revoked = true
    },
    /**
     * Refuses a key's requests in the vendor's words: `{ keyId, status, code, title, detail, pointer, parameter, method }`.
     * Without a status it ends.
     */
    refuse: (input, { shared }) => {
      const keyId = textAt(input, "keyId") ?? ""
      const status = Number(at(input, "status") ?? 0)
      const said = (name: string) => textAt(input, name)
      const [detail, pointer, parameter] = [said("detail"), said("pointer"), said("parameter")]
      if (status === 0) shared.refusals.delete(keyId)
      else
        shared.refusals.set(keyId, {
          status,
          method: said("method"),
          code: said("code") ?? "UNEXPECTED_ERROR",
          title: said("title") ?? "The vendor says no.",
          ...(detail === undefined ? {} : { detail }),
          ...(pointer === undefined ? {} : { pointer }),
          ...(parameter === undefined ? {} : { parameter })
        })
    },
    /** The vendor's clock is ahead by so many ms. */
    skew: (ms, { shared }) => {
      shared.skewMs = Number(ms)
    },
    /** Where links of pages lead: the address of a proxy; null ends that. */
    origin: (url, { shared }) => {
      shared.origin = typeof url === "string" ? url : undefined
    },
    /** What was done with a key, with the bodies as they were sent. */
    writes: (keyId, { stateOf }) => stateOf(String(keyId)).writes,
    /** What the owner of a key has. */
    owned: (keyId, { stateOf }) => stateOf(String(keyId)),
    /** So many more in-app purchases of an app: `{ keyId, appId, count }`. */
    catalogue: (input, { stateOf }) => {
      addCatalogue(stateOf(textAt(input, "keyId") ?? ""), textAt(input, "appId") ?? "", Number(at(input, "count")))
    },
    /** Somebody moves a product in the console itself: `{ keyId, id, state }`. */
    move: (input, { nowMs, stateOf }) => {
      const state = textAt(input, "state") ?? ""
      const product = stateOf(textAt(input, "keyId") ?? "").products.find(({ id }) => id === textAt(input, "id"))
      if (product === undefined) throw new Error("There's no such product.")
      product.state = state
      product.submittedMs = state === "WAITING_FOR_REVIEW" ? nowMs : null
    }
  },
  /** Connects the account to its own reports, by the key that anybody may try. */
  demo: ({ nowMs, shared, worlds }) => {
    const key = shared.keys.get(demoKeyId)
    if (key === undefined) return []
    const { vendorNumber } = ownedBy(key.number, worlds, nowMs).reporting
    return [{ method: "POST", path: "/v1/connect/storea/credentials", body: { ...credentialsOf(key), vendorNumber } }]
  },
  credentials: ({ shared }) => {
    const key = shared.keys.get(demoKeyId)
    return key === undefined ? {} : credentialsOf(key)
  },
  samples: ({ nowMs, worlds }) => {
    const owned = ownedBy(0, worlds, nowMs)
    const [app] = owned.apps
    const draft = owned.products.find(({ kind }) => kind === "iap")
    const subscription = owned.products.find(({ kind }) => kind === "subscription")
    const localization = owned.localizations.find(({ parentId }) => parentId === draft?.id)
    if (app === undefined || draft === undefined || subscription === undefined || localization === undefined) return {}
    return {
      appId: app.id,
      iapId: draft.id,
      groupId: subscription.groupId ?? "",
      subscriptionId: subscription.id,
      localizationId: localization.id,
      availabilityId: app.id,
      territoryAvailabilityId: opaque({ s: app.id, t: "USA" })
    }
  }
})
