import { asDocumented, InvalidInput, NotFound, Param, rowsOf, StoredText } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { SqlClient } from "effect/sql"
import { changes, member, reading, sessionRoute } from "../dashboard.ts"
import { jsonRoute } from "../jsonRoute.ts"
import { dataOf } from "../request.ts"

/** More would be a second overview. */
const pinsMax = 12

const text = (max: number, description: string) => StoredText({ max, description })
const NewPin = Schema.Struct({
  panel: text(120, "The plugin and the panel's id: `apps app`."),
  block: text(200, "The operation that the block asks and its title, in English."),
  appId: text(255, "The app that was looked at."),
  platform: Schema.Literals(Param.platforms),
  country: Schema.String.check(Schema.isPattern(/^[a-z]{2}$/)),
  name: text(200, "What the app is called.")
})
const Pin = Schema.Struct({
  id: Schema.String.annotate({ format: "uuid" }),
  panel: Schema.String,
  block: Schema.String,
  appId: Schema.String,
  platform: Schema.Literals(Param.platforms),
  country: Schema.String,
  name: Schema.String
}).annotate({ identifier: "Pin" })
const Pins = Schema.Struct({
  pins: Schema.Array(Pin).annotate({ description: `The oldest first, ${pinsMax} at most.` })
}).annotate({ identifier: "Pins" })

const pinRows = rowsOf(Pin)

/** What the person pinned in the account that they look at. */
const own = Effect.gen(function* () {
  const { accountId, personId } = yield* member
  const sql = yield* SqlClient.SqlClient
  const pins = yield* asDocumented(
    pinRows(sql`SELECT id, panel, block, app_id AS "appId", platform, country, name FROM account_pins
      WHERE account_id = ${accountId}::uuid AND person_id = ${personId} ORDER BY created_at, id`)
  )
  return dataOf({ pins })
})

/** Blocks of an app's page that a person has on their overview. The page draws them; what they name may be gone. */
export const pinRoutes = () => [
  jsonRoute({
    ...sessionRoute,
    id: "pins",
    method: "GET",
    path: "/dashboard/api/pins",
    answer: Pins,
    errors: reading,
    summary: "What is pinned to the overview",
    description: "The person's own, in the account that they look at.",
    handler: () => own
  }),
  jsonRoute({
    ...sessionRoute,
    id: "pin",
    method: "POST",
    path: "/dashboard/api/pins",
    payload: NewPin,
    answer: Pins,
    errors: changes,
    summary: "Pin something to the overview",
    description: "What is pinned already stays as it is.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const { accountId, personId } = yield* member
        const { appId, block, country, name, panel, platform } = yield* payload
        const sql = yield* SqlClient.SqlClient
        const nowMs = yield* Clock.currentTimeMillis
        const taken = yield* asDocumented(
          sql.withTransaction(
            Effect.gen(function* () {
              // Two pages of one person pin one after the other.
              yield* sql`SELECT 1 FROM account_memberships
                WHERE account_id = ${accountId}::uuid AND person_id = ${personId} FOR UPDATE`
              const rows = yield* sql`
                INSERT INTO account_pins (id, account_id, person_id, panel, block, app_id, platform, country, name, created_at)
                SELECT gen_random_uuid(), ${accountId}::uuid, ${personId}, ${panel}, ${block}, ${appId}, ${platform},
                  ${country}, ${name}, to_timestamp(${nowMs / 1000})
                WHERE (SELECT count(*) FROM account_pins
                  WHERE account_id = ${accountId}::uuid AND person_id = ${personId}) < ${pinsMax}::int
                ON CONFLICT DO NOTHING RETURNING 1`
              if (rows.length > 0) return true
              const known = yield* sql`SELECT 1 FROM account_pins
                WHERE account_id = ${accountId}::uuid AND person_id = ${personId} AND panel = ${panel}
                  AND block = ${block} AND app_id = ${appId} AND platform = ${platform} AND country = ${country}`
              return known.length > 0
            })
          )
        )
        if (!taken) {
          return yield* new InvalidInput(`at most ${pinsMax} things can be pinned; take one off the overview first`)
        }
        return yield* own
      })
  }),
  jsonRoute({
    ...sessionRoute,
    id: "unpin",
    method: "DELETE",
    path: "/dashboard/api/pins/:id",
    answer: Pins,
    errors: [...changes, NotFound],
    summary: "Take something off the overview",
    description: "Only what the person pinned.",
    handler: () =>
      Effect.gen(function* () {
        const { accountId, personId } = yield* member
        const { id = "" } = yield* HttpRouter.params
        const sql = yield* SqlClient.SqlClient
        const gone = yield* asDocumented(
          sql`DELETE FROM account_pins
            WHERE account_id = ${accountId}::uuid AND person_id = ${personId} AND id::text = ${id} RETURNING 1`
        )
        if (gone.length === 0) return yield* new NotFound("no such pin; it may have been taken off already")
        return yield* own
      })
  })
]
