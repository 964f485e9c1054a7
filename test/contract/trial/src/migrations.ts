import type { Migration } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const migrations: Readonly<Record<string, Migration>> = {
  "0001_trial": Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`CREATE TABLE trial_notes (id uuid PRIMARY KEY, account_id uuid NOT NULL, name text NOT NULL,
      text text NOT NULL, created_ms bigint NOT NULL, UNIQUE (account_id, name))`
    yield* sql`CREATE TABLE trial_scans (id uuid PRIMARY KEY, account_id uuid NOT NULL, pages int NOT NULL,
      state text NOT NULL, outcome text)`
    yield* sql`CREATE TABLE trial_hooks (id text PRIMARY KEY, body text NOT NULL)`
    yield* sql`CREATE TABLE trial_synced (account_id uuid PRIMARY KEY, total int NOT NULL)`
  })
}
