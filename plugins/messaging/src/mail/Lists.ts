import { randomCode, rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

const Suppression = Schema.Struct({
  email: Schema.String,
  reason: Schema.Literals(["bounce", "complaint", "operator"]),
  detail: Schema.NullOr(Schema.String),
  sinceMs: Schema.Finite
})
/** An address that gets no mail any more, in lower case. */
export type Suppression = typeof Suppression.Type
const Subscription = Schema.Struct({
  email: Schema.String,
  kind: Schema.String,
  token: Schema.String,
  subscribed: Schema.NullOr(Schema.Boolean)
})
/** What an address wants of a kind of broadcasts; `subscribed` is null while it said nothing. */
export type Subscription = typeof Subscription.Type

const suppressionRows = rowsOf(Suppression)
const subscriptionRows = rowsOf(Subscription)
const emailRows = rowsOf(Schema.Struct({ email: Schema.String }))

/** Who gets no mail, and who wants which broadcasts. Addresses are in lower case. */
export class Lists extends Context.Service<Lists>()("@storeglass/messaging/Lists", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    return {
      /** Which of these get no mail. */
      suppressedOf: Effect.fn("Lists.suppressedOf")(function* (emails: ReadonlyArray<string>) {
        const rows = yield* emailRows(
          sql`SELECT email FROM messaging_suppressions WHERE email = ANY(${[...emails]}::text[])`
        )
        return new Set(rows.map(({ email }) => email))
      }),
      suppress: Effect.fn("Lists.suppress")(function* (
        emails: ReadonlyArray<string>,
        reason: Suppression["reason"],
        detail: string | null
      ) {
        const nowMs = yield* Clock.currentTimeMillis
        yield* sql`INSERT INTO messaging_suppressions (email, reason, detail, since_ms)
          SELECT DISTINCT lower(email), ${reason}, ${detail}, ${nowMs}::bigint FROM unnest(${[...emails]}::text[]) AS email
          ON CONFLICT (email) DO NOTHING`
      }),
      /** True: it was suppressed. */
      release: (email: string): Effect.Effect<boolean, SqlError.SqlError> =>
        Effect.map(
          sql`DELETE FROM messaging_suppressions WHERE email = ${email.toLowerCase()} RETURNING 1`,
          (rows) => rows.length > 0
        ),
      /** Newest first. */
      suppressions: (limit: number) =>
        suppressionRows(sql`SELECT email, reason, detail, since_ms::float8 AS "sinceMs" FROM messaging_suppressions
          ORDER BY since_ms DESC, email LIMIT ${limit}`),

      /** What these want of a kind, with a token each, made where there is none. */
      subscriptionsOf: Effect.fn("Lists.subscriptionsOf")(function* (kind: string, emails: ReadonlyArray<string>) {
        const nowMs = yield* Clock.currentTimeMillis
        const tokens = emails.map(() => randomCode())
        yield* sql`INSERT INTO messaging_subscriptions (email, kind, token, changed_ms)
          SELECT email, ${kind}, token, ${nowMs}::bigint
          FROM unnest(${[...emails]}::text[], ${tokens}::text[]) AS given (email, token)
          ON CONFLICT (kind, email) DO NOTHING`
        return yield* subscriptionRows(sql`SELECT email, kind, token, subscribed FROM messaging_subscriptions
          WHERE kind = ${kind} AND email = ANY(${[...emails]}::text[])`)
      }),
      byToken: (token: string) =>
        Effect.map(
          subscriptionRows(
            sql`SELECT email, kind, token, subscribed FROM messaging_subscriptions WHERE token = ${token}`
          ),
          ([found]) => found
        ),
      /** Gives what it now is; undefined: nobody has this token. */
      setByToken: Effect.fn("Lists.setByToken")(function* (token: string, subscribed: boolean) {
        const nowMs = yield* Clock.currentTimeMillis
        const [set] = yield* subscriptionRows(sql`UPDATE messaging_subscriptions
          SET changed_ms = CASE WHEN subscribed IS DISTINCT FROM ${subscribed} THEN ${nowMs}::bigint ELSE changed_ms END,
            subscribed = ${subscribed}
          WHERE token = ${token} RETURNING email, kind, token, subscribed`)
        return set
      }),
      set: Effect.fn("Lists.set")(function* (kind: string, email: string, subscribed: boolean) {
        const nowMs = yield* Clock.currentTimeMillis
        yield* sql`INSERT INTO messaging_subscriptions (email, kind, token, subscribed, changed_ms)
          VALUES (${email.toLowerCase()}, ${kind}, ${randomCode()}, ${subscribed}, ${nowMs}::bigint)
          ON CONFLICT (kind, email) DO UPDATE SET subscribed = excluded.subscribed, changed_ms = excluded.changed_ms`
      })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
