import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Keywords of which many have come to be tracked at once, or no longer are: their watchers are counted by a job. */
export const recounts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE keywords_recounts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, keyword_ids int[] NOT NULL)`
})
