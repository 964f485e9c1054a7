import { ToldAlerts } from "@storeglass/alerts/contract"
import { Mailer, MailNotConfigured, rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AlertsNotConfigured } from "../errors.ts"
import { type ChannelName, channelNames } from "../schema.ts"

/** Of what is kept of a failure. */
export const messageMax = 200
const Row = Schema.Struct({
  name: Schema.Literals(channelNames),
  deliveredMs: Schema.NullOr(Schema.Finite),
  errorMs: Schema.NullOr(Schema.Finite),
  error: Schema.NullOr(Schema.String)
})
const rows = rowsOf(Row)

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const mailer = yield* Mailer
  // Where the plugin isn't enabled, alerts end in the log.
  const alerts = yield* Effect.serviceOption(ToldAlerts)
  const canBe = (name: ChannelName) => (name === "email" ? mailer.sends !== false : Option.isSome(alerts))
  const refusal = (name: ChannelName) =>
    name === "email"
      ? new MailNotConfigured("enabledIntegrations: this gateway sends no mail, so reports can't be mailed")
      : new AlertsNotConfigured("enabledIntegrations: this gateway has no plugin that sends alerts")

  const of = (accountId: string) =>
    rows(sql`SELECT name, delivered_ms::float8 AS "deliveredMs", error_ms::float8 AS "errorMs", error
      FROM cofounder_channels WHERE account_id = ${accountId}::uuid ORDER BY name`)

  return {
    /** Whether this gateway has what it takes. */
    canBe,
    /** Those that are enabled. */
    of,
    /** Enables these and no others, in the transaction at hand; gives those that changed. */
    set: Effect.fnUntraced(function* (accountId: string, wanted: ReadonlySet<ChannelName>) {
      const before = new Set((yield* of(accountId)).map(({ name }) => name))
      const changed = channelNames.filter((name) => before.has(name) !== wanted.has(name))
      for (const name of changed) {
        if (!wanted.has(name)) {
          yield* sql`DELETE FROM cofounder_channels WHERE account_id = ${accountId}::uuid AND name = ${name}`
        } else if (canBe(name)) {
          yield* sql`INSERT INTO cofounder_channels (account_id, name) VALUES (${accountId}::uuid, ${name})`
        } else return yield* refusal(name)
      }
      return changed
    }),
    /** Notes that something went out by it, or why nothing did. */
    note: Effect.fnUntraced(function* (accountId: string, name: ChannelName, error: string | null) {
      const nowMs = yield* Clock.currentTimeMillis
      yield* error === null
        ? sql`UPDATE cofounder_channels SET delivered_ms = ${nowMs}::bigint, error_ms = NULL, error = NULL
            WHERE account_id = ${accountId}::uuid AND name = ${name}`
        : sql`UPDATE cofounder_channels SET error_ms = ${nowMs}::bigint, error = ${error.slice(0, messageMax)}
            WHERE account_id = ${accountId}::uuid AND name = ${name}`
    }),
    /** Notes why nothing went out by any of them. */
    noteFailure: (accountId: string, error: string, atMs: number) =>
      sql`UPDATE cofounder_channels SET error_ms = ${atMs}::bigint, error = ${error.slice(0, messageMax)}
        WHERE account_id = ${accountId}::uuid`
  }
})

/** The ways beside the webhook that an account's reports go. */
export class Channels extends Context.Service<Channels, Effect.Success<typeof make>>()(
  "@storeglass/cofounder/Channels"
) {
  static readonly layer = Layer.effect(this, make)
}
