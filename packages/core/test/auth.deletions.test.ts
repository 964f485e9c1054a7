import { assert, describe, layer } from "@effect/vitest"
import { jobRef, Schedules } from "@storeglass/plugin-api"
import { adjustableClock } from "@storeglass/testkit"
import { Clock, Effect, Layer, Option, Redacted as R, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AccountDeletions } from "../src/auth/AccountDeletions.ts"
import * as Accounts from "../src/auth/Accounts.ts"
import * as KeyRing from "../src/auth/KeyRing.ts"
import { EventsLive } from "../src/events/index.ts"
import { JobsLive } from "../src/jobs/index.ts"
import { forgetCore } from "../src/personal/ofCore.ts"
import { SchedulesLive } from "../src/schedules/index.ts"
import { migratedDatabase, poolOn } from "./credits.support.ts"

const dayMs = 86_400_000
const time = adjustableClock(Date.parse("2026-11-20T10:00:00Z"))
const services = Layer.unwrap(
  Effect.map(migratedDatabase, (url) =>
    Layer.mergeAll(
      Accounts.layer,
      KeyRing.layer,
      AccountDeletions.layer.pipe(Layer.provide(SchedulesLive)),
      SchedulesLive
    ).pipe(
      Layer.provide(EventsLive([])),
      Layer.provideMerge(JobsLive({ database: { url }, jobs: [] })),
      Layer.provideMerge(poolOn(url, 3))
    )
  )
)
const made = Effect.fnUntraced(function* (email: string) {
  const accounts = yield* Accounts.Accounts
  const account = yield* accounts.create({ email, plan: "free" })
  const { key, value } = yield* accounts.createKey({ accountId: account.id, name: "test" })
  return { accounts, account, key, value: R.value(value) }
})
const inTime = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.provideService(effect, Clock.Clock, time.clock)
const waiting = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ key: string; at: Date }>`SELECT key, run_at AS at FROM graphile_worker.jobs ORDER BY key`
)

describe("the deletion of an account", () => {
  layer(services)((it) => {
    it.effect("ends its keys at once and makes no new one, and forgets it when it's due", () =>
      inTime(
        Effect.gen(function* () {
          const { account, accounts, value } = yield* made("leaving@example.com")
          const deletions = yield* AccountDeletions
          const asked = yield* deletions.ask(account.id, 14 * dayMs)
          assert.strictEqual(Date.parse(asked.dueAt) - Date.parse(asked.askedAt), 14 * dayMs)
          assert.deepEqual(asked.forgotten, [])
          assert.isUndefined(yield* (yield* KeyRing.KeyRing).holderOf(value))
          const refused = yield* Effect.flip(accounts.createKey({ accountId: account.id, name: "again" }))
          assert.propertyVal(refused, "reason", "deleting")
          // Asked again it stays as it is.
          assert.deepEqual(yield* deletions.ask(account.id, 0), asked)
          const jobs = (yield* waiting).filter(({ key }) => key.endsWith(account.id))
          assert.deepEqual(
            jobs.map(({ at }) => at.toISOString()),
            [asked.dueAt]
          )
        })
      )
    )

    it.effect("is undone until it begins, with its keys ended", () =>
      inTime(
        Effect.gen(function* () {
          const { account, accounts, key } = yield* made("staying@example.com")
          const deletions = yield* AccountDeletions
          yield* deletions.ask(account.id, dayMs)
          yield* deletions.undo(account.id)
          assert.isTrue(Option.isNone(yield* deletions.of(account.id)))
          assert.deepEqual(
            (yield* waiting).filter((job) => job.key.endsWith(account.id)),
            []
          )
          const [ended] = yield* accounts.keys(account.id)
          assert.strictEqual(ended?.id, key.id)
          assert.isNotNull(ended?.revokedAt)
          yield* accounts.createKey({ accountId: account.id, name: "again" })
          assert.match((yield* Effect.flip(deletions.undo(account.id))).message, /isn't being deleted/)

          yield* deletions.ask(account.id, 0)
          yield* deletions.forgot(account.id, "workspace")
          assert.match((yield* Effect.flip(deletions.undo(account.id))).message, /can't be undone/)
        })
      )
    )

    it.effect("pauses schedules, those too that are set while it's asked for or while the account is suspended", () =>
      inTime(
        Effect.gen(function* () {
          const schedules = yield* Schedules
          const set = (accountId: string, name: string) =>
            schedules.set({
              plugin: "shop",
              accountId,
              name,
              everyMs: dayMs,
              job: jobRef("shop.sync", Schema.Struct({})),
              payload: {}
            })
          const pausedOf = Effect.fnUntraced(function* (accountId: string) {
            const all = yield* schedules.list({ accountId })
            return Object.fromEntries(all.map(({ name, paused }) => [name, paused.toSorted()]))
          })
          const { account, accounts } = yield* made("schedules@example.com")
          yield* set(account.id, "before")
          yield* accounts.suspend(account.id, "unpaid")
          yield* set(account.id, "while-suspended")
          yield* set("another", "of-somebody-else")
          yield* (yield* AccountDeletions).ask(account.id, dayMs)
          yield* set(account.id, "while-leaving")
          assert.deepEqual(yield* pausedOf(account.id), {
            before: ["account deletion"],
            "while-suspended": ["account deletion", "account suspension"],
            "while-leaving": ["account deletion", "account suspension"]
          })
          assert.deepEqual(yield* pausedOf("another"), { "of-somebody-else": [] })
        })
      )
    )

    it.effect("leaves a tombstone and the operator's record, and runs once more an hour later", () =>
      inTime(
        Effect.gen(function* () {
          const { account, accounts } = yield* made("gone@example.com")
          const deletions = yield* AccountDeletions
          yield* deletions.ask(account.id, 0)
          yield* deletions.forgot(account.id, "keywords")
          yield* forgetCore(account.id)
          yield* deletions.ended(account.id)
          yield* deletions.ended(account.id)
          assert.propertyVal(yield* Effect.flip(accounts.find(account.id)), "reason", "not_found")
          const deletion = Option.getOrThrow(yield* deletions.of(account.id))
          assert.deepEqual(deletion.forgotten, ["keywords"])
          const endedMs = Date.parse(deletion.endedAt ?? "")
          const late = (yield* waiting).filter(({ key }) => key === `forget-late:${account.id}`)
          assert.deepEqual(
            late.map(({ at }) => at.getTime() - endedMs),
            [3_600_000]
          )
          const sql = yield* SqlClient.SqlClient
          const record =
            yield* sql`SELECT event FROM core_security_changes WHERE account_id = ${account.id}::uuid ORDER BY at, id`
          assert.deepEqual(
            record.map((row) => row.event),
            [
              "security.account_created",
              "security.key_created",
              "security.account_deletion_asked",
              "security.account_deleted"
            ]
          )
          // Somebody else may have the address now.
          yield* accounts.create({ email: "gone@example.com", plan: "free" })
        })
      )
    )
  })
})
