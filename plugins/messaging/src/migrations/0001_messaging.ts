import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const messaging = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // The row is there before the first byte leaves. Its content is sealed, and gone as soon as its fate is known.
  yield* sql`
    CREATE TABLE messaging_mails (
      id uuid PRIMARY KEY,
      account_id uuid,
      key text,
      kind text NOT NULL,
      state text NOT NULL,
      provider text NOT NULL,
      provider_id text,
      recipients text[] NOT NULL,
      suppressed text[] NOT NULL,
      sealed text,
      attempts int NOT NULL DEFAULT 0,
      error text,
      created_ms bigint NOT NULL,
      sending_ms bigint,
      settled_ms bigint
    )`
  yield* sql`CREATE UNIQUE INDEX messaging_mails_key ON messaging_mails (key) WHERE key IS NOT NULL`
  yield* sql`CREATE INDEX messaging_mails_account ON messaging_mails (account_id) WHERE account_id IS NOT NULL`
  yield* sql`CREATE INDEX messaging_mails_open ON messaging_mails (created_ms) WHERE state IN ('queued', 'sending')`
  yield* sql`CREATE INDEX messaging_mails_unknown ON messaging_mails (created_ms) WHERE state = 'unknown'`
  yield* sql`CREATE INDEX messaging_mails_created ON messaging_mails (created_ms)`
  yield* sql`CREATE INDEX messaging_mails_provider ON messaging_mails (provider_id) WHERE provider_id IS NOT NULL`

  yield* sql`
    CREATE TABLE messaging_suppressions (
      email text PRIMARY KEY, reason text NOT NULL, detail text, since_ms bigint NOT NULL)`
  yield* sql`
    CREATE TABLE messaging_subscriptions (
      email text NOT NULL, kind text NOT NULL, token text NOT NULL, subscribed boolean, changed_ms bigint NOT NULL,
      PRIMARY KEY (kind, email))`
  yield* sql`CREATE UNIQUE INDEX messaging_subscriptions_token ON messaging_subscriptions (token)`
  yield* sql`CREATE INDEX messaging_subscriptions_email ON messaging_subscriptions (email)`
  yield* sql`CREATE TABLE messaging_hooks (id text PRIMARY KEY, at_ms bigint NOT NULL)`

  yield* sql`
    CREATE TABLE messaging_broadcasts (
      id uuid PRIMARY KEY,
      kind text NOT NULL,
      content jsonb NOT NULL,
      state text NOT NULL,
      segment text,
      provider_id text,
      recipients int,
      scheduled_ms bigint,
      chunks int,
      error text,
      key text,
      created_ms bigint NOT NULL,
      ended_ms bigint
    )`
  yield* sql`CREATE UNIQUE INDEX messaging_broadcasts_key ON messaging_broadcasts (key) WHERE key IS NOT NULL`
  yield* sql`
    CREATE TABLE messaging_recipients (
      broadcast_id uuid NOT NULL REFERENCES messaging_broadcasts ON DELETE CASCADE,
      email text NOT NULL,
      account_id uuid NOT NULL,
      chunk int,
      state text NOT NULL,
      token text NOT NULL,
      provider_id text,
      error text,
      sending_ms bigint,
      news text,
      PRIMARY KEY (broadcast_id, email)
    )`
  yield* sql`CREATE INDEX messaging_recipients_chunk ON messaging_recipients (broadcast_id, chunk, state)`
  yield* sql`CREATE INDEX messaging_recipients_account ON messaging_recipients (account_id)`
  yield* sql`CREATE INDEX messaging_recipients_unknown ON messaging_recipients (broadcast_id) WHERE state = 'unknown'`
  yield* sql`CREATE INDEX messaging_recipients_provider ON messaging_recipients (provider_id) WHERE provider_id IS NOT NULL`

  yield* sql`
    CREATE TABLE messaging_invoices (
      id text PRIMARY KEY,
      account_id uuid NOT NULL,
      amount_minor bigint NOT NULL,
      currency text NOT NULL,
      attempt int NOT NULL DEFAULT 1,
      next_attempt_ms bigint,
      hosted_url text,
      is_paid boolean NOT NULL DEFAULT false,
      changed_ms bigint NOT NULL
    )`
  yield* sql`CREATE INDEX messaging_invoices_account ON messaging_invoices (account_id)`
})
