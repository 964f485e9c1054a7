import { erased, type LoadedPlugin } from "@storeglass/gateway"
import {
  Caller,
  costs,
  Data,
  definePlugin,
  Exchange,
  free,
  InternalError,
  internal,
  Metered,
  MeteredShared,
  NotFound,
  open,
  Param,
  ServiceUnavailable,
  SharedAnswer,
  StrictInput,
  Unmetered,
  UpstreamFailed,
  UpstreamTimedOut
} from "@storeglass/plugin-api"
import { manifestOf } from "@storeglass/testkit"
import { Effect, Layer, Option, Schema } from "effect"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"

const Done = Data(Schema.Struct({ n: Schema.Int, account: Schema.String }))
/** Items of `/v1/fixture/shared/:n` beyond this have nothing in them. */
export const nothingAbove = 900

const described = (text: string) => [OpenApi.Description, text] as const
const failures = [
  "notFound",
  "upstream",
  "timeout",
  "unavailable",
  "defect",
  "unencodable",
  "declared500",
  "quotesBelowZero",
  "quotesInParts",
  "quotesTooMuch",
  "ignoresItsBadQuote",
  "holdsInParts"
] as const

class Api extends HttpApi.make("fixture").add(
  HttpApiGroup.make("fixture")
    .add(
      HttpApiEndpoint.get("item", "/v1/fixture/items/:n", {
        params: { n: Param.int({ min: 1, max: 1000, description: "A number." }) },
        query: { limit: Param.int({ min: 1, max: 50, default: 10, description: "A limit." }), country: Param.country },
        success: Done,
        error: NotFound.wire
      })
        .annotateMerge(costs(2))
        .annotate(...described("Costs 2 general credits.")),
      HttpApiEndpoint.post("echo", "/v1/fixture/echo", {
        payload: Schema.Struct({ n: Schema.Int }),
        success: Done
      })
        .annotateMerge(costs(5))
        .annotate(...described("Costs 5 and takes a body.")),
      HttpApiEndpoint.get("ai", "/v1/fixture/ai", { success: Done })
        .annotateMerge(costs(4, "aiVisibility"))
        .annotate(...described("Costs 4 of aiVisibility.")),
      HttpApiEndpoint.post("creative", "/v1/fixture/creative", { success: Done })
        .annotateMerge(costs(1, "creative"))
        .annotate(...described("Costs 1 of creative.")),
      HttpApiEndpoint.get("fails", "/v1/fixture/fails", {
        query: { how: Param.oneOf({ values: failures, description: "How." }) },
        success: Done,
        error: [NotFound.wire, UpstreamFailed.wire, UpstreamTimedOut.wire, ServiceUnavailable.wire, InternalError.wire]
      })
        .annotateMerge(costs(1))
        .annotate(...described("Fails.")),
      HttpApiEndpoint.get("gated", "/v1/fixture/gated", { success: Done, error: NotFound.wire })
        .annotateMerge(costs(2))
        .annotate(...described("Answers when it is let.")),
      HttpApiEndpoint.get("free", "/v1/fixture/free", { success: Done })
        .annotateMerge(free())
        .annotate(...described("Costs nothing.")),
      HttpApiEndpoint.get("internal", "/v1/fixture/internal", { success: Done })
        .annotateMerge(internal())
        .annotate(...described("For the operator."))
    )
    .middleware(StrictInput)
    .middleware(Metered),
  HttpApiGroup.make("fixtureShared")
    .add(
      HttpApiEndpoint.get("shared", "/v1/fixture/shared/:n", {
        params: { n: Param.int({ min: 1, max: 1000, description: "A number." }) },
        success: Done
      })
        .annotateMerge(costs(3))
        .annotate(...described("Costs 3; its answer is the same for all.")),
      HttpApiEndpoint.get("quoted", "/v1/fixture/quoted", {
        query: { price: Param.int({ min: 0, max: 1_000_000, description: "The price." }) },
        success: Done
      })
        .annotateMerge(costs("quoted"))
        .annotate(...described("Costs what it is told."))
    )
    .annotateEndpoints(SharedAnswer, { forMs: 600_000 })
    .middleware(StrictInput)
    .middleware(MeteredShared),
  HttpApiGroup.make("fixtureOpen")
    .add(
      HttpApiEndpoint.get("open", "/v1/fixture/open", { success: Data(Schema.Struct({ n: Schema.Int })) })
        .annotateMerge(open())
        .annotate(...described("For anyone."))
    )
    .middleware(StrictInput)
    .middleware(Unmetered)
) {}

