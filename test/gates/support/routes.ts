import { Effect, Schema } from "effect"
import { GateError } from "./gate.ts"
import type { GatewayProcess } from "./gatewayProcess.ts"
import { type Answer, askAll } from "./load.ts"
import type { Prng } from "./prng.ts"

const Found = Schema.fromJsonString(
  Schema.Struct({ data: Schema.Struct({ results: Schema.Array(Schema.Struct({ trackId: Schema.Int })) }) })
)
const words = ["photo", "music", "run", "budget", "chess", "weather", "recipe", "travel", "sleep", "draw"] as const

/** Addresses of charged routes, priced 1 and 2, of apps that the sandbox has. */
export interface ChargedRoutes {
  /** Costs 1. */
  readonly search: (random: Prng) => string
  /** Costs 2. */
  readonly app: (random: Prng) => string
  readonly any: (random: Prng) => string
  readonly appIds: ReadonlyArray<number>
}

/** Finds apps by the gateway itself, and warms what it caches of them. */
export const chargedRoutes = Effect.fn("chargedRoutes")(function* (
  gateway: GatewayProcess,
  apiKey: string,
  apps = 8,
  /** Takes the answers: they were charged too. */
  answers: Array<Answer> = []
) {
  let text = ""
  const found = yield* askAll(gateway.port, [{ path: `/v1/search?q=photo&limit=${apps}`, apiKey }], {
    onAnswer: (_answer, wire) => {
      text = wire.body.toString("utf8")
    }
  })
  const { data } = yield* Schema.decodeUnknownEffect(Found)(text).pipe(
    Effect.mapError(
      (error) => new GateError({ message: `the gateway's search: ${error.message} ${text.slice(0, 200)}` })
    )
  )
  const ids = data.results.map(({ trackId }) => trackId)
  const [first, ...rest] = ids
  if (first === undefined) return yield* new GateError({ message: "the sandbox has no app for 'photo'" })
  const search = (random: Prng) => `/v1/search?q=${random.pick(words)}&limit=3`
  const app = (random: Prng) => `/v1/apps/${random.pick([first, ...rest])}`
  const routes: ChargedRoutes = {
    search,
    app,
    any: (random) => (random.chance(0.5) ? search(random) : app(random)),
    appIds: ids
  }
  const warmed = yield* askAll(gateway.port, [
    ...words.map((word) => ({ path: `/v1/search?q=${word}&limit=3`, apiKey })),
    ...ids.map((id) => ({ path: `/v1/apps/${id}`, apiKey }))
  ])
  answers.push(...found.answers, ...warmed.answers)
  return routes
})
