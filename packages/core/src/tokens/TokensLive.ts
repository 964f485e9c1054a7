import { Connections, Tokens } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Redacted } from "effect"
import { ConnectionWatch } from "../connections/ConnectionWatch.ts"
import { laneOf } from "../connections/rows.ts"
import { makeSource } from "./makeSource.ts"
import { sign } from "./signing.ts"
import { TokenHealth, type TokenState } from "./TokenHealth.ts"

const make = Effect.gen(function* () {
  const connections = yield* Connections
  const watch = yield* ConnectionWatch
  const sources = new Map<string, Effect.Effect<TokenState>>()

  const tokens = Tokens.of({
    make: Effect.fnUntraced(function* (spec) {
      if (sources.has(spec.source)) throw new Error(`the token source ${spec.source} is made twice`)
      const { health, tokens } = yield* makeSource({ connections, watch }, spec)
      yield* Effect.acquireRelease(
        Effect.sync(() => sources.set(spec.source, health)),
        () => Effect.sync(() => sources.delete(spec.source))
      )
      return tokens
    }),
    sign,
    credential: (...parts) => {
      const texts = parts.map((part) => (Redacted.isRedacted(part) ? Redacted.value(part) : part))
      const [only, ...rest] = texts
      // One part is itself; more of them are a JSON list, for `mint` to take apart.
      const secret = only !== undefined && rest.length === 0 ? only : JSON.stringify(texts)
      return { secret: Redacted.make(secret, { label: "credential" }), lane: laneOf(...texts) }
    }
  })
  const health = TokenHealth.of({ snapshot: Effect.suspend(() => Effect.all(Object.fromEntries(sources))) })
  return Context.make(Tokens, tokens).pipe(Context.add(TokenHealth, health))
})

/** `Tokens` in memory, and their health. */
export const TokensLive = Layer.effectContext(make)
