/** Somebody's own server that gets the daily reports: a page with what came, and answers of any kind. */
import {
  defineDouble,
  field,
  hmac,
  html,
  json,
  nothing,
  type Reply,
  type SandboxRequest,
  sameSignature,
  text
} from "@storeglass/sandbox"
import { deliveriesPage } from "./page.ts"

/** A request that came, and whether its signature is what the secret makes of it. */
export interface Received {
  readonly atMs: number
  readonly status: number
  readonly event: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Null: there is none to check, or no secret to check it with. */
  readonly isVerified: boolean | null
}
interface State {
  readonly received: Array<Received>
  /** Given in turn; then 204. */
  answers: Array<{ readonly status: number; readonly location?: string; readonly bytes?: number }>
  secret: string | null
}

export const demoSecret = "sandbox-webhook-secret"
const keptMax = 5_000
const shownHeaders = /^(content-type|user-agent|webhook-.*|x-cofounder-secret)$/
const eventOf = (body: string): string => {
  try {
    return String(field(JSON.parse(body), "event"))
  } catch {
    return "(not JSON)"
  }
}

const isVerified = ({ bytes, headers }: SandboxRequest, secret: string | null): boolean | null => {
  const { "webhook-id": id, "webhook-signature": signatures, "webhook-timestamp": timestamp } = headers
  if (signatures === undefined || secret === null) return null
  const key = secret.startsWith("whsec_") ? Buffer.from(secret.slice("whsec_".length), "base64") : secret
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), Buffer.from(bytes)])
  const wanted = `v1,${hmac(key, signed, { encoding: "base64" })}`
  return signatures.split(" ").some((given) => sameSignature(given, wanted))
}

const receive = (request: SandboxRequest, state: State, atMs: number): Reply => {
  const { bytes = 0, location, status } = state.answers.shift() ?? { status: 204 }
  state.received.push({
    atMs,
    status,
    event: eventOf(request.body),
    headers: Object.fromEntries(Object.entries(request.headers).filter(([name]) => shownHeaders.test(name))),
    body: request.body,
    isVerified: isVerified(request, state.secret)
  })
  if (state.received.length > keptMax) state.received.shift()
  const headers = location === undefined ? {} : { location }
  return bytes > 0
    ? text(status, "x".repeat(bytes), headers)
    : status === 204
      ? nothing(204)
      : json(status, { status }, headers)
}

const nameOf = (input: unknown) => String(field(input, "name") ?? "demo")

export default defineDouble({
  name: "webhook",
  page: "Daily reports",
  seed: (): State => ({ received: [], answers: [], secret: demoSecret }),
  // Each path below is another receiver.
  credentialOf: ({ path }) => path.split("/")[1] || "demo",
  headersKept: ["webhook-id"],
  isRead: ({ method }) => method === "GET",
  control: {
    /** `{ name? }`: what a receiver got, oldest first. */
    received: (input, { stateOf }) => stateOf(nameOf(input)).received,
    /** `{ name?, answers: [{ status, location?, bytes? }] }`: what the next requests are answered with. */
    answer: (input, { stateOf }) => {
      const answers = field(input, "answers")
      stateOf(nameOf(input)).answers = Array.isArray(answers) ? answers : []
    },
    /** `{ name?, secret }`: with what signatures are checked. */
    secret: (input, { stateOf }) => {
      const secret = field(input, "secret")
      stateOf(nameOf(input)).secret = typeof secret === "string" ? secret : null
    }
  },
  /** The demo account's own address, switched on once it keeps an app. */
  demo: ({ address }) => [
    {
      method: "PUT",
      path: "/v1/cofounder/integrations/webhook",
      body: { credentials: { url: `${address("webhook")}/demo` }, integrationConfig: { secret: demoSecret } }
    },
    {
      method: "PUT",
      path: "/v1/cofounder/preferences",
      body: { enabledIntegrations: ["webhook"] },
      until: { path: "/v1/user/apps?limit=1", holds: (items) => items.length > 0 }
    }
  ],
  handle: (request, { nowMs, state }) =>
    request.method === "POST" ? receive(request, state, nowMs) : html(200, deliveriesPage(state.received))
})
