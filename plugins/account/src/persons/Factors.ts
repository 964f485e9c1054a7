import { rowsOf, ServiceUnavailable, Vault } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { isSame, randomBackupCode, randomTotpSecret, totpOf } from "../crypto.ts"
import { FactorExists, FactorRefused, type TooManyAttempts } from "../errors.ts"
import { timeOf } from "../rows.ts"
import { Limits, limits } from "../signIn/Limits.ts"
import type { Person } from "./Persons.ts"
import { Secrets } from "./Secrets.ts"

const stepMs = 30_000
export const backupCodes = 10

const TotpRow = Schema.Struct({ sealed: Schema.String, confirmed: Schema.Boolean, lastStep: Schema.Number })
const GoneRow = Schema.Struct({ confirmed: Schema.Boolean })
const StateRow = Schema.Struct({ confirmed: Schema.Boolean, backupCodesLeft: Schema.Int })

type Failure = SqlError.SqlError | ServiceUnavailable

const rowOf = (personId: string) => `account:totp:${personId}`
const plainCode = (code: string) => code.toUpperCase().replace(/[\s-]/g, "")

/** The second factor: codes of an authenticator app, each good once, and backup codes for when it's lost. */
export class Factors extends Context.Service<
  Factors,
  {
    readonly stateOf: (
      personId: string
    ) => Effect.Effect<{ readonly totp: boolean; readonly backupCodesLeft: number }, SqlError.SqlError>
    /** Whether somebody has a second factor that this session lacks: they're signed in nowhere but on its page. */
    readonly isMissing: (session: {
      readonly person: Person
      readonly secondFactorMs: number | null
    }) => Effect.Effect<boolean, SqlError.SqlError>
    /** A new secret, which is nothing yet until a code of it comes back. */
    readonly begin: (
      person: Person,
      product: string
    ) => Effect.Effect<{ readonly secret: string; readonly address: string }, FactorExists | SqlError.SqlError>
    /** Turns the factor on and gives its backup codes, here and never again. */
    readonly confirm: (
      personId: string,
      code: string
    ) => Effect.Effect<ReadonlyArray<string>, FactorRefused | FactorExists | TooManyAttempts | Failure>
    /** A code of the app or a backup code. */
    readonly give: (personId: string, code: string) => Effect.Effect<void, FactorRefused | TooManyAttempts | Failure>
    /** False: there was none. */
    readonly remove: (personId: string) => Effect.Effect<boolean, SqlError.SqlError>
    /** New backup codes; the old ones are worth nothing. */
    readonly renew: (personId: string) => Effect.Effect<ReadonlyArray<string>, SqlError.SqlError>
  }
