import { assert, describe, it } from "@effect/vitest"
import { BootError, compose } from "@storeglass/gateway"
import {
  apiVersion,
  Caller,
  costs,
  declare,
  defineEvent,
  defineJob,
  Endpoint,
  group,
  jobRef,
  Metered,
  onEvent,
  open,
  Param,
  Price,
  rawRoute,
  requires,
  Sessions,
  SharedAnswer
} from "@storeglass/plugin-api"
import { manifestOf } from "@storeglass/testkit"
import { Context, Effect, type Layer, Schema } from "effect"
import { type HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApi, HttpApiBuilder } from "effect/http-api"
import { apiOf, okEndpoint, pluginOf } from "./plugins.ts"

class Ranks extends Context.Service<Ranks, { readonly rank: number }>()("@storeglass/test/Ranks") {}

const scans = { description: "Scans.", plans: { free: 0, indie: null } }
const job = (name: string) => defineJob(jobRef(name, Schema.Struct({})), { run: () => Effect.void })
const raw = (price: number) => () => [
  rawRoute({
    id: "hook",
    method: "POST",
    path: "/v1/hook",
    access: "public",
    price,
    errors: [],
    summary: "A hook",
    description: "A hook.",
    handler: Effect.succeed(HttpServerResponse.empty())
  })
]
/** A page's route. */
const paged = (needs: { readonly access?: "public"; readonly path?: `/${string}`; readonly role?: "viewer" }) => () => [
  rawRoute({
    id: "page",
    method: "GET",
    path: "/panel/a",
    access: "session",
    price: 0,
    errors: [],
    summary: "A page",
    description: "A page.",
    handler: Effect.succeed(HttpServerResponse.empty()),
    ...needs
  })
]
const said = { summary: "Shared", description: "The same for all." }
const shared = { ...said, shared: 1_000 }
const headed = Endpoint.get("get", "/v1/a", {
  headers: { "x-tongue": Param.header({ description: "A language." }) },
  answer: Schema.Struct({ ok: Schema.Boolean }),
  ...shared
})
const givenTheCaller =
  "a: GET /v1/a shares its answer with all who ask, but its handler is given the caller; declare it with `shared`, or put MeteredShared in place of Metered, or take SharedAnswer away"
const Settings = Schema.Struct({
  limit: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10 })),
  nested: Schema.optionalKey(Schema.Struct({ url: Schema.String }))
})
const set = (settings: unknown) => ({ ...pluginOf("a", { config: Settings }), settings })

const Added = defineEvent("workspace.app-added", Schema.String)

