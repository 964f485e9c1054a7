import { definePlugin, type HealthCheck, Jobs } from "@storeglass/plugin-api"
import { Clock, Effect, Layer, Schedule } from "effect"
import { HttpApi } from "effect/http-api"
import { SqlClient } from "effect/sql"
import manifest from "../package.json" with { type: "json" }
import { AssistantSeed } from "./AssistantSeed.ts"
import { ChartSeed } from "./ChartSeed.ts"
import { ChatSeed, exampleAlert } from "./ChatSeed.ts"
import { DevSeedConfig } from "./config.ts"
import { Assistants, Charts, Chat, DemoKeywords, jobs, Keywords } from "./jobs.ts"
import { KeywordSeed } from "./KeywordSeed.ts"
import { seededDays } from "./migrations/0001_seeded_days.ts"
import { PastDays } from "./PastDays.ts"
import { SeededDays } from "./SeededDays.ts"
import { Turns } from "./Turns.ts"

class Api extends HttpApi.make("dev-seed") {}

/** The first requests after a boot come first. */
const keywordsDelayMs = 2_000
/** An app is set up only once the gateway serves. */
const assistantsDelayMs = 5_000

/** Puts the first jobs in the queue; the boot does not wait. */
const start = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const queue = yield* Jobs
    const nowMs = yield* Clock.currentTimeMillis
    const runAtMs = nowMs + keywordsDelayMs
    yield* queue.enqueue(Charts, {}, { key: Charts.name }).pipe(
      Effect.andThen(queue.enqueue(Keywords, {}, { key: Keywords.name, runAtMs })),
      Effect.andThen(
        queue.enqueue(Assistants, { looks: 0 }, { key: Assistants.name, runAtMs: nowMs + assistantsDelayMs })
      ),
      Effect.andThen(
        queue.enqueue(
          DemoKeywords,
          { looks: 0, tracked: 0 },
          { key: DemoKeywords.name, runAtMs: nowMs + assistantsDelayMs }
        )
      ),
      Effect.andThen(queue.enqueue(Chat, { looks: 0 }, { key: Chat.name })),
      Effect.provideService(SqlClient.SqlClient, sql),
      Effect.tapError((error) => Effect.logWarning("Filling the history can't start yet.", error)),
      Effect.retry(Schedule.spaced("5 seconds")),
      Effect.forkScoped
    )
  })
)

export default definePlugin({
  id: "dev-seed",
  manifest,
  description:
    "For development: fills the history of charts, keywords and AI visibility with the sandbox's past days, and links its chat.",
  // Whose double tells the past days.
  uses: ["stores"],
  usesIfEnabled: ["ai-visibility", "alerts", "charts", "keywords"],
  own: [AssistantSeed, ChartSeed, ChatSeed, KeywordSeed, SeededDays],
  config: DevSeedConfig,
  api: Api,
  live: (config) =>
    start.pipe(
      Layer.provideMerge(
        Layer.mergeAll(
          AssistantSeed.layer(config),
          ChartSeed.layer(config),
          ChatSeed.layer(config),
          KeywordSeed.layer(config)
        )
      ),
      Layer.provideMerge(SeededDays.layer),
      Layer.provide(Turns.layer),
      Layer.provide(PastDays.layer(config))
    ),
  migrations: { "0001_seeded_days": seededDays },
  jobs,
  alerts: {
    [exampleAlert]: {
      title: "Sandbox: an example",
      description: "Sent to the demo account at each start of the sandbox."
    }
  },
  health: () =>
    Effect.flatMap(SeededDays, ({ progress }) => progress).pipe(
      Effect.map((all) =>
        Object.fromEntries(
          all.map(({ done, kind, total }): [string, HealthCheck] => [
            kind,
            { status: "ok", detail: `${done} of ${total} days of history filled` }
          ])
        )
      ),
      Effect.orElseSucceed(() => ({}))
    )
})
