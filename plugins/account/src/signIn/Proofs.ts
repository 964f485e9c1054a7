import { Jobs, jobRef, rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient, type SqlError } from "effect/sql"
import { hashOf, isSame, randomCode, randomToken } from "../crypto.ts"
import { Secrets } from "../persons/Secrets.ts"
import { msColumn, timeOf } from "../rows.ts"

const minutes = 60_000
const hours = 60 * minutes

export const purposes = ["verify", "sign-in", "reset", "email", "confirm"] as const
/** What a mail asks someone to prove that they read it for. */
export type Purpose = (typeof purposes)[number]

export const lifetimesMs: Readonly<Record<Purpose, number>> = {
  verify: 24 * hours,
  "sign-in": 15 * minutes,
  reset: hours,
  email: hours,
  confirm: 15 * minutes
}
const triesMax = 5

const ProofRow = Schema.Struct({
  id: Schema.String,
  purpose: Schema.Literals(purposes),
  email: Schema.String,
  ticketHash: Schema.String,
  language: Schema.String,
  name: Schema.NullOr(Schema.String),
  password: Schema.NullOr(Schema.String),
  /** Who wants the address to be theirs, or to confirm that it's them. */
  personId: Schema.NullOr(Schema.String),
  expiresMs: Schema.Number
})
export type Proof = typeof ProofRow.Type
const CodeRow = Schema.Struct({ id: Schema.String, codeHash: Schema.NullOr(Schema.String) })

/** How someone shows that they read the mail: by its link, or by its code in the tab that asked. */
export type Shown = { readonly token: string } | { readonly ticket: string; readonly code: string }

/** Mails a proof. The payload has no secret: link and code are made when the mail is. */
export const SendProof = jobRef(
  "account.send-proof",
  Schema.Struct({
    proofId: Schema.String,
    /** Who asked, where the mail says so, and when. */
    asked: Schema.optionalKey(Schema.Struct({ device: Schema.String, atMs: Schema.Number }))
  })
)

/** Proofs that someone reads an address's mail: one of a purpose and address at a time, used once. */
export class Proofs extends Context.Service<
  Proofs,
  {
    /** Asks for a mail and voids the one before. It does the same whether anybody has the address or not. */
    readonly ask: (proof: {
      readonly purpose: Purpose
      readonly email: string
      readonly language: string
      readonly name?: string
      /** Hashed. */
      readonly password?: string
      /** Whose it is; one of the same purpose that they asked for before is void. */
      readonly personId?: string
      /** What takes the code in place of a ticket of its own. */
      readonly ticket?: string
      readonly device?: string
    }) => Effect.Effect<{ readonly ticket: string; readonly expiresMs: number }, SqlError.SqlError>
    /** Undefined: used, voided or expired. */
    readonly find: (id: string) => Effect.Effect<Proof | undefined, SqlError.SqlError>
    /** New link and code, for one mail. */
    readonly arm: (
      id: string
    ) => Effect.Effect<{ readonly token: string; readonly code: string } | undefined, SqlError.SqlError>
    /** Whose address would be proven, without using it up. A wrong code counts. */
    readonly look: (shown: Shown) => Effect.Effect<Proof | undefined, SqlError.SqlError>
    /** Uses it up; undefined when another was first. */
    readonly use: (id: string) => Effect.Effect<Proof | undefined, SqlError.SqlError>
    readonly tidy: Effect.Effect<void, SqlError.SqlError>
  }
