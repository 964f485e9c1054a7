import { rowsOf } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

/** What a superuser is for the length of a statement about an account: row-level security doesn't hold superusers. */
const roleName = "storeglass_workspace"
/** The tables behind the wall, each after those that it refers to. */
export const tables: ReadonlyArray<string> = [
  "accounts",
  "apps",
  "competitors",
  "keyword_rows",
  "versions",
  "reports",
  "deleted",
  "deleted_rows",
  "live",
  "views"
].map((name) => `workspace_${name}`)
/** With what statements see of a table: `workspace_keywords` has the rows of apps that aren't deleted. */
export const relations: ReadonlyArray<string> = [...tables, "workspace_keywords"]

const states = rowsOf(Schema.Struct({ isExempt: Schema.Boolean, isReady: Schema.Boolean }))

/**
 * The role to be, where the database's user is held by no policy; null where it is. Made at each boot that lacks it, since
 * roles aren't part of a database's backup.
 */
const roleOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [state] = yield* states(sql`
    SELECT (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user) AS "isExempt",
      coalesce((SELECT bool_and(has_table_privilege(r.oid, t::regclass, 'SELECT, INSERT, UPDATE, DELETE'))
        FROM pg_roles r, jsonb_array_elements_text(${JSON.stringify(relations)}::text::jsonb) AS t
        WHERE r.rolname = ${roleName}), false) AS "isReady"`)
  if (state?.isExempt !== true) return null
  if (state.isReady) return roleName
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`SELECT pg_advisory_xact_lock(7263548110)`
      yield* sql.unsafe(`DO $$ BEGIN CREATE ROLE ${roleName} NOLOGIN;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`)
      yield* sql.unsafe(
        `DO $$ BEGIN EXECUTE format('GRANT USAGE ON SCHEMA %I TO ${roleName}', current_schema()); END $$`
      )
      yield* sql.unsafe(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${relations.join(", ")} TO ${roleName}`)
    })
  )
  return roleName
})

/** The second wall around an account's rows, behind the `account_id` that every statement names. */
export class Wall extends Context.Service<
  Wall,
  {
    /** Runs it in a transaction, or the one at hand, that sees the rows of this account alone. */
    readonly inAccount: <A, E, R>(
      accountId: string,
      effect: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | SqlError.SqlError, R>
    /** Within `inAccount`: what other owners of tables do in the same transaction. */
    readonly outside: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | SqlError.SqlError, R>
  }
>()("@storeglass/workspace/Wall") {
  static readonly layer = Layer.effect(
    Wall,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const role = yield* roleOf(sql).pipe(
        Effect.catchCause((cause) =>
          Effect.as(
            Effect.logWarning(
              "The database's user is above row-level security and can't make a role below it: the workspace has its first wall alone",
              cause
            ),
            null
          )
        )
      )
      const enter = (accountId: string) =>
        role === null
          ? sql`SELECT set_config('storeglass.account', ${accountId}, true)`
          : sql`SELECT set_config('storeglass.account', ${accountId}, true), set_config('role', ${role}, true)`
      const leave = sql`SELECT set_config('storeglass.account', '', true), set_config('role', 'none', true)`

      const inAccount = Effect.fnUntraced(function* <A, E, R>(accountId: string, effect: Effect.Effect<A, E, R>) {
        const outer = yield* Effect.serviceOption(sql.transactionService)
        const inside = Effect.andThen(enter(accountId), effect)
        return yield* sql.withTransaction(Option.isNone(outer) ? inside : Effect.tap(inside, () => leave))
      })
      const outside = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
        role === null
          ? effect
          : Effect.andThen(sql`SELECT set_config('role', 'none', true)`, effect).pipe(
              Effect.tap(() => sql`SELECT set_config('role', ${role}, true)`)
            )
      return Wall.of({ inAccount, outside })
    })
  )
}
