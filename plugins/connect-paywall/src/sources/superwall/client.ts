import {
  type Credential,
  readAnswer,
  refusedBy,
  Tokens,
  type Upstream,
  type UpstreamRequest,
  type UpstreamResponse,
  Upstreams
} from "@storeglass/plugin-api"
import { Effect, Exit, Redacted, Schema } from "effect"
import type { PaywallConfig } from "../../config.ts"
import { sayable } from "../../sayable.ts"
import { Refusal } from "./wire.ts"

export const grantedAt = "Settings, API Keys"

const segment = "(?!\\.{1,2}(?:/|$))[^/]+"
const application = `/v2/projects/${segment}/applications/${segment}`
const allowed = [
  ["GET", "/v2/me/organizations"],
  ["GET", "/v2/projects"],
  ["GET", `${application}/statistics`],
  ["GET", `${application}/recent-transactions`],
  ["GET", "/v2/charts/definitions"],
  ["POST", "/v2/charts/data"],
  ["GET", "/v2/campaigns"]
].map(([method, path]) => ({ method, pattern: new RegExp(`^${path}$`) }))

/** Whether a request only reads, and is one that this adapter was made for. The vendor also answers SQL; that isn't one. */
export const isAllowed = (method: string, path: string): boolean =>
  allowed.some((one) => one.method === method && one.pattern.test(path))

export interface Ask extends Pick<UpstreamRequest, "path" | "query" | "body" | "timeoutMs"> {
  readonly method?: "GET" | "POST"
  /** The scope that it takes, as the vendor's own reference says. */
  readonly scope: string
  /** Ids that the caller sent, which may be told in a refusal. */
  readonly ids?: ReadonlyArray<string>
}

const scopePattern = /\b[a-z][a-z_]*:(?:read|write)\b/

const decodeRefusal = Schema.decodeUnknownExit(Schema.fromJsonString(Refusal))
const sentenceOf = ({ body }: UpstreamResponse): string | undefined => {
  const said = decodeRefusal(body)
  if (Exit.isFailure(said)) return undefined
  const { error, message } = said.value
  return message ?? (typeof error === "string" ? error : error?.message)
}

const vendor = "paywall provider"
const day = 86_400_000
const queueMsMax = 5_000

/** Asks the vendor in an organization's name. */
export const makeClient = Effect.fnUntraced(function* (config: PaywallConfig) {
  const tokens = yield* Tokens
  const upstreams = yield* Upstreams
  const { baseUrl = "https://api.superwall.com", requestsPerSecond = 5, timeoutMs = 10_000 } = config
  const api = yield* upstreams.make({
    name: "paywall.api",
    baseUrl,
    timeoutMs,
    rateLimit: { requests: requestsPerSecond, windowMs: 1_000 },
    // A dashboard takes nine requests, and somebody may look at two.
    queueMsMax
  })
  // The key is its own token; what's gained is what follows a 401.
  const source = yield* tokens.make({
    source: vendor,
    mint: ({ secret }: Credential) => Effect.succeed({ token: secret, forMs: day })
  })
  const send = Effect.fn("paywall.send")(function* (
    from: Credential,
    { ids = [], method = "GET", scope, ...ask }: Ask
  ) {
    if (!isAllowed(method, ask.path)) {
      return yield* Effect.die(new Error(`${method} ${ask.path} isn't among the requests of this adapter`))
    }
    const answer = yield* source.send(from, (token) =>
      api.request({
        ...ask,
        method,
        lane: from.lane,
        repeatable: true,
        headers: {
          authorization: Redacted.make(`Bearer ${Redacted.value(token)}`),
          ...(ask.body === undefined ? {} : { "content-type": "application/json" })
        }
      })
    )
    if (answer.status === 200) return answer
    const sentence = sentenceOf(answer)
    const said = { sentence: sentence === undefined ? undefined : sayable(sentence, from.secret, ids) }
    const right = answer.status === 403 ? (scopePattern.exec(sentence ?? "")?.[0] ?? scope) : undefined
    return yield* refusedBy(vendor, answer.status, said, right === undefined ? {} : { right, grantedAt })
  })
  return {
    api,
    timeoutMs,
    send,
    ask: <A>(from: Credential, schema: Schema.Codec<A, unknown>, what: string, ask: Ask) =>
      Effect.flatMap(send(from, ask), (answer) => readAnswer(api, schema, answer, what))
  }
})
export type Client = Effect.Success<ReturnType<typeof makeClient>>
export type { Upstream }
