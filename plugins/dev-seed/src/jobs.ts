import { defineJob, type Job, Jobs, jobRef } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { AssistantSeed } from "./AssistantSeed.ts"
import { ChartSeed } from "./ChartSeed.ts"
import { ChatSeed } from "./ChatSeed.ts"
import { KeywordSeed } from "./KeywordSeed.ts"

const Nothing = Schema.Struct({})
export const Assistants = jobRef("dev-seed.assistants", Schema.Struct({ looks: Schema.Int }))
export const Charts = jobRef("dev-seed.charts", Nothing)
export const Chat = jobRef("dev-seed.chat", Schema.Struct({ looks: Schema.Int }))
export const Keywords = jobRef("dev-seed.keywords", Nothing)
export const DemoKeywords = jobRef("dev-seed.demo-keywords", Schema.Struct({ looks: Schema.Int, tracked: Schema.Int }))

/** How often it's looked whether an app is set up, and whether the demo account has its keywords. */
const lookMs = 5_000
const looksMax = 120
/** The chat is looked at by whoever has just started the sandbox. */
const chatLookMs = 1_000

/** Turns of about a second, until nothing is left. */
export const jobs = (): ReadonlyArray<
  Job<AssistantSeed | ChartSeed | ChatSeed | KeywordSeed | Jobs | SqlClient.SqlClient>
> => [
  defineJob(Assistants, {
    run: ({ looks }) =>
      Effect.gen(function* () {
        const { fill } = yield* AssistantSeed
        const state = yield* fill
        if (state === "filled") return yield* Effect.logInfo("The history of AI visibility is filled.")
        const jobs = yield* Jobs
        if (state === "more") return yield* jobs.enqueue(Assistants, { looks: 0 }, { key: Assistants.name })
        if (looks === looksMax) return
        const runAtMs = (yield* Clock.currentTimeMillis) + lookMs
        yield* jobs.enqueue(Assistants, { looks: looks + 1 }, { key: Assistants.name, runAtMs })
      })
  }),
  defineJob(Charts, {
    run: () =>
      Effect.gen(function* () {
        const { fill } = yield* ChartSeed
        if (yield* fill) return yield* Effect.logInfo("The history of charts is filled.")
        yield* (yield* Jobs).enqueue(Charts, {}, { key: Charts.name })
      })
  }),
  defineJob(Chat, {
    interruptOnStop: true,
    run: ({ looks }) =>
      Effect.gen(function* () {
        const { fill } = yield* ChatSeed
        if ((yield* fill) === "told" || looks === looksMax) return
        const runAtMs = (yield* Clock.currentTimeMillis) + chatLookMs
        yield* (yield* Jobs).enqueue(Chat, { looks: looks + 1 }, { key: Chat.name, runAtMs })
      })
  }),
  defineJob(Keywords, {
    run: () =>
      Effect.gen(function* () {
        const { fill } = yield* KeywordSeed
        if (yield* fill) return yield* Effect.logInfo("The history of keywords is filled.")
        yield* (yield* Jobs).enqueue(Keywords, {}, { key: Keywords.name })
      })
  }),
  defineJob(DemoKeywords, {
    run: ({ looks, tracked }) =>
      Effect.gen(function* () {
        const { fillDemo, ofDemo } = yield* KeywordSeed
        const jobs = yield* Jobs
        const now = yield* ofDemo
        // They come a list at a time: once they're as many as before, they're all there.
        if (now > 0 && now === tracked) {
          if (yield* fillDemo) return yield* Effect.logInfo("The history of the demo account's keywords is filled.")
          return yield* jobs.enqueue(DemoKeywords, { looks: 0, tracked }, { key: DemoKeywords.name })
        }
        if (looks === looksMax) return
        const runAtMs = (yield* Clock.currentTimeMillis) + lookMs
        yield* jobs.enqueue(DemoKeywords, { looks: looks + 1, tracked: now }, { key: DemoKeywords.name, runAtMs })
      })
  })
]
