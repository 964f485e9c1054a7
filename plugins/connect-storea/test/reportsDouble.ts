import { bearerOf, defineDouble, json, makeKeyPair, type SandboxRequest, verifyToken } from "@storeglass/sandbox"
import { fileAnswer, type Reporting, reportingOf, reportsAnswer } from "../sandbox/reports.ts"

interface Key {
  readonly issuerId: string
  readonly keyId: string
  readonly privateKey: string
  readonly publicKey: string
  revoked: boolean
}
interface Shared {
  readonly keys: Map<string, Key>
}

const keyIdOf = (request: SandboxRequest) => {
  // Signed addresses bring no token, and say whose they are.
  const owner = /^\/(REPORTS\d+)\//.exec(request.path)?.[1]
  if (owner !== undefined) return owner
  const [header = ""] = (bearerOf(request) ?? "").split(".")
  const kid: unknown = header === "" ? undefined : JSON.parse(Buffer.from(header, "base64url").toString()).kid
  return typeof kid === "string" ? kid : ""
}
const text = (input: unknown, name: string) => {
  const value: unknown = Reflect.get(Object(input), name)
  return typeof value === "string" ? value : undefined
}

/** The console's reports at two hosts: the API, which verifies tokens, and the one that signed addresses lead to. */
export const reportsDouble = defineDouble({
  name: "reports",
  open: (): Shared => ({ keys: new Map() }),
  credentialOf: keyIdOf,
  seed: (keyId): Reporting => {
    const number = Number(keyId.replace(/\D/g, "") || "0")
    return reportingOf([
      { id: `64400${number}01`, sku: `sku.${number}.one` },
      { id: `64400${number}02`, sku: `sku.${number}.two` }
    ])
  },
  hosts: {
    "reports-api": {
      describedBy: {
        files: ["appstoreconnect-4.4.1.reviews-analytics-metadata.openapi.json"],
        statuses: [404]
      },
      handle: async (request, { nowMs, origin, shared, state }) => {
        const key = shared.keys.get(keyIdOf(request))
        const checked =
          key !== undefined &&
          !key.revoked &&
          (await verifyToken(bearerOf(request) ?? "", {
            key: key.publicKey,
            algorithms: ["ES256"],
            audience: "appstoreconnect-v1",
            issuer: key.issuerId,
            lifetimeMax: 1_200,
            nowMs
          }))
        if (checked === false || !checked.ok) {
          return json(401, { errors: [{ status: "401", code: "NOT_AUTHORIZED", title: "Credentials are invalid." }] })
        }
        const base = `${origin}/reports-api`
        // The same machine by another name: another host.
        const files = `${origin.replace("127.0.0.1", "localhost")}/reports-files/${keyIdOf(request)}`
        return (
          reportsAnswer({ request, base, files, reporting: state, nowMs }) ??
          json(404, { errors: [{ status: "404", code: "PATH_ERROR", title: "There's no such path." }] })
        )
      }
    },
    "reports-files": {
      handle: (request, { state }) =>
        fileAnswer({ request: { ...request, path: request.path.replace(/^\/[^/]+/, "") }, reporting: state })
    }
  },
  control: {
    issue: async (_, { shared }) => {
      const serial = String(shared.keys.size + 1).padStart(3, "0")
      const issuerId = `57246542-96fe-1a63-e053-0824d0110${serial}`
      const key = { issuerId, keyId: `REPORTS${serial}`, ...(await makeKeyPair()), revoked: false }
      shared.keys.set(key.keyId, key)
      return { issuerId, keyId: key.keyId, privateKey: key.privateKey }
    },
    revoke: (keyId, { shared }) => {
      const key = shared.keys.get(String(keyId))
      if (key !== undefined) key.revoked = true
    },
    /** What an owner has, for the test to read. */
    owned: (keyId, { stateOf }) => stateOf(String(keyId)),
    /** `{ keyId, … }`: sets what is named. */
    set: (input, { stateOf }) => {
      const { keyId: _, ...changed } = Object(input)
      Object.assign(stateOf(text(input, "keyId") ?? ""), changed)
    }
  }
})
