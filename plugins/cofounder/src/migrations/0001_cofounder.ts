import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Where reports go, which were made, and what was posted. */
export const cofounder = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE cofounder_webhooks (
      account_id uuid PRIMARY KEY,
      endpoint_id uuid NOT NULL,
      url text NOT NULL,
      has_secret boolean NOT NULL,
      retry boolean NOT NULL DEFAULT false,
      enabled boolean NOT NULL DEFAULT false,
      revision int NOT NULL DEFAULT 1,
      test_ms bigint NOT NULL,
      test_status int NOT NULL,
      delivered_ms bigint,
      delivered_status int,
      error_ms bigint,
      error_status int,
      error text,
      -- The last request got no answer: the next ones wait in a lane of their own.
      is_slow boolean NOT NULL DEFAULT false
    )`
  // The last whole report of an app tells the next one which charts it was in.
  yield* sql`
    CREATE TABLE cofounder_reports (
      account_id uuid NOT NULL,
      platform text NOT NULL,
      app_id text NOT NULL,
      day date NOT NULL,
      id uuid NOT NULL,
      country text NOT NULL,
      made_ms bigint NOT NULL,
      charts jsonb NOT NULL,
      headline text NOT NULL,
      PRIMARY KEY (account_id, platform, app_id, day)
    )`
  yield* sql`CREATE INDEX cofounder_reports_day ON cofounder_reports (day)`
  yield* sql`
    CREATE TABLE cofounder_events (
      account_id uuid NOT NULL,
      id uuid NOT NULL,
      event text NOT NULL,
      body text NOT NULL,
      state text NOT NULL CHECK (state IN ('waiting', 'sending', 'received', 'failed', 'unknown', 'dropped')),
      attempts int NOT NULL DEFAULT 0,
      -- Requests that were made before the attempt at hand.
      requests int NOT NULL DEFAULT 0,
      made_ms bigint NOT NULL,
      PRIMARY KEY (account_id, id)
    )`
  yield* sql`CREATE INDEX cofounder_events_made ON cofounder_events (made_ms)`
  // One of a kind, app and week.
  yield* sql`
    CREATE TABLE cofounder_told (
      account_id uuid NOT NULL,
      platform text NOT NULL,
      app_id text NOT NULL,
      kind text NOT NULL,
      day date NOT NULL,
      PRIMARY KEY (account_id, platform, app_id, kind)
    )`
})
