/** A vendor of one kind of thing, whose credentials are a client id with an ES256 key. */
import { defineDouble, json, makeKeyPair, signedTokens, verifyToken } from "@storeglass/sandbox"

const audience = "fixture-vendor"

const { saidBy: clientOf, tokenOf } = signedTokens("the fixture vendor's own")
const refusal = (status: number, code: string, message: string, more: object = {}) =>
  json(status, { code, message, ...more })

const read = (body: string): { readonly value?: unknown; readonly assertion?: unknown } => {
  try {
    return Object(JSON.parse(body))
  } catch {
    return {}
  }
}

/** A new customer's credentials. */
const issue = async (keys: Map<string, string>) => {
  const clientId = `client-${keys.size + 1}`
  const { privateKey, publicKey } = await makeKeyPair()
  keys.set(clientId, publicKey)
  return { clientId, privateKey }
}

export default defineDouble({
  name: "connector",
  open: () => ({ keys: new Map<string, string>(), revoked: new Set<string>() }),
  credentialOf: (request) => clientOf(request) ?? "nobody",
  seed: (): { readonly things: Record<string, string>; readonly writes: Array<string> } => ({
    things: { one: "first" },
    writes: []
  }),
  demo: async ({ shared }) => [{ method: "PUT", path: "/v1/connector/connection", body: await issue(shared.keys) }],
  control: {
    issue: (_input, { shared }) => issue(shared.keys),
    revoke: (clientId, { shared }) => {
      shared.revoked.add(String(clientId))
    },
    writes: (clientId, { stateOf }) => stateOf(String(clientId)).writes
  },
  refuse: ({ message = "Not so.", retryAfterSeconds, status }) =>
    json(
      status,
      { code: `VENDOR_${status}`, message, right: "Things: write" },
      retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }
    ),
  hosts: {
    "connector-token": {
      isRead: () => true,
      handle: async (request, { nowMs, shared }) => {
        const assertion = String(read(request.body).assertion)
        for (const [clientId, key] of shared.keys) {
          const rules = { key, algorithms: ["ES256"], audience, issuer: clientId, lifetimeMax: 600, nowMs }
          const checked = shared.revoked.has(clientId) ? { ok: false } : await verifyToken(assertion, rules)
          if (checked.ok) return json(200, { token: tokenOf(clientId), expiresInSeconds: 600 })
        }
        return refusal(401, "UNKNOWN_CLIENT", "No such client.")
      }
    },
    connector: {
      handle: ({ body, method, path, ...request }, { credential, shared, state }) => {
        if (credential === "nobody" || shared.revoked.has(credential) || request.headers.authorization === undefined) {
          return refusal(401, "BAD_TOKEN", "This token is not taken.")
        }
        const id = /^\/things\/(\w+)$/.exec(path)?.[1] ?? ""
        const now = state.things[id]
        if (now === undefined) return refusal(404, "NO_SUCH_THING", "There is no such thing.")
        if (method === "GET") return json(200, { id, value: now })
        const { value } = read(body)
        if (typeof value !== "string" || value === "") {
          return refusal(422, "BAD_VALUE", "The value is not\u0007 a word.", { field: "value" })
        }
        state.things[id] = value
        state.writes.push(value)
        return json(200, { id, value }, { "x-vendor-request": `w${state.writes.length}` })
      }
    }
  }
})
