import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const forgotten = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Who asked to be forgotten: by a hash, so that who it is isn't kept.
  yield* sql`
    CREATE TABLE growth_forgotten (
      channel text NOT NULL,
      author_hash text NOT NULL,
      PRIMARY KEY (channel, author_hash)
    )`
  // When a source was found closed to whoever asks as we do; null: it isn't.
  yield* sql`ALTER TABLE growth_sources ADD COLUMN closed_ms bigint`
  // Of the text and the state that a find was scored by, so that an older one doesn't stand for a newer.
  yield* sql`ALTER TABLE growth_finds ADD COLUMN state_hash text`
})
