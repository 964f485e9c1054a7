import {
  asConnectorAnswer,
  Caller,
  Connections,
  type Credential,
  confirmationField,
  connectingErrors,
  consoleErrors,
  declare,
  definePlugin,
  Endpoint,
  group,
  type OpenWrite,
  Param,
  planIdField,
  previewFlag,
  readAnswer,
  refusedBy,
  savedErrors,
  Tokens,
  UnusableCredentials,
  type UpstreamRequest,
  Upstreams,
  VendorWrites,
  Verdict,
  vendorWrite,
  writeAnswers,
  writeErrors,
  writeOperation
} from "@storeglass/plugin-api"
import { Effect, Redacted, Schema } from "effect"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint } from "effect/http-api"
import manifest from "../package.json" with { type: "json" }

const kind = "connector"
const Thing = Schema.Struct({ id: Schema.String, value: Schema.String }).annotate({ identifier: "ConnectorThing" })
const Status = Schema.Struct({ state: Schema.String }).annotate({ identifier: "ConnectorStatus" })
const Said = Schema.Record(Schema.String, Schema.String)
const Token = Schema.Struct({ token: Schema.String, expiresInSeconds: Schema.Int })
const Pair = Schema.fromJsonString(Schema.Tuple([Schema.String, Schema.String]))
const Config = Schema.Struct({ apiUrl: Schema.String, tokenUrl: Schema.String })
const SetThing = writeOperation("connector.thing.set", { before: Thing, intent: Thing, after: Thing, readsLagMs: 0 })

const means = "the value is replaced"
const params = { thingId: Param.text({ max: 40, description: "Which thing.", example: "one" }) }
const headers = {
  "x-client-id": Param.optional(Param.header({ description: "The client's id.", secret: true })),
  "x-client-key": Param.optional(Param.header({ description: "The client's P-256 key, PKCS#8.", secret: true }))
}
const Client = Schema.Struct({ clientId: Schema.String, privateKey: Schema.String })
const Value = Schema.Struct({ value: Schema.String, planId: planIdField, confirm: confirmationField(means) })
const [at, things, console] = [
  "/v1/connector/connection",
  "/v1/connector/things/:thingId",
  "/v1/connector/console/:thingId"
] as const
const said = (summary: string, price = 0) => ({ summary, price, description: `${summary} at the fixture vendor.` })
const connect = Endpoint.put("connect", at, {
  payload: Client,
  answer: Status,
  errors: connectingErrors,
  ...said("Connect")
})
const status = Endpoint.get("status", at, { answer: Schema.NullOr(Status), ...said("Status") })
const disconnect = Endpoint.delete("disconnect", at, said("Disconnect"))
const read = Endpoint.get("read", things, { params, answer: Thing, errors: savedErrors, ...said("Read a thing", 1) })
const peek = Endpoint.get("peek", console, {
  params,
  headers,
  answer: Thing,
  errors: consoleErrors,
  ...said("Read a thing with credentials in headers", 1)
})
const written = { success: writeAnswers(Thing), error: [...savedErrors, ...writeErrors] } as const
const write = declare(
  HttpApiEndpoint.put("write", things, { params, query: { dryRun: previewFlag() }, payload: Value, ...written }),
  said("Write a thing", 2)
)
class Api extends HttpApi.make(kind).add(group(kind, connect, status, disconnect, read, peek, write)) {}

const saved = asConnectorAnswer({ credentials: "saved", connectRoute: `PUT ${at}` })
const unreadable = ({ expected }: { readonly expected: string }) =>
  new UnusableCredentials({ problem: "unreadable", header: "x-client-key", expected })

