import { Directory, type DirectoryEntry, ServiceUnavailable } from "@storeglass/plugin-api"
import { Effect, Exit, Layer, Request, RequestResolver, Schema } from "effect"
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

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

const entryOf = ({ accountId, email, plan }: typeof Row.Type): DirectoryEntry => ({
  accountId,
  email,
  plan,
  members: [{ email, role: "owner" }]
})

/** Accounts by id and by e-mail, from the core's own tables. */
export const DirectoryLive: Layer.Layer<Directory, never, SqlClient.SqlClient> = Layer.effect(
  Directory,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const resolver = (
      query: (asked: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<object>, SqlError.SqlError>
    ) =>
      RequestResolver.make<Find>(
        Effect.fnUntraced(function* (requests) {
          const asked = [...new Set(requests.map(({ request }) => request.asked))]
          const found = yield* within(Effect.flatMap(query(asked), decode), queryMsMax).pipe(
            Effect.map((rows) => new Map(rows.map((row) => [row.asked, entryOf(row)]))),
            Effect.mapError(unavailable),
            Effect.exit
          )
          for (const { completeUnsafe, request } of requests) {
            completeUnsafe(Exit.map(found, (entries) => entries.get(request.asked)))
          }
        })
      ).pipe(RequestResolver.batchN(batchMax))

    const byId = resolver(
      (asked) => sql`SELECT id AS "accountId", email, plan, id::text AS asked
        FROM core_accounts WHERE id = ANY(${asked}::uuid[])`
    )
    const byEmail = resolver(
      (asked) => sql`SELECT DISTINCT ON (lower(email)) id AS "accountId", email, plan, lower(email) AS asked
        FROM core_accounts WHERE lower(email) = ANY(${asked}::text[]) ORDER BY lower(email), created_at, id`
    )

    return Directory.of({
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
  })
)
