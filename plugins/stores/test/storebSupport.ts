/** The adapter of storeb over the real core layers: on the sandbox, or on a server that says what a test tells it to. */
import { createServer, type IncomingMessage } from "node:http"
import { CachesLive, UpstreamsLive } from "@storeglass/core"
import { type SandboxControl, startSandbox } from "@storeglass/sandbox"
import { listening } from "@storeglass/testkit"
import { Context, Effect, Layer, Schema, type Scope } from "effect"
import double from "../sandbox/index.ts"
import { StoresConfig } from "../src/config.ts"
import { type AppStore, AppStores } from "../src/contract.ts"
import { layer } from "../src/Stores.ts"
import type { CardContext } from "../src/storeb/cards.ts"
import { quiet } from "./harness.ts"

export const nowMs = Date.UTC(2026, 10, 20, 12)

export const cardContext: CardContext = { country: "us", genreId: null, urlOf: (appId) => `https://store/${appId}` }

/** No rate limit that a test could meet, and one attempt. */
const unhurried = {
  requestsPerMinute: Object.fromEntries(
    ["page", "search", "charts", "reviews", "suggestions"].map((name) => [name, 100_000])
  ),
  attempts: 1,
  timeoutMs: 5_000
}

/** Every answer is old at once, and still served when the store fails. */
export const alwaysOld = {
  cache: { appMs: 0, searchMs: 0, chartMs: 0, reviewsMs: 0, suggestionsMs: 0, pageMs: 0 }
}

/** With what not every store can tell. */
export type WholeStore = AppStore & Required<Pick<AppStore, "developerApps" | "permissions" | "privacy">>

const whole = (store: AppStore): Effect.Effect<WholeStore> => {
  const { developerApps, permissions, privacy } = store
  return developerApps === undefined || permissions === undefined || privacy === undefined
    ? Effect.die("storeb lacks a method")
    : Effect.succeed({ ...store, developerApps, permissions, privacy })
}

export const storeOn = (play: string, config: object = {}): Effect.Effect<WholeStore, never, Scope.Scope> =>
  Effect.gen(function* () {
    const decoded = yield* Schema.decodeUnknownEffect(StoresConfig)({
      storeb: { ...unhurried, ...config, baseUrls: { play } }
    })
    const context = yield* Layer.build(layer(decoded).pipe(Layer.provide([UpstreamsLive, CachesLive()])))
    return yield* whole(yield* Context.get(context, AppStores).get("storeb"))
  }).pipe(Effect.orDie)

export interface Setup {
  readonly store: WholeStore
  readonly sandbox: SandboxControl
}

/** Runs a test over a sandbox of its own. */
export const withStore =
  <E>(config: object, test: (setup: Setup) => Effect.Effect<unknown, E, Scope.Scope>) =>
  () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { baseUrls, control } = yield* startSandbox({ doubles: [double], size: 400, nowMs: () => nowMs })
        return yield* test({ store: yield* storeOn(baseUrls.play, config), sandbox: control })
      })
    ).pipe(Effect.provide(quiet))

export interface Said {
  readonly status?: number
  readonly location?: string
  readonly body: string
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Uint8Array> = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString("utf8")
}

/** Runs a test over a server that answers by path and body. */
export const withServer =
  <E>(
    answer: (path: string, body: string) => Said,
    config: object,
    test: (setup: {
      readonly store: WholeStore
      readonly asked: Array<string>
    }) => Effect.Effect<unknown, E, Scope.Scope>
  ) =>
  () =>
    Effect.scoped(
      Effect.gen(function* () {
        const asked: Array<string> = []
        const { origin } = yield* listening(
          createServer(async (request, response) => {
            const body = await bodyOf(request)
            asked.push(request.url ?? "")
            const said = answer(request.url ?? "", body)
            const headers = said.location === undefined ? {} : { location: said.location }
            response.writeHead(said.status ?? 200, headers).end(said.body)
          })
        )
        return yield* test({ store: yield* storeOn(origin, config), asked })
      })
    ).pipe(Effect.provide(quiet))
