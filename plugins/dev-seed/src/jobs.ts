import { defineJob, type Job, Jobs, jobRef } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { ChartSeed } from "./ChartSeed.ts"
import { KeywordSeed } from "./KeywordSeed.ts"

const Nothing = Schema.Struct({})
export const Charts = jobRef("dev-seed.charts", Nothing)
export const Keywords = jobRef("dev-seed.keywords", Nothing)

/** Turns of about a second, until nothing is left. */
export const jobs = (): ReadonlyArray<Job<ChartSeed | KeywordSeed | Jobs | SqlClient.SqlClient>> => [
  defineJob(Charts, {
    run: () =>
      Effect.gen(function* () {
        const { fill } = yield* ChartSeed
        if (yield* fill) return yield* Effect.logInfo("The history of charts is filled.")
        yield* (yield* Jobs).enqueue(Charts, {}, { key: Charts.name })
      })
  }),
  defineJob(Keywords, {
    run: () =>
      Effect.gen(function* () {
        const { fill } = yield* KeywordSeed
        if (yield* fill) return yield* Effect.logInfo("The history of keywords is filled.")
        yield* (yield* Jobs).enqueue(Keywords, {}, { key: Keywords.name })
      })
  })
]
