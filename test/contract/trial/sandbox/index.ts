/** The trial's vendor: campaigns, a gzip report and signed webhooks, for clients with ES256 keys. */
import { defineDouble, gzipFile, hmac, json, makeKeyPair, signedTokens, verifyToken } from "@storeglass/sandbox"

const { saidBy: clientOf, tokenOf } = signedTokens("the trial vendor's own")
const fieldsOf = (text: string): object => {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
const field = (value: unknown, name: string): unknown => Reflect.get(Object(value), name)

export default defineDouble({
  name: "trial",
  open: () => ({ keys: new Map<string, string>() }),
  credentialOf: (request) => clientOf(request) ?? "nobody",
  seed: (): { budget: number; readonly writes: Array<number> } => ({ budget: 100, writes: [] }),
  refuse: ({ message = "Not so.", retryAfterSeconds, status }) =>
    json(
      status,
      { code: `VENDOR_${status}`, message },
      retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }
    ),
  control: {
    issue: async (_input, { shared }) => {
      const clientId = `client-${shared.keys.size + 1}`
      const { privateKey, publicKey } = await makeKeyPair()
      shared.keys.set(clientId, publicKey)
      return { clientId, privateKey }
    },
    writes: (clientId, { stateOf }) => stateOf(String(clientId)).writes,
    /** A webhook as the vendor sends it: its headers and body. */
    webhook: (input, { nowMs }) => {
      const [id, body, secret] = ["id", "body", "secret"].map((name) => String(field(input, name)))
      const timestamp = String(Math.floor(nowMs / 1000))
      const key = Buffer.from(String(secret).slice("whsec_".length), "base64")
      const signature = hmac(key, `${id}.${timestamp}.${body}`, { encoding: "base64" })
      return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` }
    }
  },
  hosts: {
    "trial-token": {
      isRead: () => true,
      handle: async ({ body }, { nowMs, shared }) => {
        const assertion = String(field(fieldsOf(body), "assertion"))
        for (const [issuer, key] of shared.keys) {
          const rules = { key, algorithms: ["ES256"], audience: "trial-vendor", issuer, lifetimeMax: 600, nowMs }
          const { ok } = await verifyToken(assertion, rules)
          if (ok) return json(200, { token: tokenOf(issuer), expiresInSeconds: 600 })
        }
        return json(401, { code: "UNKNOWN_CLIENT", message: "No such client." })
      }
    },
    "trial-api": {
      handle: ({ body, method, path }, { credential, state }) => {
        if (credential === "nobody") return json(401, { code: "BAD_TOKEN", message: "This token is not taken." })
        if (path === "/me") return json(200, { organisation: `of ${credential}` })
        if (path === "/report") return gzipFile("report.csv.gz", `day,spend\n1,${state.budget}\n2,7\n`)
        if (path !== "/campaigns/one") return json(404, { code: "NO_CAMPAIGN", message: "There is none." })
        if (method === "PUT") {
          const budget = Number(field(fieldsOf(body), "budget"))
          if (budget > 1_000) return json(422, { code: "TOO_DEAR", message: "At most 1000." })
          state.budget = budget
          state.writes.push(budget)
        }
        return json(200, { id: "one", budget: state.budget })
      }
    }
  }
})
