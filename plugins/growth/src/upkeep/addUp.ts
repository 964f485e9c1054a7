import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Adds up what came to the counts of a project. Rows that another is adding up are left to it. */
export const makeAddUp = Effect.map(
  SqlClient.SqlClient,
  (sql) => (accountId: string, projectId: string) =>
    sql`
      WITH many AS (SELECT facet, day, value FROM growth_counts
          WHERE account_id = ${accountId}::uuid AND project_id = ${projectId}::uuid GROUP BY 1, 2, 3 HAVING count(*) > 1),
        taken AS (DELETE FROM growth_counts WHERE ctid = ANY(ARRAY(
            SELECT c.ctid FROM growth_counts c JOIN many USING (facet, day, value)
            WHERE c.account_id = ${accountId}::uuid AND c.project_id = ${projectId}::uuid FOR UPDATE OF c SKIP LOCKED))
          RETURNING *)
      INSERT INTO growth_counts (account_id, project_id, day, facet, value, n)
      SELECT account_id, project_id, day, facet, value, sum(n)::int FROM taken GROUP BY 1, 2, 3, 4, 5 HAVING sum(n) <> 0`
)
