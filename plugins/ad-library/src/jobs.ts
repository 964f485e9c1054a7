import { defineJob, type HealthCheck, type Job, onEvent } from "@storeglass/plugin-api"
import { AppAdded, AppRemoved, CompetitorAdded, CompetitorRemoved } from "@storeglass/workspace/contract"
import { Clock, Effect } from "effect"
import type { AdLibraryConfig } from "./config.ts"
import { CompareStorefronts, Prune, Read, ReadSeller, Tell, WatchApp, WatchDue, WatchSync } from "./jobRefs.ts"
import { ReadingStore } from "./readings/ReadingStore.ts"
import { Readings, staleMs } from "./readings/Readings.ts"
import { Sellers } from "./readings/Sellers.ts"
import { AdRepository } from "./vendor/AdRepository.ts"
import { Watches } from "./watch/Watches.ts"

const dayMs = 86_400_000
type Services = Readings | ReadingStore | Sellers | AdRepository | Watches

/** What the repository lists and we don't, and the other way round. */
const differences = (ours: ReadonlyArray<string>, theirs: ReadonlyArray<string>) =>
  [
    theirs.filter((code) => !ours.includes(code)).map((code) => `${code} is new`),
    ours.filter((code) => !theirs.includes(code)).map((code) => `${code} is gone`)
  ].flat()

/** Answers stay as they are until the setting `storefronts` is changed: only health tells a difference. */
export const health = ({ storefronts }: AdLibraryConfig) =>
  Effect.gen(function* () {
    const store = yield* ReadingStore
    const repository = yield* AdRepository
    const checked = yield* store.checked
    const differing = checked === undefined ? [] : differences(storefronts, checked.storefronts)
    const offsets = (yield* repository.offsetMeaning) ?? "not known yet"
    const checks: Record<string, HealthCheck> = {
      storefronts:
        differing.length > 0
          ? { status: "degraded", detail: `the repository's list differs: ${differing.join(", ")}; change storefronts` }
          : { status: "ok", detail: checked === undefined ? "not compared yet" : "as the repository lists them" },
      paging: { status: "ok", detail: `offset counts ${offsets}` }
    }
    return checks
  }).pipe(Effect.orElseSucceed((): Record<string, HealthCheck> => ({})))

export const jobs = ({ deadlineMs, keepDays, timeoutMs }: AdLibraryConfig): ReadonlyArray<Job<Services>> => [
  defineJob(Read, {
    attempts: 3,
    lane: { name: "ad-readings", concurrency: 2 },
    // A large app has some 100 pages, which take their turns.
    timeoutMs: 40 * timeoutMs + deadlineMs,
    run: (wanted) => Effect.flatMap(Readings, ({ goOn }) => goOn(wanted))
  }),
  defineJob(ReadSeller, {
    attempts: 3,
    lane: { name: "ad-readings", concurrency: 2 },
    timeoutMs: 40 * timeoutMs + deadlineMs,
    run: (wanted) => Sellers.use(({ goOn }) => goOn(wanted))
  }),
  defineJob(CompareStorefronts, {
    cron: "23 4 * * *",
    cronPayload: {},
    run: () =>
      Effect.gen(function* () {
        const repository = yield* AdRepository
        const store = yield* ReadingStore
        yield* store.check(yield* repository.storefronts)
      })
  }),
  defineJob(Prune, {
    cron: "47 3 * * *",
    cronPayload: {},
    run: () =>
      Effect.gen(function* () {
        const store = yield* ReadingStore
        const nowMs = yield* Clock.currentTimeMillis
        const rows = yield* store.prune(nowMs - keepDays * dayMs, nowMs - staleMs)
        yield* Watches.use((watches) => watches.prune(nowMs - keepDays * dayMs))
        yield* Effect.logInfo("Deleted old ads.", { rows })
      })
  }),
  defineJob(WatchSync, {
    cron: "7 1 * * *",
    cronPayload: {},
    timeoutMs: 3_600_000,
    run: () => Watches.use((watches) => watches.syncAll())
  }),
  defineJob(WatchDue, {
    cron: "*/5 * * * *",
    cronPayload: {},
    attempts: 3,
    run: () => Watches.use((watches) => watches.due())
  }),
  defineJob(WatchApp, {
    attempts: 5,
    // One after the other: callers' readings come first at the repository.
    lane: { name: "ad-watches", concurrency: 1 },
    timeoutMs: 40 * timeoutMs + deadlineMs,
    run: ({ appId }) => Watches.use((watches) => watches.look(appId))
  }),
  defineJob(Tell, {
    timeoutMs: 300_000,
    run: ({ appId, seenMs }) => Watches.use((watches) => watches.tell(appId, seenMs))
  })
]

/** What an account keeps has changed: what is watched for it follows at once. */
export const on = () =>
  [AppAdded, AppRemoved, CompetitorAdded, CompetitorRemoved].map((event) =>
    onEvent(event, ({ accountId }) => Watches.use((watches) => watches.syncAccount(accountId)))
  )
