// Inside a plugin everything is typed. The host holds plugins whose types it cannot know: here, and only here, they are
// erased. What makes that safe are the checks of compose.ts, which run before any layer is built.
import { AccountDeletions, forgetTables, Middlewares, rowsOfTables } from "@storeglass/core"
import {
  type CollectionRow,
  type CoreServices,
  type DeadJob,
  type HealthCheck,
  type Job,
  type JobDelivery,
  JobFailed,
  type Personal,
  type PersonalRow,
  type PersonalTable,
  type Plugin,
  type RawRoute
} from "@storeglass/plugin-api"
import { Context, Effect, Layer, Option, Predicate, Schema, Scope, Stream, Tracer } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApiBuilder, type HttpApiGroup } from "effect/http-api"
import { PluginContexts } from "./PluginContexts.ts"

// biome-ignore lint/suspicious/noExplicitAny: see above.
export type Erased = any
export type AnyPlugin = Plugin<string, Erased, Erased, Erased, Erased, Erased>

/** A plugin of known types as one that the host can hold. */
export const erased = (plugin: Erased): AnyPlugin => plugin

/** The plugin that a module exports by default, if it does. */
export const asPlugin = (module: unknown): AnyPlugin | undefined =>
  Predicate.hasProperty(module, "default") && isPlugin(module.default) ? module.default : undefined

const isPlugin = (input: unknown): input is AnyPlugin =>
  Predicate.hasProperty(input, "id") &&
  typeof input.id === "string" &&
  Predicate.hasProperty(input, "manifest") &&
  Predicate.hasProperty(input, "api") &&
  Predicate.hasProperty(input, "config") &&
  Predicate.hasProperty(input, "live") &&
  typeof input.live === "function"

/** The range of plugin-api that a plugin built for plugin-api 1 says it is built for; undefined for any other module. */
export const builtForOne = (module: unknown): string | undefined =>
  Predicate.hasProperty(module, "default") &&
  Predicate.hasProperty(module.default, "core") &&
  Predicate.hasProperty(module.default, "live") &&
  typeof module.default.core === "string"
    ? module.default.core
    : undefined

interface Configured {
  readonly plugin: AnyPlugin
  readonly config: unknown
}

/**
 * Builds the services of all plugins, each over what the ones before it offer. Beyond its own context a plugin is seen by
 * its `offers` alone.
 */
export const servicesOf = <S, E, R>(
  plugins: ReadonlyArray<Configured>,
  core: Layer.Layer<S | CoreServices, E, R>
): Layer.Layer<S | CoreServices | PluginContexts, E, R> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const contexts = new Map<string, Context.Context<CoreServices>>()
      // What lives by itself, like the boot's span, isn't a service of a request or a job.
      let offered = Context.omit(Scope.Scope, Tracer.ParentSpan)(yield* Effect.context<CoreServices>())
      for (const { config, plugin } of plugins) {
        const built: Context.Context<Erased> = yield* Effect.provideContext(
          Layer.build(plugin.live(config) as Layer.Layer<Erased, never, CoreServices>),
          offered
        )
        contexts.set(plugin.id, Context.merge(offered, built))
        const keys = (plugin.offers ?? []).map(({ key }) => [key, built.mapUnsafe.get(key)] as const)
        offered = Context.merge(offered, Context.makeUnsafe(new Map(keys)))
      }
      return Context.make(PluginContexts, {
        of: (id) => contexts.get(id) ?? offered
      }).pipe(Context.merge(offered))
    })
  ).pipe(Layer.provideMerge(core))

/** The services that a plugin of known types sees, with those that its own `live` built. */
export const contextOf = <Id extends string, G extends HttpApiGroup.Constraint, Config, Needs, Offers, Own>(
  contexts: PluginContexts["Service"],
  plugin: Plugin<Id, G, Config, Needs, Offers, Own>
): Context.Context<CoreServices | Needs | Offers | Own> => contexts.of(plugin.id) as Context.Context<Erased>

const routed = ({ access, handler, method, path }: RawRoute<Erased>, context: Context.Context<CoreServices>) =>
  HttpRouter.route(
    method,
    path,
    Effect.provideContext(
      access === "public" ? Middlewares.withExchange(handler) : Middlewares.withCaller(handler),
      context
    )
  )

/** The routes of all plugins, registered with the router of the context. */
export const routesOf = (
  plugins: ReadonlyArray<Configured>
): Layer.Layer<never, never, HttpRouter.HttpRouter | CoreServices | PluginContexts> =>
  Layer.unwrap(
    Effect.map(PluginContexts, (contexts) =>
      plugins.reduce<Layer.Layer<never, never, Erased>>((all, { config, plugin }) => {
        const context = contexts.of(plugin.id)
        const raw = (plugin.routes?.(config) ?? []).map((route: RawRoute<Erased>) => routed(route, context))
        return Layer.mergeAll(
          all,
          HttpApiBuilder.layer(plugin.api as Erased).pipe(Layer.provide(Layer.succeedContext(context))),
          HttpRouter.addAll(raw)
        )
      }, Layer.empty)
    )
  )

/** The health of all plugins, each with its own services. */
export const healthOf = (
  plugins: ReadonlyArray<Configured>
): Effect.Effect<Readonly<Record<string, HealthCheck>>, never, PluginContexts> =>
  Effect.flatMap(PluginContexts, (contexts) =>
    Effect.map(
      Effect.forEach(
        plugins,
        ({ config, plugin }) => {
          const health: Effect.Effect<Readonly<Record<string, HealthCheck>>, never, CoreServices> = plugin.health?.(
            config
          ) ?? Effect.succeed({})
          return Effect.map(Effect.provideContext(health, contexts.of(plugin.id)), (checks) =>
            Object.entries(checks).map(([name, check]) => [`${plugin.id}.${name}`, check] as const)
          )
        },
        { concurrency: "unbounded" }
      ),
      (all) => Object.fromEntries(all.flat())
    )
  )

