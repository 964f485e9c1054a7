import { defineJob, type HealthCheck, type Job } from "@storeglass/plugin-api"
import { Clock, Effect } from "effect"
import type { AdLibraryConfig } from "./config.ts"
import { CompareStorefronts, Prune, Read } from "./jobRefs.ts"
import { ReadingStore } from "./readings/ReadingStore.ts"
import { Readings, staleMs } from "./readings/Readings.ts"
import { AdRepository } from "./vendor/AdRepository.ts"

const dayMs = 86_400_000
type Services = Readings | ReadingStore | AdRepository

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
        yield* Effect.logInfo("Deleted old ads.", { rows })
      })
  })
]
