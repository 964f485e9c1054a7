import { Clock, Context, Data, Effect, Layer, Metric, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { monotonicMsOf } from "../time.ts"
import { within } from "./within.ts"

const skewMsMaxDefault = 30_000
const samples = 3
const everyMs = 30_000
const askMsMax = 2_000
/** Smaller differences come from the network, and aren't worth telling. */
const toldMsMin = 1_000

const gauge = Metric.gauge("storeglass_clock_skew_seconds", {
  description: "How far the database's clock is ahead of this node's."
})

/** The clocks of this node and its database are too far apart to work by. */
export class ClockSkewed extends Data.TaggedError("ClockSkewed")<{ readonly message: string }> {}

/**
 * How far the database's clock is from this node's: what one of them writes the other takes for its own time, such as when
 * a month ends or a lock is given up.
 */
export class ClockSkew extends Context.Service<
  ClockSkew,
  {
    /** By the last measurement: how far the database's clock is ahead. */
    readonly skewMs: () => number
    /** What health tells; undefined while the clocks agree. */
    readonly detail: () => string | undefined
    /** Why this node must not be asked; undefined while it may. */
    readonly problem: () => string | undefined
    readonly measure: Effect.Effect<void>
  }
>()("@storeglass/core/sql/ClockSkew") {}

export interface ClockSkewOptions {
  /** Beyond it a node doesn't start, and isn't ready. Default 30 000; null: it's told and no more. */
  readonly clockSkewMsMax?: number | null | undefined
}

const Times = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ nowMs: Schema.Finite })]))

/** One look at both clocks: the database's is read at some moment between two looks at ours. */
const sample = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, clock: Clock.Clock) {
  const wallMs = clock.currentTimeMillisUnsafe()
  const startedMs = monotonicMsOf(clock)
  const [{ nowMs }] = yield* Effect.flatMap(
    sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"`,
    Times
  )
  const tookMs = monotonicMsOf(clock) - startedMs
  return { skewMs: Math.round(nowMs - (wallMs + tookMs / 2)), tookMs }
})

const told = (skewMs: number) =>
  `the database's clock is ${(Math.abs(skewMs) / 1000).toFixed(1)} s ${skewMs > 0 ? "ahead of" : "behind"} this node's`

export const layer = ({ clockSkewMsMax = skewMsMaxDefault }: ClockSkewOptions = {}) =>
  Layer.effect(
    ClockSkew,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const clock = yield* Clock.Clock
      let skewMs = 0
      const detail = () => (Math.abs(skewMs) < toldMsMin ? undefined : told(skewMs))
      const problem = () =>
        clockSkewMsMax !== null && Math.abs(skewMs) > clockSkewMsMax
          ? `${told(skewMs)}, and ${clockSkewMsMax / 1000} s are allowed; set the clocks (NTP), or database.clockSkewMsMax`
          : undefined

      // The quickest of a few has the least of the network in it.
      const measured = Effect.gen(function* () {
        const before = problem()
        const all = yield* within(Effect.all(Array.from({ length: samples }, () => sample(sql, clock))), askMsMax)
        const best = all.reduce((least, one) => (one.tookMs < least.tookMs ? one : least))
        skewMs = best.skewMs
        yield* Metric.update(gauge, skewMs / 1000)
        const after = problem()
        if (after !== undefined && before === undefined) yield* Effect.logError("This node is not ready", after)
        if (after === undefined && before !== undefined) yield* Effect.logInfo("The clocks agree again")
      })
      yield* measured
      const refusal = problem()
      if (refusal !== undefined) return yield* new ClockSkewed({ message: refusal })
      // A database that is away says nothing: the last measurement stands.
      const measure = Effect.ignore(measured)
      yield* measure.pipe(Effect.delay(everyMs), Effect.repeat(Schedule.forever), Effect.forkScoped)
      return ClockSkew.of({ skewMs: () => skewMs, detail, problem, measure })
    })
  )