/** What the plugins must collect. */
export const collectionOf = (
  plugins: ReadonlyArray<Configured>
): Effect.Effect<ReadonlyArray<CollectionRow & { readonly plugin: string }>, unknown, PluginContexts> =>
  Effect.flatMap(PluginContexts, (contexts) =>
    Effect.map(
      Effect.forEach(plugins, ({ config, plugin }) => {
        const collection: Effect.Effect<ReadonlyArray<CollectionRow>, unknown, CoreServices> = plugin.collection?.(
          config
        ) ?? Effect.succeed([])
        return Effect.map(Effect.provideContext(collection, contexts.of(plugin.id)), (rows) =>
          rows.map((row) => ({ plugin: plugin.id, ...row }))
        )
      }),
      (all) => all.flat()
    )
  )

/** How much of each feature an account uses, as far as the plugins can tell. */
export const featuresUsedOf = (
  plugins: ReadonlyArray<Configured>,
  accountId: string
): Effect.Effect<Readonly<Record<string, number>>, unknown, PluginContexts> =>
  Effect.flatMap(PluginContexts, (contexts) =>
    Effect.map(
      Effect.forEach(plugins, ({ config, plugin }) => {
        const used: Effect.Effect<Readonly<Record<string, number>>, unknown, CoreServices> = plugin.featuresUsed?.(
          config
        )(accountId) ?? Effect.succeed({})
        return Effect.provideContext(used, contexts.of(plugin.id))
      }),
      (all) => Object.assign({}, ...all)
    )
  )

interface PersonalPart {
  readonly plugin: string
  readonly export: (accountId: string) => Stream.Stream<PersonalRow, unknown>
  readonly forget: (accountId: string) => Effect.Effect<unknown, unknown>
}

/** The tables in which plugins keep rows of accounts. */
export const personalTablesOf = (plugins: ReadonlyArray<Configured>): ReadonlyArray<PersonalTable> =>
  plugins.flatMap(({ config, plugin }) => {
    const personal: Personal<CoreServices> | undefined = plugin.personal?.(config)
    return personal?.tables ?? []
  })

/** What each plugin keeps of accounts, with its own services, in the plugins' order. */
export const personalOf = (
  plugins: ReadonlyArray<Configured>
): Effect.Effect<ReadonlyArray<PersonalPart>, never, PluginContexts> =>
  Effect.map(PluginContexts, (contexts) =>
    plugins.flatMap(({ config, plugin }) => {
      const personal: Personal<CoreServices> | undefined = plugin.personal?.(config)
      if (personal === undefined) return []
      const context = contexts.of(plugin.id)
      const { tables } = personal
      return {
        plugin: plugin.id,
        export: (accountId) =>
          Stream.provideContext(personal.export?.(accountId) ?? rowsOfTables(tables, accountId), context),
        forget: (accountId) =>
          Effect.provideContext(personal.forget?.(accountId) ?? forgetTables(tables, accountId), context)
      }
    })
  )

interface Working {
  readonly plugin: AnyPlugin
  readonly jobs: ReadonlyArray<Job<unknown>>
}

/** The jobs of all plugins, to be named. */
export const jobsOf = (plugins: ReadonlyArray<Working>): ReadonlyArray<Job<unknown>> =>
  plugins.flatMap(({ jobs }) => jobs)

const accountIn = Schema.decodeUnknownOption(Schema.Struct({ accountId: Schema.String.check(Schema.isUUID()) }))

/** Work of an account that is forgotten, or being forgotten, ends without being done: nothing would delete what it writes. */
const unlessForgotten = <E>(
  deletions: AccountDeletions["Service"],
  { name }: Pick<Job<unknown>, "name">,
  payload: unknown,
  work: Effect.Effect<void, E>
) =>
  Option.match(accountIn(payload), {
    onNone: () => work,
    onSome: ({ accountId }) =>
      deletions.of(accountId).pipe(
        Effect.mapError(
          (cause) => new JobFailed({ job: name, message: "couldn't ask whether its account is there", cause })
        ),
        Effect.flatMap((deletion) =>
          Option.isSome(deletion) && (deletion.value.endedAt !== null || deletion.value.forgotten.length > 0)
            ? Effect.logInfo("A job of a deleted account was ended")
            : work
        )
      )
  })

/** The jobs of all plugins, each with its own services. */
export const workOf = (
  plugins: ReadonlyArray<Working>
): Effect.Effect<ReadonlyArray<Job<CoreServices>>, never, PluginContexts | AccountDeletions> =>
  Effect.map(Effect.all([PluginContexts, AccountDeletions]), ([contexts, deletions]) =>
    plugins.flatMap(({ jobs, plugin }) => {
      const provided = (work: Effect.Effect<void, JobFailed, unknown>) =>
        Effect.provideContext(work, contexts.of(plugin.id)) as Effect.Effect<void, JobFailed>
      return jobs.map(({ onDead, run, ...job }) => ({
        ...job,
        run: (payload: unknown, delivery: JobDelivery) => {
          const work = provided(run(payload, delivery))
          return job.runsOnceForgotten === true ? work : unlessForgotten(deletions, job, payload, work)
        },
        ...(onDead === undefined
          ? {}
          : { onDead: (payload: unknown, letter: DeadJob) => provided(onDead(payload, letter)) })
      }))
    })
  )
