import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { UpstreamsLive } from "@storeglass/core"
import { startSandbox, violationText } from "@storeglass/sandbox"
import { root } from "@storeglass/testkit"
import { Context, Effect, Exit, Layer, References, Result, Schema, Scope } from "effect"
import { afterAll } from "vitest"
import double from "../sandbox/index.ts"
import { type ModelSlug, modelSlugs } from "../src/models.ts"
import { type AssistantFailed, Assistants } from "../src/vendors/Assistants.ts"
import { layerAssistants } from "../src/vendors/assistantsLive.ts"
import { AssistantsConfig } from "../src/vendors/config.ts"

export const descriptions = join(root, "../shared/vendor-specs")
export const nowMs = Date.parse("2026-11-23T12:00:00Z")
export const hostOf = (slug: ModelSlug) => `assistant-${slug.slice(-1)}` as "assistant-a"
const models = {
  model_a: "gpt-5.5-mini",
  model_b: "claude-sonnet-5",
  model_c: "gemini-3.5-flash",
  model_d: "perplexity/sonar"
} as const

type Settings = Partial<Record<ModelSlug, Readonly<Record<string, unknown>> | undefined>>

/** The double, and the assistants over it by real HTTP. */
export const startAssistants = async () => {
  const scope = await Effect.runPromise(Scope.make())
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const described = existsSync(descriptions)
  const options = { doubles: [double], size: 400, nowMs: () => nowMs, ...(described ? { descriptions } : {}) }
  const { baseUrls, control } = await Effect.runPromise(Scope.provide(startSandbox(options), scope))

  /** Of a config in which each has a key of the double's, but for what is set here. */
  const configured = async (settings: Settings = {}) => {
    const config = Object.fromEntries(
      modelSlugs.map((slug) => [
        slug,
        {
          model: models[slug],
          apiKey: `sandbox-key-of-${hostOf(slug)}`,
          baseUrl: baseUrls[hostOf(slug)],
          requestsPerMinute: 60_000,
          ...settings[slug]
        }
      ])
    )
    const decoded = Schema.decodeUnknownSync(AssistantsConfig)(JSON.parse(JSON.stringify(config)))
    const layer = layerAssistants(decoded).pipe(Layer.provide(UpstreamsLive))
    return Context.get(await Effect.runPromise(Scope.provide(Layer.build(layer), scope)), Assistants)
  }
  const quiet = Effect.provideService(References.MinimumLogLevel, "None" as const)
  return {
    control,
    configured,
    act: (action: string, input?: unknown) => control.act("assistants", action, input),
    /** What came of it, and that nothing was sent or answered that the vendors don't describe. */
    run: async <A>(work: Effect.Effect<A, AssistantFailed>): Promise<A> => {
      const result = await Effect.runPromise(quiet(Effect.result(work)))
      const wrong = control.violations().map(violationText)
      control.clearViolations()
      if (wrong.length > 0) throw new Error(wrong.join("\n"))
      if (Result.isFailure(result)) throw result.failure
      return result.success
    },
    failure: async (work: Effect.Effect<unknown, AssistantFailed>): Promise<AssistantFailed> => {
      const result = await Effect.runPromise(quiet(Effect.flip(work)))
      const wrong = control.violations().map(violationText)
      control.clearViolations()
      if (wrong.length > 0) throw new Error(wrong.join("\n"))
      return result
    },
    /** With faults, which end with it. */
    while: async <A>(
      kinds: ReadonlyArray<string>,
      slug: ModelSlug,
      work: () => Promise<A>,
      more: object = {}
    ): Promise<A> => {
      for (const kind of kinds) control.fail({ kind, upstream: hostOf(slug), ...more })
      try {
        return await work()
      } finally {
        control.clearFaults()
      }
    }
  }
}

const Vectors = Schema.fromJsonString(
  Schema.Struct({
    vectors: Schema.Array(
      Schema.Struct({
        id: Schema.String,
        path: Schema.String,
        body: Schema.optionalKey(Schema.Unknown),
        valid: Schema.Boolean
      })
    )
  })
)
/** The saved vectors whose ids begin so; none where the descriptions aren't beside the checkout. */
export const vectorsOf = (prefix: string) => {
  const file = join(descriptions, "contract-vectors.json")
  if (!existsSync(file)) return []
  return Schema.decodeUnknownSync(Vectors)(readFileSync(file, "utf8")).vectors.filter(({ id }) => id.startsWith(prefix))
}

/** Of names that an answer has. */
export const namesSchema = {
  type: "object",
  properties: {
    mentions: {
      type: "array",
      items: {
        type: "object",
        properties: { name: { type: "string" } },
        required: ["name"],
        additionalProperties: false
      }
    }
  },
  required: ["mentions"],
  additionalProperties: false
} as const
