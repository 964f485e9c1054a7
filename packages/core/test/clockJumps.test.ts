import { assert, describe, it } from "@effect/vitest"
import { Caches } from "@storeglass/plugin-api"
import { adjustableClock, databaseProxy } from "@storeglass/testkit"
import { Clock, Context, Effect, Fiber, Layer, Redacted, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { SqlClient } from "effect/sql"
import * as Accounts from "../src/auth/Accounts.ts"
import * as KeyRing from "../src/auth/KeyRing.ts"
import { CachesLive } from "../src/cache/CachesLive.ts"
import { CreditLedger } from "../src/credits/CreditLedger.ts"
import { EventsLive } from "../src/events/index.ts"
import * as SharedAnswers from "../src/http/SharedAnswers.ts"
import { monotonicMs } from "../src/time.ts"
import { chargeOf, openAccount } from "./credits.accounts.ts"
import { ledgerOn, migratedDatabase, poolOn, quiet } from "./credits.support.ts"

const hourMs = 3_600_000

/** Runs on a machine whose date can be set. */
const onClock = <A, E, R>(run: (time: ReturnType<typeof adjustableClock>) => Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const time = adjustableClock()
    return Effect.provideService(run(time), Clock.Clock, time.clock)
  }).pipe(Effect.scoped, quiet)

describe("when the machine's date is set back by an hour", () => {
  it.live("a charge still gives up on a silent database in time", () =>
    onClock((time) =>
      Effect.gen(function* () {
        const url = yield* migratedDatabase
        const account = yield* Effect.provide(openAccount("small"), Layer.fresh(ledgerOn(url)))
        const proxy = yield* databaseProxy(url)
        const context = yield* Layer.build(Layer.fresh(ledgerOn(proxy.url, { patienceMs: 400 })))
        const ledger = Context.get(context, CreditLedger)
        const charge = yield* Effect.provideContext(chargeOf(account, 1), context)
        const letAnswersPass = proxy.holdAnswers()
        const startedMs = yield* monotonicMs
        const asked = yield* Effect.forkScoped(Effect.flip(ledger.settle(charge)), { startImmediately: true })
        time.jumpMs(-hourMs)
        const late = yield* Effect.flip(ledger.settle({ ...charge, id: charge.id.replace(/^./, "f") }))
        assert.strictEqual(late._tag, "SERVICE_UNAVAILABLE")
        assert.strictEqual((yield* Fiber.join(asked))._tag, "SERVICE_UNAVAILABLE")
        assert.isBelow((yield* monotonicMs) - startedMs, 3_000)
        letAnswersPass()
      })
    )
  )

  it.live("a revoked key does not outlive its bound", () =>
    onClock((time) =>
      Effect.gen(function* () {
        const url = yield* migratedDatabase
        const context = yield* Layer.build(
          Layer.mergeAll(Accounts.layer, KeyRing.layer).pipe(
            Layer.provide(EventsLive([])),
            Layer.provideMerge(Layer.fresh(poolOn(url, 3)))
          )
        )
        const keys = Context.get(context, KeyRing.KeyRing)
        const accounts = Context.get(context, Accounts.Accounts)
        const account = yield* accounts.create({ email: "back@example.com", plan: "free" })
        const { key, value } = yield* accounts.createKey({ accountId: account.id, name: "one" })
        assert.isDefined(yield* keys.holderOf(Redacted.value(value)))
        yield* Context.get(context, SqlClient.SqlClient)`UPDATE core_api_keys SET revoked_at = now()
          WHERE id = ${key.id}::uuid`
        time.jumpMs(-hourMs)
        time.advanceMs(KeyRing.revocationBoundMs)
        assert.isUndefined(keys.remembered(Redacted.value(value)))
        assert.isUndefined(yield* keys.holderOf(Redacted.value(value)))
      })
    )
  )

  it.live(
    "kept answers and cached values don't outlive their time, and keys are not forgotten when it is set forward",
    () =>
      onClock((time) =>
        Effect.gen(function* () {
          const context = yield* Layer.build(SharedAnswers.layer())
          const shared = Context.get(context, SharedAnswers.SharedAnswers)
          const response = HttpServerResponse.jsonUnsafe({ data: 1 })
          const route: Parameters<typeof shared.set>[1] = {
            route: {
              plugin: "p",
              method: "GET",
              path: "/v1/x",
              access: "key",
              credits: 1,
              bucket: "general",
              body: { kind: "none", bytesMax: 0 },
              answers: { kind: "json" },
              sharedForMs: 5_000,
              queryNames: [],
              queryAliases: [],
              headers: [],
              requires: undefined,
              exhausted: undefined
            },
            operationId: 1,
            credits: 1,
            observe: () => {},
            answerSettled: (kept) => Effect.succeed(kept)
          }
          const caches = Context.get(yield* Layer.build(CachesLive({})), Caches)
          const cache = yield* caches.make({ name: "c", version: 1, schema: Schema.Int, freshMs: 5_000, staleMs: 0 })
          let lookUps = 0
          const value = cache.get(
            "k",
            Effect.sync(() => ++lookUps)
          )
          shared.set("/v1/x", route, response, 5_000)
          yield* value
          time.jumpMs(2 * hourMs)
          assert.isDefined(shared.get("/v1/x"))
          assert.strictEqual((yield* value).value, 1)
          time.jumpMs(-3 * hourMs)
          time.advanceMs(4_000)
          assert.isDefined(shared.get("/v1/x"))
          assert.strictEqual((yield* value).value, 1)
          time.advanceMs(1_000)
          assert.isUndefined(shared.get("/v1/x"))
          assert.strictEqual((yield* value).value, 2)
        })
      )
  )
})
