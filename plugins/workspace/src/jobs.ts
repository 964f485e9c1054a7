import { AccountPlanChanged, Alerts, Directory, defineJob, Jobs, onEvent, RetryAfter } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer } from "effect"
import { Accounts, type Owner } from "./Accounts.ts"
import { waitingAlert } from "./alerts.ts"
import { Apps, type Awaited } from "./apps/Apps.ts"
import type { WorkspaceConfig } from "./config.ts"
import { Fill, FillAll, Moves, Purge, Ratings, Upkeep, Watch } from "./jobRefs.ts"
import { Collection } from "./keywords/Collection.ts"
import { Reports } from "./reports/Reports.ts"
import { Competitors } from "./rivals/Competitors.ts"
import { Deleted } from "./undo/Deleted.ts"
import { Wall } from "./Wall.ts"
import { RankMoves } from "./watch/RankMoves.ts"
import { RatingDrops } from "./watch/RatingDrops.ts"
import { VisibilityDrops } from "./watch/VisibilityDrops.ts"
import { Watches } from "./watch/Watches.ts"

const dayMs = 86_400_000
/** So long one job asks the store for what an account awaits; the next goes on. */
const fillingMs = 45_000
/** So many in a row that the store doesn't tell: it's away, or asked enough. */
const missedMax = 3
const later = (attempt: number) => new RetryAfter({ ms: Math.min(2 ** attempt * 15_000, 6 * 3_600_000) })

const make = Effect.fnUntraced(function* (keepDays: number) {
  const apps = yield* Apps
  const competitors = yield* Competitors
  const accounts = yield* Accounts
  const collection = yield* Collection
  const reports = yield* Reports
  const deleted = yield* Deleted
  const watches = yield* Watches
  const moves = yield* RankMoves
  const drops = yield* RatingDrops
  const visibility = yield* VisibilityDrops
  const jobs = yield* Jobs
  const wall = yield* Wall
  const directory = yield* Directory
  const settle = (owner: Owner) =>
    accounts.write(owner, ({ plan }) => collection.settle({ ...owner, plan }), { guarded: false })
  return {
    fill: Effect.fn("Chores.fill")(function* ({ accountId, id, kind }: typeof Fill.payload.Type, attempt: number) {
      const isDone = yield* kind === "app" ? apps.fill(accountId, id) : competitors.fill(accountId, id)
      if (!isDone) return yield* later(attempt)
    }),
    /** Asks for what is awaited, one after the other, until the store tells nothing more just now. */
    fillAll: Effect.fn("Chores.fillAll")(function* (accountId: string, attempt: number) {
      const untilMs = (yield* Clock.currentTimeMillis) + fillingMs
      let after: Awaited | undefined
      let missed = 0
      let isWhole = true
      let left = yield* apps.awaited(accountId, after)
      while (left.length > 0) {
        for (const row of left) {
          const { id, kind } = row
          after = row
          const isDone = yield* kind === "app" ? apps.fill(accountId, id) : competitors.fill(accountId, id)
          missed = isDone ? 0 : missed + 1
          isWhole &&= isDone
          if (missed === missedMax) return yield* later(attempt)
          if ((yield* Clock.currentTimeMillis) > untilMs) return yield* apps.enqueueFills(accountId)
        }
        left = yield* apps.awaited(accountId, after)
      }
      if (!isWhole) yield* later(attempt)
    }),
    /** After a change of the plan, which `cause` names. */
    settle: Effect.fn("Chores.settle")(function* (accountId: string, cause: string) {
      const plan = yield* directory.plan(accountId)
      if (plan === undefined || !(yield* accounts.isKnown(accountId))) return
      yield* settle({ accountId, plan })
      const waiting = yield* wall.inAccount(accountId, collection.waiting(accountId))
      if (waiting === 0) return
      const many = waiting === 1 ? "1 keyword waits" : `${waiting} keywords wait`
      yield* (yield* Alerts).notify(accountId, {
        kind: waitingAlert,
        key: `${waitingAlert}:${cause}`,
        title: `${many} for room in the plan`,
        text: `The plan '${plan}' collects fewer keywords than the workspace keeps, so the newest aren't searched for now. They're kept, and come back with a larger plan or when others are deleted.`
      })
    }),
    upkeep: Effect.fn("Chores.upkeep")(function* (accountId: string) {
      const plan = yield* directory.plan(accountId)
      if (plan === undefined) return
      const owner = { accountId, plan }
      yield* settle(owner)
      const nowMs = yield* Clock.currentTimeMillis
      yield* reports.expire(owner, nowMs - keepDays * dayMs)
      yield* deleted.purge(accountId)
      yield* apps.refill(accountId)
      yield* jobs.enqueue(Watch, { accountId }, { key: `watch:${accountId}`, attempts: 3 })
      yield* jobs.enqueue(Moves, { accountId }, { key: `moves:${accountId}`, attempts: 3 })
      yield* jobs.enqueue(Ratings, { accountId }, { key: `ratings:${accountId}`, attempts: 3 })
    }),
    purge: deleted.purge,
    watch: watches.round,
    /** Of the day before: first the ranks, then what they come to. */
    moves: (accountId: string) => Effect.andThen(moves.tell(accountId), visibility.tell(accountId)),
    ratings: drops.round
  }
})

/** What is done in the background for an account. */
export class Chores extends Context.Service<Chores, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/workspace/Chores"
) {
  static readonly layer = ({ keepReportsDays: days = 400 }: WorkspaceConfig) => Layer.effect(Chores, make(days))
}

export const jobs = () => [
  defineJob(Fill, {
    attempts: 8,
    timeoutMs: 60_000,
    run: (payload, { attempt }) => Chores.use((chores) => chores.fill(payload, attempt))
  }),
  defineJob(FillAll, {
    attempts: 8,
    timeoutMs: 120_000,
    lane: { name: "fill", concurrency: 2 },
    run: ({ accountId }, { attempt }) => Chores.use((chores) => chores.fillAll(accountId, attempt))
  }),
  defineJob(Upkeep, {
    attempts: 3,
    timeoutMs: 300_000,
    run: ({ accountId }) => Chores.use((chores) => chores.upkeep(accountId))
  }),
  defineJob(Purge, {
    attempts: 8,
    timeoutMs: 300_000,
    run: ({ accountId }) => Chores.use((chores) => chores.purge(accountId))
  }),
  defineJob(Watch, {
    attempts: 3,
    timeoutMs: 300_000,
    lane: { name: "watch", concurrency: 2 },
    run: ({ accountId, after }) => Chores.use((chores) => chores.watch(accountId, after))
  }),
  defineJob(Moves, {
    attempts: 3,
    timeoutMs: 300_000,
    lane: { name: "watch", concurrency: 2 },
    run: ({ accountId }) => Chores.use((chores) => chores.moves(accountId))
  }),
  defineJob(Ratings, {
    attempts: 3,
    timeoutMs: 300_000,
    lane: { name: "watch", concurrency: 2 },
    run: ({ accountId, after }) => Chores.use((chores) => chores.ratings(accountId, after))
  })
]

export const on = () => [
  // What a smaller plan doesn't include waits from then on, and comes back with a larger.
  onEvent(AccountPlanChanged, ({ accountId }, { id }) => Chores.use((chores) => chores.settle(accountId, id)))
]