const refused: ReadonlyArray<{
  readonly name: string
  readonly plugins: ReadonlyArray<ReturnType<typeof pluginOf>>
  readonly message: string
}> = [
  {
    name: "a plugin built for another core",
    plugins: [pluginOf("a", { core: "^3.0.0" })],
    message: `a: is built for plugin-api ^3.0.0, but this host has ${apiVersion}; install a version of 'a' built for ${apiVersion}, or a gateway with plugin-api ^3.0.0`
  },
  {
    name: "a range of the core that is none",
    plugins: [pluginOf("a", { core: "newest" })],
    message: `a: plugin-api: 'newest' isn't a version range, or '${apiVersion}' isn't a version; write them like ^1.2.0 and 1.2.3`
  },
  {
    name: "a plugin that does not say which plugin-api it is built for",
    plugins: [pluginOf("a", { manifest: { name: "its-package", version: "1.0.0" } })],
    message:
      "a: needs '@storeglass/plugin-api' without saying which versions; add it to peerDependencies in the package.json of its-package"
  },
  {
    name: "a used plugin whose range nobody says",
    plugins: [pluginOf("a", { uses: { b: "*" }, manifest: manifestOf("a") }), pluginOf("b")],
    message:
      "a: needs '@storeglass/b' without saying which versions; add it to peerDependencies in the package.json of @storeglass/a"
  },
  {
    name: "a handler of an event whose plugin is not named",
    plugins: [pluginOf("a", { on: () => [onEvent(Added, () => Effect.void)] }), pluginOf("workspace")],
    message:
      "a: listens to 'workspace.app-added' of 'workspace' without naming it; add 'workspace' to `uses` or `usesIfEnabled`"
  },
  {
    name: "a used plugin that is not enabled",
    plugins: [pluginOf("a", { uses: { stores: "^0.1.0" } })],
    message: "a: uses the plugin 'stores' (^0.1.0), which is not enabled; add 'stores:' under plugins"
  },
  {
    name: "a used plugin of another version",
    plugins: [pluginOf("a", { uses: { b: "^2.0.0" } }), pluginOf("b")],
    message: "a: uses b ^2.0.0 but this host has 1.2.3; install a version that fits"
  },
  {
    name: "a used plugin whose version is none",
    plugins: [pluginOf("a", { uses: { b: "^2.0.0" } }), pluginOf("b", { version: "two" })],
    message: "a: uses b: '^2.0.0' isn't a version range, or 'two' isn't a version; write them like ^1.2.0 and 1.2.3"
  },
  {
    name: "plugins that use each other",
    plugins: [
      pluginOf("a", { uses: { b: "*" } }),
      pluginOf("b", { uses: { c: "*" } }),
      pluginOf("c", { uses: { a: "*" } }),
      pluginOf("d")
    ],
    message: "a, b, c: use each other in a circle; break the cycle"
  },
  { name: "a plugin twice", plugins: [pluginOf("a"), pluginOf("a")], message: "a: is enabled twice" },
  {
    name: "a service that nobody offers",
    plugins: [pluginOf("a", { needs: [Ranks] })],
    message:
      "a: needs the service @storeglass/test/Ranks, which no enabled plugin offers; name the plugin that does in `uses` and enable it"
  },
  {
    name: "a service of a plugin that is not named, before it",
    plugins: [pluginOf("a", { offers: [Ranks] }), pluginOf("b", { needs: [Ranks] })],
    message: "b: needs the service @storeglass/test/Ranks of 'a' without naming it in `uses`; add it there"
  },
  {
    name: "a service of a plugin that is not named, after it",
    plugins: [pluginOf("a", { needs: [Ranks] }), pluginOf("b", { offers: [Ranks] })],
    message: "a: needs the service @storeglass/test/Ranks of 'b' without naming it in `uses`; add it there"
  },
  {
    name: "a service that two offer",
    plugins: [pluginOf("a", { offers: [Ranks] }), pluginOf("b", { offers: [Ranks] })],
    message: "b: offers @storeglass/test/Ranks, which 'a' already offers; disable one of them"
  },
  {
    name: "a route that two serve, whatever its parameters are called",
    plugins: [
      pluginOf("a", { api: apiOf("a", { path: "/v1/apps/:id" }) }),
      pluginOf("b", { api: apiOf("b", { path: "/v1/apps/:appId" }) })
    ],
    message: "b: GET /v1/apps/:appId is already served by 'a'; disable one of them"
  },
  {
    name: "an operation of the same name in two plugins",
    plugins: [
      pluginOf("a", { api: apiOf("a", { group: "apps" }) }),
      pluginOf("b", { api: apiOf("b", { group: "apps" }) })
    ],
    message: "b: the operation apps_get is already in 'a'; name its group after the plugin"
  },
  {
    name: "an endpoint without a price",
    plugins: [pluginOf("a", { api: apiOf("a", { price: undefined }) })],
    message: "a: GET /v1/a has no price; add .annotateMerge(costs(n)), free(), open() or internal()"
  },
  {
    name: "an endpoint without access",
    plugins: [pluginOf("a", { api: apiOf("a", { price: Context.make(Price, { credits: 1, bucket: "general" }) }) })],
    message: "a: GET /v1/a has no price; add .annotateMerge(costs(n)), free(), open() or internal()"
  },
  {
    name: "a price below nothing",
    plugins: [pluginOf("a", { api: apiOf("a", { price: costs(-1) }) })],
    message: "a: GET /v1/a costs -1; a price is a whole number of credits, 0 or more"
  },
  {
    name: "a price of half a credit",
    plugins: [pluginOf("a", { api: apiOf("a", { price: costs(0.5) }) })],
    message: "a: GET /v1/a costs 0.5; a price is a whole number of credits, 0 or more"
  },
  {
    name: "a price below nothing of a route outside HttpApi",
    plugins: [pluginOf("a", { routes: raw(-1) })],
    message: "a: POST /v1/hook costs -1; a price is a whole number of credits, 0 or more"
  },
  {
    name: "a route that requires a feature which nobody declares",
    plugins: [
      pluginOf("a", { api: apiOf("a", { price: Context.merge(costs(1), requires("scan")) }), features: { scans } })
    ],
    message: "a: GET /v1/a requires the feature 'scan', which no enabled plugin declares; add it to `features`"
  },
  {
    name: "a route for who is signed in that doesn't say as what",
    plugins: [pluginOf("a", { routes: paged({}), offers: [Sessions] })],
    message: "a: GET /panel/a is for who is signed in, and doesn't say as what; add `role`"
  },
  {
    name: "a route for who is signed in within the API",
    plugins: [pluginOf("a", { routes: paged({ role: "viewer", path: "/v1/page" }), offers: [Sessions] })],
    message: "a: GET /v1/page is for who is signed in; a session opens nothing under /v1 or /mcp"
  },
  {
    name: "a role for who isn't signed in",
    plugins: [pluginOf("a", { routes: paged({ role: "viewer", access: "public" }) })],
    message: "a: GET /panel/a names a role, which only routes with the access 'session' have"
  },
  {
    name: "something for the audit log under another's name",
    plugins: [pluginOf("a", { audits: { "b.done": "Done." } })],
    message: "a: what it writes into the audit log as 'b.done' must be named 'a.<action>'"
  },
  {
    name: "something for the audit log under the core's name",
    plugins: [pluginOf("key", { audits: { "key.created": "Made." } })],
    message: "key: 'key.created' is the core's own name in the audit log; choose another"
  },
  {
    name: "an endpoint without a description",
    plugins: [pluginOf("a", { api: apiOf("a", { description: undefined }) })],
    message: 'a: GET /v1/a has no description; add .annotate(OpenApi.Description, "…")'
  },
  {
    name: "a priced endpoint without its guard",
    plugins: [pluginOf("a", { api: apiOf("a", { guards: ["strict"] }) })],
    message: "a: GET /v1/a isn't guarded; add .middleware(Metered) to its group"
  },
  {
    name: "an open endpoint with the wrong guard",
    plugins: [pluginOf("a", { api: apiOf("a", { price: open() }) })],
    message: "a: GET /v1/a isn't guarded; add .middleware(Unmetered) to its group"
  },
  {
    name: "a shared answer whose handler is given the caller",
    plugins: [
      pluginOf("a", { api: apiOf("a", { price: Context.merge(costs(1), Context.make(SharedAnswer, { forMs: 1 })) }) })
    ],
    message: givenTheCaller
  },
  {
    name: "a shared answer whose handler is given the caller beside its guard",
    plugins: [
      pluginOf("a", {
        api: HttpApi.make("a").add(group("a", declare(okEndpoint("/v1/a"), shared)).middleware(Metered))
      })
    ],
    message: givenTheCaller
  },
  {
    name: "a shared answer that depends on a header",
    plugins: [pluginOf("a", { api: HttpApi.make("a").add(group("a", headed)) })],
    message: "a: GET /v1/a shares its answer by its address, but reads headers; take SharedAnswer or its headers away"
  },
  {
    name: "an endpoint that takes any input",
    plugins: [pluginOf("a", { api: apiOf("a", { guards: ["metered"] }) })],
    message: "a: GET /v1/a takes any input; add .middleware(StrictInput) to its group"
  },
  {
    name: "a setting that the plugin does not have, with its path",
    plugins: [set({ limit: 1, nested: { url: "x", ulr: "y" } })],
    message: "a: config: plugins.a.nested.ulr: isn't a setting; did you mean 'url'?"
  },
  {
    name: "a setting of a bad value, with its path",
    plugins: [set({ limit: 11 })],
    message: "a: config: plugins.a.limit: Expected a value between 1 and 10"
  },
  {
    name: "a setting that is missing, with its path",
    plugins: [set({})],
    message: "a: config: plugins.a.limit: is required"
  },
  {
    name: "a job of a foreign name",
    plugins: [pluginOf("a", { jobs: () => [job("b.collect")] })],
    message: "a: the job 'b.collect' must be named 'a.<job>'"
  },
  {
    name: "an alert of a foreign name",
    plugins: [pluginOf("a", { alerts: { "b.rank-drop": { title: "A drop", description: "When a rank drops." } } })],
    message: "a: the alert 'b.rank-drop' must be named 'a.<alert>'"
  },
  {
    name: "a feature that two bring",
    plugins: [pluginOf("a", { features: { scans } }), pluginOf("b", { features: { scans } })],
    message: "b: the feature 'scans' is already declared by 'a'; disable one of them"
  },
  {
    name: "an id that would share its tables with another's",
    plugins: [pluginOf("ad_library")],
    message: "ad_library: isn't a plugin id; use lowercase letters and digits, as in ad-library"
  },
  { name: "the id of the core", plugins: [pluginOf("core")], message: "core: is the name of the core; use another" }
]

