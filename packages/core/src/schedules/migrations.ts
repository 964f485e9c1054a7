import type { Migration } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The tables of accounts' schedules. */
export const migrations: Readonly<Record<string, Migration>> = {
  "0030_schedules": Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`CREATE TABLE core_schedules (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      account_id text NOT NULL, plugin text NOT NULL, name text NOT NULL,
      job text NOT NULL, payload json NOT NULL,
      every_ms bigint, cron text, anchor_ms bigint NOT NULL, next_ms bigint NOT NULL, last_ms bigint,
      paused text[] NOT NULL DEFAULT '{}',
      UNIQUE (account_id, plugin, name), CHECK ((every_ms IS NULL) <> (cron IS NULL)))`
    yield* sql`CREATE INDEX core_schedules_due ON core_schedules (job, next_ms) WHERE paused = '{}'`
    yield* sql`CREATE TABLE core_schedule_tick (one boolean PRIMARY KEY DEFAULT true CHECK (one), minute bigint NOT NULL)`
    yield* sql`INSERT INTO core_schedule_tick (minute) VALUES (-1)`
  }),
  "0105_schedule_batches": Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // What the minute may still enqueue, over all nodes.
    yield* sql`ALTER TABLE core_schedule_tick ADD COLUMN enqueues_left int NOT NULL DEFAULT 0`
  })
}