/** What the test sees of the plugin, and does to it. */
export interface Fixture {
  readonly plugin: LoadedPlugin
  /** How often its handlers have run. */
  readonly runs: () => number
  /** Keeps requests to `/v1/fixture/gated` until the function that this gives is called. */
  readonly closeGate: () => () => void
  readonly waitingAtGate: () => number
  /** From now on what is let through the gate isn't there. */
  readonly missBehindGate: () => void
}

/** A plugin with a route for each way to be priced and to fail. */
export const makeFixture = (): Fixture => {
  let runs = 0
  let waiting = 0
  let gate = Promise.resolve()
  let missing = false

  const done = (n: number) =>
    Effect.map(Caller, ({ accountId }) => {
      runs += 1
      return { data: { n, account: accountId } }
    })
  const fail = Effect.fnUntraced(function* (how: (typeof failures)[number]) {
    runs += 1
    const { held, quote } = yield* Exchange
    const quoted = (credits: number) =>
      Effect.andThen(
        Effect.catch(quote({ credits }), (failure) => Effect.die(failure)),
        done(1)
      )
    switch (how) {
      case "quotesBelowZero":
        return yield* quoted(-5)
      case "quotesInParts":
        return yield* quoted(1.5)
      case "quotesTooMuch":
        return yield* quoted(1_000_000_001)
      case "ignoresItsBadQuote":
        return yield* Effect.catchCause(quoted(-5), () => done(1))
      case "holdsInParts":
        return yield* Effect.andThen(held({ holdId: "", credits: 0.5 }), done(1))
      case "notFound":
        return yield* new NotFound("no such thing")
      case "upstream":
        return yield* new UpstreamFailed("storea.catalog did not give a usable answer")
      case "timeout":
        return yield* new UpstreamTimedOut("storea.catalog did not answer in time", { retryAfterSeconds: 17 })
      case "unavailable":
        return yield* new ServiceUnavailable("not just now", { retryAfterSeconds: 3 })
      case "declared500":
        return yield* new InternalError("declared by the plugin")
      case "unencodable":
        return { data: { n: 0.5, account: "not a whole number" } }
      case "defect":
        return yield* Effect.die(new Error("secret detail of /etc/passwd"))
    }
  })

  const group = HttpApiBuilder.group(Api, "fixture", (handlers) =>
    handlers
      .handle("item", ({ params }) => done(params.n))
      .handle("echo", ({ payload }) => done(payload.n))
      .handle("ai", () => done(1))
      .handle("creative", () => done(1))
      .handle("fails", ({ query }) => fail(query.how))
      .handle("gated", () =>
        Effect.gen(function* () {
          waiting += 1
          yield* Effect.promise(() => gate).pipe(Effect.ensuring(Effect.sync(() => (waiting -= 1))))
          if (missing) {
            runs += 1
            return yield* new NotFound("no such thing")
          }
          return yield* done(1)
        })
      )
      .handle("free", () => done(1))
      .handle("internal", () => done(1))
  )
  const sharedGroup = HttpApiBuilder.group(Api, "fixtureShared", (handlers) =>
    handlers
      .handle("shared", ({ params }) =>
        Effect.gen(function* () {
          const exchange = yield* Exchange
          const caller = yield* Effect.serviceOption(Caller)
          yield* exchange.describe({ source: "store_live", asOf: "2026-11-21T00:00:00.000Z", status: "measured" })
          yield* exchange.setHeader("x-made-for", "all")
          if (params.n > nothingAbove) yield* exchange.empty
          runs += 1
          return { data: { n: params.n, account: Option.isSome(caller) ? caller.value.accountId : "nobody" } }
        })
      )
      .handle("quoted", ({ query }) =>
        Effect.gen(function* () {
          const exchange = yield* Exchange
          yield* Effect.catch(exchange.quote({ credits: query.price }), (failure) => Effect.die(failure))
          runs += 1
          return { data: { n: query.price, account: "nobody" } }
        })
      )
  )
  const openGroup = HttpApiBuilder.group(Api, "fixtureOpen", (handlers) =>
    handlers.handle("open", () => Effect.succeed({ data: { n: 1 } }))
  )
  const plugin = definePlugin({
    id: "fixture",
    manifest: manifestOf("fixture"),
    description: "A route for each way to be priced and to fail.",
    config: Schema.Struct({}),
    api: Api,
    live: () => Layer.mergeAll(group, sharedGroup, openGroup)
  })
  return {
    plugin: { plugin: erased(plugin), settings: {}, from: "the test" },
    runs: () => runs,
    closeGate: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
    waitingAtGate: () => waiting,
    missBehindGate: () => {
      missing = true
    }
  }
}
