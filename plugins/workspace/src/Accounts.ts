import { Schedules } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { WorkspaceConfig } from "./config.ts"
import { rowsOf } from "./database.ts"
import { TooManyWrites } from "./errors.ts"
import { Upkeep } from "./jobRefs.ts"
import type { Counted } from "./limits.ts"
import { Wall } from "./Wall.ts"

/** Whose workspace, and what it may keep. */
export interface Owner {
  readonly accountId: string
  readonly plan: string
}

const State = Schema.Struct({
  /** The plan that its keywords were last settled for. */
  plan: Schema.String,
  tokens: Schema.Finite,
  isNew: Schema.Boolean,
  apps: Schema.Int,
  keywords: Schema.Int,
  versions: Schema.Int,
  reports: Schema.Int
})
export type AccountState = typeof State.Type
const stateRows = rowsOf(State)

const dayMs = 86_400_000

/** The row of an account: its writers take turns on it, so that what they count holds. */
export class Accounts extends Context.Service<
  Accounts,
  {
    /** Runs a write, all or nothing, with what the account has. */
    readonly write: <A, E, R>(
      owner: Owner,
      effect: (state: AccountState) => Effect.Effect<A, E, R>,
      options?: { readonly guarded?: boolean }
    ) => Effect.Effect<A, E | TooManyWrites | SqlError.SqlError, R>
    /** Within `write`: so many more (or fewer) of these. */
    readonly add: (
      owner: Pick<Owner, "accountId">,
      counts: Partial<Readonly<Record<Counted, number>>>
    ) => Effect.Effect<void, SqlError.SqlError>
    /** Within `write`: its keywords are settled for this plan. */
    readonly settled: (owner: Owner) => Effect.Effect<void, SqlError.SqlError>
  }
>()("@storeglass/workspace/Accounts") {
  static readonly layer = ({ writesPerSecond: rate = 20 }: WorkspaceConfig) =>
    Layer.effect(
      Accounts,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const wall = yield* Wall
        const schedules = yield* Schedules

        /** Takes the account's turn, and one of its writes. What is refused later gives it back with the transaction. */
        const open = Effect.fnUntraced(function* ({ accountId, plan }: Owner, isGuarded: boolean) {
          const nowMs = yield* Clock.currentTimeMillis
          const cost = isGuarded ? 1 : 0
          const [state] = yield* stateRows(sql`
            INSERT INTO workspace_accounts AS a (account_id, plan, tokens, refilled_ms)
            VALUES (${accountId}::uuid, ${plan}, ${rate - cost}::float8, ${nowMs}::bigint)
            ON CONFLICT (account_id) DO UPDATE SET
              tokens = least(${rate}::float8,
                a.tokens + greatest(0, ${nowMs}::bigint - a.refilled_ms) * ${rate}::float8 / 1000) - ${cost}::float8,
              refilled_ms = greatest(a.refilled_ms, ${nowMs}::bigint)
            RETURNING plan, tokens, xmax = 0 AS "isNew", apps, keywords, versions, reports`)
          if (state === undefined) return yield* Effect.die(new Error("an account's row was not written"))
          if (isGuarded && state.tokens < 0) {
            return yield* new TooManyWrites(
              `at most ${rate} writes a second are taken for an account; nothing was written, retry in a second`,
              { retryAfterSeconds: 1 }
            )
          }
          if (state.isNew) {
            const daily = { plugin: "workspace", accountId, name: "upkeep", everyMs: dayMs }
            yield* wall
              .outside(schedules.set({ ...daily, job: Upkeep, payload: { accountId } }))
              .pipe(Effect.provideService(SqlClient.SqlClient, sql), Effect.catchTag("ScheduleInvalid", Effect.die))
          }
          return state
        })

        return Accounts.of({
          write: (owner, effect, { guarded = true } = {}) =>
            wall.inAccount(owner.accountId, Effect.flatMap(open(owner, guarded), effect)),
          add: ({ accountId }, { apps = 0, keywords = 0, reports = 0, versions = 0 }) =>
            Effect.asVoid(sql`
              UPDATE workspace_accounts SET apps = apps + ${apps}::int, keywords = keywords + ${keywords}::int,
                versions = versions + ${versions}::int, reports = reports + ${reports}::int
              WHERE account_id = ${accountId}::uuid`),
          settled: ({ accountId, plan }) =>
            Effect.asVoid(sql`UPDATE workspace_accounts SET plan = ${plan} WHERE account_id = ${accountId}::uuid`)
        })
      })
    )
}
