import { JobAdmin, ScheduleAdmin, withDeadJobs } from "@storeglass/core"
import { GatewayState, ServiceUnavailable } from "@storeglass/plugin-api"
import { Context, Effect, Layer } from "effect"
import { collectionOf, featuresUsedOf, jobsOf } from "./AnyPlugin.ts"
import type { Composition } from "./compose.ts"
import { PluginContexts } from "./PluginContexts.ts"

type Health = GatewayState["Service"]["health"]
interface Bound {
  readonly contexts: PluginContexts["Service"]
  /** Undefined: nothing is served. */
  readonly health: Health | undefined
}

/** Gives `GatewayState` what there is only once all plugins are built. */
export class GatewayStateBinding extends Context.Service<
  GatewayStateBinding,
  { readonly bind: (bound: Bound) => Effect.Effect<void> }
>()("@storeglass/gateway/GatewayStateBinding") {}

const unavailable = (cause: unknown) =>
  new ServiceUnavailable("the gateway's state can't be read just now; retry", { retryAfterSeconds: 1, cause })
const notYet = new ServiceUnavailable("the gateway is starting, or only a command is running", { retryAfterSeconds: 1 })

export const layer = (composition: Composition) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const admin = yield* JobAdmin
      const schedules = yield* ScheduleAdmin
      const { plugins } = composition
      const declared = withDeadJobs(jobsOf(plugins)).map(({ name }) => name)
      let bound: Bound | undefined
      const whenBound = <A, E>(ask: (bound: Bound) => Effect.Effect<A, E, PluginContexts>) =>
        Effect.suspend(() =>
          bound === undefined
            ? Effect.fail(notYet)
            : Effect.mapError(Effect.provideService(ask(bound), PluginContexts, bound.contexts), unavailable)
        )
      const state = GatewayState.of({
        health: Effect.suspend(() => bound?.health ?? Effect.fail(notYet)),
        queue: Effect.gen(function* () {
          const [stats, jobs, undeclared, { due, late, paused, total }] = yield* Effect.all([
            admin.stats,
            admin.counts,
            admin.undeclared(declared),
            schedules.stats
          ])
          return { ...stats, jobs, undeclared, schedules: { total, due, late, paused } }
        }).pipe(Effect.mapError(unavailable)),
        deadLetters: ({ after, jobs }) =>
          Effect.mapError(
            admin.deadLetters({
              limit: 100,
              ...(after === undefined ? {} : { after }),
              ...(jobs === undefined ? {} : { jobs })
            }),
            unavailable
          ),
        retry: (id) => Effect.mapError(admin.retryDeadLetter(id), unavailable),
        collection: whenBound(() => collectionOf(plugins)),
        featuresUsed: (accountId) => whenBound(() => featuresUsedOf(plugins, accountId))
      })
      return Context.make(GatewayState, state).pipe(
        Context.add(
          GatewayStateBinding,
          GatewayStateBinding.of({
            bind: (given) =>
              Effect.sync(() => {
                bound = given
              })
          })
        )
      )
    })
  )
