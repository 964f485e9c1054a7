import {
  type AccountMembers,
  Directory,
  type DirectoryEntry,
  isUuid,
  type Member,
  ServiceUnavailable
} from "@storeglass/plugin-api"
import { Context, Effect, Exit, Layer, Request, RequestResolver, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { within } from "../sql/within.ts"

const Row = Schema.Struct({
  accountId: Schema.String,
  email: Schema.String,
  plan: Schema.String,
  /** What it was looked up by. */
  asked: Schema.String
})

const planRows = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ plan: Schema.String })))
const decode = Schema.decodeUnknownEffect(Schema.Array(Row))

/** A look-up, by an id or an e-mail in lower case. */
class Find extends Request.Class<{ readonly asked: string }, DirectoryEntry | undefined, ServiceUnavailable> {}

const unavailable = (cause: unknown) =>
  new ServiceUnavailable("accounts can't be looked up just now; retry", { retryAfterSeconds: 1, cause })

/** A database that stays silent this long counts as away. */
const queryMsMax = 3_000
/** Maximum look-ups in one query. */
const batchMax = 1_000

type Rows = ReadonlyArray<typeof Row.Type>

const entryOf = (
  { accountId, email, plan }: typeof Row.Type,
  members: ReadonlyArray<Member> | undefined
): DirectoryEntry => ({ accountId, email, plan, members: members ?? [{ email, role: "owner" }] })

/** Where the directory learns who belongs to an account: from the plugin that offers it, once plugins are built. */
export class MemberSource extends Context.Service<
  MemberSource,
  { readonly use: (members: AccountMembers["Service"]) => void }
>()("@storeglass/core/directory/MemberSource") {}

/** Accounts by id and by e-mail, from the core's own tables. */
export const DirectoryLive: Layer.Layer<Directory | MemberSource, never, SqlClient.SqlClient> = Layer.effectContext(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    let source: AccountMembers["Service"] | undefined

    const columns = sql.literal(`id AS "accountId", email, plan`)
    const membersOf = (ids: ReadonlyArray<string>) =>
      source === undefined || ids.length === 0
        ? Effect.succeed(new Map<string, ReadonlyArray<Member>>())
        : source.of(ids)
    const rowsOf = (query: Effect.Effect<ReadonlyArray<object>, SqlError.SqlError>) => Effect.flatMap(query, decode)

    const resolver = (query: (asked: ReadonlyArray<string>) => Effect.Effect<Rows, unknown>) =>
      RequestResolver.make<Find>(
        Effect.fnUntraced(function* (requests) {
          const asked = [...new Set(requests.map(({ request }) => request.asked))]
          const look = Effect.gen(function* () {
            const rows = yield* query(asked)
            const members = yield* membersOf(rows.map(({ accountId }) => accountId))
            return new Map(rows.map((row) => [row.asked, entryOf(row, members.get(row.accountId))]))
          })
          const found = yield* within(look, queryMsMax).pipe(Effect.mapError(unavailable), Effect.exit)
          for (const { completeUnsafe, request } of requests) {
            completeUnsafe(Exit.map(found, (entries) => entries.get(request.asked)))
          }
        })
      ).pipe(RequestResolver.batchN(batchMax))

    const accountsOf = (ids: ReadonlyArray<string>) =>
      rowsOf(sql`SELECT ${columns}, id::text AS asked FROM core_accounts WHERE id = ANY(${ids}::uuid[])`)

    /** Made for these addresses, the oldest first. */
    const madeFor = (emails: ReadonlyArray<string>) =>
      rowsOf(
        sql`SELECT ${columns}, lower(email) AS asked FROM core_accounts WHERE lower(email) = ANY(${emails}::text[])
          ORDER BY created_at, id`
      )

    const ofEmails = Effect.fnUntraced(function* (emails: ReadonlyArray<string>) {
      const made = yield* madeFor(emails)
      if (source === undefined) return [...made].reverse()
      const owned = yield* source.ownedBy(emails)
      const ownedRows = new Map((yield* accountsOf([...owned.values()])).map((row) => [row.accountId, row]))
      const taken = yield* membersOf(made.map(({ accountId }) => accountId))
      return emails.flatMap((asked) => {
        const row =
          ownedRows.get(owned.get(asked) ?? "") ??
          made.find((each) => each.asked === asked && !taken.has(each.accountId))
        return row === undefined ? [] : [{ ...row, asked }]
      })
    })

    const byId = resolver(accountsOf)
    const byEmail = resolver(ofEmails)

    const directory = Directory.of({
      account: Effect.fn("Directory.account")(function* (accountId) {
        return isUuid(accountId) ? yield* Effect.request(new Find({ asked: accountId.toLowerCase() }), byId) : undefined
      }),
      plan: Effect.fn("Directory.plan")(function* (accountId) {
        if (!isUuid(accountId)) return undefined
        const asked = Effect.flatMap(sql`SELECT plan FROM core_accounts WHERE id = ${accountId}::uuid`, planRows)
        const [found] = yield* Effect.mapError(asked, unavailable)
        return found?.plan
      }),
      accountByEmail: Effect.fn("Directory.accountByEmail")(function* (email) {
        return yield* Effect.request(new Find({ asked: email.toLowerCase() }), byEmail)
      })
    })
    const members = MemberSource.of({
      use: (given) => {
        source = given
      }
    })
    return Context.make(Directory, directory).pipe(Context.add(MemberSource, members))
  })
)
