import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const alerts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Chat ids have 52 bits, and groups have negative ones.
  yield* sql`
    CREATE TABLE alerts_codes (
      hash bytea PRIMARY KEY, account_id uuid NOT NULL, email text NOT NULL, expires_ms bigint NOT NULL)`
  yield* sql`CREATE UNIQUE INDEX alerts_codes_email ON alerts_codes (email)`
  yield* sql`CREATE INDEX alerts_codes_account ON alerts_codes (account_id)`
  yield* sql`
    CREATE TABLE alerts_pairings (
      chat_id bigint PRIMARY KEY, account_id uuid NOT NULL, email text NOT NULL, username text, status text NOT NULL,
      paired_ms bigint NOT NULL)`
  yield* sql`CREATE INDEX alerts_pairings_email ON alerts_pairings (email, paired_ms)`
  yield* sql`CREATE INDEX alerts_pairings_account ON alerts_pairings (account_id)`
  yield* sql`
    CREATE TABLE alerts_chats (
      chat_id bigint PRIMARY KEY, wrong int NOT NULL DEFAULT 0, wrong_since_ms bigint NOT NULL DEFAULT 0,
      silent_until_ms bigint NOT NULL DEFAULT 0, hinted_ms bigint NOT NULL DEFAULT 0)`
  yield* sql`CREATE TABLE alerts_updates (update_id bigint PRIMARY KEY, at_ms bigint NOT NULL)`
  yield* sql`CREATE TABLE alerts_polled (one boolean PRIMARY KEY DEFAULT true CHECK (one), next_id bigint NOT NULL)`
  yield* sql`CREATE TABLE alerts_webhook (one boolean PRIMARY KEY DEFAULT true CHECK (one), url text NOT NULL, secret_hash bytea NOT NULL)`
  yield* sql`
    CREATE TABLE alerts_queue (
      account_id uuid NOT NULL,
      id uuid NOT NULL,
      kind text NOT NULL,
      label text NOT NULL,
      key text NOT NULL,
      title text NOT NULL,
      body text NOT NULL,
      url text,
      state text NOT NULL,
      created_ms bigint NOT NULL,
      day date NOT NULL,
      PRIMARY KEY (account_id, id)
    )`
  yield* sql`CREATE UNIQUE INDEX alerts_queue_key ON alerts_queue (account_id, kind, key)`
  yield* sql`CREATE INDEX alerts_queue_waiting ON alerts_queue (account_id, created_ms) WHERE state IN ('waiting', 'summed')`
  yield* sql`CREATE INDEX alerts_queue_day ON alerts_queue (account_id, kind, day) WHERE state = 'sent'`
  yield* sql`CREATE INDEX alerts_queue_created ON alerts_queue (created_ms)`
  // A chat gets a message once: its row is there before the message leaves.
  yield* sql`
    CREATE TABLE alerts_sends (
      account_id uuid NOT NULL, id uuid NOT NULL, chat_id bigint NOT NULL, state text NOT NULL, at_ms bigint NOT NULL,
      PRIMARY KEY (account_id, id, chat_id))`
  yield* sql`
    CREATE TABLE alerts_settings (
      account_id uuid PRIMARY KEY, muted text[] NOT NULL DEFAULT '{}', quiet_from int, quiet_to int, zone text)`
})
