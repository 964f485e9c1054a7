import { asDocumented, Caller, definePlugin, Endpoint, Events, group, ServiceUnavailable } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { HttpApi, HttpApiBuilder } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { Cried } from "./contract.ts"
import manifest from "./package.json" with { type: "json" }

const Said = Schema.Struct({ text: Schema.String }).annotate({ identifier: "CrierSaid" })
const cry = Endpoint.post("cry", "/v1/crier/cries", {
  payload: Said,
  answer: Said,
  errors: [ServiceUnavailable.wire],
  summary: "Cry",
  description: "Tells all who listen."
})
class Api extends HttpApi.make("crier").add(group("crier", cry)) {}

export default definePlugin({
  id: "crier",
  manifest,
  description: "Publishes an event.",
  config: Schema.Struct({}),
  api: Api,
  live: () =>
    HttpApiBuilder.group(Api, "crier", (handlers) =>
      Effect.gen(function* () {
        const events = yield* Events
        const sql = yield* SqlClient.SqlClient
        return handlers.handle("cry", ({ payload: { text } }) =>
          Effect.flatMap(Caller, ({ accountId }) => events.publish(Cried, { accountId, text })).pipe(
            sql.withTransaction,
            Effect.provideService(SqlClient.SqlClient, sql),
            asDocumented,
            Effect.as({ data: { text } })
          )
        )
      })
    )
})