const makeVendor = Effect.fnUntraced(function* ({ apiUrl, tokenUrl }: typeof Config.Type) {
  const tokens = yield* Tokens
  const upstreams = yield* Upstreams
  const api = yield* upstreams.make({ name: "connector.api", baseUrl: apiUrl, timeoutMs: 1_000, attempts: 1 })
  const issuer = yield* upstreams.make({ name: "connector.token", baseUrl: tokenUrl })
  const source = yield* tokens.make({
    source: kind,
    mint: Effect.fnUntraced(function* ({ lane, secret }: Credential, nowMs: number) {
      const [iss, key] = yield* Effect.orDie(Schema.decodeEffect(Pair)(Redacted.value(secret)))
      const iat = Math.floor(nowMs / 1000)
      const claims = { iss, aud: "fixture-vendor", iat, exp: iat + 300 }
      const signed = yield* Effect.mapError(tokens.sign({ alg: "ES256", key: Redacted.make(key), claims }), unreadable)
      const body = JSON.stringify({ assertion: Redacted.value(signed) })
      const answer = yield* issuer.request({ method: "POST", path: "/token", body, lane, repeatable: true })
      if (answer.status === 401) return { refused: true as const, headers: answer.headers, sentence: "No such client." }
      const { expiresInSeconds, token } = yield* readAnswer(issuer, Token, answer, "a token")
      return { token: Redacted.make(token), forMs: expiresInSeconds * 1000 }
    })
  })
  return Effect.fn("connector.ask")(function* (credential: Credential, request: UpstreamRequest) {
    const { lane } = credential
    const bearer = (token: Redacted.Redacted<string>) => Redacted.make(`Bearer ${Redacted.value(token)}`)
    const answer = yield* source.send(credential, (token) =>
      api.request({ ...request, lane, headers: { authorization: bearer(token) } })
    )
    if (answer.status === 200) return yield* readAnswer(api, Thing, answer, "a thing")
    const { code, field, message, right } = yield* readAnswer(api, Said, answer, "a refusal")
    const told = { code, field, sentence: message }
    return yield* refusedBy("the fixture vendor", answer.status, told, { right, grantedAt: "Settings, Clients" })
  })
})

const live = (config: typeof Config.Type) =>
  HttpApiBuilder.group(Api, kind, (handlers) =>
    Effect.gen(function* () {
      const connections = yield* Connections
      const { credential } = yield* Tokens
      const writes = yield* VendorWrites
      const ask = yield* makeVendor(config)
      const get = (from: Credential, id: string) => ask(from, { path: `/things/${id}` })
      const account = Effect.map(Caller, ({ accountId }) => accountId)
      const connection = Effect.flatMap(account, (accountId) => connections.use(accountId, kind))
      const verify = Effect.fnUntraced(function* ({ accountId, intent }: OpenWrite<unknown, typeof Thing.Type>) {
        const now = yield* get(yield* connections.use(accountId, kind), intent.id)
        return now.value === intent.value ? Verdict.applied(now) : Verdict.absent
      })
      yield* writes.register(SetThing, { verify })
      return handlers.handleAll({
        connect: ({ payload: { clientId, privateKey } }) =>
          Effect.gen(function* () {
            const { secret } = credential(clientId, privateKey)
            const look = (candidate: Credential) => Effect.as(get(candidate, "one"), {})
            const { state } = yield* connections.connect({ accountId: yield* account, kind, secret, verify: look })
            return { data: { state } }
          }).pipe(asConnectorAnswer({ credentials: "connecting" })),
        status: () =>
          Effect.flatMap(account, (accountId) => connections.status(accountId, kind)).pipe(
            Effect.map((found) => ({ data: found === undefined ? null : { state: found.state } }))
          ),
        disconnect: () =>
          Effect.flatMap(account, (accountId) => Effect.asVoid(connections.disconnect({ accountId, kind }))),
        read: ({ params: { thingId } }) =>
          saved(Effect.flatMap(connection, (from) => Effect.map(get(from, thingId), (data) => ({ data })))),
        peek: ({ headers: { "x-client-id": id, "x-client-key": key }, params: { thingId } }) =>
          Effect.gen(function* () {
            const header = id === undefined ? "x-client-id" : "x-client-key"
            if (id === undefined || key === undefined)
              return yield* new UnusableCredentials({ problem: "missing", header })
            return { data: yield* get(credential(id, key), thingId) }
          }).pipe(asConnectorAnswer({ credentials: "headers" })),
        write: ({ params: { thingId: id }, payload: { confirm, planId, value }, query: { dryRun } }) =>
          Effect.flatMap(connection, (from) => {
            const body = JSON.stringify({ value })
            const sent = ask(from, { method: "PUT", path: `/things/${id}`, body })
            const identity = {
              operation: SetThing,
              target: `thing:${id}`,
              connection: from.lane,
              intent: { id, value }
            }
            return vendorWrite(writes, {
              ...identity,
              dryRun,
              planId,
              confirm: { flag: "confirm", given: confirm, means },
              read: saved(get(from, id)),
              diff: (before) => (before.value === value ? [] : [{ field: "value", from: before.value, to: value }]),
              unchanged: (before) => before,
              send: () => saved(Effect.map(sent, (after) => ({ after }))),
              verify
            })
          }).pipe(saved)
      })
    })
  )

const description = "A connector of one kind of thing, written on the shared services alone."
export default definePlugin({ id: kind, manifest, description, config: Config, api: Api, live })
