import { defineJob, type Job, jobRef, Param } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { CollectionQueue } from "./collection/CollectionQueue.ts"
import { Collector } from "./collection/Collector.ts"
import type { KeywordsConfig } from "./config.ts"
import { KeywordLists } from "./history/KeywordLists.ts"

const Nothing = Schema.Struct({})
export const Collect = jobRef("keywords.collect", Nothing)
export const Maintain = jobRef("keywords.maintain", Nothing)
export const KeepUp = jobRef("keywords.keep-up", Nothing)
export const Recount = jobRef("keywords.recount", Nothing)

type Services = Collector | CollectionQueue | KeywordLists | SqlClient.SqlClient

/** The jobs of the plugin; each part of their work is idempotent by itself. */
export const jobs = (config: KeywordsConfig): ReadonlyArray<Job<Services>> => [
  defineJob(Collect, {
    // A slice a minute; what a slice does not do, the next one does, so it is not tried again by itself.
    ...(config.collect.enabled ? { cron: "* * * * *" } : {}),
    cronPayload: {},
    attempts: 1,
    run: () =>
      Effect.gen(function* () {
        const collector = yield* Collector
        yield* Effect.forEach(
          Param.platforms,
          (platform) =>
            collector.slice(platform).pipe(
              Effect.tap(({ claimed, ...slice }) =>
                claimed === 0 ? Effect.void : Effect.logDebug("Keywords were collected.", { claimed, ...slice })
              ),
              Effect.catchTag("PLATFORM_UNSUPPORTED", () => Effect.void),
              // The next minute tries again; a dead letter a minute would tell nobody more.
              Effect.catchTag("SqlError", (error) => Effect.logWarning("Couldn't collect keywords.", error))
            ),
          { concurrency: "unbounded", discard: true }
        )
      })
  }),
  defineJob(Recount, {
    // As the collection: what isn't counted now, the next minute counts.
    cron: "* * * * *",
    cronPayload: {},
    attempts: 1,
    run: () =>
      Effect.asVoid(CollectionQueue.use(({ recount }) => recount)).pipe(
        Effect.catchTag("SqlError", (error) => Effect.logWarning("Couldn't count who tracks keywords.", error))
      )
  }),
  defineJob(KeepUp, {
    // What isn't due is looked at and left; what one didn't do, the next does.
    cron: "*/10 * * * *",
    cronPayload: {},
    attempts: 1,
    atOnce: { key: () => "keep-up" },
    interruptOnStop: true,
    run: () =>
      KeywordLists.use(({ keepUp }) => keepUp).pipe(
        Effect.tap((kept) =>
          Object.values(kept).every((count) => count === 0)
            ? Effect.void
            : Effect.logInfo("Packed the keyword history.", kept)
        ),
        Effect.catchTag("SqlError", (error) => Effect.logWarning("Couldn't pack the keyword history.", error)),
        Effect.asVoid
      )
  }),
  defineJob(Maintain, {
    cron: "37 3 * * *",
    cronPayload: {},
    run: () =>
      Effect.gen(function* () {
        const lists = yield* KeywordLists
        const queue = yield* CollectionQueue
        const nowMs = yield* Clock.currentTimeMillis
        const keptFrom = yield* lists.dropOld
        const pruned = yield* queue.prune(nowMs)
        yield* Effect.logInfo("Cleaned up the keyword history.", { keptFrom, ...pruned })
      })
  })
]
