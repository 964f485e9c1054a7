import {
  asConnectorAnswer,
  Connections,
  Content,
  type Credential,
  type OpenWrite,
  readAnswer,
  refusedBy,
  Tokens,
  UnusableCredentials,
  Upstreams,
  type VendorWrites,
  Verdict,
  writeOperation
} from "@storeglass/plugin-api"
import { Effect, Redacted, Schema } from "effect"
import { connectionPath } from "./api.ts"
import { Campaign, Report } from "./schema.ts"

export const kind = "trial"
export const saved = asConnectorAnswer({ credentials: "saved", connectRoute: `PUT ${connectionPath}` })
export const SetBudget = writeOperation("trial.campaign.budget", {
  before: Campaign,
  intent: Campaign,
  after: Campaign,
  readsLagMs: 0
})

export const Config = Schema.Struct({
  apiUrl: Schema.String.annotate({ description: "The vendor's API." }),
  tokenUrl: Schema.String.annotate({ description: "Where it gives tokens." }),
  webhookSecret: Schema.RedactedFromValue(Schema.String).annotate({
    description: "What the vendor signs its webhooks with."
  })
})
export type Config = typeof Config.Type

const Pair = Schema.fromJsonString(Schema.Tuple([Schema.String, Schema.String]))
const Token = Schema.Struct({ token: Schema.String, expiresInSeconds: Schema.Int })
const Owner = Schema.Struct({ organisation: Schema.String })
const Said = Schema.Record(Schema.String, Schema.String)

/** The vendor as this plugin asks it. */
export const makeVendor = Effect.fnUntraced(function* ({ apiUrl, tokenUrl }: Config) {
  const tokens = yield* Tokens
  const content = yield* Content
  const connections = yield* Connections
  const upstreams = yield* Upstreams
  const api = yield* upstreams.make({ name: "trial.api", baseUrl: apiUrl, attempts: 1 })
  const issuer = yield* upstreams.make({ name: "trial.token", baseUrl: tokenUrl })
  const source = yield* tokens.make({
    source: kind,
    mint: Effect.fnUntraced(function* ({ lane, secret }: Credential, nowMs: number) {
      const [iss, key] = yield* Effect.orDie(Schema.decodeEffect(Pair)(Redacted.value(secret)))
      const iat = Math.floor(nowMs / 1000)
      const claims = { iss, aud: "trial-vendor", iat, exp: iat + 300 }
      const signed = yield* Effect.mapError(
        tokens.sign({ alg: "ES256", key: Redacted.make(key), claims }),
        ({ expected }) => new UnusableCredentials({ problem: "unreadable", header: "privateKey", expected })
      )
      const body = JSON.stringify({ assertion: Redacted.value(signed) })
      const answer = yield* issuer.request({ method: "POST", path: "/token", body, lane, repeatable: true })
      if (answer.status === 401) return { refused: true as const, headers: answer.headers }
      const { expiresInSeconds, token } = yield* readAnswer(issuer, Token, answer, "a token")
      return { token: Redacted.make(token), forMs: expiresInSeconds * 1000 }
    })
  })
  const bearer = (token: Redacted.Redacted<string>) => ({
    authorization: Redacted.make(`Bearer ${Redacted.value(token)}`)
  })
  const ask = Effect.fnUntraced(function* <A>(
    { lane, ...from }: Credential,
    schema: Schema.Codec<A, unknown>,
    path: string,
    written?: object
  ) {
    const change = written === undefined ? {} : { method: "PUT" as const, body: JSON.stringify(written) }
    const answer = yield* source.send({ lane, ...from }, (token) =>
      api.request({ path, lane, headers: bearer(token), ...change })
    )
    if (answer.status === 200) return yield* readAnswer(api, schema, answer, path)
    const { code, message } = yield* readAnswer(api, Said, answer, "a refusal")
    return yield* refusedBy("the trial's vendor", answer.status, { code, sentence: message })
  })
  const campaign = (from: Credential, id: string) => ask(from, Campaign, `/campaigns/${id}`)
  return {
    connection: (accountId: string) => connections.use(accountId, kind),
    owner: (from: Credential) => ask(from, Owner, "/me"),
    campaign,
    setBudget: (from: Credential, intent: Campaign) => ask(from, Campaign, `/campaigns/${intent.id}`, intent),
    report: Effect.fnUntraced(function* ({ lane, ...from }: Credential) {
      const { body } = yield* source.send({ lane, ...from }, (token) =>
        api.requestBytes({ path: "/report", lane, headers: bearer(token) })
      )
      const [, ...rows] = (yield* content.text(body)).trim().split("\n")
      const total = rows.reduce((sum, row) => sum + Number(row.split(",")[1]), 0)
      return yield* Effect.orDie(Schema.decodeEffect(Report)({ rows: rows.length, total }))
    }),
    settling: {
      verify: Effect.fnUntraced(function* ({ accountId, intent }: OpenWrite<unknown, Campaign>) {
        const now = yield* campaign(yield* connections.use(accountId, kind), intent.id)
        return now.budget === intent.budget ? Verdict.applied(now) : Verdict.absent
      })
    }
  }
})
export type Vendor = Effect.Success<ReturnType<typeof makeVendor>>
export type Writes = VendorWrites["Service"]
