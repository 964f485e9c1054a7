import type { Personal } from "@storeglass/plugin-api"
import { Effect, Stream } from "effect"
import { SqlClient } from "effect/sql"

/** Which keywords an account tracks is its own; what was collected of them is nobody's. */
export const personal = (): Personal<SqlClient.SqlClient> => ({
  tables: ["keywords_watchers"],
  export: (accountId) =>
    Stream.unwrap(
      Effect.map(SqlClient.SqlClient, (sql) =>
        Stream.map(
          sql`SELECT m.platform, m.country, m.device, k.term AS keyword, w.since
            FROM keywords_watchers w JOIN keywords_tracked k ON k.id = w.keyword_id
            JOIN keywords_markets m ON m.id = k.market_id WHERE w.account_id = ${accountId}::uuid`.stream,
          (row) => ({ part: "keywords_tracked", row })
        )
      )
    ),
  forget: (accountId) =>
    SqlClient.SqlClient.use(
      (sql) => sql`
        WITH removed AS (DELETE FROM keywords_watchers WHERE account_id = ${accountId}::uuid RETURNING keyword_id)
        UPDATE keywords_tracked SET watchers = greatest(watchers - 1, 0) WHERE id IN (SELECT keyword_id FROM removed)`
    )
})
