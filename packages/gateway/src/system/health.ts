import { Lifecycle } from "@storeglass/core"
import { Clock, Effect } from "effect"
import { HostInfo } from "../HostInfo.ts"
import { Probes } from "../Probes.ts"

/** How the gateway is, with everything it depends on. */
export const healthReport = Effect.gen(function* () {
  const host = yield* HostInfo
  const lifecycle = yield* Lifecycle.Lifecycle
  const probes = yield* Probes
  const nowMs = yield* Clock.currentTimeMillis
  const checks = yield* probes.checks
  const failing = [
    checks.database,
    checks.queue,
    checks.cache,
    ...Object.values(checks.tokens).map(({ status }) => status),
    ...Object.values(checks.plugins).map(({ status }) => status)
  ].some((status) => status === "down" || status === "degraded")
  return {
    status: failing ? ("degraded" as const) : ("ok" as const),
    uptime: Math.floor((nowMs - host.startedAtMs) / 1000),
    timestamp: new Date(nowMs).toISOString(),
    version: host.version,
    sandbox: host.sandbox === false ? null : host.sandbox,
    draining: lifecycle.isDraining(),
    checks,
    unproven: Object.fromEntries(
      host.composition.plugins.flatMap(({ plugin: { id, unproven } }) =>
        unproven === undefined ? [] : [[id, unproven]]
      )
    )
  }
})
