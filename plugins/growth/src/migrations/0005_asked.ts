import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** How often sources with a limit a day were asked, by ten minutes; the row at 0 is what those who count wait at. */
export const asked = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE growth_asked (
      channel text NOT NULL,
      from_ms bigint NOT NULL,
      n int NOT NULL,
      PRIMARY KEY (channel, from_ms)
    )`
})
