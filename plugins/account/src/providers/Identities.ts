import { rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient, type SqlError } from "effect/sql"
import { hashOf } from "../crypto.ts"
import { passwordProvider } from "../persons/Persons.ts"
import { msColumn, timeOf } from "../rows.ts"

/** Someone at a provider, which is known by its issuer. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
  /** As the provider calls them; nothing is decided by it. */
  readonly email: string | undefined
}

const IdentityRow = Schema.Struct({
  id: Schema.String,
  issuer: Schema.String,
  subject: Schema.String,
  email: Schema.NullOr(Schema.String),
  linkedMs: Schema.Number,
  usedMs: Schema.NullOr(Schema.Number)
})
export type LinkedIdentity = typeof IdentityRow.Type
const OwnerRow = Schema.Struct({ personId: Schema.String })
const LinkedRow = Schema.Struct({ ...OwnerRow.fields, isNew: Schema.Boolean })
const WayRow = Schema.Struct({ issuer: Schema.String, subject: Schema.String, email: Schema.NullOr(Schema.String) })
const WaysRow = Schema.Struct({ password: Schema.Int, passkeys: Schema.Int, issuers: Schema.Array(Schema.String) })

type Failure = SqlError.SqlError

/** Who is who at which provider, and with what else they sign in. Calls join the caller's transaction. */
export class Identities extends Context.Service<
  Identities,
  {
    /** Whom somebody at a provider is here. */
    readonly personOf: (identity: Identity) => Effect.Effect<string | undefined, Failure>
    /** `taken`: they're linked to somebody else. */
    readonly link: (personId: string, identity: Identity) => Effect.Effect<"linked" | "known" | "taken", Failure>
    readonly used: (identity: Identity) => Effect.Effect<void, Failure>
    /** Oldest first. */
    readonly list: (personId: string) => Effect.Effect<ReadonlyArray<LinkedIdentity>, Failure>
    /** Undefined: there's no such identity of theirs. */
    readonly unlink: (personId: string, id: string) => Effect.Effect<Identity | undefined, Failure>
    /** Keeps who signed up by a provider until the address is confirmed in the browser that has the ticket. */
    readonly await: (ticket: string, identity: Identity, expiresMs: number) => Effect.Effect<void, Failure>
    /** Undefined: nobody was kept, or they're somebody else's by now. */
    readonly claim: (ticketHash: string, personId: string) => Effect.Effect<Identity | undefined, Failure>
    /** Ways in that someone has but for mail. It locks the person, so that of two only one goes at a time. */
    readonly waysIn: (
      personId: string
    ) => Effect.Effect<
      { readonly password: boolean; readonly passkeys: number; readonly issuers: ReadonlyArray<string> },
      Failure
    >
    readonly tidy: Effect.Effect<void, Failure>
  }
>()("@storeglass/account/providers/Identities") {
  static readonly layer = Layer.effect(
    Identities,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const owners = rowsOf(OwnerRow)
      const ways = rowsOf(WayRow)
      const linkedRows = rowsOf(LinkedRow)

      const link = Effect.fn("Identities.link")(function* (personId: string, { email, issuer, subject }: Identity) {
        const now = timeOf(yield* Clock.currentTimeMillis)
        const [row] = yield* linkedRows(
          sql`INSERT INTO account_identities AS kept (id, subject, provider, person_id, email, created_at, updated_at)
            VALUES (${uuidV7Unsafe()}, ${subject}, ${issuer}, ${personId}, ${email ?? null}, ${now}::timestamptz,
              ${now}::timestamptz)
            ON CONFLICT (provider, subject) DO UPDATE SET updated_at = kept.updated_at
            RETURNING person_id AS "personId", xmax = 0 AS "isNew"`
        )
        if (row?.personId !== personId) return "taken"
        return row.isNew ? "linked" : "known"
      })

      return Identities.of({
        link,
        personOf: Effect.fn("Identities.personOf")(function* ({ issuer, subject }) {
          const [row] = yield* owners(
            sql`SELECT person_id AS "personId" FROM account_identities WHERE provider = ${issuer} AND subject = ${subject}`
          )
          return row?.personId
        }),
        used: Effect.fn("Identities.used")(function* ({ email, issuer, subject }) {
          const now = timeOf(yield* Clock.currentTimeMillis)
          yield* sql`UPDATE account_identities SET used_at = ${now}::timestamptz, email = coalesce(${email ?? null}, email)
            WHERE provider = ${issuer} AND subject = ${subject}`
        }),
        list: Effect.fn("Identities.list")((personId) =>
          rowsOf(IdentityRow)(
            sql`SELECT id, provider AS issuer, subject, email, ${sql.literal(msColumn("created_at", "linkedMs"))},
                ${sql.literal(msColumn("used_at", "usedMs"))}
              FROM account_identities WHERE person_id = ${personId} AND provider <> ${passwordProvider}
              ORDER BY created_at, id`
          )
        ),
        unlink: Effect.fn("Identities.unlink")(function* (personId, id) {
          const [gone] = yield* ways(
            sql`DELETE FROM account_identities WHERE person_id = ${personId} AND id = ${id}
              AND provider <> ${passwordProvider} RETURNING provider AS issuer, subject, email`
          )
          return gone === undefined ? undefined : { ...gone, email: gone.email ?? undefined }
        }),
        await: Effect.fn("Identities.await")(function* (ticket, { email, issuer, subject }, expiresMs) {
          yield* sql`INSERT INTO account_awaited_identities (ticket_hash, provider, subject, email, expires_at)
            VALUES (${hashOf(ticket)}, ${issuer}, ${subject}, ${email ?? ""}, ${timeOf(expiresMs)}::timestamptz)`
        }),
        claim: Effect.fn("Identities.claim")(function* (ticketHash, personId) {
          const [awaited] = yield* ways(
            sql`DELETE FROM account_awaited_identities WHERE ticket_hash = ${ticketHash}
              RETURNING provider AS issuer, subject, email`
          )
          if (awaited === undefined) return undefined
          const identity = { ...awaited, email: awaited.email ?? undefined }
          return (yield* link(personId, identity)) === "linked" ? identity : undefined
        }),
        waysIn: Effect.fn("Identities.waysIn")(function* (personId) {
          yield* sql`SELECT 1 FROM account_persons WHERE id = ${personId} FOR UPDATE`
          const [ways] = yield* rowsOf(WaysRow)(
            sql`SELECT count(*) FILTER (WHERE provider = ${passwordProvider} AND password IS NOT NULL)::int AS password,
                (SELECT count(*)::int FROM account_passkeys WHERE person_id = ${personId}) AS passkeys,
                coalesce(array_agg(provider) FILTER (WHERE provider <> ${passwordProvider}), '{}') AS issuers
              FROM account_identities WHERE person_id = ${personId}`
          )
          return {
            password: (ways?.password ?? 0) > 0,
            passkeys: ways?.passkeys ?? 0,
            issuers: ways?.issuers ?? []
          }
        }),
        tidy: Effect.gen(function* () {
          const now = timeOf(yield* Clock.currentTimeMillis)
          yield* sql`DELETE FROM account_awaited_identities WHERE expires_at < ${now}::timestamptz`
        })
      })
    })
  )
}
