import type { Migration } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The table of what plugins told each other. */
export const migrations: Readonly<Record<string, Migration>> = {
  "0031_events": Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`CREATE TABLE core_events (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL, version int NOT NULL, payload json NOT NULL,
      handlers text[] NOT NULL, published_ms bigint NOT NULL)`
    yield* sql`CREATE INDEX core_events_published ON core_events (published_ms)`
  })
}
