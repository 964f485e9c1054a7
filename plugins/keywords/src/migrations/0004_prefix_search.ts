import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * How the shortest prefix was found. Those of several words were cut at spaces, where the store suggests nothing, and
 * came out too long: they are read again.
 */
export const prefixSearch = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE keywords_tracked ADD COLUMN prefix_search text`
  yield* sql`UPDATE keywords_tracked SET prefix_length = NULL, prefix_position = NULL, prefix_day = NULL
    WHERE term LIKE '% %'`
})
