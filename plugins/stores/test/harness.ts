/** The adapter over the real core layers and a sandbox on loopback. */
import { CachesLive, UpstreamsLive } from "@storeglass/core"
import { type SandboxControl, startSandbox } from "@storeglass/sandbox"
import { Context, Effect, Exit, Layer, Logger, Schema, Scope } from "effect"
import { afterAll } from "vitest"
import double from "../sandbox/index.ts"
import { StoresConfig } from "../src/config.ts"
import { type AppStore, AppStores } from "../src/contract.ts"
import { layer } from "../src/Stores.ts"

const nowMs = Date.UTC(2026, 10, 20, 12)

export interface Setup {
  readonly store: AppStore
  readonly sandbox: SandboxControl
}

/** No rate limit that a test could meet, one attempt, and failures that do not open the circuit. */
const unhurried = {
  requestsPerMinute: Object.fromEntries(
    ["catalog", "charts", "feed", "reviews", "suggestions", "page"].map((name) => [name, 100_000])
  ),
  attempts: 1,
  timeoutMs: 10_000
}

/** Every answer is old at once, and still served when the store fails. */
export const alwaysOld = {
  cache: { appMs: 0, searchMs: 0, chartMs: 0, reviewsMs: 0, suggestionsMs: 0, pageMs: 0 }
}

export const storeOn = (
  baseUrls: Readonly<Record<"itunes" | "search" | "rssV2" | "apps", string>>,
  config: object = {}
): Effect.Effect<AppStore, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { apps, itunes, rssV2, search } = baseUrls
    const decoded = yield* Schema.decodeUnknownEffect(StoresConfig)({
      storea: { ...unhurried, ...config, baseUrls: { itunes, search, rssV2, apps } }
    })
    const context = yield* Layer.build(layer(decoded).pipe(Layer.provide([UpstreamsLive, CachesLive()])))
    return yield* Context.get(context, AppStores).get("storea")
  }).pipe(Effect.orDie)

/** What the upstreams warn of is what these tests are about. */
export const quiet = Logger.layer([])

/** Gives what runs a test over a store of its own; the sandbox is one for all tests of the suite, cleared before each. */
export const useStore = () => {
  const scope = Scope.makeUnsafe()
  const sandbox = Effect.runSync(
    Effect.cached(
      startSandbox({ doubles: [double], size: 400, nowMs: () => nowMs }).pipe(Effect.provideService(Scope.Scope, scope))
    )
  )
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  return <E>(config: object, test: (setup: Setup) => Effect.Effect<unknown, E, Scope.Scope>) =>
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { baseUrls, control } = yield* sandbox
          control.clearFaults()
          control.clearRequests()
          return yield* test({ store: yield* storeOn(baseUrls, config), sandbox: control })
        })
      ).pipe(Effect.provide(quiet))
}
