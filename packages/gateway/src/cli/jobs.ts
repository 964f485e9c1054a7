import { JobAdmin } from "@storeglass/core"
import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { collectionOf } from "../AnyPlugin.ts"
import { BootError } from "../BootError.ts"
import { progressTable, withPlugins } from "./collect.ts"
import { operate } from "./operate.ts"
import { print, table } from "./output.ts"
import { configFlag, jsonFlag } from "./settings.ts"

const status = Command.make("status", { config: configFlag, json: jsonFlag }, ({ config, json }) =>
  Effect.gen(function* () {
    const { collection, stats } = yield* withPlugins(config, ({ plugins }) =>
      Effect.all({ stats: Effect.flatMap(JobAdmin, (admin) => admin.stats), collection: collectionOf(plugins) })
    )
    const age = stats.oldestWaitingMs === null ? "none due" : `oldest due for ${stats.oldestWaitingMs} ms`
    yield* print(
      json,
      { ...stats, collection },
      [
        `${stats.waiting} waiting (${age}), ${stats.running} running, ${stats.failed} dead letters`,
        ...(collection.length === 0 ? [] : ["", progressTable(collection)])
      ].join("\n")
    )
  })
).pipe(Command.withDescription("Show the queue, and how far the collection of ranks and charts is."))

const dead = Command.make("dead", { config: configFlag, json: jsonFlag }, ({ config, json }) =>
  operate(
    config,
    Effect.gen(function* () {
      const admin = yield* JobAdmin
      const letters = yield* admin.deadLetters()
      yield* print(
        json,
        letters,
        letters.length === 0
          ? "no dead letters"
          : table(
              ["id", "job", "attempts", "made", "last error"],
              letters.map((letter) => [
                letter.id,
                letter.job,
                String(letter.attempts),
                new Date(letter.createdAtMs).toISOString(),
                letter.lastError ?? "-"
              ])
            )
      )
    })
  )
).pipe(Command.withDescription("List jobs that failed on their last attempt."))

const retry = Command.make(
  "retry",
  {
    id: Argument.String("id").pipe(Argument.withDescription("As `jobs dead` shows it.")),
    config: configFlag,
    json: jsonFlag
  },
  ({ config, id, json }) =>
    operate(
      config,
      Effect.gen(function* () {
        const admin = yield* JobAdmin
        const retried = yield* admin.retryDeadLetter(id)
        if (!retried) {
          return yield* new BootError({
            subject: "jobs",
            reason: `no dead letter '${id}'; storeglass jobs dead lists them`
          })
        }
        yield* print(json, { id, retried }, `job ${id} runs again, with all its attempts`)
      })
    )
).pipe(Command.withDescription("Let a dead letter run again."))

export const jobs = Command.make("jobs").pipe(
  Command.withDescription("The job queue."),
  Command.withSubcommands([status, dead, retry])
)
