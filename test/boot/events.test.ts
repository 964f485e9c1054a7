import { assert, describe, it } from "@effect/vitest"
import { Accounts } from "@storeglass/core"
import { erased, type LoadedPlugin } from "@storeglass/gateway"
import {
  AccountPlanChanged,
  defineEvent,
  defineJob,
  definePlugin,
  Events,
  Jobs,
  jobRef,
  onEvent
} from "@storeglass/plugin-api"
import { manifestOf, useTestGateway } from "@storeglass/testkit"
import { Context, Deferred, Effect, Layer, Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { SqlClient } from "effect/sql"

class Own extends Context.Service<Own, { readonly word: string }>()("@storeglass/test/Own") {}
class TellerApi extends HttpApi.make("teller") {}
class ListenerApi extends HttpApi.make("listener") {}

const Said = defineEvent("teller.said", Schema.Struct({ what: Schema.String }))
const Fails = jobRef("listener.fails", Schema.String)
const heard = Deferred.makeUnsafe<string>()
const changed = Deferred.makeUnsafe<typeof AccountPlanChanged.payload.Type>()
const dead = Deferred.makeUnsafe<string>()

const teller = definePlugin({
  id: "teller",
  manifest: manifestOf("teller"),
  description: "Tells.",
  config: Schema.Struct({}),
  api: TellerApi,
  live: () => Layer.empty
})

const listener = definePlugin({
  id: "listener",
  manifest: manifestOf("listener", { uses: { teller: "^1.0.0" } }),
  description: "Listens.",
  usesIfEnabled: ["teller"],
  own: [Own],
  config: Schema.Struct({}),
  api: ListenerApi,
  live: () => Layer.succeed(Own, { word: "heard" }),
  jobs: () => [
    defineJob(Fails, {
      attempts: 1,
      run: () => Effect.fail("no"),
      onDead: (what) => Effect.flatMap(Own, ({ word }) => Deferred.succeed(dead, `${word} that ${what} is dead`))
    })
  ],
  on: () => [
    onEvent(AccountPlanChanged, (change) => Deferred.succeed(changed, change)),
    onEvent(Said, ({ what }) => Effect.flatMap(Own, ({ word }) => Deferred.succeed(heard, `${word} ${what}`)))
  ]
})

const loaded = (plugin: unknown): LoadedPlugin => ({ plugin: erased(plugin), settings: {}, from: "the test" })

describe("a plugin that listens to another", () => {
  const gateway = useTestGateway({ further: [loaded(teller), loaded(listener)] })

  it("hears what that publishes, with its own services at hand", async () => {
    await gateway().run(
      Effect.gen(function* () {
        const events = yield* Events
        const sql = yield* SqlClient.SqlClient
        yield* Effect.provideService(events.publish(Said, { what: "hello" }), SqlClient.SqlClient, sql)
        assert.strictEqual(yield* Deferred.await(heard), "heard hello")
      })
    )
  })

  it("hears of an account's new plan, once it has another", async () => {
    const { accountId } = await gateway().account({ plan: "free" })
    await gateway().run(
      Effect.gen(function* () {
        const accounts = yield* Accounts.Accounts
        yield* accounts.setPlan(accountId, "free")
        yield* accounts.setPlan(accountId, "growth")
        assert.deepEqual(yield* Deferred.await(changed), { accountId, from: "free", to: "growth" })
      })
    )
  })

  it("is told of its dead jobs the same way, and health tells of jobs that nobody declares", async () => {
    await gateway().run(
      Effect.gen(function* () {
        const jobs = yield* Jobs
        const sql = yield* SqlClient.SqlClient
        const Gone = jobRef("gone.job", Schema.String)
        yield* Effect.andThen(jobs.enqueue(Gone, "x"), jobs.enqueue(Fails, "it")).pipe(
          Effect.provideService(SqlClient.SqlClient, sql)
        )
        assert.strictEqual(yield* Deferred.await(dead), "heard that it is dead")
      })
    )
    assert.include(
      (await gateway().askInternal("/health")).text,
      '"core.jobs":{"status":"degraded","detail":"jobs are waiting that no enabled plugin declares: gone.job"}'
    )
  })
})