>()("@storeglass/account/Factors") {
  static readonly layer = Layer.effect(
    Factors,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const vault = yield* Vault
      const secrets = yield* Secrets
      const counted = yield* Limits
      const refused = new FactorRefused("code (body): is wrong or was used already", { field: "code" })
      const codeHashOf = (personId: string, code: string) =>
        secrets.mark("backup-code", `${personId}\n${plainCode(code)}`)

      const kept = Effect.fnUntraced(function* (personId: string) {
        const [row] = yield* rowsOf(TotpRow)(
          sql`SELECT sealed, confirmed_at IS NOT NULL AS confirmed, last_step::float8 AS "lastStep"
            FROM account_totp WHERE person_id = ${personId}`
        )
        return row
      })

      /** Each step's code is good once: of two at the same time one is refused. */
      const takeTotp = Effect.fnUntraced(function* (personId: string, sealed: string, code: string) {
        const secret = yield* Effect.mapError(
          vault.open(sealed, rowOf(personId)),
          (cause) => new ServiceUnavailable("the second factor can't be checked right now; ask the operator", { cause })
        )
        const now = Math.floor((yield* Clock.currentTimeMillis) / stepMs)
        const step = [now, now - 1, now + 1].find((each) => isSame(totpOf(Redacted.value(secret), each), code))
        if (step === undefined) return false
        const taken = yield* sql`UPDATE account_totp SET last_step = ${step}::bigint
          WHERE person_id = ${personId} AND last_step < ${step}::bigint RETURNING 1`
        return taken.length > 0
      })

      const renew = Effect.fn("Factors.renew")(
        function* (personId: string) {
          const codes = Array.from({ length: backupCodes }, randomBackupCode)
          yield* sql`DELETE FROM account_backup_codes WHERE person_id = ${personId}`
          for (const code of codes) {
            yield* sql`INSERT INTO account_backup_codes (person_id, code_hash)
              VALUES (${personId}, ${codeHashOf(personId, code)})`
          }
          return codes
        },
        (renewed) => sql.withTransaction(renewed)
      )

      const stateOf = Effect.fn("Factors.stateOf")(function* (personId: string) {
        const [row] = yield* rowsOf(StateRow)(
          sql`SELECT confirmed_at IS NOT NULL AS confirmed, (SELECT count(*)::int FROM account_backup_codes b
                WHERE b.person_id = t.person_id) AS "backupCodesLeft"
              FROM account_totp t WHERE person_id = ${personId}`
        )
        return row?.confirmed === true
          ? { totp: true, backupCodesLeft: row.backupCodesLeft }
          : { totp: false, backupCodesLeft: 0 }
      })

      return Factors.of({
        stateOf,
        isMissing: Effect.fn("Factors.isMissing")(function* ({ person, secondFactorMs }) {
          return secondFactorMs === null && (yield* stateOf(person.id)).totp
        }),
        begin: Effect.fn("Factors.begin")(function* (person, product) {
          const secret = randomTotpSecret()
          const sealed = yield* vault.seal(Redacted.make(secret), rowOf(person.id))
          const now = timeOf(yield* Clock.currentTimeMillis)
          const begun = yield* sql`INSERT INTO account_totp AS kept (person_id, sealed, created_at)
            VALUES (${person.id}, ${sealed}, ${now}::timestamptz)
            ON CONFLICT (person_id) DO UPDATE SET sealed = excluded.sealed, created_at = excluded.created_at, last_step = 0
            WHERE kept.confirmed_at IS NULL RETURNING 1`
          if (begun.length === 0) return yield* new FactorExists("there's a second factor already; remove it first")
          const label = encodeURIComponent(`${product}:${person.email}`)
          const issuer = encodeURIComponent(product)
          return { secret, address: `otpauth://totp/${label}?secret=${secret}&issuer=${issuer}` }
        }),
        confirm: Effect.fn("Factors.confirm")(function* (personId, code) {
          const row = yield* kept(personId)
          if (row?.confirmed === true) return yield* new FactorExists("the second factor is on already")
          const taken = yield* counted.take(limits.factorWrong, personId)
          if (row === undefined || !(yield* takeTotp(personId, row.sealed, plainCode(code)))) return yield* refused
          yield* counted.giveBack(taken)
          const now = timeOf(yield* Clock.currentTimeMillis)
          yield* sql`UPDATE account_totp SET confirmed_at = ${now}::timestamptz WHERE person_id = ${personId}`
          return yield* renew(personId)
        }),
        give: Effect.fn("Factors.give")(function* (personId, code) {
          const taken = yield* counted.take(limits.factorWrong, personId)
          const row = yield* kept(personId)
          if (row?.confirmed !== true) return yield* refused
          const text = plainCode(code)
          const isRight = /^\d{6}$/.test(text)
            ? yield* takeTotp(personId, row.sealed, text)
            : (yield* sql`DELETE FROM account_backup_codes WHERE person_id = ${personId}
                AND code_hash = ${codeHashOf(personId, text)} RETURNING 1`).length > 0
          if (!isRight) return yield* refused
          yield* counted.giveBack(taken)
        }),
        remove: Effect.fn("Factors.remove")(function* (personId) {
          const gone = yield* rowsOf(GoneRow)(
            sql`DELETE FROM account_totp WHERE person_id = ${personId} RETURNING confirmed_at IS NOT NULL AS confirmed`
          )
          yield* sql`DELETE FROM account_backup_codes WHERE person_id = ${personId}`
          return gone.some(({ confirmed }) => confirmed)
        }),
        renew
      })
    })
  )
}