>()("@storeglass/account/Proofs") {
  static readonly layer = Layer.effect(
    Proofs,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const jobs = yield* Jobs
      const secrets = yield* Secrets
      const rows = rowsOf(ProofRow)
      const columns = sql.literal(
        `id, purpose, email, ticket_hash AS "ticketHash", language, name, password, person_id AS "personId", ${msColumn("expires_at", "expiresMs")}`
      )
      const codeHashOf = (id: string, code: string) => secrets.mark("code", `${id}\n${code}`)

      const findBy = Effect.fnUntraced(function* (column: "id" | "token_hash", value: string) {
        const now = timeOf(yield* Clock.currentTimeMillis)
        const where = column === "id" ? sql`id = ${value}::uuid` : sql`token_hash = ${value}`
        const [proof] = yield* rows(
          sql`SELECT ${columns} FROM account_proofs WHERE ${where} AND expires_at > ${now}::timestamptz`
        )
        return proof
      })

      return Proofs.of({
        ask: Effect.fn("Proofs.ask")(
          function* ({ device, email, language, name, password, personId, purpose, ticket = randomToken() }) {
            const now = yield* Clock.currentTimeMillis
            const expiresMs = now + lifetimesMs[purpose]
            const id = uuidV7Unsafe()
            if (personId !== undefined) {
              yield* sql`DELETE FROM account_proofs WHERE person_id = ${personId} AND purpose = ${purpose}`
            }
            yield* sql`INSERT INTO account_proofs (id, purpose, email, ticket_hash, language, name, password, person_id,
                created_at, expires_at)
              VALUES (${id}::uuid, ${purpose}, ${email}, ${hashOf(ticket)}, ${language}, ${name ?? null},
                ${password ?? null}, ${personId ?? null}, ${timeOf(now)}::timestamptz, ${timeOf(expiresMs)}::timestamptz)
              ON CONFLICT (purpose, email) DO UPDATE SET id = excluded.id, ticket_hash = excluded.ticket_hash,
                token_hash = NULL, code_hash = NULL, tries = 0, language = excluded.language, name = excluded.name,
                password = excluded.password, person_id = excluded.person_id, created_at = excluded.created_at, expires_at = excluded.expires_at`
            yield* Effect.provideService(
              jobs.enqueue(SendProof, {
                proofId: id,
                ...(device === undefined ? {} : { asked: { device, atMs: now } })
              }),
              SqlClient.SqlClient,
              sql
            )
            return { ticket, expiresMs }
          },
          (asked) => sql.withTransaction(asked)
        ),
        find: Effect.fn("Proofs.find")((id) => findBy("id", id)),
        arm: Effect.fn("Proofs.arm")(function* (id) {
          const token = randomToken()
          const code = randomCode()
          const armed = yield* sql`UPDATE account_proofs SET token_hash = ${hashOf(token)},
            code_hash = ${codeHashOf(id, code)}, tries = 0 WHERE id = ${id}::uuid RETURNING 1`
          return armed.length === 0 ? undefined : { token, code }
        }),
        look: Effect.fn("Proofs.look")(function* (shown) {
          if ("token" in shown) return yield* findBy("token_hash", hashOf(shown.token))
          const now = timeOf(yield* Clock.currentTimeMillis)
          // Counted before it's compared: of tries at the same time none is free.
          const [row] = yield* rowsOf(CodeRow)(
            sql`UPDATE account_proofs SET tries = tries + 1 WHERE ticket_hash = ${hashOf(shown.ticket)}
              AND tries < ${triesMax} AND expires_at > ${now}::timestamptz RETURNING id, code_hash AS "codeHash"`
          )
          if (row === undefined || row.codeHash === null) return undefined
          return isSame(row.codeHash, codeHashOf(row.id, shown.code)) ? yield* findBy("id", row.id) : undefined
        }),
        use: Effect.fn("Proofs.use")(function* (id) {
          const now = timeOf(yield* Clock.currentTimeMillis)
          const [proof] = yield* rows(
            sql`DELETE FROM account_proofs WHERE id = ${id}::uuid AND expires_at > ${now}::timestamptz RETURNING ${columns}`
          )
          return proof
        }),
        tidy: Effect.gen(function* () {
          const now = timeOf(yield* Clock.currentTimeMillis)
          yield* sql`DELETE FROM account_proofs WHERE expires_at < ${now}::timestamptz`
        })
      })
    })
  )
}
