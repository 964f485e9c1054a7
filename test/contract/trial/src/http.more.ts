import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import {
  asDocumented,
  Caller,
  Deliveries,
  Exchange,
  Files,
  InvalidInput,
  Jobs,
  Schedules,
  Tokens
} from "@storeglass/plugin-api"
import { Clock, Effect, Redacted, Stream } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { HttpApiBuilder } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { Api } from "./api.ts"
import { hookName, Sync, Tell } from "./jobs.ts"

const dayMs = 86_400_000
const refused = (field: string) => (error: { readonly message: string }) =>
  Effect.fail(new InvalidInput(`${field} (body): ${error.message}`))

export const MoreHttp = HttpApiBuilder.group(Api, "trial", (handlers) =>
  Effect.gen(function* () {
    const deliveries = yield* Deliveries
    const files = yield* Files
    const jobs = yield* Jobs
    const schedules = yield* Schedules
    const tokens = yield* Tokens
    const sql = yield* SqlClient.SqlClient
    return handlers.handleAll({
      events: () =>
        Effect.map(Exchange, ({ draining }) =>
          Stream.concat(Stream.make({ tick: "first" }), Stream.fromEffect(Effect.as(draining, { tick: "goodbye" })))
        ),
      upload: ({ payload: { file, name } }) =>
        Effect.gen(function* () {
          const { accountId } = yield* Caller
          const bytes = yield* Effect.promise(() => readFile(file.path))
          const expiresAtMs = (yield* Clock.currentTimeMillis) + dayMs
          const stored = yield* files.put({ accountId, name, type: "text/plain", bytes, expiresAtMs })
          return { data: { url: stored.url, bytes: stored.size } }
        }).pipe(Effect.catchTag("FileRefused", refused("file"))),
      sign: ({ payload: { privateKey } }) =>
        tokens.sign({ alg: "ES256", key: Redacted.make(privateKey), claims: { iss: "trial" } }).pipe(
          Effect.map((token) => ({ data: { token: Redacted.value(token) } })),
          Effect.catchTag("SigningKeyUnreadable", ({ expected }) =>
            Effect.fail(new InvalidInput(`privateKey (body): must be ${expected}`))
          )
        ),
      greet: ({ headers: { "x-trial-region": region, "x-trial-token": token } }) =>
        Effect.succeed({ data: { region, digest: createHash("sha256").update(Redacted.value(token)).digest("hex") } }),
      hook: ({ payload: { url } }) =>
        Effect.gen(function* () {
          const { accountId } = yield* Caller
          const { endpoint, secret } = yield* deliveries.register({ accountId, name: hookName, url })
          return { data: { endpointId: endpoint.id, secret: secret === undefined ? null : Redacted.value(secret) } }
        }).pipe(Effect.catchTag("EgressRefused", refused("url"))),
      tell: ({ payload: { text } }) =>
        Effect.gen(function* () {
          const { accountId } = yield* Caller
          yield* jobs.enqueue(Tell, { accountId, text, id: uuidV7Unsafe() })
          return { data: { accepted: true } }
        }).pipe(Effect.provideService(SqlClient.SqlClient, sql), asDocumented),
      schedule: ({ payload: { everyMinutes } }) =>
        Effect.gen(function* () {
          const { accountId } = yield* Caller
          const which = { plugin: "trial", accountId, name: "sync" }
          yield* schedules.set({ ...which, everyMs: everyMinutes * 60_000, job: Sync, payload: { accountId } })
          const [set] = yield* schedules.list(which)
          return { data: { nextAtMs: set?.nextAtMs ?? 0 } }
        }).pipe(
          Effect.provideService(SqlClient.SqlClient, sql),
          Effect.catchTag("ScheduleInvalid", refused("everyMinutes")),
          asDocumented
        )
    })
  })
)
