import { erased, type LoadedPlugin } from "@storeglass/gateway"
import { costs, Data, definePlugin, Metered, StrictInput } from "@storeglass/plugin-api"
import { type ManifestOptions, manifestOf } from "@storeglass/testkit"
import { type Context, Effect, Layer, Schema } from "effect"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"

const success = Data(Schema.Struct({ ok: Schema.Boolean }))
export const okEndpoint = <const Path extends `/${string}`>(path: Path) => HttpApiEndpoint.get("get", path, { success })

/** An API of one endpoint, annotated and guarded as told. */
export const apiOf = (
  id: string,
  options: {
    readonly group?: string
    readonly path?: `/${string}`
    readonly price?: Context.Context<never> | undefined
    readonly description?: string | undefined
    readonly guards?: ReadonlyArray<"metered" | "strict">
  } = {}
) => {
  const { guards = ["metered", "strict"], path = `/v1/${id}` } = options
  const priced = "price" in options ? options.price : costs(1)
  const described = "description" in options ? options.description : "Says that it is there."
  const bare = okEndpoint(path)
  const withPrice = priced === undefined ? bare : bare.annotateMerge(priced)
  const endpoint = described === undefined ? withPrice : withPrice.annotate(OpenApi.Description, described)
  const group = HttpApiGroup.make(options.group ?? id).add(endpoint)
  const strict = guards.includes("strict") ? group.middleware(StrictInput) : group
  return HttpApi.make(id).add(guards.includes("metered") ? strict.middleware(Metered) : strict)
}

/** A plugin that is well made but for what is given; what is given need not fit any type. */
export const pluginOf = (
  id: string,
  { core, uses = {}, version = "1.2.3", ...wrong }: ManifestOptions & Readonly<Record<string, unknown>> = {}
): LoadedPlugin => ({
  plugin: erased({
    id,
    manifest: manifestOf(id, { version, uses, ...(core === undefined ? {} : { core }) }),
    description: "Made by a test.",
    uses: Object.keys(uses),
    config: Schema.Struct({}),
    api: apiOf(id),
    live: () => Layer.empty,
    ...wrong
  }),
  settings: {},
  from: "the test"
})

class Api extends HttpApi.make("runs").add(
  HttpApiGroup.make("runs")
    .add(okEndpoint("/v1/runs").annotateMerge(costs(1)).annotate(OpenApi.Description, "Answers."))
    .middleware(StrictInput)
    .middleware(Metered)
) {}

/** A plugin that serves `GET /v1/runs`. */
export const runningPlugin = (more: Readonly<Record<string, unknown>> = {}): LoadedPlugin => ({
  plugin: erased({
    ...definePlugin({
      id: "runs",
      manifest: manifestOf("runs"),
      description: "Answers.",
      config: Schema.Struct({}),
      api: Api,
      live: () =>
        HttpApiBuilder.group(Api, "runs", (handlers) =>
          handlers.handle("get", () => Effect.succeed({ data: { ok: true } }))
        )
    }),
    ...more
  }),
  settings: {},
  from: "the test"
})
