import { AccountAdmin, AuditLog, rowsOf, type ServiceUnavailable } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient, type SqlError } from "effect/sql"
import type { AccountConfig } from "../config.ts"
import { type Role, roles } from "../roles.ts"
import { timeOf } from "../rows.ts"
import { Invitations } from "../team/Invitations.ts"

export interface Person {
  readonly id: string
  readonly name: string
  /** In small letters. */
  readonly email: string
  readonly language: string
}

export interface Membership {
  readonly accountId: string
  readonly role: Role
}

const PersonRow = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  email: Schema.String,
  language: Schema.String
})
const MembershipRow = Schema.Struct({ accountId: Schema.String, role: Schema.Literals(roles) })
const CredentialRow = Schema.Struct({ ...PersonRow.fields, password: Schema.NullOr(Schema.String) })

/** A password, among the ways to sign in that a person has. */
export const passwordProvider = "credential"

type Failure = SqlError.SqlError

/** People with a proven e-mail address, their passwords and the accounts they're in. Calls join the caller's transaction. */
export class Persons extends Context.Service<
  Persons,
  {
    readonly byEmail: (email: string) => Effect.Effect<Person | undefined, Failure>
    readonly byId: (id: string) => Effect.Effect<Person | undefined, Failure>
    /** The person of this address, whom it makes if there is none. */
    readonly proven: (person: {
      readonly email: string
      readonly name: string
      readonly language: string
    }) => Effect.Effect<{ readonly person: Person; readonly isNew: boolean }, Failure>
    /** With the hashed password, in one look-up whoever it is. */
    readonly credential: (
      email: string
    ) => Effect.Effect<{ readonly person: Person; readonly password: string | undefined } | undefined, Failure>
    readonly setPassword: (personId: string, hashed: string) => Effect.Effect<void, Failure>
    /** What isn't given stays. */
    readonly describe: (
      personId: string,
      changes: { readonly name?: string; readonly language?: string }
    ) => Effect.Effect<void, Failure>
    /** Oldest first. */
    readonly memberships: (personId: string) => Effect.Effect<ReadonlyArray<Membership>, Failure>
    /** Whether the operator made an account for this address that nobody has taken over. */
    readonly isAwaited: (email: string) => Effect.Effect<boolean, Failure | ServiceUnavailable>
    /** Whether somebody new with this address may come in: by themselves, or because they're awaited or invited. */
    readonly admits: (email: string) => Effect.Effect<boolean, Failure | ServiceUnavailable>
    /**
     * Gives a person who has just proven their address what is theirs: accounts that the operator made for it and nobody has
     * yet, and, to who is in none, an account of their own; where nobody makes one by themselves, those that they were invited to.
     * In the transaction at hand. False: they're in no account.
     */
    readonly settle: (person: Person) => Effect.Effect<boolean, Failure | ServiceUnavailable>
  }
