import { Clock, Context, Effect, Layer, Schema, Semaphore } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { TooManyAttempts } from "../errors.ts"
import { Secrets } from "../persons/Secrets.ts"

/** So many in any span of this length. */
export interface Limit {
  readonly name: string
  readonly max: number
  readonly windowMs: number
}

const minutes = 60_000
const hours = 60 * minutes

export const limits = {
  addressWrong: { name: "address-wrong", max: 20, windowMs: 15 * minutes },
  addressSignUps: { name: "address-sign-ups", max: 5, windowMs: hours },
  addressMails: { name: "address-mails", max: 10, windowMs: hours },
  emailMails: { name: "email-mails", max: 20, windowMs: 24 * hours },
  emailWrong: { name: "email-wrong", max: 10, windowMs: 15 * minutes },
  factorWrong: { name: "factor-wrong", max: 5, windowMs: 15 * minutes },
  /** By somebody who is signed in: whoever took their cookie may come from many networks. */
  personWrong: { name: "person-wrong", max: 10, windowMs: 15 * minutes },
  emailLocked: { name: "email-locked", max: 1, windowMs: hours },
  /** Wrong codes for an address that may be invited or not, for as long as an invitation is open. */
  emailCodes: { name: "email-codes", max: 5, windowMs: 7 * 24 * hours }
} as const satisfies Record<string, Limit>

/** Connections that count at once. */
const atOnceMax = 2

/** A place that was taken. */
export interface Taken {
  readonly id: string
  readonly atMs: number
  /** How many are taken now, with this one. */
  readonly used: number
}

const Used = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ used: Schema.Int })))
const Oldest = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ at: Schema.Number })))

/** Counts attempts in PostgreSQL, exactly, over all nodes. Who is counted is kept as a keyed hash. */
export class Limits extends Context.Service<
  Limits,
  {
    /** Takes a place, or fails with 429. */
    readonly take: (limit: Limit, who: string) => Effect.Effect<Taken, TooManyAttempts | SqlError.SqlError>
    /** Takes places of a mail: it counts for who asks and for whom it goes to, also where none goes out. */
    readonly takeMail: (network: string, email: string) => Effect.Effect<void, TooManyAttempts | SqlError.SqlError>
    readonly giveBack: (taken: Taken) => Effect.Effect<void, SqlError.SqlError>
    /** Whether all places are taken, without taking one. */
    readonly isFull: (limit: Limit, who: string) => Effect.Effect<boolean, SqlError.SqlError>
    /** Gives back all that is taken. */
    readonly forget: (limit: Limit, who: string) => Effect.Effect<void, SqlError.SqlError>
    /** Deletes what no longer counts. */
    readonly tidy: Effect.Effect<void, SqlError.SqlError>
  }
>()("@storeglass/account/Limits") {
  static readonly layer = Layer.effect(
    Limits,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { mark } = yield* Secrets
      // Attempts at the same time wait for one row. They wait here, so that they don't take the connections that others need.
      const turns = yield* Semaphore.make(atOnceMax)
      const idOf = ({ name }: Limit, who: string) => `${name}:${mark("limit", who).slice(0, 27)}`

      const refusalOf = Effect.fnUntraced(function* (limit: Limit, id: string, now: number) {
        const [first] = yield* Effect.flatMap(
          sql`SELECT (hits[cardinality(hits) - ${limit.max}::int + 1])::float8 AS at FROM account_limits WHERE id = ${id}
            AND cardinality(hits) >= ${limit.max}::int`,
          Oldest
        ).pipe(Effect.catchTag("SchemaError", Effect.die))
        const waitMs = Math.max(1_000, (first?.at ?? now) + limit.windowMs - now)
        const retryAfterSeconds = Math.ceil(waitMs / 1000)
        return new TooManyAttempts(`too many attempts; retry in ${retryAfterSeconds} s`, { retryAfterSeconds })
      })

      const take: Limits["Service"]["take"] = Effect.fn("Limits.take")(
        function* (limit, who) {
          const now = yield* Clock.currentTimeMillis
          const id = idOf(limit, who)
          const since = now - limit.windowMs
          const [row] = yield* Effect.flatMap(
            sql`INSERT INTO account_limits AS kept (id, hits, until_ms)
              VALUES (${id}, ARRAY[${now}::bigint], ${now + limit.windowMs}::bigint)
              ON CONFLICT (id) DO UPDATE SET until_ms = greatest(kept.until_ms, excluded.until_ms), hits =
                array_append(ARRAY(SELECT hit FROM unnest(kept.hits) AS hit WHERE hit > ${since}::bigint), ${now}::bigint)
              WHERE (SELECT count(*) FROM unnest(kept.hits) AS hit WHERE hit > ${since}::bigint) < ${limit.max}::int
              RETURNING cardinality(hits) AS used`,
            Used
          ).pipe(Effect.catchTag("SchemaError", Effect.die))
          if (row === undefined) return yield* yield* refusalOf(limit, id, now)
          return { id, atMs: now, used: row.used }
        },
        (taking) => turns.withPermit(taking)
      )
      const giveBack = Effect.fn("Limits.giveBack")(function* ({ atMs, id }: Taken) {
        yield* sql`UPDATE account_limits SET hits = hits[:array_position(hits, ${atMs}::bigint) - 1]
              || hits[array_position(hits, ${atMs}::bigint) + 1:]
            WHERE id = ${id} AND array_position(hits, ${atMs}::bigint) IS NOT NULL`
      })

      return Limits.of({
        take,
        giveBack,
        forget: Effect.fn("Limits.forget")(function* (limit, who) {
          yield* sql`DELETE FROM account_limits WHERE id = ${idOf(limit, who)}`
        }),
        takeMail: Effect.fn("Limits.takeMail")(function* (network, email) {
          const taken = yield* take(limits.addressMails, network)
          yield* Effect.tapError(take(limits.emailMails, email), () => giveBack(taken))
        }),
        isFull: Effect.fn("Limits.isFull")(
          function* (limit, who) {
            const since = (yield* Clock.currentTimeMillis) - limit.windowMs
            const found = yield* sql`SELECT 1 FROM account_limits WHERE id = ${idOf(limit, who)}
              AND (SELECT count(*) FROM unnest(hits) AS hit WHERE hit > ${since}::bigint) >= ${limit.max}::int`
            return found.length > 0
          },
          // Of many at once each would take a connection for itself.
          (looking) => turns.withPermit(looking)
        ),
        tidy: Effect.gen(function* () {
          yield* sql`DELETE FROM account_limits WHERE until_ms < ${yield* Clock.currentTimeMillis}::bigint`
        })
      })
    })
  )
}