describe("a host with plugins", () => {
  it.effect.each(refused)("does not start with $name", ({ message, plugins }) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(compose(plugins))
      assert.instanceOf(error, BootError)
      assert.strictEqual(error.message, message)
    })
  )

  it.effect("starts with a shared answer, whose handler gets no caller from it", () =>
    Effect.gen(function* () {
      const api = HttpApi.make("a").add(group("a", declare(okEndpoint("/v1/a"), shared)))
      const { operations } = yield* compose([pluginOf("a", { api })])
      assert.deepEqual(
        operations.map(({ sharedForMs }) => sharedForMs),
        [1_000]
      )
      const asking = HttpApiBuilder.group(api, "a", (handlers) =>
        handlers.handle("get", () => Effect.map(Caller, ({ plan }) => ({ data: { ok: plan === "free" } })))
      )
      // Were it given one, this would be `false`, and the suite would not compile.
      const isWanting: HttpRouter.Request<"Requires", Caller> extends Layer.Services<typeof asking> ? true : false =
        true
      assert.isTrue(isWanting)
    })
  )

  it.effect("tells all mistakes in a plugin's settings at once", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(compose([set({ limit: 0, more: 1, nested: {} })]))
      const [first, ...others] = error.message.split("\n")
      assert.match(first ?? "", /^a: config: plugins\.a\./)
      assert.strictEqual(others.length, 2)
      for (const line of others) assert.match(line, /^ {2}plugins\.a\./)
    })
  )

  it.effect("starts each after those that it uses, whatever the order in the file", () =>
    Effect.gen(function* () {
      const plugins = [
        pluginOf("a", { uses: { c: "*", b: "^1.0.0" } }),
        pluginOf("b", { uses: { d: ">=1.2.0" }, needs: [Ranks] }),
        pluginOf("c"),
        pluginOf("d", { offers: [Ranks] })
      ]
      for (const order of [plugins, [...plugins].reverse()]) {
        const composition = yield* compose(order)
        const ids = composition.plugins.map(({ plugin }) => plugin.id)
        assert.deepEqual([...ids].sort(), ["a", "b", "c", "d"])
        assert.isBelow(ids.indexOf("d"), ids.indexOf("b"))
        assert.isBelow(ids.indexOf("b"), ids.indexOf("a"))
        assert.isBelow(ids.indexOf("c"), ids.indexOf("a"))
        assert.deepEqual(composition.operations.map(({ path }) => path).sort(), ["/v1/a", "/v1/b", "/v1/c", "/v1/d"])
      }
    })
  )

  it.effect("serves two methods at one path, and two paths of one method", () =>
    Effect.gen(function* () {
      const composition = yield* compose([
        pluginOf("a", { api: apiOf("a", { path: "/v1/hook" }), routes: raw(0) }),
        pluginOf("b", { api: apiOf("b", { path: "/v1/hook/:id" }) })
      ])
      assert.deepEqual(
        composition.operations.map(({ method, path }) => `${method} ${path}`),
        ["GET /v1/hook", "POST /v1/hook", "GET /v1/hook/:id"]
      )
    })
  )
})
