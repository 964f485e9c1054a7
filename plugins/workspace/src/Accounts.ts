import { Directory, rowsOf, Schedules } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { WorkspaceConfig } from "./config.ts"
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
  plan: Schema.String,
  tokens: Schema.Finite,
  isNew: Schema.Boolean,
  apps: Schema.Int,
  keywords: Schema.Int,
  versions: Schema.Int,
  reports: Schema.Int
})
export interface AccountState extends Omit<typeof State.Type, "isNew" | "tokens"> {
  /** The account's plan now, whatever its caller was known with. */
  readonly plan: string
  /** Whether its keywords are collected as that plan has it. */
  readonly isSettled: boolean
}
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
    /** Whether it has ever kept anything. */
    readonly isKnown: (accountId: string) => Effect.Effect<boolean, SqlError.SqlError>
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
        const directory = yield* Directory

        /** Nodes and other plugins may know an account with the plan it had a moment ago. */
        const planNow = ({ accountId, plan }: Owner) =>
          directory.plan(accountId).pipe(
            Effect.map((now) => now ?? plan),
            Effect.orElseSucceed(() => plan)
          )

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
          // Who differs from what the keywords were settled for may be ahead of it or behind.
          const now = state.plan === plan ? plan : yield* wall.outside(planNow({ accountId, plan }))
          const { isNew: _, tokens: __, ...kept } = state
          return { ...kept, plan: now, isSettled: state.plan === now }
        })

        return Accounts.of({
          write: (owner, effect, { guarded = true } = {}) =>
            Effect.flatMap(planNow(owner), (plan) =>
              wall.inAccount(owner.accountId, Effect.flatMap(open({ ...owner, plan }, guarded), effect))
            ),
          isKnown: (accountId) =>
            Effect.map(
              wall.inAccount(accountId, sql`SELECT FROM workspace_accounts WHERE account_id = ${accountId}::uuid`),
              (rows) => rows.length > 0
            ),
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
