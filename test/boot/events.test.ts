import { assert, describe, it } from "@effect/vitest"
import { AccountDeletions, Accounts, ForgetAccount } from "@storeglass/core"
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
import { Context, Deferred, Effect, Layer, Schedule, Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { SqlClient } from "effect/sql"

class Own extends Context.Service<Own, { readonly word: string }>()("@storeglass/test/Own") {}
class TellerApi extends HttpApi.make("teller") {}
class ListenerApi extends HttpApi.make("listener") {}

const Said = defineEvent("teller.said", Schema.Struct({ what: Schema.String }))
const Fails = jobRef("listener.fails", Schema.String)
const Late = jobRef("listener.late", Schema.Struct({ accountId: Schema.String }))
const worked: Array<string> = []
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
    defineJob(Late, { run: ({ accountId }) => Effect.sync(() => worked.push(accountId)) }),
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

  it("has no job run for an account that is gone, and rows that came late all the same go with the next day", async () => {
    const [own, other] = [await gateway().account(), await gateway().account()]
    await gateway().run(AccountDeletions.use(({ ask }) => ask(own.accountId, 60_000)))
    for (const { accountId } of [own, other]) await gateway().runJob(Late, { accountId })
    // It may still be undone.
    assert.deepEqual(worked, [own.accountId, other.accountId])
    const sql = <A, E>(run: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
      gateway().run(Effect.flatMap(SqlClient.SqlClient, run))
    await sql((sql) => sql`UPDATE core_account_deletions SET due_at = now() WHERE account_id = ${own.accountId}::uuid`)
    await gateway().runJob(ForgetAccount, { accountId: own.accountId })
    for (const { accountId } of [own, other]) await gateway().runJob(Late, { accountId })
    assert.deepEqual(worked, [own.accountId, other.accountId, other.accountId])
    const kept = () =>
      sql((sql) => sql<{ id: string }>`SELECT account_id AS id FROM core_request_settings ORDER BY account_id`)
    for (const { accountId } of [own, other])
      await sql(
        (sql) =>
          sql`INSERT INTO core_request_settings (account_id, is_on, at) VALUES (${accountId}::uuid, false, now())`
      )
    assert.lengthOf(await kept(), 2)
    await gateway().runJob(jobRef("system.forget-late", Schema.Struct({})), {})
    await gateway().run(
      Effect.repeat(Effect.promise(kept), {
        until: ({ length }) => length === 1,
        schedule: Schedule.spaced("50 millis")
      })
    )
    assert.deepEqual(await kept(), [{ id: other.accountId }])
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