>()("@storeglass/account/Persons") {
  static readonly layer = ({ domains = [], signUp = "open" }: AccountConfig) =>
    Layer.effect(
      Persons,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const admin = yield* AccountAdmin
        const audit = yield* AuditLog
        const invitations = yield* Invitations
        const columns = sql.literal("id, name, email, language")
        const persons = rowsOf(PersonRow)

        const byEmail = Effect.fn("Persons.byEmail")(function* (email: string) {
          const [person] = yield* persons(sql`SELECT ${columns} FROM account_persons WHERE email = ${email}`)
          return person
        })

        const memberships = Effect.fn("Persons.memberships")((personId: string) =>
          rowsOf(MembershipRow)(
            sql`SELECT account_id AS "accountId", role FROM account_memberships WHERE person_id = ${personId}
            ORDER BY created_at, account_id`
          )
        )
        const mayOpen = (email: string) =>
          signUp === "open" || (signUp === "domains" && domains.includes(email.slice(email.lastIndexOf("@") + 1)))
        /** Makes them the owner of an account that has no members. */
        const become = Effect.fnUntraced(function* (accountId: string, personId: string) {
          const now = timeOf(yield* Clock.currentTimeMillis)
          return yield* sql`INSERT INTO account_memberships (account_id, person_id, role, created_at)
          SELECT ${accountId}::uuid, ${personId}, 'owner', ${now}::timestamptz
          WHERE NOT EXISTS (SELECT FROM account_memberships WHERE account_id = ${accountId}::uuid)
          ON CONFLICT DO NOTHING RETURNING 1`
        })
        /** Who has members already isn't anybody's to take over, nor what is being deleted. */
        const takeOver = Effect.fnUntraced(
          function* (accountId: string, person: Person) {
            if ((yield* admin.deletion(accountId)) !== undefined) return
            if ((yield* become(accountId, person.id)).length === 0) return
            yield* audit.record({
              action: "account.taken-over",
              accountId,
              target: { kind: "person", id: person.id },
              by: { kind: "person", id: person.id }
            })
          },
          Effect.provideService(SqlClient.SqlClient, sql)
        )

        const isAwaited = Effect.fn("Persons.isAwaited")(function* (email: string) {
          for (const { id } of yield* admin.byEmail(email)) {
            const members = yield* sql`SELECT 1 FROM account_memberships WHERE account_id = ${id}::uuid LIMIT 1`
            if (members.length === 0 && (yield* admin.deletion(id)) === undefined) return true
          }
          return false
        })

        return Persons.of({
          isAwaited,
          byEmail,
          byId: Effect.fn("Persons.byId")(function* (id) {
            const [person] = yield* persons(sql`SELECT ${columns} FROM account_persons WHERE id = ${id}`)
            return person
          }),
          proven: Effect.fn("Persons.proven")(function* ({ email, language, name }) {
            const now = timeOf(yield* Clock.currentTimeMillis)
            const [made] = yield* persons(
              sql`INSERT INTO account_persons (id, name, email, email_verified, language, created_at, updated_at)
              VALUES (${uuidV7Unsafe()}, ${name}, ${email}, true, ${language}, ${now}::timestamptz, ${now}::timestamptz)
              ON CONFLICT (email) DO NOTHING RETURNING ${columns}`
            )
            if (made !== undefined) return { person: made, isNew: true }
            const [known] = yield* persons(
              sql`UPDATE account_persons SET email_verified = true WHERE email = ${email} RETURNING ${columns}`
            )
            return known === undefined
              ? yield* Effect.die(new Error("a person went away in the middle of signing in"))
              : { person: known, isNew: false }
          }),
          credential: Effect.fn("Persons.credential")(function* (email) {
            const [row] = yield* rowsOf(CredentialRow)(
              sql`SELECT p.id, p.name, p.email, p.language, i.password FROM account_persons p
              LEFT JOIN account_identities i ON i.person_id = p.id AND i.provider = ${passwordProvider}
              WHERE p.email = ${email}`
            )
            if (row === undefined) return undefined
            const { password, ...person } = row
            return { person, password: password ?? undefined }
          }),
          setPassword: Effect.fn("Persons.setPassword")(function* (personId, hashed) {
            const now = timeOf(yield* Clock.currentTimeMillis)
            yield* sql`INSERT INTO account_identities (id, subject, provider, person_id, password, created_at, updated_at)
            VALUES (${uuidV7Unsafe()}, ${personId}, ${passwordProvider}, ${personId}, ${hashed}, ${now}::timestamptz,
              ${now}::timestamptz)
            ON CONFLICT (provider, subject) DO UPDATE SET password = excluded.password, updated_at = excluded.updated_at`
          }),
          describe: Effect.fn("Persons.describe")(function* (personId, { language, name }) {
            const now = timeOf(yield* Clock.currentTimeMillis)
            yield* sql`UPDATE account_persons SET name = coalesce(${name ?? null}, name),
            language = coalesce(${language ?? null}, language), updated_at = ${now}::timestamptz WHERE id = ${personId}`
          }),
          memberships,
          admits: Effect.fn("Persons.admits")(function* (email) {
            if (mayOpen(email) || (yield* isAwaited(email))) return true
            return signUp !== "closed" && (yield* invitations.ofEmail(email)).length > 0
          }),
          settle: Effect.fn("Persons.settle")(function* (person) {
            // Of the same person in two places one is first.
            yield* sql`SELECT 1 FROM account_persons WHERE id = ${person.id} FOR UPDATE`
            for (const account of yield* admin.byEmail(person.email)) yield* takeOver(account.id, person)
            if ((yield* memberships(person.id)).length > 0) return true
            if (mayOpen(person.email)) {
              const made = yield* Effect.catchTag(
                admin.create({ email: person.email, plan: "free" }),
                "AccountRefused",
                Effect.die
              )
              yield* become(made.id, person.id)
              return true
            }
            if (signUp !== "closed") {
              for (const invitation of yield* invitations.ofEmail(person.email))
                yield* invitations.accept(invitation, person)
            }
            return (yield* memberships(person.id)).length > 0
          })
        })
      })
    )
}
