import {
  ClockSkew,
  JobAdmin,
  monotonicMsOf,
  OperatorAlertAdmin,
  RedisHealth,
  RequestRecorder,
  steadyClock,
  TokenHealth,
  type TokenState,
  UpstreamHealth,
  type UpstreamState
} from "@storeglass/core"
import type { HealthCheck } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"

export type Status = "ok" | "degraded" | "down" | "off"

/** The state of everything that the gateway depends on. */
export class Probes extends Context.Service<
  Probes,
  {
    readonly checks: Effect.Effect<{
      readonly database: Status
      readonly queue: Status
      readonly cache: Status
      readonly upstreams: Readonly<Record<string, UpstreamState>>
      readonly tokens: Readonly<Record<string, TokenState>>
      readonly plugins: Readonly<Record<string, HealthCheck>>
    }>
  }
>()("@storeglass/gateway/Probes") {}

const probeMsMax = 500
/** How long after the last loss health tells of it. */
const toldForMs = 60_000

/** `plugins` are the health effects of the enabled plugins, with their services provided; `jobs` the names of their jobs. */
export const layer = (plugins: Effect.Effect<Readonly<Record<string, HealthCheck>>>, jobs: ReadonlyArray<string>) =>
  Layer.effect(
    Probes,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const upstreams = yield* UpstreamHealth
      const tokens = yield* TokenHealth
      const redis = yield* Effect.serviceOption(RedisHealth)
      const answers = (probe: Effect.Effect<unknown, unknown>) =>
        probe.pipe(
          Effect.timeout(probeMsMax),
          Effect.match({ onFailure: (): Status => "down", onSuccess: (): Status => "ok" })
        )
      const admin = yield* JobAdmin
      // Work that was accepted and that nobody will do.
      const undeclared = Effect.map(
        admin.undeclared(jobs),
        (names): Readonly<Record<string, HealthCheck>> =>
          names.length === 0
            ? {}
            : {
                "core.jobs": {
                  status: "degraded",
                  detail: `jobs are waiting that no enabled plugin declares: ${names.slice(0, 10).join(", ")}`
                }
              }
      ).pipe(
        Effect.timeout(probeMsMax),
        Effect.catchCause(() => Effect.succeed<Readonly<Record<string, HealthCheck>>>({}))
      )
      const alerts = yield* OperatorAlertAdmin
      const alerted = Effect.map(
        alerts.list,
        (open): Readonly<Record<string, HealthCheck>> =>
          open.length === 0
            ? {}
            : {
                "core.alerts": {
                  status: "degraded",
                  detail: `${open.length} open, see storeglass alerts: ${open
                    .slice(0, 5)
                    .map(({ title }) => title)
                    .join("; ")}`
                }
              }
      ).pipe(
        Effect.timeout(probeMsMax),
        Effect.catchCause(() => Effect.succeed<Readonly<Record<string, HealthCheck>>>({}))
      )
      const skew = yield* ClockSkew.ClockSkew
      const clockCheck = (): Readonly<Record<string, HealthCheck>> => {
        const detail = skew.detail()
        return detail === undefined ? {} : { "core.clock": { status: "degraded", detail } }
      }
      const { state: logState } = yield* RequestRecorder.RequestRecorder
      const clock = yield* Clock.Clock
      const logCheck = (): Readonly<Record<string, HealthCheck>> => {
        const { dropped, droppedMs } = logState()
        if (droppedMs === undefined || monotonicMsOf(clock) - droppedMs > toldForMs) return {}
        const detail = `requests are missing in the request log: ${dropped} since the start, the last within a minute`
        return { "core.requestLog": { status: "degraded", detail } }
      }
      const checks = Effect.all(
        {
          database: answers(sql`SELECT 1`),
          queue: answers(sql`SELECT 1 FROM graphile_worker._private_tasks LIMIT 1`),
          cache: Option.match(redis, {
            onNone: () => Effect.succeed<Status>("off"),
            onSome: (health) => Effect.map(health.answers, (answers): Status => (answers ? "ok" : "degraded"))
          }),
          upstreams: upstreams.snapshot,
          tokens: tokens.snapshot,
          plugins: Effect.zipWith(
            plugins.pipe(
              Effect.timeout(probeMsMax),
              Effect.catchCause(() =>
                Effect.succeed<Readonly<Record<string, HealthCheck>>>({
                  plugins: { status: "degraded", detail: "a plugin's health check didn't answer" }
                })
              )
            ),
            Effect.zipWith(undeclared, alerted, (one, other) => ({ ...one, ...other }), { concurrent: true }),
            (of, core) => ({ ...of, ...core, ...clockCheck(), ...logCheck() }),
            { concurrent: true }
          )
        },
        { concurrency: "unbounded" }
      )
      // Anyone may ask, so many callers cost no more than one look a second.
      const kept = yield* Effect.cachedWithTTL(Effect.provideService(checks, Clock.Clock, clock), 1_000)
      return Probes.of({ checks: Effect.provideService(kept, Clock.Clock, steadyClock(clock)) })
    })
  )
