import type { JobCount, Lane } from "@storeglass/core"
import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { BootError } from "../BootError.ts"
import { progressTable } from "./collect.ts"
import { gateway } from "./lazily.ts"
import { print, table } from "./output.ts"
import { configFlag, jsonFlag } from "./settings.ts"

interface LaneRow {
  readonly lane: string
  readonly atOnce: number
  readonly running: number
  readonly waiting: number
  readonly failed: number
  readonly oldestWaitingMs: number | null
}

/** Each lane of the enabled plugins with what is in it. */
const laneRows = (lanes: ReadonlyArray<Lane>, counts: ReadonlyArray<JobCount>): ReadonlyArray<LaneRow> =>
  lanes.map(({ concurrency, jobs: names, name }) => {
    const within = counts.filter(({ job }) => names.includes(job))
    const sum = (of: (count: JobCount) => number) => within.reduce((total, count) => total + of(count), 0)
    const ages = within.flatMap(({ oldestWaitingMs }) => (oldestWaitingMs === null ? [] : [oldestWaitingMs]))
    return {
      lane: name,
      atOnce: concurrency,
      running: sum(({ running }) => running),
      waiting: sum(({ waiting }) => waiting),
      failed: sum(({ failed }) => failed),
      oldestWaitingMs: ages.length === 0 ? null : Math.max(...ages)
    }
  })

const laneTable = (rows: ReadonlyArray<LaneRow>) =>
  table(
    ["lane", "at once", "running", "waiting", "dead", "oldest due for"],
    rows.map(({ atOnce, failed, lane, oldestWaitingMs, running, waiting }) => [
      lane,
      String(atOnce),
      String(running),
      String(waiting),
      String(failed),
      oldestWaitingMs === null ? "-" : `${oldestWaitingMs} ms`
    ])
  )

const status = Command.make("status", { config: configFlag, json: jsonFlag }, ({ config, json }) =>
  Effect.gen(function* () {
    const { collectionOf, JobAdmin, jobsOf, lanesOf, readComposition, ScheduleAdmin, withDeadJobs, withPlugins } =
      yield* gateway
    const { loaded } = yield* readComposition(config)
    const { collection, counts, lanes, schedules, stats, undeclared } = yield* withPlugins(config, ({ plugins }) =>
      Effect.gen(function* () {
        const admin = yield* JobAdmin
        const jobs = withDeadJobs(jobsOf(plugins))
        const { concurrency, lanes: overrides } = loaded.config.jobs ?? {}
        return {
          stats: yield* admin.stats,
          counts: yield* admin.counts,
          lanes: yield* lanesOf(jobs, { concurrency, overrides }),
          undeclared: yield* admin.undeclared(jobs.map(({ name }) => name)),
          schedules: yield* Effect.flatMap(ScheduleAdmin, (admin) => admin.stats),
          collection: yield* collectionOf(plugins)
        }
      })
    )
    const rows = laneRows(lanes, counts)
    const age = stats.oldestWaitingMs === null ? "none due" : `oldest due for ${stats.oldestWaitingMs} ms`
    yield* print(
      json,
      { ...stats, lanes: rows, undeclared, schedules, collection },
      [
        `${stats.waiting} waiting (${age}), ${stats.running} running, ${stats.failed} dead letters`,
        `${schedules.total} schedules: ${schedules.due} due, ${schedules.late} late${
          schedules.late === 0 ? "" : ` by up to ${Math.round(schedules.latestMs / 1000)} s`
        }, ${schedules.paused} paused`,
        ...(undeclared.length === 0
          ? []
          : [
              `jobs are waiting that no enabled plugin declares: ${undeclared.join(", ")}; enable the plugin, or nothing will run them`
            ]),
        ...(rows.length === 0 ? [] : ["", laneTable(rows)]),
        ...(collection.length === 0 ? [] : ["", progressTable(collection)])
      ].join("\n")
    )
  })
).pipe(
  Command.withDescription(
    "Show the queue, its lanes and schedules, jobs that no plugin runs, and how far collecting ranks and charts has come."
  )
)

const dead = Command.make("dead", { config: configFlag, json: jsonFlag }, ({ config, json }) =>
  Effect.flatMap(gateway, ({ JobAdmin, operate }) =>
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
  )
).pipe(Command.withDescription("List jobs that failed their last attempt."))

const retry = Command.make(
  "retry",
  {
    id: Argument.String("id").pipe(Argument.withDescription("As `jobs dead` shows it.")),
    config: configFlag,
    json: jsonFlag
  },
  ({ config, id, json }) =>
    Effect.flatMap(gateway, ({ JobAdmin, operate }) =>
      operate(
        config,
        Effect.gen(function* () {
          const admin = yield* JobAdmin
          const retried = yield* admin.retryDeadLetter(id)
          if (!retried) {
            return yield* new BootError({
              subject: "jobs",
              reason: `there's no dead letter '${id}'; \`storeglass jobs dead\` lists them`
            })
          }
          yield* print(json, { id, retried }, `job ${id} will run again, with all its attempts`)
        })
      )
    )
).pipe(Command.withDescription("Run a dead letter again."))

export const jobs = Command.make("jobs").pipe(
  Command.withDescription("Show and repair the job queue."),
  Command.withSubcommands([status, dead, retry])
)
