import { UpstreamError } from "@storeglass/plugin-api"
import { Clock, Context, Deferred, Effect, Layer, Queue } from "effect"
import { type ChartKey, type ChartRanking, ChartRanks, keyText } from "./ChartRanks.ts"

export type Collected =
  | { readonly _tag: "Chart"; readonly chart: ChartRanking }
  | { readonly _tag: "Failed"; readonly error: UpstreamError }
  /** Not read yet; it is being collected. */
  | { readonly _tag: "Pending" }

export interface CollectOptions {
  readonly waitMs: number
  readonly firstWaitMs: number
  /** In the order of the keys. */
  readonly older: (keys: ReadonlyArray<ChartKey>) => Effect.Effect<ReadonlyArray<ChartRanking | null>>
}

interface Task {
  readonly key: ChartKey
  readonly done: Deferred.Deferred<Exclude<Collected, { readonly _tag: "Pending" }>>
}

const tasksMax = 4_000
const attempts = 5
const pending: Collected = { _tag: "Pending" }

/**
 * Collects charts in the background under the store's own limits. What was asked for last is collected first, so that a
 * long list asked for before does not keep it waiting; a question stops waiting after a while, the collecting does not.
 */
export class ChartCollector extends Context.Service<
  ChartCollector,
  {
    /**
     * One answer a key, in the order of the keys. Those that are not kept are collected; meanwhile `older` may have an
     * earlier list. It waits at most `waitMs` for the others, and at most `firstWaitMs` while there is none at all.
     */
    readonly collect: (
      keys: ReadonlyArray<ChartKey>,
      options: CollectOptions
    ) => Effect.Effect<ReadonlyArray<Collected>>
  }
>()("@storeglass/apps/ChartCollector") {
  static readonly layer = ({
    chartConcurrency,
    chartFreshMs
  }: {
    readonly chartConcurrency: number
    readonly chartFreshMs: number
  }) =>
    Layer.effect(
      ChartCollector,
      Effect.gen(function* () {
        const ranks = yield* ChartRanks
        const tasks = new Map<string, Task>()
        const running = new Set<Task>()
        let order: ReadonlyArray<Task> = []
        const tokens = yield* Queue.unbounded<true>()

        const ask = (key: ChartKey, attempt: number): Effect.Effect<ChartRanking, UpstreamError> =>
          Effect.catchTag(ranks.get(key), "UpstreamError", (error) =>
            error.reason === "rate_limited" && attempt < attempts
              ? Effect.delay(ask(key, attempt + 1), Math.min(30, Math.max(1, error.retryAfterSeconds ?? 3)) * 1000)
              : Effect.fail(error)
          )

        const work = Effect.gen(function* () {
          yield* Queue.take(tokens)
          const [task, ...rest] = order
          if (task === undefined) return
          order = rest
          running.add(task)
          const answer = yield* Effect.match(Effect.catchDefect(ask(task.key, 1), brokenBy(task.key)), {
            onSuccess: (chart) => ({ _tag: "Chart" as const, chart }),
            onFailure: (error) => ({ _tag: "Failed" as const, error })
          })
          running.delete(task)
          tasks.delete(keyText(task.key))
          yield* Deferred.succeed(task.done, answer)
        })
        yield* Effect.forEach(
          Array.from({ length: chartConcurrency }, (_, index) => index),
          () => Effect.forkScoped(Effect.forever(work)),
          { discard: true }
        )

        /** Puts the keys in front, those already waiting included. */
        const enqueue = (keys: ReadonlyArray<ChartKey>) =>
          Effect.suspend(() => {
            const wanted = new Set<Task>()
            let added = 0
            for (const key of keys) {
              const known = tasks.get(keyText(key))
              if (known === undefined && tasks.size >= tasksMax) continue
              const task = known ?? { key, done: Deferred.makeUnsafe() }
              tasks.set(keyText(key), task)
              wanted.add(task)
              if (known === undefined) added += 1
            }
            const waiting = new Set(order)
            const front = [...wanted].filter((task) => !running.has(task))
            for (const task of front) waiting.delete(task)
            order = [...front, ...waiting]
            return Effect.as(
              Queue.offerAll(
                tokens,
                Array.from({ length: added }, () => true as const)
              ),
              wanted
            )
          })

        const collect = Effect.fn("ChartCollector.collect")(function* (
          keys: ReadonlyArray<ChartKey>,
          { firstWaitMs, older, waitMs }: CollectOptions
        ) {
          const nowMs = yield* Clock.currentTimeMillis
          const kept = yield* Effect.forEach(keys, ranks.peek, { concurrency: 16 })
          const old = keys.filter((_, index) => nowMs - (kept[index]?.asOfMs ?? nowMs) > chartFreshMs)
          yield* enqueue(old)
          const missing = keys.filter((_, index) => kept[index] === undefined)
          const collecting = yield* enqueue(missing)
          const earlier = new Map<string, ChartRanking>()
          const lists = yield* older(missing)
          missing.forEach((key, index) => {
            const chart = lists[index] ?? null
            if (chart !== null) earlier.set(keyText(key), chart)
          })
          const answers = new Map<string, Collected>()
          const awaited = [...collecting].filter(({ key }) => !earlier.has(keyText(key)))
          const noted = (task: Task) =>
            Effect.map(Deferred.await(task.done), (answer) => answers.set(keyText(task.key), answer))
          yield* Effect.timeoutOption(
            Effect.forEach(awaited, noted, { concurrency: "unbounded", discard: true }),
            waitMs
          )
          const hasNone = answers.size === 0 && earlier.size === 0 && missing.length === keys.length
          const [first, ...others] = awaited.map(noted)
          if (hasNone && first !== undefined && firstWaitMs > waitMs)
            yield* Effect.timeoutOption(Effect.raceAll([first, ...others]), firstWaitMs - waitMs)
          return keys.map((key, index): Collected => {
            const chart = kept[index] ?? earlier.get(keyText(key))
            return chart === undefined ? (answers.get(keyText(key)) ?? pending) : { _tag: "Chart", chart }
          })
        })

        return ChartCollector.of({ collect })
      })
    )
}

/** A defect of one chart must not end the collecting of all others. */
const brokenBy = (key: ChartKey) => (cause: unknown) =>
  Effect.andThen(
    Effect.logError("Couldn't collect a chart.", cause),
    Effect.fail(new UpstreamError({ upstream: key.store.platform, reason: "failed", detail: keyText(key), cause }))
  )
