/** The SQL of the daily counters, on a real PostgreSQL. */
import { PgClient } from "@effect/sql-pg"
import { assert, describe, layer } from "@effect/vitest"
import { EmbeddedPostgres } from "@storeglass/embedded-postgres"
import { isoOf } from "@storeglass/plugin-api"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { inject } from "vitest"
import plugin from "../src/plugin.ts"
import { type RatingSnapshot, RatingSnapshotStore } from "../src/records/RatingSnapshotStore.ts"

const dayMs = 86_400_000
const nowMs = Date.UTC(2026, 9, 31, 12)

const seen = (daysAgo: number, over: Partial<RatingSnapshot> = {}): RatingSnapshot => ({
  platform: "storea",
  country: "us",
  appId: "1",
  day: isoOf(nowMs - daysAgo * dayMs).slice(0, 10),
  observedAt: isoOf(nowMs - daysAgo * dayMs),
  ratingCount: 1_000 - daysAgo,
  averageRating: 4.5,
  installs: null,
  ...over
})
const asked = (over: object = {}) => ({
  platform: "storea" as const,
  country: "us",
  appId: "1",
  fromMs: nowMs - 35 * dayMs,
  toMs: nowMs - 7 * dayMs,
  ...over
})

const database = Layer.unwrap(
  Effect.map(EmbeddedPostgres.createDatabase(Redacted.make(inject("databaseUrl")), `apps_${process.pid}`), (url) =>
    PgClient.layer({ url })
  )
)
const migrated = Layer.effectDiscard(Effect.forEach(Object.values(plugin.migrations ?? {}), (migration) => migration))
const store = RatingSnapshotStore.layer.pipe(Layer.provideMerge(migrated), Layer.provideMerge(database))

layer(store, { excludeTestServices: true })("rating snapshots", (it) => {
  describe("add, earlier and prune", () => {
    it.effect("finds the oldest that is inside the asked days, and nothing of other apps and countries", () =>
      Effect.gen(function* () {
        const snapshots = yield* RatingSnapshotStore
        yield* snapshots.add([
          seen(0),
          seen(6),
          seen(7),
          seen(20, { installs: 12_345_678_901 }),
          seen(40),
          seen(30, { country: "de" }),
          seen(30, { appId: "2" }),
          seen(30, { platform: "storeb" })
        ])
        assert.deepStrictEqual(yield* snapshots.earlier(asked()), {
          observedAtMs: nowMs - 20 * dayMs,
          ratingCount: 980,
          installs: 12_345_678_901
        })
        assert.isNull(yield* snapshots.earlier(asked({ appId: "3" })))
        assert.isNull(yield* snapshots.earlier(asked({ toMs: nowMs - 34 * dayMs })))
      })
    )

    it.effect("keeps the first of a day", () =>
      Effect.gen(function* () {
        const snapshots = yield* RatingSnapshotStore
        yield* snapshots.add([seen(10, { appId: "9", ratingCount: 1 }), seen(10, { appId: "9", ratingCount: 2 })])
        yield* snapshots.add([seen(10, { appId: "9", ratingCount: 3 })])
        assert.strictEqual((yield* snapshots.earlier(asked({ appId: "9" })))?.ratingCount, 1)
      })
    )

    it.effect("takes what an app may hold in its id as text, and unknown counts as null", () =>
      Effect.gen(function* () {
        const snapshots = yield* RatingSnapshotStore
        const appId = `o'x"; DROP TABLE apps_rating_snapshots; --`
        yield* snapshots.add([seen(10, { appId, ratingCount: null, averageRating: null, installs: 5 })])
        const found = yield* snapshots.earlier(asked({ appId }))
        assert.deepInclude(found, { ratingCount: null, installs: 5 })
      })
    )

    it.effect("removes days before the given one", () =>
      Effect.gen(function* () {
        const snapshots = yield* RatingSnapshotStore
        const sql = yield* SqlClient.SqlClient
        yield* snapshots.add([seen(300, { appId: "old" }), seen(299, { appId: "old" })])
        assert.strictEqual(yield* snapshots.prune(seen(299).day), 1)
        const rows = yield* sql`SELECT 1 FROM apps_rating_snapshots WHERE app_id = 'old'`
        assert.strictEqual(rows.length, 1)
      })
    )
  })
})
