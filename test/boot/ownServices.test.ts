import { assert, describe, it } from "@effect/vitest"
import { erased, type LoadedPlugin } from "@storeglass/gateway"
import { defineJob, definePlugin, Jobs, jobRef, rawRoute } from "@storeglass/plugin-api"
import { manifestOf, useTestGateway } from "@storeglass/testkit"
import { Context, Deferred, Effect, Layer, Option, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApi } from "effect/http-api"
import { SqlClient } from "effect/sql"

class Offered extends Context.Service<Offered, { readonly word: string }>()("@storeglass/test/Offered") {}
class Own extends Context.Service<Own, { readonly word: string }>()("@storeglass/test/Own") {}
class Unnamed extends Context.Service<Unnamed, { readonly word: string }>()("@storeglass/test/Unnamed") {}
class MakerApi extends HttpApi.make("maker") {}
class TakerApi extends HttpApi.make("taker") {}

const Tell = jobRef("maker.tell", Schema.Struct({}))
const told = Deferred.makeUnsafe<string>()

const maker = definePlugin({
  id: "maker",
  manifest: manifestOf("maker"),
  description: "Offers one service and keeps another.",
  offers: [Offered],
  own: [Own],
  config: Schema.Struct({}),
  api: MakerApi,
  live: () =>
    Layer.mergeAll(
      Layer.succeed(Offered, { word: "offered" }),
      Layer.succeed(Own, { word: "own" }),
      Layer.succeed(Unnamed, { word: "unnamed" })
    ),
  jobs: () => [
    defineJob(Tell, { run: () => Effect.flatMap(Own, ({ word }) => Deferred.succeed(told, `${word} in a job`)) })
  ],
  routes: () => [
    rawRoute({
      id: "own",
      method: "GET",
      path: "/own",
      access: "public",
      price: 0,
      errors: [],
      summary: "The word",
      description: "Says the word.",
      handler: Effect.map(Own, ({ word }) => HttpServerResponse.text(word))
    })
  ],
  health: () => Effect.map(Own, ({ word }) => ({ word: { status: "ok", detail: word } }) as const),
  collection: () => Effect.as(Own, [])
})

const seen = Effect.gen(function* () {
  const words = [
    yield* Effect.serviceOption(Offered),
    yield* Effect.serviceOption(Own),
    yield* Effect.serviceOption(Unnamed)
  ]
  return words.map(Option.map(({ word }) => word)).map(Option.getOrNull)
})

const taker = definePlugin({
  id: "taker",
  manifest: manifestOf("taker", { uses: { maker: "^1.0.0" } }),
  description: "Looks for services of another plugin.",
  uses: ["maker"],
  needs: [Offered],
  config: Schema.Struct({}),
  api: TakerApi,
  live: () => Layer.empty,
  routes: () => [
    rawRoute({
      id: "taken",
      method: "GET",
      path: "/taken",
      access: "public",
      price: 0,
      errors: [],
      summary: "What is seen",
      description: "Says what it sees.",
      handler: Effect.map(seen, HttpServerResponse.jsonUnsafe)
    })
  ]
})

const loaded = (plugin: unknown): LoadedPlugin => ({ plugin: erased(plugin), settings: {}, from: "the test" })

describe("the services of a plugin", () => {
  const gateway = useTestGateway({ further: [loaded(maker), loaded(taker)] })

  it("that it keeps are there for its routes and its health", async () => {
    assert.strictEqual((await gateway().ask("/own")).text, "own")
    assert.include((await gateway().askInternal("/health")).text, '"maker.word":{"status":"ok","detail":"own"}')
  })

  it("that it keeps are there for its jobs", async () => {
    await gateway().run(
      Effect.gen(function* () {
        const jobs = yield* Jobs
        const sql = yield* SqlClient.SqlClient
        yield* Effect.provideService(jobs.enqueue(Tell, {}), SqlClient.SqlClient, sql)
        assert.strictEqual(yield* Deferred.await(told), "own in a job")
      })
    )
  })

  it("that it does not offer no other plugin sees", async () => {
    assert.deepEqual((await gateway().ask("/taken")).json, ["offered", null, null])
  })
})
