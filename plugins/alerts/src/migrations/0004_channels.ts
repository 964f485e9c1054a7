import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Channels of other platforms that get an account's alerts, each by an address that is a secret. */
export const channels = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE alerts_channels (
      account_id uuid NOT NULL, id uuid NOT NULL, service text NOT NULL, name text NOT NULL, sealed text NOT NULL,
      status text NOT NULL, created_ms bigint NOT NULL, PRIMARY KEY (account_id, id))`
  // As with chats: the row is there before the message leaves.
  yield* sql`
    CREATE TABLE alerts_channel_sends (
      account_id uuid NOT NULL, id uuid NOT NULL, channel_id uuid NOT NULL, state text NOT NULL, at_ms bigint NOT NULL,
      PRIMARY KEY (account_id, id, channel_id))`
})
